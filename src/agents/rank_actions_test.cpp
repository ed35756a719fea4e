#include "agents/rank_actions.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <vector>

#include "base/error.h"
#include "base/hash.h"

namespace ineq {
namespace {

using ChoiceList = std::vector<Choice>;

// After how many choices an action that begins with this one is complete: 1, 2 or 3.
std::size_t length_after(Choice first) { return static_cast<std::size_t>(first % 3) + 1; }

// Some complete sequences mean no action. They are ranked and drawn all the same, as an action
// without operands.
bool is_meaningless(const ChoiceList& choices) { return choices.size() == 2 && choices[1] == 1; }

ChoiceList sequence_of(const Action& action) {
  ChoiceList out;
  for (std::size_t i = 0; i < action.count; ++i) {
    out.push_back(static_cast<Choice>(action.operands[i].node));
  }
  return out;
}

// An input without states, whose actions have the choices as operands. State number i is `axiom`.
class FakeInput : public Input {
 public:
  explicit FakeInput(std::size_t states) : states_(states) {}

  void clear() override {}
  void add(Bank&, RuleSet, const Rules&, const State&) override {}
  std::size_t states() const override { return states_; }
  bool encode(Bank&, const Rules&, const State&, const Action&,
              std::vector<Choice>&) const override {
    return false;
  }
  bool is_complete(std::size_t, std::span<const Choice> choices) const override {
    return !choices.empty() && choices.size() == length_after(choices[0]);
  }
  std::optional<Action> decode(Bank&, const State&, std::size_t number,
                               std::span<const Choice> choices) const override {
    if (is_meaningless({choices.begin(), choices.end()})) return std::nullopt;
    Action out{.axiom = static_cast<std::uint8_t>(number),
               .count = static_cast<std::uint8_t>(choices.size())};
    for (std::size_t i = 0; i < choices.size(); ++i) {
      out.operands[i].node = static_cast<std::uint32_t>(choices[i]);
    }
    return out;
  }

 private:
  std::size_t states_;
};

// Probabilities that depend on the state and the prefix. State number 2 cannot begin with 0.
std::vector<float> fake_log_probs(std::size_t state, const ChoiceList& prefix, std::size_t count) {
  std::uint64_t key = mix(state + 1);
  for (const Choice choice : prefix) key = mix(key + static_cast<std::uint64_t>(choice) + 1);
  Rng rng(key);
  std::vector<double> weight;
  for (std::size_t i = 0; i < count; ++i) weight.push_back(std::exp(3 * rng.unit()));
  if (state == 2 && prefix.empty()) weight[0] = 0;
  const double total = std::accumulate(weight.begin(), weight.end(), 0.0);
  std::vector<float> out;
  for (const double w : weight) out.push_back(static_cast<float>(std::log(w / total)));
  return out;
}

class FakeAnswers : public Answers {
 public:
  FakeAnswers(std::size_t states, std::size_t count) : count_(count) {
    for (std::size_t i = 0; i < states; ++i) {
      prefixes_.push_back({i, {}});
      add(first_, i, {});
    }
  }

  std::span<const float> steps_left() const override { return {}; }
  const Choices& first() override { return first_; }
  const Choices& extend(std::span<const Extension> extensions) override {
    next_ = {};
    for (const auto& [prefix, choice] : extensions) {
      INEQ_CHECK(prefix < prefixes_.size());
      auto [state, choices] = prefixes_[prefix];
      choices.push_back(choice);
      EXPECT_LT(choices.size(), length_after(choices[0])) << "this is a complete action";
      add(next_, state, choices);
      prefixes_.push_back({state, choices});
    }
    return next_;
  }

  std::size_t asked() const { return prefixes_.size(); }

 private:
  void add(Choices& to, std::size_t state, const ChoiceList& prefix) const {
    const std::vector<float> more = fake_log_probs(state, prefix, count_);
    to.log_prob.insert(to.log_prob.end(), more.begin(), more.end());
    to.offset.push_back(static_cast<std::int64_t>(to.log_prob.size()));
  }

  std::size_t count_;
  Choices first_, next_;
  std::vector<std::pair<std::size_t, ChoiceList>> prefixes_;
};

struct FakeAction {
  double log_prob;
  ChoiceList choices;
};

// All actions of the state, the most probable one first.
void list_all(std::size_t state, std::size_t count, const FakeAction& prefix,
              std::vector<FakeAction>& out) {
  const std::vector<float> next = fake_log_probs(state, prefix.choices, count);
  for (std::size_t i = 0; i < count; ++i) {
    FakeAction longer = prefix;
    longer.log_prob += next[i];
    longer.choices.push_back(static_cast<Choice>(i));
    if (longer.log_prob == -INFINITY) continue;
    if (longer.choices.size() < length_after(longer.choices[0])) {
      list_all(state, count, longer, out);
    } else {
      if (is_meaningless(longer.choices)) longer.choices.clear();
      out.push_back(longer);
    }
  }
}

std::vector<FakeAction> all_actions(std::size_t state, std::size_t count) {
  std::vector<FakeAction> out;
  list_all(state, count, {0, {}}, out);
  std::ranges::stable_sort(out, std::greater(), &FakeAction::log_prob);
  return out;
}

class RankActions : public testing::Test {
 protected:
  static constexpr std::size_t kStates = 4;
  static constexpr std::size_t kCount = 7;  // choices after each prefix

  RankActions()
      : state_(bank_,
               {.premises = {},
                .goal = bank_.statement(Op::kEqual, bank_.variable('a'), bank_.variable('b'))}),
        subjects_(kStates, Subject{&bank_, nullptr, &state_}) {}

  Bank bank_;
  State state_;
  std::vector<Subject> subjects_;
  FakeInput input_{kStates};
  FakeAnswers answers_{kStates, kCount};
};

void expect_equal(const std::vector<RankedAction>& found, const std::vector<FakeAction>& expected) {
  ASSERT_EQ(found.size(), expected.size());
  for (std::size_t i = 0; i < found.size(); ++i) {
    EXPECT_EQ(sequence_of(found[i].action), expected[i].choices) << i;
    EXPECT_NEAR(found[i].log_prob, expected[i].log_prob, 1e-5);
  }
}

const Accept kAcceptAll = [](std::size_t, const Action&) { return true; };

TEST_F(RankActions, AllActionsComeInTheOrderOfTheirProbabilities) {
  const auto ranked = rank_actions(answers_, input_, subjects_, {.count = SIZE_MAX}, kAcceptAll);
  ASSERT_EQ(ranked.size(), kStates);
  for (std::size_t i = 0; i < kStates; ++i) {
    expect_equal(ranked[i], all_actions(i, kCount));
    for (const RankedAction& action : ranked[i]) {
      EXPECT_EQ(action.action.axiom, action.action.count > 0 ? i : 0);
    }
  }
}

TEST_F(RankActions, AsksOnlyAboutWhatCouldBeNext) {
  const auto ranked = rank_actions(answers_, input_, subjects_, {.count = 2}, kAcceptAll);
  for (std::size_t i = 0; i < kStates; ++i) {
    std::vector<FakeAction> expected = all_actions(i, kCount);
    expected.resize(2);
    expect_equal(ranked[i], expected);
  }
  FakeAnswers all(kStates, kCount);
  rank_actions(all, input_, subjects_, {.count = SIZE_MAX}, kAcceptAll);
  EXPECT_LT(answers_.asked(), all.asked() / 2);
}

TEST_F(RankActions, OnlyAcceptedActionsAreTaken) {
  const auto is_good = [](std::size_t state, const ChoiceList& choices) {
    return !choices.empty() && (choices.back() + static_cast<Choice>(state)) % 3 == 0;
  };
  std::vector<std::vector<ChoiceList>> asked(kStates);
  const auto ranked = rank_actions(answers_, input_, subjects_, {.count = 5},
                                   [&](std::size_t i, const Action& action) {
                                     asked[i].push_back(sequence_of(action));
                                     return is_good(i, sequence_of(action));
                                   });
  for (std::size_t i = 0; i < kStates; ++i) {
    const std::vector<FakeAction> all = all_actions(i, kCount);
    std::vector<FakeAction> expected;
    for (const FakeAction& action : all) {
      if (is_good(i, action.choices) && expected.size() < 5) expected.push_back(action);
    }
    expect_equal(ranked[i], expected);
    for (std::size_t k = 0; k < asked[i].size(); ++k) EXPECT_EQ(asked[i][k], all[k].choices);
  }
}

// If nothing is accepted, the search ends although there are more actions than it may try.
TEST_F(RankActions, GivesUpAfterThousands) {
  FakeAnswers many(1, 100);
  std::size_t asked = 0;
  const auto ranked = rank_actions(many, FakeInput(1), std::span(subjects_).first(1), {.count = 1},
                                   [&](std::size_t, const Action&) { return ++asked == 0; });
  EXPECT_TRUE(ranked[0].empty());
  EXPECT_GT(asked, 1000u);
  EXPECT_LT(asked, 10'000u);
}

TEST_F(RankActions, NoSubjectsHaveNoActions) {
  FakeAnswers none(0, kCount);
  EXPECT_TRUE(rank_actions(none, FakeInput(0), {}, {.count = 1}, kAcceptAll).empty());
  std::size_t prefixes = 0;
  EXPECT_TRUE(draw_actions(none, prefixes, FakeInput(0), {}, 1, {}).empty());
}

// Draws with this temperature, and compares the frequencies of all actions with the probabilities.
// All draws ask the same answers.
void expect_frequencies(const std::vector<Subject>& subjects, std::size_t count,
                        double temperature) {
  constexpr std::size_t kDraws = 20'000;
  const FakeInput input(subjects.size());
  FakeAnswers answers(subjects.size(), count);
  std::size_t prefixes = subjects.size();
  std::vector<std::map<ChoiceList, double>> found(subjects.size());
  std::vector<Rng> rngs;
  for (std::size_t i = 0; i < subjects.size(); ++i) rngs.emplace_back(i + 1);
  for (std::size_t draw = 0; draw < kDraws; ++draw) {
    const auto drawn = draw_actions(answers, prefixes, input, subjects, temperature, rngs);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      found[i][sequence_of(drawn[i].action)] += 1.0 / kDraws;
    }
  }
  EXPECT_EQ(prefixes, answers.asked());
  for (std::size_t i = 0; i < subjects.size(); ++i) {
    // The choices are drawn one by one, so each has its own total.
    const auto tempered = [&](const ChoiceList& prefix, Choice choice) {
      double total = 0;
      const std::vector<float> next = fake_log_probs(i, prefix, count);
      for (const float x : next) total += std::exp(x / temperature);
      return std::exp(next[static_cast<std::size_t>(choice)] / temperature) / total;
    };
    double sum = 0;
    for (const FakeAction& action : all_actions(i, count)) {
      if (action.choices.empty()) continue;
      double expected = 1;
      ChoiceList prefix;
      for (const Choice choice : action.choices) {
        expected *= tempered(prefix, choice);
        prefix.push_back(choice);
      }
      sum += expected;
      const double deviation = std::sqrt(expected * (1 - expected) / kDraws);
      EXPECT_NEAR(found[i][action.choices], expected, 5 * deviation + 1e-9);
    }
    EXPECT_NEAR(found[i][{}], 1 - sum, 0.02) << "choices that mean no action";
  }
}

TEST_F(RankActions, DrawsFollowTheProbabilities) {
  expect_frequencies(subjects_, 4, 1);
  expect_frequencies(subjects_, 4, 0.5);
}

TEST_F(RankActions, AColdDrawIsTheMostProbableChoice) {
  std::vector<Rng> rngs(kStates, Rng(1));
  std::size_t prefixes = kStates;
  const auto drawn = draw_actions(answers_, prefixes, input_, subjects_, 1e-6, rngs);
  for (std::size_t i = 0; i < kStates; ++i) {
    ChoiceList prefix;
    double log_prob = 0;
    do {
      const std::vector<float> next = fake_log_probs(i, prefix, kCount);
      const auto best = std::ranges::max_element(next);
      log_prob += *best;
      prefix.push_back(static_cast<Choice>(best - next.begin()));
    } while (prefix.size() < length_after(prefix[0]));
    if (is_meaningless(prefix)) prefix.clear();
    EXPECT_EQ(sequence_of(drawn[i].action), prefix);
    EXPECT_NEAR(drawn[i].log_prob, log_prob, 1e-5);
  }
}

// What one subject draws depends on its own generator alone.
TEST_F(RankActions, DrawsDoNotDependOnOtherSubjects) {
  std::vector<Rng> rngs = {Rng(1), Rng(2), Rng(3), Rng(4)}, one = {Rng(1)};
  FakeAnswers alone(1, kCount);
  std::size_t prefixes = kStates, prefixes_alone = 1;
  for (int draw = 0; draw < 10; ++draw) {
    const auto together = draw_actions(answers_, prefixes, input_, subjects_, 1, rngs);
    const auto drawn =
        draw_actions(alone, prefixes_alone, FakeInput(1), std::span(subjects_).first(1), 1, one);
    EXPECT_EQ(sequence_of(drawn[0].action), sequence_of(together[0].action));
  }
  EXPECT_EQ(one[0].next(), rngs[0].next());
}

// Only allowed choices are made, in the order of their probabilities.
TEST_F(RankActions, ChoicesCanBeRestricted) {
  const auto may_follow = [](std::size_t state, std::span<const Choice> prefix, Choice choice) {
    return (static_cast<std::size_t>(choice) + state + prefix.size()) % 2 == 0;
  };
  const auto ranked = rank_actions(answers_, input_, subjects_, {.count = SIZE_MAX}, kAcceptAll,
                                   [&](std::size_t i, std::span<const Choice> prefix) {
                                     std::vector<Choice> out;
                                     for (Choice c = 0; c < static_cast<Choice>(kCount); ++c) {
                                       if (may_follow(i, prefix, c)) out.push_back(c);
                                     }
                                     return out;
                                   });
  for (std::size_t i = 0; i < kStates; ++i) {
    std::vector<FakeAction> expected;
    for (const FakeAction& action : all_actions(i, kCount)) {
      bool allowed = !action.choices.empty();
      for (std::size_t k = 0; allowed && k < action.choices.size(); ++k) {
        allowed = may_follow(i, std::span(action.choices).first(k), action.choices[k]);
      }
      if (allowed) expected.push_back(action);
    }
    std::vector<RankedAction> found = ranked[i];
    std::erase_if(found, [](const RankedAction& action) { return action.action.count == 0; });
    expect_equal(found, expected);
  }
}

}  // namespace
}  // namespace ineq
