#pragma once
// The way from a statement to one of its nodes.

#include <cstdint>

#include "term/term.h"

namespace ineq {

// Calls visit(term, is_right) for each term from the statement down to the parent of the node, with
// the side on which the node is, and returns the node. `node` is a preorder number in the
// statement.
template <typename Visit>
Term descend(const Bank& bank, Statement statement, std::uint32_t node, const Visit& visit) {
  Term here{statement.id};
  while (node > 0) {
    const Node& at = bank[here];
    const std::uint32_t left_size = bank[at.left].size;
    const bool is_right = node > left_size;
    visit(here, is_right);
    node -= is_right ? 1 + left_size : 1;
    here = is_right ? at.right : at.left;
  }
  return here;
}

}  // namespace ineq
