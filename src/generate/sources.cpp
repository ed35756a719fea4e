#include "generate/sources.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/error.h"
#include "base/hash.h"
#include "generate/canonical.h"
#include "generate/order_file.h"
#include "proof/lines.h"
#include "proof/record.h"

namespace ineq {
namespace {

// `draw(rng)` gives a list of axioms or nothing; `exist` is how many distinct ones it can give.
template <typename Draw>
std::vector<Order> draw_distinct(const Specification& s, const ListRequest& request, double exist,
                                 const char* what, const Draw& draw) {
  // Far more than the rarest of a list within reach needs; a list of nearly all orders of a long
  // proof is beyond any reach.
  constexpr std::size_t kMostTrials = 50'000'000;
  if (static_cast<double>(request.count) > exist) {
    throw Error(fmt::format("there are {:.0f} such {}, not {}", exist, what, request.count));
  }
  Rng rng(mix(s.k * 256 + s.l) + request.seed);
  std::set<Order> distinct;
  for (std::size_t i = 0; request.count > 0 ? distinct.size() < request.count : i < request.trials;
       ++i) {
    if (i == kMostTrials) {
      throw Error(
          fmt::format("{} trials found {} {}, not {}", i, distinct.size(), what, request.count));
    }
    if (const auto drawn = draw(rng)) distinct.insert(*drawn);
  }
  std::vector<Order> out(distinct.begin(), distinct.end());
  shuffle(rng, out);
  return out;
}

template <typename Values>
void use_first(const Specification& s, const std::string& path, Values& values) {
  if (s.list_size > values.size()) {
    throw Error(fmt::format("{}: there are {} in it, not {}", path, values.size(), s.list_size));
  }
  if (s.list_size > 0) values.resize(s.list_size);
  const auto wrong =
      std::ranges::find_if(values, [&](const auto& axioms) { return !makes(axioms, s.goal); });
  if (wrong != values.end()) {
    throw Error(fmt::format("{}: number {} does not make the kind of goal that is wanted", path,
                            wrong - values.begin()));
  }
}

}  // namespace

std::vector<Order> draw_orders(const Specification& s, const ListRequest& request) {
  require_possible(s);
  return draw_distinct(s, request, count_orders(s.axioms, s.k, s.l, s.goal, s.early_repeats),
                       "orders", [&](Rng& rng) -> std::optional<Order> {
                         // A try that fails counts as a trial, as in INT.
                         const auto chosen = try_combination(rng, s.axioms, s.k);
                         if (!chosen || !makes(*chosen, s.goal)) return std::nullopt;
                         return sample_order(rng, *chosen, s.l, s.early_repeats);
                       });
}

std::vector<Combination> draw_combinations(const Specification& s, const ListRequest& request) {
  require_possible(s);
  return draw_distinct(s, request, count_combinations(s.axioms, s.k, s.goal), "combinations",
                       [&](Rng& rng) -> std::optional<Combination> {
                         const auto chosen = try_combination(rng, s.axioms, s.k);
                         return chosen && makes(*chosen, s.goal) ? chosen : std::nullopt;
                       });
}

std::unordered_set<std::uint64_t> load_goals(const std::string& path) {
  std::unordered_set<std::uint64_t> out;
  LineReader lines(path);
  Bank bank;
  for (std::string_view line; lines.next(line);) {
    if (is_blank(line)) continue;
    try {
      bank.reset();
      out.insert(canonical_hash(bank, read_theorem(bank, read_record(line)).goal));
    } catch (const Error& error) {
      throw Error(fmt::format("{}:{}: {}", lines.name(), lines.number(), error.what()));
    }
  }
  return out;
}

std::shared_ptr<const Sources> load_sources(const Specification& s) {
  require_possible(s);
  const auto out = std::make_shared<Sources>();
  if (!s.orders.empty()) {
    out->orders = load_orders(s.orders, s.k, s.l);
    use_first(s, s.orders, out->orders);
  } else if (!s.combinations.empty()) {
    out->combinations = load_combinations(s.combinations, s.k);
    use_first(s, s.combinations, out->combinations);
  } else if (s.order_trials > 0) {
    out->orders = draw_orders(s, {.trials = s.order_trials});
    if (out->orders.empty()) {
      throw Error(fmt::format("{} trials found no order of axioms", s.order_trials));
    }
  }
  for (const std::string& path : s.exclude) out->excluded.merge(load_goals(path));
  for (const auto* lists : {&out->orders, &out->combinations}) {
    for (const Order& axioms : *lists) {
      for (const std::uint8_t axiom : axioms) out->hash = mix(out->hash + axiom + 1);
      out->hash = mix(out->hash);
    }
  }
  for (const std::uint64_t goal : out->excluded) out->hash += mix(goal);  // in any sequence
  return out;
}

}  // namespace ineq
