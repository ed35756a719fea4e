#include "benchmark/score_report.h"

#include <fmt/format.h>

#include <nlohmann/json.hpp>

#include "base/printable.h"
#include "benchmark/success_cells.h"
#include "files/machine.h"
#include "files/sha256.h"

namespace ineq {
namespace {

using OrderedJson = nlohmann::ordered_json;

std::string rejection_text(const RejectedProof& r) {
  return fmt::format("{}:{}: rejected{}{}: {}\n", printable(r.file), r.line,
                     r.id.empty() ? "" : " ", printable(r.id), printable(r.reason));
}

std::string subject_text(const ScoreSubject& subject, std::uint64_t problems) {
  return fmt::format("{}{}{}, {} theorems, SHA-256 {}\n", printable(subject.name),
                     subject.name.empty() ? "" : " on ",
                     subject.set ? subject.set->name : "problems from files", problems,
                     subject.sha256);
}

// What became of the problems that do not count as proven.
std::string rest_text(const Score& score, std::size_t step_limit) {
  std::string out = fmt::format(
      "not proven: {} without a proof, {} with a rejected proof, {} with a proof of more than {} "
      "steps\n",
      score.without_proof, score.rejected.size(), score.too_long, step_limit);
  if (score.as_given > 0) {
    out += fmt::format("{} of the proofs are the ones in the records of the problems\n",
                       score.as_given);
  }
  return out;
}

Table score_table(const Score& score, std::size_t step_limit) {
  Table::Cells columns = success_columns(step_limit);
  columns.insert(columns.begin(), "");
  Table out(columns);
  const auto add = [&](const std::string& label, const ResultSummary& summary) {
    Table::Cells cells = success_cells(summary);
    cells.insert(cells.begin(), label);
    out.add(cells);
  };
  add("all", score.summary.all);
  if (score.summary.by_setting.size() > 1) {
    for (const auto& [setting, summary] : score.summary.by_setting) add(name_of(setting), summary);
  }
  return out;
}

void put_success(OrderedJson& out, const ResultSummary& s) {
  const auto [low, high] = s.interval();
  out["theorems"] = s.all().problems;
  out["proven"] = s.proven().problems;
  out["success"] = s.success();
  out["interval"] = {low, high};
  out["length"] = s.length();
  out["proven_length"] = s.proven_length();
}

}  // namespace

std::string problems_checksum(std::span<const TestProblem> problems) {
  std::string lines;
  for (const TestProblem& problem : problems) lines += problem.record.line + "\n";
  return sha256(lines);
}

std::string score_text(const Score& score, const ScoreSubject& subject, const TableStyle& style) {
  std::string out;
  for (const RejectedProof& rejected : score.rejected) out += rejection_text(rejected);
  if (!out.empty()) out += "\n";
  out += subject_text(subject, score.summary.all.all().problems);
  out += "\n" + score_table(score, subject.step_limit).text(style) + "\n";
  return out + rest_text(score, subject.step_limit);
}

OrderedJson score_json(const Score& score, const ScoreSubject& subject) {
  const auto or_null = [](bool is_known, const std::string& text) {
    return is_known ? OrderedJson(text) : OrderedJson();
  };
  const bool is_set = subject.set.has_value();
  OrderedJson out = {{"score", kScoreFormat},
                     {"name", or_null(!subject.name.empty(), subject.name)},
                     {"set", or_null(is_set, is_set ? subject.set->name : "")},
                     {"version", or_null(is_set, is_set ? subject.set->version : "")},
                     {"sha256", subject.sha256}};
  put_success(out, score.summary.all);
  out["step_limit"] = subject.step_limit;
  out["without_proof"] = score.without_proof;
  out["rejected"] = score.rejected.size();
  out["too_long"] = score.too_long;
  out["as_given"] = score.as_given;
  OrderedJson& settings = out["settings"] = OrderedJson::array();
  for (const auto& [setting, summary] : score.summary.by_setting) {
    OrderedJson row = {{"k", setting.k}, {"l", setting.l}};
    put_success(row, summary);
    settings.push_back(std::move(row));
  }
  OrderedJson& rejections = out["rejections"] = OrderedJson::array();
  for (const RejectedProof& r : score.rejected) {
    rejections.push_back({{"number", r.number},
                          {"id", or_null(!r.id.empty(), r.id)},
                          {"file", r.file},
                          {"line", r.line},
                          {"reason", r.reason}});
  }
  const OrderedJson machine = describe_machine();
  out["program"] = {{"version", machine.at("version")}, {"commit", machine.at("commit")}};
  return out;
}

}  // namespace ineq
