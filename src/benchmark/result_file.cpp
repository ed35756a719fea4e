#include "benchmark/result_file.h"

#include <fmt/format.h>

#include <fstream>
#include <nlohmann/json.hpp>
#include <optional>

#include "base/error.h"
#include "base/hash.h"
#include "base/printable.h"
#include "files/lines.h"

namespace ineq {
namespace {

using Json = nlohmann::json;

SearchEnd read_end(const std::string& name) {
  if (const auto end = find_search_end(name)) return *end;
  throw Error(fmt::format("no search ends with '{}'", name));
}

std::uint64_t read_count(const Json& json) {
  if (!json.is_number_unsigned()) throw Error("this is not a result");
  return json;
}

double read_seconds(const Json& json) {
  const double seconds = json;
  if (!(seconds >= 0)) throw Error("this is not a result");
  return seconds;
}

bool ends_within_a_line(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  return file.seekg(-1, std::ios::end) && !path.ends_with(".zst") && file.get() != '\n';
}

}  // namespace

std::string fingerprint_of(const Solver& solver, const TestProblem& problem) {
  const Json all = {solver.name, solver.options, to_string(rules_for(problem.record)),
                    problem.record.premises, problem.record.goal};
  return fmt::format("{:016x}", hash_text(all.dump()));
}

std::string write_result(const Solver& solver, const TestProblem& problem,
                         const ProblemResult& result) {
  const Record& record = problem.record;
  nlohmann::ordered_json out = {{"solver", solver.name}, {"number", problem.number}};
  if (!record.id.empty()) out["id"] = record.id;
  if (record.k) out["k"] = *record.k;
  if (record.l) out["l"] = *record.l;
  out["end"] = to_string(result.end);
  if (result.end == SearchEnd::kFailed) out["why"] = printable(result.why);
  const auto put = [&](const char* name, const Json& value) {
    out[name] = result.answer_only ? Json() : value;
  };
  if (result.proven()) put("length", result.proof.size());
  visit_counts(result.counts, put);
  if (result.states > 0) out["states"] = result.states;
  out["bytes"] = result.bytes;
  out["seconds"] = result.seconds;
  out["cpu_seconds"] = result.cpu_seconds;
  if (result.proven()) put("proof", result.proof);
  out["fingerprint"] = fingerprint_of(solver, problem);
  return out.dump();
}

KeyedResult read_result(std::string_view line) {
  try {
    const Json json = Json::parse(line);
    KeyedResult out{.solver = json.at("solver"),
                    .number = read_count(json.at("number")),
                    .fingerprint = json.at("fingerprint")};
    out.result = {.end = read_end(json.at("end")),
                  .answer_only = json.at("expanded").is_null(),
                  .bytes = read_count(json.at("bytes")),
                  .seconds = read_seconds(json.at("seconds")),
                  .cpu_seconds = read_seconds(json.at("cpu_seconds"))};
    if (out.result.answer_only) return out;
    visit_counts(out.result.counts, [&](const char* name, std::uint64_t& count) {
      count = read_count(json.at(name));
    });
    if (json.contains("why")) out.result.why = json.at("why");
    if (json.contains("states")) out.result.states = read_count(json.at("states"));
    if (out.result.proven()) out.result.proof = json.at("proof").get<std::vector<std::string>>();
    return out;
  } catch (const Json::exception&) {
    throw Error("this is not a result");
  }
}

void for_each_result(const std::string& path, const std::function<void(KeyedResult)>& visit) {
  const bool is_cut_off = ends_within_a_line(path);
  LineReader lines(path);
  std::optional<Error> fault;
  for (std::string_view line; lines.next(line);) {
    if (fault) throw *fault;  // that was not the last line
    if (is_blank(line)) continue;
    KeyedResult result;
    try {
      result = at_line(lines, [&] { return read_result(line); });
    } catch (const Error& error) {
      if (!is_cut_off) throw;
      fault = error;
      continue;
    }
    at_line(lines, [&] { visit(std::move(result)); });
  }
}

}  // namespace ineq
