// Replays recordings of the original INT program: every theorem, state, action and result in
// ../shared/reference. The tests are skipped if that folder does not exist.

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>

#include "axioms/axioms.h"
#include "env/episode.h"
#include "env/graph_view.h"
#include "files/lines.h"
#include "proof/action_text.h"
#include "proof/observation.h"
#include "proof/pointer_text.h"
#include "proof/record.h"
#include "support/repository.h"
#include "term/parse.h"
#include "term/print.h"

namespace ineq {
namespace {

using Json = nlohmann::json;
using Texts = std::vector<std::string>;

class ReferenceTest : public testing::Test {
 protected:
  // Calls visit(object, line) for every recorded theorem, or every recorded random walk.
  template <typename Visit>
  void for_each(bool walks, const Visit& visit) {
    const std::filesystem::path folder = in_reference();
    if (!std::filesystem::is_directory(folder)) {
      GTEST_SKIP() << folder << " is not there: the recordings of the original are not replayed";
    }
    std::size_t count = 0;
    for (const auto& file : std::filesystem::directory_iterator(folder)) {
      if (file.path().extension() != ".jsonl") continue;
      LineReader lines(file.path());
      for (std::string_view line; lines.next(line);) {
        const Json object = Json::parse(line);
        if (object.contains("walk") != walks) continue;
        SCOPED_TRACE(object.at("id").get<std::string>());
        bank_.reset();
        visit(object, line);
        ++count;
        if (HasFailure()) return;
      }
    }
    EXPECT_GT(count, 0u);
    std::printf("replayed %zu\n", count);
  }

  template <typename Statements>
  Texts texts(Statements statements) const {
    Texts out;
    for (const Statement s : statements) out.push_back(to_string(bank_, s));
    return out;
  }

  Theorem theorem_of(const Json& object) {
    Theorem theorem;
    for (const std::string text : object.at("premises")) {
      theorem.premises.push_back(parse_statement(bank_, text));
    }
    theorem.goal = parse_statement(bank_, object.at("goal").get<std::string>());
    return theorem;
  }

  void expect_state(const State& state, const Json& recorded) const {
    EXPECT_EQ(texts(state.goals()), recorded.at("objectives").get<Texts>());
    EXPECT_EQ(texts(state.facts()), recorded.at("ground_truth").get<Texts>());
  }

  // Applies the action and compares the step with the recording.
  void expect_step(State& state, const Action& action, const Json& recorded,
                   const std::string& result) {
    Step step;
    const bool valid = !state.instantiate(bank_, rules_, action, step);
    EXPECT_EQ(valid ? texts(step.assumptions()) : Texts{}, recorded.at("assumptions").get<Texts>());
    EXPECT_EQ(valid ? texts(std::vector{step.conclusion}) : Texts{},
              recorded.at("conclusions").get<Texts>());
    const Outcome outcome = state.apply(bank_, rules_, action);
    EXPECT_EQ(result, outcome == Outcome::kProven    ? "REWARD_PROOF_COMPLETE"
                      : outcome == Outcome::kChanged ? "REWARD_THEOREM_PROCEEDED"
                                                     : "REWARD_DUPLICATED_RESULTS");
  }

  void expect_same(const Action& left, const Action& right) {
    EXPECT_EQ(left.axiom, right.axiom);
    EXPECT_EQ(left.count, right.count);
    EXPECT_EQ(left.operands, right.operands);
  }

  // Checks INT's text of the action in both directions.
  void expect_text(const State& state, const Action& action, const std::string& text) {
    EXPECT_EQ(print_action(bank_, state, action), text);
    const Reading reading = read_action(bank_, state, text);
    ASSERT_TRUE(reading.action) << reading.missing;
    expect_same(*reading.action, action);
  }

  Action action_of(const Json& recorded, const std::vector<Statement>& places) {
    Action action{
        .axiom = static_cast<std::uint8_t>(*find_axiom(recorded.at("axiom").get<std::string>())),
        .count = static_cast<std::uint8_t>(places.size())};
    for (std::size_t i = 0; i < places.size(); ++i) {
      action.operands[i] = {places[i], recorded.at("operand_index").at(i)};
      EXPECT_EQ(to_string(bank_, subterm(bank_, places[i], action.operands[i].node)),
                recorded.at("operands").at(i));
    }
    return action;
  }

  Bank bank_;
  const Rules rules_ = make_rules(RuleSet::kInt2021);
};

TEST_F(ReferenceTest, EveryRecordIsAccepted) {
  for_each(false, [&](const Json&, std::string_view line) {
    const Record record = read_record(line);
    EXPECT_EQ(record.rules, RuleSet::kInt2021);
    const RecordVerdict verdict = check_record(bank_, rules_, record);
    EXPECT_TRUE(verdict.proven) << verdict.reason;
  });
}

// INT's graph actions count the terms of goals and facts from 1; 0 means no operand.
TEST_F(ReferenceTest, GraphActionsLeadToTheRecordedStates) {
  for_each(false, [&](const Json& object, std::string_view line) {
    Episode episode(RuleSet::kInt2021, 100);
    episode.reset(read_record(line));
    for (const Json& recorded : object.at("steps")) {
      bank_ = episode.bank();
      expect_state(episode.state(), recorded);
      GraphBatch graph;
      graph.add(episode.bank(), episode.state());
      EXPECT_EQ(graph.type.size(), recorded.at("n_graph_nodes"));
      EXPECT_EQ(graph.type.size() - graph.root.size(), recorded.at("n_entity_nodes"));
      const auto numbers = recorded.at("graph_action").get<std::vector<std::uint32_t>>();
      Action action{.axiom = static_cast<std::uint8_t>(numbers.at(0))};
      for (std::size_t i = 1; i < numbers.size() && numbers[i] > 0; ++i) {
        const auto operand = entity_at(episode.bank(), episode.state(), numbers[i] - 1);
        ASSERT_TRUE(operand);
        action.operands.at(action.count++) = *operand;
      }
      EXPECT_EQ(print_action(episode.bank(), episode.state(), action), recorded.at("target"));
      episode.step(action);
    }
    EXPECT_TRUE(episode.proven());
  });
}

TEST_F(ReferenceTest, EveryProofStepIsTheSame) {
  for_each(false, [&](const Json& object, std::string_view) {
    State state(bank_, theorem_of(object));
    for (std::size_t i = 0; i < object.at("steps").size(); ++i) {
      SCOPED_TRACE(i);
      const Json& recorded = object.at("steps").at(i);
      expect_state(state, recorded);
      std::string source, pointer_source;
      print_observation(bank_, state, source);
      print_pointer_state(bank_, state, pointer_source);
      EXPECT_EQ(source, recorded.at("source"));
      EXPECT_EQ(pointer_source, recorded.at("pointer_source"));

      std::vector<Statement> places;
      for (const std::string root : recorded.at("operand_root")) {
        places.push_back(root == "obj" ? *first_goal(state) : parse_statement(bank_, root));
      }
      const Action action = action_of(recorded, places);
      expect_text(state, action, recorded.at("target"));
      EXPECT_EQ(print_pointer_action(bank_, state, action), recorded.at("pointer_target"));
      const Reading pointer =
          read_pointer_action(bank_, state, recorded.at("pointer_target").get<std::string>());
      ASSERT_TRUE(pointer.action) << pointer.missing;
      expect_same(*pointer.action, action);

      expect_step(state, action, recorded, object.at("results").at(i));
    }
    EXPECT_TRUE(state.proven());
  });
}

TEST_F(ReferenceTest, EveryRandomTransitionIsTheSame) {
  for_each(true, [&](const Json& object, std::string_view) {
    State state(bank_, theorem_of(object));
    for (const Json& recorded : object.at("walk")) {
      expect_state(state, recorded.at("pre"));
      std::vector<Statement> places;
      for (const Json& root : recorded.at("operand_root")) {
        const Json& list =
            recorded.at("pre").at(root.at(0) == "obj" ? "objectives" : "ground_truth");
        places.push_back(
            parse_statement(bank_, list.at(root.at(1).get<std::size_t>()).get<std::string>()));
      }
      const Action action = action_of(recorded, places);
      expect_text(state, action, recorded.at("seq_action"));
      expect_step(state, action, recorded, recorded.at("result"));
      expect_state(state, recorded.at("post"));
      EXPECT_EQ(state.proven(), recorded.at("proved").get<bool>());
    }
  });
}

}  // namespace
}  // namespace ineq
