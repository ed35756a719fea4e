#pragma once
// Terms and statements, each stored once (paper, Section 3.1; the language is in docs/axioms.md).
//
// A Bank owns the nodes. A Term or a Statement is a 32-bit id into a bank that is passed along;
// within one bank two terms are equal exactly when their ids are. Ids of different banks must not
// be mixed. Nodes never change and are never freed one by one: `reset` forgets all of them at once.
//
// A place in a statement is an *occurrence*: its number in preorder. The statement itself is 0, its
// left side 1. Equal subterms at two places are one Term but two occurrences.

#include <compare>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace ineq {

enum class Op : std::uint8_t {
  kVariable,      // a … z
  kZero,          // 0
  kOne,           // 1
  kAdd,           // x+y
  kNegate,        // -x
  kMultiply,      // x*y
  kSquare,        // x^2
  kInvert,        // 1/x
  kEqual,         // x=y    from here on the operators make statements
  kGreaterEqual,  // x>=y
  kNonZero,       // x!=0   one child: the zero is part of the operator
};

// Not inside the function: GCC would copy it to the stack with every call.
inline constexpr std::uint8_t kArity[] = {0, 0, 0, 2, 1, 2, 1, 1, 2, 2, 1};
constexpr int arity(Op op) { return kArity[static_cast<int>(op)]; }

struct Term {
  std::uint32_t id = 0;
  friend auto operator<=>(Term, Term) = default;
};

struct Statement {
  std::uint32_t id = 0;
  friend auto operator<=>(Statement, Statement) = default;
};

struct Node {
  std::uint64_t hash;    // of the structure: the same in every bank
  Term left;             // of a variable: its letter, 0 for a
  Term right;            // only where arity(op) is 2
  std::uint32_t size;    // occurrences in it, itself included
  std::uint16_t height;  // 0 for a leaf
  Op op;
};

// Parser and kernel refuse what is larger. So recursion over terms is safe, and preorder numbers
// fit.
inline constexpr std::uint32_t kMaxSize = 1u << 16;
inline constexpr std::uint16_t kMaxHeight = 1000;

class Bank {
 public:
  Bank();

  Term variable(char letter);
  Term term(Op op, Term left = {}, Term right = {}) { return {intern(op, left, right)}; }
  Statement statement(Op op, Term left, Term right = {}) { return {intern(op, left, right)}; }

  const Node& operator[](Term term) const { return nodes_[term.id]; }
  const Node& operator[](Statement statement) const { return nodes_[statement.id]; }

  std::size_t size() const { return nodes_.size(); }
  void reset();  // O(1); every id becomes invalid

 private:
  struct Slot {
    std::uint32_t epoch = 0;  // taken only if it equals epoch_
    std::uint32_t id = 0;
  };

  std::uint32_t intern(Op op, Term left, Term right);
  Node make_node(Op op, Term left, Term right) const;
  std::size_t first_slot(Op op, Term left, Term right) const;
  void grow();

  std::vector<Node> nodes_;
  std::vector<Slot> slots_;  // open addressing; a power of two, at most half full
  std::uint32_t epoch_ = 1;
};

bool fits(const Node& node);                             // within kMaxSize and kMaxHeight
bool is_trivial(const Bank& bank, Statement statement);  // x=x, x>=x, 1!=0

// Occurrences. `node` is in [1, size of the statement): the statement itself is no term.
Term subterm(const Bank& bank, Statement statement, std::uint32_t node);
Statement replace(Bank& bank, Statement statement, std::uint32_t node, Term by);
// The k-th occurrence (from 0, in preorder) of `term`, and its inverse.
std::optional<std::uint32_t> find(const Bank& bank, Statement statement, Term term,
                                  std::uint32_t k);
std::uint32_t ordinal(const Bank& bank, Statement statement, std::uint32_t node);
// The term at every occurrence from 1 on, in preorder: element i is occurrence i + 1.
void list_subterms(const Bank& bank, Statement statement, std::vector<Term>& out);

}  // namespace ineq
