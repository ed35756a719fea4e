#include "agents/network_evaluator.h"

#include <algorithm>
#include <cmath>
#include <unordered_set>
#include <utility>

#include "agents/action_trie.h"
#include "agents/named_actions.h"
#include "base/error.h"

namespace ineq {
namespace {

// How far the log-probability of a proposal may be behind that of the best one. Going on to less
// probable ones takes long where few actions are legal.
constexpr double kBehind = 12;

bool is_up(const Query& query) { return query.budget != nullptr && query.budget->is_up(); }

// Adds the states to the input, and returns the names of the moves.
std::vector<NamedAction> add_states(std::span<const Query> queries, Input& input) {
  std::vector<NamedAction> out;
  for (std::size_t i = 0; i < queries.size(); ++i) {
    Problem& problem = *queries[i].problem;
    const State& state = *queries[i].state;
    input.add(problem.bank, problem.rule_set, problem.rules, state);
    for (std::size_t k = 0; k < queries[i].moves.size(); ++k) {
      NamedAction move{.subject = i, .number = k, .choices = {}};
      const Action& action = queries[i].moves[k].action;
      if (input.encode(problem.bank, problem.rules, state, action, move.choices)) {
        out.push_back(std::move(move));
      }
    }
  }
  return out;
}

// From logarithms to priors whose sum is 1. A positive value marks a move that the network cannot
// name.
void normalize(std::vector<double>& logs) {
  if (logs.empty()) return;
  double least = 0, most = -INFINITY;
  for (const double log : logs) {
    if (log > 0) continue;
    least = std::min(least, log);
    most = std::max(most, log);
  }
  if (most == -INFINITY) most = least;  // none is known
  double sum = 0;
  for (double& log : logs) sum += log = std::exp((log > 0 ? least : log) - most);
  for (double& prior : logs) prior /= sum;
}

void propose(Answers& answers, const Input& input, bool writes_text, std::span<const Query> queries,
             std::span<Evaluation> out) {
  std::vector<Subject> subjects;
  std::size_t most = 0;
  for (const Query& query : queries) {
    subjects.push_back({&query.problem->bank, &query.problem->rules, query.state});
    most = std::max(most, query.proposals);
  }
  std::vector<std::unordered_set<std::uint64_t>> effects(queries.size());
  const auto accept = [&](std::size_t i, const Action& action) {
    Problem& problem = *queries[i].problem;
    State next = *queries[i].state;
    return changes_state(next.apply(problem.bank, problem.rules, action)) &&
           effects[i].insert(next.hash()).second && !has_false_goal(problem, next);
  };
  const auto stop = [&](std::size_t i) { return is_up(queries[i]); };
  const auto ranked =
      rank_actions(answers, input, subjects, {.count = most, .behind = kBehind}, accept,
                   writes_text ? allow_legal_texts(subjects, stop) : Allowed(), stop);
  for (std::size_t i = 0; i < queries.size(); ++i) {
    for (const auto& [action, log_prob] : ranked[i]) {
      if (out[i].proposals.size() == queries[i].proposals) break;
      out[i].proposals.push_back({action, log_prob});
    }
  }
}

}  // namespace

void NetworkEvaluator::evaluate(std::span<const Query> queries, std::span<Evaluation> out) {
  // Answers are asked either about the moves of queries or for proposals.
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < queries.size(); ++i) order.push_back(i);
  const auto proposing = std::ranges::stable_partition(
      order, [&](std::size_t i) { return queries[i].proposals == 0; });
  const auto judging_end = static_cast<std::size_t>(proposing.begin() - order.begin());
  std::vector<Query> batch;
  std::vector<Evaluation> answers;
  for (std::size_t begin = 0; begin < order.size(); begin += batch.size()) {
    const std::size_t limit = begin < judging_end ? judging_end : order.size();
    const std::size_t end = std::min(limit, begin + kTogether);
    batch.clear();
    for (std::size_t i = begin; i < end; ++i) batch.push_back(queries[order[i]]);
    answers.resize(batch.size());
    evaluate_batch(batch, answers);
    for (std::size_t i = begin; i < end; ++i) std::swap(out[order[i]], answers[i - begin]);
  }
}

void NetworkEvaluator::evaluate_batch(std::span<const Query> queries,
                                      std::span<Evaluation> out) const {
  const std::unique_ptr<Input> input = make_input(options_);
  std::vector<NamedAction> moves = add_states(queries, *input);
  const std::unique_ptr<Answers> answers = network_.read(*input);
  const std::span<const float> steps_left = answers->steps_left();
  for (std::size_t i = 0; i < queries.size(); ++i) {
    out[i].steps_left = steps_left.empty() ? 1 : std::max(0.0f, steps_left[i]);
    out[i].priors.assign(queries[i].moves.size(), 1);  // positive: missing
    out[i].proposals.clear();
  }
  if (queries.front().proposals > 0) {
    for (const Query& query : queries) INEQ_CHECK(query.moves.empty());
    propose(*answers, *input, options_.network == NetworkKind::kTransformer, queries, out);
    return;
  }
  add_log_probs(*answers, queries.size(), moves, [&](std::size_t i) { return is_up(queries[i]); });
  for (const NamedAction& move : moves) {
    out[move.subject].priors[move.number] = std::min(0.0, move.log_prob);
  }
  for (Evaluation& evaluation : out) normalize(evaluation.priors);
}

}  // namespace ineq
