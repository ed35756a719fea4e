#ifndef INEQ_TESTS_SUPPORT_CASES_H
#define INEQ_TESTS_SUPPORT_CASES_H

#include <cstdint>

namespace ineq {

// How many cases a test tries: fewer under AddressSanitizer, which makes it some ten times slower.
constexpr std::uint64_t cases([[maybe_unused]] std::uint64_t all,
                              [[maybe_unused]] std::uint64_t sanitized) {
#ifdef __SANITIZE_ADDRESS__
  return sanitized;
#else
  return all;
#endif
}

}  // namespace ineq

#endif  // INEQ_TESTS_SUPPORT_CASES_H
