#pragma once
// Output that is whole or not there: a file is written under a temporary name, then renamed.

#include <string>
#include <string_view>

namespace ineq {

// `-` is standard output. Throws Error when the file cannot be written; what was there before
// stays.
void write_file(const std::string& path, std::string_view text);

}  // namespace ineq
