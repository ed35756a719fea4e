// `ineq evaluate`: how many problems agents and classical provers prove, and at what cost.

#include <fmt/format.h>

#include <algorithm>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <vector>

#include "base/error.h"
#include "base/hash.h"
#include "benchmark/evaluation_log.h"
#include "benchmark/evaluation_report.h"
#include "benchmark/prover.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/search_options.h"

namespace ineq {
namespace {

struct Options {
  std::vector<std::string> agents = {std::string(kAgentNames[0])};
  std::vector<std::string> provers;
  std::vector<std::string> files;
  SearchOptions search;
  std::uint64_t first = 0;
  std::uint64_t count = std::numeric_limits<std::uint64_t>::max();
  unsigned threads = 1;
  std::string out;
  std::string proofs;
  std::string plot;
  bool resume = false;
  bool json = false;
};

// All files as one list. Every theorem is read once, so that bad ones are noticed before the work
// begins.
std::vector<TestProblem> read_problems(const Options& options) {
  std::vector<TestProblem> out;
  std::uint64_t number = 0;
  Bank bank;
  for (const std::string& path : options.files) {
    LineReader lines(path);
    for_each_problem(lines, [&](TestProblem problem) {
      bank.reset();
      read_theorem(bank, problem.record);
      problem.number = number++;
      if (problem.number >= options.first) out.push_back(std::move(problem));
      return out.size() < options.count;
    });
    if (out.size() >= options.count) break;
  }
  if (out.empty()) throw Error("there are no problems");
  return out;
}

// All that results depend on.
nlohmann::json identity(const Options& options, const std::vector<TestProblem>& problems) {
  std::uint64_t hash = 0;
  for (const TestProblem& problem : problems) hash = mix(hash_text(problem.line, hash));
  return {{"problems", problems.size()},      {"hash", hash},
          {"first", options.first},           {"agents", options.agents},
          {"provers", options.provers},       {"search", options.search.to_json()},
          {"proofs", !options.proofs.empty()}};
}

struct NamedSolver {
  std::string name;
  bool is_checked;  // by the kernel, whatever it says it has proven
  Solver solver;
};

// Agents first. Throws Error where a prover is not installed.
std::vector<NamedSolver> make_solvers(const Options& options, const SearchLimits& limits) {
  std::vector<NamedSolver> out;
  AgentRequest request{.agent = options.search.agent,
                       .limits = limits,
                       .prune = !options.search.all_actions,
                       .rules = options.search.rule_set()};
  for (const std::string& name : options.agents) {
    request.agent.agent = *find_agent(name);
    out.push_back({name, true, make_solver(request)});
  }
  const auto lemmas = std::make_shared<const Lemmas>();
  for (const std::string& name : options.provers) {
    const auto prover = std::make_shared<const Prover>(name, *lemmas);
    out.push_back({name, false, [lemmas, prover, limits](const TestProblem& problem) {
                     return prover->prove(problem, limits);
                   }});
  }
  return out;
}

int evaluate_all(const Options& options) {
  if (options.resume && options.out.empty()) throw Error("--resume goes with --out");
  if (options.out == "-" || options.proofs == "-") {
    throw Error("standard output has the tables: give --out and --proofs the name of a file");
  }
  if (options.out == options.proofs && !options.out.empty()) {
    throw Error("--out and --proofs are two files");
  }
  for (const std::string& file : options.files) {
    refuse_overwriting(file, options.out);
    refuse_overwriting(file, options.proofs);
  }
  if (options.agents.empty() && !(options.proofs.empty() && options.plot.empty())) {
    throw Error("provers give neither proofs nor budgets: --proofs and --plot go with --agent");
  }
  const std::vector<TestProblem> problems = read_problems(options);
  const std::atomic<bool>& interrupt = catch_interrupt();
  SearchLimits limits = options.search.limits;
  limits.interrupt = &interrupt;
  const std::vector<NamedSolver> solvers = make_solvers(options, limits);
  if (!options.plot.empty()) make_folder(options.plot);  // before the work
  EvaluationLog log({.results = options.out,
                     .proofs = options.proofs,
                     .evaluation = identity(options, problems),
                     .rules = options.search.rule_set(),
                     .resume = options.resume});
  const std::size_t earlier = log.earlier().size();
  const std::size_t total = solvers.size() * problems.size();
  if (earlier > 0) fmt::print(stderr, "{} of {} were there already\n", earlier, total);
  Progress progress("evaluating", total);
  progress.skip(earlier);
  std::vector<AgentReport> reports;
  std::size_t done = 0;
  bool gap = false;  // the files hold no result behind one that is missing
  for (const auto& [name, is_checked, solver] : solvers) {
    if (interrupt && !reports.empty()) break;
    AgentReport& report = reports.emplace_back(name, is_checked, EvaluationSummary(limits.steps));
    const std::size_t begin = std::min(earlier - std::min(done, earlier), problems.size());
    for (std::size_t i = 0; i < begin; ++i) {
      report.add(problems[i], log.earlier()[done++], limits.steps);
    }
    std::size_t next = begin;
    const auto visit = [&](std::size_t i, const ProblemResult& result) {
      const TestProblem& problem = problems[begin + i];
      gap |= begin + i != next++;
      if (!gap) log.add(report.agent, problem, result);
      report.add(problem, result, limits.steps);
      ++done;
      progress.update(done, done - earlier);
    };
    evaluate(std::span(problems).subspan(begin),
             {.solver = solver, .threads = options.threads, .interrupt = &interrupt}, visit);
  }
  progress.wipe();
  if (done < total) {
    log.keep();
    fmt::print(stderr, "interrupted: {} of {} are finished{}\n", done, total,
               options.out.empty() ? "" : "; --resume goes on with them");
  } else {
    log.commit();
  }
  if (done < total && !options.json) fmt::print("Of {} of {} searches:\n\n", done, total);
  if (options.json) {
    print_json(reports, limits,
               {{"finished", done == total},
                {"problems", problems.size()},
                {"options", options.search.to_json()},
                {"prover_seconds", prover_seconds(limits)}});
  } else {
    print_tables(reports, limits);
  }
  if (!options.plot.empty()) plot_success(reports, limits, options.plot);
  return done < total ? 1 : 0;
}

}  // namespace

void add_evaluate(CLI::App& app, Command& run) {
  const auto options = std::make_shared<Options>();
  CLI::App* command =
      app.add_subcommand("evaluate", "Measure how many problems agents prove, and at what cost");
  command
      ->add_option("--problems", options->files,
                   "Records, as JSON Lines, plain or .zst; - is standard input")
      ->required();
  command->add_option("--agent", options->agents, "Which searches, with commas between them")
      ->check(CLI::IsMember(agent_names()))
      ->delimiter(',')
      ->capture_default_str();
  command
      ->add_option("--prover", options->provers,
                   "Which classical provers, with commas between them; without --agent they alone")
      ->check(
          CLI::IsMember(std::vector<std::string>(std::begin(kProverNames), std::end(kProverNames))))
      ->delimiter(',');
  add_count(*command, "--first", options->first, "Leave out so many problems");
  add_count(*command, "-n", options->count, "Take at most so many problems")
      ->check(CLI::PositiveNumber)
      ->default_str("all");
  options->search.add_to(*command);
  add_threads(*command, options->threads, "Number of threads; the limit of memory applies to each");
  command->add_option("--out", options->out, "Write a line of JSON there for each result");
  command->add_option("--proofs", options->proofs,
                      "Write the records that were proven there, with the proofs that were found");
  command->add_flag("--resume", options->resume,
                    "Go on with the unfinished --out of a run that was interrupted");
  command->add_option("--plot", options->plot,
                      "Draw success against budget into this folder, as SVG and PNG");
  command->add_flag("--json", options->json, "Print the result as JSON");
  command->footer(
      "The tables are in Markdown. The result depends neither on the threads nor on the order in\n"
      "which searches end; only times differ, and what a limit of seconds decides. Files may end\n"
      "in .zst.\n"
      "Ctrl-C prints what was finished.\n"
      "Provers are the system's programs, a process for each problem, under the limits of seconds\n"
      "(for them the default is 5) and of memory. Their answers are counted as they are: nothing\n"
      "of them goes through the kernel. They have no proofs and counts.\n"
      "Exit code: 0 all problems were tried, 1 interrupted, 2 bad input.\n"
      "Examples:\n"
      "  ineq evaluate --problems problems.jsonl\n"
      "  ineq evaluate --agent best-first,random --nodes 1000 --problems test.jsonl --plot "
      "pictures\n"
      "  ineq evaluate --prover z3,cvc5 --agent best-first --seconds 2 --problems test.jsonl\n"
      "  ineq evaluate --problems test.jsonl.zst --out results.jsonl --proofs proofs.jsonl "
      "--resume\n"
      "  ineq generate -k 3 -l 7 -n 100 --out - | ineq evaluate --problems - --json");
  command->callback([options, command, &run] {
    if (!options->provers.empty() && command->count("--agent") == 0) options->agents.clear();
    run = [options] { return evaluate_all(*options); };
  });
}

}  // namespace ineq
