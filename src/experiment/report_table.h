#pragma once
// Tables of a report, with notes on what their numbers are.

#include <nlohmann/json.hpp>
#include <string>

#include "experiment/cell_numbers.h"
#include "experiment/experiment.h"

namespace ineq {

// How reports call a value of an axis: K3 L5 for k3l5. With the axis, numbers are named after it:
// orders 100.
std::string label_of(const SharedParts& shared, const std::string& value);
std::string label_of(const SharedParts& shared, const std::string& axis, const std::string& value);

// Combinations of the values of some axes, of which cells exist.
std::vector<Cell> combinations(const CellNumbers& numbers, const Filter& where,
                               const std::vector<std::string>& axes);

// Markdown. Adds every number to `sources`.
std::string make_table(const SharedParts& shared, const Experiment& experiment,
                       const TableSpec& spec, const CellNumbers& numbers,
                       nlohmann::ordered_json& sources);

}  // namespace ineq
