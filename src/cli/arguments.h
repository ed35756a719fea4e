#pragma once
// Prepares the command line for CLI11, and puts CLI11's errors into words.

#include <CLI/CLI.hpp>
#include <string>
#include <vector>

namespace ineq {

// Returns the arguments in a form that CLI11 reads as they were meant: `help COMMAND` as
// `COMMAND --help`, an option's value as an argument of its own even if it is empty, and a goal
// that begins with a minus sign as a goal rather than an option. Throws Error if there is no such
// command.
std::vector<std::string> prepare_arguments(const CLI::App& app,
                                           const std::vector<std::string>& arguments);

// Throws Error if an option has an empty value, which would count as no value.
void refuse_empty_values(const CLI::App& app);

// The message for an error of CLI11.
std::string describe(const CLI::App& app, const CLI::ParseError& error);

}  // namespace ineq
