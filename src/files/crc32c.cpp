#include "files/crc32c.h"

#include <array>

namespace ineq {
namespace {

// The checksum of each byte. Bits are in reflected order: the lowest is the first.
constexpr std::array<std::uint32_t, 256> kCrcOfByte = [] {
  constexpr std::uint32_t kPolynomial = 0x82f63b78;
  std::array<std::uint32_t, 256> out{};
  for (std::uint32_t byte = 0; byte < 256; ++byte) {
    std::uint32_t crc = byte;
    for (int bit = 0; bit < 8; ++bit) crc = (crc >> 1) ^ ((crc & 1) != 0 ? kPolynomial : 0);
    out[byte] = crc;
  }
  return out;
}();

}  // namespace

std::uint32_t crc32c(std::string_view bytes) {
  std::uint32_t crc = 0xffffffff;
  for (const char c : bytes) {
    crc = (crc >> 8) ^ kCrcOfByte[(crc ^ static_cast<unsigned char>(c)) & 0xff];
  }
  return ~crc;
}

}  // namespace ineq
