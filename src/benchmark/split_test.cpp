#include "benchmark/split.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "files/lines.h"
#include "generate/generator.h"
#include "generate/order_file.h"
#include "proof/record.h"
#include "support/draw.h"
#include "support/fixture.h"
#include "support/folder.h"

namespace ineq {
namespace {

using Json = nlohmann::json;
namespace fs = std::filesystem;

// Letters by first occurrence; on the text, so that it shares nothing with the generator's hash.
std::string renamed(const std::string& goal) {
  std::map<char, char> names;
  std::string out;
  for (const char c : goal) {
    const bool letter = 'a' <= c && c <= 'z';
    out += letter ? names.try_emplace(c, static_cast<char>('A' + names.size())).first->second : c;
  }
  return out;
}

class SplitTest : public testing::Test {
 protected:
  // Calls visit(path of the folder, its entry in splits.json) for each.
  template <typename Visit>
  void for_each_folder(const Visit& visit) {
    for (const Json& entry : Json::parse(read_file(folder_.path("splits.json")))) {
      SCOPED_TRACE(entry.at("folder").get<std::string>());
      visit(fs::path(folder_.path()) / entry.at("folder").get<std::string>(), entry);
    }
  }

  TemporaryFolder folder_;
};

TEST_F(SplitTest, NoTestTheoremCanOccurInTraining) {
  constexpr std::uint64_t kTrain = 200;
  write_splits({.base = {.order_trials = 1000},
                .folder = folder_.path(),
                .test_size = 60,
                .experiments = {}},
               [](std::size_t, std::size_t) {});
  std::size_t folders = 0, would_have = 0;
  for_each_folder([&](const fs::path& path, const Json& entry) {
    ++folders;
    std::set<std::string> goals;
    for (const std::string name : entry.at("test")) {
      std::set<std::string> own;
      Bank bank;
      for (const std::string& line : lines_of(path / name)) {
        const Record record = read_record(line);
        EXPECT_TRUE(check_record(bank, make_rules(*record.rules), record).proven);
        EXPECT_TRUE(own.insert(renamed(record.goal)).second) << record.goal;
      }
      EXPECT_EQ(own.size(), 60u);
      goals.merge(own);
    }
    for (const std::string name : entry.at("train")) {
      Specification s = load_specification(path / name);
      EXPECT_EQ(s.exclude.size(), entry.at("test").size());
      for (const bool excluded : {true, false}) {
        if (!excluded) s.exclude.clear();
        Generator generator(s);
        for (std::uint64_t i = 0; i < kTrain; ++i) {
          const Statement goal = generator.generate(i).theorem().goal;
          const bool known = goals.contains(renamed(to_string(generator.bank(), goal)));
          EXPECT_FALSE(known && excluded) << to_string(generator.bank(), goal);
          would_have += known;
        }
      }
    }
  });
  EXPECT_EQ(folders, 5u * 4 + 3);
  EXPECT_GT(would_have, 10u);  // the exclusion is what keeps them out
}

TEST_F(SplitTest, TestOrdersAndCombinationsAreUnseen) {
  write_splits({.base = {},
                .folder = folder_.path(),
                .test_size = 20,
                .experiments = {"orders", "combinations"}},
               [](std::size_t, std::size_t) {});
  const std::map<std::string, std::pair<std::size_t, std::size_t>> kExpected = {
      // Of K3 L3 there are 2118 orders, of K3 526 combinations.
      {"orders/k3l3", {2000, 118}},      {"orders/k3l5", {5000, 1000}},
      {"orders/k5l7", {5000, 1000}},     {"combinations/k3l3", {300, 226}},
      {"combinations/k5l5", {300, 300}},
  };
  std::size_t compared = 0;
  for_each_folder([&](const fs::path& path, const Json& entry) {
    const bool orders = entry.at("experiment") == "orders";
    const Specification s = load_specification(path / entry.at("train").back().get<std::string>());
    const auto load = [&](const char* which) {
      return orders ? load_orders(path / (which + std::string("-orders.json")), s.k, s.l)
                    : load_combinations(path / (which + std::string("-combinations.json")), s.k);
    };
    const auto train = load("train"), test = load("test");
    EXPECT_EQ(s.list_size, train.size());
    if (const auto found = kExpected.find(entry.at("folder")); found != kExpected.end()) {
      EXPECT_EQ(train.size(), found->second.first);
      EXPECT_EQ(test.size(), found->second.second);
      ++compared;
    }
    const std::set<Order> seen(train.begin(), train.end());
    for (const Order& order : test) EXPECT_FALSE(seen.contains(order));
    for (const std::string& line : lines_of(path / "test.jsonl")) {
      const Json record = Json::parse(line);
      Order order;
      for (const std::string name : record.at("order")) {
        order.push_back(static_cast<std::uint8_t>(*find_axiom(name)));
      }
      const std::set<std::uint8_t> used(order.begin(), order.end());
      EXPECT_TRUE(std::ranges::count(test, orders ? order : Order(used.begin(), used.end())) == 1);
    }
  });
  EXPECT_EQ(compared, kExpected.size());
}

TEST_F(SplitTest, TheSameSeedGivesTheSameFiles) {
  const auto write = [&](const std::string& name, std::uint64_t seed) {
    fs::create_directories(folder_.path(name));
    write_splits({.base = {.seed = seed, .order_trials = 1000},
                  .folder = folder_.path(name),
                  .test_size = 5,
                  .experiments = {"length", "orders"}},
                 [](std::size_t, std::size_t) {});
  };
  write("a", 1);
  write("b", 1);
  write("c", 2);
  std::size_t files = 0, differ = 0;
  for (const auto& file : fs::recursive_directory_iterator(folder_.path("a"))) {
    if (!file.is_regular_file()) continue;
    const fs::path name = file.path().lexically_relative(folder_.path("a"));
    const std::string text = read_file(file.path());
    EXPECT_EQ(read_file(fs::path(folder_.path("b")) / name), text) << name;
    differ += read_file(fs::path(folder_.path("c")) / name) != text;
    ++files;
  }
  EXPECT_GT(files, 20u);
  EXPECT_GT(differ, 15u);
}

TEST_F(SplitTest, ExperimentsGatherInAFolder) {
  const auto write = [&](const std::string& name, std::size_t tests) {
    write_splits({.base = {.goal = GoalKind::kEquality},
                  .folder = folder_.path(),
                  .test_size = tests,
                  .experiments = {name}},
                 [](std::size_t, std::size_t) {});
  };
  write("length", 5);
  write("long", 3);
  write("length", 4);
  std::vector<std::string> seen;
  for_each_folder([&](const fs::path& path, const Json& entry) {
    seen.push_back(entry.at("experiment"));
    const std::string name = entry.at("test").back();
    EXPECT_EQ(lines_of(path / name).size(), seen.back() == "long" ? 3u : 4u);
    // Equalities have 13 axioms.
    EXPECT_EQ(name, seen.back() == "long" ? "test-k13l15.jsonl" : "test-k3l7.jsonl");
  });
  EXPECT_EQ(seen, (std::vector<std::string>{"long", "length"}));
}

TEST_F(SplitTest, SaysWhatItCannotMake) {
  EXPECT_EQ(error_of([&] {
              write_splits({.base = {}, .folder = folder_.path(), .experiments = {"sums"}},
                           [](std::size_t, std::size_t) {});
            }),
            "there is no experiment 'sums'");
}

}  // namespace
}  // namespace ineq
