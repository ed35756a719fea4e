#pragma once
// Classical provers: z3 and cvc5 decide real arithmetic, E looks for proofs from the rows of the
// axioms as first-order logic. Each theorem is exported and given to a new process of the installed
// program. The answer is counted as it is; the kernel does not check it.

#include <string>
#include <string_view>
#include <vector>

#include "benchmark/process.h"
#include "benchmark/solver.h"
#include "export/exporter.h"

namespace ineq {

inline constexpr std::string_view kProverNames[] = {"z3", "cvc5", "eprover"};

// The limit for each problem; there is always one.
inline double prover_seconds(const SearchLimits& limits) {
  return limits.seconds > 0 ? limits.seconds : 5;
}

class Prover {
 public:
  // `name` is one of kProverNames. Throws Error if it is not installed or does not work.
  Prover(std::string_view name, const Lemmas& lemmas);

  // Ends with kProven; with kRefuted if real numbers make the premises true and the goal false;
  // with kExhausted if the prover gave up; or with a limit. Only the limits of seconds and memory
  // apply. May be called from several threads.
  ProblemResult prove(const TestProblem& problem, const SearchLimits& limits) const;

 private:
  ProcessResult ask(Bank& bank, const Theorem& theorem, const SearchLimits& limits) const;

  const std::string name_;
  const std::string path_;
  const Exporter exporter_;
};

Solver make_prover_solver(std::string_view name, const SearchLimits& limits,
                          nlohmann::json options = {});

}  // namespace ineq
