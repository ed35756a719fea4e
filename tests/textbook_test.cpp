// examples/textbook.jsonl: classical identities and inequalities, each with a proof under `full`.

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "algebra/canonical.h"
#include "files/lines.h"
#include "proof/record.h"
#include "proof/rules_by_set.h"
#include "support/rational.h"
#include "support/repository.h"
#include "term/print.h"

namespace ineq {
namespace {

std::vector<Record> textbook_records() {
  std::vector<Record> out;
  LineReader lines(in_repository("examples/textbook.jsonl"));
  for_each_record(lines, [&](const Record& record) { out.push_back(record); });
  return out;
}

TEST(TextbookTest, TheKernelAcceptsEveryProof) {
  const RulesBySet rules;
  for (const Record& record : textbook_records()) {
    EXPECT_EQ(record.rules, RuleSet::kFull) << record.id;
    Bank bank;
    const RecordVerdict verdict = check_record(bank, rules[RuleSet::kFull], record);
    EXPECT_TRUE(verdict.proven) << record.id << ": " << verdict.reason;
    const std::string length = "\"length\": " + std::to_string(record.proof.size()) + ",";
    EXPECT_NE(record.line.find(length), std::string::npos) << record.id;
  }
}

TEST(TextbookTest, NoTheoremIsThereTwice) {
  std::set<std::string> ids;
  std::set<std::uint64_t> goals;  // of the theorems without premises, up to renaming
  std::set<std::pair<std::set<std::string>, std::string>> theorems;
  for (const Record& record : textbook_records()) {
    EXPECT_TRUE(record.id.starts_with("textbook/")) << record.id;
    EXPECT_TRUE(ids.insert(record.id).second) << record.id;
    Bank bank;
    const Theorem theorem = read_theorem(bank, record);
    EXPECT_EQ(to_string(bank, theorem.goal), record.goal);  // the canonical form
    EXPECT_TRUE(
        theorems.insert({{record.premises.begin(), record.premises.end()}, record.goal}).second)
        << record.id;
    if (!theorem.premises.empty()) continue;
    EXPECT_TRUE(goals.insert(canonical_hash(bank, theorem.goal)).second) << record.id;
  }
  EXPECT_GE(ids.size(), 70u);
}

// The meaning of a statement is independent of the axioms that prove it.
TEST(TextbookTest, EveryStatementHoldsAtRandomPoints) {
  constexpr int kTries = 1000;
  Rng rng(1);
  for (const Record& record : textbook_records()) {
    Bank bank;
    EXPECT_TRUE(survives(bank, read_theorem(bank, record), rng, kTries)) << record.id;
  }
}

TEST(TextbookTest, HasTheExamplesOfThePaper) {
  const std::map<std::string, std::string> expected = {
      {"textbook/square-is-non-negative", "(a^2)>=0"},
      {"textbook/distribute-and-commute", "(a*(b+c))=((b*a)+(a*c))"},
      {"textbook/expanded-square-of-difference", "(((a^2)+(b^2))+(-((a*b)+(a*b))))>=0"}};
  std::map<std::string, std::string> found;
  for (const Record& record : textbook_records()) {
    if (record.line.find("\"paper\"") == std::string::npos) continue;
    found[record.id] = record.goal;
    EXPECT_FALSE(record.proof.empty()) << record.id;
  }
  EXPECT_EQ(found, expected);
}

}  // namespace
}  // namespace ineq
