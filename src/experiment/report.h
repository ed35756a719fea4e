#pragma once
// Reports: tables, plots and conclusions of experiments, made from their published results alone.

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "benchmark/gnuplot.h"
#include "experiment/plan.h"
#include "experiment/result_store.h"

namespace ineq {

struct ExperimentReport {
  std::string text;                                            // Markdown
  std::vector<std::pair<std::string, Picture>> pictures = {};  // by name
  nlohmann::ordered_json sources;  // every number of a table, with the results it was made from
};

ExperimentReport make_report(const Suite& suite, const Plan& plan, const ResultStore& store);

// Writes the text to a file NAME.md, and the pictures into the folder NAME beside it, as SVG.
// Throws Error.
void write_report(const ExperimentReport& report, const std::string& file);

}  // namespace ineq
