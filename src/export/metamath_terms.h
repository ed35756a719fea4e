#pragma once
// Metamath proofs about terms: how a term is built, that it is a real number, that a divisor is not
// zero, and that equal subterms make equal terms.
//
// In set.mm, 1/d is a number only if d!=0. Each result is a step of the proof, made once per term.

#include <map>
#include <optional>
#include <vector>

#include "export/metamath_proof.h"
#include "term/term.h"

namespace ineq {

class MetamathTerms {
 public:
  using Step = MetamathProof::Step;
  struct Equation {
    Term left, right;
    Step step;  // proves the equation
  };

  MetamathTerms(Bank& bank, MetamathProof& proof);

  Step ph() const { return ph_; }
  Step zero() const { return zero_; }

  Step syntax(Term term);  // class t
  // Return nothing if it does not follow from what `set_real` and `set_nonzero` have stated.
  std::optional<Step> real(Term term);     // ( ph -> t e. RR )
  std::optional<Step> nonzero(Term term);  // ( ph -> t =/= 0 )
  void set_real(Term term, Step step) { reals_.try_emplace(term, step); }
  void set_nonzero(Term term, Step step) { nonzero_.try_emplace(term, step); }
  // Appends the divisors in a term for which `nonzero` returns nothing, inner ones first.
  void add_unknown_divisors(Term term, std::vector<Term>& out);

  // x = y --> f(x) = f(y), where f(x) is the parent
  Equation lift(Term parent, bool is_right, const Equation& child);

 private:
  Step make_syntax(const Node& node);
  std::optional<Step> make_real(const Node& node);
  std::optional<Step> make_nonzero(const Node& node);
  Step operation(Op op);

  Bank& bank_;
  MetamathProof& proof_;
  const Step ph_, zero_;
  std::map<Term, Step> syntax_, reals_, nonzero_;
};

}  // namespace ineq
