#pragma once
// What the terminal looks like, and how tables are printed on it.

#include <cstddef>

#include "benchmark/table.h"

namespace ineq {

// The number of columns of the terminal that the file descriptor refers to: what the terminal
// itself says, otherwise the environment variable COLUMNS, otherwise 80.
std::size_t screen_columns(int descriptor);

// Aligned columns if standard output is a terminal, unless Markdown is asked for.
TableStyle table_style(bool markdown);

}  // namespace ineq
