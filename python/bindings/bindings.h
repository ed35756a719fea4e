#pragma once
// What the files of the Python module share.
//
// A State, Term or Statement of Python is a value: it holds its bank, and states that came from one
// another share it. Arrays are views into the object that they came from and keep it alive; nothing
// is copied. The module holds no state but the rules of the three sets.

#include <pybind11/numpy.h>
#include <pybind11/pybind11.h>
#include <pybind11/stl.h>
#include <pybind11/stl/filesystem.h>

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "axioms/axioms.h"
#include "env/raw_actions.h"
#include "env/views.h"
#include "kernel/kernel.h"
#include "proof/record.h"

namespace ineq::python {

namespace py = pybind11;

void bind_terms(py::module_& m);
void bind_records(py::module_& m);
void bind_views(py::module_& m);
void bind_states(py::module_& m);
void bind_generator(py::module_& m);
void bind_environments(py::module_& m);
void bind_agents(py::module_& m);
void bind_evaluators(py::module_& m);
void bind_solving(py::module_& m);
void bind_training(py::module_& m);
void bind_exports(py::module_& m);

RuleSet read_rules(std::string_view name);  // throws Error
const std::shared_ptr<const Rules>& rules_of(RuleSet set);

struct PyTerm {
  std::shared_ptr<Bank> bank;
  Term term;
};

struct PyStatement {
  std::shared_ptr<Bank> bank;
  Statement statement;
};

// A state remembers how it was reached, because it is pickled as its theorem and these steps.
struct PyState {
  std::shared_ptr<Bank> bank;
  RuleSet rules;
  std::shared_ptr<const Theorem> theorem;
  State state;
  std::vector<Action> steps = {};
};

// Returns the text as UTF-8. Whatever is not a character, such as a lone surrogate, becomes a
// question mark.
std::string read_text(py::handle text);

// An action as node numbers or as text.
using AnyAction = std::variant<RawAction, std::string>;
AnyAction read_action_of(py::handle action);             // throws Error
std::vector<std::int32_t> read_prefix(py::handle list);  // throws Error
// Reads whole numbers from an array or a sequence of rows with `columns` numbers each, or from a
// plain list if `columns` is 0. Throws Error.
py::array_t<std::int32_t, py::array::c_style> read_numbers(py::handle array, py::ssize_t columns,
                                                           const char* what);

ViewOptions read_views(bool graph, bool rename, bool merge,
                       const std::optional<std::string>& sequence);

// An array over the vector's memory, which `owner` keeps alive.
template <typename Number>
py::array view(const std::vector<Number>& numbers, py::handle owner) {
  return py::array_t<Number>(static_cast<py::ssize_t>(numbers.size()), numbers.data(), owner);
}
inline py::array view_flags(const std::vector<std::uint8_t>& flags, py::handle owner) {
  return py::array(py::dtype::of<bool>(), {flags.size()}, {1}, flags.data(), owner);
}
// Returns get(owner), an optional part of an object, which keeps all of the object alive. None if
// there is no such part.
template <typename Owner, typename Get>
auto part_of(const py::object& self, const Get& get) {
  auto& part = get(self.cast<Owner&>());  // refuses an object that is not initialized
  using Part = typename std::remove_reference_t<decltype(part)>::value_type;
  return part ? std::shared_ptr<Part>(self.cast<std::shared_ptr<Owner>>(), &*part) : nullptr;
}

py::array view_actions(const std::vector<RawAction>& actions, py::handle owner);

}  // namespace ineq::python
