#include "base/streams.h"

#include <gtest/gtest.h>

#include <set>

namespace ineq {
namespace {

constexpr Purpose kPurposes[] = {Purpose::kDataset, Purpose::kTest, Purpose::kValidation,
                                 Purpose::kPool, Purpose::kProblem};

TEST(StreamsTest, NoTwoAreTheSame) {
  std::set<std::uint64_t> seen;
  std::size_t count = 0;
  for (const Purpose purpose : kPurposes) {
    for (std::uint64_t seed = 0; seed < 50; ++seed) {
      for (std::uint64_t number = 0; number < 500; ++number, ++count) {
        seen.insert(stream_seed(purpose, seed, number));
      }
    }
  }
  EXPECT_EQ(seen.size(), count);
}

TEST(StreamsTest, StreamsOfDatasetsNeverChange) {
  EXPECT_EQ(stream_seed(Purpose::kDataset, 1, 12), mix(mix(1) + 12));
  EXPECT_EQ(stream(Purpose::kDataset, 7, 0).next(), Rng(mix(mix(7))).next());
}

}  // namespace
}  // namespace ineq
