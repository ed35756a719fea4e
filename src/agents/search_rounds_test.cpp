#include "agents/search_rounds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "agents/load_network.h"
#include "agents/train_config.h"
#include "files/lines.h"
#include "files/output.h"
#include "files/temporary_folder.h"
#include "proof/record.h"
#include "proof/rules_by_set.h"
#include "support/fixture.h"
#include "support/tiny_run.h"

namespace ineq {
namespace {

class SearchRoundsTest : public testing::Test {
 protected:
  void SetUp() override {
    if (!has_networks()) GTEST_SKIP() << "this build has no networks";
    config_ = tiny_run();
    config_.search = {
        .from_search = 2, .theorems = 100, .search_nodes = 30, .search_steps = 4, .window = 2};
    const auto network = make_network(config_.network);
    network->initialize(3);
    const auto weights = std::as_const(*network).weights();
    weights_.assign(weights.begin(), weights.end());
  }

  // The theorems of these records, instead of generated ones.
  void use(const std::vector<std::string>& lines) {
    std::string text;
    for (const std::string& line : lines) text += line + "\n";
    write_file(folder_.path("records.jsonl"), text);
    config_.samples.files = {folder_.path("records.jsonl")};
  }

  SearchRounds::Found search(std::uint64_t round = 0, unsigned threads = 1,
                             std::uint64_t seed = 1) const {
    SearchRounds rounds(config_, seed, kDefaultDevice);
    return rounds.search(round, weights_, threads, nullptr).value();
  }

  // The records of what was found. The kernel accepts every proof.
  std::vector<Record> records(const std::string& lines) const {
    const RulesBySet rules;
    std::vector<Record> out;
    for (std::size_t begin = 0; begin < lines.size();) {
      const std::size_t end = lines.find('\n', begin);
      out.push_back(read_record(lines.substr(begin, end - begin)));
      Bank bank;
      const RuleSet set = rules_for(out.back());
      EXPECT_TRUE(check_record(bank, rules[set], out.back()).proven) << out.back().goal;
      begin = end + 1;
    }
    return out;
  }

  const TemporaryFolder folder_;
  TrainConfig config_;
  std::vector<float> weights_;
};

TEST_F(SearchRoundsTest, FindsProofsOfFreshTheorems) {
  const auto [summary, lines, detours] = search();
  EXPECT_EQ(summary.theorems, 100u);
  EXPECT_GT(summary.proven, 20u) << "a network without training proves some of K2 L2";
  EXPECT_LT(summary.proven, 100u) << "so that the proofs of the generator are needed, too";
  EXPECT_EQ(summary.learned, 100u);
  EXPECT_EQ(records(lines).size(), 100u);
  EXPECT_GE(summary.length(), 1);
  EXPECT_LE(summary.length(), 4);
  // The value learns from states beside the proofs.
  EXPECT_GT(summary.detours, 0u);
  EXPECT_EQ(summary.detours, static_cast<std::size_t>(std::ranges::count(detours, '\n')));
  write_file(folder_.path("proofs.jsonl"), lines);
  write_file(folder_.path("detours.jsonl"), detours);
  const auto source = make_sample_source({.specifications = {},
                                          .files = {folder_.path("proofs.jsonl")},
                                          .detours = {folder_.path("detours.jsonl")}});
  std::size_t without_action = 0, steps = 0;
  for (const Record& record : records(lines)) steps += record.proof.size();
  for (std::size_t i = 0; i < steps + summary.detours; ++i) {
    without_action += !source->draw(i, 0).action;
  }
  EXPECT_EQ(without_action, summary.detours);
}

TEST_F(SearchRoundsTest, DependsOnRoundAndSeedButNotOnThreads) {
  const std::string first = search().records;
  EXPECT_EQ(first, search(0, 3).records);
  EXPECT_NE(first, search(1).records);
  EXPECT_NE(first, search(0, 1, 2).records);
}

// Statements without their proofs: what is not found is not learned from.
TEST_F(SearchRoundsTest, LearnsOnlyFromItsOwnProofsIfAsked) {
  const RoundSummary with = search().summary;
  config_.search.known_proofs = false;
  const auto [summary, lines, detours] = search();
  EXPECT_EQ(summary.proven, with.proven);
  EXPECT_EQ(summary.learned, summary.proven);
  EXPECT_EQ(summary.shorter, 0u);
  EXPECT_EQ(records(lines).size(), summary.proven);
}

TEST_F(SearchRoundsTest, TakesTheShorterProof) {
  use({R"json({"id": "x", "premises": [], "goal": "((a+b)+0)=((b+a)+0)", "note": "kept", "proof": )json"
       R"json(["add_zero | ((a+b)+0) in obj", "add_zero | ((b+a)+0) in obj", "add_cmmt | (a+b) in obj"]})json"});
  const auto [summary, lines, detours] = search();
  EXPECT_EQ(summary.theorems, 1u);
  ASSERT_EQ(summary.proven, 1u);
  EXPECT_EQ(summary.shorter, 1u);
  ASSERT_EQ(records(lines).size(), 1u);
  EXPECT_EQ(records(lines)[0].proof.size(), summary.steps);
  EXPECT_LT(summary.steps, 3u);
  EXPECT_NE(lines.find("kept"), std::string::npos);
}

TEST_F(SearchRoundsTest, FilesMayHaveNoProofsOrWrongOnes) {
  use({R"json({"goal": "(a+b)=(b+a)", "premises": []})json",
       R"json({"goal": "(a*1)=a", "premises": [], "proof": ["add_cmmt | a in obj"]})json",
       R"json({"goal": "(a+b)=a", "premises": []})json"});
  const auto [summary, lines, detours] = search();
  EXPECT_EQ(summary.theorems, 3u);
  EXPECT_EQ(summary.proven, 2u) << "the third one is false";
  EXPECT_EQ(records(lines).size(), 2u);
}

// With fewer theorems per round than a file has, rounds go through it in turn.
TEST_F(SearchRoundsTest, RoundsGoThroughAFile) {
  use({R"json({"id": "0", "goal": "(a+b)=(b+a)", "premises": []})json",
       R"json({"id": "1", "goal": "(a*b)=(b*a)", "premises": []})json",
       R"json({"id": "2", "goal": "(a*1)=a", "premises": []})json"});
  config_.search.theorems = 2;
  const auto ids = [&](std::uint64_t round) {
    std::string out;
    for (const Record& record : records(search(round).records)) out += record.id;
    return out;
  };
  EXPECT_EQ(ids(0), "01");
  EXPECT_EQ(ids(1), "20");
  EXPECT_EQ(ids(2), "12");
}

TEST_F(SearchRoundsTest, AnInterruptedRoundIsNoRound) {
  const std::atomic<bool> interrupt = true;
  SearchRounds rounds(config_, 1, kDefaultDevice);
  EXPECT_FALSE(rounds.search(0, weights_, 1, &interrupt));
}

TEST_F(SearchRoundsTest, SummariesAreReadBack) {
  const RoundSummary summary{
      .round = 3, .theorems = 5, .proven = 4, .shorter = 2, .steps = 9, .learned = 5};
  const std::string path = folder_.path("summary.json");
  write_file(path, summary.to_json().dump());
  EXPECT_EQ(RoundSummary::read(path).to_json(), summary.to_json());
  EXPECT_DOUBLE_EQ(summary.success(), 0.8);
  EXPECT_DOUBLE_EQ(summary.length(), 2.25);
  write_file(path, "{\"round\": 3}");
  EXPECT_NE(error_of([&] { RoundSummary::read(path); }).find("not the summary"), std::string::npos);
}

TEST(SearchRoundOptions, RefusesWhatHasNoMeaning) {
  EXPECT_NO_THROW(require_possible(SearchRoundOptions()));
  for (const SearchRoundOptions& options :
       {SearchRoundOptions{.theorems = 0}, SearchRoundOptions{.search_nodes = 0},
        SearchRoundOptions{.search_steps = 0}, SearchRoundOptions{.window = 0}}) {
    EXPECT_THROW(require_possible(options), Error);
  }
}

}  // namespace
}  // namespace ineq
