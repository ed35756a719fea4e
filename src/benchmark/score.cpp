#include "benchmark/score.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <unordered_set>
#include <utility>

#include "base/error.h"
#include "files/lines.h"
#include "proof/record.h"
#include "proof/rules_by_set.h"
#include "term/print.h"

namespace ineq {
namespace {

// A proof and where it was read.
struct Submission {
  std::string file;
  std::size_t line;
  std::string id;
  std::optional<RuleSet> rules;  // that its record names
  std::vector<std::string> proof;
};

// The problems with one theorem and the proofs of it; nearly always one of each.
struct Group {
  std::vector<std::size_t> problems;  // indices
  std::vector<Submission> submissions = {};
};

// The goal, and then the premises, whose order and repetition do not matter.
std::string statement_texts(Bank& bank, const Record& record) {
  bank.reset();
  const Theorem theorem = read_theorem(bank, record);
  std::vector<std::string> premises;
  for (const Statement premise : theorem.premises) premises.push_back(to_string(bank, premise));
  std::ranges::sort(premises);
  const auto repeated = std::ranges::unique(premises);
  premises.erase(repeated.begin(), repeated.end());
  return fmt::format("{}\n{}", to_string(bank, theorem.goal), fmt::join(premises, "\n"));
}

std::string goal_of(const std::string& texts) { return texts.substr(0, texts.find('\n')); }

// Finds out which problem each proof is for.
class Matching {
 public:
  explicit Matching(std::span<const TestProblem> problems) : problems_(problems) {
    for (std::size_t i = 0; i < problems.size(); ++i) {
      const Record& record = problems[i].record;
      const std::string texts = statement_texts(bank_, record);
      groups_[texts].problems.push_back(i);
      goals_.insert(goal_of(texts));
      if (!record.id.empty()) ids_[record.id].push_back(i);
    }
  }

  // Throws Error if this is a proof of another theorem, or one too many.
  void add(const LineReader& lines, Record record) {
    const std::string texts = statement_texts(bank_, record);
    const auto group = groups_.find(texts);
    if (group == groups_.end()) refuse(record, texts);
    const std::vector<std::size_t> possible = possible_for(record.id, group->second);
    if (possible.empty()) refuse(record, texts);
    std::vector<Submission>& all = group->second.submissions;
    if (all.size() == group->second.problems.size()) throw Error(repetition(all.front()));
    all.push_back({.file = lines.name(),
                   .line = lines.number(),
                   .id = std::move(record.id),
                   .rules = record.rules,
                   .proof = std::move(record.proof)});
  }

  // The proof of each problem, or null. Valid as long as this object. Throws Error if there are too
  // many proofs with one id.
  std::vector<const Submission*> assign() const {
    std::vector<const Submission*> out(problems_.size());
    for (const auto& [texts, group] : groups_) assign(group, out);
    return out;
  }

 private:
  [[noreturn]] void refuse(const Record& record, const std::string& texts) const {
    std::string why = "no problem has this goal";
    if (ids_.contains(record.id)) {
      why = fmt::format("the problem with the id '{}' is a different one", record.id);
    } else if (goals_.contains(goal_of(texts))) {
      why = "the problem with this goal has other premises";
    }
    throw Error("this is a proof of another theorem: " + why);
  }

  static std::string repetition(const Submission& first) {
    return fmt::format("this problem has a proof already, in {}:{}", first.file, first.line);
  }

  // The problems of the group that a proof with this id can be for: those with the id, or all if no
  // problem has it.
  std::vector<std::size_t> possible_for(const std::string& id, const Group& group) const {
    if (id.empty() || !ids_.contains(id)) return group.problems;
    std::vector<std::size_t> out;
    std::ranges::copy_if(group.problems, std::back_inserter(out),
                         [&](std::size_t i) { return problems_[i].record.id == id; });
    return out;
  }

  void assign(const Group& group, std::vector<const Submission*>& out) const {
    const auto has_id = [&](const Submission& s, std::size_t i) {
      return !s.id.empty() && problems_[i].record.id == s.id;
    };
    const auto has_rules = [&](const Submission& s, std::size_t i) {
      return rules_for(problems_[i].record) == s.rules.value_or(RuleSet::kStandard);
    };
    std::unordered_set<const Submission*> placed;
    // The best fits first, so that no proof takes the place of one that fits better.
    for (const auto& [by_id, by_rules] :
         {std::pair{true, true}, {true, false}, {false, true}, {false, false}}) {
      for (const Submission& s : group.submissions) {
        for (const std::size_t i : possible_for(s.id, group)) {
          if (placed.contains(&s)) break;
          if (out[i] || (by_id && !has_id(s, i)) || (by_rules && !has_rules(s, i))) continue;
          out[i] = &s;
          placed.insert(&s);
        }
      }
    }
    for (const Submission& s : group.submissions) {
      if (placed.contains(&s)) continue;
      const Submission& first = *out[possible_for(s.id, group).front()];
      throw Error(fmt::format("{}:{}: {}", s.file, s.line, repetition(first)));
    }
  }

  const std::span<const TestProblem> problems_;
  Bank bank_;
  std::map<std::string, Group> groups_;                            // by statement_texts
  std::unordered_set<std::string> goals_;                          // of the problems
  std::unordered_map<std::string, std::vector<std::size_t>> ids_;  // problems by id
};

// The proof that the record of the problem itself has, if any.
std::optional<std::vector<std::string>> given_proof(const TestProblem& problem) {
  try {
    return read_record(problem.record.line).proof;
  } catch (const Error&) {  // it has none, or a malformed one
    return std::nullopt;
  }
}

// A text from a proof can have megabytes.
std::string shortened(const std::string& text) {
  constexpr std::size_t kLongest = 500;  // bytes
  if (text.size() <= kLongest) return text;
  std::size_t end = kLongest;
  while (end > 0 && (text[end] & 0xC0) == 0x80) --end;  // not within a character
  return text.substr(0, end) + "…";
}

std::string explain_rejection(const std::string& reason, RuleSet rules,
                              std::optional<RuleSet> named) {
  if (!named || *named == rules) return shortened(reason);
  return fmt::format("{} (under {}, the rules of the problem; the record says {})",
                     shortened(reason), to_string(rules), to_string(*named));
}

}  // namespace

Score make_score(const ScoreRequest& request) {
  Matching matching(request.problems);
  for (const std::string& path : request.proofs) {
    LineReader lines(path);
    for (std::string_view line; lines.next(line);) {
      if (is_blank(line)) continue;
      at_line(lines, [&] { matching.add(lines, read_record(line)); });
    }
  }
  const std::vector<const Submission*> proofs = matching.assign();

  Score out{
      .summary = {.solver = {}, .is_checked = true, .all = ResultSummary(request.step_limit)}};
  const RulesBySet rules;
  Bank bank;
  for (std::size_t i = 0; i < proofs.size(); ++i) {
    const TestProblem& problem = request.problems[i];
    ProblemResult result;  // not proven
    if (const Submission* submission = proofs[i]) {
      Record record = problem.record;
      record.proof = submission->proof;
      const RuleSet set = rules_for(record);
      bank.reset();
      const RecordVerdict verdict = check_record(bank, rules[set], record);
      if (!verdict.proven) {
        out.rejected.push_back(
            {.file = submission->file,
             .line = submission->line,
             .id = shortened(record.id.empty() ? submission->id : record.id),
             .number = problem.number,
             .reason = explain_rejection(verdict.reason, set, submission->rules)});
      } else if (record.proof.size() > request.step_limit) {
        ++out.too_long;
      } else {
        out.as_given += given_proof(problem) == record.proof;
        result = {.end = SearchEnd::kProven, .proof = std::move(record.proof)};
      }
    } else {
      ++out.without_proof;
    }
    out.summary.add(problem, result, request.step_limit);
  }
  return out;
}

}  // namespace ineq
