#include "generate/specification.h"

#include <fmt/format.h>

#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "files/field_json.h"
#include "files/lines.h"
#include "files/shallow_json.h"

namespace ineq {
namespace {

using OrderedJson = nlohmann::ordered_json;

constexpr std::pair<std::string_view, WholeRange> kRanges[] = {
    {"k", {.min = 1, .max = kAxiomCount - 1}},  // at most one of the two transitions
    {"l", {.min = 1, .max = kMaxSteps}},
    {"degree", {.max = kMaxDegree}},
    {"longest_sample", {.min = 1}},
    {"initial_per_degree", {.min = 1, .max = kMaxInitialTerms}},
    {"most_variables", {.min = 3, .max = 26}},
};

constexpr std::string_view kStreamNames[] = {"dataset", "test", "validation"};

}  // namespace

std::string_view to_string(Stream stream) { return kStreamNames[static_cast<std::size_t>(stream)]; }

Purpose purpose_of(Stream stream) {
  switch (stream) {
    case Stream::kDataset:
      return Purpose::kDataset;
    case Stream::kTest:
      return Purpose::kTest;
    case Stream::kValidation:
      return Purpose::kValidation;
  }
  INEQ_CHECK(false);
}

std::optional<WholeRange> range_of(std::string_view field) {
  for (const auto& [name, range] : kRanges) {
    if (name == field) return range;
  }
  return std::nullopt;
}

void require_possible(const Specification& s) {
  visit_fields(s, [](const char* name, const auto& value, const char*) {
    if constexpr (std::is_same_v<std::decay_t<decltype(value)>, std::uint64_t>) {
      const auto range = range_of(name);
      if (!range || range->has(value)) return;
      throw Error(fmt::format("{}: expected {}, found '{}'", name, describe(*range), value));
    }
  });
  if (const auto reason = impossible(s.axioms, s.k, s.l)) throw Error(*reason);
  if (s.goal == GoalKind::kInequality && s.axioms == AxiomSet::kField) {
    throw Error("the axioms of the field make no inequalities");
  }
  if (count_orders(s.axioms, s.k, s.l, s.goal, s.early_repeats) == 0) {
    throw Error("no order of axioms makes such theorems");
  }
  if (!s.orders.empty() && !s.combinations.empty()) {
    throw Error("theorems are made from orders or from combinations, not from both");
  }
  if (s.list_size > 0 && s.orders.empty() && s.combinations.empty()) {
    throw Error("list_size requires a file of orders or combinations");
  }
  if (!(s.no_transform >= 0 && s.no_transform <= 1)) {
    throw Error(
        fmt::format("no_transform: expected a number from 0 to 1, found '{}'", s.no_transform));
  }
  if (s.min_shortest > s.l) {
    throw Error(fmt::format("min_shortest is at most l: a proof of {} steps is known", s.l));
  }
  if (s.min_shortest > 0 && s.shortest_nodes == 0) {
    throw Error("min_shortest requires shortest_nodes of at least 1");
  }
}

std::string write_specification(const Specification& specification) {
  const OrderedJson all = fields_to_json(specification), defaults = fields_to_json(Specification());
  OrderedJson out;
  for (const auto& [name, value] : all.items()) {
    if (out.size() < kMainFields || value != defaults[name]) out[name] = value;
  }
  return out.dump(2, ' ', false, OrderedJson::error_handler_t::replace) + "\n";
}

Specification read_specification(std::string_view text) {
  OrderedJson json;
  try {
    json = parse_shallow_json<OrderedJson>(text);
  } catch (const OrderedJson::exception&) {  // null is refused below
  }
  Specification out;
  fields_from_json(json, out);
  return out;
}

Specification load_specification(const std::string& path) {
  const std::string text = read_file(path);
  Specification out;
  try {
    out = read_specification(text);
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
  const std::filesystem::path folder = std::filesystem::path(path).parent_path();
  const auto relative = [&](std::string& name) {
    if (!name.empty()) name = (folder / name).string();
  };
  relative(out.orders);
  relative(out.combinations);
  for (std::string& name : out.exclude) relative(name);
  return out;
}

}  // namespace ineq
