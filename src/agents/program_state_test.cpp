#include "agents/program_state.h"

#include <gtest/gtest.h>

#include <cmath>

#include "axioms/axioms.h"
#include "base/error.h"
#include "proof/action_text.h"
#include "proof/rules_by_set.h"
#include "term/parse.h"

namespace ineq {
namespace {

using Message = nlohmann::ordered_json;

class ProgramStateTest : public ::testing::Test {
 protected:
  ProgramStateTest()
      : problem_(RuleSet::kStandard, rules_[RuleSet::kStandard], bank_,
                 {.premises = {}, .goal = parse_statement(bank_, "a+b=b+a")}),
        state_(problem_.bank, problem_.theorem) {}

  std::string read(const Message& action) {
    return print_action(problem_.bank, state_,
                        read_program_action(problem_, state_, candidates_, action));
  }

  const RulesBySet rules_;
  Bank bank_;
  Problem problem_;
  State state_;
  std::vector<Action> candidates_;
};

TEST_F(ProgramStateTest, ActionsHaveFourForms) {
  const std::string text = "add_cmmt | (a+b) in obj";
  candidates_ = {read_action(problem_.bank, state_, "add_zero | (a+b) in obj").action.value(),
                 read_action(problem_.bank, state_, text).action.value()};
  EXPECT_EQ(read(text), text);
  EXPECT_EQ(read("@A(a+~b)=(b+a)$"), text);
  EXPECT_EQ(read({0, 1, 0, 0}), text);
  EXPECT_EQ(read(Message::array({0, 1})), text);
  EXPECT_EQ(read(1), text);
  for (const Message& bad :
       {Message(), Message(2), Message(-1), Message(0.5), Message(true), Message("nonsense"),
        Message::object(), Message::array(), Message::array({0, 99}), Message::array({0, -1}),
        Message::array({99, 1}), Message::array({0, 1, 1, 1, 1}),
        Message("add_cmmt | (c+d) in obj")}) {
    EXPECT_THROW(read(bad), Error) << bad;
  }
}

TEST_F(ProgramStateTest, RankedAnswersAreSorted) {
  const RankedAnswer ranked = read_ranked_answer(
      Message::parse(R"({"actions": [4, 5, 6], "log_probs": [-3, 0, -1.5], "steps_left": 2})"));
  ASSERT_EQ(ranked.entries.size(), 3u);
  EXPECT_EQ(ranked.entries[0].action, 5);
  EXPECT_EQ(ranked.entries[1].action, 6);
  EXPECT_EQ(ranked.entries[2].log_prob, -3);
  EXPECT_EQ(ranked.steps_left, 2);
  const RankedAnswer bare = read_ranked_answer(Message::parse(R"({"actions": [4, 5]})"));
  EXPECT_NEAR(std::exp(bare.entries[1].log_prob), 0.25, 1e-12);
  EXPECT_FALSE(bare.steps_left);
  EXPECT_EQ(read_ranked_answer(Message::parse(R"({"action": "x"})")).entries[0].action, "x");
  for (const char* bad :
       {"3", R"({"actions": 3})", R"({"actions": [1], "action": 1})",
        R"({"actions": [1], "log_probs": []})", R"({"actions": [1], "log_probs": [1]})",
        R"({"actions": [1], "log_probs": ["x"]})", R"({"actions": [1], "log_probs": [1e999]})",
        R"({"steps_left": -1})", R"({"steps_left": "few"})"}) {
    EXPECT_ANY_THROW(read_ranked_answer(Message::parse(bad))) << bad;
  }
}

TEST_F(ProgramStateTest, OnlyWholeProofsAreAccepted) {
  const std::string step = "add_cmmt | (a+b) in obj";
  EXPECT_EQ(read_program_proof(problem_, Message::array({step}), 1).size(), 1u);
  const std::pair<Message, const char*> bad[] = {
      {Message("x"), "neither a list"},
      {Message::array(), "the proof ends before"},
      {Message::array({step, step}), "but at most 1"},
      {Message::array({"add_cmmt | a in obj"}), "step 1: "},
      {Message::array({"nonsense"}), "step 1: "},
  };
  for (const auto& [proof, message] : bad) {
    try {
      read_program_proof(problem_, proof, 1);
      ADD_FAILURE() << proof;
    } catch (const Error& error) {
      EXPECT_NE(std::string(error.what()).find(message), std::string::npos) << error.what();
    }
  }
  EXPECT_THROW(read_program_proof(problem_, Message::array({step, step}), 2), Error);
}

TEST_F(ProgramStateTest, AStateHasTheViewsThatAreAskedFor) {
  Budget budget({});
  const Query query{
      .problem = &problem_, .state = &state_, .max_steps = 7, .proposals = 3, .budget = &budget};
  const Message bare = describe_state(query, {}).json;
  EXPECT_EQ(bare.dump(), R"({"rules":"standard","max_steps":7,"rank":3})");
  const auto all =
      describe_state(query, {.text = true, .pointer = true, .graph = true, .actions = true});
  EXPECT_EQ(all.json["text"], "to (a+b)=(b+a)");
  EXPECT_EQ(all.json["goals"], Message::array({"(a+b)=(b+a)"}));
  EXPECT_EQ(all.json["pointer"], "#(a+b)=(b+a)&$");
  EXPECT_EQ(all.json["graph"]["type"].size(), 7u);
  EXPECT_EQ(all.json["graph"]["edges"][0], Message::array({0, 1}));
  ASSERT_EQ(all.json["actions"].size(), all.candidates.size());
  for (std::size_t i = 0; i < all.candidates.size(); ++i) {
    candidates_ = all.candidates;
    EXPECT_EQ(read(i), all.json["actions"][i]);
    EXPECT_EQ(read(all.json["numbers"][i]), all.json["actions"][i]);
  }
}

}  // namespace
}  // namespace ineq
