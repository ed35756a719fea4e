#include "benchmark/frozen_set.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "benchmark/problem.h"
#include "benchmark/split.h"
#include "benchmark/split_manifest.h"
#include "support/fixture.h"

namespace ineq {
namespace {

TEST(FrozenSetTest, EverySetOfTheManifestHasAName) {
  const std::vector<FrozenSet> sets = frozen_sets();
  const SplitManifest manifest = frozen_manifest();
  EXPECT_EQ(sets.size(),
            static_cast<std::size_t>(std::ranges::count_if(
                manifest, [](const auto& file) { return file.first.ends_with(".jsonl"); })));
  for (const FrozenSet& set : sets) {
    EXPECT_EQ(set.version, kSplitVersion);
    const SplitFile& file = manifest.at(set.name.substr(3) + ".jsonl");
    EXPECT_EQ(set.sha256, file.sha256);
    EXPECT_EQ(set.theorems, file.theorems);
  }
  EXPECT_EQ(find_frozen_set("v1/iid/k3l5/test").theorems, 1000u);
  for (const char* name : {"", "v1", "iid/k3l5/test", "v2/iid/k3l5/test", "v1/iid/k3l5/train"}) {
    EXPECT_EQ(error_of([&] { find_frozen_set(name); }),
              std::string("there is no frozen set '") + name +
                  "'; `ineq split --list` prints the names, such as v1/axioms/test-k2l7");
  }
}

// One set of each kind: without other files, with a list of axioms, and with the goals of one or
// several test sets to exclude. make_frozen_set compares the checksum.
TEST(FrozenSetTest, ASetIsMadeWithoutTheOthers) {
  for (const char* name : {"v1/iid/k3l3/test", "v1/orders/k3l3/test",
                           "v1/combinations/k3l3/validation", "v1/length/validation-k3l3"}) {
    const FrozenSet set = find_frozen_set(name);
    const std::string text = make_frozen_set(set);
    EXPECT_EQ(static_cast<std::size_t>(std::ranges::count(text, '\n')), set.theorems) << name;
  }
  EXPECT_EQ(error_of([] { make_split_set("iid/k3l3"); }), "there is no set 'iid/k3l3'");
  EXPECT_EQ(error_of([] { make_split_set("sums/test"); }), "there is no experiment 'sums'");
}

TEST(FrozenSetTest, ASetWithOtherBytesIsRefused) {
  FrozenSet set = find_frozen_set("v1/iid/k3l3/validation");
  const std::string published = set.sha256;
  set.sha256 = std::string(64, '0');
  EXPECT_EQ(error_of([&] { make_frozen_set(set); }),
            set.name + ": expected the SHA-256 " + set.sha256 + ", found " + published);
}

TEST(FrozenSetTest, ASetIsAListOfProblems) {
  const std::vector<TestProblem> all = read_problems({.set = "v1/iid/k3l3/test"});
  const std::vector<TestProblem> some =
      read_problems({.set = "v1/iid/k3l3/test", .first = 998, .count = 5});
  ASSERT_EQ(all.size(), 1000u);
  ASSERT_EQ(some.size(), 2u);
  EXPECT_EQ(some.back().number, 999u);
  EXPECT_EQ(some.back().record.line, all.back().record.line);
}

}  // namespace
}  // namespace ineq
