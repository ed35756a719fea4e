#include "generate/generator.h"

#include <gtest/gtest.h>

#include <map>
#include <ostream>
#include <set>
#include <span>

#include "generate/dataset.h"
#include "proof/record.h"
#include "search/shortest.h"
#include "support/cases.h"
#include "support/draw.h"
#include "support/fixture.h"
#include "support/rational.h"

namespace ineq {

void PrintTo(const Specification& s, std::ostream* out) { *out << theorem_id(s, 0); }

namespace {

// Fewer theorems under sanitizers, which are slow and do not depend on rare theorems.
constexpr std::uint64_t kGeneratedTheorems = cases(10'000, 200);

std::string name_of(const Specification& s) {
  std::string name = theorem_id(s, 0) + "_" + std::string(to_string(s.rules));
  std::erase_if(name, [](char c) { return c == '-' || c == '/'; });
  return name;
}

class GeneratorSettingTest : public testing::TestWithParam<Specification> {};
class SoundSettingTest : public GeneratorSettingTest {};

TEST_P(GeneratorSettingTest, EveryTheoremHasItsStepsAndItsAxioms) {
  const Specification& s = GetParam();
  Generator generator(s);
  for (std::uint64_t i = 0; i < kGeneratedTheorems; ++i) {
    const Generated& g = generator.generate(i);
    ASSERT_EQ(g.proof().size(), s.l);
    std::set<std::uint8_t> used;
    for (std::size_t step = 0; step < s.l; ++step) {
      ASSERT_EQ(g.proof()[step].axiom, g.order[s.l - 1 - step]);
      used.insert(g.proof()[step].axiom);
    }
    ASSERT_EQ(used.size(), s.k);
    ASSERT_TRUE(check(generator.bank(), generator.rules(), g.theorem(), g.proof()).proven);
  }
}

// Each theorem is true wherever its premises hold, and there are such points. Under the rules of
// the original neither needs to be the case. The values of the initial variables are drawn; the
// variable of a generated premise then gets a value that the premise allows.
TEST_P(SoundSettingTest, TheoremsAreTrueAndTheirPremisesCanBeMet) {
  const Specification& s = GetParam();
  Rng rng(1);
  Generator generator(s);
  for (std::uint64_t i = 0; i < kGeneratedTheorems; ++i) {
    const Theorem& theorem = generator.generate(i).theorem();
    const Bank& bank = generator.bank();
    bool met = false;
    for (int tries = 0; tries < 200 && !met; ++tries) {
      Point point = random_point(rng);
      point.inverse_of_zero = 0;
      for (auto& value : point.variable) value += Rational(static_cast<int>(rng.below(97)), 7);
      for (const Statement premise : theorem.premises) {  // n+f=m, n+f>=m, x!=0
        const Node& node = bank[premise];
        if (node.op == Op::kNonZero) continue;
        const Node& sum = bank[node.left];
        Rational& made_up = point.variable[bank[sum.right].left.id];
        made_up = evaluate(bank, node.right, point) - evaluate(bank, sum.left, point);
        if (node.op == Op::kGreaterEqual) made_up += rng.below(3);
      }
      met =
          std::ranges::all_of(theorem.premises, [&](Statement p) { return holds(bank, p, point); });
      ASSERT_TRUE(!met || holds(bank, theorem.goal, point)) << theorem_id(s, i);
    }
    ASSERT_TRUE(met) << theorem_id(s, i);
  }
}

std::vector<Specification> settings(std::span<const RuleSet> rule_sets) {
  std::vector<Specification> out;
  for (const AxiomSet axioms : {AxiomSet::kField, AxiomSet::kOrderedField}) {
    for (const RuleSet rules : rule_sets) {
      for (const auto& [k, l] : {std::pair{1, 1}, {1, 2}, {3, 3}, {3, 7}, {5, 7}, {12, 15}}) {
        for (const std::size_t degree : {0, 1, 2, 5}) {
          out.push_back({.axioms = axioms,
                         .rules = rules,
                         .k = static_cast<std::size_t>(k),
                         .l = static_cast<std::size_t>(l),
                         .degree = degree,
                         .order_trials = 2000});
        }
      }
    }
  }
  return out;
}

constexpr RuleSet kSound[] = {RuleSet::kStandard, RuleSet::kFull};
constexpr auto kName = [](const auto& parameter) { return name_of(parameter.param); };
INSTANTIATE_TEST_SUITE_P(All, GeneratorSettingTest, testing::ValuesIn(settings(kRuleSets)), kName);
INSTANTIATE_TEST_SUITE_P(All, SoundSettingTest, testing::ValuesIn(settings(kSound)), kName);

TEST(GeneratorTest, ATheoremDependsOnItsNumberAlone) {
  const Specification s{.k = 3, .l = 7, .order_trials = 2000};
  Generator forwards(s), backwards(s);
  std::map<std::uint64_t, std::string> lines;
  for (std::uint64_t i = 0; i < 200; ++i) append_record(forwards, i, {}, lines[i]);
  for (std::uint64_t i = 200; i-- > 0;) {
    std::string line;
    append_record(backwards, i, {}, line);
    EXPECT_EQ(line, lines[i]);
  }
  Specification other = s;
  other.seed = 2;
  Generator elsewhere(other);
  std::string line;
  append_record(elsewhere, 0, {}, line);
  EXPECT_NE(line, lines[0]);
}

TEST(GeneratorTest, RecordsAreReadBackAndAccepted) {
  const Specification s{.k = 5, .l = 7, .degree = 1, .seed = 3, .order_trials = 2000};
  Generator generator(s);
  std::string line;
  append_record(generator, 12, {}, line);
  const Record record = read_record(line);
  EXPECT_EQ(record.id, "ordered-field/k5l7/d1/s3/000012");
  EXPECT_EQ(record.rules, RuleSet::kStandard);
  EXPECT_EQ(record.proof.size(), 7u);
  Bank bank;
  EXPECT_TRUE(check_record(bank, generator.rules(), record).proven);
}

TEST(GeneratorTest, ARecordIsWhatItsLineSays) {
  for (const RuleSet rules : kRuleSets) {
    Generator generator({.rules = rules, .k = 3, .l = 5, .seed = 7, .order_trials = 2000});
    for (std::uint64_t i = 0; i < 50; ++i) {
      std::string line;
      append_record(generator, i, {}, line);
      const Record read = read_record(line), made = make_record(generator, i);
      EXPECT_EQ(made.id, read.id);
      EXPECT_EQ(made.rules, read.rules);
      EXPECT_EQ(made.premises, read.premises);
      EXPECT_EQ(made.goal, read.goal);
      EXPECT_EQ(made.proof, read.proof);
    }
  }
}

TEST(GeneratorTest, TheKindOfGoalCanBeChosen) {
  for (const GoalKind goal : {GoalKind::kEquality, GoalKind::kInequality}) {
    const Op wanted = goal == GoalKind::kEquality ? Op::kEqual : Op::kGreaterEqual;
    for (const std::size_t trials : {2000, 0}) {  // from a list, and newly drawn
      const Specification s{.goal = goal, .order_trials = trials};
      Generator generator(s);
      for (std::uint64_t i = 0; i < 200; ++i) {
        const Statement made = generator.generate(i).theorem().goal;
        EXPECT_EQ(generator.bank()[made].op, wanted);
      }
    }
  }
}

TEST(GeneratorTest, TheOptionsOfTheOriginalHaveTheirEffect) {
  const Specification plain{.axioms = AxiomSet::kField, .l = 5, .order_trials = 2000};
  const auto mean_nodes = [](const Specification& s) {
    Generator generator(s);
    double nodes = 0;
    for (std::uint64_t i = 0; i < 500; ++i) {
      nodes += generator.bank()[generator.generate(i).theorem().goal].size;
    }
    return nodes / 500;
  };
  Specification never = plain, sometimes = plain, always_extend = plain, shorter = plain;
  never.transform = false;
  sometimes.no_transform = 0.5;
  always_extend.no_transform = 1;
  shorter.longest_sample = 1;
  EXPECT_LT(mean_nodes(plain), mean_nodes(sometimes));
  EXPECT_LT(mean_nodes(sometimes), mean_nodes(never));
  EXPECT_NEAR(mean_nodes(never), mean_nodes(always_extend), 2);
  EXPECT_LT(mean_nodes(shorter), mean_nodes(plain));
  Specification few = plain;
  few.most_variables = 3;  // no variable is left for premises
  Generator generator(few);
  for (std::uint64_t i = 0; i < 500; ++i) {
    for (const Statement premise : generator.generate(i).theorem().premises) {
      EXPECT_EQ(generator.bank()[premise].op, Op::kNonZero);
    }
  }
  Specification small = plain;
  small.most_nodes = 100;
  EXPECT_LT(mean_nodes(small), mean_nodes(plain));
}

// Under the full rules, axioms that only extend in the original transform as well.
TEST(GeneratorTest, TheFullRulesTransformAsInThePaper) {
  const Rules rules = make_rules(RuleSet::kFull);
  std::set<std::uint8_t> introduced;
  Generator generator({.rules = RuleSet::kFull, .k = 5, .l = 7});
  for (std::uint64_t i = 0; i < 2000; ++i) {
    const Generated& g = generator.generate(i);
    State state(generator.bank(), g.theorem());
    for (const Action& action : g.proof()) {
      Step step;
      state.instantiate(generator.bank(), rules, action, step);
      const auto longer = [&](Statement s) {
        return generator.bank()[s].size > generator.bank()[step.conclusion].size;
      };
      if (std::ranges::any_of(step.assumptions(), longer)) introduced.insert(action.axiom);
      state.apply(generator.bank(), rules, action);
    }
  }
  for (const char letter : {'C', 'D', 'G', 'H'}) {
    EXPECT_TRUE(introduced.contains(static_cast<std::uint8_t>(letter - 'A'))) << letter;
  }
}

// Theorems that are too easy are replaced; the others stay the same.
TEST(GeneratorTest, KeepsHardTheorems) {
  const Specification any, hard{.min_shortest = 3};
  Generator all(any), some(hard);
  std::size_t same = 0;
  for (std::uint64_t i = 0; i < 100; ++i) {
    const Generated& kept = some.generate(i);
    Problem kept_problem(hard.rules, some.rules(), some.bank(), kept.theorem());
    EXPECT_TRUE(takes_at_least(kept_problem, 3, {.nodes = hard.shortest_nodes}));
    const Theorem& theorem = all.generate(i).theorem();
    Problem problem(any.rules, all.rules(), all.bank(), theorem);
    const bool is_hard = takes_at_least(problem, 3, {.nodes = hard.shortest_nodes});
    EXPECT_EQ(is_hard,
              to_string(some.bank(), kept.theorem().goal) == to_string(all.bank(), theorem.goal));
    same += is_hard;
  }
  EXPECT_GT(same, 20u);
  EXPECT_LT(same, 100u);
  EXPECT_EQ(some.attempts().accepted, 100u);
  EXPECT_GE(some.attempts().too_easy, 100 - same);
  EXPECT_EQ(all.attempts().too_easy, 0u);

  Generator never({.k = 3, .l = 5, .min_shortest = 5, .shortest_nodes = 1});
  EXPECT_NE(error_of([&] { never.generate(0); }).find("1000 theorems is proven to take 5 steps"),
            std::string::npos);
}

TEST(GeneratorTest, SaysWhatItCannotMake) {
  const std::pair<Specification, std::string> kCases[] = {
      {{.k = 4, .l = 3}, "there cannot be more distinct axioms than steps"},
      {{.k = 3, .l = 26}, "l: expected a whole number from 1 to 25, found '26'"},
      {{.degree = 40}, "degree: expected a whole number from 0 to 20, found '40'"},
      {{.axioms = AxiomSet::kField, .goal = GoalKind::kInequality},
       "the axioms of the field make no inequalities"},
      {{.k = 1, .l = 2, .goal = GoalKind::kInequality}, "no order of axioms makes such theorems"},
      {{.orders = "a", .combinations = "b"},
       "theorems are made from orders or from combinations, not from both"},
      {{.list_size = 3}, "list_size requires a file of orders or combinations"},
      {{.no_transform = 1.5}, "no_transform: expected a number from 0 to 1, found '1.5'"},
      {{.longest_sample = 0}, "longest_sample: expected a whole number of at least 1, found '0'"},
      {{.initial_per_degree = 0},
       "initial_per_degree: expected a whole number from 1 to 1000, found '0'"},
      {{.most_variables = 27}, "most_variables: expected a whole number from 3 to 26, found '27'"},
      {{.min_shortest = 4}, "min_shortest is at most l: a proof of 3 steps is known"},
      {{.min_shortest = 3, .shortest_nodes = 0},
       "min_shortest requires shortest_nodes of at least 1"},
  };
  for (const auto& [specification, reason] : kCases) {
    EXPECT_EQ(error_of([&] { Generator generator(specification); }), reason);
  }
}

// The search alone would take hours.
TEST(GeneratorTest, ATheoremThatTakesSearchesCanBeInterrupted) {
  Generator generator(
      {.k = 3, .l = 7, .order_trials = 1000, .min_shortest = 7, .shortest_nodes = 1'000'000'000});
  std::size_t calls = 0;
  generator.set_interrupt([&] { return ++calls > 100; });
  EXPECT_THROW(generator.generate(0), Interrupted);
  EXPECT_EQ(calls, 102u);  // once in the search and once after it
  generator.set_interrupt({});
}

}  // namespace
}  // namespace ineq
