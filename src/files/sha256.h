#pragma once
// SHA-256 (FIPS 180-4), for the checksums of published files.

#include <string>
#include <string_view>

namespace ineq {

std::string sha256(std::string_view bytes);  // 64 hexadecimal digits

}  // namespace ineq
