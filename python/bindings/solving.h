#pragma once
// What tries problems from Python: trained agents, evaluators that are written in Python, and their
// options.

#include <memory>
#include <string>
#include <vector>

#include "agents/agent.h"
#include "agents/solve_options.h"
#include "bindings.h"

namespace ineq::python {

// A trained agent. Whoever works with its network without the lock holds the pointer; then new
// weights go into a new agent.
struct PyAgent {
  std::string name;
  std::string device;
  std::shared_ptr<Agent> agent;
};

// A function of Python that guides searches, and what it wants to see.
struct PyEvaluator {
  py::object function;
  std::string name;
  ViewOptions views;
  bool log_priors = true;
};

// The evaluator for searches. It refers to the function, which must stay alive.
std::unique_ptr<Evaluator> make_function_evaluator(const PyEvaluator& evaluator);

// A value of an option as the command line would have it.
std::string as_text(py::handle value);
// The keywords of a call, or the items of a dict; those that are None are left out.
std::vector<GivenOption> read_options(const py::dict& options);
// The object that a text in JSON stands for.
py::object from_json(const std::string& text);
std::string to_json_text(const py::object& object);

// The folder of a run, a config.json or the object that it contains. Throws Error.
TrainConfig read_config(const py::object& given);

}  // namespace ineq::python
