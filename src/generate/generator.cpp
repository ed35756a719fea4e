#include "generate/generator.h"

#include <fmt/format.h>

#include <utility>

#include "algebra/canonical.h"
#include "base/error.h"
#include "base/streams.h"
#include "search/shortest.h"

namespace ineq {
namespace {

// The number of terms at which the bank is reset, to free the terms of failed attempts.
constexpr std::size_t kFullBank = 20'000;

}  // namespace

Generator::Generator(const Specification& specification, std::shared_ptr<const AxiomLists> lists)
    : specification_((require_possible(specification), specification)),
      lists_(std::move(lists)),
      rules_(make_rules(specification.rules)),
      table_(make_morph_table(specification.rules)),
      initial_terms_(specification.degree),
      attempt_(specification_, rules_, table_, bank_) {}

const Generated& Generator::generate(std::uint64_t seed, std::uint64_t index) {
  Rng rng = stream(purpose_of(specification_.stream), seed, index);
  const Rng initial = rng;
  draw_initial(rng);
  const Attempts before = attempts_;
  for (std::size_t tries = 0; tries < kMaxAttempts; ++tries) {
    if (bank_.size() > kFullBank) {
      Rng again = initial;
      draw_initial(again);
    }
    if (is_interrupted_ && is_interrupted_()) throw Interrupted();
    draw_order(rng, order_);
    if (!attempt_.morph(rng, initial_, order_)) {
      ++attempts_.morph_failed;
      continue;
    }
    std::optional<Proven> proven = attempt_.read_proof();
    if (!proven) {
      ++attempts_.proof_failed;
    } else if (is_excluded(proven->theorem().goal)) {
      ++attempts_.excluded;
    } else if (is_too_easy(proven->theorem())) {
      ++attempts_.too_easy;
      if (attempts_.too_easy - before.too_easy == kMaxTooEasy) {
        throw Error(fmt::format(
            "none of {} theorems is proven to take {} steps: ask for fewer (--min-shortest), for a "
            "longer proof, or for more search (--shortest-nodes)",
            kMaxTooEasy, specification_.min_shortest));
      }
    } else {
      ++attempts_.accepted;
      return generated_.emplace(order_, *std::move(proven));
    }
  }
  throw Error(fmt::format(
      "none of {} attempts at a theorem succeeded ({} made one that is excluded): ask for a lower "
      "degree, a shorter proof or looser limits",
      kMaxAttempts, attempts_.excluded - before.excluded));
}

void Generator::draw_initial(Rng& rng) {
  bank_.reset();
  initial_terms_.draw_some(rng, bank_, specification_.initial_per_degree, initial_);
}

bool Generator::is_excluded(Statement goal) const {
  return !lists_->excluded.empty() && lists_->excluded.contains(canonical_hash(bank_, goal));
}

bool Generator::is_too_easy(const Theorem& theorem) const {
  const Specification& s = specification_;
  if (s.min_shortest == 0) return false;
  // The limits are part of the specification, so theorems do not depend on the machine.
  Problem problem(s.rules, rules_, bank_, theorem);
  return !takes_at_least(problem, s.min_shortest,
                         {.nodes = s.shortest_nodes, .is_interrupted = is_interrupted_});
}

void Generator::draw_order(Rng& rng, Order& order) const {
  if (!lists_->orders.empty()) {
    order = lists_->orders[rng.below(static_cast<std::uint32_t>(lists_->orders.size()))];
    return;
  }
  std::optional<Order> drawn;
  while (!(drawn = try_order(rng))) {
  }
  order = *drawn;
}

// Draws an order of a listed combination, or of any combination if none are listed.
std::optional<Order> Generator::try_order(Rng& rng) const {
  const Specification& s = specification_;
  const auto& listed = lists_->combinations;
  const auto combination = listed.empty()
                               ? try_combination(rng, s.axioms, s.k)
                               : listed[rng.below(static_cast<std::uint32_t>(listed.size()))];
  if (!combination || !makes(*combination, s.goal)) return std::nullopt;
  return sample_order(rng, *combination, s.l, s.early_repeats);
}

}  // namespace ineq
