#pragma once
// Draws from the symmetric Dirichlet distribution: random weights that add up to 1. With a small
// `alpha`, a few of them are large and the others are close to 0; with a large one, all are about
// equal.
//
// The draws use no distribution of the standard library, because those differ between
// implementations. They do use its logarithm and exponential function, whose last digits may differ
// between machines.

#include <cstddef>
#include <span>

#include "base/rng.h"

namespace ineq {

inline constexpr double kMinAlpha = 0.001;
inline constexpr double kMaxAlpha = 1000;

// Fills `out`. Requires kMinAlpha <= alpha <= kMaxAlpha.
void draw_dirichlet(double alpha, Rng& rng, std::span<double> out);

}  // namespace ineq
