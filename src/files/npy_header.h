#pragma once
// The header of an array in NumPy's format `.npy`: magic number, version, and a description of
// type, order and shape as a Python dictionary. Only 32-bit floating-point numbers, little-endian
// and in C order, are written and read. files/npz.h packs such arrays into archives.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ineq {

inline constexpr std::string_view kNpyMagic = "\x93NUMPY";
inline constexpr std::size_t kMostNpyDimensions = 32;  // as in NumPy 1

// The number of values of an array. There is none if a dimension is negative or if dimensions other
// than 0 have a product beyond 2^63, so the dimensions can be multiplied in any order.
std::optional<std::uint64_t> npy_values(const std::vector<std::int64_t>& shape);

// All bytes that precede the values, in version 1.0 of the format. Their number is a multiple
// of 64.
std::string npy_header(const std::vector<std::int64_t>& shape);

// Returns the shape that a description gives. Throws Error if the description cannot be read or if
// the array has another type or order.
std::vector<std::int64_t> read_npy_description(std::string text);

}  // namespace ineq
