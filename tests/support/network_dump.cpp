#include "support/network_dump.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>
#include <utility>

#include "agents/dag_input.h"
#include "agents/text_input.h"
#include "agents/tree_input.h"
#include "base/error.h"
#include "files/field_json.h"

namespace ineq {
namespace {

// Whole numbers, which the format has only as floats.
template <typename Numbers>
void add_numbers(NetworkDump& out, std::string name, const Numbers& numbers) {
  std::vector<float> values;
  for (const auto number : numbers) {
    INEQ_CHECK(static_cast<std::int64_t>(number) < 1 << 24);  // which are exact
    values.push_back(static_cast<float>(number));
  }
  out.add(std::move(name), values);
}

void add_input(const DagInput& input, NetworkDump& out) {
  add_numbers(out, "input/type", input.type);
  add_numbers(out, "input/role", input.role);
  add_numbers(out, "input/left", input.left);
  add_numbers(out, "input/right", input.right);
  for (const std::size_t side : {0u, 1u}) {
    add_numbers(out, fmt::format("input/parent{}", side), input.parent[side]);
    add_numbers(out, fmt::format("input/parent_offset{}", side), input.parent_offset[side]);
  }
  add_numbers(out, "input/place_node", input.place_node);
  add_numbers(out, "input/place_parent", input.place_parent);
  add_numbers(out, "input/place_slot", input.place_slot);
  add_numbers(out, "input/place_side", input.place_side);
  add_numbers(out, "input/place_partner", input.place_partner);
  add_numbers(out, "input/feature", input.feature);
  add_numbers(out, "input/rule_set", input.rule_set);
  add_numbers(out, "input/first_goal", input.first_goal);
  add_numbers(out, "input/node_offset", input.node_offset);
  add_numbers(out, "input/place_offset", input.place_offset);
}

void add_input(const TreeInput& input, NetworkDump& out) {
  add_numbers(out, "input/type", input.graph.type);
  add_numbers(out, "input/statement", input.graph.statement);
  add_numbers(out, "input/is_goal", input.graph.is_goal);
  add_numbers(out, "input/node_offset", input.graph.node_offset);
  add_numbers(out, "input/parent", input.parent);
  add_numbers(out, "input/left", input.left);
  add_numbers(out, "input/right", input.right);
  add_numbers(out, "input/place", input.place);
  add_numbers(out, "input/height", input.height);
  add_numbers(out, "input/depth", input.depth);
  add_numbers(out, "input/part_offset", input.part_offset);
  add_numbers(out, "input/rule_set", input.rule_set);
}

void add_input(const TextInput& input, NetworkDump& out) {
  add_numbers(out, "input/token", input.token());
  add_numbers(out, "input/offset", input.offset());
}

void add_input(NetworkKind kind, const Input& input, NetworkDump& out) {
  switch (kind) {
    case NetworkKind::kDag:
      return add_input(dynamic_cast<const DagInput&>(input), out);
    case NetworkKind::kGin:
    case NetworkKind::kTreeLstm:
    case NetworkKind::kBow:
      return add_input(dynamic_cast<const TreeInput&>(input), out);
    case NetworkKind::kTransformer:
      return add_input(dynamic_cast<const TextInput&>(input), out);
  }
}

}  // namespace

void NetworkDump::add(std::string name, std::span<const float> values,
                      std::vector<std::int64_t> shape) {
  archive_.arrays.push_back({std::move(name), std::move(shape), {values.begin(), values.end()}});
}

void NetworkDump::add_samples(NetworkKind kind, const Samples& samples) {
  add_input(kind, *samples.input, *this);
  add_numbers(*this, "samples/choice", samples.choice);
  add_numbers(*this, "samples/choice_offset", samples.choice_offset);
  add("samples/steps_left", samples.steps_left);
}

void NetworkDump::add_losses(const Losses& losses) {
  const auto add_one = [&](const char* name, double value) {
    const auto number = static_cast<float>(value);
    add(name, {&number, 1}, {});
  };
  add_one("losses/total", losses.total);
  add_one("losses/policy", losses.policy);
  add_one("losses/value", losses.value);
  add_one("losses/accuracy", losses.accuracy);
}

void NetworkDump::add_parameters(const std::string& folder, std::span<const Parameter> parameters,
                                 std::span<const float> values) {
  for (const Parameter& parameter : parameters) {
    add(folder + "/" + parameter.name, values.subspan(parameter.offset, parameter.size),
        parameter.shape);
  }
}

void NetworkDump::write(const std::string& path, const NetworkOptions& options) {
  archive_.manifest = fields_to_json(options).dump();
  write_npz(path, archive_);
}

}  // namespace ineq
