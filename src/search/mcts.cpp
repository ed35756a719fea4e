#include "search/mcts.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/error.h"
#include "search/dirichlet.h"

namespace ineq {
namespace {

void require_meaning(const MctsOptions& options) {
  if (options.simulations == 0) throw Error("mcts needs at least one simulation");
  if (options.batch == 0) throw Error("mcts needs batches of at least one state");
  if (!(options.c_puct >= 0 && std::isfinite(options.c_puct))) {
    throw Error("c_puct must be a finite number of at least 0");
  }
  if (!(options.tau >= 0 && std::isfinite(options.tau))) {
    throw Error("tau must be a finite number of at least 0");
  }
  if (!(options.noise >= 0 && options.noise <= 1)) {
    throw Error("noise must be a number from 0 to 1");
  }
  if (!(options.noise_alpha >= kMinAlpha && options.noise_alpha <= kMaxAlpha)) {
    throw Error("noise_alpha must be a number from 0.001 to 1000");
  }
}

// Between 0, without hope, and 1, proven.
double value_of(double steps_left) {
  INEQ_CHECK(steps_left >= 0);
  return 1 / (1 + steps_left);
}

}  // namespace

Mcts::Mcts(Problem& problem, const MctsOptions& options, Rng rng, Budget& budget,
           SearchObserver* observer)
    : problem_(problem),
      options_(options),
      budget_(budget),
      observer_(observer),
      finder_(problem, budget_),
      graph_(State(problem.bank, problem.theorem)),
      rng_(rng),
      simulations_left_(options.simulations),
      end_(end_at_start(problem, budget.limits())) {
  require_meaning(options);
}

std::span<const Query> Mcts::gather() {
  while (queries_.empty() && !end_) advance();
  if (queries_.empty() && observer_ != nullptr) {
    observer_->explored(graph_);
    std::exchange(observer_, nullptr)->ended(result());
  }
  return queries_;
}

void Mcts::advance() {
  const bool has_grown = counts_.expanded > expanded_before_;
  if (simulations_left_ > 0) {
    select_leaves();
  } else if (has_grown && !moves().empty()) {
    take_action();
  } else if (has_grown) {
    start_episode();
  } else if (!expand_nearest()) {
    if (way_.empty()) end_ = SearchEnd::kExhausted;
    start_episode();
  }
}

void Mcts::simulate(std::size_t count, Evaluator& evaluator) {
  INEQ_CHECK(queries_.empty());
  std::vector<Evaluation> answers;
  simulations_left_ = count;
  while (simulations_left_ > 0 && !end_) {
    select_leaves();
    if (!queries_.empty()) step(*this, evaluator, answers);
  }
}

void Mcts::start_simulations() {
  simulations_left_ = options_.simulations;
  expanded_before_ = counts_.expanded;
  noisy_priors_.clear();
}

void Mcts::start_episode() {
  here_ = MoveGraph::kRoot;
  way_.clear();
  start_simulations();
}

void Mcts::take_action() {
  const MoveGraph::Move move = draw();
  if (observer_ != nullptr) {
    observer_->decided({.id = here_,
                        .depth = way_.size(),
                        .state = graph_.state(here_),
                        .moves = moves(),
                        .taken = move - graph_.number(moves().front())});
  }
  way_.push_back(move);
  here_ = graph_[way_.back()].to;
  start_simulations();
}

SearchResult Mcts::result() const {
  SearchResult out;
  out.end = end_.value();
  out.counts = counts_;
  out.states = graph_.size();
  out.bytes = bytes();
  out.seconds = budget_.seconds();
  if (out.found()) {
    const auto proven = [&](MoveGraph::Id id, std::size_t) { return graph_.goals(id) == 0; };
    out.proof = actions(graph_.nearest(MoveGraph::kRoot, budget_.limits().steps, proven).value());
  } else {
    out.reached = actions(way_);
  }
  return out;
}

// The visits on the way are not counted, because no simulation chose it.
bool Mcts::expand_nearest() {
  const auto expandable = [&](MoveGraph::Id id, std::size_t) { return !graph_.expanded(id); };
  const auto way = graph_.nearest(here_, steps_left(), expandable);
  if (!way) return false;
  end_ = budget_.over(counts_.expanded, bytes());
  if (end_) return true;
  used_ = leaf_bytes_ = 0;
  Leaf& leaf = next_leaf();
  leaf.id = way->empty() ? here_ : graph_[way->back()].to;
  leaf.left = steps_left() - way->size();
  leaf.way.clear();
  leaf.entry = entry_by(*way);
  if (open(leaf)) ++used_;
  ask();
  return true;
}

MoveGraph::Move Mcts::draw() {
  const auto moves = graph_.moves(here_);
  const auto most = std::ranges::max_element(moves, {}, &MoveGraph::Edge::visits);
  const MoveGraph::Edge* drawn = &*most;  // the one with the greatest prior if there were no visits
  if (most->visits > 0 && options_.tau == 1) {
    std::uint32_t rest = rng_.below(graph_.visits(here_));
    for (drawn = moves.data(); rest >= drawn->visits; ++drawn) rest -= drawn->visits;
  } else if (most->visits > 0 && options_.tau > 0) {
    // Here, as in the noise (search/dirichlet.h), results depend on a function of the C library,
    // which may round differently on another machine. The usual temperatures 1 and 0 avoid it.
    std::vector<double> weights;
    double rest = 0;
    for (const MoveGraph::Edge& edge : moves) {
      weights.push_back(
          std::pow(static_cast<double>(edge.visits) / most->visits, 1 / options_.tau));
      rest += weights.back();
    }
    rest *= rng_.unit();
    for (std::size_t i = 0; i < moves.size() && rest >= 0; ++i) {
      if (weights[i] > 0) drawn = &moves[i];
      rest -= weights[i];
    }
  }
  return graph_.number(*drawn);
}

void Mcts::select_leaves() {
  used_ = leaf_bytes_ = 0;
  std::size_t room = std::min(simulations_left_, options_.batch);
  for (; room > 0 && !end_; --room, --simulations_left_) {
    Leaf& leaf = next_leaf();
    if (!descend(leaf)) {  // nothing is expanded, so nothing else looks at the limits
      if (budget_.is_up()) end_ = budget_.over(counts_.expanded, bytes());
      continue;
    }
    const bool in_batch = graph_.opened(leaf.id);
    if (!in_batch) end_after_ = budget_.over(counts_.expanded, bytes());
    if (in_batch || end_after_) {  // this batch must be evaluated first
      for (const MoveGraph::Move move : leaf.way) graph_.take_back_visit(move);
      break;
    }
    if (open(leaf)) ++used_;
  }
  ask();
}

bool Mcts::descend(Leaf& leaf) {
  leaf.id = here_;
  leaf.left = steps_left();
  leaf.way.clear();
  while (graph_.goals(leaf.id) <= leaf.left) {
    if (!graph_.expanded(leaf.id)) {
      leaf.entry = entry_by(leaf.way);
      return true;
    }
    if (graph_.moves(leaf.id).empty()) return false;
    // A simulation never returns to the current state.
    const bool has_noise = options_.noise > 0 && leaf.id == here_;
    const MoveGraph::Move move = has_noise ? select_with_noise() : select(leaf.id);
    // The visit counts with the value 0 until the state is evaluated. This virtual loss sends the
    // other simulations of the batch elsewhere. A state that is worth 0 is never evaluated.
    graph_.count_visit(move);
    leaf.way.push_back(move);
    leaf.id = graph_[move].to;
    --leaf.left;
    const auto leaves_it = [&](MoveGraph::Move passed) { return graph_[passed].from == leaf.id; };
    if (std::ranges::any_of(leaf.way, leaves_it) || std::ranges::any_of(way_, leaves_it)) {
      return false;
    }
  }
  return false;
}

MoveGraph::Move Mcts::select(MoveGraph::Id id) const {
  const double root = std::sqrt(static_cast<double>(graph_.visits(id)));
  const MoveGraph::Edge* best = nullptr;
  double best_score = 0;
  for (const MoveGraph::Edge& edge : graph_.moves(id)) {
    const double its_score = score(edge, edge.prior, root);
    if (best == nullptr || its_score > best_score) {
      best = &edge;
      best_score = its_score;
    }
    // Those that follow have no greater prior and were not visited either, except if noise once led
    // to one of them.
    if (edge.visits == 0 && options_.noise == 0) break;
  }
  return graph_.number(*best);
}

MoveGraph::Move Mcts::select_with_noise() {
  const std::span<const MoveGraph::Edge> edges = moves();
  if (noisy_priors_.empty()) {
    noisy_priors_.resize(edges.size());
    draw_dirichlet(options_.noise_alpha, rng_, noisy_priors_);
    for (std::size_t i = 0; i < edges.size(); ++i) {
      noisy_priors_[i] = (1 - options_.noise) * edges[i].prior + options_.noise * noisy_priors_[i];
    }
  }
  const double root = std::sqrt(static_cast<double>(graph_.visits(here_)));
  std::size_t best = 0;
  double best_score = -1;
  for (std::size_t i = 0; i < edges.size(); ++i) {
    const double its_score = score(edges[i], noisy_priors_[i], root);
    if (its_score <= best_score) continue;
    best = i;
    best_score = its_score;
  }
  return graph_.number(edges[best]);
}

double Mcts::score(const MoveGraph::Edge& edge, double prior, double root) const {
  return edge.mean() + options_.c_puct * prior * root / (1 + static_cast<double>(edge.visits));
}

bool Mcts::open(Leaf& leaf) {
  leaf.state = &graph_.open(problem_.bank, problem_.rules, leaf.id);
  const std::size_t memory = budget_.limits().memory - std::min(bytes(), budget_.limits().memory);
  const auto [taken, listed] = finder_.list(*leaf.state, Scope::kFirstGoal, leaf.moves, memory);
  leaf_bytes_ += listed;
  end_ = budget_.over(counts_.expanded, bytes());  // a large state takes long
  counts_.steps += taken;
  counts_.generated += leaf.moves.size();
  ++counts_.expanded;
  const bool is_leaf = !end_ && !leaf.moves.empty();
  if (!end_ && leaf.moves.empty()) graph_.expand(leaf.id);
  if (!is_leaf && observer_ != nullptr) report(leaf, std::nullopt);
  return is_leaf;
}

void Mcts::ask() {
  for (const Leaf& leaf : std::span(leaves_).first(used_)) {
    queries_.push_back({.problem = &problem_,
                        .state = leaf.state,
                        .max_steps = leaf.left,
                        .moves = leaf.moves,
                        .budget = &budget_});
  }
  if (used_ == 0 && !end_) end_ = end_after_;
}

void Mcts::apply(std::span<const Evaluation> answers, std::size_t evaluator_bytes) {
  INEQ_CHECK(!queries_.empty() && answers.size() == queries_.size());
  queries_.clear();
  evaluator_bytes_ = evaluator_bytes;
  counts_.evaluated += answers.size();
  ++counts_.batches;
  for (std::size_t i = 0; i < answers.size(); ++i) {
    if (observer_ != nullptr) report(leaves_[i], answers[i].steps_left);
    const double value =
        expand(leaves_[i], answers[i].priors) ? 1 : value_of(answers[i].steps_left);
    for (const MoveGraph::Move move : leaves_[i].way) graph_[move].total += value;
  }
  if (!end_) end_ = end_after_;
}

bool Mcts::expand(const Leaf& leaf, std::span<const double> priors) {
  INEQ_CHECK(priors.size() == leaf.moves.size());
  const bool axioms = options_.over == MctsOptions::Over::kAxioms;
  proposals_.clear();
  for (std::size_t i = 0; i < priors.size(); ++i) {
    // The moves of an axiom follow each other.
    if (axioms && i > 0 && leaf.moves[i].action.axiom == leaf.moves[i - 1].action.axiom) {
      Proposal& proposal = proposals_.back();
      proposal.prior += priors[i];
      if (priors[i] > proposal.best) {
        proposal.move = i;
        proposal.best = priors[i];
      }
    } else {
      proposals_.push_back({.move = i, .best = priors[i], .prior = priors[i]});
    }
  }
  std::ranges::stable_sort(proposals_, std::ranges::greater{}, &Proposal::prior);
  bool proven = false;
  graph_.expand(leaf.id);
  for (const Proposal& proposal : proposals_) {
    const auto& [action, next] = leaf.moves[proposal.move];
    graph_.add_move(leaf.id, action, next, proposal.prior);
    proven |= next.proven();
  }
  if (proven) end_ = SearchEnd::kProven;
  return proven;
}

std::optional<MoveGraph::Move> Mcts::entry_by(std::span<const MoveGraph::Move> way) const {
  if (!way.empty()) return way.back();
  if (!way_.empty()) return way_.back();
  return std::nullopt;
}

void Mcts::report(const Leaf& expanded, std::optional<double> steps_left) const {
  const auto& entry = expanded.entry;
  observer_->expanded({.id = expanded.id,
                       .parent = entry ? graph_[*entry].from : expanded.id,
                       .action = entry ? &graph_[*entry].action : nullptr,
                       .depth = budget_.limits().steps - expanded.left,
                       .steps_left = steps_left,
                       .state = *expanded.state});
}

Mcts::Leaf& Mcts::next_leaf() {
  if (used_ == leaves_.size()) leaves_.emplace_back();
  return leaves_[used_];
}

std::vector<Action> Mcts::actions(std::span<const MoveGraph::Move> way) const {
  std::vector<Action> out;
  for (const MoveGraph::Move move : way) out.push_back(graph_[move].action);
  return out;
}

std::size_t Mcts::bytes() const {
  return problem_.bytes() + evaluator_bytes_ + graph_.bytes() + leaf_bytes_ +
         noisy_priors_.capacity() * sizeof(double);
}

SearchResult mcts(Problem& problem, Evaluator& evaluator, const MctsOptions& options, Rng rng,
                  Budget& budget, SearchObserver* observer) {
  Mcts search(problem, options, rng, budget, observer);
  return run(search, evaluator);
}

}  // namespace ineq
