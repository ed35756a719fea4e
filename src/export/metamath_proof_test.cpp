#include "export/metamath_proof.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <sstream>

#include "base/rng.h"

namespace ineq {
namespace {

using ProofLine = MetamathProof::Step;
using Labels = std::vector<std::string>;

// Decodes the format as the Metamath book defines it: a number is a hypothesis, a label or a step
// that a Z has saved. The first character of a test label is the number of results that it uses.
// Returns the proof as a tree.
std::string decoded(const std::string& text, const Labels& hypotheses) {
  std::istringstream in(text);
  std::string word, letters;
  Labels labels = hypotheses, stack, marked;
  EXPECT_TRUE(in >> word && word == "(");
  while (in >> word && word != ")") labels.push_back(word);
  while (in >> word) letters += word;
  std::size_t number = 0;
  for (const char letter : letters) {
    if (letter == 'Z') {
      marked.push_back(stack.back());
    } else if (letter >= 'U') {
      number = 5 * number + static_cast<std::size_t>(letter - 'U' + 1);
    } else {
      const std::size_t index = 20 * number + static_cast<std::size_t>(letter - 'A');
      number = 0;
      if (index >= labels.size()) {
        stack.push_back(marked.at(index - labels.size()));
        continue;
      }
      std::string tree = "[" + labels[index];
      const auto takes = static_cast<std::ptrdiff_t>(labels[index][0] - '0');
      const auto first = stack.end() - takes;
      for (auto at = first; at != stack.end(); ++at) tree += *at;
      stack.erase(first, stack.end());
      stack.push_back(tree + "]");
    }
  }
  EXPECT_EQ(stack.size(), 1u);
  return stack.back();
}

TEST(MetamathProofTest, WritesSharedStepsOnce) {
  MetamathProof proof;
  const ProofLine a = proof.add("0a"), plus = proof.add("0plus");
  const ProofLine sum = proof.add("3co", {a, a, plus});
  const ProofLine last = proof.add("3co", {sum, sum, plus});
  const Labels hypotheses{"0ph", "0a"};
  EXPECT_EQ(proof.compressed(last, hypotheses), "( 0plus 3co ) BBCDZECD");
  EXPECT_EQ(proof.compressed(sum, hypotheses), "( 0plus 3co ) BBCD");
  EXPECT_EQ(proof.compressed(a, hypotheses), "( ) B");
  EXPECT_EQ(decoded("( 0plus 3co ) BBCDZECD", hypotheses),
            "[3co[3co[0a][0a][0plus]][3co[0a][0a][0plus]][0plus]]");
}

TEST(MetamathProofTest, DecodesToTheProofItWas) {
  Rng rng(1);
  for (int round = 0; round < 50; ++round) {
    MetamathProof proof;
    Labels trees;
    for (std::uint32_t i = 0; i < 400; ++i) {
      const std::uint32_t takes = std::min(i, rng.below(3));
      // With 200 labels, some numbers have one letter, some two and some three.
      const std::string label = std::to_string(takes) + "x" + std::to_string(rng.below(200));
      std::string tree = "[" + label;
      std::vector<ProofLine> from;
      for (std::uint32_t k = 0; k < takes; ++k) {
        from.push_back(i - 1 - rng.below(std::min(i, 20u)));
        tree += trees[from.back()];
      }
      if (tree.size() > 2000) {  // a tree can be much larger than the graph
        from.clear();
        tree = "[0small";
      }
      proof.add(from.empty() ? tree.substr(1) : label, from);
      trees.push_back(tree + "]");
    }
    std::vector<ProofLine> all;
    std::string tree = "[9all";
    for (ProofLine step = 391; step < 400; ++step) {
      all.push_back(step);
      tree += trees[step];
    }
    const ProofLine last = proof.add("9all", all);
    const Labels hypotheses{"0x1", "0x2", "0x3"};
    EXPECT_EQ(decoded(proof.compressed(last, hypotheses), hypotheses), tree + "]");
  }
}

// The tree is exponentially larger than the graph, but each step is written once.
TEST(MetamathProofTest, IsAsLongAsTheGraphAndNotAsTheTree) {
  MetamathProof proof;
  ProofLine last = proof.add("0a");
  for (int i = 0; i < 5000; ++i) last = proof.add("2f", {last, last});
  EXPECT_LT(proof.compressed(last, Labels{"0a"}).size(), 5000u * 8);
}

}  // namespace
}  // namespace ineq
