#include "generate/generator.h"

#include <string>
#include <vector>

#include "base/error.h"
#include "base/hash.h"

namespace ineq {
namespace {

const Specification& checked(const Specification& s) {
  if (const auto reason = impossible(s.axioms, s.k, s.l)) throw Error(*reason);
  if (s.l > kMaxSteps) throw Error("a proof has at most " + std::to_string(kMaxSteps) + " steps");
  if (s.degree > kMaxDegree) {
    throw Error("the degree is at most " + std::to_string(kMaxDegree));
  }
  if (s.goal == GoalKind::kInequality && s.axioms == AxiomSet::kField) {
    throw Error("the axioms of the field make no inequalities");
  }
  if (s.rules == RuleSet::kFull) throw Error("theorems are generated under standard or int-2021");
  return s;
}

bool makes(const Order& order, GoalKind goal) {
  const bool inequality = class_of(order.back()) != AxiomClass::kEquality;
  return goal == GoalKind::kAny || inequality == (goal == GoalKind::kInequality);
}

}  // namespace

Generator::Generator(const Specification& specification, std::vector<Order> orders)
    : specification_(checked(specification)),
      orders_(std::move(orders)),
      rules_(make_rules(specification.rules)),
      initial_terms_(specification.degree),
      attempt_(specification_, rules_, table_, bank_) {}

const Generated& Generator::generate(std::uint64_t index) {
  Rng rng(mix(mix(specification_.seed) + index));
  bank_.reset();
  initial_terms_.draw_some(rng, bank_, specification_.initial_per_degree, initial_);
  for (std::size_t tries = 0; tries < kMaxAttempts; ++tries) {
    draw_order(rng, generated_.order);
    if (!attempt_.morph(rng, initial_, generated_.order)) {
      ++attempts_.morph_failed;
    } else if (!attempt_.read_proof(generated_)) {
      ++attempts_.proof_failed;
    } else {
      ++attempts_.accepted;
      return generated_;
    }
  }
  throw Error("none of " + std::to_string(kMaxAttempts) +
              " attempts at a theorem succeeded: ask for a lower degree or a shorter proof");
}

std::vector<Order> orders_of(const Specification& specification) {
  const Specification& s = checked(specification);
  Rng rng(mix(s.k * 256 + s.l));  // not of the seed: other theorems, the same orders
  std::vector<Order> orders = sample_orders(rng, s.axioms, s.k, s.l, s.order_trials);
  std::erase_if(orders, [&](const Order& order) { return !makes(order, s.goal); });
  if (orders.empty()) throw Error("no order of axioms makes such theorems");
  return orders;
}

void Generator::draw_order(Rng& rng, Order& order) const {
  if (!orders_.empty()) {
    order = orders_[rng.below(static_cast<std::uint32_t>(orders_.size()))];
    return;
  }
  while (true) {
    const Combination combination =
        sample_combination(rng, specification_.axioms, specification_.k);
    const auto drawn = sample_order(rng, combination, specification_.l);
    if (drawn && makes(*drawn, specification_.goal)) {
      order = *drawn;
      return;
    }
  }
}

}  // namespace ineq
