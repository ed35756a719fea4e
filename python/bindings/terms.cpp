// Terms, statements and axioms.

#include <fmt/format.h>

#include "base/error.h"
#include "bindings.h"
#include "pickle.h"
#include "term/parse.h"
#include "term/print.h"

namespace ineq::python {
namespace {

// The operator as it is written in a term, or the letter of a variable.
std::string symbol(const Node& node) {
  constexpr const char* kSymbols[] = {"", "0", "1", "+", "-", "*", "^2", "1/", "=", ">=", "!=0"};
  if (node.op == Op::kVariable) return std::string(1, static_cast<char>('a' + node.left.id));
  return kSymbols[static_cast<std::size_t>(node.op)];
}

py::tuple children(const std::shared_ptr<Bank>& bank, const Node& node) {
  if (arity(node.op) == 0) return py::tuple(0);
  if (arity(node.op) == 1) return py::make_tuple(PyTerm{bank, node.left});
  return py::make_tuple(PyTerm{bank, node.left}, PyTerm{bank, node.right});
}

// Equality is decided by texts, because structural hashes could collide.
template <typename Value>
void bind_common(py::class_<Value>& type, const char* name, auto member, auto parse) {
  const auto read = [parse](const std::string& text) {
    auto bank = std::make_shared<Bank>();
    const auto parsed = parse(*bank, text);
    return Value{std::move(bank), parsed};
  };
  bind_pickle(
      type, [=](const Value& v) { return to_string(*v.bank, v.*member); }, read);
  type.def(py::init(read), py::arg("text"))
      .def("__str__", [=](const Value& v) { return to_string(*v.bank, v.*member); })
      .def("__repr__",
           [=](const Value& v) {
             return fmt::format("{}('{}')", name, to_string(*v.bank, v.*member));
           })
      .def("__eq__",
           [=](const Value& a, const py::object& other) {
             if (!py::isinstance<Value>(other)) return false;
             const auto& b = other.cast<const Value&>();
             if (a.bank == b.bank) return a.*member == b.*member;
             return (*a.bank)[a.*member].hash == (*b.bank)[b.*member].hash &&
                    to_string(*a.bank, a.*member) == to_string(*b.bank, b.*member);
           })
      .def("__hash__", [=](const Value& v) { return (*v.bank)[v.*member].hash; })
      .def_property_readonly(
          "symbol", [=](const Value& v) { return symbol((*v.bank)[v.*member]); },
          "The operator as it is written; of a variable, its letter.")
      .def_property_readonly(
          "children", [=](const Value& v) { return children(v.bank, (*v.bank)[v.*member]); },
          "The terms directly below, left before right.")
      .def_property_readonly(
          "size", [=](const Value& v) { return (*v.bank)[v.*member].size; },
          "The number of nodes, itself included.");
}

struct PyAxiom {
  std::size_t number;
};

}  // namespace

void bind_terms(py::module_& m) {
  py::class_<PyTerm> term(m, "Term",
                          R"doc(A term over the variables a to z, 0, 1, +, -, *, ^2 and 1/.

>>> Term("a+b*c")
Term('(a+(b*c))')
>>> Term("a+b*c").children
(Term('a'), Term('(b*c)'))
>>> Term("a + b") == Term("(a+b)")
True)doc");
  bind_common(term, "Term", &PyTerm::term, &parse_term);

  py::class_<PyStatement> statement(m, "Statement", R"doc(What is proven: x=y, x>=y or x!=0.

>>> s = Statement("a + b >= c")
>>> s.symbol, s.children, s.size
('>=', (Term('(a+b)'), Term('c')), 5)
>>> s.node(2)
Term('a'))doc");
  bind_common(statement, "Statement", &PyStatement::statement, &parse_statement);
  statement
      .def(
          "node",
          [](const PyStatement& s, std::int64_t number) {
            const auto size = static_cast<std::int64_t>((*s.bank)[s.statement].size);
            if (number < 1 || number >= size) {
              throw Error(fmt::format("there is no term {}: the statement has those from 1 to {}",
                                      number, size - 1));
            }
            return PyTerm{s.bank,
                          subterm(*s.bank, s.statement, static_cast<std::uint32_t>(number))};
          },
          py::arg("number"), "The term at a place, by its number in preorder; 1 is the left side.")
      .def_property_readonly(
          "is_trivial", [](const PyStatement& s) { return is_trivial(*s.bank, s.statement); },
          "Whether it is x=x, x>=x or 1!=0, which needs no proof.");

  py::class_<PyAxiom> axiom(m, "Axiom", "One of the 18 axioms of the paper.");
  axiom.def_property_readonly("number", [](const PyAxiom& a) { return a.number; })
      .def_property_readonly(
          "name", [](const PyAxiom& a) { return axioms()[a.number].name; }, "As in the paper.")
      .def_property_readonly(
          "text_name", [](const PyAxiom& a) { return axioms()[a.number].text_name; },
          "In INT's text actions.")
      .def_property_readonly(
          "abbreviation", [](const PyAxiom& a) { return axioms()[a.number].abbreviation; },
          "In the paper's tables.")
      .def_property_readonly(
          "letter", [](const PyAxiom& a) { return axioms()[a.number].letter; }, "In pointer texts.")
      .def(
          "arity",
          [](const PyAxiom& a, const std::string& rules) {
            return arity(*rules_of(read_rules(rules)), a.number);
          },
          py::arg("rules") = "standard", "The operands it takes, at most.")
      .def(
          "rows",
          [](const PyAxiom& a, const std::string& rules) {
            return std::string(rows_text(read_rules(rules), a.number));
          },
          py::arg("rules") = "standard", "What it says, as in docs/axioms.md.")
      .def("__eq__",
           [](const PyAxiom& a, const py::object& other) {
             return py::isinstance<PyAxiom>(other) &&
                    other.cast<const PyAxiom&>().number == a.number;
           })
      .def("__hash__", [](const PyAxiom& a) { return a.number; })
      .def("__repr__", [](const PyAxiom& a) {
        return fmt::format("<Axiom {}: {}>", a.number, axioms()[a.number].name);
      });
  bind_pickle(
      axiom, [](const PyAxiom& a) { return a.number; },
      [](std::size_t number) {
        if (number >= kAxiomCount) throw Error(fmt::format("there is no axiom {}", number));
        return PyAxiom{number};
      });
  py::tuple all(kAxiomCount);
  for (std::size_t i = 0; i < kAxiomCount; ++i) all[i] = PyAxiom{i};
  m.attr("AXIOMS") = all;
  m.def(
      "find_axiom",
      [](const std::string& name) {
        const auto found = find_axiom(name);
        if (!found) throw Error(fmt::format("there is no axiom '{}'", name));
        return PyAxiom{*found};
      },
      py::arg("name"), R"doc(By name, text name, abbreviation or letter.

>>> find_axiom("add_cmmt")
<Axiom 0: AdditionCommutativity>)doc");
}

}  // namespace ineq::python
