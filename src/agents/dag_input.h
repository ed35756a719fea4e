#pragma once
// States as merged graphs, for the network `dag`: equal subterms of a state are one node, and all
// variables have one type, because different variables are different nodes.
//
// An action is named by a place together with an action class, then by further operands. A place is
// an occurrence in a goal: the node that is rewritten or, if a whole statement is concluded, the
// goal itself. Only rows that leave operands open, such as those of PrincipleOfEquality, need
// further choices; these are nodes. The choice of a pair is place * kActionClasses + class, with
// places and nodes numbered within their state. Forward steps, which derive facts from facts, have
// no name.
//
// Without merging, every occurrence is a node of its own, as in agents/tree_input.h. The type of a
// variable is then its number in the order of first occurrence, and an operand is named by the
// first node of its term.
//
// The features say what a class would do at a place, as far as the rows of the axioms say it
// without open operands. They are optional: results of networks should say whether they were on.

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

#include "agents/action_class.h"
#include "agents/input.h"
#include "env/graph_view.h"

namespace ineq {

class DagInput : public Input {
 public:
  explicit DagInput(bool features, bool merge = true)
      : features_(features), merge_(merge), graph_({.rename = !merge, .merge = merge}) {}

  void clear() override;
  void add(Bank& bank, RuleSet set, const Rules& rules, const State& state) override;
  std::size_t states() const override { return rule_set.size(); }
  bool can_name(Bank& bank, const Rules& rules, const State& state,
                const Action& action) const override;
  bool encode(Bank& bank, const Rules& rules, const State& state, const Action& action,
              std::vector<Choice>& out) const override;
  bool is_complete(std::size_t number, std::span<const Choice> choices) const override;
  std::optional<Action> decode(Bank& bank, const State& state, std::size_t number,
                               std::span<const Choice> choices) const override;

  static constexpr std::size_t kTypes = kFirstVariableType + 1;  // kNodeTypes without merging
  static constexpr std::size_t kRoles = 32;                      // sets of the following
  enum Role : std::uint8_t {
    kInLeft = 1,
    kInRight = 2,
    kInFact = 4,
    kGoalRoot = 8,
    kFactRoot = 16
  };
  enum Side : std::uint8_t { kRoot, kLeft, kRight, kSides };
  // The node at the same path in the other side of the goal, while the operators above agree.
  enum Partner : std::uint8_t { kNoPartner, kOtherPartner, kSamePartner, kPartners };
  // What is known of a class at a place.
  enum Feature : std::uint8_t {
    kApplies = 1,         // a row matches
    kPartsExist = 2,      // the state has all children of the new term
    kExistsOnSide = 4,    // the new term occurs in the same side of a goal,
    kExistsOpposite = 8,  // in the other side,
    kExistsInFact = 16,   // in a fact
    kEqualsPartner = 32,  // the new term is the partner of the place
    kPremisesHold = 64,   // all premises of the row are facts or trivial
    kCloses = 128,        // the goal is closed
  };
  static constexpr std::size_t kFeatures = 8;

  // One element per node. Numbers of nodes and places count from the beginning of the batch.
  std::vector<std::int32_t> type, role;
  std::vector<std::int32_t> left, right;  // children, or -1
  // The parents of each node that hold it on the left (0) or right (1), and where they begin.
  std::array<std::vector<std::int32_t>, 2> parent;
  std::array<std::vector<std::int32_t>, 2> parent_offset = {{{0}, {0}}};
  // One element per place.
  std::vector<std::int32_t> place_node;
  std::vector<std::int32_t> place_parent;  // a place, or -1
  std::vector<std::uint8_t> place_slot;    // 0: the left or only child of its parent, 1: the right
  std::vector<std::int32_t> place_side;
  std::vector<std::int32_t> place_partner;
  std::vector<std::uint8_t> feature;  // one per pair of place and class; empty without features
  // One element per state.
  std::vector<std::int32_t> rule_set;
  std::vector<std::int32_t> first_goal;  // the node of the first goal
  // Where those of each state begin, and the end.
  std::vector<std::int64_t> node_offset = {0}, place_offset = {0};

 private:
  struct Found {
    Term term;
    Operand first;  // its first occurrence in the state; without merging, the node itself
  };
  struct Known {
    std::int32_t node = -1;  // the first one, numbered within the state; -1: none
    std::int32_t roles = 0;  // of all its nodes
  };

  // A place to add, with its parent.
  struct Spot {
    Statement goal;
    std::uint32_t node;
    Term term;
    Side side;
    std::int32_t above = -1;
    std::uint8_t slot = 0;
    struct {
      bool exists = false;
      Term term = {};
    } partner = {};
  };

  void add_nodes(const Bank& bank, const State& state);
  void add_goal(const Bank& bank, Statement goal);
  void add_place(const Spot& spot);
  void add_role(std::size_t node, Term term, Role added);
  std::uint32_t add_side(const Bank& bank, const Spot& spot);
  void add_features(Bank& bank, const Rules& rules, const State& state);
  std::uint8_t feature_of(Bank& bank, const Rules& rules, const State& state, std::size_t place,
                          const ActionClass& chosen);
  Known known(Term term) const { return term.id < known_.size() ? known_[term.id] : Known(); }

  const bool features_, merge_;
  GraphBatch graph_;                    // of one state
  std::vector<Found> found_;            // by node
  std::vector<Operand> place_operand_;  // node 0 for a whole goal
  std::vector<Term> partner_;           // by place, where place_partner says that there is one
  // Of the state that was added last.
  std::vector<Known> known_;  // by term
  std::vector<Term> terms_;   // of one statement
};

}  // namespace ineq
