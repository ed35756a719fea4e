#include <cstdio>

#include "axioms/axioms.h"
#include "search/prove.h"
#include "term/parse.h"

int main() {
  using namespace ineq;
  const Rules rules = make_rules(RuleSet::kStandard);
  Bank bank;
  const Theorem theorem{.premises = {}, .goal = parse_statement(bank, "a*(b+c) = c*a+b*a")};
  Problem problem(RuleSet::kStandard, rules, bank, theorem);
  Budget budget({});
  const ProveResult result = prove(problem, {}, budget);
  std::printf("%s in %zu steps\n", result.proven ? "proven" : "not proven", result.proof.size());
  return result.proven ? 0 : 1;
}
