#include "benchmark/run.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <stdexcept>
#include <thread>

#include "benchmark/result_file.h"
#include "files/output.h"
#include "files/temporary_folder.h"
#include "generate/dataset.h"
#include "support/fixture.h"

namespace ineq {
namespace {

constexpr std::size_t kProblems = 8;

// Two solvers without searches; what they do with a problem depends on its number.
class RunTest : public testing::Test {
 protected:
  Solver solver(const std::string& name) {
    return {.name = name, .options = {{"nodes", 100}}, .solve = [this](const TestProblem& problem) {
              if (calls_ >= calls_allowed_) {
                interrupt_ = true;
                return ProblemResult{.end = SearchEnd::kInterrupted};
              }
              ++calls_;
              const std::uint64_t number = problem.number;
              if (number % 3 == 0) std::this_thread::sleep_for(std::chrono::milliseconds(2));
              return ProblemResult{
                  .end = number % 2 == 0 ? SearchEnd::kProven : SearchEnd::kNodes,
                  .proof = number % 2 == 0 ? Texts{"add_cmmt | (a+b) in obj"} : Texts{},
                  .counts = {.expanded = number}};
            }};
  }

  RunRequest request(const std::string& name) {
    RunRequest out{.solvers = {solver("one"), solver("two")},
                   .problems = {},
                   .threads = 2,
                   .results = folder_.path(name),
                   .proofs = folder_.path(name + ".proofs"),
                   .force = true,
                   .interrupt = &interrupt_};
    for (std::uint64_t i = 0; i < kProblems; ++i) {
      out.problems.push_back({.record = {.id = "p" + std::to_string(i),
                                         .rules = {},
                                         .premises = {},
                                         .goal = "(a+b)=(b+a)",
                                         .proof = {},
                                         .k = 1,
                                         .l = 1 + i % 2},
                              .number = i});
    }
    return out;
  }

  RunOutcome run_quietly(const RunRequest& r) {
    interrupt_ = false;
    calls_ = 0;
    return run(r, [](const RunProgress&) {});
  }

  static std::string refusal(const std::string& said) { return said.substr(said.find(": ") + 2); }

  // The file that a run without any trouble writes.
  std::string whole() {
    RunRequest r = request("whole");
    r.threads = 1;
    EXPECT_TRUE(run_quietly(r).progress.is_finished());
    return read_file(r.results);
  }

  std::size_t files() const {
    return static_cast<std::size_t>(
        std::distance(std::filesystem::directory_iterator(folder_.path()),
                      std::filesystem::directory_iterator()));
  }

  TemporaryFolder folder_;
  std::atomic<bool> interrupt_ = false;
  std::atomic<std::size_t> calls_ = 0;
  std::size_t calls_allowed_ = SIZE_MAX;
};

TEST_F(RunTest, AJournalThatCannotBeReadAgainIsRefused) {
  std::filesystem::create_symlink("/dev/null", folder_.path("results.journal"));
  EXPECT_EQ(refusal(error_of([&] { run_quietly(request("results")); })),
            "this is not a regular file");
}

TEST_F(RunTest, TheFileIsInCanonicalOrderForAnyNumberOfThreads) {
  const std::string expected = whole();
  std::vector<std::string> keys;
  for_each_result(folder_.path("whole"), [&](const KeyedResult& r) {
    keys.push_back(r.solver + std::to_string(r.number));
  });
  ASSERT_EQ(keys.size(), 2 * kProblems);
  EXPECT_EQ(keys.front(), "one0");
  EXPECT_EQ(keys[kProblems], "two0");
  EXPECT_TRUE(std::ranges::is_sorted(keys));
  for (const unsigned threads : {2u, 5u}) {
    RunRequest r = request("out");
    r.threads = threads;
    const RunOutcome outcome = run_quietly(r);
    EXPECT_EQ(read_file(r.results), expected);
    EXPECT_EQ(read_file(r.proofs), read_file(folder_.path("whole.proofs")));
    EXPECT_EQ(outcome.progress.finished, 2 * kProblems);
    ASSERT_EQ(outcome.summaries.size(), 2u);
    EXPECT_EQ(outcome.summaries[1].solver, "two");
    EXPECT_EQ(outcome.summaries[1].all.proven().problems, kProblems / 2);
    EXPECT_EQ(outcome.summaries[1].by_setting.at({1, 2}).all().problems, kProblems / 2);
  }
  EXPECT_EQ(files(), 4u);
}

// Wherever it ends, also with a line that was written only in part.
TEST_F(RunTest, AnUnfinishedRunGoesOnWithWhatIsMissing) {
  const std::string expected = whole();
  for (const char* name : {"out", "out.zst"}) {
    for (std::size_t allowed = 1; allowed < 2 * kProblems; allowed += 4) {
      SCOPED_TRACE(allowed);
      RunRequest r = request(name);
      calls_allowed_ = allowed;
      const RunOutcome cut = run_quietly(r);
      EXPECT_FALSE(cut.progress.is_finished());
      EXPECT_EQ(cut.progress.finished, allowed);
      EXPECT_FALSE(std::filesystem::exists(r.results) || std::filesystem::exists(r.proofs));
      std::ofstream(r.results + ".journal.partial", std::ios::app) << R"({"solver": "o)";
      calls_allowed_ = SIZE_MAX;
      r.resume = true;
      const RunOutcome outcome = run_quietly(r);
      EXPECT_EQ(outcome.progress.earlier, allowed);
      EXPECT_EQ(calls_, 2 * kProblems - allowed);
      std::string lines;
      LineReader reader(r.results);
      for_each_line(reader, [&](std::string_view line) { lines += std::string(line) + "\n"; });
      EXPECT_EQ(lines, expected);
      EXPECT_EQ(read_file(r.proofs), read_file(folder_.path("whole.proofs")));
      EXPECT_EQ(files(), 4u);
      std::filesystem::remove(r.results);
      std::filesystem::remove(r.proofs);
    }
  }
}

// A run that is killed after its files have their names, but before the journal is removed.
TEST_F(RunTest, AFinishedRunWithAJournalIsWrittenAgain) {
  RunRequest r = request("out");
  calls_allowed_ = 15;
  run_quietly(r);
  std::filesystem::copy(r.results + ".journal.partial", folder_.path("journal"));
  std::filesystem::copy(r.results + ".checkpoint", folder_.path("checkpoint"));
  calls_allowed_ = SIZE_MAX;
  r.resume = true;
  run_quietly(r);
  std::filesystem::rename(folder_.path("journal"), r.results + ".journal.partial");
  std::filesystem::rename(folder_.path("checkpoint"), r.results + ".checkpoint");
  run_quietly(r);
  EXPECT_EQ(read_file(r.results), whole());
}

TEST_F(RunTest, PartsAreJoined) {
  const std::string expected = whole();
  RunRequest first = request("first"), second = request("second"), third = request("third");
  first.problems.resize(5);
  second.solvers.erase(second.solvers.begin());
  second.problems.erase(second.problems.begin(), second.problems.begin() + 3);
  calls_allowed_ = 3;
  for (const RunRequest* r : {&first, &second}) run_quietly(*r);
  third.join = {first.results + ".journal.partial", second.results + ".journal.partial"};
  calls_allowed_ = SIZE_MAX;
  EXPECT_EQ(run_quietly(third).progress.earlier, 6u);
  EXPECT_EQ(calls_, 2 * kProblems - 6);
  EXPECT_EQ(read_file(third.results), expected);
  // What is joined is known to the run from then on.
  RunRequest fourth = request("fourth");
  fourth.join = {third.results};
  EXPECT_EQ(run_quietly(fourth).progress.earlier, 2 * kProblems);
  EXPECT_EQ(calls_, 0u);
  EXPECT_EQ(read_file(fourth.results), expected);
}

TEST_F(RunTest, ResultsOfSomethingElseAreRefused) {
  whole();
  RunRequest other = request("out");
  other.join = {folder_.path("whole")};
  other.problems[2].record.goal = "a=a";
  EXPECT_EQ(error_of([&] { run_quietly(other); }),
            folder_.path("whole") +
                ":3: this result is of another problem, or was computed with other options");
  other = request("out");
  other.join = {folder_.path("whole")};
  other.solvers[1].options["nodes"] = 200;
  EXPECT_EQ(error_of([&] { run_quietly(other); }).substr(0, folder_.path("whole").size() + 4),
            folder_.path("whole") + ":9: ");
}

TEST_F(RunTest, OnlyTheSameRunGoesOn) {
  RunRequest r = request("out");
  calls_allowed_ = 3;
  run_quietly(r);
  calls_allowed_ = SIZE_MAX;
  EXPECT_EQ(refusal(error_of([&] { run_quietly(r); })),
            "there is an unfinished run: resume it (--resume) or remove this file");
  r.resume = true;
  RunRequest other = r;
  other.solvers[0].options["nodes"] = 200;
  EXPECT_EQ(refusal(error_of([&] { run_quietly(other); })),
            "the unfinished run is another one: it differs in solvers");
  other = r;
  other.problems.pop_back();
  EXPECT_EQ(refusal(error_of([&] { run_quietly(other); })),
            "the unfinished run is another one: it differs in problems");
}

// A finished run can be extended: its results stay, and what is new is computed.
TEST_F(RunTest, AFinishedRunIsExtended) {
  const std::string expected = whole();
  RunRequest part = request("out");
  part.problems.resize(5);
  part.solvers.pop_back();
  run_quietly(part);
  part.resume = true;
  part.force = false;
  const std::string before = read_file(part.results);
  EXPECT_EQ(run_quietly(part).progress.earlier, 5u);
  EXPECT_EQ(calls_, 0u);
  EXPECT_EQ(read_file(part.results), before);

  RunRequest all = request("out");
  all.resume = true;
  calls_allowed_ = 3;
  EXPECT_EQ(run_quietly(all).progress.finished, 8u);
  EXPECT_EQ(read_file(all.results), before);
  calls_allowed_ = SIZE_MAX;
  EXPECT_EQ(run_quietly(all).progress.earlier, 8u);
  EXPECT_EQ(read_file(all.results), expected);

  part.force = true;
  EXPECT_EQ(error_of([&] { run_quietly(part); }),
            all.results +
                ":6: this result is not part of this run and would be lost: use --join with this "
                "file and another --out");
  EXPECT_EQ(read_file(all.results), expected);
}

TEST_F(RunTest, FilesAreOverwrittenOnlyIfAsked) {
  RunRequest r = request("out");
  r.force = false;
  run_quietly(r);
  const std::string results = read_file(r.results), proofs = read_file(r.proofs);
  EXPECT_EQ(error_of([&] { run_quietly(r); }),
            r.results + ": the file exists already; --force overwrites it");
  RunRequest other = request("other");
  other.force = false;
  other.proofs = r.proofs;
  EXPECT_EQ(error_of([&] { run_quietly(other); }),
            r.proofs + ": the file exists already; --force overwrites it");
  EXPECT_EQ(calls_, 0u);  // before any work
  r.resume = true;        // what is complete has nothing to overwrite
  run_quietly(r);
  EXPECT_EQ(read_file(r.results), results);
  EXPECT_EQ(read_file(r.proofs), proofs);
  write_file(r.proofs, "something else\n");
  EXPECT_EQ(error_of([&] { run_quietly(r); }),
            r.proofs + ": the file exists already; --force overwrites it");
  r.force = true;
  run_quietly(r);
  EXPECT_EQ(read_file(r.proofs), proofs);
}

// One hard problem delays neither the progress nor the journal.
TEST_F(RunTest, ProgressFollowsTheFinishedProblems) {
  RunRequest r = request("out");
  std::atomic<std::size_t> finished = 0;
  std::size_t finished_before_the_first = 0;
  r.solvers[0].solve = [&, solve = r.solvers[0].solve](const TestProblem& problem) {
    using Clock = std::chrono::steady_clock;
    const auto deadline = Clock::now() + std::chrono::seconds(20);
    if (problem.number == 0) {
      while (finished < 2 * kProblems - 1 && Clock::now() < deadline) std::this_thread::yield();
      finished_before_the_first = finished;
    }
    return solve(problem);
  };
  run(r, [&](const RunProgress& now) { finished = now.finished; });
  EXPECT_EQ(finished_before_the_first, 2 * kProblems - 1);
  EXPECT_EQ(read_file(r.results), whole());
}

// As a run that is killed leaves them, whatever the last checkpoint has saved.
TEST_F(RunTest, EveryFinishedResultIsOnDisk) {
  RunRequest r = request("out");
  run(r, [&](const RunProgress& now) {
    if (now.finished != 11) return;
    std::filesystem::copy(r.results + ".journal.partial", folder_.path("cut.journal.partial"));
    std::filesystem::copy(r.results + ".checkpoint", folder_.path("cut.checkpoint"));
  });
  std::ofstream(folder_.path("cut.journal.partial"), std::ios::app) << R"({"solver": "o)";
  RunRequest cut = request("cut");
  cut.resume = true;
  EXPECT_EQ(run_quietly(cut).progress.earlier, 11u);
  EXPECT_EQ(read_file(cut.results), read_file(r.results));
}

TEST_F(RunTest, WhatIsFinishedBeforeAFailureIsKept) {
  for (const unsigned threads : {1u, 3u}) {
    RunRequest r = request("out" + std::to_string(threads));
    r.threads = threads;
    std::atomic<std::size_t> solved = 0;
    const auto two = r.solvers[1].solve;
    r.solvers[0].solve = [&, solve = r.solvers[0].solve](const TestProblem& problem) {
      const ProblemResult out = solve(problem);
      ++solved;
      return out;
    };
    r.solvers[1].solve = [](const TestProblem&) -> ProblemResult { throw Error("broken"); };
    EXPECT_EQ(error_of([&] { run_quietly(r); }), "broken");
    EXPECT_GT(solved, 0u);
    r.solvers[1].solve = two;
    r.resume = true;
    EXPECT_EQ(run_quietly(r).progress.earlier, solved);
  }
}

TEST_F(RunTest, WithoutAResultNothingIsLeft) {
  calls_allowed_ = 0;
  const RunOutcome outcome = run_quietly(request("out"));
  EXPECT_EQ(outcome.progress.finished, 0u);
  EXPECT_EQ(outcome.summaries[0].all.all().problems, 0u);
  EXPECT_TRUE(std::filesystem::is_empty(folder_.path()));
}

TEST_F(RunTest, FailuresReachTheCaller) {
  for (const unsigned threads : {1u, 3u}) {
    RunRequest r = request("");
    r.results = r.proofs = "";
    r.threads = threads;
    EXPECT_THROW(run(r,
                     [](const RunProgress& now) {
                       if (now.finished == 4) throw std::runtime_error("x");
                     }),
                 std::runtime_error);
    r.solvers[1].solve = [](const TestProblem&) -> ProblemResult { throw Error("broken"); };
    EXPECT_EQ(error_of([&] { run_quietly(r); }), "broken");
  }
  RunRequest twice = request("out");
  twice.solvers[1].name = "one";
  EXPECT_EQ(error_of([&] { run_quietly(twice); }), "the solver one is given twice");
}

// Searches, too, are the same on any number of threads.
TEST_F(RunTest, AgentsDoNotDependOnTheThreads) {
  Generator generator({.k = 3, .l = 5, .order_trials = 2000});
  RunRequest r;
  for (std::uint64_t i = 0; i < 6; ++i) {
    std::string line;
    append_record(generator, i, {}, line);
    r.problems.push_back({.record = read_unproven_record(line), .number = i});
  }
  for (const std::string_view name : kAlgorithmNames) {
    AgentRequest agent;
    agent.agent.algorithm = *find_algorithm(name);
    agent.limits.nodes = 20;
    agent.limits.memory = std::size_t{2} << 20;  // random walks run into large states
    r.solvers.push_back(make_solver(agent));
    r.solvers.back().solve = [solve = r.solvers.back().solve](const TestProblem& problem) {
      ProblemResult out = solve(problem);
      out.seconds = out.cpu_seconds = 0;
      return out;
    };
  }
  std::string one;
  for (const unsigned threads : {1u, 4u}) {
    r.threads = threads;
    r.results = folder_.path("out");
    r.force = true;
    run_quietly(r);
    if (threads == 1) one = read_file(r.results);
    EXPECT_EQ(read_file(r.results), one);
  }
}

}  // namespace
}  // namespace ineq
