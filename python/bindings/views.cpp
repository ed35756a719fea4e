// States as arrays: graphs, sequences and vocabularies; the steps of proofs.

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "bindings.h"
#include "env/proof_steps.h"
#include "env/tokens.h"
#include "pickle.h"
#include "without_gil.h"

namespace ineq::python {
namespace {

template <typename Number>
void bind_array(py::class_<GraphBatch, std::shared_ptr<GraphBatch>>& type, const char* name,
                std::vector<Number> GraphBatch::*member, const char* help) {
  type.def_property_readonly(
      name,
      [member](const py::object& self) { return view(self.cast<GraphBatch&>().*member, self); },
      help);
}

// The arrays of a graph, in the order in which they are pickled.
template <typename Graph>
auto arrays_of(Graph& g) {
  return std::tie(g.type, g.statement, g.edge, g.slot, g.root, g.is_goal, g.occurrence,
                  g.node_offset, g.edge_offset, g.statement_offset, g.occurrence_offset);
}

// As an array, which is pickled as bytes rather than number by number.
template <typename Number>
py::array_t<Number> copy_of(const std::vector<Number>& numbers) {
  return py::array_t<Number>(static_cast<py::ssize_t>(numbers.size()), numbers.data());
}

template <typename Number>
void read_array(const py::handle& array, std::vector<Number>& out) {
  const auto numbers = array.cast<py::array_t<Number, py::array::c_style>>();
  out.assign(numbers.data(), numbers.data() + numbers.size());
}

py::tuple save_graph(const GraphBatch& graph) {
  return std::apply([](const auto&... array) { return py::make_tuple(copy_of(array)...); },
                    arrays_of(graph));
}

GraphBatch restore_graph(const py::tuple& saved) {
  GraphBatch out;
  const auto arrays = arrays_of(out);
  if (saved.size() != std::tuple_size_v<decltype(arrays)>) throw Error("this is not a saved graph");
  std::size_t next = 0;
  std::apply([&](auto&... array) { (read_array(saved[next++], array), ...); }, arrays);
  const auto fits = [&](const std::vector<std::int64_t>& offset, std::size_t rows) {
    return offset.size() == out.node_offset.size() && std::ranges::is_sorted(offset) &&
           !offset.empty() && offset.front() == 0 &&
           offset.back() == static_cast<std::int64_t>(rows);
  };
  if (!fits(out.node_offset, out.type.size()) || out.statement.size() != out.type.size() ||
      !fits(out.edge_offset, out.slot.size()) || out.edge.size() != 2 * out.slot.size() ||
      !fits(out.statement_offset, out.root.size()) || out.is_goal.size() != out.root.size() ||
      !fits(out.occurrence_offset, out.occurrence.size())) {
    throw Error("the arrays of the saved graph do not fit together");
  }
  return out;
}

void bind_graph(py::module_& m) {
  py::class_<GraphBatch, std::shared_ptr<GraphBatch>> graph(
      m, "Graph", R"doc(One or more states as a graph of arrays, which are views without a copy.

>>> g = State("a+b = b^2", premises=["b != 0"]).graph()
>>> g.type
array([ 0,  3, 10, 11,  6, 11,  2, 11], dtype=int32)
>>> g.edge_index
array([[0, 1, 1, 0, 4, 6],
       [1, 2, 3, 4, 5, 7]])
>>> g.root, g.is_goal
(array([0, 6]), array([ True, False])))doc");
  bind_pickle(graph, &save_graph, &restore_graph);
  bind_array(graph, "type", &GraphBatch::type, "Of each node: its number in NODE_TYPES.");
  bind_array(graph, "statement", &GraphBatch::statement, "Of each node: the statement it is in.");
  bind_array(graph, "slot", &GraphBatch::slot,
             "Of each edge: 0 for the left or only child, 1 for the right one.");
  bind_array(graph, "root", &GraphBatch::root, "Of each statement: its node.");
  bind_array(graph, "occurrence", &GraphBatch::occurrence,
             "Of each place that an action can name: its node.");
  bind_array(graph, "node_offset", &GraphBatch::node_offset,
             "Where the nodes of each state begin, and their end.");
  bind_array(graph, "edge_offset", &GraphBatch::edge_offset,
             "Where the edges of each state begin, and their end.");
  bind_array(graph, "statement_offset", &GraphBatch::statement_offset,
             "Where the statements of each state begin, and their end.");
  bind_array(graph, "occurrence_offset", &GraphBatch::occurrence_offset,
             "Where the occurrences of each state begin, and their end.");
  graph
      .def_property_readonly(
          "is_goal",
          [](const py::object& self) { return view_flags(self.cast<GraphBatch&>().is_goal, self); },
          "Of each statement: whether it is a goal rather than a fact.")
      .def_property_readonly(
          "edge_index",
          [](const py::object& self) {
            const auto& edge = self.cast<GraphBatch&>().edge;
            constexpr py::ssize_t kWide = sizeof(std::int64_t);
            return py::array_t<std::int64_t>({py::ssize_t{2}, py::ssize_t(edge.size() / 2)},
                                             {kWide, 2 * kWide}, edge.data(), self);
          },
          "Parents over children, as PyTorch Geometric has it; a transposed view of `edges`.")
      .def_property_readonly(
          "edges",
          [](const py::object& self) {
            const auto& edge = self.cast<GraphBatch&>().edge;
            return py::array_t<std::int64_t>({py::ssize_t(edge.size() / 2), py::ssize_t{2}},
                                             edge.data(), self);
          },
          "One row per edge: parent, child.")
      .def_property_readonly(
          "batch",
          [](const GraphBatch& g) {
            py::array_t<std::int64_t> out(static_cast<py::ssize_t>(g.type.size()));
            const auto& offset = g.node_offset;  // which Python can write to
            if (!std::ranges::is_sorted(offset) || offset.front() < 0 ||
                offset.back() > out.size()) {
              throw Error("the offsets of the graph were overwritten");
            }
            for (std::size_t i = 0; i < g.states(); ++i) {
              std::fill(out.mutable_data() + g.node_offset[i],
                        out.mutable_data() + g.node_offset[i + 1], static_cast<std::int64_t>(i));
            }
            return out;
          },
          "Of each node: its state. Unlike the other arrays, it is computed on each access.")
      .def("__len__", &GraphBatch::states, "The number of states.")
      .def("__repr__", [](const GraphBatch& g) {
        return fmt::format("<Graph of {} states, {} nodes, {} edges>", g.states(), g.type.size(),
                           g.slot.size());
      });

  py::list types;
  for (const char* symbol : {"=", ">=", "!=0", "+", "-", "*", "^2", "1/", "0", "1"}) {
    types.append(symbol);
  }
  for (char letter = 'a'; letter <= 'z'; ++letter) types.append(std::string(1, letter));
  m.attr("NODE_TYPES") = py::tuple(types);
}

void bind_sequence(py::module_& m) {
  py::class_<SequenceBatch, std::shared_ptr<SequenceBatch>> sequences(
      m, "Sequence", R"doc(One or more states as token numbers.

>>> s = State("a+b = b+a").sequence("pointer")
>>> s.token[:5], s.offset
(array([ 4,  7, 14, 10, 15], dtype=uint8), array([ 0, 14]))
>>> Vocabulary("pointer").decode(s.token)
'#(a+b)=(b+a)&$')doc");
  bind_pickle(
      sequences,
      [](const SequenceBatch& s) { return py::make_tuple(copy_of(s.token), copy_of(s.offset)); },
      [](const std::tuple<py::object, py::object>& saved) {
        SequenceBatch out(Sequence::kCharacters);  // the kind matters only to those who add states
        read_array(std::get<0>(saved), out.token);
        read_array(std::get<1>(saved), out.offset);
        if (out.offset.empty()) throw Error("the saved sequence has no offsets");
        return out;
      });
  sequences
      .def_property_readonly(
          "token",
          [](const py::object& self) { return view(self.cast<SequenceBatch&>().token, self); },
          "The numbers of the tokens in the Vocabulary of the same kind.")
      .def_property_readonly(
          "offset",
          [](const py::object& self) { return view(self.cast<SequenceBatch&>().offset, self); },
          "Where the tokens of each state begin, and their end.")
      .def("__len__", [](const SequenceBatch& s) { return s.offset.size() - 1; })
      .def("__repr__", [](const SequenceBatch& s) {
        return fmt::format("<Sequence of {} states, {} tokens>", s.offset.size() - 1,
                           s.token.size());
      });

  py::class_<Vocabulary> vocabulary(
      m, "Vocabulary", R"doc(The tokens of a sequence view: their texts and their numbers.

kind: `characters` for INT's text, or `pointer` for pointer texts and actions.

>>> v = Vocabulary("characters")
>>> v.tokens[:3], len(v)
(('<pad>', '<eos>', '<unk>'), 54)
>>> v.encode("to a=b")
array([46, 41,  3, 27, 23, 28], dtype=uint8)
>>> v.decode(v.encode("to a=b"))
'to a=b')doc");
  const auto make = [](const std::string& kind) {
    return read_views(false, false, false, kind).sequence == Sequence::kPointer
               ? Vocabulary::pointer()
               : Vocabulary::character();
  };
  bind_pickle(
      vocabulary,
      [](const Vocabulary& v) {
        return v.size() == Vocabulary::pointer().size() ? "pointer" : "characters";
      },
      make);
  vocabulary.def(py::init(make), py::arg("kind"))
      .def("__len__", &Vocabulary::size)
      .def_property_readonly(
          "tokens",
          [](const Vocabulary& v) {
            py::tuple out(v.size());
            for (std::size_t i = 0; i < v.size(); ++i) out[i] = py::str(v[i]);
            return out;
          },
          "The texts of the tokens, by their numbers.")
      .def(
          "encode",
          [](const Vocabulary& v, const std::string& text) {
            std::vector<std::uint8_t> out;
            if (!v.encode(text, out)) throw Error("the text has characters that are no token");
            return py::array_t<std::uint8_t>(static_cast<py::ssize_t>(out.size()), out.data());
          },
          py::arg("text"),
          "The token numbers of a text. A text with an unknown character is a ValueError.")
      .def(
          "decode",
          [](const Vocabulary& v, const py::object& numbers) {
            const auto given = read_numbers(numbers, 0, "tokens");
            std::vector<std::uint8_t> out;
            for (py::ssize_t i = 0; i < given.size(); ++i) {
              const std::int32_t number = given.data()[i];
              if (number < 0 || number > 255)
                throw Error(fmt::format("there is no token {}", number));
              out.push_back(static_cast<std::uint8_t>(number));
            }
            return v.decode(out);
          },
          py::arg("tokens"), "The text of token numbers.");
}

void bind_proof_steps(py::module_& m) {
  py::class_<ProofSteps, std::shared_ptr<ProofSteps>> steps(
      m, "ProofSteps", R"doc(The steps of proofs: states and the actions that were taken in them.

>>> steps = Generator(k=3, l=5).proof_steps(first=0, count=10)
>>> steps.action.shape, len(steps.graph)
((50, 4), 50)
>>> steps.left[:5]
array([5, 4, 3, 2, 1], dtype=int32))doc");
  refuse_pickle(steps, "pickle its arrays, its graph or its sequence");
  steps
      .def_property_readonly(
          "graph",
          [](const py::object& self) {
            return part_of<ProofSteps>(
                self, [](auto& s) -> auto& { return s.views.graph; });
          },
          "The states before the steps.")
      .def_property_readonly(
          "sequence",
          [](const py::object& self) {
            return part_of<ProofSteps>(
                self, [](auto& s) -> auto& { return s.views.sequence; });
          },
          "The states before the steps.")
      .def_property_readonly(
          "action",
          [](const py::object& self) {
            return view_actions(self.cast<ProofSteps&>().action, self);
          },
          "One row per step: axiom and nodes.")
      .def_property_readonly(
          "record",
          [](const py::object& self) { return view(self.cast<ProofSteps&>().record, self); },
          "Of each step: the index of its record.")
      .def_property_readonly(
          "step", [](const py::object& self) { return view(self.cast<ProofSteps&>().step, self); },
          "Of each step: its number in the proof, from 0.")
      .def_property_readonly(
          "left", [](const py::object& self) { return view(self.cast<ProofSteps&>().left, self); },
          "Of each step: the number of steps left, this one included; the target of a value "
          "network.")
      .def("__len__", [](const ProofSteps& s) { return s.action.size(); });
  m.def(
      "proof_steps",
      [](const py::iterable& given, bool graph, bool rename, bool merge,
         const std::optional<std::string>& sequence) {
        std::vector<Record> records;
        for (const py::handle item : given) {
          if (PyErr_CheckSignals() != 0) throw py::error_already_set();
          if (!py::isinstance<Record>(item)) throw Error("only Records have steps");
          records.push_back(item.cast<const Record&>());
        }
        const ViewOptions views = read_views(graph, rename, merge, sequence);
        return interruptible([&](const std::atomic<bool>& interrupt) {
          auto out = std::make_shared<ProofSteps>(views);
          for (const Record& record : records) {
            if (interrupt) break;
            out->add(*rules_of(rules_for(record)), record);
          }
          return out;
        });
      },
      py::arg("records"), py::kw_only(), py::arg("graph") = true, py::arg("rename") = false,
      py::arg("merge") = false, py::arg("sequence") = std::nullopt,
      "The steps of the records' proofs as arrays, for behaviour cloning. A proof that the kernel "
      "does not accept is a ValueError. Generator.proof_steps does the same for new theorems, and "
      "is "
      "faster.");
}

}  // namespace

void bind_views(py::module_& m) {
  bind_graph(m);
  bind_sequence(m);
  bind_proof_steps(m);
}

}  // namespace ineq::python
