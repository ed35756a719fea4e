#include "agents/dag_input.h"

#include <algorithm>
#include <utility>

#include "algebra/match.h"
#include "base/error.h"

namespace ineq {
namespace {

std::int32_t to_int(std::size_t number) { return static_cast<std::int32_t>(number); }

std::size_t open_operands(const Row& row) { return row.by ? row.operands.size() - 1 : 0; }

// Whether the rows of the axiom conclude statements, so that no operand is left open: those of the
// axioms that only an ordered field has. A test compares this with the rows.
bool concludes(std::size_t axiom) { return axiom >= kFieldAxiomCount; }

bool holds(const Bank& bank, const State& state, Statement statement) {
  return is_trivial(bank, statement) || state.status(statement) == State::Status::kFact;
}

}  // namespace

void DagInput::clear() {
  for (auto* list : {&type, &role, &left, &right, &parent[0], &parent[1], &place_node,
                     &place_parent, &place_side, &place_partner, &rule_set, &first_goal}) {
    list->clear();
  }
  for (auto& offset : parent_offset) offset.assign(1, 0);
  for (auto* offset : {&node_offset, &place_offset}) offset->assign(1, 0);
  place_slot.clear();
  feature.clear();
  found_.clear();
  place_operand_.clear();
  partner_.clear();
}

void DagInput::add(Bank& bank, RuleSet set, const Rules& rules, const State& state) {
  INEQ_CHECK(!state.proven());
  rule_set.push_back(to_int(static_cast<std::size_t>(set)));
  add_nodes(bank, state);
  for (const Statement goal : state.goals()) add_goal(bank, goal);
  if (features_) add_features(bank, rules, state);
  node_offset.push_back(static_cast<std::int64_t>(type.size()));
  place_offset.push_back(static_cast<std::int64_t>(place_node.size()));
}

void DagInput::add_nodes(const Bank& bank, const State& state) {
  graph_.clear();
  graph_.add(bank, state);
  const std::size_t first = type.size(), nodes = graph_.type.size();
  first_goal.push_back(to_int(first) + static_cast<std::int32_t>(graph_.root[0]));
  for (const std::int32_t given : graph_.type) {
    type.push_back(merge_ ? std::min(given, kFirstVariableType) : given);
  }
  role.resize(first + nodes, 0);
  left.resize(first + nodes, -1);
  right.resize(first + nodes, -1);
  found_.resize(first + nodes);
  // Parents are counted, then entered: the edges come in no useful order.
  std::array<std::vector<std::int32_t>, 2> count;
  for (auto& counts : count) counts.assign(nodes, 0);
  for (std::size_t i = 0; i < graph_.slot.size(); ++i) {
    const auto above = static_cast<std::size_t>(graph_.edge[2 * i]);
    const auto below = static_cast<std::size_t>(graph_.edge[2 * i + 1]);
    const auto slot = static_cast<std::size_t>(graph_.slot[i]);
    (slot == 0 ? left : right)[first + above] = to_int(first + below);
    ++count[slot][below];
  }
  for (std::size_t slot = 0; slot < 2; ++slot) {
    auto& offset = parent_offset[slot];
    for (const std::int32_t number : count[slot]) offset.push_back(offset.back() + number);
    parent[slot].resize(static_cast<std::size_t>(offset.back()));
  }
  for (std::size_t i = 0; i < graph_.slot.size(); ++i) {
    const auto above = static_cast<std::size_t>(graph_.edge[2 * i]);
    const auto below = static_cast<std::size_t>(graph_.edge[2 * i + 1]);
    const auto slot = static_cast<std::size_t>(graph_.slot[i]);
    const std::int32_t end = parent_offset[slot][first + below + 1];
    parent[slot][static_cast<std::size_t>(end - count[slot][below]--)] = to_int(first + above);
  }
  // Terms and first occurrences of the nodes, statement by statement.
  known_.assign(bank.size(), {});
  std::size_t occurrence = 0;
  const auto enter = [&](Statement statement, bool is_goal) {
    terms_.assign(1, Term{statement.id});
    list_subterms(bank, statement, terms_);
    for (std::size_t i = 0; i < terms_.size(); ++i, ++occurrence) {
      const auto node = static_cast<std::size_t>(graph_.occurrence[occurrence]);
      std::int32_t& first_node = known_[terms_[i].id].node;
      if (first_node < 0 || !merge_) {
        found_[first + node] = {terms_[i], {statement, static_cast<std::uint32_t>(i)}};
      }
      if (first_node < 0) first_node = to_int(node);
      if (!is_goal) add_role(first + node, terms_[i], i == 0 ? kFactRoot : kInFact);
    }
  };
  for (const Statement goal : state.goals()) enter(goal, true);
  for (const Statement fact : state.facts()) enter(fact, false);
}

void DagInput::add_goal(const Bank& bank, Statement goal) {
  const Node& sides = bank[goal];
  const auto root = to_int(place_node.size());
  const bool has_sides = arity(sides.op) == 2;
  add_place({.goal = goal, .node = 0, .term = {goal.id}, .side = kRoot});
  const std::uint32_t second = add_side(bank, {.goal = goal,
                                               .node = 1,
                                               .term = sides.left,
                                               .side = kLeft,
                                               .above = root,
                                               .partner = {has_sides, sides.right}});
  if (!has_sides) return;
  add_side(bank, {.goal = goal,
                  .node = second,
                  .term = sides.right,
                  .side = kRight,
                  .above = root,
                  .slot = 1,
                  .partner = {true, sides.left}});
}

void DagInput::add_role(std::size_t node, Term term, Role added) {
  role[node] |= added;
  known_[term.id].roles |= added;
}

void DagInput::add_place(const Spot& spot) {
  // Goals come first in a state, so its places are its first occurrences.
  const std::size_t occurrence = place_node.size() - static_cast<std::size_t>(place_offset.back());
  const auto node = static_cast<std::size_t>(node_offset.back() + graph_.occurrence[occurrence]);
  place_node.push_back(to_int(node));
  place_parent.push_back(spot.above);
  place_slot.push_back(spot.slot);
  place_side.push_back(spot.side);
  place_partner.push_back(!spot.partner.exists             ? kNoPartner
                          : spot.partner.term == spot.term ? kSamePartner
                                                           : kOtherPartner);
  place_operand_.push_back({spot.goal, spot.node});
  partner_.push_back(spot.partner.term);
  add_role(node, spot.term,
           spot.side == kRoot   ? kGoalRoot
           : spot.side == kLeft ? kInLeft
                                : kInRight);
}

// Adds a place and those below it, and returns the number of the occurrence after them.
std::uint32_t DagInput::add_side(const Bank& bank, const Spot& spot) {
  const auto place = to_int(place_node.size());
  add_place(spot);
  const Node& here = bank[spot.term];
  const Node& other = bank[spot.partner.term];
  const bool agree = spot.partner.exists && other.op == here.op;
  std::uint32_t next = spot.node + 1;
  for (std::uint8_t i = 0; i < arity(here.op); ++i) {
    Spot below = spot;
    below.node = next;
    below.term = i == 0 ? here.left : here.right;
    below.above = place;
    below.slot = i;
    below.partner = {agree, i == 0 ? other.left : other.right};
    next = add_side(bank, below);
  }
  return next;
}

void DagInput::add_features(Bank& bank, const Rules& rules, const State& state) {
  const auto first = static_cast<std::size_t>(place_offset.back());
  for (std::size_t place = first; place < place_node.size(); ++place) {
    for (const ActionClass& chosen : kActionClassList) {
      feature.push_back(feature_of(bank, rules, state, place, chosen));
    }
  }
}

std::uint8_t DagInput::feature_of(Bank& bank, const Rules& rules, const State& state,
                                  std::size_t place, const ActionClass& chosen) {
  const auto [goal, node] = place_operand_[place];
  if ((node == 0) != concludes(chosen.axiom)) return 0;
  for (const Row& row : rules.axioms[chosen.axiom]) {
    if (row.operands.size() != chosen.count) continue;
    Bindings bindings;
    const Term term = found_[static_cast<std::size_t>(place_node[place])].term;
    const bool matches = row.by ? match(rules.patterns, row.operands.back(), bank, term, bindings)
                                : match(rules.patterns, *row.conclusion, bank, goal, bindings);
    if (!matches) continue;
    std::uint8_t out = kApplies;
    if (open_operands(row) > 0) return out;
    const bool premises_hold = std::ranges::all_of(row.premises, [&](Statement premise) {
      return holds(bank, state, substitute(rules.patterns, premise, bank, bindings));
    });
    if (premises_hold) out |= kPremisesHold;
    if (!row.by) return premises_hold ? out | kCloses : out;
    const Term by = substitute(rules.patterns, *row.by, bank, bindings);
    const Node made = bank[by];
    const Term children[] = {made.left, made.right};
    if (std::all_of(children, children + arity(made.op),
                    [&](Term child) { return known(child).node >= 0; })) {
      out |= kPartsExist;
    }
    const std::int32_t roles = known(by).roles;
    const bool is_left = place_side[place] == kLeft;
    if (roles & (is_left ? kInLeft : kInRight)) out |= kExistsOnSide;
    if (roles & (is_left ? kInRight : kInLeft)) out |= kExistsOpposite;
    if (roles & kInFact) out |= kExistsInFact;
    if (place_partner[place] != kNoPartner && partner_[place] == by) out |= kEqualsPartner;
    if (premises_hold && holds(bank, state, replace(bank, goal, node, by))) out |= kCloses;
    return out;
  }
  return 0;
}

bool DagInput::can_name(Bank& bank, const Rules& rules, const State& state,
                        const Action& action) const {
  Step step;
  return !state.instantiate(bank, rules, action, step) &&
         state.status(step.conclusion) == State::Status::kGoal;
}

bool DagInput::encode(Bank& bank, const Rules& rules, const State& state, const Action& action,
                      std::vector<Choice>& out) const {
  if (!can_name(bank, rules, state, action)) return false;
  Step step;
  state.instantiate(bank, rules, action, step);
  const std::size_t count = step.row->operands.size();
  const auto chosen = find_action_class(action.axiom, count);
  const Operand place{step.conclusion, step.row->by ? action.operands[count - 1].node : 0};
  const auto first = place_operand_.begin() + place_offset[states() - 1];
  const auto found = std::find(first, place_operand_.end(), place);
  INEQ_CHECK(found != place_operand_.end());
  out.push_back(to_int(static_cast<std::size_t>(found - first) * kActionClasses + *chosen));
  for (std::size_t i = 0; i < open_operands(*step.row); ++i) {
    const auto [statement, node] = action.operands[i];
    out.push_back(known(subterm(bank, statement, node)).node);
  }
  return true;
}

bool DagInput::is_complete(std::size_t, std::span<const Choice> choices) const {
  if (choices.empty()) return false;
  const auto& chosen = kActionClassList[static_cast<std::size_t>(choices[0]) % kActionClasses];
  return choices.size() == (concludes(chosen.axiom) ? 1u : chosen.count);
}

std::optional<Action> DagInput::decode(Bank& bank, const State&, std::size_t number,
                                       std::span<const Choice> choices) const {
  const auto pair = static_cast<std::size_t>(choices[0]);
  const ActionClass& chosen = kActionClassList[pair % kActionClasses];
  const Operand& place =
      place_operand_[static_cast<std::size_t>(place_offset[number]) + pair / kActionClasses];
  Action out{.axiom = chosen.axiom, .count = chosen.count};
  if (!concludes(chosen.axiom)) {
    if (place.node == 0) return std::nullopt;
    for (std::size_t i = 0; i + 1 < chosen.count; ++i) {
      const std::int64_t node = node_offset[number] + choices[i + 1];
      out.operands[i] = found_[static_cast<std::size_t>(node)].first;
    }
    out.operands[chosen.count - 1u] = place;
    return out;
  }
  // The operands are the sides of the goal. The only conclusion with one operand has it on the
  // left.
  if (place.node != 0 || arity(bank[place.statement].op) != 2) return std::nullopt;
  out.operands[0] = {place.statement, 1};
  if (chosen.count > 1) {
    out.operands[1] = {place.statement, 1 + bank[bank[place.statement].left].size};
  }
  return out;
}

}  // namespace ineq
