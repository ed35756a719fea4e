#pragma once
// CRC-32C, the checksum with Castagnoli's polynomial (RFC 3720, appendix B.4), for the records of
// event files. It finds accidental damage, not tampering; files/sha256.h is for that.

#include <cstdint>
#include <string_view>

namespace ineq {

std::uint32_t crc32c(std::string_view bytes);

}  // namespace ineq
