#include "search/dirichlet.h"

#include <gtest/gtest.h>

#include <cmath>
#include <numeric>
#include <vector>

#include "support/cases.h"

namespace ineq {
namespace {

constexpr std::uint64_t kDirichletDraws = cases(20'000, 2'000);

// Among n weights, each has the mean 1/n and the variance (1/n)(1 - 1/n)/(n alpha + 1).
TEST(DirichletTest, HasTheMeanAndTheVarianceOfTheDistribution) {
  for (const double alpha : {0.03, 0.3, 1.0, 4.0}) {
    for (const std::size_t n : {2u, 7u}) {
      Rng rng(1);
      std::vector<double> weights(n);
      double sum = 0, squares = 0;
      for (std::uint64_t i = 0; i < kDirichletDraws; ++i) {
        draw_dirichlet(alpha, rng, weights);
        EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-12);
        EXPECT_GE(std::ranges::min(weights), 0);
        sum += weights[1];
        squares += weights[1] * weights[1];
      }
      const auto draws = static_cast<double>(kDirichletDraws);
      const double expected = 1 / static_cast<double>(n);
      const double variance = expected * (1 - expected) / (static_cast<double>(n) * alpha + 1);
      const double mean = sum / draws;
      EXPECT_NEAR(mean, expected, 4 * std::sqrt(variance / draws)) << alpha << " " << n;
      EXPECT_NEAR(squares / draws - mean * mean, variance, 0.1 * variance) << alpha << " " << n;
    }
  }
}

TEST(DirichletTest, ExtremeParametersGiveWeightsThatAddUpToOne) {
  Rng rng(2);
  for (const double alpha : {kMinAlpha, kMaxAlpha}) {
    for (const std::size_t n : {1u, 2u, 300u}) {
      std::vector<double> weights(n);
      draw_dirichlet(alpha, rng, weights);
      EXPECT_NEAR(std::accumulate(weights.begin(), weights.end(), 0.0), 1, 1e-9);
    }
  }
}

TEST(DirichletTest, TheSameSeedGivesTheSameWeights) {
  std::vector<double> one(5), two(5), other(5);
  Rng a(3), b(3), c(4);
  draw_dirichlet(0.3, a, one);
  draw_dirichlet(0.3, b, two);
  draw_dirichlet(0.3, c, other);
  EXPECT_EQ(one, two);
  EXPECT_NE(one, other);
}

}  // namespace
}  // namespace ineq
