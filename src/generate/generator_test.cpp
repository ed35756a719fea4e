#include "generate/generator.h"

#include <gtest/gtest.h>

#include <map>
#include <set>

#include "generate/dataset.h"
#include "proof/record.h"
#include "support/draw.h"
#include "support/fixture.h"
#include "support/rational.h"

namespace ineq {
namespace {

struct Setting {
  AxiomSet axioms;
  RuleSet rules;
  std::size_t k, l, degree;
};

std::vector<Setting> settings() {
  std::vector<Setting> out;
  for (const AxiomSet axioms : {AxiomSet::kField, AxiomSet::kOrderedField}) {
    for (const RuleSet rules : kRuleSets) {
      for (const auto& [k, l] : {std::pair{1, 1}, {1, 2}, {3, 3}, {3, 7}, {5, 7}, {12, 15}}) {
        for (const std::size_t degree : {0, 1, 2, 5}) {
          out.push_back(
              {axioms, rules, static_cast<std::size_t>(k), static_cast<std::size_t>(l), degree});
        }
      }
    }
  }
  return out;
}

Specification specification_of(const Setting& s) {
  return {.axioms = s.axioms,
          .rules = s.rules,
          .k = s.k,
          .l = s.l,
          .degree = s.degree,
          .order_trials = 2000};
}

TEST(GeneratorTest, EveryTheoremHasItsStepsAndItsAxioms) {
  for (const Setting& setting : settings()) {
    const Specification s = specification_of(setting);
    Generator generator(s);
    for (std::uint64_t i = 0; i < 100; ++i) {
      const Generated& g = generator.generate(i);
      ASSERT_EQ(g.proof.size(), s.l);
      std::set<std::uint8_t> used;
      for (std::size_t step = 0; step < s.l; ++step) {
        ASSERT_EQ(g.proof[step].axiom, g.order[s.l - 1 - step]);
        used.insert(g.proof[step].axiom);
      }
      ASSERT_EQ(used.size(), s.k);
      ASSERT_TRUE(check(generator.bank(), generator.rules(), g.theorem, g.proof).accepted);
    }
  }
}

// Where the premises hold, the theorem is true; and under the standard rules there are such points.
// Numbers for the initial variables are drawn; a made-up variable then gets the value that its
// premise asks for.
TEST(GeneratorTest, TheoremsAreTrueAndTheirPremisesCanBeMet) {
  Rng rng(1);
  for (const Setting& setting : settings()) {
    if (setting.rules == RuleSet::kInt2021 || setting.l > 7) continue;
    const Specification s = specification_of(setting);
    Generator generator(s);
    for (std::uint64_t i = 0; i < 100; ++i) {
      const Theorem& theorem = generator.generate(i).theorem;
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
          point.variable[bank[sum.right].left.id] =
              evaluate(bank, node.right, point) - evaluate(bank, sum.left, point);
        }
        met = std::ranges::all_of(theorem.premises,
                                  [&](Statement p) { return holds(bank, p, point); });
        ASSERT_TRUE(!met || holds(bank, theorem.goal, point)) << theorem_id(s, i);
      }
      ASSERT_TRUE(met) << theorem_id(s, i);
    }
  }
}

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
  EXPECT_TRUE(check_record(bank, generator.rules(), record).accepted);
}

// The original's figures, from thousands of its theorems: accepted attempts, nodes of a state,
// share of theorems with premises, share of inequalities. The tolerance is about four standard
// errors of its samples.
TEST(GeneratorTest, TheDistributionIsTheOriginals) {
  const struct {
    AxiomSet axioms;
    std::size_t k, l;
    double accepted, nodes, premises, inequalities;
  } kOriginal[] = {
      {AxiomSet::kField, 3, 3, 0.716, 20.1, 0.261, 0},
      {AxiomSet::kField, 3, 7, 0.368, 40.6, 0.328, 0},
      {AxiomSet::kField, 5, 5, 0.607, 31.5, 0.427, 0},
      {AxiomSet::kOrderedField, 3, 3, 0.717, 19.3, 0.288, 0.218},
      {AxiomSet::kOrderedField, 3, 7, 0.335, 41.0, 0.375, 0.310},
      {AxiomSet::kOrderedField, 5, 7, 0.427, 41.2, 0.584, 0.739},
  };
  constexpr int kCount = 5000;
  for (const auto& original : kOriginal) {
    const Specification s{.axioms = original.axioms,
                          .rules = RuleSet::kInt2021,
                          .k = original.k,
                          .l = original.l,
                          .order_trials = 10'000};
    Generator generator(s);
    double nodes = 0, premises = 0, inequalities = 0;
    for (int i = 0; i < kCount; ++i) {
      const Theorem& theorem = generator.generate(static_cast<std::uint64_t>(i)).theorem;
      nodes += generator.bank()[theorem.goal].size - 1;
      for (const Statement p : theorem.premises) nodes += generator.bank()[p].size - 1;
      premises += !theorem.premises.empty();
      inequalities += generator.bank()[theorem.goal].op == Op::kGreaterEqual;
    }
    const auto& attempts = generator.attempts();
    const auto tried =
        static_cast<double>(attempts.accepted + attempts.morph_failed + attempts.proof_failed);
    SCOPED_TRACE(theorem_id(s, 0));
    EXPECT_NEAR(static_cast<double>(attempts.accepted) / tried, original.accepted, 0.03);
    EXPECT_NEAR(nodes / kCount, original.nodes, 0.06 * original.nodes);
    EXPECT_NEAR(premises / kCount, original.premises, 0.06);
    EXPECT_NEAR(inequalities / kCount, original.inequalities, 0.06);
  }
}

TEST(GeneratorTest, TheKindOfGoalCanBeChosen) {
  for (const GoalKind goal : {GoalKind::kEquality, GoalKind::kInequality}) {
    const Op wanted = goal == GoalKind::kEquality ? Op::kEqual : Op::kGreaterEqual;
    for (const std::size_t trials : {2000, 0}) {  // listed, and made up
      const Specification s{.goal = goal, .order_trials = trials};
      Generator generator(s);
      for (std::uint64_t i = 0; i < 200; ++i) {
        const Statement made = generator.generate(i).theorem.goal;
        EXPECT_EQ(generator.bank()[made].op, wanted);
      }
    }
  }
}

TEST(GeneratorTest, SaysWhatItCannotMake) {
  const std::pair<Specification, std::string> kCases[] = {
      {{.k = 4, .l = 3}, "there cannot be more distinct axioms than steps"},
      {{.k = 3, .l = 26}, "a proof has at most 25 steps"},
      {{.degree = 40}, "the degree is at most 20"},
      {{.axioms = AxiomSet::kField, .goal = GoalKind::kInequality},
       "the axioms of the field make no inequalities"},
      {{.k = 1, .l = 2, .goal = GoalKind::kInequality}, "no order of axioms makes such theorems"},
      {{.orders = "a", .combinations = "b"},
       "theorems are made from orders or from combinations, not from both"},
      {{.list_size = 3}, "list_size goes with a file of orders or combinations"},
      {{.no_transform = 1.5}, "no_transform is a probability, from 0 to 1"},
      {{.initial_per_degree = 0}, "initial_per_degree is at least 1"},
      {{.most_variables = 27}, "most_variables is from 3 to 26"},
  };
  for (const auto& [specification, reason] : kCases) {
    EXPECT_EQ(error_of([&] { Generator generator(specification); }), reason);
  }
}

}  // namespace
}  // namespace ineq
