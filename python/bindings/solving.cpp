// Proofs by agents, and evaluations of agents.

#include "solving.h"

#include <fmt/format.h>

#include <algorithm>
#include <atomic>
#include <map>

#include "base/error.h"
#include "benchmark/problem.h"
#include "benchmark/run.h"
#include "benchmark/run_report.h"
#include "without_gil.h"

namespace ineq::python {
namespace {

// A Record, a Statement or a goal as text. Throws Error if it cannot be read.
Record read_theorem_of(const py::handle& given) {
  if (py::isinstance<Record>(given)) return given.cast<const Record&>();
  Record out{.id = {}, .rules = {}, .premises = {}, .goal = {}, .proof = {}};
  if (py::isinstance<py::str>(given)) {
    out.goal = read_text(given);
  } else if (py::isinstance<PyStatement>(given)) {
    out.goal = read_text(py::str(given));
  } else {
    throw Error("a theorem is a Record, a Statement or a goal as text");
  }
  Bank bank;
  read_theorem(bank, out);
  return out;
}

std::vector<TestProblem> read_theorems(const py::iterable& given) {
  std::vector<TestProblem> out;
  for (const py::handle item : given) {
    check_signals();
    Record record = read_theorem_of(item);
    require_writable(record);
    out.push_back({.record = std::move(record), .number = out.size()});
  }
  return out;
}

// The solver refers to what the agent is made of, which must stay alive.
Solver make_solver_of(const std::optional<std::string>& name, const py::object& agent,
                      const SolveOptions& options) {
  Solver out;
  if (py::isinstance<py::str>(agent) || py::hasattr(agent, "__fspath__")) {
    const std::string given = agent.cast<std::filesystem::path>().string();
    out = without_gil([&] { return make_named_solver(given, options); });
  } else if (py::isinstance<PyAgent>(agent)) {
    const auto& trained = agent.cast<const PyAgent&>();
    out = make_agent_solver(trained.name, trained.agent, options.acting, options.request(),
                            options.to_json());
  } else if (py::isinstance<PyEvaluator>(agent)) {
    const auto& evaluator = agent.cast<const PyEvaluator&>();
    nlohmann::json json = options.to_json();
    json["evaluator"] = evaluator.name;
    out = make_evaluator_solver(
        evaluator.name,
        [&evaluator]() -> std::shared_ptr<Evaluator> { return make_function_evaluator(evaluator); },
        options.acting, options.request(), std::move(json));
  } else {
    throw Error("an agent is a name, an Agent or an Evaluator");
  }
  if (name) out.name = *name;
  return out;
}

py::object record_of(const TestProblem& problem, const std::optional<RuleSet>& asked,
                     const ProblemResult& result) {
  if (!result.proven() || result.answer_only) return py::none();
  const RuleSet rules = rules_for(problem.record, asked);
  return py::cast(read_record(write_proven(problem, rules, result.proof)));
}

// Tries the theorems on this thread, so that evaluators run on the thread that they were given on.
py::list solve(const py::iterable& theorems, const py::object& agent, const py::dict& given) {
  const std::vector<TestProblem> problems = read_theorems(theorems);
  SolveOptions options = read_solve_options(read_options(given));
  options.limits.is_interrupted = &signal_raised;
  const Solver solver = make_solver_of({}, agent, options);
  const auto results = without_gil([&] {
    std::vector<ProblemResult> out;
    for (std::size_t first = 0; first < problems.size(); first += solver.together) {
      std::vector<const TestProblem*> together;
      const std::size_t end = std::min(problems.size(), first + solver.together);
      for (std::size_t i = first; i < end; ++i) together.push_back(&problems[i]);
      for (ProblemResult& result : solve_all(solver, together)) out.push_back(std::move(result));
      if (signal_raised()) break;
    }
    return out;
  });
  py::list out;
  for (std::size_t i = 0; i < results.size(); ++i) {
    const ProblemResult& result = results[i];
    py::dict counts;
    visit_counts(result.counts, [&](const char* name, std::uint64_t n) { counts[name] = n; });
    out.append(py::make_tuple(
        py::cast(problems[i].record), record_of(problems[i], options.rules, result),
        std::string(to_string(result.end)), counts, result.states, result.bytes, result.seconds));
  }
  return out;
}

// The results as columns of numbers, in the order of the agents and then of the problems.
class Columns {
 public:
  void add(std::size_t agent, const TestProblem& problem, const ProblemResult& result) {
    set("agent", static_cast<double>(agent));
    set("problem", static_cast<double>(problem.number));
    set("proven", result.proven());
    set("length", result.proven() ? static_cast<double>(result.proof.size()) : -1);
    visit_counts(result.counts,
                 [&](const char* name, std::uint64_t n) { set(name, static_cast<double>(n)); });
    set("states", static_cast<double>(result.states));
    set("bytes", static_cast<double>(result.bytes));
    set("seconds", result.seconds);
    set("cpu_seconds", result.cpu_seconds);
    ends_.append(std::string(to_string(result.end)));
  }

  py::dict take() {
    py::dict out;
    for (const auto& [name, numbers] : columns_) {
      out[py::str(name)] =
          py::array_t<double>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
    }
    out["end"] = ends_;
    return out;
  }

 private:
  void set(const std::string& name, double number) { columns_[name].push_back(number); }

  std::map<std::string, std::vector<double>> columns_;
  py::list ends_;
};

struct RunFiles {
  std::string out, proofs;
  std::vector<std::string> join;
  bool resume = false, force = false;
};

// Runs a request whose solvers end once `interrupt` is true.
RunOutcome run_request(const RunRequest& request, std::atomic<bool>& interrupt,
                       const py::object& progress) {
  const auto report = [&](const RunProgress& now) {
    if (progress.is_none() || signal_raised()) return;
    const TakenGil gil;
    progress(now.finished, now.total);
  };
  if (request.threads == 1) {  // evaluators run on the thread that they were given on
    return without_gil([&] { return run(request, report); });
  }
  return interruptible(interrupt, [&] { return run(request, report); });
}

py::tuple evaluate(const py::object& given, const py::list& agents, const py::dict& fields,
                   unsigned threads, const py::object& progress, const RunFiles& files) {
  SolveOptions options = read_solve_options(read_options(fields));
  std::atomic<bool> interrupt = false;
  options.limits.interrupt = &interrupt;
  options.limits.is_interrupted = [&interrupt] {  // on this thread, if it works itself
    if (signal_raised()) interrupt = true;
    return false;
  };
  RunRequest request{.solvers = {},
                     .problems = {},
                     .step_limit = options.limits.steps,
                     .threads = threads,
                     .results = files.out,
                     .proofs = files.proofs,
                     .rules = options.rules,
                     .join = files.join,
                     .resume = files.resume,
                     .force = files.force,
                     .interrupt = &interrupt};
  if (py::isinstance<py::str>(given) || py::hasattr(given, "__fspath__")) {
    const std::string path = given.cast<std::filesystem::path>().string();
    request.problems =
        without_gil([&] { return read_problems({.files = {path}, .is_written = true}); });
  } else {
    request.problems = read_theorems(py::reinterpret_borrow<py::iterable>(given));
  }
  if (request.problems.empty()) throw Error("there are no problems");
  for (const py::handle item : agents) {
    const auto [name, agent] = item.cast<std::pair<std::optional<std::string>, py::object>>();
    request.solvers.push_back(make_solver_of(name, agent, options));
  }
  const RunOutcome outcome = run_request(request, interrupt, progress);
  Columns columns;
  py::list proofs, names;
  for (const Solver& solver : request.solvers) names.append(solver.name);
  for (std::size_t key = 0; key < outcome.results.size(); ++key) {
    if (!outcome.results[key]) continue;
    const TestProblem& problem = request.problems[key % request.problems.size()];
    columns.add(key / request.problems.size(), problem, *outcome.results[key]);
    proofs.append(record_of(problem, options.rules, *outcome.results[key]));
  }
  return py::make_tuple(names, columns.take(), proofs,
                        from_json(run_json(outcome.summaries, options.limits).dump()));
}

}  // namespace

void bind_solving(py::module_& m) {
  m.def("solve", &solve, py::arg("theorems"), py::arg("agent"), py::arg("options"),
        "What ineq.prove is made of.");
  m.def(
      "run",
      [](const py::object& problems, const py::list& agents, const py::dict& options,
         std::int64_t threads, const py::object& progress,
         const std::optional<std::filesystem::path>& out,
         const std::optional<std::filesystem::path>& proofs,
         const std::vector<std::filesystem::path>& join, bool resume, bool force) {
        if (threads < 1 || threads > 256) throw Error("threads: expected a number from 1 to 256");
        if (resume && !out) throw Error("resume requires the name of a file, out");
        RunFiles files{.out = out ? out->string() : "",
                       .proofs = proofs ? proofs->string() : "",
                       .join = {},
                       .resume = resume,
                       .force = force};
        for (const auto& path : join) files.join.push_back(path.string());
        return evaluate(problems, agents, options, static_cast<unsigned>(threads), progress, files);
      },
      py::arg("problems"), py::arg("agents"), py::arg("options"), py::arg("threads"),
      py::arg("progress"), py::arg("out"), py::arg("proofs"), py::arg("join"), py::arg("resume"),
      py::arg("force"), "What ineq.evaluate is made of.");
}

}  // namespace ineq::python
