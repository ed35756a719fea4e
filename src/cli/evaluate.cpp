// `ineq evaluate`: how many problems agents and classical provers prove, and at what cost.

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <vector>

#include "agents/program_agent.h"
#include "base/error.h"
#include "base/names.h"
#include "benchmark/frozen_set.h"
#include "benchmark/prover.h"
#include "benchmark/run.h"
#include "benchmark/run_report.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/problem_options.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/screen.h"
#include "cli/search_options.h"
#include "cli/values.h"
#include "files/machine.h"
#include "files/make_folder.h"

namespace ineq {
namespace {

struct EvaluateOptions {
  std::vector<std::string> agents = {std::string(kAlgorithmNames[0])};
  std::vector<std::string> provers;
  ProblemSelection problems;
  SearchOptions search;
  unsigned threads = 1;
  std::string out;
  std::string proofs;
  std::vector<std::string> join;
  std::string plot;
  std::string count;  // empty: what the protocol counts
  bool resume = false;
  bool force = false;
  bool json = false;
  bool markdown = false;
};

// Agents first. Starts those that are programs. Throws Error if a prover is not installed or a
// program does not work.
std::vector<Solver> make_solvers(const EvaluateOptions& options, const SearchLimits& limits) {
  std::vector<Solver> out;
  SolveOptions solve = options.search;
  solve.limits = limits;
  for (const std::string& name : split_agents(options.agents)) {
    out.push_back(make_named_solver(name, solve));
  }
  for (const std::string& name : options.provers) {
    out.push_back(make_prover_solver(name, limits, options.search.to_json()));
  }
  return out;
}

void require_possible(const EvaluateOptions& options) {
  if (options.resume && options.out.empty()) throw Error("--resume requires --out");
  if (options.out == "-" || options.proofs == "-") {
    throw Error("--out and --proofs require the name of a file: the tables are on standard output");
  }
  refuse_same_file("--out", options.out, "--proofs", options.proofs);
  for (const auto* files : {&options.problems.files, &options.join}) {
    for (const std::string& file : *files) {
      refuse_overwriting(file, options.out);
      refuse_overwriting(file, options.proofs);
    }
  }
  if (options.agents.empty() && !(options.proofs.empty() && options.plot.empty())) {
    throw Error("--proofs and --plot require --agent, because provers report no proofs or budgets");
  }
}

NodeCount node_count(const EvaluateOptions& options) {
  if (const auto count = find_name<NodeCount>(kNodeCountNames, options.count)) return *count;
  return options.search.protocol == Protocol::kKsubs ? NodeCount::kStates : NodeCount::kExpanded;
}

RunOutcome run_with_progress(const RunRequest& request) {
  std::optional<Progress> bar;
  std::optional<Heartbeat> heartbeat;
  const auto show = [&](const RunProgress& now) {
    if (!bar) {
      if (request.resume && now.is_finished()) {
        say(stderr, "{} is complete: it has all {} results\n", request.results, now.total);
      } else if (now.earlier > 0) {
        fmt::print(stderr, "{} of {} results were already computed\n", now.earlier, now.total);
      }
      bar.emplace("evaluating", Progress::Options{.total = now.total, .earlier = now.earlier});
      heartbeat.emplace(*bar);
    }
    bar->update(now.finished, now.finished);
  };
  return run(request, show);
}

// The frozen set, if the problems are one, with null for what is not known otherwise.
nlohmann::ordered_json set_json(const std::string& name) {
  if (name.empty()) return {{"set", nullptr}, {"version", nullptr}, {"sha256", nullptr}};
  const FrozenSet set = find_frozen_set(name);
  return {{"set", set.name}, {"version", set.version}, {"sha256", set.sha256}};
}

std::string set_text(const ProblemSelection& problems, std::size_t count) {
  if (problems.set.empty()) return "";
  const FrozenSet set = find_frozen_set(problems.set);
  return fmt::format("{}, {} of {} theorems, SHA-256 {}\n\n", set.name, count, set.theorems,
                     set.sha256);
}

int evaluate(const EvaluateOptions& options) {
  require_possible(options);
  ProblemSelection selection = options.problems;
  selection.is_written = !options.proofs.empty();
  std::vector<TestProblem> problems = read_problems(selection);
  const std::atomic<bool>& interrupt = catch_interrupt();
  SearchLimits limits = options.search.limits;
  limits.interrupt = &interrupt;
  if (!options.plot.empty()) {
    require_plot(options.plot, options.force);  // rather than after the work
    make_folder(options.plot);
  }
  const std::size_t count = problems.size();
  const std::vector<Solver> solvers = make_solvers(options, limits);
  const auto [progress, summaries, results] = run_with_progress({.solvers = solvers,
                                                                 .problems = std::move(problems),
                                                                 .step_limit = limits.steps,
                                                                 .threads = options.threads,
                                                                 .results = options.out,
                                                                 .proofs = options.proofs,
                                                                 .rules = options.search.rules,
                                                                 .join = options.join,
                                                                 .resume = options.resume,
                                                                 .force = options.force,
                                                                 .interrupt = &interrupt});
  for (const Solver& solver : solvers) {
    const std::string remark = solver.remark ? solver.remark() : "";
    if (!remark.empty()) say(stderr, "{}\n", remark);
  }
  const bool is_finished = progress.is_finished();
  if (!is_finished) {
    fmt::print(stderr, "interrupted: {} of {} are finished{}\n", progress.finished, progress.total,
               options.out.empty() ? "" : "; the same command with --resume continues");
  }
  if (options.json) {
    nlohmann::ordered_json out = {{"finished", is_finished}};
    out.update(set_json(options.problems.set));
    out["problems"] = count;
    out["options"] = options.search.to_json();
    out["prover_seconds"] = prover_seconds(limits);
    out["solvers"] = run_json(summaries, limits);
    for (std::size_t i = 0; i < solvers.size(); ++i) {
      out["solvers"][i]["options"] = solvers[i].options;  // all that its results depend on
    }
    const nlohmann::ordered_json machine = describe_machine();
    out["program"] = {{"version", machine.at("version")}, {"commit", machine.at("commit")}};
    fmt::print("{}\n", out.dump(2));
  } else {
    fmt::print("{}", set_text(options.problems, count));
    if (!is_finished) {
      fmt::print("Results of {} of {} searches:\n\n", progress.finished, progress.total);
    }
    fmt::print("{}",
               run_tables(summaries, limits, table_style(options.markdown), node_count(options)));
  }
  if (!options.plot.empty()) plot_success(summaries, limits, options.plot, node_count(options));
  return is_finished ? 0 : 1;
}

}  // namespace

void add_evaluate(CLI::App& app, Command& run) {
  const auto options = std::make_shared<EvaluateOptions>();
  CLI::App* command =
      app.add_subcommand("evaluate", "Measure how many problems agents prove, and at what cost");
  add_problems(*command, options->problems);
  command
      ->add_option("--agent", options->agents,
                   "Agents to run, separated by commas; default is the trained agent that comes "
                   "with the program; exec: and a command, which comes last, is a program that is "
                   "an agent")
      ->check(agent_names())
      ->type_name("NAME")
      ->capture_default_str();
  command
      ->add_option(
          "--prover", options->provers,
          "Classical provers to run, separated by commas; searches then run only with --agent")
      ->check(one_of({std::begin(kProverNames), std::end(kProverNames)}))
      ->type_name("NAME")
      ->delimiter(',');
  add_count(*command, "--first", options->problems.first, "Skip the first N problems");
  add_count(*command, "-n", options->problems.count, "Use at most N problems", {.min = 1})
      ->default_str("all");
  options->search.add_to(*command);
  add_threads(*command, options->threads, "Number of threads; the limit of memory applies to each");
  command->add_option("--out", options->out, "Write one line of JSON per result to this file");
  command->add_option("--proofs", options->proofs,
                      "Write the records that were proven to this file, with the proofs found");
  command->add_flag("--resume", options->resume,
                    "Continue the run with this --out, if there is one");
  add_force(*command, options->force);
  command->add_option("--join", options->join,
                      "Results files of other runs, whose results are not computed again");
  command
      ->add_option("--plot", options->plot,
                   "Draw success against budget into this folder, as SVG and PNG")
      ->type_name("FOLDER");
  command
      ->add_option("--count", options->count,
                   "What success against budget counts: expanded, the states that were expanded, "
                   "or states, the distinct states that were met (default: expanded; with "
                   "--protocol ksubs, states)")
      ->check(one_of({std::begin(kNodeCountNames), std::end(kNodeCountNames)}))
      ->type_name("NAME");
  command->add_flag("--json", options->json, "Print the result as JSON");
  add_markdown(*command, options->markdown);
  command->footer(
      "The number of threads does not change the results, except for times and results that a "
      "time\n"
      "limit decides. Files whose names end in .zst are compressed.\n"
      "Ctrl-C ends the run and prints the tables of the finished results, and --resume continues "
      "it.\n"
      "A finished run can be resumed with more problems or agents, too.\n"
      "Provers are installed programs. Each problem starts one process, with the limits --seconds\n"
      "(default for provers: 5) and --memory. Their answers have no proofs and no counts, and the\n"
      "kernel does not check them.\n"
      "Exit code: 0 all problems were tried, 1 interrupted, 2 bad input.\n"
      "Examples:\n"
      "  ineq evaluate --problems problems.jsonl\n"
      "  ineq evaluate --set v1/iid/k3l5/test --agent default --proofs proofs.jsonl\n"
      "  ineq evaluate --problems test.jsonl --agent best-first,random --plot pictures\n"
      "  ineq evaluate --problems test.jsonl --agent best-first,runs/a --beam 4\n"
      "  ineq evaluate --problems test.jsonl --prover z3,cvc5 --seconds 2\n"
      "  ineq evaluate --problems test.jsonl --agent exec:\"python3 my_agent.py\"\n"
      "  ineq evaluate --problems test.jsonl --agent runs/a --protocol ksubs\n"
      "  ineq evaluate --problems test.jsonl --out results.jsonl --resume\n"
      "  ineq evaluate --problems test.jsonl --out all.jsonl --join a.jsonl b.jsonl\n"
      "  ineq generate -k 3 -l 7 -n 100 --out - | ineq evaluate --problems - --json");
  command->callback([options, command, &run] {
    require_problems(*command, options->problems);
    if (!options->provers.empty() && command->count("--agent") == 0) options->agents.clear();
    run = [options] { return evaluate(*options); };
  });
}

}  // namespace ineq
