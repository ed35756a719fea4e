#include <fmt/format.h>

#include <cstring>

#include "base/error.h"
#include "base/printable.h"
#include "bindings.h"
#include "files/file_error.h"
#include "proof/rules_by_set.h"

namespace ineq::python {

const std::shared_ptr<const Rules>& rules_of(RuleSet set) {
  // Never destroyed: while the process exits, a daemon thread may still be at work.
  static const RulesBySet& rules = *new RulesBySet;
  return rules.shared(set);
}

RuleSet read_rules(std::string_view name) {
  if (const auto set = find_rule_set(name)) return *set;
  throw Error(
      fmt::format("there is no rule set '{}': there are standard, int-2021 and full", name));
}

ViewOptions read_views(bool graph, bool rename, bool merge,
                       const std::optional<std::string>& sequence) {
  ViewOptions out{.graph = graph, .graph_options = {.rename = rename, .merge = merge}};
  if (!sequence) return out;
  if (*sequence != "characters" && *sequence != "pointer") {
    throw Error(
        fmt::format("there is no sequence view '{}': there are characters and pointer", *sequence));
  }
  out.sequence = *sequence == "pointer" ? Sequence::kPointer : Sequence::kCharacters;
  return out;
}

py::array_t<std::int32_t, py::array::c_style> read_numbers(py::handle given, py::ssize_t columns,
                                                           const char* what) {
  const py::array array = py::array::ensure(given);
  if (!array) {
    PyErr_Clear();
    throw Error(fmt::format("{} are whole numbers in an array or a list", what));
  }
  const char kind = array.dtype().kind();
  if (array.size() > 0 && kind != 'i' && kind != 'u') {
    throw Error(fmt::format("{} are whole numbers, not of dtype {}", what,
                            std::string(py::str(array.dtype()))));
  }
  const bool fits =
      columns == 0 ? array.ndim() == 1 : array.ndim() == 2 && array.shape(1) == columns;
  if (!fits) {
    throw Error(fmt::format("{} have the shape {}, not {}", what,
                            columns == 0 ? "(n,)" : fmt::format("(n, {})", columns),
                            std::string(py::str(array.attr("shape")))));
  }
  using Narrow = py::array_t<std::int32_t, py::array::c_style>;
  // Always a copy: while a pool works without the lock, other threads may change the given array.
  if (array.dtype().is(py::dtype::of<std::int32_t>())) {
    constexpr int kRowByRow = 0;
    return py::reinterpret_steal<Narrow>(
        py::detail::npy_api::get().PyArray_NewCopy_(array.ptr(), kRowByRow));
  }
  const auto wide = py::array_t<std::int64_t, py::array::c_style | py::array::forcecast>(array);
  Narrow out(std::vector<py::ssize_t>(array.shape(), array.shape() + array.ndim()));
  for (py::ssize_t i = 0; i < wide.size(); ++i) {
    const std::int64_t number = wide.data()[i];
    if (number < INT32_MIN || number > INT32_MAX) {
      throw Error(fmt::format("{} is out of range", number));
    }
    out.mutable_data()[i] = static_cast<std::int32_t>(number);
  }
  return out;
}

std::string read_text(py::handle text) {
  const auto bytes =
      py::reinterpret_steal<py::bytes>(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "replace"));
  if (!bytes) throw py::error_already_set();
  return bytes;
}

AnyAction read_action_of(py::handle action) {
  if (py::isinstance<py::str>(action)) return read_text(action);
  const auto numbers = read_numbers(action, 0, "actions that are not texts");
  if (numbers.size() != static_cast<py::ssize_t>(RawAction{}.size())) {
    throw Error(fmt::format("an action is a text or four numbers, an axiom and three nodes, not {}",
                            numbers.size()));
  }
  RawAction out;
  std::copy_n(numbers.data(), out.size(), out.begin());
  return out;
}

std::vector<std::int32_t> read_prefix(py::handle list) {
  const auto numbers = read_numbers(list, 0, "an axiom and its first operands");
  if (numbers.size() > static_cast<py::ssize_t>(RawAction{}.size())) {
    throw Error("an action has an axiom and at most three operands");
  }
  return std::vector(numbers.data(), numbers.data() + numbers.size());
}

py::array view_actions(const std::vector<RawAction>& actions, py::handle owner) {
  const auto columns = static_cast<py::ssize_t>(RawAction{}.size());
  return py::array_t<std::int32_t>({static_cast<py::ssize_t>(actions.size()), columns},
                                   actions.empty() ? nullptr : actions.front().data(), owner);
}

namespace {

// An object that was made by `__new__` alone has no value. As soon as it is used, pybind11
// allocates one and leaves it uninitialized. Here it asks the type for the memory, and the type
// refuses.
void refuse_uninitialized(const py::module_& m) {
  for (const auto& [name, value] : m.attr("__dict__").cast<py::dict>()) {
    if (!PyType_Check(value.ptr())) continue;
    auto* type = py::detail::get_type_info(reinterpret_cast<PyTypeObject*>(value.ptr()));
    if (type == nullptr) continue;
    type->operator_new = [](std::size_t) -> void* {
      throw py::type_error("the object is not initialized: its __init__ was never called");
    };
  }
}

void translate(std::exception_ptr thrown) {
  try {
    if (thrown) std::rethrow_exception(thrown);
  } catch (const FileError& error) {
    const auto name = py::reinterpret_steal<py::object>(PyUnicode_DecodeFSDefaultAndSize(
        error.name().data(), static_cast<py::ssize_t>(error.name().size())));
    // OSError itself chooses the subclass that belongs to the code.
    const auto raised = py::handle(PyExc_OSError)(error.code(), std::strerror(error.code()), name);
    PyErr_SetObject(py::type::of(raised).ptr(), raised.ptr());
  } catch (const Error& error) {
    // The message may quote input, and Python prints messages as they are.
    PyErr_SetString(PyExc_ValueError, printable(error.what()).c_str());
  }
}

}  // namespace

void bind_module(py::module_& m) {
  m.doc() = "The compiled part of the package ineq.";
  py::register_exception_translator(translate);
  m.attr("__version__") = INEQ_VERSION;
  bind_terms(m);
  bind_records(m);
  bind_views(m);
  bind_states(m);
  bind_generator(m);
  bind_environments(m);
  bind_agents(m);
  bind_evaluators(m);
  bind_solving(m);
  bind_training(m);
  bind_exports(m);
  refuse_uninitialized(m);
}

}  // namespace ineq::python

PYBIND11_MODULE(_core, m) { ineq::python::bind_module(m); }
