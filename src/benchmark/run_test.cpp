#include "benchmark/evaluation_log.h"

#include <gtest/gtest.h>

#include <filesystem>

#include "files/lines.h"
#include "support/fixture.h"
#include "support/folder.h"

namespace ineq {
namespace {

class EvaluationLogTest : public testing::Test {
 protected:
  EvaluationLog::Request request(bool resume) {
    return {.results = folder_.path(name_),
            .proofs = folder_.path("proofs-" + name_),
            .evaluation = {{"nodes", 100}},
            .resume = resume};
  }

  static TestProblem problem(std::uint64_t number) {
    TestProblem out = read_problem(R"({"id": "x", "k": 1, "l": 2, "premises": [], "goal": "a=a"})");
    out.number = number;
    return out;
  }
  static ProblemResult result(std::uint64_t number) {
    return {.end = number % 2 == 0 ? SearchEnd::kProven : SearchEnd::kMemory,
            .proof = number % 2 == 0 ? Texts(number, "step") : Texts{},
            .counts = {.expanded = number,
                       .generated = 2,
                       .steps = 3,
                       .evaluated = 4,
                       .batches = UINT64_MAX},
            .bytes = 5,
            .seconds = 0.1,
            .cpu_seconds = 0.2};
  }
  static void add(EvaluationLog& log, std::uint64_t number) {
    log.add("best-first", problem(number), result(number));
  }

  std::string lines_of(const std::string& path) {
    std::string out;
    LineReader lines(path);
    for (std::string_view line; lines.next(line);) out += std::string(line) + "\n";
    return out;
  }

  TemporaryFolder folder_;
  std::string name_ = "results.jsonl";
};

TEST_F(EvaluationLogTest, ResultsAreReadBack) {
  for (const std::uint64_t number : {2, 3}) {
    const std::string line = write_result("random", problem(number), result(number));
    const ProblemResult again = read_result(line);
    EXPECT_EQ(again.end, result(number).end);
    EXPECT_EQ(again.proof, result(number).proof);
    EXPECT_EQ(write_result("random", problem(number), again), line);
  }
  const ProblemResult answer{
      .end = SearchEnd::kProven, .answer_only = true, .bytes = 5, .seconds = 0.1};
  const std::string line = write_result("z3", problem(2), answer);
  EXPECT_NE(line.find(R"("length":null,"expanded":null)"), std::string::npos) << line;
  EXPECT_TRUE(read_result(line).answer_only);
  EXPECT_EQ(write_result("z3", problem(2), read_result(line)), line);
  EXPECT_EQ(error_of([] { read_result("{}"); }), "this is not a result");
  EXPECT_EQ(error_of([] { read_result(R"({"end": "tired"})"); }), "no search ends with 'tired'");
}

// What was added after the last checkpoint is lost, and done again.
TEST_F(EvaluationLogTest, AKilledRunGoesOn) {
  for (const char* name : {"results.jsonl", "results.jsonl.zst"}) {
    SCOPED_TRACE(name);
    name_ = name;
    {
      EvaluationLog log(request(false));
      for (std::uint64_t i = 0; i < 5; ++i) add(log, i);
      log.keep();
      add(log, 5);
    }
    EXPECT_FALSE(std::filesystem::exists(folder_.path(name_)));
    EvaluationLog log(request(true));
    ASSERT_EQ(log.earlier().size(), 5u);
    EXPECT_EQ(log.earlier()[4].proof.size(), 4u);
    for (std::uint64_t i = 5; i < 8; ++i) add(log, i);
    log.commit();
    std::string expected;
    for (std::uint64_t i = 0; i < 8; ++i) {
      expected += write_result("best-first", problem(i), result(i)) + "\n";
    }
    EXPECT_EQ(lines_of(folder_.path(name_)), expected);
    std::size_t proofs = 0;
    LineReader lines(folder_.path("proofs-" + name_));
    for_each_record(lines,
                    [&](const Record& record) { EXPECT_EQ(record.proof.size(), 2 * proofs++); });
    EXPECT_EQ(proofs, 4u);
    EXPECT_FALSE(std::filesystem::exists(folder_.path(name_ + ".checkpoint")));
    EXPECT_FALSE(std::filesystem::exists(folder_.path(name_ + ".partial")));
  }
}

TEST_F(EvaluationLogTest, OnlyTheSameEvaluationGoesOn) {
  {
    EvaluationLog log(request(false));
    add(log, 0);
    log.keep();
  }
  const auto refusal = [&](const EvaluationLog::Request& r) {
    const std::string said = error_of([&] { EvaluationLog log(r); });
    return said.substr(said.find(": ") + 2);
  };
  EXPECT_EQ(refusal(request(false)),
            "there is an unfinished run: go on with it (--resume) or remove this file");
  EvaluationLog::Request other = request(true);
  other.evaluation["nodes"] = 200;
  EXPECT_EQ(refusal(other), "the unfinished run was of other problems or with other options");
  write_file(folder_.path("results.jsonl.checkpoint"), "{}");
  EXPECT_EQ(refusal(request(true)), "this is not a checkpoint");
}

TEST_F(EvaluationLogTest, WithoutACheckpointNothingIsLeft) {
  { EvaluationLog log(request(true)); }
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path("")));
}

}  // namespace
}  // namespace ineq
