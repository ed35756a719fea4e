#include "agents/policy_search.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <unordered_set>
#include <utility>

#include "agents/action_trie.h"
#include "agents/rank_actions.h"
#include "base/error.h"
#include "base/streams.h"

namespace ineq {
namespace {

// Draws that are not legal are repeated; after this many, the attempt ends.
constexpr std::size_t kMaxDraws = 20;

// A state on the way, and the actions that lead to it.
struct Line {
  State state;
  std::vector<Action> path = {};
  double log_prob = 0;
};

// The attempts at one problem.
class Walk {
 public:
  Walk(const PolicyTask& task, const PolicyOptions& options)
      : problem_(*task.problem),
        budget_(*task.budget),
        options_(options),
        seed_(task.seed),
        given_(task.given) {
    if (const auto end = end_at_start(problem_, budget_.limits())) {
      finish(*end);
    } else if (given_.size() >= budget_.limits().steps) {
      finish(SearchEnd::kExhausted);
    } else {
      begin();
    }
  }

  bool is_over() const { return is_over_; }
  const std::vector<Line>& lines() const { return lines_; }
  Problem& problem() const { return problem_; }
  Budget& budget() const { return budget_; }
  std::size_t steps_left() const { return budget_.limits().steps - depth_; }
  // So many actions with different effects have enough that may be taken, if there are enough.
  std::size_t proposals() const { return options_.beam + (options_.revisit ? 0 : seen_.size()); }
  Rng& rng() { return *rng_; }
  SearchCounts& counts() { return result_.counts; }
  SearchResult take_result() { return std::move(result_); }

  // Whether the search goes on: no limit is reached.
  bool may_go_on() {
    const auto end = budget_.over(result_.counts.expanded, bytes_of(problem_.bank));
    if (end) finish(*end);
    return !end;
  }

  // Whether time or memory is used up in the middle of a round, which the walk then gives up.
  bool must_stop() {
    is_stopped_ = is_stopped_ || budget_.over(0, bytes_of(problem_.bank)).has_value();
    return is_stopped_;
  }

  // Whether one more line of a round can be followed. The last round of a beam may be narrower.
  bool may_expand() const { return result_.counts.expanded < budget_.limits().nodes; }

  bool may_take(const Line& line, const Action& action) {
    State next = line.state;
    ++result_.counts.steps;
    const Outcome outcome = next.apply(problem_.bank, problem_.rules, action);
    if (!options_.masks) return true;
    return changes_state(outcome) && (options_.revisit || !seen_.contains(next.hash()));
  }

  // Takes an action that may_take allows. Returns whether the theorem is proven.
  bool take(const Line& line, const RankedAction& ranked) {
    State next = line.state;
    const Outcome outcome = next.apply(problem_.bank, problem_.rules, ranked.action);
    Line made{
        .state = std::move(next), .path = line.path, .log_prob = line.log_prob + ranked.log_prob};
    // A step that is not valid counts against the limit, but is no part of a proof.
    if (is_valid_step(outcome)) made.path.push_back(ranked.action);
    ++result_.counts.generated;
    if (!made.state.proven()) {
      next_.push_back(std::move(made));
      return false;
    }
    result_.proof = std::move(made.path);
    finish(SearchEnd::kProven);
    return true;
  }

  // After all lines of a round: keeps the best of the new ones, or begins another attempt.
  void end_round() {
    if (is_over_ || (is_stopped_ && !may_go_on())) return;
    ++depth_;
    std::ranges::stable_sort(next_, std::greater(), &Line::log_prob);
    lines_.clear();
    for (Line& line : next_) {
      if (lines_.size() == options_.beam) break;
      // A state counts as met only when it is followed: one that is left out may be reached again
      // by a better way. Two lines of a beam can lead to the same state.
      const bool is_new = seen_.insert(line.state.hash()).second;
      if (is_new || options_.revisit || !options_.masks) lines_.push_back(std::move(line));
    }
    next_.clear();
    if (!lines_.empty()) result_.reached = lines_.front().path;
    if (!lines_.empty() && depth_ < budget_.limits().steps) return;
    ++attempt_;
    attempt_ < options_.attempts ? begin() : finish(SearchEnd::kExhausted);
  }

 private:
  void begin() {
    depth_ = given_.size();
    result_.states += seen_.size();  // of the attempt before
    seen_.clear();
    lines_.assign(1, Line{.state = State(problem_.bank, problem_.theorem), .path = given_});
    State& state = lines_.front().state;
    for (const Action& action : given_) state.apply(problem_.bank, problem_.rules, action);
    seen_.insert(state.hash());
    if (state.proven()) {
      result_.proof = given_;
      finish(SearchEnd::kProven);
    }
    rng_ = stream(Purpose::kProblem, seed_, attempt_);
  }

  void finish(SearchEnd end) {
    is_over_ = true;
    result_.end = end;
    result_.states += seen_.size();
    result_.bytes = problem_.bytes();
    result_.seconds = budget_.seconds();
    if (end == SearchEnd::kProven) result_.reached.clear();
  }

  Problem& problem_;
  Budget& budget_;
  const PolicyOptions& options_;
  const std::uint64_t seed_;
  const std::vector<Action> given_;
  std::uint64_t attempt_ = 0;
  std::size_t depth_ = 0;
  std::vector<Line> lines_, next_;
  std::unordered_set<std::uint64_t> seen_;  // hashes of states of this attempt
  std::optional<Rng> rng_;
  SearchResult result_;
  bool is_stopped_ = false;
  bool is_over_ = false;
};

// The lines of all walks that go on.
struct Round {
  std::vector<Subject> subjects;
  std::vector<Walk*> walks;
  std::vector<const Line*> lines;

  void add(Walk& walk) {
    Problem& problem = walk.problem();
    for (const Line& line : walk.lines()) {
      if (!walk.may_expand()) break;
      subjects.push_back({&problem.bank, &problem.rules, &line.state});
      walks.push_back(&walk);
      lines.push_back(&line);
      ++walk.counts().expanded;
      ++walk.counts().evaluated;
    }
    ++walk.counts().batches;
  }
};

void take_most_probable(Round& round, Answers& answers, const Input& input,
                        const PolicyOptions& options, bool writes_text) {
  const auto stop = [&](std::size_t i) { return round.walks[i]->must_stop(); };
  const auto ranked = rank_actions(
      answers, input, round.subjects, {.count = options.beam},
      [&](std::size_t i, const Action& action) {
        return round.walks[i]->may_take(*round.lines[i], action);
      },
      writes_text && options.masks ? allow_legal_texts(round.subjects, stop) : Allowed(), stop);
  for (std::size_t i = 0; i < ranked.size(); ++i) {
    for (const RankedAction& action : ranked[i]) {
      if (round.walks[i]->is_over() || round.walks[i]->take(*round.lines[i], action)) break;
    }
  }
}

void take_drawn(Round& round, Answers& answers, const Input& input, const PolicyOptions& options) {
  std::vector<Rng> rngs;
  for (Walk* walk : round.walks) rngs.push_back(walk->rng());
  std::vector<std::optional<RankedAction>> chosen(round.subjects.size());
  const std::size_t draws = options.masks ? kMaxDraws : 1;
  std::size_t prefixes = round.subjects.size();
  std::size_t open = chosen.size();
  for (std::size_t k = 0; k < draws && open > 0; ++k) {
    const auto drawn =
        draw_actions(answers, prefixes, input, round.subjects, options.temperature, rngs);
    for (std::size_t i = 0; i < drawn.size(); ++i) {
      if (chosen[i] || !round.walks[i]->may_take(*round.lines[i], drawn[i].action)) continue;
      chosen[i] = drawn[i];
      // Later draws are for the others, and must not change what this walk draws next.
      round.walks[i]->rng() = rngs[i];
      --open;
    }
  }
  for (std::size_t i = 0; i < round.subjects.size(); ++i) {
    if (chosen[i]) round.walks[i]->take(*round.lines[i], *chosen[i]);
  }
}

void take_proposed(Round& round, Evaluator& evaluator, const PolicyOptions& options) {
  std::vector<Query> queries;
  for (std::size_t i = 0; i < round.lines.size(); ++i) {
    Walk& walk = *round.walks[i];
    queries.push_back({.problem = &walk.problem(),
                       .state = &round.lines[i]->state,
                       .max_steps = walk.steps_left(),
                       .proposals = walk.proposals(),
                       .budget = &walk.budget()});
  }
  std::vector<Evaluation> answers(queries.size());
  evaluator.evaluate(queries, answers);
  for (std::size_t i = 0; i < round.lines.size(); ++i) {
    Walk& walk = *round.walks[i];
    if (walk.must_stop()) continue;  // the answer may be none
    std::size_t taken = 0;
    for (const auto& [action, log_prior] : answers[i].proposals) {
      if (walk.is_over() || taken == options.beam || walk.must_stop()) break;
      if (!walk.may_take(*round.lines[i], action)) continue;
      walk.take(*round.lines[i], {action, log_prior});
      ++taken;
    }
  }
}

// Goes on, round by round, until all walks are over. `take` takes the actions of a round.
std::vector<SearchResult> follow(const PolicyOptions& policy, std::span<const PolicyTask> tasks,
                                 const std::function<void(Round&)>& take) {
  require_possible(policy);
  std::vector<Walk> walks;
  walks.reserve(tasks.size());
  for (const PolicyTask& task : tasks) walks.emplace_back(task, policy);
  while (true) {
    Round round;
    for (Walk& walk : walks) {
      if (!walk.is_over() && walk.may_go_on()) round.add(walk);
    }
    if (round.lines.empty()) break;
    take(round);
    for (Walk& walk : walks) walk.end_round();
  }
  std::vector<SearchResult> out;
  for (Walk& walk : walks) out.push_back(walk.take_result());
  return out;
}

}  // namespace

PolicyOptions policy_of(Protocol protocol) {
  switch (protocol) {
    case Protocol::kGreedy:
    case Protocol::kKsubs:
      return {};
    case Protocol::kPaper:
      return {.attempts = 1, .temperature = 1, .masks = false, .revisit = true};
    case Protocol::kOriginalTransformer:
      return {.attempts = 5, .temperature = 1, .masks = true, .revisit = true, .given = 1};
  }
  INEQ_CHECK(false);
}

void require_possible(const PolicyOptions& options) {
  if (options.beam == 0) throw Error("beam: expected a number of at least 1");
  if (options.attempts == 0) throw Error("attempts: expected a number of at least 1");
  if (options.temperature > 0 && options.beam > 1) {
    throw Error("a beam takes the most probable actions: it does not go with a temperature");
  }
  if (options.temperature == 0 && options.attempts > 1) {
    throw Error("several attempts require a temperature, because they would all be the same");
  }
}

void require_followable(const PolicyOptions& options) {
  require_possible(options);
  if (options.temperature > 0 || !options.masks) {
    throw Error("this agent ranks legal actions: drawn or illegal ones require a trained agent");
  }
}

std::vector<SearchResult> follow_policy(const Network& network, const NetworkOptions& options,
                                        const PolicyOptions& policy,
                                        std::span<const PolicyTask> tasks) {
  return follow(policy, tasks, [&](Round& round) {
    const std::unique_ptr<Input> input = make_input(options);
    for (std::size_t i = 0; i < round.lines.size(); ++i) {
      Problem& problem = round.walks[i]->problem();
      input->add(problem.bank, problem.rule_set, problem.rules, round.lines[i]->state);
    }
    const std::unique_ptr<Answers> answers = network.read(*input);
    if (policy.temperature > 0) {
      take_drawn(round, *answers, *input, policy);
    } else {
      take_most_probable(round, *answers, *input, policy,
                         options.network == NetworkKind::kTransformer);
    }
  });
}

std::vector<SearchResult> follow_evaluator(Evaluator& evaluator, const PolicyOptions& policy,
                                           std::span<const PolicyTask> tasks) {
  require_followable(policy);
  return follow(policy, tasks, [&](Round& round) { take_proposed(round, evaluator, policy); });
}

}  // namespace ineq
