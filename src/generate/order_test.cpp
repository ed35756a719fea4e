#include "generate/order.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

namespace ineq {
namespace {

constexpr std::uint8_t kA = 0, kB = 1, kTransition = 14, kInequality = 15;

Combination sample_combination(Rng& rng, AxiomSet set, std::size_t k) {
  while (true) {
    if (const auto combination = try_combination(rng, set, k)) return *combination;
  }
}

TEST(OrderTest, CombinationsAreValidAndAllAreReached) {
  Rng rng(1);
  for (const AxiomSet set : {AxiomSet::kField, AxiomSet::kOrderedField}) {
    std::set<Combination> seen;
    for (int i = 0; i < 5000; ++i) {
      const Combination c = sample_combination(rng, set, 2);
      const auto count = [&](AxiomClass which) {
        return std::ranges::count(c, which, [](std::uint8_t a) { return class_of(a); });
      };
      EXPECT_TRUE(std::ranges::is_sorted(c));
      EXPECT_LE(count(AxiomClass::kTransition), 1);
      EXPECT_TRUE(count(AxiomClass::kInequality) == 0 || count(AxiomClass::kTransition) == 1);
      seen.insert(c);
    }
    // Pairs of 13 axioms of equality, or one of 2 transitions with one of 13 axioms of equality or
    // 3 of inequality.
    EXPECT_EQ(seen.size(), set == AxiomSet::kField ? 78u : 78u + 2 * (13 + 3));
  }
}

TEST(OrderTest, OrdersGoFromEqualityThroughATransitionToInequality) {
  Rng rng(1);
  for (const bool early : {false, true}) {
    for (int i = 0; i < 2000; ++i) {
      const Combination c = sample_combination(rng, AxiomSet::kOrderedField, 5);
      const auto order = sample_order(rng, c, 9, early);
      ASSERT_TRUE(order);
      EXPECT_EQ(order->size(), 9u);
      EXPECT_EQ(std::set(order->begin(), order->end()), std::set(c.begin(), c.end()));
      EXPECT_TRUE(std::ranges::is_sorted(*order, {}, [](std::uint8_t a) { return class_of(a); }));
      EXPECT_LE(std::ranges::count(*order, AxiomClass::kTransition,
                                   [](std::uint8_t a) { return class_of(a); }),
                1);
    }
  }
}

TEST(OrderTest, EarlyRepeatsOccurOnlyOnRequest) {
  for (const bool early : {false, true}) {
    Rng rng(1);
    std::set<Order> seen;
    for (int i = 0; i < 1000; ++i) seen.insert(*sample_order(rng, {kA, kB}, 3, early));
    EXPECT_EQ(seen.contains({kA, kA, kB}), early);
    EXPECT_EQ(seen.size(), early ? 6u : 4u);
  }
}

TEST(OrderTest, ATransitionOccursOnce) {
  Rng rng(1);
  EXPECT_EQ(sample_order(rng, {kTransition}, 1), Order{kTransition});
  EXPECT_EQ(sample_order(rng, {kTransition}, 2), std::nullopt);
  EXPECT_EQ(sample_order(rng, {kTransition, kInequality}, 3),
            (Order{kTransition, kInequality, kInequality}));
}

// Compares the formulas with the number of distinct random orders.
TEST(OrderTest, CountsAreExact) {
  for (const AxiomSet set : {AxiomSet::kField, AxiomSet::kOrderedField}) {
    for (const auto& [k, l] : {std::pair{1, 1}, {1, 3}, {2, 2}, {2, 4}, {3, 3}}) {
      for (const bool early : {false, true}) {
        std::map<GoalKind, std::set<Order>> orders, combinations;
        Rng rng(1);
        for (int i = 0; i < 100'000; ++i) {
          const auto combination = try_combination(rng, set, static_cast<std::size_t>(k));
          if (!combination) continue;
          const auto order = sample_order(rng, *combination, static_cast<std::size_t>(l), early);
          for (const GoalKind goal : {GoalKind::kAny, GoalKind::kEquality, GoalKind::kInequality}) {
            if (!makes(*combination, goal)) continue;
            combinations[goal].insert(*combination);
            if (order) orders[goal].insert(*order);
          }
        }
        for (const GoalKind goal : {GoalKind::kAny, GoalKind::kEquality, GoalKind::kInequality}) {
          SCOPED_TRACE(testing::Message()
                       << to_string(set) << " k" << k << "l" << l << early << to_string(goal));
          EXPECT_EQ(count_orders(set, static_cast<std::size_t>(k), static_cast<std::size_t>(l),
                                 goal, early),
                    static_cast<double>(orders[goal].size()));
          EXPECT_EQ(count_combinations(set, static_cast<std::size_t>(k), goal),
                    static_cast<double>(combinations[goal].size()));
        }
      }
    }
  }
}

TEST(OrderTest, SaysWhatIsInvalid) {
  EXPECT_EQ(invalid({kA, kB, kTransition, kInequality}), std::nullopt);
  EXPECT_EQ(invalid({}), "there is no axiom");
  EXPECT_EQ(invalid({kInequality}), "axioms of inequality need a transition before them");
  EXPECT_EQ(invalid({kTransition, kTransition}), "there is more than one transition");
  EXPECT_EQ(invalid({kTransition, kA}),
            "equality comes first, then the transition, then inequality");
}

TEST(OrderTest, SaysWhatIsImpossible) {
  EXPECT_EQ(impossible(AxiomSet::kField, 3, 3), std::nullopt);
  EXPECT_EQ(impossible(AxiomSet::kOrderedField, 17, 25), std::nullopt);
  EXPECT_EQ(impossible(AxiomSet::kField, 0, 1), "a theorem has at least one axiom");
  EXPECT_EQ(impossible(AxiomSet::kField, 1, 0), "a proof has at least one step");
  EXPECT_EQ(impossible(AxiomSet::kField, 3, 2), "there cannot be more distinct axioms than steps");
  EXPECT_EQ(impossible(AxiomSet::kField, 14, 14),
            "the field has combinations of at most 13 axioms");
  EXPECT_EQ(impossible(AxiomSet::kOrderedField, 18, 18),
            "the ordered-field has combinations of at most 17 axioms");
}

}  // namespace
}  // namespace ineq
