#include "generate/specification.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <type_traits>

#include "base/error.h"
#include "base/names.h"
#include "base/printable.h"
#include "files/lines.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::string_view kStreamNames[] = {"dataset", "test", "validation"};

// One of these for each type of field: from text, and as JSON.
template <typename Value>
void read(std::string_view text, Value& out) {
  const char* end = text.data() + text.size();
  const auto [read_to, error] = std::from_chars(text.data(), end, out);
  if (error != std::errc() || read_to != end) throw Error("expected a number in range");
}
template <typename Value>
void read_name(const std::optional<Value>& found, Value& out, const char* names) {
  if (!found) throw Error(std::string("expected ") + names);
  out = *found;
}
void read(std::string_view text, AxiomSet& out) {
  read_name(find_axiom_set(text), out, "field or ordered-field");
}
void read(std::string_view text, RuleSet& out) {
  read_name(find_rule_set(text), out, "standard, int-2021 or full");
}
void read(std::string_view text, GoalKind& out) {
  read_name(find_goal_kind(text), out, "any, equality or inequality");
}
void read(std::string_view text, Stream& out) {
  read_name(find_name<Stream>(kStreamNames, text), out, "dataset, test or validation");
}
void read(std::string_view text, bool& out) {
  if (text != "true" && text != "false") throw Error("expected true or false");
  out = text == "true";
}
void read(std::string_view text, std::string& out) { out = text; }
void read(std::string_view text, std::vector<std::string>& out) { out.emplace_back(text); }

template <typename Value>
Json as_json(const Value& value) {
  if constexpr (std::is_enum_v<Value>) {
    return to_string(value);
  } else {
    return value;
  }
}

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

void set_field(Specification& specification, std::string_view name, std::string_view text) {
  bool known = false;
  visit_fields(specification, [&](std::string_view field, auto& value, const char*) {
    if (field != name) return;
    known = true;
    try {
      read(text, value);
    } catch (const Error& error) {
      throw Error(fmt::format("{}: {}, found '{}'", name, error.what(), printable(text)));
    }
  });
  if (!known) throw Error(fmt::format("a specification has no field '{}'", printable(name)));
}

void require_possible(const Specification& s) {
  if (const auto reason = impossible(s.axioms, s.k, s.l)) throw Error(*reason);
  if (s.l > kMaxSteps) throw Error(fmt::format("a proof has at most {} steps", kMaxSteps));
  if (s.degree > kMaxDegree) throw Error(fmt::format("the degree is at most {}", kMaxDegree));
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
    throw Error("list_size goes with a file of orders or combinations");
  }
  if (!(s.no_transform >= 0 && s.no_transform <= 1)) {
    throw Error("no_transform is a probability, from 0 to 1");
  }
  if (s.longest_sample == 0) throw Error("longest_sample is at least 1");
  if (s.initial_per_degree == 0 || s.initial_per_degree > kMaxInitialTerms) {
    throw Error(fmt::format("initial_per_degree is from 1 to {}", kMaxInitialTerms));
  }
  if (s.min_shortest > s.l) {
    throw Error(fmt::format("min_shortest is at most l: a proof of {} steps is known", s.l));
  }
  if (s.min_shortest > 0 && s.shortest_nodes == 0) throw Error("shortest_nodes is at least 1");
  if (s.most_variables < 3 || s.most_variables > 26) {
    throw Error("most_variables is from 3 to 26");
  }
}

std::string write_specification(const Specification& specification) {
  const Specification plain;
  Json all, defaults, out;
  visit_fields(specification, [&](const char* name, const auto& value, const char*) {
    all[name] = as_json(value);
  });
  visit_fields(plain, [&](const char* name, const auto& value, const char*) {
    defaults[name] = as_json(value);
  });
  for (const auto& [name, value] : all.items()) {
    if (out.size() < kMainFields || value != defaults[name]) out[name] = value;
  }
  return out.dump(2, ' ', false, Json::error_handler_t::replace) + "\n";
}

Specification read_specification(std::string_view text) {
  const Json json = Json::parse(text, nullptr, false);
  if (!json.is_object()) throw Error("this is not a JSON object in UTF-8");
  Specification out;
  const auto set = [&](const std::string& name, const Json& value) {
    if (value.is_null() || value.is_structured()) {
      throw Error(fmt::format("{}: expected one value", printable(name)));
    }
    set_field(out, name, value.is_string() ? value.get<std::string>() : value.dump());
  };
  for (const auto& [name, value] : json.items()) {
    if (name == "exclude" && value.is_array()) {
      for (const Json& path : value) set(name, path);
    } else {
      set(name, value);
    }
  }
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
