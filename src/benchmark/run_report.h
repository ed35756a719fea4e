#pragma once
// The results of a run as Markdown tables, as JSON and as a picture.

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "benchmark/summary.h"

namespace ineq {

// A mean of no problems, and what an unverified answer does not have, is – in tables and null in
// JSON. The last table has the times; the others are the same for every run.
std::string run_tables(const std::vector<SolverSummary>& summaries, const SearchLimits& limits);
nlohmann::ordered_json run_json(const std::vector<SolverSummary>& summaries,
                                const SearchLimits& limits);
// Success against the budget of nodes, as FOLDER/success.svg and .png, with one curve per solver,
// or per setting if there is one solver. Unverified answers have no budget.
void plot_success(const std::vector<SolverSummary>& summaries, const SearchLimits& limits,
                  const std::string& folder);

}  // namespace ineq
