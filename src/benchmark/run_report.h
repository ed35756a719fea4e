#pragma once
// The results of a run as tables, as JSON and as a picture.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "benchmark/summary.h"
#include "benchmark/table.h"

namespace ineq {

// A mean of no problems, and what an unverified answer does not have, is – in tables and null in
// JSON. The last table has the times; the others are the same for every run. `count` is what the
// table of success against budget counts; the JSON has both counts.
std::string run_tables(const std::vector<SolverSummary>& summaries, const SearchLimits& limits,
                       const TableStyle& style, NodeCount count = NodeCount::kExpanded);
nlohmann::ordered_json run_json(const std::vector<SolverSummary>& summaries,
                                const SearchLimits& limits);
// Success against the budget of nodes, as FOLDER/success.svg and .png, with one curve per solver,
// or per setting if there is one solver. Unverified answers have no budget.
void plot_success(const std::vector<SolverSummary>& summaries, const SearchLimits& limits,
                  const std::string& folder, NodeCount count = NodeCount::kExpanded);
// Throws Error if plot_success could not draw into this folder (see require_drawable).
void require_plot(const std::string& folder, bool force);

}  // namespace ineq
