// The generator of theorems, and sources of theorems for environments.

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/error.h"
#include "base/ordered.h"
#include "bindings.h"
#include "env/proof_steps.h"
#include "generate/dataset.h"
#include "generate/generator_source.h"
#include "generate/specification.h"
#include "pickle.h"
#include "solving.h"
#include "theorems.h"
#include "without_gil.h"

namespace ineq::python {

std::string as_text(py::handle value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "true" : "false";
  return read_text(py::str(value));
}

namespace {

// The fields of the command line, under the same names.
Specification read_fields(const py::kwargs& fields) {
  Specification out;
  for (const auto& [key, value] : fields) {
    const std::string name = read_text(key);
    if (name == "exclude" &&
        (py::isinstance<py::list>(value) || py::isinstance<py::tuple>(value))) {
      for (const py::handle item : value) set_field(out, name, as_text(item));
    } else {
      set_field(out, name, as_text(value));
    }
  }
  require_possible(out);
  return out;
}

class PyGenerator {
 public:
  explicit PyGenerator(const Specification& specification)
      : specification_(specification),
        lists_(load_axiom_lists(specification)),
        generator_(specification, lists_) {}

  const Specification& specification() const { return specification_; }

  Record at(std::int64_t index) {
    if (index < 0) throw Error("theorems are numbered from 0 on");
    const auto number = static_cast<std::uint64_t>(index);
    if (!takes_searches(specification_)) return make_record(generator_, number);
    return without_gil([&] {
      Generator generator(specification_, lists_);  // Other threads may call meanwhile.
      generator.set_interrupt(&signal_raised);
      return make_record(generator, number);
    });
  }

  // Both end early once `interrupt` is true.
  std::vector<Record> batch(std::uint64_t first, std::size_t count, std::size_t threads,
                            const std::atomic<bool>& interrupt) const {
    std::vector<Record> out;
    in_chunks(
        count, threads, interrupt, [] { return std::vector<Record>(); },
        [&](Generator& generator, std::size_t i, std::vector<Record>& records) {
          records.push_back(make_record(generator, first + i));
        },
        [&](std::vector<Record> records) { std::ranges::move(records, std::back_inserter(out)); });
    return out;
  }

  // The proofs become arrays as they are generated; nothing is written as text and read again.
  std::shared_ptr<ProofSteps> proof_steps(std::uint64_t first, std::size_t count,
                                          std::size_t threads, const ViewOptions& views,
                                          const std::atomic<bool>& interrupt) const {
    const auto out = std::make_shared<ProofSteps>(views);
    in_chunks(
        count, threads, interrupt, [&] { return ProofSteps(views); },
        [&](Generator& generator, std::size_t i, ProofSteps& steps) {
          steps.add(generator.bank(), generator.generate(first + i).proven);
        },
        [&](const ProofSteps& steps) { out->append(steps); });
    return out;
  }

 private:
  static constexpr std::size_t kChunk = 64;  // theorems that a thread makes at a time

  // Calls make(generator, i, chunk) for each i below count, with chunks that `begin` makes, and
  // append(chunk) in order. Each thread has a generator of its own, so several threads of Python
  // may call at once.
  template <typename Begin, typename Make, typename Append>
  void in_chunks(std::size_t count, std::size_t threads, const std::atomic<bool>& interrupt,
                 const Begin& begin, const Make& make, const Append& append) const {
    const auto make_worker = [&] {
      auto own = std::make_unique<Generator>(specification_, lists_);
      own->set_interrupt([&interrupt] { return interrupt.load(); });
      return [&, generator = std::move(own)](std::size_t number) {
        auto chunk = begin();
        const std::size_t end = std::min(count, (number + 1) * kChunk);
        for (std::size_t i = number * kChunk; i < end; ++i) make(*generator, i, chunk);
        return chunk;
      };
    };
    for_each_ordered({.threads = static_cast<unsigned>(threads), .interrupt = &interrupt},
                     numbers(0, (count + kChunk - 1) / kChunk), make_worker,
                     [&](std::size_t, auto chunk) { append(std::move(chunk)); });
  }

  Specification specification_;
  std::shared_ptr<const AxiomLists> lists_;
  Generator generator_;
};

struct Endless {
  py::object owner;  // keeps the generator alive
  PyGenerator& generator;
  std::int64_t next = 0;
};

std::size_t read_count(std::int64_t number, std::int64_t least, std::int64_t most,
                       const char* what) {
  if (number < least || number > most) {
    throw Error(fmt::format("{}: expected {} to {}, found {}", what, least, most, number));
  }
  return static_cast<std::size_t>(number);
}

void bind_theorem_generator(py::module_& m) {
  py::class_<PyGenerator> generator(m, "Generator",
                                    R"doc(Theorems with proofs that the kernel has accepted.

The keywords are the options of `ineq generate`: k, l, axioms, rules, degree, goal, seed and the
rest. Theorem i depends on them and on i alone.

>>> g = Generator(k=3, l=3, seed=1)
>>> g[0]
<Record ordered-field/k3l3/d0/s1/000000: (((1*b)+c)*(1*b))=((b*(1*b))+(c*(1*b))), 3 steps>
>>> len(g.batch(first=10, count=5, threads=2))
5
>>> import itertools
>>> [len(r.proof) for r in itertools.islice(g, 4)]
[3, 3, 3, 3])doc");
  bind_pickle(
      generator, [](const PyGenerator& g) { return write_specification(g.specification()); },
      [](const std::string& saved) {
        return std::make_unique<PyGenerator>(read_specification(saved));
      });
  generator
      .def(py::init([](const py::kwargs& fields) {
        return std::make_unique<PyGenerator>(read_fields(fields));
      }))
      .def_static(
          "from_file",
          [](const std::filesystem::path& path) {
            return without_gil(
                [&] { return std::make_unique<PyGenerator>(load_specification(path.string())); });
          },
          py::arg("path"), "By a specification file, such as `ineq split` writes.")
      .def_property_readonly(
          "specification",
          [](const PyGenerator& g) { return from_json(write_specification(g.specification())); },
          "The options, as a specification file has them.")
      .def("__getitem__", &PyGenerator::at, py::arg("index"))
      .def("__iter__",
           [](const py::object& self) {
             return Endless{self, self.cast<PyGenerator&>()};
           })
      .def(
          "batch",
          [](const PyGenerator& g, std::int64_t first, std::int64_t count, std::int64_t threads) {
            const auto from = read_count(first, 0, INT64_MAX, "first");
            const auto many = read_count(count, 0, 1 << 30, "count");
            const auto on = read_count(threads, 1, 256, "threads");
            return interruptible([&](const std::atomic<bool>& interrupt) {
              return g.batch(from, many, on, interrupt);
            });
          },
          py::arg("first"), py::arg("count"), py::arg("threads") = 1,
          "The records of `count` theorems from number `first` on. The number of threads does not "
          "change the result.")
      .def(
          "proof_steps",
          [](const PyGenerator& g, std::int64_t first, std::int64_t count, std::int64_t threads,
             bool graph, bool rename, bool merge, const std::optional<std::string>& sequence) {
            const auto from = read_count(first, 0, INT64_MAX, "first");
            const auto many = read_count(count, 0, 1 << 30, "count");
            const auto on = read_count(threads, 1, 256, "threads");
            const ViewOptions views = read_views(graph, rename, merge, sequence);
            return interruptible([&](const std::atomic<bool>& interrupt) {
              return g.proof_steps(from, many, on, views, interrupt);
            });
          },
          py::arg("first"), py::arg("count"), py::arg("threads") = 1, py::kw_only(),
          py::arg("graph") = true, py::arg("rename") = false, py::arg("merge") = false,
          py::arg("sequence") = std::nullopt,
          R"doc(The steps of `count` proofs from theorem `first` on, as arrays for behaviour cloning.

The result is that of proof_steps(batch(first, count)), without the detour by text.

>>> Generator(k=3, l=5).proof_steps(0, 10).action.shape
(50, 4))doc");
  py::class_<Endless> iterator(m, "GeneratorIterator", "The theorems from 0 on, without end.");
  refuse_pickle(iterator, "pickle the Generator");
  iterator.def("__iter__", [](py::object self) { return self; }).def("__next__", [](Endless& e) {
    check_signals();  // list() and others never return to the interpreter between two theorems
    Record out = e.generator.at(e.next);
    ++e.next;
    return out;
  });
}

// Throws Error.
Theorems open(Theorems::Origin origin) {
  using Source = std::shared_ptr<TheoremSource>;
  struct Open {
    std::size_t stride;
    Source operator()(const Specification& specification) const {
      return without_gil([&] { return std::make_shared<GeneratorSource>(specification); });
    }
    Source operator()(const std::string& path) const {
      return interruptible([&](const std::atomic<bool>& interrupt) {
        return std::make_shared<ListSource>(path, stride, &interrupt);
      });
    }
    Source operator()(const Theorems::Origin::List& list) const {
      return std::make_shared<ListSource>(*list, stride);
    }
  };
  Source source = std::visit(Open{origin.stride}, origin.from);
  return {std::move(source), std::move(origin)};
}

// The one of the three that is given, and the stride.
using SavedTheorems = std::tuple<std::optional<std::string>, std::optional<std::string>,
                                 std::optional<std::vector<std::string>>, std::int64_t>;

SavedTheorems save_theorems(const Theorems& theorems) {
  SavedTheorems out;
  const auto& [from, stride] = theorems.origin;
  std::get<3>(out) = static_cast<std::int64_t>(stride);
  if (const auto* specification = std::get_if<Specification>(&from)) {
    std::get<0>(out) = write_specification(*specification);
  } else if (const auto* path = std::get_if<std::string>(&from)) {
    std::get<1>(out) = *path;
  } else {
    std::vector<std::string> lines;
    for (const Record& record : *std::get<Theorems::Origin::List>(from)) {
      lines.push_back(write_record(record));
    }
    std::get<2>(out) = std::move(lines);
  }
  return out;
}

Theorems restore_theorems(const SavedTheorems& saved) {
  const auto& [specification, path, lines, number] = saved;
  const std::size_t stride = read_count(number, 0, INT32_MAX, "stride");
  if (specification) return open({read_specification(*specification)});
  if (path) return open({*path, stride});
  std::vector<Record> records;
  if (lines) std::ranges::transform(*lines, std::back_inserter(records), &read_record);
  return open({std::make_shared<const std::vector<Record>>(std::move(records)), stride});
}

void bind_theorems(py::module_& m) {
  py::class_<Theorems> type(m, "Theorems", R"doc(Where environments take their theorems from.

>>> Theorems.generate(k=3, l=5)
<Theorems of the rules standard>
>>> Theorems.list(["a+b = b+a", Record("a >= c", premises=["a >= b", "b >= c"])])
<Theorems of any rules>)doc");
  bind_pickle(type, &save_theorems, &restore_theorems);
  type.def_static(
          "generate",
          [](const py::kwargs& fields) {
            if (fields.contains("seed")) throw Error("the seed is that of the environment");
            return open({read_fields(fields)});
          },
          "New theorems without end. The keywords are those of Generator without the seed: each "
          "environment has a random stream of its own, which it shares with no Generator.")
      .def_static(
          "from_specification",
          [](const std::filesystem::path& path) {
            return open({load_specification(path.string())});
          },
          py::arg("path"), "The same by a specification file.")
      .def_static(
          "file",
          [](const std::filesystem::path& path, std::int64_t stride) {
            return open({path.string(), read_count(stride, 0, INT32_MAX, "stride")});
          },
          py::arg("path"), py::arg("stride") = 0,
          R"doc(The theorems of a JSON Lines file, plain or compressed, such as `ineq generate --out` writes.

Each episode takes a random theorem of the file. With a stride, the theorems are taken in turn:
environment i of a pool plays the theorems i, i + stride, and so on, whatever the seed. With its
size as the stride, a pool goes through the file from beginning to end, again and again. Pickled
Theorems contain only the path, and the file is read again.)doc")
      .def_static(
          "list",
          [](const py::iterable& theorems, std::int64_t stride) {
            auto records = std::make_shared<std::vector<Record>>();
            for (const py::handle item : theorems) {
              check_signals();
              if (py::isinstance<Record>(item)) {
                const auto& record = item.cast<const Record&>();
                records->push_back({.id = {},
                                    .rules = record.rules,
                                    .premises = record.premises,
                                    .goal = record.goal,
                                    .proof = {}});
              } else if (py::isinstance<py::str>(item)) {
                records->push_back(
                    {.id = {}, .rules = {}, .premises = {}, .goal = read_text(item), .proof = {}});
              } else {
                throw Error("theorems are Records or goals as texts");
              }
            }
            return open({std::move(records), read_count(stride, 0, INT32_MAX, "stride")});
          },
          py::arg("theorems"), py::arg("stride") = 0,
          "The theorems of a list of Records or of goals as texts. The stride works as for a file.")
      .def_property_readonly(
          "rules",
          [](const Theorems& t) -> std::optional<std::string_view> {
            const auto rules = t.source->rules();
            return rules ? std::optional(to_string(*rules)) : std::nullopt;
          },
          "The rule set that they are meant for; None where any will do.")
      // Drawing changes nothing that can be seen.
      .def("__copy__", [](const Theorems& t) { return t; })
      .def("__deepcopy__", [](const Theorems& t, const py::dict&) { return t; })
      .def("__repr__", [](const Theorems& t) {
        const auto rules = t.source->rules();
        return rules ? fmt::format("<Theorems of the rules {}>", to_string(*rules))
                     : std::string("<Theorems of any rules>");
      });
}

}  // namespace

void bind_generator(py::module_& m) {
  bind_theorem_generator(m);
  bind_theorems(m);
}

}  // namespace ineq::python
