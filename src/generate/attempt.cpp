#include "generate/attempt.h"

#include <algorithm>

#include "base/error.h"
#include "term/pattern.h"

namespace ineq {
namespace {

// a, b and c are the initial variables. The original uses the same letter in all generated
// premises.
constexpr char kFirstFresh = 'd';
constexpr char kOriginalFresh = 'f';

template <typename Values>
const typename Values::value_type& pick(Rng& rng, const Values& values) {
  INEQ_CHECK(!values.empty());
  return values[rng.below(static_cast<std::uint32_t>(values.size()))];
}

void bind(Bindings& bindings, char letter, Term term) {
  bindings.bind(static_cast<std::uint32_t>(letter - 'a'), term);
}

bool is_commutativity(const Transformation& rule, const Bank& patterns) {
  const Node& at = patterns[rule.at];
  const Node& by = patterns[rule.by];
  return at.op == by.op && at.left == by.right && at.right == by.left;
}

}  // namespace

void Attempt::clear() {
  turns_.clear();
  premises_.clear();
  known_.clear();
  pool_.clear();
  prefix_.clear();
  swapped_.clear();
  nodes_ = 0;
  fresh_ = kFirstFresh;
}

bool Attempt::morph(Rng& rng, const std::vector<Term>& initial, const Order& order) {
  rng_ = &rng;
  clear();
  if (specification_.rules != RuleSet::kInt2021) point_.draw(rng);
  for (const Term x : initial) know(bank_.statement(Op::kEqual, x, x));
  nodes_ = 0;  // initial terms do not count: with a high degree they alone would exceed the limit
  const Term start = pick(rng, initial);
  core_ = bank_.statement(Op::kEqual, start, start);
  return std::ranges::all_of(order, [&](std::uint8_t axiom) { return turn(axiom); });
}

bool Attempt::turn(std::uint8_t axiom) {
  const MorphRule& rule = table_.rules[axiom];
  if (rule.transformation && may_transform()) {
    if (const auto outcome = transform(axiom, rule)) return *outcome;
  }
  return extend(axiom, rule, pick(*rng_, rule.extensions));
}

bool Attempt::may_transform() {
  const double not_now = specification_.no_transform;
  return specification_.transform && (not_now == 0 || rng_->unit() >= not_now);
}

// Appends the nodes within `term`, which is at `node` of the core, that match the pattern.
void Attempt::find_places(Term pattern, Term term, std::uint32_t node) {
  const Node& at = bank_[term];
  if (at.size < table_.patterns[pattern].size) return;
  Bindings bindings;
  if (at.op == table_.patterns[pattern].op &&
      match(table_.patterns, pattern, bank_, term, bindings)) {
    places_.push_back({term, node});
  }
  const int children = arity(at.op);
  if (children > 0) find_places(pattern, at.left, node + 1);
  if (children > 1) find_places(pattern, at.right, node + 1 + bank_[at.left].size);
}

// core[at] --> core[by]. Returns nothing if no node matches, so that the core is extended instead.
// That also happens if commutativity would make the same term a second time.
std::optional<bool> Attempt::transform(std::uint8_t axiom, const MorphRule& morph) {
  const Transformation& rule = *morph.transformation;
  places_.clear();
  find_places(rule.at, {core_.id}, 0);
  if (places_.empty()) return std::nullopt;
  const auto [term, node] = pick(*rng_, places_);
  Bindings bindings;
  match(table_.patterns, rule.at, bank_, term, bindings);
  const Term by = substitute(table_.patterns, rule.by, bank_, bindings);
  if (is_commutativity(rule, table_.patterns)) {
    if (std::ranges::find(swapped_, by) != swapped_.end()) return std::nullopt;
    swapped_.push_back(by);
  }
  std::optional<Term> lost;
  if (rule.lost) {
    lost = substitute(table_.patterns, *rule.lost, bank_, bindings);
    if (morph.divides && !require_non_zero(*lost)) return false;
  }
  if (!know_new(bank_.statement(Op::kEqual, term, by))) return false;
  const std::uint32_t right_side = 1 + bank_[bank_[core_].left].size;
  const bool right = node >= right_side;
  turns_.push_back({.axiom = axiom,
                    .before = core_,
                    .undone = term,
                    .right = right,
                    .node = node - (right ? right_side : 1),
                    .lost = lost});
  return advance(replace(bank_, core_, node, by));
}

bool Attempt::extend(std::uint8_t axiom, const MorphRule& rule, const Extension& extension) {
  const Node core = bank_[core_];
  Bindings bindings;
  bind(bindings, 'l', core.left);
  bind(bindings, 'r', core.right);
  if (extension.left && !match(table_.patterns, *extension.left, bank_, core.left, bindings))
    return false;
  if (extension.samples > 0) bind(bindings, 'n', sample(rule.skips_zero));
  if (extension.samples > 1) bind(bindings, 'm', sample(rule.skips_zero));
  if (extension.premise && !make_premise(*extension.premise, bindings)) return false;
  if (rule.divides && !divide(core.left, core.right)) return false;
  if (extension.fact) {
    const Statement fact = substitute(table_.patterns, *extension.fact, bank_, bindings);
    if (!fits(bank_[fact]) || !know_new(fact)) return false;
    turns_.push_back(
        {.axiom = axiom, .before = core_, .undone = bank_[fact].left, .extension = &extension});
    if (core.left == core.right) {  // if the core is X=X, the axiom's own statement is the new core
      core_ = fact;
      return true;
    }
  } else {
    turns_.push_back({.axiom = axiom, .before = core_, .extension = &extension});
  }
  return advance(substitute(table_.patterns, extension.core, bank_, bindings));
}

// Adds a premise with a new variable, which therefore never contradicts the other premises. The
// original intends the same, but uses the letter f every time.
bool Attempt::make_premise(Statement pattern, Bindings& bindings) {
  const bool original = specification_.rules == RuleSet::kInt2021;
  const auto variables = static_cast<std::size_t>(fresh_ - 'a');
  if (variables >= specification_.most_variables) return false;
  const Term fresh = bank_.variable(original ? kOriginalFresh : fresh_++);
  bind(bindings, 'f', fresh);
  const Statement premise = substitute(table_.patterns, pattern, bank_, bindings);
  add_premise(premise);
  const Node& node = bank_[premise];
  if (!original && node.op == Op::kEqual) {  // n+f = m, so f is m-n
    const Term n = bank_[node.left].left;
    point_.set(
        bank_, fresh,
        GenericPoint::Field::subtract(point_.value(bank_, node.right), point_.value(bank_, n)));
  }
  return true;
}

// L*(1/R): the original ensures only that neither L nor R is literally 0.
bool Attempt::divide(Term left, Term right) {
  if (bank_[left].op == Op::kZero || bank_[right].op == Op::kZero) return false;
  return specification_.rules == RuleSet::kInt2021 || require_non_zero(right);
}

// Adds the premise that the term is not zero. Returns false for a term that is identically zero,
// because nothing satisfies that premise.
bool Attempt::require_non_zero(Term term) {
  if (point_.value(bank_, term) == 0) return false;
  if (bank_[term].op != Op::kOne) add_premise(bank_.statement(Op::kNonZero, term));
  return true;
}

// The new core must differ from all earlier statements; otherwise a shorter proof would exist.
bool Attempt::advance(Statement core) {
  core_ = core;
  return fits(bank_[core]) && know_new(core);
}

Term Attempt::sample(bool not_zero) {
  const auto is_zero = [&](Term term) { return bank_[term].op == Op::kZero; };
  if (not_zero && std::ranges::all_of(pool_, is_zero)) not_zero = false;
  while (true) {
    const Term term = pick(*rng_, pool_);
    if (!not_zero || !is_zero(term)) return term;
  }
}

void Attempt::add_premise(Statement premise) {
  if (std::ranges::find(premises_, premise) == premises_.end()) premises_.push_back(premise);
  know(premise);
}

bool Attempt::know_new(Statement statement) {
  const std::size_t before = known_.size();
  know(statement);
  return known_.size() > before && nodes_ <= specification_.most_nodes;
}

void Attempt::know(Statement statement) {
  if (std::ranges::find(known_, statement) != known_.end()) return;
  known_.push_back(statement);
  const Node& node = bank_[statement];
  nodes_ += node.size - 1;
  if (prefix_.size() < bank_.size()) prefix_.resize(bank_.size(), 0);
  add_to_pool(node.left);
  if (arity(node.op) > 1) add_to_pool(node.right);
}

// Adds the term and its subterms, each once, unless they are too long. If a term is known, so are
// its subterms.
void Attempt::add_to_pool(Term term) {
  if (prefix_[term.id] > 0) return;
  const Node& node = bank_[term];
  std::uint32_t length = 1;
  if (arity(node.op) > 0) {
    add_to_pool(node.left);
    length = prefix_[node.left.id] + 8;  // neg ( x )
  }
  if (arity(node.op) > 1) {
    add_to_pool(node.right);
    length += prefix_[node.right.id] + 3;  // add ( x , y )
  }
  prefix_[term.id] = length;
  if (length <= specification_.longest_sample) pool_.push_back(term);
}

std::optional<Operand> Attempt::find_anywhere(Statement goal, Term term) const {
  if (const auto node = find(bank_, goal, term, 0)) return Operand{goal, *node};
  for (const Statement premise : premises_) {
    if (const auto node = find(bank_, premise, term, 0)) return Operand{premise, *node};
  }
  return std::nullopt;
}

// Predicts the goal after each action instead of applying the action. The check at the end applies
// all actions and rejects the proof if a prediction was wrong.
std::optional<Proven> Attempt::read_proof() {
  proof_.clear();
  constexpr std::array kWhole = {Path(false), Path(true)};
  std::array<Path, 2> sides = kWhole;  // where the two sides of the core are in the goal
  Statement goal = core_;
  for (auto turn = turns_.rbegin(); turn != turns_.rend(); ++turn) {
    const Term root{goal.id};
    Action action{.axiom = turn->axiom};
    if (turn->extension) {
      for (const Path& operand : turn->extension->undo.operands) {
        action.operands[action.count++] = {goal, operand.in(sides).node(bank_, root)};
      }
    } else {
      if (turn->lost) {
        const auto found = find_anywhere(goal, *turn->lost);
        if (!found) return std::nullopt;
        action.operands[action.count++] = *found;
      }
      const std::uint32_t side = sides[turn->right].node(bank_, root);
      action.operands[action.count++] = {goal, side + turn->node};
    }
    proof_.push_back(action);
    const auto* inner = turn->extension ? &turn->extension->undo.sides : nullptr;
    if (inner && !*inner) {  // the new goal is the old core itself
      goal = turn->before;
      sides = kWhole;
      continue;
    }
    goal = replace(bank_, goal, action.operands[action.count - 1u].node, turn->undone);
    if (inner) sides = {(**inner)[0].in(sides), (**inner)[1].in(sides)};
  }
  return check(bank_, rules_, {.premises = premises_, .goal = core_}, proof_).proven;
}

}  // namespace ineq
