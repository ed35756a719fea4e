#include "benchmark/score.h"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "base/rng.h"
#include "benchmark/score_report.h"
#include "files/lines.h"
#include "files/output.h"
#include "files/sha256.h"
#include "files/temporary_folder.h"
#include "generate/dataset.h"
#include "generate/generator.h"
#include "generate/order.h"
#include "support/fixture.h"

namespace ineq {
namespace {

class ScoreTest : public testing::Test {
 protected:
  std::vector<Record> generate(std::size_t k, std::size_t l, std::uint64_t count) {
    Generator generator({.k = k, .l = l});
    std::vector<Record> out;
    for (std::uint64_t i = 0; i < count; ++i) out.push_back(make_record(generator, i));
    return out;
  }

  std::string write(const std::string& name, const std::vector<Record>& records) {
    std::string text;
    for (const Record& record : records) text += write_record(record) + "\n";
    write_file(folder_.path(name), text);
    return folder_.path(name);
  }

  Score score(const std::vector<Record>& problems, const std::vector<Record>& proofs,
              std::size_t step_limit = 15) {
    problems_ = read_problems({.files = {write("problems.jsonl", problems)}});
    return make_score({.problems = problems_,
                       .proofs = {write("proofs.jsonl", proofs)},
                       .step_limit = step_limit});
  }

  TemporaryFolder folder_;
  std::vector<TestProblem> problems_;
};

TEST_F(ScoreTest, EveryProblemIsCountedOnce) {
  const std::vector<Record> problems = generate(3, 5, 20);
  std::vector<Record> proofs(problems.begin(), problems.begin() + 15);
  for (std::size_t i = 0; i < 4; ++i) proofs[i].proof.pop_back();
  for (std::size_t limit : {0, 4, 5, 15}) {
    const Score found = score(problems, proofs, limit);
    EXPECT_EQ(found.rejected.size(), 4u);
    EXPECT_EQ(found.without_proof, 5u);
    EXPECT_EQ(found.too_long, limit < 5 ? 11u : 0u);
    const ResultSummary& all = found.summary.all;
    EXPECT_EQ(all.proven().problems, limit < 5 ? 0u : 11u);
    EXPECT_EQ(found.as_given, all.proven().problems);
    EXPECT_EQ(all.all().problems, 20u);
    EXPECT_EQ(all.all().problems,
              all.proven().problems + found.rejected.size() + found.without_proof + found.too_long);
    const auto unproven = static_cast<double>(20 - all.proven().problems);
    EXPECT_DOUBLE_EQ(all.length(), (5.0 * static_cast<double>(all.proven().problems) +
                                    unproven * static_cast<double>(limit)) /
                                       20);
    EXPECT_EQ(found.summary.by_setting.at({3, 5}).all().problems, 20u);
  }
}

// The number of a rejected proof is that of its problem, and the line is that of the proof.
TEST_F(ScoreTest, TheOrderOfTheProofsDoesNotMatter) {
  std::vector<Record> problems = generate(3, 3, 30);
  for (Record& problem : problems) problem.id.clear();
  std::vector<Record> proofs = problems;
  proofs[17].proof = {"add_cmmt | q in obj"};
  Rng rng(1);
  shuffle(rng, proofs);
  const Score found = score(problems, proofs);
  // Theorems can occur twice in a dataset: then their proofs may change places.
  EXPECT_EQ(found.summary.all.proven().problems, 29u);
  ASSERT_EQ(found.rejected.size(), 1u);
  const RejectedProof& rejected = found.rejected.front();
  EXPECT_EQ(problems[rejected.number].goal, problems[17].goal);
  EXPECT_EQ(proofs[rejected.line - 1].proof, Texts{"add_cmmt | q in obj"});
  EXPECT_EQ(rejected.reason, "step 1: q does not occur in " + problems[17].goal);
}

// Ids bind proofs to problems even where they could go elsewhere.
TEST_F(ScoreTest, ProofsOfOneTheoremGoWhereTheyFitBest) {
  const Record good{.id = "a",
                    .rules = RuleSet::kStandard,
                    .premises = {},
                    .goal = "(a+b)=(b+a)",
                    .proof = {"add_cmmt | (a+b) in obj"}};
  const auto with = [&](const std::string& id, RuleSet rules, bool is_right) {
    Record out = good;
    out.id = id;
    out.rules = rules;
    if (!is_right) out.proof.clear();
    return out;
  };
  constexpr auto kStandard = RuleSet::kStandard, kFull = RuleSet::kFull;
  const std::vector<Record> problems = {with("a", kStandard, true), with("b", kFull, true),
                                        with("", kStandard, true), with("b", kStandard, true)};
  const auto wrong_at = [&](const std::vector<Record>& proofs) {
    const Score found = score(problems, proofs);
    std::vector<std::uint64_t> out;
    for (const RejectedProof& rejected : found.rejected) out.push_back(rejected.number);
    return out;
  };
  using Numbers = std::vector<std::uint64_t>;
  EXPECT_EQ(wrong_at({with("", kStandard, false)}), Numbers{0});
  EXPECT_EQ(wrong_at({with("", kFull, false)}), Numbers{1});
  EXPECT_EQ(wrong_at({with("b", kStandard, false)}), Numbers{3});
  EXPECT_EQ(wrong_at({with("", kStandard, false), with("a", kFull, true)}), Numbers{2});
  EXPECT_EQ(wrong_at({with("x", kStandard, false), with("", kStandard, true),
                      with("b", kStandard, true), with("b", kStandard, true)}),
            Numbers{0});
  EXPECT_EQ(error_of([&] {
              score(problems,
                    {with("a", kStandard, true), with("", kFull, true), with("a", kFull, true)});
            }),
            fmt::format("{0}:3: this problem has a proof already, in {0}:1",
                        folder_.path("proofs.jsonl")));
  EXPECT_EQ(error_of([&] { score(problems, std::vector<Record>(5, with("", kFull, true))); }),
            fmt::format("{0}:5: this problem has a proof already, in {0}:1",
                        folder_.path("proofs.jsonl")));
}

TEST_F(ScoreTest, TheReportHasTheNumbersOfTheScore) {
  std::vector<Record> problems = generate(3, 5, 3);
  const std::vector<Record> more = generate(3, 3, 2);
  problems.insert(problems.end(), more.begin(), more.end());
  problems[4].id = "e\x1b";
  std::vector<Record> proofs = problems;
  proofs[4].proof = {"add_it | a in obj"};
  const Score found = score(problems, proofs, 4);
  const ScoreSubject subject{
      .name = "x\n", .sha256 = problems_checksum(problems_), .step_limit = 4};
  EXPECT_EQ(subject.sha256, sha256(read_file(folder_.path("problems.jsonl"))));
  EXPECT_EQ(score_text(found, subject, {}),
            fmt::format("{0}:5: rejected e\\x1b: step 1, column 1: there is no axiom 'add_it'\n"
                        "\n"
                        "x\\x0a on problems from files, 5 theorems, SHA-256 {1}\n"
                        "\n"
                        "| | problems | proven | success % | 95 % interval | length, not proven as "
                        "4 | length of the proven |\n"
                        "|---|---|---|---|---|---|---|\n"
                        "| all | 5 | 1 | 20.0 | 3.6 to 62.4 | 3.80 | 3.00 |\n"
                        "| K3 L3 | 2 | 1 | 50.0 | 9.5 to 90.5 | 3.50 | 3.00 |\n"
                        "| K3 L5 | 3 | 0 | 0.0 | 0.0 to 56.1 | 4.00 | – |\n"
                        "\n"
                        "not proven: 0 without a proof, 1 with a rejected proof, 3 with a proof of "
                        "more than 4 steps\n"
                        "1 of the proofs are the ones in the records of the problems\n",
                        folder_.path("proofs.jsonl"), subject.sha256));
  const nlohmann::ordered_json json = score_json(found, subject);
  EXPECT_EQ(json.at("name"), "x\n");
  EXPECT_EQ(json.at("rejections").at(0).at("number"), 4);
  EXPECT_EQ(json.at("settings").size(), 2u);
}

}  // namespace
}  // namespace ineq
