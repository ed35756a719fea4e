#include "generate/specification.h"

#include <gtest/gtest.h>

#include "files/output.h"
#include "files/temporary_folder.h"
#include "support/fixture.h"

namespace ineq {
namespace {

TEST(SpecificationTest, EveryFieldGoesThroughAFile) {
  const Specification s{.axioms = AxiomSet::kField,
                        .rules = RuleSet::kFull,
                        .k = 4,
                        .l = 9,
                        .degree = 2,
                        .goal = GoalKind::kEquality,
                        .seed = ~std::uint64_t{0},
                        .stream = Stream::kValidation,
                        .orders = "orders.json",
                        .combinations = "combinations.json",
                        .list_size = 5,
                        .order_trials = 0,
                        .early_repeats = true,
                        .exclude = {"a.jsonl", "b.jsonl"},
                        .transform = false,
                        .no_transform = 0.25,
                        .longest_sample = 1,
                        .initial_per_degree = 2,
                        .most_variables = 3,
                        .most_nodes = 4,
                        .min_shortest = 5,
                        .shortest_nodes = 6};
  TemporaryFolder folder;
  write_file(folder.path("s.json"), write_specification(s));
  const Specification back = load_specification(folder.path("s.json"));
  EXPECT_EQ(back.orders, folder.path("orders.json"));
  EXPECT_EQ(back.exclude, (std::vector{folder.path("a.jsonl"), folder.path("b.jsonl")}));
  // No field has its default, so each is written and must be read back.
  Specification moved = s;
  moved.orders = back.orders;
  moved.combinations = back.combinations;
  moved.exclude = back.exclude;
  EXPECT_EQ(write_specification(back), write_specification(moved));
  std::size_t fields = 0;
  visit_fields(s, [&](const char* name, const auto&, const char* help) {
    ++fields;
    EXPECT_NE(write_specification(s).find('"' + std::string(name) + '"'), std::string::npos);
    EXPECT_GT(std::string(help).size(), 5u);
  });
  EXPECT_EQ(fields, 22u);
}

TEST(SpecificationTest, DefaultsAreLeftOut) {
  EXPECT_EQ(write_specification({}), R"({
  "k": 3,
  "l": 3,
  "axioms": "ordered-field",
  "rules": "standard",
  "degree": 0,
  "goal": "any",
  "seed": 1
}
)");
}

TEST(SpecificationTest, BadFieldsSayWhatIsExpected) {
  const std::tuple<const char*, const char*, const char*> kCases[] = {
      {"k", "x", "k: expected a whole number of at least 0, found 'x'"},
      {"k", "-1", "k: expected a whole number of at least 0, found '-1'"},
      {"l", "3.5", "l: expected a whole number of at least 0, found '3.5'"},
      {"seed", "18446744073709551616",
       "seed: expected a whole number below 2^64, found '18446744073709551616'"},
      {"axioms", "ring", "axioms: expected field or ordered-field, found 'ring'"},
      {"rules", "", "rules: expected standard, int-2021 or full, found ''"},
      {"goal", "all", "goal: expected any, equality or inequality, found 'all'"},
      {"stream", "pool", "stream: expected dataset, test or validation, found 'pool'"},
      {"transform", "yes", "transform: expected true or false, found 'yes'"},
      {"kk", "1", "there is no field 'kk'"},
  };
  for (const auto& [name, text, message] : kCases) {
    Specification s;
    EXPECT_EQ(error_of([&] { set_field(s, name, text); }), message);
  }
}

TEST(SpecificationTest, BadFilesSayWhere) {
  TemporaryFolder folder;
  const std::string path = folder.path("s.json");
  const std::pair<std::string, const char*> kCases[] = {
      {std::string(1000, '['), ": the fields are nested too deeply"},
      {"{", ": this is not a JSON object in UTF-8"},
      {"[]", ": this is not a JSON object in UTF-8"},
      {"{\"k\": 3.5}", ": k: expected a whole number of at least 0, found '3.5'"},
      {"{\"k\": null}", ": k: expected one value"},
      {"{\"orders\": [\"a\"]}", ": orders: expected one value"},
      {"{\"n\": 3}", ": there is no field 'n'"},
      {"{\"seed\": -1}", ": seed: expected a whole number of at least 0, found '-1'"},
  };
  for (const auto& [text, message] : kCases) {
    write_file(path, text);
    EXPECT_EQ(error_of([&] { load_specification(path); }), path + message);
  }
  EXPECT_EQ(error_of([&] { load_specification(folder.path("none")); }),
            folder.path("none") + ": No such file or directory");
}

}  // namespace
}  // namespace ineq
