#include "generate/axiom_lists.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>

#include "algebra/canonical.h"
#include "files/output.h"
#include "files/temporary_folder.h"
#include "generate/generator.h"
#include "generate/order_file.h"
#include "proof/record.h"
#include "support/fixture.h"

namespace ineq {
namespace {

class AxiomListsTest : public Fixture {
 protected:
  std::string write(const std::string& name, const std::string& text) {
    write_file(folder_.path(name), text);
    return folder_.path(name);
  }
  std::string write_goals(const std::string& name, const Texts& goals) {
    std::string lines;
    for (const std::string& goal : goals) {
      lines +=
          write_record({.id = {}, .rules = {}, .premises = {}, .goal = goal, .proof = {}}) + "\n";
    }
    return write(name, lines);
  }

  TemporaryFolder folder_;
};

TEST_F(AxiomListsTest, AListHasDistinctValidOrders) {
  const Specification s{.l = 5};
  const auto orders = draw_orders(s, {.count = 3000});
  EXPECT_EQ(orders.size(), 3000u);
  EXPECT_EQ(std::set(orders.begin(), orders.end()).size(), 3000u);
  for (const Order& order : orders) EXPECT_EQ(invalid(order), std::nullopt);
  EXPECT_EQ(draw_orders(s, {.count = 3000}), orders);
  EXPECT_NE(draw_orders(s, {.seed = 1, .count = 3000}), orders);
}

TEST_F(AxiomListsTest, AListCanHaveAllThatExistAndNoMore) {
  EXPECT_EQ(draw_orders({}, {.count = 2118}).size(), 2118u);
  EXPECT_EQ(error_of([] { draw_orders({}, {.count = 2119}); }),
            "there are only 2118 such orders, not 2119");
  EXPECT_EQ(draw_combinations({}, {.count = 526}).size(), 526u);
  EXPECT_EQ(error_of([] { draw_combinations({}, {.count = 527}); }),
            "there are only 526 such combinations, not 527");
}

// INT finds 1901 and 1709 orders in 10,000 trials.
TEST_F(AxiomListsTest, TrialsFindAsManyAsTheOriginals) {
  EXPECT_NEAR(static_cast<double>(draw_orders({}, {.trials = 10'000}).size()), 1901, 50);
  EXPECT_NEAR(
      static_cast<double>(draw_orders({.axioms = AxiomSet::kField}, {.trials = 10'000}).size()),
      1709, 10);
}

TEST_F(AxiomListsTest, ListsGoThroughINTsFiles) {
  const auto orders = draw_orders({.l = 5}, {.count = 50});
  const std::string path = write("orders.json", write_orders(orders, 3, 5));
  EXPECT_EQ(load_orders(path, 3, 5), orders);
  const auto combinations = draw_combinations({}, {.count = 50});
  const std::string other = write("combinations.json", write_combinations(combinations, 3));
  EXPECT_EQ(load_combinations(other, 3), combinations);
}

// INT writes several lists in one line and sorts the names of combinations.
TEST_F(AxiomListsTest, ReadsWhatINTWrites) {
  const std::string combinations = write(
      "combinations.json",
      R"({"k1": [["AdditionZero"]], "k2": [["AdditionZero", "AdditionCommutativity"], ["AdditionSimplification", "SquareGEQZero"]]})");
  EXPECT_EQ(load_combinations(combinations, 2), (std::vector<Combination>{{0, 2}, {3, 13}}));
  const std::string orders = write(
      "orders.json",
      R"({"k1l1": [["AdditionZero"]], "k1l2": [["AdditionZero", "AdditionZero"], ["EquMoveTerm", "EquMoveTerm"]]})");
  EXPECT_EQ(load_orders(orders, 1, 2), (std::vector<Order>{{2, 2}, {12, 12}}));
}

TEST_F(AxiomListsTest, BadListsSayWhere) {
  const std::pair<std::string, const char*> kCases[] = {
      {std::string(1000, '['), ": the fields are nested too deeply"},
      {"{", ": this is not JSON in UTF-8"},
      {"[]", ": the file has no list 'k1l1'"},
      {R"({"k1l1": []})", ": the list 'k1l1' is empty"},
      {R"({"k2l2": [["A", "B"]]})", ": the file has no list 'k1l1'"},
      {R"({"k1l1": [["Magic"]]})", ": k1l1[0]: there is no axiom 'Magic'"},
      {R"({"k1l1": [["A"], [1]]})", ": k1l1[1]: expected the name of an axiom"},
      {R"({"k1l1": ["A"]})", ": k1l1[0]: expected a list of axioms"},
      {R"({"k1l1": [["A", "A"]]})", ": k1l1[0]: expected 1 axioms"},
      {R"({"k1l1": [["P"]]})", ": k1l1[0]: axioms of inequality need a transition before them"},
      {R"({"k1l1": [["A"], ["A"]]})", ": the list 'k1l1' has an element twice"},
  };
  for (const auto& [text, message] : kCases) {
    const std::string path = write("orders.json", text);
    EXPECT_EQ(error_of([&] { load_orders(path, 1, 1); }), path + message);
  }
  const std::string path = write("c.json", R"({"k2": [["A", "A"]]})");
  EXPECT_EQ(error_of([&] { load_combinations(path, 2); }),
            path + ": k2[0]: expected 2 distinct axioms");
}

TEST_F(AxiomListsTest, TheoremsAreMadeFromTheListAlone) {
  const auto orders = draw_orders({.l = 5}, {.count = 20});
  const auto combinations = draw_combinations({}, {.count = 20});
  const Specification by_order{
      .l = 5, .orders = write("orders.json", write_orders(orders, 3, 5)), .list_size = 10};
  const Specification by_combination{
      .l = 5,
      .combinations = write("combinations.json", write_combinations(combinations, 3)),
      .list_size = 10};
  Generator first(by_order), second(by_combination);
  for (std::uint64_t i = 0; i < 200; ++i) {
    EXPECT_LT(std::ranges::find(orders, first.generate(i).order) - orders.begin(), 10);
    const Order& order = second.generate(i).order;
    const std::set<std::uint8_t> used(order.begin(), order.end());
    const Combination combination(used.begin(), used.end());
    EXPECT_LT(std::ranges::find(combinations, combination) - combinations.begin(), 10);
  }
  Specification greedy = by_order;
  greedy.list_size = 21;
  EXPECT_EQ(error_of([&] { load_axiom_lists(greedy); }),
            by_order.orders + ": there are only 20 in it, not 21");
  greedy = by_order;
  greedy.goal = GoalKind::kInequality;
  EXPECT_NE(error_of([&] { load_axiom_lists(greedy); }).find("does not make the kind of goal"),
            std::string::npos);
}

TEST_F(AxiomListsTest, AListMustFitWhatIsWanted) {
  const std::string transitions =
      write("t.json", R"({"k1": [["A"], ["N"]], "k2l2": [["A", "N"]]})");
  EXPECT_EQ(error_of([&] { load_axiom_lists({.k = 1, .l = 2, .combinations = transitions}); }),
            transitions + ": number 1 is a transition alone, which cannot come twice");
  load_axiom_lists({.k = 1, .l = 1, .combinations = transitions});
  const Specification field{.axioms = AxiomSet::kField, .k = 2, .l = 2, .orders = transitions};
  EXPECT_EQ(error_of([&] { load_axiom_lists(field); }),
            transitions + ": number 0 has an axiom that is not of the field");
}

TEST_F(AxiomListsTest, EarlyRepeatsAreMadeOnRequest) {
  for (const bool early : {false, true}) {
    const Specification s{.axioms = AxiomSet::kField, .k = 2, .l = 3, .early_repeats = early};
    Generator generator(s);
    int repeats = 0;
    for (std::uint64_t i = 0; i < 300; ++i) {
      const Order& order = generator.generate(i).order;
      repeats += order[0] == order[1];
    }
    EXPECT_EQ(repeats > 0, early);
  }
}

TEST_F(AxiomListsTest, GoalsAreEqualUpToRenaming) {
  const auto hash = [&](const char* text) { return canonical_hash(bank_, statement(text)); };
  EXPECT_EQ(hash("(a+b)*a = c"), hash("(z+a)*z = q"));
  EXPECT_NE(hash("(a+b)*a = c"), hash("(a+b)*b = c"));
  EXPECT_NE(hash("(a+b)*a = c"), hash("(a+b)*a = b"));
  EXPECT_NE(hash("a+b = 0"), hash("a*b = 0"));
  EXPECT_NE(hash("a = 0"), hash("a >= 0"));
  EXPECT_NE(hash("a+0 = a"), hash("a+1 = a"));
  EXPECT_NE(hash("(a+b)+c = 0"), hash("a+(b+c) = 0"));
}

TEST_F(AxiomListsTest, ExcludedGoalsAreNotMadeUnderAnyNames) {
  Specification s{.k = 1, .l = 1, .degree = 1};
  const std::string path = write_goals("test.jsonl", {"z=(z+0)", "q=(0+q)"});
  const std::set<std::string> names = {"a=(a+0)", "b=(b+0)", "c=(c+0)",
                                       "a=(0+a)", "b=(0+b)", "c=(0+c)"};
  for (const bool excluded : {false, true}) {
    if (excluded) s.exclude = {path};
    Generator generator(s);
    int found = 0;
    for (std::uint64_t i = 0; i < 1000; ++i) {
      const Statement goal = generator.generate(i).theorem().goal;
      found += names.contains(to_string(generator.bank(), goal));
    }
    EXPECT_EQ(found > 0, !excluded);
    EXPECT_EQ(generator.attempts().excluded > 0, excluded);
  }
  s.exclude = {write("bad.jsonl", "{}")};
  EXPECT_EQ(error_of([&] { load_axiom_lists(s); }),
            s.exclude[0] + ":1: the field 'goal' is missing");
}

TEST_F(AxiomListsTest, SaysWhenEverythingIsExcluded) {
  const Specification plain{.k = 1, .l = 1, .orders = write("o.json", R"({"k1l1": [["C"]]})")};
  Specification s = plain;
  s.exclude = {write_goals("all.jsonl", {"a=(a+0)", "a=(0+a)"})};
  Generator(plain).generate(0);
  EXPECT_NE(error_of([&] { Generator(s).generate(0); }).find("(100000 made one that is excluded)"),
            std::string::npos);
}

}  // namespace
}  // namespace ineq
