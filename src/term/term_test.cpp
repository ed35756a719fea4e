#include "term/term.h"

#include <gtest/gtest.h>

#include <algorithm>

#include "base/rng.h"
#include "term/parse.h"

namespace ineq {
namespace {

// A plain tree of a term or statement: the oracle for the bank and for the occurrence functions.
struct Tree {
  Op op;
  char letter = 'a';
  std::vector<Tree> children;
  friend bool operator==(const Tree&, const Tree&) = default;
};

Tree random_tree(Rng& rng, int height) {
  if (height == 0 || rng.below(4) == 0) {
    constexpr Op kLeaves[] = {Op::kZero, Op::kOne, Op::kVariable, Op::kVariable};
    Tree leaf{.op = kLeaves[rng.below(4)], .children = {}};
    if (leaf.op == Op::kVariable) leaf.letter = static_cast<char>('a' + rng.below(3));
    return leaf;
  }
  Tree tree{.op = static_cast<Op>(static_cast<std::uint32_t>(Op::kAdd) + rng.below(5)),
            .children = {}};
  for (int i = 0; i < arity(tree.op); ++i) tree.children.push_back(random_tree(rng, height - 1));
  return tree;
}

Tree random_statement_tree(Rng& rng, int height) {
  Tree tree{.op = static_cast<Op>(static_cast<std::uint32_t>(Op::kEqual) + rng.below(3)),
            .children = {}};
  for (int i = 0; i < arity(tree.op); ++i) tree.children.push_back(random_tree(rng, height));
  return tree;
}

Term build(Bank& bank, const Tree& tree) {
  if (tree.op == Op::kVariable) return bank.variable(tree.letter);
  std::vector<Term> children;
  for (const Tree& child : tree.children) children.push_back(build(bank, child));
  children.resize(2);
  return bank.term(tree.op, children[0], children[1]);
}

Statement build_statement(Bank& bank, const Tree& tree) { return {build(bank, tree).id}; }

void list(Tree& tree, std::vector<Tree*>& out) {
  out.push_back(&tree);
  for (Tree& child : tree.children) list(child, out);
}

std::vector<Tree*> occurrences(Tree& tree) {
  std::vector<Tree*> out;
  list(tree, out);
  return out;
}

int height_of(const Tree& tree) {
  int height = -1;
  for (const Tree& child : tree.children) height = std::max(height, height_of(child));
  return height + 1;
}

TEST(TermTest, IdsAreEqualExactlyWhenTermsAre) {
  Rng rng(1);
  Bank bank;
  std::vector<Tree> trees;
  std::vector<Term> terms;
  for (int i = 0; i < 400; ++i) {
    trees.push_back(random_tree(rng, 2));
    terms.push_back(build(bank, trees.back()));
  }
  int equal = 0;
  for (std::size_t i = 0; i < trees.size(); ++i) {
    for (std::size_t j = 0; j < trees.size(); ++j) {
      ASSERT_EQ(trees[i] == trees[j], terms[i] == terms[j]);
      equal += trees[i] == trees[j];
    }
  }
  EXPECT_GT(equal, 1000);  // otherwise the test would show little
}

TEST(TermTest, EverythingIsStoredOnce) {
  Bank bank;
  const Term a = bank.variable('a');
  const Term sum = bank.term(Op::kAdd, a, a);
  bank.statement(Op::kEqual, sum, a);
  EXPECT_EQ(bank.size(), 3u);
  EXPECT_EQ(bank.variable('a'), a);
  EXPECT_EQ(bank.term(Op::kAdd, a, a), sum);
  bank.statement(Op::kEqual, sum, a);
  EXPECT_EQ(bank.size(), 3u);
  bank.statement(Op::kGreaterEqual, sum, a);
  EXPECT_EQ(bank.size(), 4u);
}

// A value in the unused child must not make equal terms differ.
TEST(TermTest, AnUnusedSecondChildIsIgnored) {
  Bank bank;
  const Term a = bank.variable('a');
  const Term b = bank.variable('b');
  EXPECT_EQ(bank.term(Op::kNegate, a, b), bank.term(Op::kNegate, a));
  EXPECT_EQ(bank.statement(Op::kNonZero, a, b), bank.statement(Op::kNonZero, a));
}

TEST(TermTest, SizeAndHeightAreThoseOfTheTree) {
  Rng rng(2);
  Bank bank;
  for (int i = 0; i < 500; ++i) {
    Tree tree = random_statement_tree(rng, 6);
    const Node& node = bank[build_statement(bank, tree)];
    ASSERT_EQ(node.size, occurrences(tree).size());
    ASSERT_EQ(node.height, height_of(tree));
  }
}

TEST(TermTest, HashesAreTheSameInEveryBankAndDifferBetweenTerms) {
  Rng rng(3);
  std::vector<Tree> trees;
  for (int i = 0; i < 1000; ++i) trees.push_back(random_statement_tree(rng, 4));
  Bank forward, backward;
  std::vector<Statement> ids;
  for (const Tree& tree : trees) ids.push_back(build_statement(forward, tree));
  for (std::size_t i = trees.size(); i-- > 0;) {
    ASSERT_EQ(forward[ids[i]].hash, backward[build_statement(backward, trees[i])].hash);
  }
  EXPECT_EQ(forward.size(), backward.size());
  std::vector<std::uint64_t> hashes;
  for (std::uint32_t id = 0; id < forward.size(); ++id) hashes.push_back(forward[Term{id}].hash);
  std::ranges::sort(hashes);
  EXPECT_EQ(std::ranges::adjacent_find(hashes), hashes.end());
}

TEST(TermTest, ResetForgetsEverythingAndStartsAtTheFirstIdAgain) {
  Rng rng(4);
  Bank bank;
  // Large and small rounds alternate, so that the table grows while it contains stale entries and
  // is then reused.
  for (int round = 0; round < 2000; ++round) {
    const int count = round % 500 == 499 ? 5000 : 3;
    for (int i = 0; i < count; ++i) {
      const Tree tree = random_tree(rng, 5);
      const Term term = build(bank, tree);
      const std::size_t size = bank.size();
      ASSERT_LT(term.id, size);
      ASSERT_EQ(build(bank, tree), term);
      ASSERT_EQ(bank.size(), size);
    }
    bank.reset();
    ASSERT_EQ(bank.size(), 0u);
    ASSERT_EQ(bank.term(Op::kOne).id, 0u);
    ASSERT_EQ(bank.term(Op::kZero).id, 1u);
  }
}

TEST(TermTest, OccurrencesAreNumberedInPreorder) {
  Rng rng(5);
  Bank bank;
  for (int i = 0; i < 300; ++i) {
    Tree tree = random_statement_tree(rng, 4);
    const Statement statement = build_statement(bank, tree);
    const auto nodes = occurrences(tree);
    std::vector<Term> expected;
    for (std::size_t n = 1; n < nodes.size(); ++n) expected.push_back(build(bank, *nodes[n]));

    std::vector<Term> listed;
    list_subterms(bank, statement, listed);
    ASSERT_EQ(listed, expected);

    for (std::uint32_t n = 1; n < nodes.size(); ++n) {
      const Term here = expected[n - 1];
      ASSERT_EQ(subterm(bank, statement, n), here);
      const auto before = std::ranges::count(expected.begin(), expected.begin() + (n - 1), here);
      const auto k = static_cast<std::uint32_t>(before);
      ASSERT_EQ(ordinal(bank, statement, n), k);
      ASSERT_EQ(find(bank, statement, here, k), n);
      const auto all = static_cast<std::uint32_t>(std::ranges::count(expected, here));
      ASSERT_EQ(find(bank, statement, here, all), std::nullopt);
    }
    ASSERT_EQ(find(bank, statement, bank.variable('z'), 0), std::nullopt);
  }
}

TEST(TermTest, ListingAppends) {
  Bank bank;
  const Term a = bank.variable('a');
  std::vector<Term> out{bank.term(Op::kZero)};
  list_subterms(bank, bank.statement(Op::kNonZero, a), out);
  EXPECT_EQ(out, (std::vector{bank.term(Op::kZero), a}));
}

TEST(TermTest, ReplaceChangesOneOccurrenceAndNothingElse) {
  Rng rng(6);
  Bank bank;
  for (int i = 0; i < 300; ++i) {
    Tree tree = random_statement_tree(rng, 4);
    const Tree by = random_tree(rng, 3);
    const Statement statement = build_statement(bank, tree);
    const auto count = static_cast<std::uint32_t>(occurrences(tree).size());
    const std::uint32_t n = 1 + rng.below(count - 1);
    Tree changed = tree;
    *occurrences(changed)[n] = by;
    ASSERT_EQ(replace(bank, statement, n, build(bank, by)), build_statement(bank, changed));
  }
}

// The bank moves its nodes when it grows, which may be in the middle of a replacement.
TEST(TermTest, ReplaceSurvivesTheGrowthOfTheBank) {
  constexpr int kHeight = 900;
  Bank bank;
  Term chain = bank.variable('a');
  for (int i = 0; i < kHeight; ++i) chain = bank.term(Op::kAdd, chain, bank.variable('b'));
  const Statement statement = bank.statement(Op::kEqual, chain, bank.variable('c'));
  for (char letter = 'd'; letter <= 'z'; ++letter) {
    const Statement changed = replace(bank, statement, kHeight + 1, bank.variable(letter));
    ASSERT_EQ(subterm(bank, changed, kHeight + 1), bank.variable(letter));
    ASSERT_EQ(replace(bank, changed, kHeight + 1, bank.variable('a')), statement);
  }
}

TEST(TermTest, TrivialAreEqualSidesAndOneNotZero) {
  Bank bank;
  const std::pair<const char*, bool> kCases[] = {
      {"a=a", true},   {"(a+b)>=(a+b)", true}, {"1!=0", true},         {"a=b", false},
      {"a>=b", false}, {"1>=0", false},        {"0=0", true},          {"0!=0", false},
      {"a!=0", false}, {"1*1!=0", false},      {"(a+b)=(b+a)", false}, {"a>=0", false},
  };
  for (const auto& [text, expected] : kCases) {
    EXPECT_EQ(is_trivial(bank, parse_statement(bank, text)), expected) << text;
  }
}

TEST(TermTest, FitsUpToTheLimitsAndNotBeyond) {
  Node node{};
  const auto fits_with = [&](std::uint32_t size, std::uint16_t height) {
    node.size = size;
    node.height = height;
    return fits(node);
  };
  EXPECT_TRUE(fits_with(kMaxSize, kMaxHeight));
  EXPECT_FALSE(fits_with(kMaxSize + 1, 0));
  EXPECT_FALSE(fits_with(1, kMaxHeight + 1));
}

TEST(TermDeathTest, AMisusedOccurrenceOrLetterIsABugAndAborts) {
  Bank bank;
  const Statement statement = parse_statement(bank, "a+b=c");
  EXPECT_DEATH(subterm(bank, statement, 0), "this is a bug");
  EXPECT_DEATH(subterm(bank, statement, 5), "this is a bug");
  EXPECT_DEATH(replace(bank, statement, 0, bank.variable('a')), "this is a bug");
  EXPECT_DEATH(replace(bank, statement, 5, bank.variable('a')), "this is a bug");
  EXPECT_DEATH(bank.variable('A'), "this is a bug");
}

}  // namespace
}  // namespace ineq
