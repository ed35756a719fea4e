#include "benchmark/table.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string_view>

#include "base/error.h"

namespace ineq {
namespace {

using Rows = std::vector<Table::Cells>;

// Of UTF-8, without wide characters.
std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(
      std::ranges::count_if(text, [](char c) { return (c & 0xC0) != 0x80; }));
}

bool is_number(std::string_view text) {
  return text.empty() || text == "–" || (text.front() >= '0' && text.front() <= '9');
}

Rows exchanged(const Rows& rows) {
  Rows out(rows.front().size());
  for (const Table::Cells& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) out[i].push_back(row[i]);
  }
  return out;
}

constexpr std::size_t kGap = 2;  // blanks between columns

std::vector<std::size_t> column_widths(const Rows& rows) {
  std::vector<std::size_t> out(rows.front().size(), 0);
  for (const Table::Cells& row : rows) {
    for (std::size_t i = 0; i < row.size(); ++i) out[i] = std::max(out[i], display_width(row[i]));
  }
  return out;
}

std::size_t total_width(const Rows& rows) {
  std::size_t out = 0;
  for (const std::size_t width : column_widths(rows)) out += width + kGap;
  return out - kGap;
}

// Columns of numbers are aligned on the right, except for the first, which has the labels.
std::string aligned(const Rows& rows) {
  const std::vector<std::size_t> widths = column_widths(rows);
  std::vector<bool> is_right(widths.size());
  for (std::size_t i = 1; i < widths.size(); ++i) {
    is_right[i] = std::all_of(rows.begin() + 1, rows.end(),
                              [&](const Table::Cells& row) { return is_number(row[i]); });
  }
  std::string out;
  for (const Table::Cells& row : rows) {
    std::string line;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string blanks(widths[i] - display_width(row[i]), ' ');
      line += (i == 0 ? "" : std::string(kGap, ' ')) +
              (is_right[i] ? blanks + row[i] : row[i] + blanks);
    }
    line.erase(line.find_last_not_of(' ') + 1);
    out += line + "\n";
  }
  return out;
}

std::string markdown_row(const Table::Cells& cells) {
  std::string out = "|";
  for (const std::string& text : cells) out += (text.empty() ? "" : " ") + text + " |";
  return out + "\n";
}

}  // namespace

void Table::add(const Cells& cells) {
  INEQ_CHECK(cells.size() == rows_.front().size());
  rows_.push_back(cells);
}

std::string Table::text(const TableStyle& style) const {
  if (!style.markdown) {
    const Rows other = exchanged(rows_);
    const std::size_t width = total_width(rows_);
    return aligned(width > style.width && total_width(other) < width ? other : rows_);
  }
  std::string out = markdown_row(rows_.front()) + "|";
  for (std::size_t i = 0; i < rows_.front().size(); ++i) out += "---|";
  out += "\n";
  for (std::size_t i = 1; i < rows_.size(); ++i) out += markdown_row(rows_[i]);
  return out;
}

std::string cell(double value, int digits) {
  return std::isnan(value) ? "–" : fmt::format("{:.{}f}", value, digits);
}

double percent(std::uint64_t part, std::uint64_t whole) {
  return whole == 0 ? 0 : 100 * static_cast<double>(part) / static_cast<double>(whole);
}

}  // namespace ineq
