// Golden episodes: playing tests/golden/episodes.jsonl must give the stored transcripts, byte for
// byte. They contain everything that a learner sees, so no change of a rule, an order, a text, a
// number or a hash goes unnoticed. `make golden` rewrites them; the diff must then be reviewed.

#include <gtest/gtest.h>

#include <filesystem>
#include <map>
#include <set>
#include <sstream>

#include "env/transcript.h"
#include "files/lines.h"
#include "proof/explain.h"
#include "support/repository.h"

namespace ineq {
namespace {

namespace fs = std::filesystem;

const fs::path kFolder = in_repository("tests/golden");
constexpr const char* kAdvice =
    "If this change is intended, run `make golden` and review the git diff.";

std::vector<Record> records() {
  std::vector<Record> out;
  LineReader lines(kFolder / "episodes.jsonl");
  for_each_record(lines, [&](const Record& record) { out.push_back(record); });
  return out;
}

std::map<std::string, std::string> stored() {
  std::map<std::string, std::string> out;  // by id
  for (const auto& entry : fs::directory_iterator(kFolder)) {
    if (entry.path().extension() == ".txt") out[entry.path().stem()] = read_file(entry.path());
  }
  return out;
}

std::vector<std::string> split_lines(const std::string& text) {
  std::vector<std::string> out;
  std::istringstream in(text);
  for (std::string line; std::getline(in, line);) out.push_back(line);
  return out;
}

// Returns the first line that differs, because the whole difference is too long to read.
std::string first_difference(const std::string& expected, const std::string& found) {
  const auto old_lines = split_lines(expected);
  const auto new_lines = split_lines(found);
  for (std::size_t i = 0; i < std::max(old_lines.size(), new_lines.size()); ++i) {
    const std::string before = i < old_lines.size() ? old_lines[i] : "(the end)";
    const std::string now = i < new_lines.size() ? new_lines[i] : "(the end)";
    if (before == now) continue;
    return "line " + std::to_string(i + 1) + "\n  was " + before + "\n  is  " + now;
  }
  return "the end of the last line";
}

TEST(GoldenTest, EveryEpisodeGivesItsTranscript) {
  std::map<std::string, std::string> files = stored();
  for (const Record& record : records()) {
    std::string found;
    append_transcript(record, record.rules.value_or(RuleSet::kStandard), kDefaultStepLimit, found);
    const auto file = files.extract(record.id);
    if (file.empty()) {
      ADD_FAILURE() << "there is no " << record.id
                    << ".txt, or there are two records with that id\n"
                    << kAdvice;
      continue;
    }
    EXPECT_TRUE(file.mapped() == found)
        << record.id << ".txt, " << first_difference(file.mapped(), found) << "\n"
        << kAdvice;
  }
  for (const auto& [id, text] : files) {
    ADD_FAILURE() << id << ".txt has no record in episodes.jsonl\n" << kAdvice;
  }
}

// The golden episodes are a useful test only if they cover everything.
TEST(GoldenTest, EveryAxiomOutcomeAndRuleSetIsCovered) {
  std::set<std::string> seen;  // beginnings of lines
  std::set<std::string> axioms_that_work;
  for (const auto& [id, text] : stored()) {
    std::string axiom;
    for (const std::string& line : split_lines(text)) {
      if (line.starts_with("step ")) axiom.clear();
      if (line.starts_with("  nodes ")) axiom = line.substr(8, line.find(' ', 8) - 8);
      if (line == "  outcome changed" || line == "  outcome proven") axioms_that_work.insert(axiom);
      if (line.starts_with("  outcome ") || line.starts_with("  ended ")) seen.insert(line);
      if (line.starts_with("rules ")) seen.insert(line.substr(0, line.find(',')));
    }
  }
  for (std::size_t i = 0; i < kAxiomCount; ++i) {
    EXPECT_TRUE(axioms_that_work.contains(std::to_string(i))) << axioms()[i].name;
  }
  // kNoSuchAxiom cannot result from a text. kTooLarge would make the files too large;
  // transcript_test.cpp covers it.
  for (const Outcome outcome : {Outcome::kProven, Outcome::kChanged, Outcome::kNothing,
                                Outcome::kNoMatch, Outcome::kNoSuchNode, Outcome::kClosed}) {
    EXPECT_TRUE(seen.contains("  outcome " + std::string(to_string(outcome))))
        << to_string(outcome);
  }
  EXPECT_TRUE(seen.contains("  outcome unreadable"));
  EXPECT_TRUE(seen.contains("  ended proven"));
  EXPECT_TRUE(seen.contains("  ended step limit"));
  for (const RuleSet set : kRuleSets) {
    EXPECT_TRUE(seen.contains("rules " + std::string(to_string(set)))) << to_string(set);
  }
}

}  // namespace
}  // namespace ineq
