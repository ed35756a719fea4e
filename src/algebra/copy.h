#pragma once
// Copies terms, statements, theorems and actions from one bank to another. Ids of two banks must
// not be mixed, so whatever is moved between banks goes through these functions.

#include <cstdint>
#include <vector>

#include "kernel/kernel.h"
#include "term/term.h"

namespace ineq {

// Remembers which terms of one bank have been copied to another. It pays off if many terms are
// copied between the same two banks; the source may grow in the meantime.
class CopyMemo {
 public:
  // Forgets all copies; required after either bank is reset.
  void clear() { ++round_; }
  std::size_t bytes() const { return entries_.capacity() * sizeof(Entry); }

 private:
  friend Term copy_term(const Bank& from, Term term, Bank& to, CopyMemo& memo);

  struct Entry {
    std::uint32_t round = 0;
    Term copy;
  };
  std::vector<Entry> entries_;  // by id in the source; valid if `round` equals round_
  std::uint32_t round_ = 1;
};

Term copy_term(const Bank& from, Term term, Bank& to);
Term copy_term(const Bank& from, Term term, Bank& to, CopyMemo& memo);
Statement copy_statement(const Bank& from, Statement statement, Bank& to);
Statement copy_statement(const Bank& from, Statement statement, Bank& to, CopyMemo& memo);

// `out` is reused to avoid reallocation.
void copy_theorem(const Bank& from, const Theorem& theorem, Bank& to, Theorem& out);
std::vector<Action> copy_actions(const Bank& from, std::vector<Action> actions, Bank& to);

}  // namespace ineq
