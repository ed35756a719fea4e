#pragma once
// The layout of the help: two columns, wrapped to the width of the terminal.

#include <CLI/CLI.hpp>
#include <cstddef>
#include <memory>

namespace ineq {

// The width of the terminal, at most 100; 80 if standard output is not a terminal.
std::size_t help_width();

std::shared_ptr<CLI::Formatter> make_help_formatter(std::size_t width);

}  // namespace ineq
