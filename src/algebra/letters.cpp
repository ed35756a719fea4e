#include "algebra/letters.h"

namespace ineq {

Letters letters_in(const Bank& bank, Term term) {
  const Node& node = bank[term];
  if (node.op == Op::kVariable) return 1u << node.left.id;
  Letters out = 0;
  if (arity(node.op) > 0) out |= letters_in(bank, node.left);
  if (arity(node.op) > 1) out |= letters_in(bank, node.right);
  return out;
}

Letters letters_in(const Bank& bank, Statement statement) {
  return letters_in(bank, Term{statement.id});
}

}  // namespace ineq
