#pragma once
// Terms and statements, each stored once (paper, Section 3.1; docs/axioms.md defines the language).
//
// A Bank owns the nodes. A Term or a Statement is a 32-bit id into a bank, which is passed along
// with it; within one bank, two terms are equal exactly when their ids are. Ids of different banks
// must not be mixed. Nodes never change, and they are not freed individually: `reset` frees all of
// them at once.
//
// A place in a statement is an *occurrence*, identified by its number in preorder. The statement
// itself has the number 0, its left side 1. A subterm that occurs twice is one Term with two
// occurrences.

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
  kEqual,         // x=y    this operator and those below make statements
  kGreaterEqual,  // x>=y
  kNonZero,       // x!=0   has one child: the zero is part of the operator
};

// If this table were a local variable of `arity`, GCC would copy it to the stack on every call.
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
  std::uint64_t hash;    // depends on the structure only, so it is the same in every bank
  Term left;             // for a variable, `left.id` is its letter: 0 for `a`
  Term right;            // used only if arity(op) is 2
  std::uint32_t size;    // number of occurrences in this node, including itself
  std::uint16_t height;  // 0 for a leaf
  Op op;
};

// The parser and the kernel refuse anything larger. Recursion over terms is therefore safe, and
// preorder numbers are small.
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
    std::uint32_t epoch = 0;  // the slot is in use only if this equals epoch_
    std::uint32_t id = 0;
  };

  std::uint32_t intern(Op op, Term left, Term right);
  Node make_node(Op op, Term left, Term right) const;
  std::size_t first_slot(Op op, Term left, Term right) const;
  void grow();

  std::vector<Node> nodes_;
  std::vector<Slot> slots_;  // open addressing; the size is a power of two, at most half is used
  std::uint32_t epoch_ = 1;
};

bool fits(const Node& node);                             // within kMaxSize and kMaxHeight
bool is_trivial(const Bank& bank, Statement statement);  // x=x, x>=x, 1!=0

// Occurrences. `node` is in [1, size of the statement); 0 is excluded, as a statement is not a
// term.
Term subterm(const Bank& bank, Statement statement, std::uint32_t node);
Statement replace(Bank& bank, Statement statement, std::uint32_t node, Term by);
// `find` returns the k-th occurrence of `term`, counted from 0 in preorder, or nothing if there are
// at most k. `ordinal` is its inverse: it returns the k of a node.
std::optional<std::uint32_t> find(const Bank& bank, Statement statement, Term term,
                                  std::uint32_t k);
std::uint32_t ordinal(const Bank& bank, Statement statement, std::uint32_t node);
// Appends the term of every occurrence from 1 on, in preorder: element i is occurrence i + 1.
void list_subterms(const Bank& bank, Statement statement, std::vector<Term>& out);

}  // namespace ineq
