#include "benchmark/table.h"

#include <fmt/format.h>

#include <cmath>

#include "base/error.h"

namespace ineq {

MarkdownTable::MarkdownTable(const std::vector<std::string>& columns) : columns_(columns.size()) {
  add(columns);
  text_ += "|";
  for (std::size_t i = 0; i < columns_; ++i) text_ += "---|";
  text_ += "\n";
}

void MarkdownTable::add(const std::vector<std::string>& cells) {
  INEQ_CHECK(cells.size() == columns_);
  text_ += "|";
  for (const std::string& text : cells) text_ += (text.empty() ? "" : " ") + text + " |";
  text_ += "\n";
}

std::string cell(double value, int digits) {
  return std::isnan(value) ? "–" : fmt::format("{:.{}f}", value, digits);
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace ineq
