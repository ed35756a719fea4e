#include "agents/dag_input.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "env/legal_actions.h"
#include "generate/generator.h"
#include "support/fixture.h"

namespace ineq {
namespace {

// Rewrites of both kinds, all rule sets, and proofs with one and with several goals.
const std::vector<Specification> kDagSpecifications = {
    {.rules = RuleSet::kStandard, .k = 3, .l = 3, .order_trials = 1000},
    {.rules = RuleSet::kStandard, .k = 5, .l = 5, .order_trials = 1000},
    {.rules = RuleSet::kInt2021, .k = 4, .l = 6, .order_trials = 1000},
    {.rules = RuleSet::kFull, .k = 4, .l = 4, .degree = 1, .order_trials = 1000},
    {.rules = RuleSet::kFull, .k = 7, .l = 7, .order_trials = 1000},
};

// A state of a generated proof, and the step that the proof takes there.
struct DagCase {
  Bank& bank;
  RuleSet set;
  const Rules& rules;
  const State& state;
  const Action& step;
};

template <typename Visit>
void for_each_dag_case(std::size_t proofs, const Visit& visit) {
  for (const Specification& specification : kDagSpecifications) {
    Generator generator(specification);
    for (std::size_t i = 0; i < proofs; ++i) {
      const Generated& generated = generator.generate(i);
      State state(generator.bank(), generated.theorem());
      for (const Action& step : generated.proof()) {
        visit(DagCase{generator.bank(), specification.rules, generator.rules(), state, step});
        state.apply(generator.bank(), generator.rules(), step);
      }
    }
  }
}

DagInput dag_input_of(const DagCase& at, bool features = true, bool merge = true) {
  DagInput out(features, merge);
  out.add(at.bank, at.set, at.rules, at.state);
  return out;
}

Choice pair_of(std::size_t place, std::size_t number_of_class) {
  return static_cast<Choice>(place * kActionClasses + number_of_class);
}

// The occurrence that a choice of this node as an operand means, in an input with one state. Place
// 1 is the left side of the first goal, and PrincipleOfEquality leaves operands open.
Operand operand_of_node(const DagCase& at, const DagInput& input, std::size_t node) {
  const std::size_t principle = *find_action_class(11, 3);
  const auto chosen = static_cast<Choice>(node);
  return input.decode(at.bank, at.state, 0, std::vector{pair_of(1, principle), chosen, chosen})
      ->operands[0];
}

Term term_of_node(const DagCase& at, const DagInput& input, std::size_t node) {
  const auto [statement, number] = operand_of_node(at, input, node);
  return number == 0 ? Term{statement.id} : subterm(at.bank, statement, number);
}

std::vector<Term> terms_of(const Bank& bank, Statement statement) {
  std::vector<Term> out = {Term{statement.id}};
  list_subterms(bank, statement, out);
  return out;
}

// Every distinct subterm of the state is one node, with its type, its children and its parents.
TEST(DagInput, NodesAreTheDistinctSubterms) {
  for_each_dag_case(2, [](const DagCase& at) {
    const DagInput input = dag_input_of(at);
    std::map<Term, std::int32_t> roles;
    for (const Statement goal : at.state.goals()) {
      const std::vector<Term> terms = terms_of(at.bank, goal);
      const std::size_t second = 1 + at.bank[at.bank[goal].left].size;
      for (std::size_t i = 0; i < terms.size(); ++i) {
        roles[terms[i]] |= i == 0       ? DagInput::kGoalRoot
                           : i < second ? DagInput::kInLeft
                                        : DagInput::kInRight;
      }
    }
    for (const Statement fact : at.state.facts()) {
      const std::vector<Term> terms = terms_of(at.bank, fact);
      for (std::size_t i = 0; i < terms.size(); ++i) {
        roles[terms[i]] |= i == 0 ? DagInput::kFactRoot : DagInput::kInFact;
      }
    }
    const std::size_t nodes = input.type.size();
    ASSERT_EQ(nodes, roles.size());
    ASSERT_EQ(input.node_offset, (std::vector<std::int64_t>{0, static_cast<std::int64_t>(nodes)}));
    std::map<Term, std::int32_t> node_of;
    for (std::size_t n = 0; n < nodes; ++n) {
      EXPECT_TRUE(node_of.emplace(term_of_node(at, input, n), n).second) << "two nodes are equal";
    }
    std::array<std::vector<std::multiset<std::int32_t>>, 2> parents;
    for (auto& lists : parents) lists.resize(nodes);
    for (const auto& [term, number] : node_of) {
      ASSERT_TRUE(roles.contains(term));
      const auto n = static_cast<std::size_t>(number);
      const Node& node = at.bank[term];
      EXPECT_EQ(input.role[n], roles[term]);
      EXPECT_EQ(input.type[n], node.op == Op::kVariable ? kFirstVariableType : node_type(node.op));
      EXPECT_EQ(input.left[n], arity(node.op) > 0 ? node_of.at(node.left) : -1);
      EXPECT_EQ(input.right[n], arity(node.op) > 1 ? node_of.at(node.right) : -1);
      if (input.left[n] >= 0) parents[0][static_cast<std::size_t>(input.left[n])].insert(number);
      if (input.right[n] >= 0) parents[1][static_cast<std::size_t>(input.right[n])].insert(number);
    }
    for (std::size_t slot = 0; slot < 2; ++slot) {
      const auto& offset = input.parent_offset[slot];
      ASSERT_EQ(offset.size(), nodes + 1);
      EXPECT_EQ(static_cast<std::size_t>(offset.back()), input.parent[slot].size());
      for (std::size_t n = 0; n < nodes; ++n) {
        const std::multiset<std::int32_t> found(input.parent[slot].begin() + offset[n],
                                                input.parent[slot].begin() + offset[n + 1]);
        EXPECT_EQ(found, parents[slot][n]);
      }
    }
    const Statement first = *at.state.goals().begin();
    EXPECT_EQ(input.first_goal, std::vector{node_of.at(Term{first.id})});
    EXPECT_EQ(input.rule_set, std::vector{static_cast<std::int32_t>(at.set)});
  });
}

// Without merging, every occurrence in the state is a node, in the order of the trees.
TEST(DagInput, NodesOfTreesAreTheOccurrences) {
  for_each_dag_case(2, [](const DagCase& at) {
    const DagInput input = dag_input_of(at, true, false);
    GraphBatch trees({.rename = true});
    trees.add(at.bank, at.state);
    const auto nodes = static_cast<std::int32_t>(trees.type.size());
    EXPECT_EQ(input.type, trees.type);
    EXPECT_EQ(input.node_offset, trees.node_offset);
    EXPECT_EQ(input.first_goal, std::vector{0});
    std::int32_t places = 0;
    for (std::int32_t root = 0, statement = 0; root < nodes; ++statement) {
      const bool is_goal = trees.is_goal[static_cast<std::size_t>(statement)];
      const Operand whole = operand_of_node(at, input, static_cast<std::size_t>(root));
      EXPECT_EQ(at.state.status(whole.statement),
                is_goal ? State::Status::kGoal : State::Status::kFact);
      const std::vector<Term> terms = terms_of(at.bank, whole.statement);
      const std::size_t second = 1 + at.bank[at.bank[whole.statement].left].size;
      for (std::size_t i = 0; i < terms.size(); ++i) {
        const auto n = static_cast<std::size_t>(root) + i;
        const std::int32_t number = root + static_cast<std::int32_t>(i);
        const Operand named = operand_of_node(at, input, n);
        EXPECT_EQ(named, (Operand{whole.statement, static_cast<std::uint32_t>(i)}));
        EXPECT_EQ(input.role[n], !is_goal && i == 0 ? DagInput::kFactRoot
                                 : !is_goal         ? DagInput::kInFact
                                 : i == 0           ? DagInput::kGoalRoot
                                 : i < second       ? DagInput::kInLeft
                                                    : DagInput::kInRight);
        const Node& node = at.bank[terms[i]];
        EXPECT_EQ(input.left[n], arity(node.op) > 0 ? number + 1 : -1);
        EXPECT_EQ(input.right[n],
                  arity(node.op) > 1
                      ? number + 1 + static_cast<std::int32_t>(at.bank[node.left].size)
                      : -1);
        if (is_goal) {
          EXPECT_EQ(input.place_node[static_cast<std::size_t>(places++)], number);
        }
      }
      root += static_cast<std::int32_t>(terms.size());
    }
    EXPECT_EQ(input.place_node.size(), static_cast<std::size_t>(places));
    // Every node that has a parent is entered once there, on the side where it is.
    for (std::size_t slot = 0; slot < 2; ++slot) {
      std::vector<std::int32_t> above(static_cast<std::size_t>(nodes), -1);
      for (std::int32_t n = 0; n < nodes; ++n) {
        const auto& child = slot == 0 ? input.left : input.right;
        const std::int32_t below = child[static_cast<std::size_t>(n)];
        if (below >= 0) above[static_cast<std::size_t>(below)] = n;
      }
      const auto& offset = input.parent_offset[slot];
      for (std::size_t n = 0; n < above.size(); ++n) {
        const std::vector<std::int32_t> found(input.parent[slot].begin() + offset[n],
                                              input.parent[slot].begin() + offset[n + 1]);
        EXPECT_EQ(found, above[n] < 0 ? std::vector<std::int32_t>{} : std::vector{above[n]});
      }
    }
  });
}

// Places and features speak of terms, so they are the same with and without merging.
TEST(DagInput, MergingChangesNeitherPlacesNorFeatures) {
  for_each_dag_case(2, [](const DagCase& at) {
    const DagInput merged = dag_input_of(at), trees = dag_input_of(at, true, false);
    EXPECT_EQ(trees.place_parent, merged.place_parent);
    EXPECT_EQ(trees.place_slot, merged.place_slot);
    EXPECT_EQ(trees.place_side, merged.place_side);
    EXPECT_EQ(trees.place_partner, merged.place_partner);
    EXPECT_EQ(trees.place_offset, merged.place_offset);
    EXPECT_EQ(trees.feature, merged.feature);
  });
}

// An occurrence in a goal: its path from the goal, as slots.
struct DagOccurrence {
  Operand operand;
  Term term;
  std::vector<std::uint8_t> path = {};
};

void list_dag_occurrences(const Bank& bank, const DagOccurrence& at,
                          std::vector<DagOccurrence>& out) {
  out.push_back(at);
  const Node& node = bank[at.term];
  for (std::uint8_t slot = 0; slot < arity(node.op); ++slot) {
    DagOccurrence below = at;
    below.operand.node = static_cast<std::uint32_t>(out.back().operand.node + 1);
    below.term = slot == 0 ? node.left : node.right;
    below.path.push_back(slot);
    list_dag_occurrences(bank, below, out);
  }
}

// What is at the same path in the other side, while the operators above agree.
std::optional<Term> partner_of(const Bank& bank, const DagOccurrence& at) {
  Term here{at.operand.statement.id}, there = here;
  for (std::size_t depth = 0; depth < at.path.size(); ++depth) {
    if (bank[here].op != bank[there].op || arity(bank[here].op) == 0) return std::nullopt;
    if (depth == 0 && arity(bank[here].op) != 2) return std::nullopt;
    const std::uint8_t slot = at.path[depth];
    const std::uint8_t other = depth == 0 ? 1 - slot : slot;
    here = slot == 0 ? bank[here].left : bank[here].right;
    there = other == 0 ? bank[there].left : bank[there].right;
  }
  return there;
}

TEST(DagInput, PlacesAreTheOccurrencesInGoals) {
  std::size_t other_partners = 0, same_partners = 0;
  for_each_dag_case(2, [&](const DagCase& at) {
    const DagInput input = dag_input_of(at);
    std::vector<DagOccurrence> expected;
    for (const Statement goal : at.state.goals()) {
      list_dag_occurrences(at.bank, {{goal, 0}, Term{goal.id}}, expected);
    }
    ASSERT_EQ(input.place_node.size(), expected.size());
    ASSERT_EQ(input.place_offset,
              (std::vector<std::int64_t>{0, static_cast<std::int64_t>(expected.size())}));
    std::size_t root = 0;
    for (std::size_t p = 0; p < expected.size(); ++p) {
      const auto& [operand, term, path] = expected[p];
      if (path.empty()) root = p;
      const auto node = static_cast<std::size_t>(input.place_node[p]);
      EXPECT_EQ(term_of_node(at, input, node), term);
      // AdditionCommutativity names a place by itself.
      const auto named = input.decode(at.bank, at.state, 0, std::vector{pair_of(p, 0)});
      ASSERT_EQ(named.has_value(), operand.node != 0);
      if (named) {
        EXPECT_EQ(named->operands[0], operand);
      }
      EXPECT_EQ(input.place_side[p], path.empty()   ? DagInput::kRoot
                                     : path[0] == 0 ? DagInput::kLeft
                                                    : DagInput::kRight);
      EXPECT_EQ(input.place_slot[p], path.empty() ? 0 : path.back());
      if (path.empty()) {
        EXPECT_EQ(input.place_parent[p], -1);
      } else {
        const auto above = static_cast<std::size_t>(input.place_parent[p]);
        ASSERT_LT(above, p);
        ASSERT_GE(above, root);
        EXPECT_EQ(expected[above].path, std::vector(path.begin(), path.end() - 1));
      }
      const std::optional<Term> partner =
          path.empty() ? std::nullopt : partner_of(at.bank, expected[p]);
      EXPECT_EQ(input.place_partner[p], !partner           ? DagInput::kNoPartner
                                        : *partner == term ? DagInput::kSamePartner
                                                           : DagInput::kOtherPartner);
      other_partners += input.place_partner[p] == DagInput::kOtherPartner;
      same_partners += input.place_partner[p] == DagInput::kSamePartner;
    }
    EXPECT_EQ(input.feature.size(), expected.size() * kActionClasses);
    EXPECT_TRUE(dag_input_of(at, false).feature.empty());
  });
  EXPECT_GT(other_partners, 100u);
  EXPECT_GT(same_partners, 100u);
}

// How many choices an action takes, and which operands a concluding class has, is not read from the
// rows but known by the input. It must agree with the rows of every rule set.
TEST(DagInput, KnowsWhichRowsConclude) {
  const DagInput input(false);
  for (const RuleSet set : kRuleSets) {
    const Rules rules = make_rules(set);
    for (std::size_t axiom = 0; axiom < rules.axioms.size(); ++axiom) {
      for (const Row& row : rules.axioms[axiom]) {
        const auto chosen = find_action_class(axiom, row.operands.size());
        ASSERT_TRUE(chosen);
        const std::size_t length = row.by ? row.operands.size() : 1;
        for (std::size_t made = 0; made <= kMaxOperands; ++made) {
          std::vector<Choice> choices(made, 0);
          if (made > 0) choices[0] = pair_of(3, *chosen);
          EXPECT_EQ(input.is_complete(0, choices), made == length) << axioms()[axiom].name;
        }
        if (row.by) continue;
        const Node& sides = rules.patterns[*row.conclusion];
        EXPECT_EQ(row.operands[0], sides.left) << axioms()[axiom].name;
        if (row.operands.size() > 1) {
          EXPECT_EQ(row.operands[1], sides.right) << axioms()[axiom].name;
          EXPECT_EQ(row.operands.size(), 2u);
        }
      }
    }
  }
}

// Encodes the action and decodes the choices. Returns whether the action can be named.
bool expect_round_trip(const DagCase& at, const DagInput& input, const Action& action,
                       std::uint64_t hash) {
  std::vector<Choice> choices = {7};
  const bool named = input.encode(at.bank, at.rules, at.state, action, choices);
  EXPECT_EQ(named, input.can_name(at.bank, at.rules, at.state, action));
  EXPECT_EQ(choices[0], 7);
  if (!named) {
    EXPECT_EQ(choices.size(), 1u);
    return false;
  }
  choices.erase(choices.begin());
  for (std::size_t length = 0; length < choices.size(); ++length) {
    EXPECT_FALSE(input.is_complete(0, std::span(choices).first(length)));
  }
  EXPECT_TRUE(input.is_complete(0, choices));
  const auto decoded = input.decode(at.bank, at.state, 0, choices);
  EXPECT_TRUE(decoded);
  if (!decoded) return true;
  State next = at.state;
  EXPECT_TRUE(is_valid_step(next.apply(at.bank, at.rules, *decoded)));
  EXPECT_EQ(next.hash(), hash) << axioms()[action.axiom].name;
  return true;
}

TEST(DagInput, EveryStepOfAProofHasAName) {
  std::size_t steps = 0;
  std::set<std::size_t> lengths;
  for_each_dag_case(20, [&](const DagCase& at) {
    const DagInput input = dag_input_of(at, false);
    State next = at.state;
    next.apply(at.bank, at.rules, at.step);
    EXPECT_TRUE(expect_round_trip(at, input, at.step, next.hash()));
    EXPECT_TRUE(expect_round_trip(at, dag_input_of(at, false, false), at.step, next.hash()));
    std::vector<Choice> choices;
    input.encode(at.bank, at.rules, at.state, at.step, choices);
    lengths.insert(choices.size());
    ++steps;
  });
  EXPECT_EQ(steps, 20u * 25u);
  EXPECT_EQ(lengths, (std::set<std::size_t>{1, 2, 3}));
}

TEST(DagInput, LegalActionsKeepTheirEffectThroughChoices) {
  std::size_t named = 0, unnamed = 0;
  for_each_dag_case(1, [&](const DagCase& at) {
    if (estimate_legal_actions(at.bank, at.rules, at.state) > 30'000) return;
    const DagInput input = dag_input_of(at, false), trees = dag_input_of(at, false, false);
    for_each_legal_action(at.bank, at.rules, at.state, {},
                          [&](const Action& action, const State& next) {
                            const bool has_name = expect_round_trip(at, input, action, next.hash());
                            EXPECT_EQ(expect_round_trip(at, trees, action, next.hash()), has_name);
                            (has_name ? named : unnamed)++;
                            return false;
                          });
  });
  EXPECT_GT(named, 1000u);
  EXPECT_GT(unnamed, 0u);  // forward steps
}

// What is not a valid step has no name: the kernel would refuse it.
TEST(DagInput, RefusedActionsHaveNoName) {
  for_each_dag_case(1, [&](const DagCase& at) {
    const DagInput input = dag_input_of(at, false);
    std::vector<Choice> choices;
    Action wrong = at.step;
    wrong.operands[wrong.count - 1u].node = 0;
    EXPECT_FALSE(input.encode(at.bank, at.rules, at.state, wrong, choices));
    wrong = at.step;
    wrong.axiom = kAxiomCount;
    EXPECT_FALSE(input.encode(at.bank, at.rules, at.state, wrong, choices));
    EXPECT_TRUE(choices.empty());
  });
}

// What the kernel says about a class at a place, with these further operands.
struct DagEffect {
  bool applies = false;  // a valid step that proves the goal of the place by a row of this class
  bool closes = false;   // that goal is gone, and nothing that it is reduced to is a goal
  std::optional<Term> made = {};  // by a rewrite
  bool premises_hold = false;
};

DagEffect effect_of(const DagCase& at, const DagInput& input, std::size_t place,
                    std::size_t number_of_class, std::vector<Choice> further = {}) {
  std::vector<Choice> choices = {pair_of(place, number_of_class)};
  choices.insert(choices.end(), further.begin(), further.end());
  const auto action = input.decode(at.bank, at.state, 0, choices);
  Step step;
  if (!action || at.state.instantiate(at.bank, at.rules, *action, step)) return {};
  if (step.row->operands.size() != kActionClassList[number_of_class].count) return {};
  if (at.state.status(step.conclusion) != State::Status::kGoal) return {};
  DagEffect out{.applies = true};
  const auto is_open = [&](Statement s) {
    return at.state.status(s) != State::Status::kFact && !is_trivial(at.bank, s);
  };
  const std::size_t premises = step.row->premises.size();
  out.premises_hold = std::ranges::none_of(step.assumptions().first(premises), is_open);
  State next = at.state;
  next.apply(at.bank, at.rules, *action);
  const auto goals = [](const State& state) { return std::ranges::distance(state.goals()); };
  out.closes = goals(next) < goals(at.state) && std::ranges::none_of(step.assumptions(), is_open);
  if (step.row->by) {
    const auto& [statement, node] = action->operands[step.row->operands.size() - 1];
    out.made = subterm(at.bank, step.assumption[premises], node);
  }
  return out;
}

// The features repeat what the kernel says, for every class without open operands and every place.
TEST(DagInput, FeaturesAgreeWithTheKernel) {
  std::size_t count[8] = {}, pairs = 0;
  for_each_dag_case(2, [&](const DagCase& at) {
    const DagInput input = dag_input_of(at);
    std::map<Term, std::int32_t> role;
    for (std::size_t n = 0; n < input.type.size(); ++n) {
      role[term_of_node(at, input, n)] = input.role[n];
    }
    std::vector<DagOccurrence> places;
    for (const Statement goal : at.state.goals()) {
      list_dag_occurrences(at.bank, {{goal, 0}, Term{goal.id}}, places);
    }
    for (std::size_t p = 0; p < places.size(); ++p) {
      for (std::size_t c = 0; c < kActionClasses; ++c, ++pairs) {
        if (!input.is_complete(0, std::vector{pair_of(p, c)})) continue;
        const std::uint8_t found = input.feature[p * kActionClasses + c];
        for (std::size_t bit = 0; bit < 8; ++bit) count[bit] += found >> bit & 1;
        const DagEffect effect = effect_of(at, input, p, c);
        std::uint8_t expected = 0;
        if (effect.applies) expected |= DagInput::kApplies;
        if (effect.closes) expected |= DagInput::kCloses;
        if (effect.premises_hold) expected |= DagInput::kPremisesHold;
        if (effect.made) {
          const Node& made = at.bank[*effect.made];
          if ((arity(made.op) < 1 || role.contains(made.left)) &&
              (arity(made.op) < 2 || role.contains(made.right))) {
            expected |= DagInput::kPartsExist;
          }
          const std::int32_t roles = role.contains(*effect.made) ? role[*effect.made] : 0;
          const bool is_left = places[p].path[0] == 0;
          if (roles & (is_left ? DagInput::kInLeft : DagInput::kInRight)) {
            expected |= DagInput::kExistsOnSide;
          }
          if (roles & (is_left ? DagInput::kInRight : DagInput::kInLeft)) {
            expected |= DagInput::kExistsOpposite;
          }
          if (roles & DagInput::kInFact) expected |= DagInput::kExistsInFact;
          if (partner_of(at.bank, places[p]) == effect.made) {
            expected |= DagInput::kEqualsPartner;
          }
        }
        EXPECT_EQ(found, expected) << axioms()[kActionClassList[c].axiom].name << " at place " << p;
      }
    }
  });
  for (std::size_t bit = 0; bit < 8; ++bit) EXPECT_GT(count[bit], 5u) << "no case has bit " << bit;
  EXPECT_GT(pairs, 5 * count[0]) << "nearly everything applies";
}

// With open operands, kApplies says whether any operands make a valid step, and no more.
TEST(DagInput, FeaturesOfOpenClassesSayWhetherAnOperandFits) {
  std::size_t applies = 0, not_applies = 0;
  for_each_dag_case(1, [&](const DagCase& at) {
    const DagInput input = dag_input_of(at);
    if (input.type.size() > 25) return;
    const auto nodes = static_cast<Choice>(input.type.size());
    for (std::size_t p = 0; p < input.place_node.size(); ++p) {
      for (std::size_t c = 0; c < kActionClasses; ++c) {
        if (input.is_complete(0, std::vector{pair_of(p, c)})) continue;
        bool fits = false;
        for (Choice a = 0; a < nodes && !fits; ++a) {
          if (kActionClassList[c].count == 2) {
            fits = effect_of(at, input, p, c, {a}).applies;
            continue;
          }
          for (Choice b = 0; b < nodes && !fits; ++b) {
            fits = effect_of(at, input, p, c, {a, b}).applies;
          }
        }
        EXPECT_EQ(input.feature[p * kActionClasses + c], fits ? DagInput::kApplies : 0);
        (fits ? applies : not_applies)++;
      }
    }
  });
  EXPECT_GT(applies, 20u);
  EXPECT_GT(not_applies, 20u);
}

// The arrays of one state of a batch, with numbers from the beginning of the state.
struct DagArrays {
  std::vector<std::int64_t> numbers;
  std::vector<std::uint8_t> feature;
  friend bool operator==(const DagArrays&, const DagArrays&) = default;
};

DagArrays dag_arrays_of(const DagInput& input, std::size_t state) {
  DagArrays out;
  const auto first = input.node_offset[state], end = input.node_offset[state + 1];
  const auto first_place = input.place_offset[state], end_place = input.place_offset[state + 1];
  const auto put = [&](const auto& list, std::int64_t from, std::int64_t to, std::int64_t base) {
    for (std::int64_t i = from; i < to; ++i) {
      const std::int64_t value = list[static_cast<std::size_t>(i)];
      out.numbers.push_back(value < 0 ? value : value - base);
    }
    out.numbers.push_back(INT64_MAX);
  };
  put(input.type, first, end, 0);
  put(input.role, first, end, 0);
  put(input.left, first, end, first);
  put(input.right, first, end, first);
  for (std::size_t slot = 0; slot < 2; ++slot) {
    const auto& offset = input.parent_offset[slot];
    const auto begin = offset[static_cast<std::size_t>(first)];
    put(offset, first, end + 1, begin);
    put(input.parent[slot], begin, offset[static_cast<std::size_t>(end)], first);
  }
  put(input.place_node, first_place, end_place, first);
  put(input.place_parent, first_place, end_place, first_place);
  put(input.place_slot, first_place, end_place, 0);
  put(input.place_side, first_place, end_place, 0);
  put(input.place_partner, first_place, end_place, 0);
  const auto at = static_cast<std::int64_t>(state);
  put(input.rule_set, at, at + 1, 0);
  put(input.first_goal, at, at + 1, first);
  constexpr auto kClasses = static_cast<std::int64_t>(kActionClasses);
  out.feature.assign(input.feature.begin() + first_place * kClasses,
                     input.feature.begin() + end_place * kClasses);
  return out;
}

class DagInputs : public testing::TestWithParam<bool> {};  // with and without merging

TEST_P(DagInputs, AStateLooksTheSameInEveryBatch) {
  DagInput batch(true, GetParam()), reused(true, GetParam());
  std::vector<DagArrays> alone;
  for_each_dag_case(2, [&](const DagCase& at) {
    batch.add(at.bank, at.set, at.rules, at.state);
    alone.push_back(dag_arrays_of(dag_input_of(at, true, GetParam()), 0));
    reused.clear();
    EXPECT_EQ(reused.states(), 0u);
    reused.add(at.bank, at.set, at.rules, at.state);
    EXPECT_EQ(dag_arrays_of(reused, 0), alone.back()) << "after clear()";
  });
  ASSERT_EQ(batch.states(), alone.size());
  for (std::size_t i = 0; i < alone.size(); ++i) EXPECT_EQ(dag_arrays_of(batch, i), alone[i]);
  EXPECT_NE(alone[0], alone[1]);
}

// Choices refer to their own state, wherever it is in the batch.
TEST_P(DagInputs, DecodesForEveryStateOfABatch) {
  Generator generator({.k = 5, .l = 5, .order_trials = 1000});
  const Generated& generated = generator.generate(0);
  DagInput batch(false, GetParam());
  std::vector<State> states = {State(generator.bank(), generated.theorem())};
  std::vector<std::vector<Choice>> choices;
  for (const Action& step : generated.proof()) {
    batch.add(generator.bank(), RuleSet::kStandard, generator.rules(), states.back());
    choices.emplace_back();
    ASSERT_TRUE(
        batch.encode(generator.bank(), generator.rules(), states.back(), step, choices.back()));
    states.push_back(states.back());
    states.back().apply(generator.bank(), generator.rules(), step);
  }
  for (std::size_t i = 0; i < choices.size(); ++i) {
    const auto action = batch.decode(generator.bank(), states[i], i, choices[i]);
    ASSERT_TRUE(action);
    State next = states[i];
    next.apply(generator.bank(), generator.rules(), *action);
    EXPECT_EQ(next.hash(), states[i + 1].hash());
  }
}

INSTANTIATE_TEST_SUITE_P(All, DagInputs, testing::Bool(), [](const auto& tested) {
  return std::string(tested.param ? "Merged" : "Trees");
});

class DagInputText : public Fixture, public testing::WithParamInterface<bool> {};

TEST_P(DagInputText, RenamingVariablesChangesNothing) {
  DagInput input(true, GetParam());
  const auto add = [&](const Texts& premises, const char* goal) {
    input.add(bank_, RuleSet::kStandard, rules_, state(premises, goal));
    return dag_arrays_of(input, input.states() - 1);
  };
  const DagArrays plain = add({"b>=a", "a*c=b"}, "a+b*c>=(c+a)*b");
  EXPECT_EQ(plain, add({"x>=z", "z*c=x"}, "z+x*c>=(c+z)*x"));
  EXPECT_NE(plain, add({"a>=b", "a*c=b"}, "a+b*c>=(c+a)*b")) << "this is not a renaming";
}

INSTANTIATE_TEST_SUITE_P(All, DagInputText, testing::Bool(), [](const auto& tested) {
  return std::string(tested.param ? "Merged" : "Trees");
});

}  // namespace
}  // namespace ineq
