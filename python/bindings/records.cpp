// Records, their files, and `check`.

#include <fmt/format.h>

#include "base/error.h"
#include "base/printable.h"
#include "bindings.h"
#include "files/lines.h"
#include "files/output.h"
#include "pickle.h"
#include "proof/show.h"
#include "without_gil.h"

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
    check_signals();  // list() and others never return to the interpreter between two records
    std::string_view line;
    do {
      if (!lines_.next(line)) throw py::stop_iteration();
    } while (is_blank(line));
    return at_line(lines_, [&] { return read_record(line); });
  }

 private:
  LineReader lines_;
};

// pybind11 also accepts bytes as texts, so they have to be checked.
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
  return without_gil([&] {
    Bank bank;
    const RecordVerdict verdict = check_record(bank, *rules_of(set), record);
    if (!verdict.readable) throw Error(verdict.reason);
    return PyVerdict{verdict.proven.has_value(), verdict.reason};
  });
}

// The proof as `ineq check --show` prints it, or the line of a record whose theorem cannot be read.
std::string shown(const Record& record) {
  try {
    std::string out = show_record(*rules_of(rules_for(record)), record);
    if (record.id.empty()) out.erase(0, out.find('\n') + 1);
    while (out.ends_with('\n')) out.pop_back();
    return out;
  } catch (const Error&) {
    return write_record(record);
  }
}

std::size_t write_all(const std::filesystem::path& path, const py::iterable& records) {
  constexpr std::size_t kPart = std::size_t{1} << 20;  // bytes
  OutputFile file(path.string());
  std::size_t count = 0;
  std::string text;
  // Other threads run while the disk works.
  const auto write = [&] {
    without_gil([&] { file.write(text); });
    text.clear();
  };
  for (const py::handle record : records) {
    check_signals();
    if (!py::isinstance<Record>(record)) throw Error("only Records can be written");
    text += write_record(record.cast<const Record&>()) + "\n";
    ++count;
    if (text.size() >= kPart) write();
  }
  write();
  without_gil([&] { file.commit(); });
  return count;
}

}  // namespace

void bind_records(py::module_& m) {
  py::class_<Record> type(m, "Record", R"doc(A theorem with its proof, one line of a dataset.

Fields that are not listed here are kept: a Record that was read is written with all its fields.
Two Records are equal if their theorems, proofs, ids and rule sets are.

>>> r = Record("a+b = b+a", proof=["add_cmmt | (a+b) in obj"])
>>> check(r)
<Verdict: accepted>
>>> Record.from_json(r.to_json()) == r
True
>>> print(r)
  prove  a+b = b+a
    1. AdditionCommutativity on a+b
       proven)doc");
  type.def(py::init([](const std::string& goal, std::vector<std::string> premises,
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
             return fmt::format("<Record {}{}{}, {} step{}>", printable(r.id),
                                r.id.empty() ? "" : ": ", r.goal, r.proof.size(),
                                r.proof.size() == 1 ? "" : "s");
           })
      .def("__str__", &shown, "The theorem and its proof, up to the first step that is not valid.");
  bind_pickle(type, &write_record, &read_record);
  type.attr("__hash__") = py::none();

  py::class_<PyVerdict> verdict(m, "Verdict",
                                "The kernel's verdict on a proof; true if it is accepted.");
  verdict.def_readonly("accepted", &PyVerdict::accepted)
      .def_readonly("reason", &PyVerdict::reason,
                    "Why the proof is rejected; empty if it is accepted.")
      .def("__bool__", [](const PyVerdict& v) { return v.accepted; })
      .def("__repr__", [](const PyVerdict& v) {
        return v.accepted ? std::string("<Verdict: accepted>")
                          : fmt::format("<Verdict: rejected: {}>", v.reason);
      });
  bind_pickle(
      verdict, [](const PyVerdict& v) { return std::tuple(v.accepted, v.reason); },
      [](const std::tuple<bool, std::string>& saved) {
        return std::make_from_tuple<PyVerdict>(saved);
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

  py::class_<RecordReader> reader(m, "RecordReader", "Iterates over the records of a file.");
  refuse_pickle(reader, "open the file again");
  reader.def("__iter__", [](py::object self) { return self; }).def("__next__", &RecordReader::next);
  m.def(
      "read_records",
      [](const std::filesystem::path& path) { return std::make_unique<RecordReader>(path); },
      py::arg("path"),
      "Returns an iterator over the records of a JSON Lines file, plain or compressed with "
      "Zstandard. Memory does not grow with the size of the file.");
  m.def("write_records", &write_all, py::arg("path"), py::arg("records"),
        R"doc(Writes Records to a JSON Lines file and returns their number.

The file is compressed with Zstandard if its name ends in .zst. It is written under a temporary name
and renamed when it is complete, so a failure leaves an existing file unchanged.)doc");
}

}  // namespace ineq::python
