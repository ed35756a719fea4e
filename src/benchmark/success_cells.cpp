#include "benchmark/success_cells.h"

#include <fmt/format.h>

namespace ineq {

Table::Cells success_columns(std::size_t step_limit) {
  return {"problems",
          "proven",
          "success %",
          "95 % interval",
          fmt::format("length, not proven as {}", step_limit),
          "length of the proven"};
}

Table::Cells success_cells(const ResultSummary& s) {
  const auto [low, high] = s.interval();
  return {fmt::to_string(s.all().problems),
          fmt::to_string(s.proven().problems),
          cell(100 * s.success(), 1),
          fmt::format("{:.1f} to {:.1f}", 100 * low, 100 * high),
          cell(s.length(), 2),
          cell(s.proven_length(), 2)};
}

}  // namespace ineq
