#include "benchmark/prover.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>

#include "base/error.h"
#include "base/printable.h"
#include "term/parse.h"

namespace ineq {
namespace {

bool is_eprover(std::string_view name) { return name == "eprover"; }

std::string find_binary(std::string_view name) {
  if (auto path = find_program(name)) return *path;
  throw Error(fmt::format("{0} is not installed: there is no program {0} on the PATH", name));
}

// The provers read the problem from standard input. --satauto is the automatic mode of E that keeps
// all axioms; within 5 seconds it proves as much as the modes that try several strategies.
std::vector<std::string> command_of(std::string_view name, const std::string& path) {
  if (name == "z3") return {path, "-smt2", "-in"};
  if (name == "cvc5") return {path, "--lang=smt2", "-"};
  INEQ_CHECK(is_eprover(name));
  return {path, "--satauto", "--silent"};
}

bool has_line(std::string_view text, std::string_view line) {
  for (std::size_t begin = 0; begin < text.size();) {
    const std::size_t end = std::min(text.find('\n', begin), text.size());
    if (text.substr(begin, end - begin) == line) return true;
    begin = end + 1;
  }
  return false;
}

bool has(std::string_view text, std::string_view part) {
  return text.find(part) != std::string_view::npos;
}

// Returns nothing if the output contains no answer.
std::optional<SearchEnd> answer_in(std::string_view name, std::string_view output) {
  if (is_eprover(name)) {
    if (has(output, "SZS status Theorem")) return SearchEnd::kProven;
    // Contradictory premises: then everything follows.
    if (has(output, "SZS status ContradictoryAxioms")) return SearchEnd::kProven;
    // A model of the rows need not be the real numbers.
    if (has(output, "SZS status CounterSatisfiable")) return SearchEnd::kExhausted;
    if (has(output, "SZS status GaveUp")) return SearchEnd::kExhausted;
    return std::nullopt;
  }
  if (has(output, "(error")) return std::nullopt;
  if (has_line(output, "unsat")) return SearchEnd::kProven;
  if (has_line(output, "sat")) return SearchEnd::kRefuted;
  return std::nullopt;
}

SearchEnd end_of(std::string_view name, const ProcessResult& result) {
  using End = ProcessResult::End;
  if (result.end == End::kInterrupted) return SearchEnd::kInterrupted;
  if (const auto answer = answer_in(name, result.output)) return *answer;
  if (result.end == End::kSeconds) return SearchEnd::kSeconds;
  for (const std::string_view sign : {"out of memory", "Out of Memory", "bad_alloc"}) {
    if (has(result.output, sign)) return SearchEnd::kMemory;
  }
  return SearchEnd::kExhausted;
}

}  // namespace

Prover::Prover(std::string_view name, const Lemmas& lemmas)
    : name_(name),
      path_(find_binary(name)),
      exporter_(is_eprover(name) ? "tptp" : "smtlib", lemmas) {
  Bank bank;
  const auto try_out = [&](const char* goal, double seconds) {
    return ask(bank, {.premises = {}, .goal = parse_statement(bank, goal)}, {.seconds = seconds});
  };
  const ProcessResult right = try_out("(a+b)=(b+a)", 60);
  if (end_of(name_, right) != SearchEnd::kProven) {
    throw Error(fmt::format("{}: does not prove (a+b)=(b+a): {}", path_,
                            printable(right.output.substr(0, right.output.find('\n')))));
  }
  if (end_of(name_, try_out("a=b", 1)) == SearchEnd::kProven) {
    throw Error(path_ + ": proves a=b");
  }
}

ProblemResult Prover::prove(const TestProblem& problem, const SearchLimits& limits) const {
  Bank bank;
  const ProcessResult result = ask(bank, read_theorem(bank, problem.record), limits);
  return {.end = end_of(name_, result),
          .answer_only = true,
          .bytes = result.bytes,
          .seconds = result.seconds,
          .cpu_seconds = result.cpu_seconds};
}

ProcessResult Prover::ask(Bank& bank, const Theorem& theorem, const SearchLimits& limits) const {
  const ExportTheorem exported{
      .name = "goal", .comment = "", .derivation = {.theorem = theorem, .lines = {}}};
  return run_process(
      command_of(name_, path_), exporter_.library() + exporter_.theorem(bank, exported),
      {.seconds = prover_seconds(limits), .memory = limits.memory, .interrupt = limits.interrupt});
}

Solver make_prover_solver(std::string_view name, const SearchLimits& limits,
                          nlohmann::json options) {
  const auto lemmas = std::make_shared<const Lemmas>();
  const auto prover = std::make_shared<const Prover>(name, *lemmas);
  return {.name = std::string(name),
          .is_checked = false,
          .options = std::move(options),
          .solve = [lemmas, prover, limits](const TestProblem& problem) {
            return prover->prove(problem, limits);
          }};
}

}  // namespace ineq
