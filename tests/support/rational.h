#pragma once
// The truth of statements at exact rational points: a meaning that is independent of the axioms.

#include <array>
#include <boost/multiprecision/cpp_int.hpp>

#include "base/rng.h"
#include "kernel/kernel.h"

namespace ineq {

using Rational = boost::multiprecision::cpp_rational;

// A value for every variable. 1/0 also has an arbitrary value, on which a sound proof must not
// depend.
struct Point {
  std::array<Rational, 26> variable;
  Rational inverse_of_zero;
};

Point random_point(Rng& rng);  // small numerators and denominators, so that zeros and ties occur

Rational evaluate(const Bank& bank, Term term, const Point& point);
bool holds(const Bank& bank, Statement statement, const Point& point);

// Tries `tries` random points. Returns false if the premises hold at one of them but the goal does
// not.
bool survives(const Bank& bank, const Theorem& theorem, Rng& rng, int tries);

}  // namespace ineq
