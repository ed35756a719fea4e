#include "search/option_fields.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "files/field_json.h"

namespace ineq {
namespace {

using OrderedJson = nlohmann::ordered_json;

// Fields that are missing from the list would be lost on the way.
TEST(OptionFieldsTest, EveryOptionGoesThroughJson) {
  AgentOptions options{.algorithm = Algorithm::kMcts, .seed = 7};
  options.best_first = {.weight = 3,
                        .prior_weight = 0.5,
                        .width = 9,
                        .together = 2,
                        .length = 1,
                        .distance_weight = 0.25};
  options.mcts = {.simulations = 2,
                  .c_puct = 4,
                  .tau = 0,
                  .batch = 8,
                  .over = MctsOptions::Over::kAxioms,
                  .noise = 0.5,
                  .noise_alpha = 2};
  const OrderedJson json = fields_to_json(options);
  EXPECT_EQ(json.dump(),
            R"({"algorithm":"mcts","seed":7,"weight":3.0,"prior_weight":0.5,"width":9,)"
            R"("together":2,"length":1.0,"distance_weight":0.25,"simulations":2,)"
            R"("c_puct":4.0,"tau":0.0,"batch":8,"over":"axioms","noise":0.5,"noise_alpha":2.0})");
  AgentOptions back;
  fields_from_json(json, back);
  EXPECT_EQ(fields_to_json(back), json);
  EXPECT_EQ(back.mcts.over, MctsOptions::Over::kAxioms);
  EXPECT_EQ(fields_to_json(SearchLimits()).dump(),
            R"({"nodes":10000,"steps":15,"seconds":0.0,"memory":4294967296})");
}

// The command line shows limits and options side by side.
TEST(OptionFieldsTest, NoTwoHaveTheSameName) {
  std::set<std::string> names;
  const auto add = [&](const char* name, const auto&, const char* help) {
    EXPECT_TRUE(names.insert(name).second) << name;
    EXPECT_GT(std::string(help).size(), 10u);
  };
  SearchLimits limits;
  AgentOptions options;
  visit_fields(limits, add);
  visit_fields(options, add);
  EXPECT_EQ(names.size(), 19u);
}

}  // namespace
}  // namespace ineq
