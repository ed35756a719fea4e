#pragma once
// Pickling by `__reduce__`, which works with every protocol and serves `copy` as well. py::pickle
// needs protocol 2 and an object that was made without its constructor.

#include <fmt/format.h>
#include <pybind11/pybind11.h>

#include <string>

namespace ineq::python {

// save(value) returns what is pickled, and restore(saved) the value.
template <typename Class, typename Save, typename Restore>
void bind_pickle(Class& type, const Save& save, const Restore& restore) {
  namespace py = pybind11;
  using Value = typename Class::type;
  type.def_static("_restore", restore);
  type.def("__reduce__", [save](const py::object& self) {
    const auto caller = py::module_::import("operator").attr("methodcaller");
    return py::make_tuple(caller("_restore", save(self.cast<const Value&>())),
                          py::make_tuple(py::type::of(self)));
  });
}

// For types that cannot be pickled; `why` is the end of the message.
template <typename Class>
void refuse_pickle(Class& type, const std::string& why) {
  namespace py = pybind11;
  type.def("__reduce__", [why](const py::object& self) -> py::object {
    const auto name = py::type::of(self).attr("__name__").cast<std::string>();
    throw py::type_error(fmt::format("cannot pickle or copy '{}' object: {}", name, why));
  });
}

}  // namespace ineq::python
