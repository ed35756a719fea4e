#include "env/action_finder.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "support/fixture.h"

namespace ineq {
namespace {

class ActionFinderTest : public Fixture {
 protected:
  struct Found {
    Action action;
    std::uint64_t effect;
  };

  std::vector<Found> find(OperandOrder order, std::size_t axiom, std::span<const Operand> prefix,
                          const State& now) {
    ActionFinder finder(bank_, rules_, order);
    finder.reset(now);
    std::vector<Found> out;
    finder.find(axiom, prefix, [&](const Action& action, const State& next) {
      out.push_back({action, next.hash()});
      return false;
    });
    return out;
  }

  // With goals and facts that every axiom fits somewhere, one with two goals among them.
  std::vector<State> states() {
    std::vector<State> out;
    out.push_back(state({"a=b", "c>=0", "b>=c"}, "(a+b)*c>=b*c+c^2"));
    out.push_back(state({"a+b=c"}, "(c+-b)*1=(a*(1/a)+0)^2"));
    out.push_back(state({"c+b>=a", "a>=b"}, "a*a>=0"));
    out.push_back(state({"a>=b"}, "(a+c)+a>=b+(c+b)"));
    EXPECT_EQ(apply(out.back(), "ineq_prin_one | ((a+c)+a) in obj, (b+(c+b)) in obj"),
              Outcome::kChanged);
    return out;
  }

  static constexpr OperandOrder kOrders[] = {OperandOrder::kByOperand, OperandOrder::kGoalFirst};
};

TEST_F(ActionFinderTest, BothOrdersFindTheSameEffects) {
  const auto effects = [](const std::vector<Found>& found) {
    std::multiset<std::uint64_t> out;
    for (const Found& f : found) out.insert(f.effect);
    return out;
  };
  std::size_t reordered = 0;
  for (const State& now : states()) {
    for (std::size_t axiom = 0; axiom < rules_.axioms.size(); ++axiom) {
      const auto by_operand = find(OperandOrder::kByOperand, axiom, {}, now);
      const auto goal_first = find(OperandOrder::kGoalFirst, axiom, {}, now);
      EXPECT_EQ(effects(by_operand), effects(goal_first));
      reordered += !std::ranges::equal(by_operand, goal_first, {}, &Found::effect, &Found::effect);
    }
  }
  EXPECT_GT(reordered, 0u);
}

TEST_F(ActionFinderTest, APrefixKeepsTheActionsThatBeginWithIt) {
  for (const State& now : states()) {
    for (const OperandOrder order : kOrders) {
      for (std::size_t axiom = 0; axiom < rules_.axioms.size(); ++axiom) {
        const auto all = find(order, axiom, {}, now);
        for (std::size_t i = 0; i < all.size(); i += 7) {
          for (std::size_t length = 1; length <= all[i].action.count; ++length) {
            const auto prefix = std::span(all[i].action.operands).first(length);
            const auto found = find(order, axiom, prefix, now);
            EXPECT_TRUE(std::ranges::count(found, all[i].effect, &Found::effect));
            EXPECT_LE(found.size(), all.size());
            for (const Found& f : found) {
              EXPECT_TRUE(std::ranges::equal(std::span(f.action.operands).first(length), prefix));
            }
          }
        }
      }
    }
  }
}

struct NoPremises {
  bool is_over() const { return false; }
  bool admits(const Row& row, const Bindings&) const { return row.premises.empty(); }
};
struct Over {
  bool is_over() const { return true; }
  bool admits(const Row&, const Bindings&) const { return true; }
};

TEST_F(ActionFinderTest, AsksItsFilter) {
  for (const State& now : states()) {
    for (const OperandOrder order : kOrders) {
      std::uint64_t tried = 0;
      for (std::size_t axiom = 0; axiom < rules_.axioms.size(); ++axiom) {
        const auto& rows = rules_.axioms[axiom];
        ActionFinder finder(bank_, rules_, order, NoPremises{});
        finder.reset(now);
        std::size_t visited = 0;
        EXPECT_FALSE(finder.find(axiom, {}, [&](const Action&, const State&) {
          ++visited;
          return false;
        }));
        EXPECT_LE(visited, finder.tried());
        tried += finder.tried();
        if (!rows[0].premises.empty()) {
          EXPECT_EQ(finder.tried(), 0u);
        }
      }
      EXPECT_GT(tried, 0u);
    }
  }
}

TEST_F(ActionFinderTest, EndsWhenItsFilterIsOver) {
  const State now = states()[0];
  ActionFinder finder(bank_, rules_, OperandOrder::kGoalFirst, Over{});
  finder.reset(now);
  EXPECT_TRUE(finder.find(0, {}, [](const Action&, const State&) { return false; }));
  EXPECT_EQ(finder.tried(), 0u);
}

TEST_F(ActionFinderTest, CanBeReset) {
  ActionFinder used(bank_, rules_);
  for (const State& now : states()) {
    used.reset(now);
    for (std::size_t axiom = 0; axiom < rules_.axioms.size(); ++axiom) {
      std::vector<std::uint64_t> effects;
      used.find(axiom, {}, [&](const Action&, const State& next) {
        effects.push_back(next.hash());
        return false;
      });
      const auto expected = find(OperandOrder::kByOperand, axiom, {}, now);
      EXPECT_TRUE(std::ranges::equal(effects, expected, {}, {}, &Found::effect));
    }
  }
}

}  // namespace
}  // namespace ineq
