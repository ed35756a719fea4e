#pragma once
// Reports: tables, plots and conclusions of experiments, made from their results alone.

#include <nlohmann/json.hpp>
#include <string>
#include <utility>
#include <vector>

#include "benchmark/gnuplot.h"
#include "experiment/plan.h"
#include "experiment/result_store.h"

namespace ineq {

struct ExperimentReport {
  std::string text;                                       // Markdown; pictures are in FOLDER
  std::vector<std::pair<std::string, Picture>> pictures;  // by name
  nlohmann::ordered_json numbers;  // every number of a table, and the results it was made from
};

// `folder` is where the text looks for pictures, relative to its own place.
ExperimentReport make_report(const Suite& suite, const Plan& plan, const ResultStore& store,
                             const std::string& folder);

// Writes the text to a file NAME.md, and the pictures into the folder NAME beside it, as SVG.
// Throws Error.
void write_report(const ExperimentReport& report, const std::string& file);
// The folder of the pictures, as the text names it.
std::string picture_folder(const std::string& file);

}  // namespace ineq
