// Files for others: exports, splits and statistics.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <atomic>

#include "base/error.h"
#include "benchmark/shortest_statistics.h"
#include "benchmark/split.h"
#include "benchmark/split_plan.h"
#include "benchmark/statistics.h"
#include "benchmark/statistics_report.h"
#include "export/record_exporter.h"
#include "solving.h"
#include "without_gil.h"

namespace ineq::python {
namespace {

// A single Record, or several.
std::vector<Record> read_record_list(const py::object& given) {
  std::vector<Record> out;
  if (py::isinstance<Record>(given)) {
    out.push_back(given.cast<const Record&>());
    return out;
  }
  for (const py::handle item : py::reinterpret_borrow<py::iterable>(given)) {
    check_signals();
    if (!py::isinstance<Record>(item)) throw Error("expected Records");
    out.push_back(item.cast<const Record&>());
  }
  return out;
}

std::string describe(const Record& record) { return record.id.empty() ? record.goal : record.id; }

std::string export_records(const py::object& given, const std::string& format, bool add_nonzero) {
  const std::vector<Record> records = read_record_list(given);
  return interruptible([&](const std::atomic<bool>& interrupt) {
    RecordExporter exporter(format, {.add_nonzero = add_nonzero});
    const ExportFormat& to = exporter.format();
    if (records.size() > 1 && !to.takes_many) {
      throw Error(fmt::format("a file of the format {} holds one theorem", format));
    }
    std::string out = exporter.exporter().library();
    for (std::size_t i = 0; i < records.size() && !interrupt; ++i) {
      const auto exported = exporter.add(records[i]);
      if (!exported.left_out.empty()) {
        throw Error(describe(records[i]) + ": " + exported.left_out);
      }
      if (i > 0) out += to.between;
      out += exported.text;
    }
    return out + std::string(to.end);
  });
}

// The fields that all sets of a split share.
constexpr std::array kSharedFields = {"axioms", "rules",        "goal",
                                      "seed",   "order_trials", "early_repeats"};

// Stops a function that reports its progress.
struct Stopped {};

void split(const std::filesystem::path& folder, const std::vector<std::string>& only,
           std::int64_t tests, std::int64_t validation, bool force, const py::object& progress,
           const py::kwargs& fields) {
  if (tests < 1 || validation < 0) throw Error("tests and validation: expected positive numbers");
  SplitRequest request{.base = {},
                       .folder = folder.string(),
                       .test_size = static_cast<std::size_t>(tests),
                       .validation_size = static_cast<std::size_t>(validation),
                       .experiments = only,
                       .force = force};
  for (const auto& [name, text] : read_options(fields)) {
    if (std::ranges::find(kSharedFields, name) == kSharedFields.end()) {
      throw Error(fmt::format("there is no option '{}' of splits", name));
    }
    set_field(request.base, name, text);
  }
  interruptible([&](const std::atomic<bool>& interrupt) {
    std::error_code error;
    std::filesystem::create_directories(folder, error);
    if (error) throw Error(folder.string() + ": " + error.message());
    try {
      write_splits(request, [&](std::size_t done, std::size_t all) {
        if (interrupt) throw Stopped();
        if (progress.is_none()) return;
        const TakenGil gil;
        progress(done, all);
      });
    } catch (const Stopped&) {
    }
    return 0;
  });
}

py::dict statistics(const py::object& given, bool shortest, std::int64_t nodes,
                    std::int64_t threads) {
  if (nodes < 1) throw Error("nodes: expected a number of at least 1");
  if (threads < 1 || threads > 256) throw Error("threads: expected a number from 1 to 256");
  const std::vector<Record> records = read_record_list(given);
  if (records.empty()) throw Error("there are no theorems");
  const std::string json = interruptible([&](const std::atomic<bool>& interrupt) {
    Statistics counted;
    ShortestStatistics searched;
    const RulesBySet rules;
    Bank bank;
    for (std::size_t i = 0; i < records.size() && !interrupt; ++i) {
      bank.reset();
      const RuleSet set = rules_for(records[i]);
      const RecordVerdict verdict = check_record(bank, rules[set], records[i]);
      if (!verdict.proven) throw Error(describe(records[i]) + ": " + verdict.reason);
      counted.add(bank, *verdict.proven);
      if (shortest) searched.add(set, bank, *verdict.proven);
    }
    try {
      if (shortest) {
        searched.search(rules, static_cast<std::uint64_t>(nodes), static_cast<unsigned>(threads),
                        [&](std::size_t) {
                          if (interrupt) throw Stopped();
                        });
      }
    } catch (const Stopped&) {
      return std::string();
    }
    return statistics_json(counted, shortest ? &searched : nullptr).dump();
  });
  py::dict out;
  for (const py::handle entry : from_json(json)) {
    out[py::make_tuple(entry["k"], entry["l"])] = entry;
  }
  return out;
}

}  // namespace

void bind_exports(py::module_& m) {
  m.def(
      "export", &export_records, py::arg("records"), py::arg("to"), py::arg("add_nonzero") = false,
      R"doc(A file with the theorems and proofs of Records, or of one, for another system, as text.

to: coq, hol-light, hol-light-text, metamath, lean, smtlib, tptp or latex.
add_nonzero: add the premises x!=0 that proofs under int-2021 lack.

A proof that the kernel does not accept is a ValueError. SMT-LIB and TPTP get the statement alone.

>>> text = export(Record("a+b = b+a", proof=["add_cmmt | (a+b) in obj"]), to="lean")
>>> "theorem" in text
True)doc");
  m.def(
      "split", &split, py::arg("folder"), py::kw_only(),
      py::arg("only") = std::vector<std::string>{}, py::arg("tests") = SplitRequest().test_size,
      py::arg("validation") = SplitRequest().validation_size, py::arg("force") = false,
      py::arg("progress") = std::nullopt,
      R"doc(Writes the test and validation sets and training specifications of the experiments, as `ineq split`.

only: the names of experiments (default: all). tests, validation: the theorems per set.
progress: a function that is called with the number of finished sets and the number of all.
Further keywords are fields of Generator that all sets share: axioms, rules, goal, seed, order_trials,
early_repeats. With the defaults, the files are the published ones.

>>> import os, tempfile
>>> folder = tempfile.mkdtemp()
>>> split(folder, only=["iid"], tests=2, validation=2, order_trials=1000)
>>> sorted(os.listdir(os.path.join(folder, "iid", "k3l3")))[:2]
['test.json', 'test.jsonl'])doc");
  m.def(
      "statistics", &statistics, py::arg("records"), py::kw_only(), py::arg("shortest") = false,
      py::arg("nodes") = 300, py::arg("threads") = 1,
      R"doc(What theorems look like: the figures of `ineq stats --json`, by K and L of their proofs.

shortest: also search for the shortest proofs, expanding at most `nodes` states each, on some threads.

>>> statistics(Generator(k=3, l=5).batch(0, 20))[3, 5]["theorems"]
20)doc");
}

}  // namespace ineq::python
