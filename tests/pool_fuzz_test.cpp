// Pools of environments behave like single episodes under arbitrary calls (support/fuzz.h).
// `ineq_fuzz --pool` runs the same for longer.

#include <gtest/gtest.h>

#include "support/fuzz.h"

namespace ineq {
namespace {

TEST(PoolFuzzTest, RandomCalls) {
  FuzzPoolCounts counts;
  for (std::uint64_t seed = 1; seed <= 40; ++seed) counts += fuzz_pool(seed, 4000);
  // The runs are a useful test only if every kind of event is frequent.
  EXPECT_GT(counts.changed, 20'000u);
  EXPECT_GT(counts.texts, 20'000u);
  EXPECT_GT(counts.proven, 200u);
  EXPECT_GT(counts.truncated, 10'000u);
  EXPECT_GT(counts.refused, 2'000u);
  EXPECT_GT(counts.masks, 1'000u);
  EXPECT_GT(counts.restored, 500u);
  EXPECT_GT(counts.twins, 5'000u);
}

}  // namespace
}  // namespace ineq
