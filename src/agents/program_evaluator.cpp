#include "agents/program_evaluator.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "base/printable.h"
#include "proof/explain.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;  // of questions
using Reply = nlohmann::json;         // what a program has written may have many keys
using AnswerEnd = Program::Answer::End;

constexpr std::size_t kMaxRequest = std::size_t{2} << 20;  // bytes, and one state more
constexpr double kLeastRest = 0.01;                        // of the moves that are not ranked
constexpr std::size_t kMaxShownAction = 100;               // bytes that a message shows

std::string show_action(const Reply& action) {
  const std::string text = action.is_string() ? action.get<std::string>() : action.dump();
  return printable(std::string_view(text).substr(0, kMaxShownAction));
}

// The reason why the action may not be taken, if there is one.
std::optional<std::string> take(const Query& query, const Action& action, State& next) {
  next = *query.state;
  const Outcome outcome = next.apply(query.problem->bank, query.problem->rules, action);
  if (changes_state(outcome)) return std::nullopt;
  return explain(outcome, query.problem->rules, action);
}

// Reads the actions in their order and calls visit(action, next state, log-probability) until it
// returns true. Throws Error on an action that is not legal, unless it may be passed over.
template <typename Visit>
void for_each_ranked(const Query& query, std::span<const Action> candidates,
                     const RankedAnswer& ranked, bool skips_illegal, const Visit& visit) {
  State next = *query.state;
  for (const auto& [named, log_prob] : ranked.entries) {
    std::optional<std::string> why;
    Action action;
    try {
      action = read_program_action(*query.problem, *query.state, candidates, named);
      why = take(query, action, next);
    } catch (const Error& error) {
      why = error.what();
    }
    if (!why) {
      if (visit(action, next, log_prob)) return;
    } else if (!skips_illegal) {
      throw Error(fmt::format("answered with an illegal action, {}: {}", show_action(named), *why));
    }
  }
}

}  // namespace

void ProgramEvaluator::evaluate(std::span<const Query> queries, std::span<Evaluation> out) {
  const ProgramIdentity& identity = program_->identity();
  std::vector<Asked> batch;
  std::size_t bytes = 0;
  const auto ask_batch = [&] {
    if (!batch.empty()) ask(batch);
    batch.clear();
    bytes = 0;
  };
  for (std::size_t i = 0; i < queries.size(); ++i) {
    const Query& query = queries[i];
    const std::size_t moves = query.moves.size();
    out[i].steps_left = 1;
    out[i].priors.assign(moves, 1.0 / static_cast<double>(std::max<std::size_t>(moves, 1)));
    out[i].proposals.clear();
    INEQ_CHECK(query.budget != nullptr);
    const bool wants_actions = moves > 0 || query.proposals > 0;
    if (query.budget->is_up() || (!wants_actions && !identity.values)) continue;
    batch.push_back({&query, &out[i], describe_state(query, identity)});
    bytes += batch.back().state.bytes;
    if (batch.size() == identity.batch || bytes > kMaxRequest) ask_batch();
  }
  ask_batch();
}

bool ProgramEvaluator::is_usable(Problem& problem, const State& next) const {
  return !skip_false_goals_ || !has_false_goal(problem, next);
}

void ProgramEvaluator::ask(std::span<Asked> asked) {
  std::string why;
  bool was_fresh = false;
  if (ask_once(asked, why, was_fresh)) return;
  const auto same_problem = [](const Asked& a, const Asked& b) {
    return a.query->problem == b.query->problem;
  };
  // The queries of one problem follow each other.
  std::size_t first = 0;
  while (first < asked.size()) {
    std::size_t end = first + 1;
    while (end < asked.size() && same_problem(asked[first], asked[end])) ++end;
    const std::span<Asked> alone = asked.subspan(first, end - first);
    const bool was_alone = alone.size() == asked.size();
    first = end;
    if (was_alone && was_fresh) {
      alone.front().query->budget->fail(why);
    } else {
      ask(alone);
    }
  }
}

bool ProgramEvaluator::ask_once(std::span<Asked> asked, std::string& why, bool& was_fresh) {
  Json states = Json::array();
  for (const Asked& one : asked) states.push_back(one.state.json);
  const Program::Answer answer = program_->ask({{"type", "states"}, {"states", std::move(states)}});
  was_fresh = answer.was_fresh;
  if (answer.end == AnswerEnd::kInterrupted) return true;
  if (answer.end != AnswerEnd::kAnswer) {
    why = answer.why;
    return false;
  }
  const auto answers = answer.json.find("answers");
  if (answers == answer.json.end() || !answers->is_array()) {
    why = "answered without a list 'answers'";
  } else if (answers->size() != asked.size()) {
    why = fmt::format("returned {} answers for {} states", answers->size(), asked.size());
  }
  if (!why.empty()) {
    program_->reject(why);
    return false;
  }
  for (std::size_t i = 0; i < asked.size(); ++i) {
    try {
      read(asked[i], (*answers)[i]);
    } catch (const Error& error) {
      asked[i].query->budget->fail(error.what());
    }
  }
  return true;
}

void ProgramEvaluator::read(Asked& asked, const Reply& answer) const {
  RankedAnswer ranked;
  try {
    ranked = read_ranked_answer(answer);
    if (program_->identity().values && !ranked.steps_left) throw Error("'steps_left' is missing");
  } catch (const Error& error) {
    throw Error(fmt::format("gave a wrong answer about a state: {}", error.what()));
  }
  if (program_->identity().values) asked.out->steps_left = *ranked.steps_left;
  if (asked.query->moves.empty()) {
    propose(asked, ranked);
  } else {
    weigh_moves(asked, ranked);
  }
}

void ProgramEvaluator::propose(Asked& asked, const RankedAnswer& ranked) const {
  const Query& query = *asked.query;
  std::unordered_set<std::uint64_t> effects;
  std::vector<Proposal>& out = asked.out->proposals;
  if (query.proposals == 0) return;
  for_each_ranked(query, asked.state.candidates, ranked, program_->identity().skips_illegal,
                  [&](const Action& action, const State& next, double log_prob) {
                    if (effects.insert(next.hash()).second && is_usable(*query.problem, next)) {
                      out.push_back({.action = action, .log_prior = log_prob});
                    }
                    return out.size() == query.proposals;
                  });
}

void ProgramEvaluator::weigh_moves(Asked& asked, const RankedAnswer& ranked) const {
  const Query& query = *asked.query;
  std::map<std::pair<std::uint8_t, std::uint64_t>, std::vector<std::size_t>> moves;
  for (std::size_t i = 0; i < query.moves.size(); ++i) {
    const LegalAction& move = query.moves[i];
    moves[{move.action.axiom, move.next.hash()}].push_back(i);
  }
  std::vector<double>& priors = asked.out->priors;
  std::ranges::fill(priors, 0);
  std::size_t unranked = priors.size();
  double sum = 0, least = 1;
  for_each_ranked(query, asked.state.candidates, ranked, program_->identity().skips_illegal,
                  [&](const Action& action, const State& next, double log_prob) {
                    const auto found = moves.find({action.axiom, next.hash()});
                    if (found == moves.end()) return false;
                    // No prior is 0, because searches take logarithms.
                    const double prior = std::max(std::exp(log_prob), 1e-12);
                    for (const std::size_t i : found->second) {
                      priors[i] = prior;
                      sum += prior;
                      least = std::min(least, prior);
                      --unranked;
                    }
                    moves.erase(found);
                    return moves.empty();
                  });
  const double rest =
      std::max(kLeastRest, 1 - sum) / static_cast<double>(std::max<std::size_t>(unranked, 1));
  for (double& prior : priors) {
    if (prior == 0) prior = std::min(rest, least);
  }
  sum = 0;
  for (const double prior : priors) sum += prior;
  for (double& prior : priors) prior /= sum;
}

}  // namespace ineq
