#pragma once
// What theorems look like, as Markdown tables, as JSON and as pictures (paper, Appendix E).

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "benchmark/shortest_statistics.h"
#include "benchmark/statistics.h"

namespace ineq {

// `shortest` is of the same theorems; nullptr: its part is left out.
std::string statistics_tables(const Statistics& statistics, const ShortestStatistics* shortest);
nlohmann::ordered_json statistics_json(const Statistics& statistics,
                                       const ShortestStatistics* shortest);
// FOLDER/length, axioms, nodes and shortest, as .svg and .png.
void plot_statistics(const Statistics& statistics, const ShortestStatistics* shortest,
                     const std::string& folder);

}  // namespace ineq
