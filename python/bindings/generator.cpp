// The generator of theorems, and sources of theorems for environments.

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <system_error>
#include <thread>

#include "base/error.h"
#include "bindings.h"
#include "env/proof_steps.h"
#include "generate/dataset.h"
#include "generate/generator_source.h"
#include "generate/specification.h"
#include "theorems.h"

namespace ineq::python {
namespace {

std::string as_text(py::handle value) {
  if (py::isinstance<py::bool_>(value)) return value.cast<bool>() ? "true" : "false";
  return read_text(py::str(value));
}

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

py::object as_dict(const Specification& specification) {
  return py::module_::import("json").attr("loads")(write_specification(specification));
}

class PyGenerator {
 public:
  explicit PyGenerator(const Specification& specification)
      : specification_(specification),
        sources_(load_sources(specification)),
        generator_(specification, sources_) {}

  const Specification& specification() const { return specification_; }

  Record at(std::int64_t index) {
    if (index < 0) throw Error("theorems are numbered from 0 on");
    return make_record(generator_, static_cast<std::uint64_t>(index));
  }

  std::vector<Record> batch(std::uint64_t first, std::size_t count, std::size_t threads) const {
    std::vector<Record> out(count);
    in_parts(count, threads, [&](Generator& generator, std::size_t, std::size_t i) {
      out[i] = make_record(generator, first + i);
    });
    return out;
  }

  // The proofs become arrays as they are generated; nothing is written as text and read again.
  std::shared_ptr<ProofSteps> proof_steps(std::uint64_t first, std::size_t count,
                                          std::size_t threads, const ViewOptions& views) const {
    std::vector<ProofSteps> parts(threads, ProofSteps(views));
    in_parts(count, threads, [&](Generator& generator, std::size_t t, std::size_t i) {
      parts[t].add(generator.bank(), generator.generate(first + i).proven);
    });
    auto out = std::make_shared<ProofSteps>(std::move(parts[0]));
    for (std::size_t t = 1; t < threads; ++t) out->append(parts[t]);
    return out;
  }

 private:
  // Calls make(generator, t, i) for each i below count; thread t does a range of them, in order.
  // Each thread has a generator of its own, so several threads of Python may call at once.
  template <typename Make>
  void in_parts(std::size_t count, std::size_t threads, const Make& make) const {
    std::vector<std::exception_ptr> failures(threads);
    const auto part = [&](std::size_t t) {
      try {
        Generator generator(specification_, sources_);
        for (std::size_t i = count * t / threads; i < count * (t + 1) / threads; ++i) {
          make(generator, t, i);
        }
      } catch (...) {
        failures[t] = std::current_exception();
      }
    };
    try {
      std::vector<std::jthread> running;  // joined on every path
      for (std::size_t t = 1; t < threads; ++t) running.emplace_back(part, t);
      part(0);
    } catch (const std::system_error&) {
      throw Error(fmt::format("{} threads cannot be started here", threads));
    }
    for (const std::exception_ptr& failure : failures) {
      if (failure) std::rethrow_exception(failure);
    }
  }

  Specification specification_;
  std::shared_ptr<const Sources> sources_;
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
  py::class_<PyGenerator>(m, "Generator", R"doc(Theorems with proofs that the kernel has accepted.

The keywords are the options of `ineq generate`: k, l, axioms, rules, degree, goal, seed and the
rest. Theorem i depends on them and on i alone.

>>> g = Generator(k=3, l=3, seed=1)
>>> g[0]
<Record ordered-field/k3l3/d0/s1/000000: (((1*b)+c)*(1*b))=((b*(1*b))+(c*(1*b))), 3 steps>
>>> len(g.batch(first=10, count=5, threads=2))
5
>>> import itertools
>>> [len(r.proof) for r in itertools.islice(g, 4)]
[3, 3, 3, 3])doc")
      .def(py::init([](const py::kwargs& fields) {
        return std::make_unique<PyGenerator>(read_fields(fields));
      }))
      .def_static(
          "from_file",
          [](const std::filesystem::path& path) {
            const py::gil_scoped_release release;
            return std::make_unique<PyGenerator>(load_specification(path.string()));
          },
          py::arg("path"), "By a specification file, such as `ineq split` writes.")
      .def_property_readonly(
          "specification", [](const PyGenerator& g) { return as_dict(g.specification()); },
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
            const py::gil_scoped_release release;
            return g.batch(from, many, on);
          },
          py::arg("first"), py::arg("count"), py::arg("threads") = 1,
          "The records of `count` theorems from number `first` on. The number of threads changes "
          "no "
          "result.")
      .def(
          "proof_steps",
          [](const PyGenerator& g, std::int64_t first, std::int64_t count, std::int64_t threads,
             bool graph, bool rename, bool merge, const std::optional<std::string>& sequence) {
            const auto from = read_count(first, 0, INT64_MAX, "first");
            const auto many = read_count(count, 0, 1 << 30, "count");
            const auto on = read_count(threads, 1, 256, "threads");
            const ViewOptions views = read_views(graph, rename, merge, sequence);
            const py::gil_scoped_release release;
            return g.proof_steps(from, many, on, views);
          },
          py::arg("first"), py::arg("count"), py::arg("threads") = 1, py::kw_only(),
          py::arg("graph") = true, py::arg("rename") = false, py::arg("merge") = false,
          py::arg("sequence") = std::nullopt,
          R"doc(The steps of `count` proofs from theorem `first` on, as arrays for behaviour cloning.

The result is that of proof_steps(batch(first, count)), without the detour by text.

>>> Generator(k=3, l=5).proof_steps(0, 10).action.shape
(50, 4))doc");
  py::class_<Endless>(m, "GeneratorIterator", "The theorems from 0 on, without end.")
      .def("__iter__", [](py::object self) { return self; })
      .def("__next__", [](Endless& e) { return e.generator.at(e.next++); });
}

void bind_theorems(py::module_& m) {
  py::class_<Theorems>(m, "Theorems", R"doc(Where environments take their theorems from.

>>> Theorems.generate(k=3, l=5)
<Theorems of the rules standard>
>>> Theorems.list(["a+b = b+a", Record("a >= c", premises=["a >= b", "b >= c"])])
<Theorems of any rules>)doc")
      .def_static(
          "generate",
          [](const py::kwargs& fields) {
            if (fields.contains("seed")) throw Error("the seed is that of the environment");
            const Specification specification = read_fields(fields);
            const py::gil_scoped_release release;
            return Theorems{std::make_shared<GeneratorSource>(specification)};
          },
          "New theorems without end. The keywords are those of Generator without the seed: each "
          "environment has a random stream of its own, which it shares with no Generator.")
      .def_static(
          "from_specification",
          [](const std::filesystem::path& path) {
            const py::gil_scoped_release release;
            return Theorems{std::make_shared<GeneratorSource>(load_specification(path.string()))};
          },
          py::arg("path"), "The same by a specification file.")
      .def_static(
          "file",
          [](const std::filesystem::path& path, std::int64_t stride) {
            const auto step = read_count(stride, 0, INT32_MAX, "stride");
            const py::gil_scoped_release release;
            return Theorems{std::make_shared<ListSource>(path.string(), step)};
          },
          py::arg("path"), py::arg("stride") = 0,
          R"doc(The theorems of a dataset; each episode takes a random one.

With a stride they are taken in turn: environment i of a pool plays the theorems i, i + stride, and
so on, whatever the seed. With its size as the stride, a pool goes through the file once, and
again.)doc")
      .def_static(
          "list",
          [](const py::iterable& theorems, std::int64_t stride) {
            std::vector<Record> records;
            for (const py::handle item : theorems) {
              if (py::isinstance<Record>(item)) {
                records.push_back(item.cast<Record>());
              } else if (py::isinstance<py::str>(item)) {
                records.push_back(
                    {.id = {}, .rules = {}, .premises = {}, .goal = read_text(item), .proof = {}});
              } else {
                throw Error("theorems are Records or goals as texts");
              }
            }
            return Theorems{
                std::make_shared<ListSource>(records, read_count(stride, 0, INT32_MAX, "stride"))};
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
