#include "export/metamath_terms.h"

#include "export/metamath_library.h"

namespace ineq {

MetamathTerms::MetamathTerms(Bank& bank, MetamathProof& proof)
    : bank_(bank), proof_(proof), ph_(proof.add("wph")), zero_(proof.add("cc0")) {}

MetamathTerms::Step MetamathTerms::syntax(Term term) {
  if (const auto found = syntax_.find(term); found != syntax_.end()) return found->second;
  return syntax_[term] = make_syntax(bank_[term]);
}

MetamathTerms::Step MetamathTerms::make_syntax(const Node& node) {
  switch (node.op) {
    case Op::kVariable:
      return proof_.add(class_label(static_cast<char>('a' + node.left.id)));
    case Op::kZero:
      return zero_;
    case Op::kOne:
      return proof_.add("c1");
    case Op::kNegate:
      return proof_.add("cneg", {syntax(node.left)});
    case Op::kSquare:
      return proof_.add("co", {syntax(node.left), proof_.add("c2"), operation(node.op)});
    case Op::kInvert:
      return proof_.add("co", {proof_.add("c1"), syntax(node.left), operation(node.op)});
    default:
      return proof_.add("co", {syntax(node.left), syntax(node.right), operation(node.op)});
  }
}

MetamathTerms::Step MetamathTerms::operation(Op op) {
  return proof_.add(op == Op::kAdd        ? "caddc"
                    : op == Op::kMultiply ? "cmul"
                    : op == Op::kSquare   ? "cexp"
                                          : "cdiv");
}

std::optional<MetamathTerms::Step> MetamathTerms::real(Term term) {
  if (const auto found = reals_.find(term); found != reals_.end()) return found->second;
  const auto step = make_real(bank_[term]);
  if (step) reals_[term] = *step;
  return step;
}

std::optional<MetamathTerms::Step> MetamathTerms::make_real(const Node& node) {
  if (node.op == Op::kVariable) return std::nullopt;
  if (node.op == Op::kZero) return proof_.add("0red", {ph_});
  if (node.op == Op::kOne) return proof_.add("1red", {ph_});
  const auto left = real(node.left);
  if (!left) return std::nullopt;
  const Step x = syntax(node.left);
  if (node.op == Op::kNegate) return proof_.add("renegcld", {ph_, x, *left});
  if (node.op == Op::kSquare) return proof_.add("resqcld", {ph_, x, *left});
  const auto other = node.op == Op::kInvert ? nonzero(node.left) : real(node.right);
  if (!other) return std::nullopt;
  if (node.op == Op::kInvert) return proof_.add("rereccld", {ph_, x, *left, *other});
  return proof_.add(node.op == Op::kAdd ? "readdcld" : "remulcld",
                    {ph_, x, syntax(node.right), *left, *other});
}

std::optional<MetamathTerms::Step> MetamathTerms::nonzero(Term term) {
  if (const auto found = nonzero_.find(term); found != nonzero_.end()) return found->second;
  const auto step = make_nonzero(bank_[term]);
  if (step) nonzero_[term] = *step;
  return step;
}

std::optional<MetamathTerms::Step> MetamathTerms::make_nonzero(const Node& node) {
  if (node.op == Op::kOne) {
    const Step one = proof_.add("c1");
    return proof_.add("a1i", {proof_.add("wne", {one, zero_}), ph_, proof_.add("ax-1ne0")});
  }
  if (arity(node.op) == 0 || node.op == Op::kAdd) return std::nullopt;
  const auto real_left = real(node.left), left = nonzero(node.left);
  if (!real_left || !left) return std::nullopt;
  const Step x = syntax(node.left);
  if (node.op == Op::kMultiply) {
    const auto real_right = real(node.right), right = nonzero(node.right);
    if (!real_right || !right) return std::nullopt;
    return proof_.add("ineq-nonzero-multiply",
                      {ph_, x, syntax(node.right), *real_left, *real_right, *left, *right});
  }
  return proof_.add(node.op == Op::kNegate   ? "ineq-nonzero-negate"
                    : node.op == Op::kSquare ? "ineq-nonzero-square"
                                             : "ineq-nonzero-invert",
                    {ph_, x, *real_left, *left});
}

void MetamathTerms::add_unknown_divisors(Term term, std::vector<Term>& out) {
  const Node& node = bank_[term];
  if (arity(node.op) > 0) add_unknown_divisors(node.left, out);
  if (arity(node.op) > 1) add_unknown_divisors(node.right, out);
  if (node.op == Op::kInvert && !nonzero(node.left)) out.push_back(node.left);
}

MetamathTerms::Equation MetamathTerms::lift(Term parent, bool is_right, const Equation& child) {
  const Node node = bank_[parent];
  const Step x = syntax(child.left), y = syntax(child.right);
  const Term after = arity(node.op) == 1 ? bank_.term(node.op, child.right)
                     : is_right          ? bank_.term(node.op, node.left, child.right)
                                         : bank_.term(node.op, child.right, node.right);
  if (node.op == Op::kNegate) {
    return {.left = parent, .right = after, .step = proof_.add("negeqd", {ph_, x, y, child.step})};
  }
  // In set.mm, x^2 and 1/x are binary operations with a constant as the other operand.
  const Step other = node.op == Op::kSquare   ? proof_.add("c2")
                     : node.op == Op::kInvert ? proof_.add("c1")
                                              : syntax(is_right ? node.left : node.right);
  const bool is_second = is_right || node.op == Op::kInvert;
  const Step step = proof_.add(is_second ? "oveq2d" : "oveq1d",
                               {ph_, x, y, other, operation(node.op), child.step});
  return {.left = parent, .right = after, .step = step};
}

}  // namespace ineq
