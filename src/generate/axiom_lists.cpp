#include "generate/axiom_lists.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>
#include <utility>

#include "algebra/canonical.h"
#include "base/error.h"
#include "base/hash.h"
#include "files/lines.h"
#include "generate/order_file.h"
#include "proof/record.h"

namespace ineq {
namespace {

// `draw(rng)` returns a list of axioms or nothing. `exist` is the number of distinct lists.
template <typename Draw>
std::vector<Order> draw_distinct(const Specification& s, const ListRequest& request, double exist,
                                 const char* what, const Draw& draw) {
  // Far more than any practical list needs. Drawing nearly all orders of a long proof is
  // infeasible.
  constexpr std::size_t kMostTrials = 50'000'000;
  if (request.count == 0 && request.trials > kMostTrials) {
    throw Error(fmt::format("there can be at most {} trials", kMostTrials));
  }
  if (static_cast<double>(request.count) > exist) {
    throw Error(fmt::format("there are only {:.0f} such {}, not {}", exist, what, request.count));
  }
  // The seed is added, not mixed in (base/streams.h): the frozen sets depend on these lists.
  Rng rng(mix(s.k * 256 + s.l) + request.seed);
  std::set<Order> distinct;
  for (std::size_t i = 0; request.count > 0 ? distinct.size() < request.count : i < request.trials;
       ++i) {
    if (request.count > 0 && i == kMostTrials) {
      throw Error(
          fmt::format("{} trials found {} {}, not {}", i, distinct.size(), what, request.count));
    }
    if (const auto drawn = draw(rng)) distinct.insert(*drawn);
  }
  std::vector<Order> out(distinct.begin(), distinct.end());
  shuffle(rng, out);
  return out;
}

// Keeps the first `list_size` values, or all if it is 0. Each must be able to make the specified
// theorems.
void use_first(const Specification& s, const std::string& path, std::vector<Order>& values) {
  if (s.list_size > values.size()) {
    throw Error(
        fmt::format("{}: there are only {} in it, not {}", path, values.size(), s.list_size));
  }
  if (s.list_size > 0) values.resize(s.list_size);
  for (std::size_t i = 0; i < values.size(); ++i) {
    const auto refuse = [&](const char* why) {
      throw Error(fmt::format("{}: number {} {}", path, i, why));
    };
    const auto outside = [&](std::uint8_t axiom) { return axiom >= axiom_count(s.axioms); };
    if (std::ranges::any_of(values[i], outside)) refuse("has an axiom that is not of the field");
    if (!makes(values[i], s.goal)) refuse("does not make the kind of goal that is wanted");
    Rng any(0);
    if (values[i].size() < s.l && !sample_order(any, values[i], s.l)) {
      refuse("is a transition alone, which cannot come twice");
    }
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
  for_each_unproven_record(lines, [&](const Record& record) {
    bank.reset();
    out.insert(canonical_hash(bank, read_theorem(bank, record).goal));
  });
  return out;
}

std::shared_ptr<const AxiomLists> load_axiom_lists(const Specification& s) {
  require_possible(s);
  const auto out = std::make_shared<AxiomLists>();
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
  // A sum, because the order of the set is arbitrary.
  for (const std::uint64_t goal : out->excluded) out->hash += mix(goal);
  return out;
}

}  // namespace ineq
