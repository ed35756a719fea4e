#pragma once
// Theorems with proofs, as exporters take them.

#include <gtest/gtest.h>

#include <map>
#include <string>
#include <vector>

#include "export/exporter.h"
#include "export/theorem_name.h"
#include "generate/dataset.h"
#include "proof/record.h"
#include "support/fixture.h"

namespace ineq {

// Their ids are names that are legal everywhere.
inline std::vector<Record> generated_records(std::size_t k, std::size_t l, std::uint64_t count) {
  Generator generator({.k = k, .l = l, .order_trials = 2000});
  std::vector<Record> out;
  for (std::uint64_t i = 0; i < count; ++i) {
    out.push_back(make_record(generator, i));
    out.back().id = theorem_name(out.back().id, "");
  }
  return out;
}

class ExportFixture : public Fixture {
 protected:
  // The proof must be one under the rules.
  ExportTheorem exported(const Record& record, const Rules& rules) {
    const RecordVerdict verdict = check_record(bank_, rules, record);
    EXPECT_TRUE(verdict.proven) << verdict.reason;
    ExportTheorem out{
        .name = record.id, .comment = "", .derivation = derive(bank_, *verdict.proven, lemmas_)};
    out.history.emplace(bank_, *verdict.proven);
    return out;
  }
  ExportTheorem exported(const Texts& premises, const std::string& goal, const Texts& proof) {
    const Record record{
        .id = "it", .rules = {}, .premises = premises, .goal = goal, .proof = proof};
    return exported(record, rules_);
  }
  ExportTheorem only_stated(const Texts& premises, std::string_view goal) {
    return {.name = "it",
            .comment = "",
            .derivation = {.theorem = theorem(premises, goal), .lines = {}}};
  }

  const Lemmas lemmas_;
};

// Every bracket has its partner.
inline bool is_balanced(std::string_view text) {
  const std::map<char, char> kOpening = {{')', '('}, {']', '['}, {'}', '{'}};
  std::string open;
  for (const char c : text) {
    if (c == '(' || c == '[' || c == '{') open += c;
    const auto closing = kOpening.find(c);
    if (closing == kOpening.end()) continue;
    if (open.empty() || open.back() != closing->second) return false;
    open.pop_back();
  }
  return open.empty();
}

inline std::size_t count_of(std::string_view text, std::string_view part) {
  std::size_t out = 0;
  for (std::size_t at = text.find(part); at != std::string_view::npos;
       at = text.find(part, at + 1)) {
    ++out;
  }
  return out;
}

}  // namespace ineq
