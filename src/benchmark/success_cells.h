#pragma once
// The columns of tables that say how many problems were proven, for runs and for scores.

#include <cstddef>

#include "benchmark/summary.h"
#include "benchmark/table.h"

namespace ineq {

Table::Cells success_columns(std::size_t step_limit);
Table::Cells success_cells(const ResultSummary& summary);

}  // namespace ineq
