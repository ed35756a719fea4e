#pragma once
// Reads experiments from a folder of TOML files: NAME.toml per experiment, and common.toml with
// what they share. docs/experiments.md describes the form.

#include <string>

#include "experiment/experiment.h"

namespace ineq {

// Throws Error, which names the file and the place in it.
Suite load_experiments(const std::string& folder);

}  // namespace ineq
