#include "search/dirichlet.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"

namespace ineq {
namespace {

double unit_above_zero(Rng& rng) { return 1 - rng.unit(); }

// Marsaglia's polar method. The second of its two draws is dropped.
double draw_normal(Rng& rng) {
  while (true) {
    const double x = 2 * rng.unit() - 1;
    const double y = 2 * rng.unit() - 1;
    const double square = x * x + y * y;
    if (square > 0 && square < 1) return x * std::sqrt(-2 * std::log(square) / square);
  }
}

// The logarithm of a draw from the gamma distribution with this shape and scale 1 (Marsaglia and
// Tsang, 2000). The draws of a small shape are too small for a double; their logarithms are not.
double draw_log_gamma(double shape, Rng& rng) {
  if (shape < 1) {
    const double larger = draw_log_gamma(shape + 1, rng);
    return larger + std::log(unit_above_zero(rng)) / shape;
  }
  const double d = shape - 1.0 / 3;
  const double c = 1 / std::sqrt(9 * d);
  while (true) {
    const double x = draw_normal(rng);
    const double root = 1 + c * x;
    if (root <= 0) continue;
    const double log_v = 3 * std::log(root);
    const double v = root * root * root;
    if (std::log(unit_above_zero(rng)) < x * x / 2 + d * (1 - v + log_v)) {
      return std::log(d) + log_v;
    }
  }
}

}  // namespace

void draw_dirichlet(double alpha, Rng& rng, std::span<double> out) {
  INEQ_CHECK(alpha >= kMinAlpha && alpha <= kMaxAlpha);
  if (out.empty()) return;
  for (double& weight : out) weight = draw_log_gamma(alpha, rng);
  const double most = std::ranges::max(out);
  double sum = 0;
  for (double& weight : out) sum += weight = std::exp(weight - most);
  for (double& weight : out) weight /= sum;
}

}  // namespace ineq
