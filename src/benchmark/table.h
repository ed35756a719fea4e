#pragma once
// Tables, in Markdown or in aligned columns, and the numbers in them.

#include <cstdint>
#include <string>
#include <vector>

namespace ineq {

struct TableStyle {
  bool markdown = true;    // otherwise aligned columns, for a terminal
  std::size_t width = 80;  // number of columns of that terminal
};

class Table {
 public:
  using Cells = std::vector<std::string>;

  explicit Table(const Cells& columns) : rows_{columns} {}

  void add(const Cells& cells);  // one per column
  // If the aligned table is wider than the terminal and rows and columns exchanged make it
  // narrower, it is shown that way.
  std::string text(const TableStyle& style) const;

 private:
  std::vector<Cells> rows_;  // the first one has the names of the columns
};

std::string cell(double value, int digits);  // – for NaN
double percent(std::uint64_t part, std::uint64_t whole);

}  // namespace ineq
