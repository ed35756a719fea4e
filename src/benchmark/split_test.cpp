#include "benchmark/split.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <map>
#include <nlohmann/json.hpp>
#include <set>

#include "benchmark/split_manifest.h"
#include "files/lines.h"
#include "files/output.h"
#include "files/sha256.h"
#include "files/temporary_folder.h"
#include "generate/dataset_writer.h"
#include "generate/generator.h"
#include "generate/order_file.h"
#include "proof/record.h"
#include "support/draw.h"
#include "support/fixture.h"

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

  static void write(const SplitRequest& request) {
    write_splits(request, [](std::size_t, std::size_t) {});
  }

  // The goals of the set, renamed; all differ, and all proofs are accepted.
  static std::set<std::string> check_set(const fs::path& path, const char* stream,
                                         std::size_t size) {
    std::set<std::string> out;
    Bank bank;
    for (const std::string& line : lines_of(path)) {
      const Record record = read_record(line);
      EXPECT_TRUE(check_record(bank, make_rules(*record.rules), record).proven);
      EXPECT_EQ(Json::parse(line).at("stream"), stream);
      EXPECT_TRUE(out.insert(renamed(record.goal)).second) << record.goal;
    }
    EXPECT_EQ(out.size(), size) << path;
    return out;
  }

  TemporaryFolder folder_;
};

// Up to renaming of variables: test sets have distinct goals, validation sets have distinct goals
// other than theirs, and training specifications make neither.
TEST_F(SplitTest, NoTestOrValidationTheoremCanOccurInTraining) {
  constexpr std::uint64_t kTrain = 200;
  write({.base = {.order_trials = 1000},
         .folder = folder_.path(),
         .test_size = 60,
         .validation_size = 40});
  std::size_t folders = 0, would_have = 0;
  for_each_folder([&](const fs::path& path, const Json& entry) {
    ++folders;
    EXPECT_EQ(entry.at("version"), "custom");
    std::set<std::string> tests, validation;
    for (const std::string name : entry.at("test")) {
      tests.merge(check_set(path / name, "test", 60));
    }
    for (const std::string name : entry.at("validation")) {
      for (const std::string& goal : check_set(path / name, "validation", 40)) {
        EXPECT_FALSE(tests.contains(goal)) << goal;
        validation.insert(goal);
      }
    }
    EXPECT_EQ(entry.at("validation").size(), entry.at("test").size());
    for (const std::string name : entry.at("train")) {
      Specification s = load_specification(path / name);
      EXPECT_EQ(s.exclude.size(), 2 * entry.at("test").size());
      for (const bool excluded : {true, false}) {
        if (!excluded) s.exclude.clear();
        Generator generator(s);
        for (std::uint64_t i = 0; i < kTrain; ++i) {
          const Statement statement = generator.generate(i).theorem().goal;
          const std::string goal = renamed(to_string(generator.bank(), statement));
          const bool known = tests.contains(goal) || validation.contains(goal);
          EXPECT_FALSE(known && excluded) << goal;
          would_have += known;
        }
      }
    }
  });
  EXPECT_EQ(folders, 5u * 4 + 4);
  EXPECT_GT(would_have, 10u);  // the exclusion is what keeps them out
}

// A set is what `ineq generate --distinct` makes of the specification beside it.
TEST_F(SplitTest, SetsCanBeMadeAgainFromTheirSpecifications) {
  write({.folder = folder_.path(),
         .test_size = 30,
         .validation_size = 20,
         .experiments = {"combinations", "length"}});
  std::size_t sets = 0;
  for_each_folder([&](const fs::path& path, const Json& entry) {
    for (const char* kind : {"test", "validation"}) {
      for (const std::string name : entry.at(kind)) {
        const fs::path file = path / name;
        write_dataset({.specification =
                           load_specification(fs::path(file).replace_extension(".json").string()),
                       .count = kind == std::string_view("test") ? 30u : 20u,
                       .out = folder_.path("again.jsonl"),
                       .distinct = true},
                      [](std::uint64_t, std::uint64_t) {});
        EXPECT_EQ(read_file(folder_.path("again.jsonl")), read_file(file));
        ++sets;
      }
    }
  });
  EXPECT_EQ(sets, 2u * (5 + 3));
}

TEST_F(SplitTest, TestOrdersAndCombinationsAreUnseen) {
  write({.folder = folder_.path(),
         .test_size = 20,
         .validation_size = 10,
         .experiments = {"orders", "combinations"}});
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
    Texts lines = lines_of(path / "test.jsonl");
    std::ranges::copy(lines_of(path / "validation.jsonl"), std::back_inserter(lines));
    for (const std::string& line : lines) {
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
  const auto write_some = [&](const std::string& name, std::uint64_t seed) {
    fs::create_directories(folder_.path(name));
    write({.base = {.seed = seed, .order_trials = 1000},
           .folder = folder_.path(name),
           .test_size = 5,
           .validation_size = 3,
           .experiments = {"length", "orders"}});
  };
  write_some("a", 1);
  write_some("b", 1);
  write_some("c", 2);
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
  const auto write_one = [&](const std::string& name, std::size_t tests, bool force = false) {
    write({.base = {.goal = GoalKind::kEquality},
           .folder = folder_.path(),
           .test_size = tests,
           .validation_size = 2,
           .experiments = {name},
           .force = force});
  };
  write_one("length", 5);
  write_one("long", 3);
  EXPECT_THROW(write_one("length", 4), Error);
  write_one("length", 4, true);
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
  EXPECT_EQ(error_of([&] { write({.folder = folder_.path(), .experiments = {"sums"}}); }),
            "there is no experiment 'sums'");
  write_file(folder_.path("splits.json"), R"([{"experiment": "iid"}])");
  EXPECT_EQ(error_of([&] { write({.folder = folder_.path(), .experiments = {"length"}}); }),
            folder_.path("splits.json") + ": this is not a list of splits");
}

// Datasets, programs and papers refer to these bytes. `ineq split --verify` compares all of them;
// here one experiment is enough to notice a change of the generator.
TEST_F(SplitTest, TheFrozenSetsAreTheSameForever) {
  const SplitRequest request{.folder = folder_.path(), .experiments = {"length"}};
  write(request);
  const SplitManifest frozen = select_experiments(frozen_manifest(), request.experiments);
  EXPECT_EQ(frozen.size(), 5u * 3);
  EXPECT_EQ(frozen.at("length/test-k3l7.jsonl").theorems, 1000u);
  EXPECT_EQ(differences_in(folder_.path(), experiments_in(folder_.path(), frozen_manifest())),
            Texts{});
  for_each_folder([&](const fs::path&, const Json& entry) { EXPECT_EQ(entry["version"], "v1"); });

  const std::string path = folder_.path("length/validation-k3l5.jsonl");
  std::string text = read_file(path);
  const std::string before = sha256(text);
  text[text.size() / 2] ^= 1;
  write_file(path, text);
  write_file(folder_.path("length/test-k3l3.jsonl"), "{}\n");
  fs::remove(folder_.path("length/train-k3l7.json"));
  write_file(folder_.path("length/train-k3l7.jsonl"), "");  // further files do no harm
  EXPECT_EQ(differences_in(folder_.path(), frozen),
            (Texts{"length/test-k3l3.jsonl: expected 1000 theorems, found 1",
                   "length/train-k3l7.json: the file is missing",
                   "length/validation-k3l5.jsonl: expected the SHA-256 " + before + ", found " +
                       sha256(text)}));
  EXPECT_EQ(error_of([&] { experiments_in(folder_.path("length"), frozen); }),
            folder_.path("length") + ": there are no splits in this folder");
}

TEST_F(SplitTest, AnIndexOfSomethingElseIsRefused) {
  const std::string index = folder_.path("splits.json");
  const auto entry = [](const std::string& folder, const std::string& more) {
    return R"([{"experiment": "iid", "folder": )" + folder +
           R"(, "version": "v1", "train": [], "validation": [], "test": [], "note": "")" + more +
           "}]";
  };
  const std::string deep = std::string(400'000, '[') + std::string(400'000, ']');
  for (const std::string& text : {entry("5", ""), entry("\"a\"", ", \"x\": " + deep)}) {
    write_file(index, text);
    const SplitRequest request{.folder = folder_.path(), .experiments = {"long"}};
    EXPECT_EQ(error_of([&] { write_splits(request, [](std::size_t, std::size_t) {}); }),
              index + ": this is not a list of splits");
  }
}

TEST_F(SplitTest, AManifestIsMadeOfAllFiles) {
  const SplitRequest request{.test_size = 5, .validation_size = 4, .experiments = {"long"}};
  const auto ignore = [](std::size_t, std::size_t) {};
  const SplitManifest manifest = make_manifest(request, ignore);
  EXPECT_EQ(manifest.size(), 5u * 3);
  EXPECT_EQ(manifest.at("long/validation-k10l10.jsonl").theorems, 4u);
  EXPECT_EQ(parse_manifest(write_manifest(manifest)), manifest);
  EXPECT_EQ(differences(manifest, make_manifest(request, ignore)), Texts{});
  EXPECT_EQ(differences({}, {{"a/b", {}}}), Texts{"a/b: the file is not in the manifest"});
  EXPECT_EQ(error_of([] { parse_manifest("{}"); }), "this is not a manifest of splits");
  EXPECT_EQ(error_of([] { parse_manifest(R"({"version": "v0"})"); }),
            "the manifest is of another version");
}

}  // namespace
}  // namespace ineq
