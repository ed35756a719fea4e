#pragma once
// A second implementation of proof states, written only from the specification
// (docs/proof-format.md and the semantics of the original program) and as simply as possible:
// statements are trees that carry their canonical text, equality is equality of texts, each axiom
// is a few lines of code. It shares nothing with src/term, src/kernel or src/axioms, so a mistake
// in those shows up as a difference. Simplicity matters more than speed here.

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ineq::naive {

// A term or a statement. `op` is a letter, a digit or an operator: + - * ^ / = > and ! for x!=0,
// which has one child.
struct Tree;
using Ref = std::shared_ptr<const Tree>;
struct Tree {
  char op;
  Ref left;   // none for a letter or a digit
  Ref right;  // only for + * = >
  std::string text;
  std::uint64_t size;    // number of nodes
  std::uint64_t height;  // 0 for a letter or a digit
};

Ref read(std::string_view canonical_text);  // throws std::runtime_error on any other text

enum class RuleSet { kStandard, kInt2021, kFull };

// Corresponds to ineq::Outcome. If several apply, the first of these is returned: closed, no such
// axiom, no such node, no match, too large, and finally the effect of the step.
enum class Outcome {
  kProven,
  kChanged,
  kNothing,
  kNoMatch,
  kTooLarge,
  kNoSuchAxiom,
  kNoSuchNode,
  kClosed
};

struct Place {
  std::string statement;   // canonical text
  std::uint32_t node = 0;  // in preorder; the statement is 0
};

class State {
 public:
  State(RuleSet set, const std::vector<std::string>& premises, const std::string& goal);

  Outcome apply(unsigned axiom, const std::vector<Place>& places);

  std::vector<std::string> goals() const;  // in the order in which they were first mentioned
  std::vector<std::string> facts() const;
  bool proven() const;

 private:
  enum class Status { kMentioned, kGoal, kFact };
  struct Entry {
    Ref statement;
    Status status;
  };

  const Entry* find(const std::string& text) const;
  Entry& mention(const Ref& statement);
  bool is_fact(const Ref& statement) const;
  void close_goals();
  std::vector<std::string> with(Status status) const;

  RuleSet set_;
  std::vector<Entry> ledger_;
};

}  // namespace ineq::naive
