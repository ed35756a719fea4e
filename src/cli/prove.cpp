// `ineq prove`: searches for proofs, of a statement or of the records of a file.
//
// Standard output has proofs and nothing else; what was not proven, why, and what it cost is said
// on standard error.

#include "search/prove.h"

#include <fmt/format.h>

#include <chrono>
#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include "agents/program_agent.h"
#include "base/error.h"
#include "benchmark/problem.h"
#include "benchmark/solver.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/search_options.h"
#include "cli/values.h"
#include "proof/action_text.h"
#include "proof/history.h"
#include "proof/record.h"
#include "proof/rules_by_set.h"
#include "proof/show.h"
#include "search/observer.h"
#include "search/search_tree.h"
#include "term/print.h"

namespace ineq {
namespace {

struct ProveOptions {
  std::string goal;
  std::vector<std::string> premises;
  std::string file;
  std::string agent = std::string(kAlgorithmNames[0]);
  SearchOptions search;
  bool json = false;
  bool latex = false;
  std::size_t tree = 0;  // states of the tree to print
};

std::string count_of(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

// Why there is no proof, and what to change for one.
std::string explain_end(SearchEnd end, const SearchLimits& limits, const std::string& agent) {
  switch (end) {
    case SearchEnd::kProven:
      return "proven";
    case SearchEnd::kRefuted:
      return fmt::format(
          "refuted: the goal is false at a point where the premises hold (modulo {}), so it has no "
          "proof",
          Countermodel::Field::kPrime);
    case SearchEnd::kExhausted:
      if (agent == to_string(Algorithm::kBreadthFirst)) {
        return fmt::format("not proven: no proof has at most {} (--steps)",
                           count_of(limits.steps, "step"));
      }
      return fmt::format(
          "not proven: {} has tried all it can within {} (--steps); there may be proofs that it "
          "does not try",
          agent, count_of(limits.steps, "step"));
    case SearchEnd::kNodes:
      return fmt::format("not proven: the limit of {} was reached (--nodes)",
                         count_of(limits.nodes, "expanded state"));
    case SearchEnd::kSeconds:
      return fmt::format("not proven: the limit of {} seconds was reached (--seconds)",
                         limits.seconds);
    case SearchEnd::kMemory:
      return fmt::format("not proven: the limit of {} bytes was reached (--memory)", limits.memory);
    case SearchEnd::kInterrupted:
      return "not proven: interrupted";
    case SearchEnd::kFailed:
      return fmt::format("not proven: {} failed", agent);
  }
  INEQ_CHECK(false);
}

std::string explain_failure(const SearchResult& result, const SearchLimits& limits,
                            const std::string& agent) {
  std::string out = explain_end(result.end, limits, agent);
  if (result.end == SearchEnd::kFailed) out += fmt::format(": it {}", result.why);
  if (result.settled > 0 && result.end != SearchEnd::kExhausted) {
    out += fmt::format("; every proof has more than {}", count_of(result.settled, "step"));
  }
  return out;
}

void report_cost(const SearchCounts& counts, double seconds) {
  fmt::print(stderr, "expanded {}, generated {}, {:.1f} s\n", counts.expanded, counts.generated,
             seconds);
}

// Tells several observers. Null pointers are passed over.
class Observers : public SearchObserver {
 public:
  explicit Observers(std::vector<SearchObserver*> all) : all_(std::move(all)) {
    std::erase(all_, nullptr);
  }

  void expanded(const Expansion& expansion) override {
    for (SearchObserver* one : all_) one->expanded(expansion);
  }
  void decided(const Decision& decision) override {
    for (SearchObserver* one : all_) one->decided(decision);
  }
  void explored(const MoveGraph& graph) override {
    for (SearchObserver* one : all_) one->explored(graph);
  }
  void ended(const SearchResult& result) override {
    for (SearchObserver* one : all_) one->ended(result);
  }

 private:
  std::vector<SearchObserver*> all_;
};

class ProofPrinter {
 public:
  explicit ProofPrinter(const ProveOptions& options)
      : options_(options),
        limits_(options.search.limits),
        algorithm_(find_algorithm(options.agent)) {
    const bool follows_policy = !algorithm_ && options.search.acting.follows_policy();
    if (options.tree > 0 && (follows_policy || algorithm_ == Algorithm::kRandom)) {
      throw Error("--tree requires best-first, breadth-first or mcts: other agents build no tree");
    }
    limits_.interrupt = &catch_interrupt();
    if (const auto command = agent_command(options.agent)) {
      AgentRequest request = options.search.request();
      request.limits = limits_;
      program_ = std::make_unique<ProgramAgent>(*command, options.search.answer_seconds,
                                                options.search.acting, request);
      act_ = program_->make_act();
    } else if (!algorithm_) {
      trained_ = std::make_unique<Agent>(agent_run(options.agent), options.search.device);
      guide_ = trained_->make_guide(options.search.acting);
    }
  }

  bool interrupted() const { return *limits_.interrupt; }

  // Prints the proof, or why there is none, with the name in front of it. An empty name is that of
  // what the user has typed.
  ProveResult prove(const TestProblem& test, const std::string& name, Progress& progress,
                    SearchObserver* observer = nullptr) const {
    Budget budget(limits_);
    const RuleSet set = rules_for(test.record, options_.search.rules);
    Bank bank;
    const Theorem theorem = read_theorem(bank, test.record);
    Problem problem(set, rules_[set], bank, theorem, !options_.search.all_actions);
    std::optional<SearchTree> tree;
    if (options_.tree > 0) tree.emplace(problem);
    Observers observers({observer, tree ? &*tree : nullptr});
    ProveResult result = [&] {
      const Heartbeat heartbeat(progress);
      return search(problem, budget, test, &observers);
    }();
    progress.wipe();
    if (tree) fmt::print(stderr, "{}", tree->print(options_.tree));
    History history(problem.bank, problem.theorem);
    for (const Action& action : result.proven ? result.proven->proof() : result.reached) {
      history.apply(problem.bank, problem.rules, action);
    }
    if (result.proven) {
      print_proof(problem, history, test, name);
    } else {
      report_failure(problem.bank, history, result, name);
    }
    return result;
  }

 private:
  ProveResult search(Problem& problem, Budget& budget, const TestProblem& test,
                     SearchObserver* observer) const {
    const std::uint64_t seed = seed_of_problem(options_.search.agent.seed, test.number);
    if (!algorithm_) {
      const ActingOptions& acting = options_.search.acting;
      const PolicyTask task{.problem = &problem,
                            .budget = &budget,
                            .seed = seed,
                            .given = given_steps(problem, test.record, acting.policy.given),
                            .observer = observer};
      if (act_) return std::move(verify_all(act_({&task, 1}), {&task, 1}).front());
      return std::move(trained_->prove(acting, {&task, 1}, guide_.get()).front());
    }
    AgentOptions agent = options_.search.agent;
    agent.algorithm = *algorithm_;
    agent.seed = seed;
    return ineq::prove(problem, agent, budget, observer);
  }

  void print_proof(Problem& problem, const History& history, const TestProblem& test,
                   const std::string& name) const {
    const std::size_t steps = history.actions().size();
    if (options_.json) {
      const auto proof = print_actions(problem.bank, history);
      fmt::print("{}\n", write_proven(test, problem.rule_set, proof));
    } else if (options_.latex) {
      fmt::print("{}", latex_proof(problem.bank, history));
    } else {
      const std::string title =
          fmt::format("{}{}proven in {}{}", name, name.empty() ? "" : ": ", count_of(steps, "step"),
                      steps == 0 ? ": the goal is a premise or has two equal sides" : "");
      fmt::print("{}", show_proof(problem.bank, history, title));
      if (!name.empty()) fmt::print("\n");
    }
    flush_output();
  }

  void report_failure(const Bank& bank, const History& history, const SearchResult& result,
                      const std::string& name) const {
    say(stderr, "{}{}{}\n", name, name.empty() ? "" : ": ",
        explain_failure(result, limits_, program_ ? program_->name() : options_.agent));
    if (history.actions().empty()) return;
    fmt::print(stderr, "  reached after {}, still to be proven:\n",
               count_of(history.actions().size(), "step"));
    for (const Statement goal : history.state().goals()) {
      fmt::print(stderr, "    {}\n", to_string(bank, goal, Style::kInfix));
    }
  }

  const ProveOptions& options_;
  SearchLimits limits_;
  const std::optional<Algorithm> algorithm_;  // nothing for the agents below
  std::unique_ptr<const Agent> trained_;
  std::unique_ptr<NetworkGuide> guide_;  // of the trained agent
  std::unique_ptr<ProgramAgent> program_;
  Act act_;  // of the program
  const RulesBySet rules_;
};

// Shows how many states the search has expanded.
class ExpansionCounter : public SearchObserver {
 public:
  explicit ExpansionCounter(Progress& progress) : progress_(progress) {}

  void expanded(const Expansion&) override {
    ++count_;
    progress_.update(count_, count_);
  }

 private:
  Progress& progress_;
  std::uint64_t count_ = 0;
};

int prove_statement(const ProveOptions& options) {
  TestProblem problem;
  Bank bank;
  const Theorem theorem = read_theorem(
      bank,
      {.id = {}, .rules = {}, .premises = options.premises, .goal = options.goal, .proof = {}});
  for (const Statement premise : theorem.premises) {
    problem.record.premises.push_back(to_string(bank, premise));
  }
  problem.record.goal = to_string(bank, theorem.goal);
  Progress progress("searching", {.unit = " states expanded"});
  ExpansionCounter counter(progress);
  const ProveResult result =
      ProofPrinter(options).prove(problem, "", progress, progress.is_shown() ? &counter : nullptr);
  report_cost(result.counts, result.seconds);
  return result.proven ? 0 : 1;
}

int prove_file(const ProveOptions& options) {
  using Clock = std::chrono::steady_clock;
  const auto start = Clock::now();
  const ProofPrinter prover(options);
  LineReader lines(options.file);
  FileProgress progress("proving", options.file);
  std::size_t tried = 0, proven = 0;
  SearchCounts counts;
  for_each_problem(lines, [&](const TestProblem& problem) {
    std::string name = problem.record.id;
    if (name.empty()) name = fmt::format("{}:{}", lines.name(), lines.number());
    const ProveResult result = prover.prove(problem, name, progress);
    proven += result.proven.has_value();
    counts += result.counts;
    ++tried;
    progress.update(lines, tried);
    return !prover.interrupted();
  });
  progress.wipe();
  fmt::print(stderr, "proven {} of {}{}; ", proven, tried,
             prover.interrupted() ? ", then interrupted" : "");
  report_cost(counts, std::chrono::duration<double>(Clock::now() - start).count());
  return proven == tried && !prover.interrupted() ? 0 : 1;
}

int prove_all(const ProveOptions& options) {
  if (!options.file.empty()) return prove_file(options);
  if (options.goal.empty()) throw Error("expected a goal or --file (see ineq prove --help)");
  return prove_statement(options);
}

}  // namespace

void add_prove(CLI::App& app, Command& run) {
  const auto options = std::make_shared<ProveOptions>();
  CLI::App* command = app.add_subcommand("prove", "Search for proofs");
  CLI::Option* goal = command->add_option("goal", options->goal, "The statement to prove");
  command->add_option("--premise", options->premises, "A premise (can be given several times)")
      ->type_name("STATEMENT")
      ->allow_extra_args(false)
      ->needs(goal);
  command
      ->add_option(
          "--file", options->file,
          "Prove the theorems of records instead: JSON Lines, plain or .zst; - is standard "
          "input")
      ->excludes(goal);
  command
      ->add_option("--agent", options->agent,
                   "The agent to run; default is the trained agent that comes with the program; "
                   "exec: and a command is a program that is an agent")
      ->check(agent_name())
      ->type_name("NAME")
      ->capture_default_str();
  options->search.add_to(*command);
  CLI::Option* json = command->add_flag("--json", options->json,
                                        "Print proofs as records, as `ineq check` reads them");
  command->add_flag("--latex", options->latex, "Print proofs as LaTeX")->excludes(json);
  command
      ->add_option(
          "--tree", options->tree,
          "After a search, print the first N states of its tree, those with most visits if "
          "there are visits, on standard error")
      ->check(whole_number({.min = 1}))
      ->type_name("N");
  command->footer(
      "Proofs are printed on standard output; what was not proven, and why, on standard error.\n"
      "Ctrl-C ends the search and shows how far it has come. Proofs in the records of a file are\n"
      "ignored.\n"
      "Exit code: 0 proven (all of a file), 1 not proven, 2 bad input.\n"
      "Examples:\n"
      "  ineq prove \"a+b+c = c+a+b\"\n"
      "  ineq prove \"a+b+d >= b+a+e\" --premise \"d>=e\"\n"
      "  ineq prove \"(a+b)*(a+b) >= 0\" --json | ineq check -\n"
      "  ineq prove --agent default --search best-first \"a*b >= b*a\"\n"
      "  ineq prove --agent breadth-first --steps 4 \"(a+b)^2 = (b+a)^2\"\n"
      "  ineq prove --agent exec:\"python3 my_agent.py\" \"a*b >= b*a\"\n"
      "  ineq prove --file problems.jsonl --nodes 100000 --seconds 60 --json");
  command->callback([options, &run] { run = [options] { return prove_all(*options); }; });
}

}  // namespace ineq
