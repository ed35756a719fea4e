#pragma once
// Markdown tables, and the numbers in them.

#include <cstdint>
#include <string>
#include <vector>

namespace ineq {

class MarkdownTable {
 public:
  explicit MarkdownTable(const std::vector<std::string>& columns);

  void add(const std::vector<std::string>& cells);  // one per column
  const std::string& text() const { return text_; }

 private:
  std::size_t columns_;
  std::string text_;
};

std::string cell(double value, int digits);  // – for NaN
double percent(std::uint64_t part, std::uint64_t whole);

}  // namespace ineq
