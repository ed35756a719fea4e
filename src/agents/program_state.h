#pragma once
// States as programs see them, and the actions that they answer with (docs/agents.md, "Agents as
// programs").

#include <cstddef>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "agents/program.h"
#include "search/evaluator.h"

namespace ineq {

struct StateDescription {
  nlohmann::ordered_json json;
  std::vector<Action> candidates;  // those that the program can name by an index
  std::size_t bytes = 0;           // of the JSON as text, approximately
};

// The views of a state that the program wants. The view `actions` lists the moves of the query or,
// without any, the moves of the state (search/move_finder.h): at most kMaxCandidates, and at most
// kMaxCandidateText bytes.
inline constexpr std::size_t kMaxCandidates = 10'000;
inline constexpr std::size_t kMaxCandidateText = std::size_t{1} << 20;
StateDescription describe_state(const Query& query, const ProgramIdentity& identity);

// An action as INT's text, as pointer text, as a list of numbers, or as an index into the
// candidates. Throws Error if it is none of them, or means no action of the state.
Action read_program_action(Problem& problem, const State& state, std::span<const Action> candidates,
                           const nlohmann::json& action);

// What a policy has said about a state, in decreasing order of the probabilities.
struct RankedAnswer {
  struct Entry {
    nlohmann::json action;
    double log_prob;
  };
  std::vector<Entry> entries;
  std::optional<double> steps_left;
};
// Throws Error if the answer does not have the right form. Without log-probabilities, the
// probabilities are 1/2, 1/4, …
RankedAnswer read_ranked_answer(const nlohmann::json& answer);

// A whole proof: the actions that lead from the theorem to its end. Throws Error, which says which
// step is wrong, unless the kernel accepts it and it has at most `max_steps` steps.
std::vector<Action> read_program_proof(Problem& problem, const nlohmann::json& proof,
                                       std::size_t max_steps);

}  // namespace ineq
