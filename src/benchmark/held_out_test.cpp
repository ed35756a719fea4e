#include "benchmark/held_out.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "benchmark/split.h"
#include "files/temporary_folder.h"
#include "generate/axiom_lists.h"

namespace ineq {
namespace {

TEST(HeldOutTest, HasTheGoalsOfTheFrozenSets) {
  const TemporaryFolder folder;
  SplitRequest request{.folder = folder.path(), .experiments = {"iid", "initial-condition"}};
  write_splits(request, [](std::size_t, std::size_t) {});
  const auto held_out = held_out_goals({});
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(folder.path())) {
    if (entry.path().extension() != ".jsonl") continue;
    ++files;
    for (const std::uint64_t goal : load_goals(entry.path())) {
      ASSERT_TRUE(held_out.contains(goal)) << entry.path();
    }
  }
  EXPECT_EQ(files, 40u);
}

TEST(HeldOutTest, HasThePublishedGoalsForOtherRulesToo) {
  const auto published = held_out_goals({});
  const auto held_out = held_out_goals({.rules = RuleSet::kInt2021});
  EXPECT_GT(held_out.size(), published.size());
  for (const std::uint64_t goal : published) ASSERT_TRUE(held_out.contains(goal));
}

}  // namespace
}  // namespace ineq
