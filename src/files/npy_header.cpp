#include "files/npy_header.h"

#include <algorithm>
#include <limits>

#include "base/error.h"

namespace ineq {

std::optional<std::uint64_t> npy_values(const std::vector<std::int64_t>& shape) {
  std::int64_t product = 1;  // without dimensions that are 0
  bool is_empty = false;
  for (const std::int64_t dimension : shape) {
    if (dimension < 0) return std::nullopt;
    is_empty = is_empty || dimension == 0;
    const std::int64_t factor = std::max<std::int64_t>(dimension, 1);
    if (product > std::numeric_limits<std::int64_t>::max() / factor) return std::nullopt;
    product *= factor;
  }
  return is_empty ? 0 : static_cast<std::uint64_t>(product);
}

std::string npy_header(const std::vector<std::int64_t>& shape) {
  constexpr std::size_t kAlignment = 64;
  INEQ_CHECK(shape.size() <= kMostNpyDimensions);  // so the length fits into two bytes
  std::string text = "{'descr': '<f4', 'fortran_order': False, 'shape': (";
  for (std::size_t i = 0; i < shape.size(); ++i) {
    if (i > 0) text += ' ';
    text += std::to_string(shape[i]);
    if (i == 0 || i + 1 < shape.size()) text += ',';  // in Python, (7) is a number and (7,) a tuple
  }
  text += "), }";
  const std::size_t end = kNpyMagic.size() + 4 + text.size() + 1;
  text.append((kAlignment - end % kAlignment) % kAlignment, ' ');
  text += '\n';
  std::string out(kNpyMagic);
  out += {1, 0, static_cast<char>(text.size() & 0xff), static_cast<char>(text.size() >> 8)};
  return out + text;
}

// The format asks writers for alphabetical order of the keys, and NumPy follows that, so a parser
// of Python's dictionaries is not needed.
std::vector<std::int64_t> read_npy_description(std::string text) {
  std::erase_if(text, [](char c) { return c == ' ' || c == '\n'; });
  std::string_view rest = text;
  const auto skip = [&](std::string_view expected) {
    if (!rest.starts_with(expected)) return false;
    rest.remove_prefix(expected.size());
    return true;
  };
  const auto require = [](bool is_good) {
    if (!is_good) throw Error("the description of the array cannot be read");
  };
  require(skip("{'descr':"));
  if (!skip("'<f4',")) throw Error("the numbers are not of the type '<f4' (float32)");
  require(skip("'fortran_order':"));
  if (skip("True,")) throw Error("the array is in the order of Fortran");
  require(skip("False,'shape':("));
  std::vector<std::int64_t> shape;
  while (!skip(")")) {
    constexpr std::size_t kMostDigits = 18;  // all such numbers are below 2^63
    const std::size_t digits = std::min(rest.find_first_not_of("0123456789"), rest.size());
    require(digits > 0);
    if (digits > kMostDigits || shape.size() == kMostNpyDimensions) {
      throw Error("the shape of the array is impossible");
    }
    shape.push_back(std::stoll(std::string(rest.substr(0, digits))));
    rest.remove_prefix(digits);
    require(skip(",") || rest.starts_with(')'));
  }
  skip(",");
  require(rest == "}");
  return shape;
}

}  // namespace ineq
