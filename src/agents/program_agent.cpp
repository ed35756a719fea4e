#include "agents/program_agent.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "agents/program_evaluator.h"
#include "agents/program_state.h"
#include "base/error.h"
#include "base/printable.h"
#include "term/print.h"

namespace ineq {
namespace {

using Mode = ProgramIdentity::Mode;

using AnswerEnd = Program::Answer::End;

constexpr double kGrace = 1;  // seconds after the limit of time that a prover has for its answer

std::shared_ptr<ProgramFamily> make_family(const std::string& command, double answer_seconds,
                                           const ActingOptions& acting,
                                           const AgentRequest& request) {
  require_possible(acting);
  const SearchLimits& limits = request.limits;
  nlohmann::ordered_json greeting = {
      {"search", kActingNames[static_cast<std::size_t>(acting.acting)]},
      {"steps", limits.steps},
      {"nodes", limits.nodes},
      {"seconds", nullptr},
      {"rules", nullptr},
      {"seed", acting.search.seed},
      {"answer_seconds", answer_seconds}};
  if (limits.seconds > 0) greeting["seconds"] = limits.seconds;
  if (request.rules) greeting["rules"] = to_string(*request.rules);
  return std::make_shared<ProgramFamily>(ProgramOptions{.command = command,
                                                        .answer_seconds = answer_seconds,
                                                        .memory = limits.memory,
                                                        .interrupt = limits.interrupt,
                                                        .is_interrupted = limits.is_interrupted,
                                                        .greeting = std::move(greeting)});
}

void require_fitting(const ProgramIdentity& identity, const ActingOptions& acting) {
  if (identity.mode == Mode::kProver) {
    if (acting.acting != Acting::kGreedy || acting.policy != PolicyOptions()) {
      throw Error(fmt::format(
          "{}{} is a prover: --search, --protocol, --beam and the like are for policies",
          kProgramPrefix, identity.name));
    }
  } else if (acting.follows_policy()) {
    require_followable(acting.policy);
  }
}

// Asks a prover about a theorem.
SearchResult ask_prover(Program& program, const PolicyTask& task) {
  Problem& problem = *task.problem;
  const SearchLimits& limits = task.budget->limits();
  SearchResult out;
  const auto finish = [&](SearchEnd end) {
    out.end = end;
    if (end != SearchEnd::kFailed) out.why.clear();
    out.bytes = problem.bytes();
    out.seconds = task.budget->seconds();
    return out;
  };
  if (const auto end = end_at_start(problem, limits)) return finish(*end);
  nlohmann::ordered_json question = {{"type", "prove"},
                                     {"rules", to_string(problem.rule_set)},
                                     {"premises", nlohmann::ordered_json::array()},
                                     {"goal", to_string(problem.bank, problem.theorem.goal)},
                                     {"max_steps", limits.steps},
                                     {"seed", task.seed}};
  for (const Statement premise : problem.theorem.premises) {
    question["premises"].push_back(to_string(problem.bank, premise));
  }
  // A second attempt if the fault may be one of earlier questions.
  for (int attempt = 0; attempt < 2; ++attempt) {
    program.ensure_started();
    std::optional<double> limit;
    if (limits.seconds > 0) {
      limit = std::max(kGrace, limits.seconds + kGrace - task.budget->seconds());
    }
    Program::Answer answer = program.ask(question, limit);
    if (answer.end == AnswerEnd::kInterrupted) return finish(SearchEnd::kInterrupted);
    if (answer.end == AnswerEnd::kSeconds && limit) return finish(SearchEnd::kSeconds);
    if (answer.end == AnswerEnd::kAnswer && !answer.json.contains("proof")) {
      answer = {.end = AnswerEnd::kFault,
                .why = "answered without 'proof'",
                .was_fresh = answer.was_fresh};
      program.reject(answer.why);
    }
    if (answer.end != AnswerEnd::kAnswer) {
      out.why = answer.why;
      if (answer.was_fresh) break;
      continue;
    }
    if (const auto expanded = answer.json.find("expanded");
        expanded != answer.json.end() && expanded->is_number_unsigned()) {
      out.counts.expanded = *expanded;
    }
    if (answer.json["proof"].is_null()) return finish(SearchEnd::kExhausted);
    try {
      out.proof = read_program_proof(problem, answer.json["proof"], limits.steps);
      return finish(SearchEnd::kProven);
    } catch (const Error& error) {
      out.why = fmt::format("answered with a proof that is wrong: {}", error.what());
      break;
    }
  }
  return finish(SearchEnd::kFailed);
}

// The evaluator of a process, with a cache in front of it if it is asked for.
class CachedProgram {
 public:
  CachedProgram(std::unique_ptr<Program> program, const ActingOptions& acting)
      : program_(std::move(program), !acting.follows_policy()) {
    if (acting.cache > 0 && !acting.follows_policy()) cached_.emplace(program_, acting.cache);
  }

  Evaluator& evaluator() {
    if (cached_) return *cached_;
    return program_;
  }

 private:
  ProgramEvaluator program_;
  std::optional<CachingEvaluator> cached_;
};

}  // namespace

ProgramAgent::ProgramAgent(const std::string& command, double answer_seconds,
                           const ActingOptions& acting, const AgentRequest& request)
    : acting_(acting),
      family_(make_family(command, answer_seconds, acting, request)),
      first_(std::make_unique<Program>(family_)),
      identity_(first_->identity()) {
  require_fitting(identity_, acting);
}

Act ProgramAgent::make_act() {
  std::unique_ptr<Program> program = [&] {
    const std::lock_guard lock(mutex_);
    return std::move(first_);
  }();
  if (!program) program = std::make_unique<Program>(family_, identity_);
  program->ensure_started();  // before the clocks of problems start
  if (identity_.mode == Mode::kProver) {
    return [program = std::shared_ptr(std::move(program))](std::span<const PolicyTask> tasks) {
      std::vector<SearchResult> out;
      for (const PolicyTask& task : tasks) out.push_back(ask_prover(*program, task));
      return out;
    };
  }
  return [program = std::make_shared<CachedProgram>(std::move(program), acting_),
          acting = acting_](std::span<const PolicyTask> tasks) {
    return act(program->evaluator(), acting, tasks);
  };
}

Solver make_program_solver(std::shared_ptr<ProgramAgent> program, const std::string& command,
                           const ActingOptions& acting, const AgentRequest& request,
                           nlohmann::json options) {
  const bool is_prover = program->identity().mode == Mode::kProver;
  options["program"] = {{"command", printable(command)},
                        {"version", program->identity().version},
                        {"mode", is_prover ? "prover" : "policy"}};
  Solver out = make_acting_solver(
      program->name(), [program] { return program->make_act(); }, acting, request,
      std::move(options), is_prover ? 1 : program->identity().batch);
  out.remark = [program] { return program->remark(); };
  return out;
}

}  // namespace ineq
