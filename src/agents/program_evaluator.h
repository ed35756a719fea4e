#pragma once
// A program as an evaluator (search/evaluator.h): it ranks the actions of states and, if it likes,
// says how many steps are left.
//
// Proposals are the actions as the program has ranked them; those with the effect of an earlier one
// are passed over. The prior of a move is the probability that the program gives to an action of
// the same axiom with the same effect. Moves that it does not rank share what is left of the
// probability, at least 0.01, but none gets more than the least probable ranked one. Then all are
// divided by their sum. The value is 1 for all states if the program gives no values.
//
// If the program fails, the problem fails (Budget::fail), and the answers to its queries mean
// nothing. An answer that breaks the protocol may have been about several problems: each is then
// asked about alone, and fails if a program that was started afresh fails on it. Which problems
// fail, therefore, does not depend on which are asked about together.

#include <cstddef>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "agents/program.h"
#include "agents/program_state.h"
#include "search/evaluator.h"

namespace ineq {

class ProgramEvaluator : public Evaluator {
 public:
  // The program must be a policy. With `skip_false_goals`, actions that open goals which are false
  // at the point of the countermodel are passed over.
  ProgramEvaluator(std::unique_ptr<Program> program, bool skip_false_goals)
      : program_(std::move(program)), skip_false_goals_(skip_false_goals) {}

  void evaluate(std::span<const Query> queries, std::span<Evaluation> out) override;

 private:
  // A query that the program is asked about.
  struct Asked {
    const Query* query;
    Evaluation* out;
    StateDescription state;
  };

  // Asks about the states together, then about each problem alone if that fails.
  void ask(std::span<Asked> asked);
  // Returns false if the program broke the protocol.
  bool ask_once(std::span<Asked> asked, std::string& why, bool& was_fresh);
  void read(Asked& asked, const nlohmann::json& answer) const;  // throws Error
  void propose(Asked& asked, const RankedAnswer& ranked) const;
  void weigh_moves(Asked& asked, const RankedAnswer& ranked) const;
  bool is_usable(Problem& problem, const State& next) const;

  const std::unique_ptr<Program> program_;
  const bool skip_false_goals_;
};

}  // namespace ineq
