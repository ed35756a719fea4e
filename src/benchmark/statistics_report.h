#pragma once
// What theorems look like, as tables, as JSON and as pictures (paper, Appendix E).

#include <nlohmann/json_fwd.hpp>
#include <string>

#include "benchmark/shortest_statistics.h"
#include "benchmark/statistics.h"
#include "benchmark/table.h"

namespace ineq {

// `shortest` is of the same theorems; nullptr: its part is left out.
std::string statistics_tables(const Statistics& statistics, const ShortestStatistics* shortest,
                              const TableStyle& style);
nlohmann::ordered_json statistics_json(const Statistics& statistics,
                                       const ShortestStatistics* shortest);
// FOLDER/length, axioms, nodes and shortest, as .svg and .png.
void plot_statistics(const Statistics& statistics, const ShortestStatistics* shortest,
                     const std::string& folder);
// Throws Error if plot_statistics could not draw into this folder (see require_drawable).
void require_plots(const std::string& folder, bool shortest, bool force);

}  // namespace ineq
