// Evaluators that are written in Python: they guide the searches of C++.

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "base/error.h"
#include "base/printable.h"
#include "pickle.h"
#include "search/judging_evaluator.h"
#include "solving.h"
#include "without_gil.h"

namespace ineq::python {
namespace {

// What an evaluator is asked at once.
struct Questions {
  explicit Questions(const ViewOptions& options) : views(options) {}

  Views views;
  std::vector<RawAction> action;
  std::vector<std::int64_t> offset = {0};
  std::vector<std::int64_t> state;
  std::vector<std::int32_t> max_steps;
};

using Doubles = py::array_t<double, py::array::c_style | py::array::forcecast>;

Doubles read_answer(const py::handle& given, std::size_t size, const char* what) {
  Doubles out = Doubles::ensure(given);
  if (!out) {
    PyErr_Clear();
    throw Error(fmt::format("an evaluator returns {} as an array of numbers", what));
  }
  if (out.ndim() != 1 || out.size() != static_cast<py::ssize_t>(size)) {
    throw Error(fmt::format("the evaluator was asked for {} {}, but returned the shape {}", size,
                            what, std::string(py::str(out.attr("shape")))));
  }
  for (std::size_t i = 0; i < size; ++i) {
    if (std::isnan(out.data()[i])) {
      throw Error(fmt::format("the evaluator returned {} that are not numbers", what));
    }
  }
  return out;
}

class FunctionEvaluator final : public JudgingEvaluator {
 public:
  explicit FunctionEvaluator(const PyEvaluator& evaluator)
      : function_(evaluator.function), views_(evaluator.views), log_priors_(evaluator.log_priors) {}

 protected:
  void judge(std::span<const Query> queries, std::span<Judgement> out) override {
    for (std::size_t i = 0; i < queries.size(); ++i) {
      out[i].steps_left = 1;
      out[i].scores.assign(queries[i].moves.size(), 0);
    }
    if (signal_raised()) return;  // the search is about to end
    std::shared_ptr<Questions> questions = make_questions(queries);
    const TakenGil gil;
    ask(std::move(questions), queries, out);
  }

 private:
  std::shared_ptr<Questions> make_questions(std::span<const Query> queries) const {
    auto out = std::make_shared<Questions>(views_);
    for (const Query& query : queries) {
      const Bank& bank = query.problem->bank;
      out->views.add(bank, *query.state);
      for (const LegalAction& move : query.moves) {
        out->action.push_back(write_raw(bank, *query.state, move.action));
        out->state.push_back(static_cast<std::int64_t>(out->max_steps.size()));
      }
      out->offset.push_back(static_cast<std::int64_t>(out->action.size()));
      out->max_steps.push_back(static_cast<std::int32_t>(query.max_steps));
    }
    return out;
  }

  // With the lock.
  void ask(std::shared_ptr<Questions> questions, std::span<const Query> queries,
           std::span<Judgement> out) const {
    const std::size_t moves = questions->action.size();
    const py::object answer = function_(py::cast(std::move(questions)));
    if (!py::isinstance<py::sequence>(answer) || py::len(answer) != 2) {
      throw Error(
          "an evaluator returns two arrays: the values of the states and the priors of the "
          "moves");
    }
    const auto pair = py::reinterpret_borrow<py::sequence>(answer);
    const Doubles values = read_answer(pair[0], queries.size(), "values");
    for (std::size_t i = 0; i < queries.size(); ++i) {
      out[i].steps_left = std::max(0.0, values.data()[i]);
    }
    const py::object priors = pair[1];
    if (priors.is_none()) return;  // all moves are equally good
    const Doubles scores = read_answer(priors, moves, "priors");
    const double* next = scores.data();
    for (Judgement& judgement : out) {
      for (double& score : judgement.scores) score = read_score(*next++);
    }
  }

  double read_score(double given) const {
    if (given == std::numeric_limits<double>::infinity()) {
      throw Error("the evaluator returned a prior that is infinite");
    }
    if (log_priors_) return given;
    if (given < 0) throw Error("the evaluator returned a negative prior: see `log_priors`");
    return std::log(given);
  }

  const py::handle function_;
  const ViewOptions views_;
  const bool log_priors_;
};

std::string name_of_function(const py::object& function) {
  for (const char* name : {"__name__", "__class__"}) {
    if (!py::hasattr(function, name)) continue;
    const py::object found = function.attr(name);
    return read_text(py::isinstance<py::str>(found) ? found : found.attr("__name__"));
  }
  return "evaluator";
}

void bind_questions(py::module_& m) {
  py::class_<Questions, std::shared_ptr<Questions>> questions(
      m, "Questions",
      "What an Evaluator is asked at once: about some states, and about moves in these states. The "
      "arrays are views without a copy.");
  refuse_pickle(questions, "pickle its arrays, its graph or its sequence");
  questions
      .def_property_readonly(
          "graph",
          [](const py::object& self) {
            return part_of<Questions>(
                self, [](auto& q) -> auto& { return q.views.graph; });
          },
          "The states; None if no graph was asked for.")
      .def_property_readonly(
          "sequence",
          [](const py::object& self) {
            return part_of<Questions>(
                self, [](auto& q) -> auto& { return q.views.sequence; });
          },
          "The states; None if no sequence was asked for.")
      .def_property_readonly(
          "action",
          [](const py::object& self) { return view_actions(self.cast<Questions&>().action, self); },
          "One row per move whose prior is wanted: axiom and nodes.")
      .def_property_readonly(
          "offset",
          [](const py::object& self) { return view(self.cast<Questions&>().offset, self); },
          "Where the moves of each state begin, and their end.")
      .def_property_readonly(
          "state", [](const py::object& self) { return view(self.cast<Questions&>().state, self); },
          "Of each move: the number of its state.")
      .def_property_readonly(
          "max_steps",
          [](const py::object& self) { return view(self.cast<Questions&>().max_steps, self); },
          "Of each state: the most steps that a proof from there may take.")
      .def("__len__", [](const Questions& q) { return q.max_steps.size(); })
      .def("__repr__", [](const Questions& q) {
        return fmt::format("<Questions about {} states, {} moves>", q.max_steps.size(),
                           q.action.size());
      });
}

using SavedEvaluator =
    std::tuple<py::object, std::string, bool, bool, bool, std::optional<std::string>, bool>;

PyEvaluator make_evaluator(py::object function, const std::optional<std::string>& name, bool graph,
                           bool rename, bool merge, const std::optional<std::string>& sequence,
                           bool log_priors) {
  if (PyCallable_Check(function.ptr()) == 0) throw Error("an evaluator needs a function");
  std::string named = name ? *name : name_of_function(function);
  return {.function = std::move(function),
          .name = std::move(named),
          .views = read_views(graph, rename, merge, sequence),
          .log_priors = log_priors};
}

}  // namespace

std::unique_ptr<Evaluator> make_function_evaluator(const PyEvaluator& evaluator) {
  return std::make_unique<FunctionEvaluator>(evaluator);
}

void bind_evaluators(py::module_& m) {
  bind_questions(m);
  py::class_<PyEvaluator> evaluator(m, "Evaluator", R"doc(A function that guides searches.

prove and evaluate take it as an agent; `search` says which search it guides. The function gets
Questions and returns two arrays: for each state the number of steps that are expected to be left (inf if
there is no hope), and for each move its log-prior, up to a constant for each state, or None in place of
the second array. All theorems that are tried together share a call.

name: its name in results. Results can be resumed only if the function behind the name is the same.
graph, rename, merge, sequence: how it sees states, as for a Pool.
log_priors: whether it returns logarithms; otherwise, it returns what priors are proportional to.

>>> def prefer_commutativity(questions):
...     goals = np.add.reduceat(questions.graph.is_goal, questions.graph.statement_offset[:-1])
...     return goals, -questions.action[:, 0]
>>> import numpy as np
>>> guide = Evaluator(prefer_commutativity)
>>> prove("a+b+c = c+a+b", guide, search="best-first").end
'proven')doc");
  bind_pickle(
      evaluator,
      [](const PyEvaluator& e) {
        std::optional<std::string> sequence;
        if (e.views.sequence) {
          sequence = *e.views.sequence == Sequence::kPointer ? "pointer" : "characters";
        }
        const GraphOptions& graph = e.views.graph_options;
        return SavedEvaluator(e.function, e.name, e.views.graph, graph.rename, graph.merge,
                              sequence, e.log_priors);
      },
      [](const SavedEvaluator& saved) { return std::apply(make_evaluator, saved); });
  evaluator
      .def(py::init(&make_evaluator), py::arg("function"), py::kw_only(),
           py::arg("name") = std::nullopt, py::arg("graph") = true, py::arg("rename") = false,
           py::arg("merge") = false, py::arg("sequence") = std::nullopt,
           py::arg("log_priors") = true)
      .def_readonly("function", &PyEvaluator::function)
      .def_readonly("name", &PyEvaluator::name)
      .def("__repr__",
           [](const PyEvaluator& e) { return fmt::format("<Evaluator {}>", printable(e.name)); });
}

}  // namespace ineq::python
