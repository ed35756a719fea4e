#include "term/pattern.h"

namespace ineq {

bool match(const Bank& patterns, Term pattern, const Bank& bank, Term term, Bindings& bindings) {
  const Node& p = patterns[pattern];
  if (p.op == Op::kVariable) return bindings.bind(p.left.id, term);
  const Node& t = bank[term];
  return p.op == t.op && (arity(p.op) < 1 || match(patterns, p.left, bank, t.left, bindings)) &&
         (arity(p.op) < 2 || match(patterns, p.right, bank, t.right, bindings));
}

Term substitute(const Bank& patterns, Term pattern, Bank& bank, const Bindings& bindings) {
  const Node& p = patterns[pattern];
  if (p.op == Op::kVariable) return bindings[p.left.id].value();
  Term left, right;
  if (arity(p.op) > 0) left = substitute(patterns, p.left, bank, bindings);
  if (arity(p.op) > 1) right = substitute(patterns, p.right, bank, bindings);
  return bank.term(p.op, left, right);
}

Statement substitute(const Bank& patterns, Statement pattern, Bank& bank,
                     const Bindings& bindings) {
  return {substitute(patterns, Term{pattern.id}, bank, bindings).id};
}

}  // namespace ineq
