#pragma once
// The options that name problems: files of records, or a frozen set.

#include <CLI/CLI.hpp>

#include "benchmark/problem.h"

namespace ineq {

// Adds --problems and --set.
void add_problems(CLI::App& command, ProblemSelection& problems);
// Throws Error if neither is given.
void require_problems(const CLI::App& command, const ProblemSelection& problems);

}  // namespace ineq
