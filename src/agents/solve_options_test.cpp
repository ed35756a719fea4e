#include "agents/solve_options.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/error.h"

namespace ineq {
namespace {

SolveOptions options_of(const std::vector<GivenOption>& given) { return read_solve_options(given); }

std::string option_error(const std::vector<GivenOption>& given) {
  try {
    options_of(given);
  } catch (const Error& error) {
    return error.what();
  }
  return "";
}

TEST(SolveOptionsTest, WithoutOptionsEverythingHasItsDefault) {
  const SolveOptions none = options_of({});
  EXPECT_EQ(none.limits.nodes, SearchLimits().nodes);
  EXPECT_EQ(none.agent.best_first.weight, BestFirstOptions().weight);
  EXPECT_EQ(none.acting.search.best_first.width, ActingOptions::guided_search().best_first.width);
  EXPECT_EQ(none.acting.acting, Acting::kGreedy);
  EXPECT_FALSE(none.rules || none.all_actions || none.protocol);
}

TEST(SolveOptionsTest, SearchesWithAndWithoutNetworkTakeTheSameOption) {
  const SolveOptions options = options_of({{"weight", "3"}, {"seed", "5"}, {"weight", "2"}});
  EXPECT_EQ(options.agent.best_first.weight, 2);
  EXPECT_EQ(options.acting.search.best_first.weight, 2);
  EXPECT_EQ(options.acting.search.seed, 5u);
}

TEST(SolveOptionsTest, OptionsTakePrecedenceOverProtocolAndSearchInAnyOrder) {
  EXPECT_EQ(options_of({{"search", "beam"}}).acting.policy.beam, 4u);
  EXPECT_EQ(options_of({{"beam", "7"}, {"search", "beam"}}).acting.policy.beam, 7u);
  EXPECT_FALSE(options_of({{"protocol", "paper"}}).acting.policy.masks);
  EXPECT_TRUE(options_of({{"masks", "true"}, {"protocol", "paper"}}).acting.policy.masks);
  const SolveOptions ksubs = options_of({{"width", "2"}, {"protocol", "ksubs"}});
  EXPECT_EQ(ksubs.acting.acting, Acting::kBestFirst);
  EXPECT_EQ(ksubs.agent.best_first.width, 2u);
  EXPECT_EQ(ksubs.limits.nodes, 1000u);
  EXPECT_EQ(ksubs.limits.steps, 30u);
}

TEST(SolveOptionsTest, ErrorsBeginWithTheNameOfTheOption) {
  EXPECT_EQ(option_error({{"nods", "3"}}), "there is no option 'nods'");
  EXPECT_EQ(option_error({{"algorithm", "mcts"}}), "there is no option 'algorithm'");
  for (const GivenOption& wrong : std::vector<GivenOption>{{"nodes", "many"},
                                                           {"steps", "100000"},
                                                           {"simulations", "0"},
                                                           {"search", "deep"},
                                                           {"device", "moon"},
                                                           {"rules", "mine"}}) {
    EXPECT_TRUE(option_error({wrong}).starts_with(wrong.first + ": expected"))
        << option_error({wrong});
  }
  EXPECT_NE(option_error({{"protocol", "ksubs"}, {"search", "mcts"}}), "");
}

TEST(SolveOptionsTest, TheJsonHasWhatResultsDependOn) {
  const nlohmann::json json = options_of({{"rules", "full"}, {"cache", "5"}}).to_json();
  EXPECT_EQ(json["rules"], "full");
  EXPECT_EQ(json["all_actions"], false);
  EXPECT_FALSE(json.contains("cache") || json.contains("device") || json.contains("algorithm"));
}

}  // namespace
}  // namespace ineq
