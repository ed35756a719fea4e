#include "experiment/result_store.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>

#include "agents/run_directory.h"
#include "benchmark/result_file.h"
#include "files/lines.h"
#include "files/output.h"
#include "files/temporary_folder.h"
#include "support/fixture.h"

namespace ineq {
namespace {

TrainingRecord training() {
  return {.config = {{"network", {{"width", 8}}}},
          .environment = {{"machine", "x"}},
          .states = 96,
          .cpu_seconds = 1.5,
          .curve = {{48, 0.5, 0.25}, {96, 1.25, 0.5}}};
}

TestRecord test_of(const std::string& problems, std::size_t step_limit) {
  TestRecord out{.problems = problems,
                 .checksum = "abc",
                 .options = {{"search", "beam"}},
                 .step_limit = step_limit};
  for (const SearchEnd end :
       {SearchEnd::kProven, SearchEnd::kRefuted, SearchEnd::kExhausted, SearchEnd::kNodes,
        SearchEnd::kSeconds, SearchEnd::kMemory, SearchEnd::kInterrupted}) {
    out.outcomes.push_back(
        {.end = end,
         .length = end == SearchEnd::kProven ? 7u : 0u,
         .counts = {.expanded = 1, .generated = 2, .steps = 3, .evaluated = 4, .batches = 5},
         .cpu_seconds = 0.25});
  }
  return out;
}

AgentRecord some_record() {
  return {.training = training(),
          .tests = {{"k1", test_of("splits/a", 15)}, {"k2", test_of("b", 30)}}};
}

class ResultStoreTest : public testing::Test {
 protected:
  // All that is known of a record, as a text.
  static std::string text(const AgentRecord& record) {
    std::string out;
    if (record.training) {
      const TrainingRecord& t = *record.training;
      out += fmt::format("{} {} {} {}", t.config.dump(), t.environment.dump(), t.states,
                         t.cpu_seconds);
      for (const auto& [states, seconds, success] : t.curve) {
        out += fmt::format(" {}:{}:{}", states, seconds, success);
      }
    }
    for (const auto& [key, test] : record.tests) {
      out += fmt::format("\n{} {} {} {} {}", key, test.problems, test.checksum, test.options.dump(),
                         test.step_limit);
      for (const ProblemOutcome& o : test.outcomes) {
        out += fmt::format("\n{} {} {}", to_string(o.end), o.length, o.cpu_seconds);
        visit_counts(o.counts, [&](const char*, std::uint64_t n) { out += fmt::format(" {}", n); });
      }
    }
    return out;
  }

  TemporaryFolder folder_;
  const ResultStore store_{folder_.path()};
};

TEST_F(ResultStoreTest, AnAbsentFileIsAnEmptyRecord) {
  const AgentRecord record = store_.load("x");
  EXPECT_FALSE(record.training);
  EXPECT_TRUE(record.tests.empty());
}

TEST_F(ResultStoreTest, RecordsAreReadBack) {
  const AgentRecord all = some_record();
  AgentRecord search = all, untested = all;
  search.training.reset();
  untested.tests.clear();
  AgentRecord without_problems = all;
  without_problems.tests["k1"].outcomes.clear();
  for (const AgentRecord& record : {all, search, untested, without_problems}) {
    store_.save("x", record);
    EXPECT_EQ(text(store_.load("x")), text(record));
  }
}

TEST_F(ResultStoreTest, EachAgentHasItsOwnFile) {
  AgentRecord search = some_record();
  search.training.reset();
  store_.save("one", some_record());
  store_.save("two", search);
  EXPECT_EQ(store_.path("one"), folder_.path("one.jsonl.zst"));
  EXPECT_EQ(text(store_.load("one")), text(some_record()));
  EXPECT_EQ(text(store_.load("two")), text(search));
}

// Published files must not lose results without anybody noticing.
TEST_F(ResultStoreTest, DamagedFilesAreRefusedOrReadAsTheyWere) {
  store_.save("x", some_record());
  const std::string good = read_file(store_.path("x"));
  const std::string expected = text(some_record());
  std::size_t refused = 0;
  const auto expect_safe = [&](const std::string& bytes) {
    std::ofstream(store_.path("x"), std::ios::binary) << bytes;
    std::string loaded = expected;
    if (error_of([&] { loaded = text(store_.load("x")); }) != "no error") ++refused;
    EXPECT_EQ(loaded, expected);
  };
  for (std::size_t size = 0; size < good.size(); ++size) expect_safe(good.substr(0, size));
  EXPECT_EQ(refused, good.size());
  for (std::size_t at = 0; at < good.size(); ++at) {
    for (const int change : {1, 0x80}) {
      std::string bad = good;
      bad[at] = static_cast<char>(bad[at] ^ change);
      expect_safe(bad);
    }
  }
  EXPECT_GT(refused, 2 * good.size());
}

TEST_F(ResultStoreTest, WrongLinesAreRefusedWithTheirNumber) {
  store_.save("x", some_record());
  LineReader reader(store_.path("x"));
  Texts good;
  for_each_line(reader, [&](std::string_view line) { good.emplace_back(line); });
  ASSERT_EQ(good.size(), 17u);
  const auto refusal = [&](const Texts& lines) {
    std::string all;
    for (const std::string& line : lines) all += line + "\n";
    write_file(store_.path("x"), all);
    const std::string said = error_of([&] { store_.load("x"); });
    EXPECT_TRUE(said.starts_with(store_.path("x") + ":")) << said;
    return said.substr(std::min(said.size(), store_.path("x").size() + 1));
  };
  const auto with = [&](std::size_t at, const std::string& line) {
    Texts lines = good;
    lines[at] = line;
    return lines;
  };
  EXPECT_EQ(refusal({good.begin(), good.end() - 1}), " results are missing at the end");
  EXPECT_EQ(refusal(with(0, R"({"training": 2})")), "1: this is of another version");
  EXPECT_EQ(refusal(with(1, "{}")), "2: this is no result of an experiment");
  EXPECT_EQ(refusal(with(1, "[1]")), "2: this is no result of an experiment");
  EXPECT_EQ(refusal(with(2, R"({"end": "tired"})")), "3: no search ends like this");
  EXPECT_EQ(refusal(with(2, R"({"end": "proven"})")), "3: this is no result of an experiment");
  EXPECT_EQ(refusal(with(3, "x")), "4: this is no result of an experiment");
}

TEST_F(ResultStoreTest, AFinishedTrainingIsReadFromItsRun) {
  const SharedParts shared;
  const Workspace workspace(folder_.path("work"), shared);
  const TrainingJob job{.key = "k", .label = {}, .config = {}};
  const RunDirectory run(workspace.run("k"));
  std::filesystem::create_directories(run.folder());
  const nlohmann::ordered_json config = {{"start", workspace.run("other")}, {"width", 8}};
  write_file(run.config(), config.dump());
  write_file(run.environment(), R"({"machine": "x"})");
  write_file(run.status(), R"({"status": "done", "states": 96, "cpu_seconds": 1.5})");
  write_file(run.metrics(),
             "{\"states\": 16, \"loss\": 1}\n"
             "{\"states\": 48, \"cpu_seconds\": 0.5, \"validation_success\": 0.25}\n");
  const TrainingRecord record = read_training(job, workspace);
  EXPECT_EQ(record.config.dump(), R"({"start":"runs/other","width":8})");
  EXPECT_EQ(record.environment.dump(), R"({"machine":"x"})");
  EXPECT_EQ(record.states, 96u);
  EXPECT_EQ(record.cpu_seconds, 1.5);
  ASSERT_EQ(record.curve.size(), 1u);
  EXPECT_EQ(record.curve[0].states, 48u);
  EXPECT_EQ(record.curve[0].validation, 0.25);
}

TEST_F(ResultStoreTest, ADamagedRunIsRefused) {
  const SharedParts shared;
  const Workspace workspace(folder_.path("work"), shared);
  const TrainingJob job{.key = "k", .label = {}, .config = {}};
  const RunDirectory run(workspace.run("k"));
  std::filesystem::create_directories(run.folder());
  EXPECT_NE(error_of([&] { read_training(job, workspace); }), "no error");
  for (const std::string& path : {run.config(), run.environment()}) write_file(path, "{}");
  write_file(run.metrics(), "{\"states\": 1}\n");
  for (const char* status : {"", "x", "[]", "{}", R"({"states": "x", "cpu_seconds": 1})"}) {
    write_file(run.status(), status);
    EXPECT_TRUE(error_of([&] { read_training(job, workspace); }).starts_with(run.status()))
        << status;
  }
  write_file(run.status(), R"({"states": 1, "cpu_seconds": 1})");
  EXPECT_EQ(error_of([&] { read_training(job, workspace); }), "no error");
  for (const char* line : {"x\n", R"({"validation_success": 1})"}) {
    write_file(run.metrics(), line);
    EXPECT_TRUE(error_of([&] { read_training(job, workspace); }).starts_with(run.metrics()))
        << line;
  }
}

TEST_F(ResultStoreTest, AFinishedTestIsReadFromItsResults) {
  const SharedParts shared;
  const Workspace workspace(folder_.path("work"), shared);
  const TestJob job{.key = "k",
                    .label = {},
                    .agent = {},
                    .problems = "/x/a.jsonl",
                    .problems_name = "a.jsonl",
                    .checksum = "abc",
                    .act = "beam",
                    .options = {{"search", {"beam"}}, {"steps", {"30"}}, {"x", {"1", "2"}}}};
  const Solver solver{.name = "s", .solve = {}};
  const TestProblem problem{.record = read_unproven_record(
                                R"({"id": "x", "k": 1, "l": 2, "premises": [], "goal": "a=a"})"),
                            .number = 0};
  const ProblemResult result{.end = SearchEnd::kProven,
                             .proof = {"one", "two"},
                             .counts = {.evaluated = 4},
                             .cpu_seconds = 0.5};
  write_file(workspace.results("k"), write_result(solver, problem, result) + "\n");
  const TestRecord record = read_test(job, workspace);
  EXPECT_EQ(record.problems, "a.jsonl");
  EXPECT_EQ(record.checksum, "abc");
  EXPECT_EQ(record.options.dump(), R"({"search":"beam","steps":"30","x":["1","2"]})");
  EXPECT_EQ(record.step_limit, 30u);
  ASSERT_EQ(record.outcomes.size(), 1u);
  EXPECT_EQ(record.outcomes[0].end, SearchEnd::kProven);
  EXPECT_EQ(record.outcomes[0].length, 2u);
  EXPECT_EQ(record.outcomes[0].counts.evaluated, 4u);
  EXPECT_EQ(record.outcomes[0].cpu_seconds, 0.5);
  TestJob usual = job;
  usual.options.erase("steps");
  EXPECT_EQ(read_test(usual, workspace).step_limit, SearchLimits{}.steps);
}

}  // namespace
}  // namespace ineq
