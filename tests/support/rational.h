#pragma once
// Truth at exact rational points: the independent meaning of terms and statements.

#include <array>
#include <boost/multiprecision/cpp_int.hpp>

#include "base/rng.h"
#include "kernel/kernel.h"

namespace ineq {

using Rational = boost::multiprecision::cpp_rational;

// A value for every variable. 1/0 has a value too, any one: a sound proof may not depend on it.
struct Point {
  std::array<Rational, 26> variable;
  Rational inverse_of_zero;
};

Point random_point(Rng& rng);  // small numerators and denominators, so that zeros and ties happen

Rational evaluate(const Bank& bank, Term term, const Point& point);
bool holds(const Bank& bank, Statement statement, const Point& point);

// Looks at `tries` random points. False if the premises hold at one where the goal does not.
bool survives(const Bank& bank, const Theorem& theorem, Rng& rng, int tries);

}  // namespace ineq
