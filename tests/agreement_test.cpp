// The fast proof assistant and the naive one (support/naive.h) agree on everything, step by step.
// ineq_fuzz runs the same loops for longer.

#include <gtest/gtest.h>

#include "axioms/axioms.h"
#include "base/error.h"
#include "proof/record.h"
#include "support/cases.h"
#include "support/fuzz.h"
#include "support/naive.h"
#include "term/parse.h"
#include "term/print.h"

namespace ineq {
namespace {

constexpr std::uint8_t kSquareDefinition = 10;
constexpr std::uint8_t kEquMoveTerm = 12;

// Failures are exceptions that contain the whole transcript, which GoogleTest prints.
TEST(AgreementTest, RandomWalks) {
  FuzzCounts counts;
  const std::uint64_t walks = cases(16, 2);
  for (std::uint64_t seed = 1; seed <= walks; ++seed) counts += fuzz(seed, 10'000);
  std::printf("%llu theorems, %llu proven, %llu facts derived, %llu truth values\n",
              static_cast<unsigned long long>(counts.theorems),
              static_cast<unsigned long long>(counts.proven),
              static_cast<unsigned long long>(counts.derived),
              static_cast<unsigned long long>(counts.evaluated));
  // The walks are a useful test only if every kind of event is frequent.
  EXPECT_GT(counts.proven, 30 * walks);
  EXPECT_GT(counts.derived, 30 * walks);
  EXPECT_GT(counts.evaluated, 3000 * walks);
  for (const Outcome outcome :
       {Outcome::kProven, Outcome::kChanged, Outcome::kNothing, Outcome::kNoMatch,
        Outcome::kNoSuchAxiom, Outcome::kNoSuchNode, Outcome::kClosed}) {
    EXPECT_GT(counts.outcomes[static_cast<std::size_t>(outcome)], 30 * walks)
        << static_cast<int>(outcome);
  }
}

TEST(AgreementTest, DamagedTexts) {
  FuzzTextCounts counts;
  const std::uint64_t runs = cases(4, 1);
  for (std::uint64_t seed = 1; seed <= runs; ++seed) counts += fuzz_text(seed, 10'000);
  EXPECT_GT(counts.read, 1'250 * runs);
  EXPECT_GT(counts.refused, 2'500 * runs);
}

TEST(AgreementTest, NaiveReaderRefusesWhatIsNotCanonical) {
  EXPECT_EQ(naive::read("((a+b)*(1/(-c)))>=(0^2)")->text, "((a+b)*(1/(-c)))>=(0^2)");
  EXPECT_EQ(naive::read("(a+1)!=0")->size, 4u);  // the zero is part of the operator
  for (const char* text : {"", "a", "a+b=c", "(a=b)", "a=b ", "(a+b=c", "a!=1", "2=2", "A=A"}) {
    EXPECT_THROW(naive::read(text), std::runtime_error) << text;
  }
}

// Applies the same actions to the fast and to the naive state of one theorem.
class TwinTest : public testing::Test {
 protected:
  void start(const std::string& goal) {
    theorem_.goal = parse_statement(bank_, goal);
    state_.emplace(bank_, theorem_);
    plain_.emplace(naive::RuleSet::kStandard, std::vector<std::string>{}, text(theorem_.goal));
  }

  // Operands are nodes of the first goal.
  Outcome apply(std::uint8_t axiom, std::initializer_list<std::uint32_t> nodes) {
    const Statement goal = *state_->goals().begin();
    Action action{.axiom = axiom};
    std::vector<naive::Place> places;
    for (const std::uint32_t node : nodes) {
      action.operands[action.count++] = {goal, node};
      places.push_back({text(goal), node});
    }
    const Outcome outcome = state_->apply(bank_, rules_, action);
    EXPECT_EQ(static_cast<int>(outcome), static_cast<int>(plain_->apply(axiom, places)));
    std::vector<std::string> goals;
    for (const Statement s : state_->goals()) goals.push_back(text(s));
    EXPECT_EQ(goals, plain_->goals());
    return outcome;
  }

  std::string text(Statement statement) const { return to_string(bank_, statement); }

  Bank bank_;
  const Rules rules_ = make_rules(RuleSet::kStandard);
  Theorem theorem_;
  std::optional<State> state_;
  std::optional<naive::State> plain_;
};

// Each rewriting x^2 => x*x, from the innermost square of a tower outward, doubles the size. After
// 15 of them there are 2^16 - 1 nodes: with `!=0` the statement just fits, with `=b` it is one node
// too large.
TEST_F(TwinTest, StopAtTheSameSize) {
  constexpr std::uint32_t kLevels = 15;
  std::string tower = "a";
  for (std::uint32_t i = 0; i < kLevels; ++i) tower = "(" + tower + "^2)";
  for (const bool fits_exactly : {true, false}) {
    start(tower + (fits_exactly ? "!=0" : "=b"));
    for (std::uint32_t node = kLevels; node > 1; --node) {
      ASSERT_EQ(apply(kSquareDefinition, {node}), Outcome::kChanged);
    }
    EXPECT_EQ(apply(kSquareDefinition, {1}), fits_exactly ? Outcome::kChanged : Outcome::kTooLarge);
  }
}

// c+-b => a if a+b=c: the assumption a+b=c is one level higher than the terms it is made from.
TEST_F(TwinTest, StopAtTheSameHeight) {
  for (const std::size_t height : {990u, 996u, 997u, 998u, 999u}) {
    SCOPED_TRACE(height);
    std::string tower = "a";
    for (std::size_t i = 0; i < height; ++i) tower = "(" + tower + "^2)";
    start(tower + "=(b+(-c))");
    const auto right = static_cast<std::uint32_t>(height) + 2;
    const bool fits_above = height + 2 <= kMaxHeight;
    EXPECT_EQ(apply(kEquMoveTerm, {1, right}), fits_above ? Outcome::kChanged : Outcome::kTooLarge);
  }
}

// Terms of the greatest height can be read back from every text that is printed for them.
TEST(TextLimitTest, HighTermsReadBack) {
  for (const Op op : {Op::kAdd, Op::kNegate, Op::kMultiply, Op::kSquare, Op::kInvert}) {
    for (const int height : {300, 499, 501, 700, 998}) {
      for (const bool to_the_right : {false, true}) {
        Bank bank;
        const Term leaf = bank.variable('a');
        Term term = leaf;
        for (int i = 0; i < height; ++i) {
          term = to_the_right && arity(op) == 2 ? bank.term(op, leaf, term)
                                                : bank.term(op, term, leaf);
        }
        for (const Style style : {Style::kInt, Style::kPointer, Style::kInfix}) {
          const std::string printed = to_string(bank, term, style);
          try {
            EXPECT_EQ(parse_term(bank, printed), term);
          } catch (const Error& error) {
            ADD_FAILURE() << height << " levels of " << printed.substr(0, 8) << ": "
                          << error.what();
          }
        }
      }
    }
  }
}

// Unknown fields may contain anything, even lists nested a million levels deep.
TEST(TextLimitTest, DeeplyNestedRecord) {
  const std::string open(1'000'000, '['), close(1'000'000, ']');
  for (const std::string field : {"id", "note", "goal", "premises"}) {
    const std::string line = "{\"rules\": \"standard\", \"premises\": [], \"goal\": \"a=a\", " +
                             ("\"proof\": [], \"" + field + "\": " + open + close + "}");
    try {
      EXPECT_EQ(read_record(line).goal, "a=a");
    } catch (const Error&) {
    }
  }
}

}  // namespace
}  // namespace ineq
