#include "generate/order_file.h"

#include <fmt/format.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <set>

#include "axioms/axioms.h"
#include "base/error.h"
#include "base/printable.h"
#include "files/lines.h"
#include "files/shallow_json.h"

namespace ineq {
namespace {

using Json = nlohmann::json;

std::string key_of(std::size_t k, std::size_t l) { return fmt::format("k{}l{}", k, l); }
std::string key_of(std::size_t k) { return fmt::format("k{}", k); }

std::uint8_t read_axiom(const Json& name) {
  if (!name.is_string()) throw Error("expected the name of an axiom");
  const auto axiom = find_axiom(name.get_ref<const std::string&>());
  if (!axiom) throw Error("there is no axiom '" + printable(name.get<std::string>()) + "'");
  return static_cast<std::uint8_t>(*axiom);
}

Order read_list(const Json& names) {
  if (!names.is_array()) throw Error("expected a list of axioms");
  Order out;
  for (const Json& name : names) out.push_back(read_axiom(name));
  return out;
}

// `check(list)` returns why a list is not valid, or nothing if it is.
template <typename Check>
std::vector<Order> read(std::string_view text, const std::string& key, const Check& check) {
  Json file;
  try {
    file = parse_shallow_json<Json>(text);
  } catch (const Json::exception&) {
    throw Error("this is not JSON in UTF-8");
  }
  if (!file.is_object() || !file.contains(key) || !file[key].is_array()) {
    throw Error(fmt::format("the file has no list '{}'", key));
  }
  if (file[key].empty()) throw Error(fmt::format("the list '{}' is empty", key));
  std::vector<Order> out;
  for (const Json& names : file[key]) {
    const std::size_t index = out.size();
    try {
      out.push_back(read_list(names));
      if (const std::optional<std::string> reason = check(out.back())) throw Error(*reason);
    } catch (const Error& error) {
      throw Error(fmt::format("{}[{}]: {}", key, index, error.what()));
    }
  }
  if (std::set(out.begin(), out.end()).size() < out.size()) {
    throw Error(fmt::format("the list '{}' has an element twice", key));
  }
  return out;
}

// Adds the name of the file to error messages.
template <typename Read>
std::vector<Order> load(const std::string& path, const Read& read_text) {
  const std::string text = read_file(path);
  try {
    return read_text(text);
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
}

std::size_t distinct(const Order& order) { return std::set(order.begin(), order.end()).size(); }

std::string write(const std::string& key, const std::vector<Order>& lists) {
  std::string out = "{\"" + key + "\": [";
  for (const Order& list : lists) {
    out += &list == lists.data() ? "\n[" : ",\n[";
    for (std::size_t i = 0; i < list.size(); ++i) {
      out += fmt::format("{}\"{}\"", i == 0 ? "" : ", ", axioms()[list[i]].name);
    }
    out += ']';
  }
  return out + "\n]}\n";
}

}  // namespace

std::vector<Order> read_orders(std::string_view text, std::size_t k, std::size_t l) {
  return read(text, key_of(k, l), [&](const Order& order) -> std::optional<std::string> {
    if (order.size() != l) return fmt::format("expected {} axioms", l);
    if (distinct(order) != k) return fmt::format("expected {} distinct axioms", k);
    return invalid(order);
  });
}

std::vector<Combination> read_combinations(std::string_view text, std::size_t k) {
  // INT sorts combinations by name, we sort them by number.
  return read(text, key_of(k), [&](Combination& axioms) -> std::optional<std::string> {
    std::ranges::sort(axioms);
    if (axioms.size() != k || distinct(axioms) != k) {
      return fmt::format("expected {} distinct axioms", k);
    }
    return invalid(axioms);
  });
}

std::vector<Order> load_orders(const std::string& path, std::size_t k, std::size_t l) {
  return load(path, [&](std::string_view text) { return read_orders(text, k, l); });
}

std::vector<Combination> load_combinations(const std::string& path, std::size_t k) {
  return load(path, [&](std::string_view text) { return read_combinations(text, k); });
}

std::string write_orders(const std::vector<Order>& orders, std::size_t k, std::size_t l) {
  return write(key_of(k, l), orders);
}

std::string write_combinations(const std::vector<Combination>& combinations, std::size_t k) {
  return write(key_of(k), combinations);
}

}  // namespace ineq
