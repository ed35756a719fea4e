#include "benchmark/evaluation_log.h"

#include <fmt/format.h>

#include <cstdio>
#include <filesystem>

#include "base/error.h"
#include "files/lines.h"

namespace ineq {
namespace {

using Json = nlohmann::json;

constexpr std::chrono::milliseconds kBetweenCheckpoints{300};

SearchEnd read_end(const std::string& name) {
  if (const auto end = find_search_end(name)) return *end;
  throw Error(fmt::format("no search ends with '{}'", name));
}

}  // namespace

std::string write_result(std::string_view agent, const TestProblem& problem,
                         const ProblemResult& result) {
  nlohmann::ordered_json out = {{"agent", agent}, {"number", problem.number}};
  if (!problem.record.id.empty()) out["id"] = problem.record.id;
  if (problem.k) out["k"] = *problem.k;
  if (problem.l) out["l"] = *problem.l;
  out["end"] = to_string(result.end);
  const auto put = [&](const char* name, const Json& value) {
    out[name] = result.answer_only ? Json() : value;
  };
  if (result.proven()) put("length", result.proof.size());
  visit_counts(result.counts, put);
  out["bytes"] = result.bytes;
  out["seconds"] = result.seconds;
  out["cpu_seconds"] = result.cpu_seconds;
  if (result.proven()) put("proof", result.proof);
  return out.dump();
}

ProblemResult read_result(std::string_view line) {
  try {
    const Json json = Json::parse(line);
    ProblemResult out{.end = read_end(json.at("end")),
                      .answer_only = json.at("expanded").is_null(),
                      .bytes = json.at("bytes"),
                      .seconds = json.at("seconds"),
                      .cpu_seconds = json.at("cpu_seconds")};
    if (out.answer_only) return out;
    visit_counts(out.counts,
                 [&](const char* name, std::uint64_t& count) { count = json.at(name); });
    if (out.proven()) out.proof = json.at("proof").get<std::vector<std::string>>();
    return out;
  } catch (const Json::exception&) {
    throw Error("this is not a result");
  }
}

EvaluationLog::EvaluationLog(const Request& request) : request_(request) {
  const std::vector<std::uint64_t> sizes = read_checkpoint();
  if (!request_.results.empty()) results_.emplace(request_.results, sizes[0]);
  if (!request_.proofs.empty()) proofs_.emplace(request_.proofs, sizes[1]);
  if (finished_ > 0) read_earlier();
}

// The sizes of the two files at the checkpoint, or zeros where the run begins with nothing.
std::vector<std::uint64_t> EvaluationLog::read_checkpoint() {
  const std::string path = checkpoint_path();
  if (request_.results.empty()) return {0, 0};
  if (!std::filesystem::exists(path)) {
    if (request_.resume && std::filesystem::exists(request_.results)) {
      throw Error(request_.results +
                  ": this run is finished; remove the file, or leave out --resume, to do it again");
    }
    return {0, 0};
  }
  if (!request_.resume) {
    throw Error(fmt::format(
        "{}: there is an unfinished run: go on with it (--resume) or remove this file", path));
  }
  const Json json = Json::parse(read_file(path), nullptr, false);
  try {
    if (json.at("evaluation") != request_.evaluation) {
      throw Error(path + ": the unfinished run was of other problems or with other options");
    }
    finished_ = json.at("finished");
    std::vector<std::uint64_t> sizes = json.at("sizes");
    if (sizes.size() == 2 && finished_ > 0) return sizes;
  } catch (const Json::exception&) {
  }
  throw Error(path + ": this is not a checkpoint");
}

void EvaluationLog::read_earlier() {
  LineReader lines(results_->partial());
  for (std::string_view line; lines.next(line);) {
    try {
      earlier_.push_back(read_result(line));
    } catch (const Error& error) {
      throw Error(fmt::format("{}:{}: {}", lines.name(), lines.number(), error.what()));
    }
  }
  if (earlier_.size() != finished_) {
    throw Error(fmt::format("{}: {} results were expected in it", lines.name(), finished_));
  }
}

void EvaluationLog::add(std::string_view agent, const TestProblem& problem,
                        const ProblemResult& result) {
  if (results_) results_->write(write_result(agent, problem, result) + "\n");
  if (proofs_ && result.proven() && !result.answer_only) {
    const RuleSet rules = rules_for(problem.record, request_.rules);
    proofs_->write(write_proven(problem, rules, result.proof) + "\n");
  }
  ++finished_;
  if (Clock::now() - kept_ > kBetweenCheckpoints) keep();
}

void EvaluationLog::keep() {
  kept_ = Clock::now();
  if (!results_ || finished_ == 0) return;
  const auto results_size = results_->checkpoint();
  const auto proofs_size = proofs_ ? proofs_->checkpoint() : 0;
  if (!results_size || !proofs_size) return;
  const Json json = {{"evaluation", request_.evaluation},
                     {"finished", finished_},
                     {"sizes", {*results_size, *proofs_size}}};
  write_file(checkpoint_path(), json.dump(2) + "\n");
}

// A run that ends between the renamings has to begin again.
void EvaluationLog::commit() {
  if (results_) results_->checkpoint();
  if (proofs_) proofs_->checkpoint();
  if (results_) std::remove(checkpoint_path().c_str());
  if (proofs_) proofs_->commit();
  if (results_) results_->commit();
}

}  // namespace ineq
