#include "env/raw_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "env/graph_view.h"

namespace ineq {
namespace {

void require_axiom(const Rules& rules, std::int32_t axiom) {
  if (axiom >= 0 && axiom < static_cast<std::int32_t>(rules.axioms.size())) return;
  throw Error(
      fmt::format("there is no axiom {}: there are {}, from 0 on", axiom, rules.axioms.size()));
}

// A node that is a statement is not an operand, but in range; the kernel says so. Node 0 is in
// range even where nothing is left, as it stands for none.
Operand read_node(const Bank& bank, const State& state, std::int32_t node) {
  if (node == 0) return {};
  if (const auto operand = operand_at(bank, state, static_cast<std::uint32_t>(node))) {
    return *operand;
  }
  const std::size_t nodes = count_nodes(bank, state);
  if (node >= 0 && static_cast<std::size_t>(node) < nodes) return {};
  throw Error(fmt::format("there is no node {}: the state has {}, from 0 on", node, nodes));
}

}  // namespace

std::size_t count_nodes(const Bank& bank, const State& state) {
  std::size_t nodes = 0;
  for (const Statement goal : state.goals()) nodes += bank[goal].size;
  for (const Statement fact : state.facts()) nodes += bank[fact].size;
  return nodes;
}

Action read_raw(const Bank& bank, const State& state, const Rules& rules, const RawAction& raw) {
  require_axiom(rules, raw[0]);
  Action action{.axiom = static_cast<std::uint8_t>(raw[0])};
  for (std::uint8_t i = 0; i < kMaxOperands; ++i) {
    if (raw[i + 1] == 0) continue;
    action.operands[i] = read_node(bank, state, raw[i + 1]);
    action.count = i + 1;
  }
  return action;
}

RawAction write_raw(const Bank& bank, const State& state, const Action& action) {
  RawAction raw{action.axiom};
  for (std::size_t i = 0; i < action.count; ++i) {
    const auto node = node_of(bank, state, action.operands[i]);
    if (!node) throw Error("the action has an operand that is not in the state");
    raw[i + 1] = static_cast<std::int32_t>(*node);
  }
  return raw;
}

void ActionMask::reset(const State& state) {
  state_ = &state;
  finder_.reset(state);
}

bool ActionMask::exists(std::size_t axiom, std::span<const Operand> first) {
  return finder_.find(axiom, first, [](const Action&, const State&) { return true; });
}

void ActionMask::axioms(std::span<std::uint8_t> out) {
  INEQ_CHECK(out.size() == rules_.axioms.size());
  for (std::size_t axiom = 0; axiom < out.size(); ++axiom) out[axiom] = exists(axiom, {});
}

void ActionMask::operands(std::int32_t axiom, std::span<const std::int32_t> earlier,
                          std::span<std::uint8_t> out) {
  require_axiom(rules_, axiom);
  const auto number = static_cast<std::size_t>(axiom);
  std::ranges::fill(out, 0);
  std::vector<Operand> first;
  for (const std::int32_t node : earlier) {
    first.push_back(read_node(bank_, *state_, node));
    if (first.back().node == 0) return;
  }
  if (!first.empty()) {
    out[0] = finder_.find(number, first, [&](const Action& action, const State&) {
      return action.count == first.size();
    });
  }
  first.emplace_back();
  for (std::uint32_t node = 1; node < out.size(); ++node) {
    const auto operand = operand_at(bank_, *state_, node);
    if (!operand) continue;
    first.back() = *operand;
    out[node] = exists(number, first);
  }
}

void ActionMask::append(std::span<const std::int32_t> prefix, std::vector<std::uint8_t>& out) {
  const std::size_t before = out.size();
  out.resize(before + (prefix.empty() ? rules_.axioms.size() : count_nodes(bank_, *state_)));
  const auto added = std::span(out).subspan(before);
  if (prefix.empty()) return axioms(added);
  try {
    operands(prefix[0], prefix.subspan(1), added);
  } catch (const Error&) {
    out.resize(before);
    throw;
  }
}

}  // namespace ineq
