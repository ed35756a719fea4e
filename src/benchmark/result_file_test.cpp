#include "benchmark/result_file.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "files/output.h"
#include "files/temporary_folder.h"
#include "support/fixture.h"

namespace ineq {
namespace {

const Solver kSolver{.name = "random", .options = {{"nodes", 100}}, .solve = {}};

TestProblem problem(std::uint64_t number) {
  return {.record =
              read_unproven_record(R"({"id": "x", "k": 1, "l": 2, "premises": [], "goal": "a=a"})"),
          .number = number};
}

ProblemResult result(std::uint64_t number) {
  return {.end = number % 2 == 0 ? SearchEnd::kProven : SearchEnd::kMemory,
          .proof = number % 2 == 0 ? Texts(number, "step") : Texts{},
          .counts = {.expanded = number,
                     .generated = 2,
                     .steps = 3,
                     .evaluated = 4,
                     .batches = UINT64_MAX},
          .states = 6,
          .bytes = 5,
          .seconds = 0.1,
          .cpu_seconds = 0.2};
}

TEST(ResultFileTest, ResultsAreReadBack) {
  for (const std::uint64_t number : {2, 3}) {
    const std::string line = write_result(kSolver, problem(number), result(number));
    const KeyedResult again = read_result(line);
    EXPECT_EQ(again.solver, "random");
    EXPECT_EQ(again.number, number);
    EXPECT_EQ(again.fingerprint, fingerprint_of(kSolver, problem(number)));
    EXPECT_EQ(again.result.end, result(number).end);
    EXPECT_EQ(again.result.proof, result(number).proof);
    EXPECT_EQ(again.result.states, 6u);
    EXPECT_EQ(write_result(kSolver, problem(number), again.result), line);
  }
  auto earlier = nlohmann::json::parse(write_result(kSolver, problem(2), result(2)));
  earlier.erase("states");  // as versions before this count wrote it
  EXPECT_EQ(read_result(earlier.dump()).result.states, 0u);
  EXPECT_EQ(error_of([] { read_result("{}"); }), "this is not a result");
  const std::string tired = R"({"solver": "x", "number": 1, "fingerprint": "", "end": "tired"})";
  EXPECT_EQ(error_of([&] { read_result(tired); }), "no search ends with 'tired'");
}

TEST(ResultFileTest, AFailureHasAReason) {
  ProblemResult failed = result(3);
  failed.end = SearchEnd::kFailed;
  failed.why = "it\nbroke";
  const std::string line = write_result(kSolver, problem(3), failed);
  EXPECT_EQ(read_result(line).result.end, SearchEnd::kFailed);
  EXPECT_EQ(read_result(line).result.why, "it\\x0abroke");
  EXPECT_FALSE(nlohmann::json::parse(write_result(kSolver, problem(3), result(3))).contains("why"));
}

TEST(ResultFileTest, NumbersThatNoRunWritesAreRefused) {
  const auto line = nlohmann::json::parse(write_result(kSolver, problem(2), result(2)));
  for (const char* field : {"number", "bytes", "expanded", "states", "seconds", "cpu_seconds"}) {
    auto changed = line;
    changed[field] = -0.5;
    EXPECT_EQ(error_of([&] { read_result(changed.dump()); }), "this is not a result") << field;
  }
}

TEST(ResultFileTest, AnAnswerHasNeitherAProofNorCounts) {
  const ProblemResult answer{
      .end = SearchEnd::kProven, .answer_only = true, .bytes = 5, .seconds = 0.1};
  const std::string line = write_result(kSolver, problem(2), answer);
  EXPECT_NE(line.find(R"("length":null,"expanded":null)"), std::string::npos) << line;
  EXPECT_TRUE(read_result(line).result.answer_only);
  EXPECT_EQ(write_result(kSolver, problem(2), read_result(line).result), line);
}

// All that a result depends on, and nothing else.
TEST(ResultFileTest, TheFingerprintTellsWhatDiffers) {
  const std::string same = fingerprint_of(kSolver, problem(2));
  TestProblem other = problem(2);
  other.record.id = "y";
  other.record.line.clear();
  other.record.proof = {"step"};
  other.record.rules = RuleSet::kStandard;
  EXPECT_EQ(fingerprint_of(kSolver, other), same);
  other.record.rules = RuleSet::kFull;
  EXPECT_NE(fingerprint_of(kSolver, other), same);
  other = problem(2);
  other.record.premises = {"a=b"};
  EXPECT_NE(fingerprint_of(kSolver, other), same);
  other = problem(2);
  other.record.goal = "b=b";
  EXPECT_NE(fingerprint_of(kSolver, other), same);
  Solver solver = kSolver;
  solver.options["nodes"] = 200;
  EXPECT_NE(fingerprint_of(solver, problem(2)), same);
}

TEST(ResultFileTest, OnlyALastLineThatWasCutOffIsDropped) {
  const TemporaryFolder folder;
  const std::string path = folder.path("results");
  const auto line = [](std::uint64_t number) {
    return write_result(kSolver, problem(number), result(number)) + "\n";
  };
  const auto count = [&] {
    std::size_t out = 0;
    for_each_result(path, [&](const KeyedResult& r) { EXPECT_EQ(r.number, out++); });
    return out;
  };
  const std::string two = line(0) + "\n" + line(1);
  for (const std::size_t kept : {std::size_t{1}, std::size_t{40}, line(2).size() - 2}) {
    write_file(path, two + line(2).substr(0, kept));
    EXPECT_EQ(count(), 2u) << kept;
  }
  write_file(path, two + line(2).substr(0, line(2).size() - 1));  // nothing but its end is missing
  EXPECT_EQ(count(), 3u);
  write_file(path, two + "{}\n");
  EXPECT_EQ(error_of(count), path + ":4: this is not a result");
  write_file(path, "{}\n" + line(2).substr(0, 9));
  EXPECT_EQ(error_of(count), path + ":1: this is not a result");
}

}  // namespace
}  // namespace ineq
