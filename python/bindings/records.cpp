// Records, their files, and `check`.

#include <fmt/format.h>

#include "base/error.h"
#include "bindings.h"
#include "files/lines.h"
#include "files/output.h"

namespace ineq::python {
namespace {

struct PyVerdict {
  bool accepted;
  std::string reason;
};

class RecordReader {
 public:
  explicit RecordReader(const std::filesystem::path& path) : lines_(path.string()) {}

  Record next() {
    std::string_view line;
    do {
      if (!lines_.next(line)) throw py::stop_iteration();
    } while (is_blank(line));
    return at_line(lines_, [&] { return read_record(line); });
  }

 private:
  LineReader lines_;
};

// Bytes are taken for texts, too.
void require_utf8(const std::string& text) {
  if (PyObject* decoded =
          PyUnicode_DecodeUTF8(text.data(), static_cast<py::ssize_t>(text.size()), nullptr)) {
    Py_DECREF(decoded);
    return;
  }
  PyErr_Clear();
  throw Error("a text is not UTF-8");
}

PyVerdict check_one(const Record& record, RuleSet set) {
  Bank bank;
  const py::gil_scoped_release release;
  const RecordVerdict verdict = check_record(bank, *rules_of(set), record);
  if (!verdict.readable) throw Error(verdict.reason);
  return {verdict.proven.has_value(), verdict.reason};
}

}  // namespace

void bind_records(py::module_& m) {
  py::class_<Record>(m, "Record", R"doc(A theorem with its proof, one line of a dataset.

Fields that are not listed here are kept: a Record that was read is written with all its fields.
Two Records are equal if their theorems, proofs, ids and rule sets are.

>>> r = Record("a+b = b+a", proof=["add_cmmt | (a+b) in obj"])
>>> check(r)
<Verdict: accepted>
>>> Record.from_json(r.to_json()) == r
True)doc")
      .def(py::init([](const std::string& goal, std::vector<std::string> premises,
                       std::vector<std::string> proof, std::string id,
                       const std::optional<std::string>& rules) {
             Record out{.id = std::move(id),
                        .rules = {},
                        .premises = std::move(premises),
                        .goal = goal,
                        .proof = std::move(proof)};
             if (rules) out.rules = read_rules(*rules);
             Bank bank;
             read_theorem(bank, out);  // what cannot be read is refused at once
             require_utf8(out.id);
             for (const std::string& text : out.proof) require_utf8(text);
             return out;
           }),
           py::arg("goal"), py::arg("premises") = std::vector<std::string>{},
           py::arg("proof") = std::vector<std::string>{}, py::arg("id") = "",
           py::arg("rules") = std::nullopt)
      .def_readonly("goal", &Record::goal)
      .def_readonly("premises", &Record::premises)
      .def_readonly("proof", &Record::proof, "INT's text actions.")
      .def_readonly("id", &Record::id)
      .def_property_readonly(
          "rules",
          [](const Record& r) -> std::optional<std::string_view> {
            return r.rules ? std::optional(to_string(*r.rules)) : std::nullopt;
          },
          "The rule set that it names; without one it is under the standard set.")
      .def_readonly("k", &Record::k,
                    "The number of distinct axioms it was generated with, or None.")
      .def_readonly("l", &Record::l, "The number of steps it was generated with, or None.")
      .def("to_json", &write_record, "The record as a line of a dataset, without its end.")
      .def_static("from_json", &read_record, py::arg("line"))
      .def("__eq__",
           [](const Record& a, const py::object& other) {
             if (!py::isinstance<Record>(other)) return false;
             const auto& b = other.cast<const Record&>();
             const auto rules = [](const Record& r) {
               return r.rules.value_or(RuleSet::kStandard);
             };
             return a.id == b.id && rules(a) == rules(b) && a.premises == b.premises &&
                    a.goal == b.goal && a.proof == b.proof;
           })
      .def("__repr__",
           [](const Record& r) {
             return fmt::format("<Record {}{}{}, {} step{}>", r.id, r.id.empty() ? "" : ": ",
                                r.goal, r.proof.size(), r.proof.size() == 1 ? "" : "s");
           })
      .def(py::pickle([](const Record& r) { return write_record(r); },
                      [](const std::string& line) { return read_record(line); }));
  m.attr("Record").attr("__hash__") = py::none();

  py::class_<PyVerdict>(m, "Verdict", "What the kernel says to a proof; true if it accepts it.")
      .def_readonly("accepted", &PyVerdict::accepted)
      .def_readonly("reason", &PyVerdict::reason, "Of a rejected proof, in words.")
      .def("__bool__", [](const PyVerdict& v) { return v.accepted; })
      .def("__repr__", [](const PyVerdict& v) {
        return v.accepted ? std::string("<Verdict: accepted>")
                          : fmt::format("<Verdict: rejected: {}>", v.reason);
      });

  m.def(
      "check",
      [](const Record& record, const std::optional<std::string>& rules) {
        return check_one(record,
                         rules ? read_rules(*rules) : record.rules.value_or(RuleSet::kStandard));
      },
      py::arg("record"), py::arg("rules") = std::nullopt,
      R"doc(Checks a proof with the kernel, under the rules given or those that the record names.

>>> check(Record("a+b = b+a", proof=["mul_cmmt | (a+b) in obj"]))
<Verdict: rejected: step 1: MultiplicationCommutativity does not apply: it takes b*a>)doc");

  py::class_<RecordReader>(m, "RecordReader", "Iterates over the records of a file.")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", &RecordReader::next);
  m.def(
      "read_records",
      [](const std::filesystem::path& path) { return std::make_unique<RecordReader>(path); },
      py::arg("path"), "The records of a JSON Lines file, plain or .zst, one after the other.");
  m.def(
      "write_records",
      [](const std::filesystem::path& path, const py::iterable& records) {
        OutputFile file(path.string());
        std::size_t count = 0;
        for (const py::handle record : records) {
          if (!py::isinstance<Record>(record)) throw Error("only Records can be written");
          file.write(write_record(record.cast<const Record&>()) + "\n");
          ++count;
        }
        file.commit();
        return count;
      },
      py::arg("path"), py::arg("records"),
      "Writes Records as a JSON Lines file, which is compressed if its name ends in .zst and "
      "appears "
      "when it is complete. Returns the number of records.");
}

}  // namespace ineq::python
