#include "env/raw_actions.h"

#include <fmt/format.h>

#include <algorithm>
#include <vector>

#include "base/error.h"
#include "env/graph_view.h"

namespace ineq {
namespace {

// A node that is a statement is in range, but no operand: the kernel says so.
Operand read_node(const Bank& bank, const State& state, std::int32_t node) {
  if (node == 0) return {};
  return operand_at(bank, state, static_cast<std::uint32_t>(node)).value_or(Operand{});
}

}  // namespace

std::size_t count_nodes(const Bank& bank, const State& state) {
  std::size_t nodes = 0;
  for (const Statement goal : state.goals()) nodes += bank[goal].size;
  for (const Statement fact : state.facts()) nodes += bank[fact].size;
  return nodes;
}

void require_in_range(const Rules& rules, std::size_t nodes,
                      std::span<const std::int32_t> numbers) {
  const auto below = [](std::int32_t number, std::size_t limit) {
    return number >= 0 && static_cast<std::size_t>(number) < limit;
  };
  const std::size_t axioms = rules.axioms.size();
  if (!numbers.empty() && !below(numbers[0], axioms)) {
    throw Error(fmt::format("there is no axiom {}: there are {}, from 0 on", numbers[0], axioms));
  }
  for (std::size_t i = 1; i < numbers.size(); ++i) {
    if (numbers[i] == 0 || below(numbers[i], nodes)) continue;
    throw Error(fmt::format("there is no node {}: the state has {}, from 0 on", numbers[i], nodes));
  }
}

Action read_raw(const Bank& bank, const State& state, const Rules& rules, const RawAction& raw) {
  require_in_range(rules, count_nodes(bank, state), raw);
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

void ActionMask::operands(std::span<const std::int32_t> prefix, std::span<std::uint8_t> out) {
  INEQ_CHECK(!prefix.empty());
  require_in_range(rules_, out.size(), prefix);
  const auto number = static_cast<std::size_t>(prefix[0]);
  std::ranges::fill(out, 0);
  std::vector<Operand> first;
  for (const std::int32_t node : prefix.subspan(1)) {
    first.push_back(read_node(bank_, *state_, node));
    if (first.back().node == 0) return;
  }
  if (!first.empty()) {
    out[0] = finder_.find(
        number, first, [](const Action&, const State&) { return true; }, first.size());
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
    operands(prefix, added);
  } catch (const Error&) {
    out.resize(before);
    throw;
  }
}

}  // namespace ineq
