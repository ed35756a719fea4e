#pragma once
// The arrays of an input by name, for those who read them outside of the networks: Python, and
// comparisons with other implementations of the networks (python/tests/twins.py).

#include <string>

#include "agents/dag_input.h"
#include "agents/text_input.h"
#include "agents/tree_input.h"
#include "base/error.h"

namespace ineq {

// Calls visit(name, numbers) for each array. The numbers are a range of whole numbers in memory.
template <typename Visit>
void visit_arrays(const DagInput& input, const Visit& visit) {
  visit("type", input.type);
  visit("role", input.role);
  visit("left", input.left);
  visit("right", input.right);
  visit("parent0", input.parent[0]);
  visit("parent_offset0", input.parent_offset[0]);
  visit("parent1", input.parent[1]);
  visit("parent_offset1", input.parent_offset[1]);
  visit("place_node", input.place_node);
  visit("place_parent", input.place_parent);
  visit("place_slot", input.place_slot);
  visit("place_side", input.place_side);
  visit("place_partner", input.place_partner);
  visit("feature", input.feature);
  visit("rule_set", input.rule_set);
  visit("first_goal", input.first_goal);
  visit("node_offset", input.node_offset);
  visit("place_offset", input.place_offset);
}

template <typename Visit>
void visit_arrays(const TreeInput& input, const Visit& visit) {
  visit("type", input.graph.type);
  visit("statement", input.graph.statement);
  visit("is_goal", input.graph.is_goal);
  visit("node_offset", input.graph.node_offset);
  visit("parent", input.parent);
  visit("left", input.left);
  visit("right", input.right);
  visit("place", input.place);
  visit("height", input.height);
  visit("depth", input.depth);
  visit("part_offset", input.part_offset);
  visit("rule_set", input.rule_set);
}

template <typename Visit>
void visit_arrays(const TextInput& input, const Visit& visit) {
  visit("token", input.token());
  visit("offset", input.offset());
}

template <typename Visit>
void visit_arrays(const Input& input, const Visit& visit) {
  if (const auto* dag = dynamic_cast<const DagInput*>(&input)) return visit_arrays(*dag, visit);
  if (const auto* tree = dynamic_cast<const TreeInput*>(&input)) return visit_arrays(*tree, visit);
  const auto* text = dynamic_cast<const TextInput*>(&input);
  INEQ_CHECK(text != nullptr);
  visit_arrays(*text, visit);
}

}  // namespace ineq
