// One environment, and the pool. The calls of the pool release the global interpreter lock.

#include <fmt/format.h>

#include <atomic>
#include <numeric>
#include <thread>

#include "base/error.h"
#include "bindings.h"
#include "env/environment.h"
#include "env/pool.h"
#include "pickle.h"
#include "theorems.h"
#include "without_gil.h"

namespace ineq::python {
namespace {

constexpr const char* kModes[] = {"next_step", "same_step", "disabled"};

AutoReset read_mode(const std::string& name) {
  for (std::size_t i = 0; i < std::size(kModes); ++i) {
    if (name == kModes[i]) return static_cast<AutoReset>(i);
  }
  throw Error(
      fmt::format("there is no autoreset mode '{}': there are next_step, same_step and "
                  "disabled",
                  name));
}

std::size_t read_size(std::int64_t number, const char* what) {
  if (number < 0) throw Error(fmt::format("{} must not be negative, but is {}", what, number));
  return static_cast<std::size_t>(number);
}

using Texts = std::vector<std::string>;
using Raws = py::array_t<std::int32_t, py::array::c_style>;
using Actions = std::variant<Raws, Texts>;

// Reads texts if the first action is a text, and numbers otherwise.
Actions read_actions(const py::object& given) {
  if (py::isinstance<py::str>(given)) throw Error("actions are one for each environment");
  const bool array = py::isinstance<py::array>(given);
  if (array && given.cast<py::array>().dtype().kind() == 'U') {
    return read_actions(given.attr("tolist")());
  }
  if (py::isinstance<py::sequence>(given) && !array) {
    const auto list = given.cast<py::sequence>();
    if (list.size() > 0 && py::isinstance<py::str>(list[0])) {
      Texts out;
      for (const py::handle item : list) {
        if (!py::isinstance<py::str>(item)) throw Error("actions are all texts or all numbers");
        out.push_back(read_text(item));
      }
      return out;
    }
  }
  return read_numbers(given, static_cast<py::ssize_t>(RawAction{}.size()), "actions");
}

std::span<const RawAction> rows_of(const Raws& actions) {
  static_assert(sizeof(RawAction) == 4 * sizeof(std::int32_t));
  return {reinterpret_cast<const RawAction*>(actions.data()),
          static_cast<std::size_t>(actions.shape(0))};
}

// Ends calls of a pool early. Only the making of theorems can take long, so an interrupt makes the
// sources of theorems fail; the environments that need none step as usual.
class PoolInterrupt {
 public:
  // To be called often during the calls of a pool, by any thread. Handles signals if it is on the
  // thread that made the call.
  bool is_requested() {
    if (!requested_ && can_handle_signals()) {
      handler_ = std::this_thread::get_id();
      if (signal_raised()) requested_ = true;
      handler_ = std::thread::id();
    }
    return requested_;
  }
  // Whether this is the call of a signal handler that is_requested runs.
  bool is_in_handler() const { return handler_ == std::this_thread::get_id(); }
  void clear() { requested_ = false; }

 private:
  std::atomic<bool> requested_ = false;
  // Only the thread that made the call writes it. If the threads of the pool did, too, a handler
  // could pass for another caller and wait forever for the call that it interrupts.
  std::atomic<std::thread::id> handler_;
};

class InterruptibleSource : public TheoremSource {
 public:
  InterruptibleSource(std::shared_ptr<TheoremSource> source, PoolInterrupt& interrupt)
      : source_(std::move(source)), interrupt_(interrupt) {}

  Drawn draw(const EpisodeName& name) override {
    if (interrupt_.is_requested()) throw Interrupted();
    return source_->draw(name);
  }
  std::unique_ptr<TheoremSource> clone() const override {  // The pool draws from clones only.
    std::unique_ptr<TheoremSource> own = source_->clone();
    own->set_interrupt([&interrupt = interrupt_] { return interrupt.is_requested(); });
    return std::make_unique<InterruptibleSource>(std::move(own), interrupt_);
  }
  std::optional<RuleSet> rules() const override { return source_->rules(); }

 private:
  std::shared_ptr<TheoremSource> source_;
  PoolInterrupt& interrupt_;
};

// Draws without the lock and from a copy of the source, so that signals are handled and other
// threads run meanwhile.
class UnlockedSource : public TheoremSource {
 public:
  explicit UnlockedSource(const TheoremSource& source) : source_(source.clone()) {
    source_->set_interrupt(&signal_raised);
  }

  Drawn draw(const EpisodeName& name) override {
    return without_gil([&] { return source_->draw(name); });
  }
  std::unique_ptr<TheoremSource> clone() const override { return source_->clone(); }
  std::optional<RuleSet> rules() const override { return source_->rules(); }

 private:
  std::unique_ptr<TheoremSource> source_;
};

class PyPool {
 public:
  using Sources = std::vector<std::shared_ptr<TheoremSource>>;

  PyPool(const Sources& sources, PoolOptions options)
      : pool_(interruptible_sources(sources), with_interrupt(std::move(options))) {}

  static Sources read_sources(const py::object& given) {
    if (py::isinstance<Theorems>(given)) return {given.cast<const Theorems&>().source};
    Sources out;
    if (!py::isinstance<py::iterable>(given)) throw Error("theorems come from Theorems");
    for (const py::handle item : given) {
      if (!py::isinstance<Theorems>(item)) throw Error("theorems come from Theorems");
      out.push_back(item.cast<const Theorems&>().source);
    }
    return out;
  }

  std::size_t size() const { return pool_.options().environments; }

  std::shared_ptr<PoolBatch> reset(const std::optional<std::uint64_t>& seed,
                                   const py::object& environments) {
    if (environments.is_none()) {
      return call([&] { return shared(pool_.reset(seed)); });
    }
    const auto numbers = read_numbers(environments, 0, "environments");
    return call([&] { return shared(pool_.reset(span_of(numbers), seed)); });
  }

  std::shared_ptr<PoolBatch> step(const py::object& given) {
    const Actions actions = read_actions(given);
    return call([&] {
      if (const auto* texts = std::get_if<Texts>(&actions)) return shared(pool_.step(*texts));
      return shared(pool_.step(rows_of(std::get<Raws>(actions))));
    });
  }

  void send(const py::object& given, const py::object& environments) {
    const Actions actions = read_actions(given);
    const auto numbers = read_numbers(environments, 0, "environments");
    call([&] {
      if (const auto* texts = std::get_if<Texts>(&actions)) {
        pool_.send(span_of(numbers), *texts);
      } else {
        pool_.send(span_of(numbers), rows_of(std::get<Raws>(actions)));
      }
    });
  }

  std::shared_ptr<PoolBatch> recv() {
    return call([&] { return shared(pool_.recv()); });
  }

  // One row of axioms per environment, or the nodes of one environment after the other.
  py::array masks(const py::object& given, const py::object& environments) {
    std::vector<std::int32_t> which(size());
    std::iota(which.begin(), which.end(), 0);
    if (!environments.is_none()) {
      const auto numbers = read_numbers(environments, 0, "environments");
      which.assign(numbers.data(), numbers.data() + numbers.size());
    }
    std::optional<Raws> prefixes;
    std::size_t width = 0;
    if (!given.is_none()) {
      const py::array array = py::array::ensure(given);
      const py::ssize_t columns = array && array.ndim() == 2 ? array.shape(1) : 0;
      if (columns < 1 || columns > 4 || array.shape(0) != static_cast<py::ssize_t>(which.size())) {
        PyErr_Clear();
        throw Error(fmt::format("prefixes have the shape ({0}, 1) to ({0}, 4)", which.size()));
      }
      prefixes = read_numbers(array, columns, "prefixes");
      width = static_cast<std::size_t>(columns);
    }
    const std::int32_t* row = prefixes ? prefixes->data() : nullptr;
    std::vector<std::uint8_t> out;
    call([&] {
      for (const std::int32_t environment : which) {
        if (signal_raised()) break;
        pool_.mask(static_cast<std::size_t>(environment), {row, width}, out);
        row += width;
      }
    });
    py::array_t<bool> flags(static_cast<py::ssize_t>(out.size()));
    std::copy(out.begin(), out.end(), flags.mutable_data());
    if (!prefixes) return flags.reshape({which.size(), kAxiomCount});
    return flags;
  }

  Episode episode(std::int64_t i) {
    return call([&] { return pool_.episode(static_cast<std::size_t>(i)); });
  }
  py::bytes save(std::int64_t i) {
    return call([&] { return pool_.save(static_cast<std::size_t>(i)); });
  }
  void restore(std::int64_t i, const std::string& saved) {
    call([&] { pool_.restore(static_cast<std::size_t>(i), saved); });
  }
  std::size_t sent() const { return pool_.sent(); }
  const PoolOptions& options() const { return pool_.options(); }

 private:
  template <typename Call>
  std::invoke_result_t<const Call&> call(const Call& make) {
    if (interrupt_.is_in_handler()) {
      throw Error("the handler of a signal cannot use the pool whose call it interrupts");
    }
    try {
      return without_gil(make);
    } catch (const py::error_already_set&) {
      interrupt_.clear();
      throw;
    }
  }

  std::vector<std::shared_ptr<const TheoremSource>> interruptible_sources(const Sources& sources) {
    std::vector<std::shared_ptr<const TheoremSource>> out;
    for (const auto& source : sources) {
      out.push_back(std::make_shared<InterruptibleSource>(source, interrupt_));
    }
    return out;
  }
  PoolOptions with_interrupt(PoolOptions options) {
    options.while_waiting = [this] { interrupt_.is_requested(); };
    return options;
  }

  static std::span<const std::int32_t> span_of(
      const py::array_t<std::int32_t, py::array::c_style>& numbers) {
    return {numbers.data(), static_cast<std::size_t>(numbers.size())};
  }
  // Python has no const; the pool does not change a batch that is held.
  static std::shared_ptr<PoolBatch> shared(const Pool::Batch& batch) {
    return std::const_pointer_cast<PoolBatch>(batch);
  }

  PoolInterrupt interrupt_;  // before the pool, whose threads use it
  Pool pool_;
};

void bind_batch(py::module_& m) {
  py::class_<PoolBatch, std::shared_ptr<PoolBatch>> batch(
      m, "Batch",
      "The result of a step of some environments, one row per environment. The arrays are views "
      "without a copy.");
  refuse_pickle(batch, "pickle its arrays, its graph or its sequence");
  const auto array = [&](const char* name, auto member, const char* help) {
    batch.def_property_readonly(
        name,
        [member](const py::object& self) { return view(self.cast<PoolBatch&>().*member, self); },
        help);
  };
  const auto flags = [&](const char* name, auto member, const char* help) {
    batch.def_property_readonly(
        name,
        [member](const py::object& self) {
          return view_flags(self.cast<PoolBatch&>().*member, self);
        },
        help);
  };
  array("environment", &PoolBatch::environment, "The numbers of the environments.");
  array("reward", &PoolBatch::reward, "1 for the step that proves the theorem.");
  flags("terminated", &PoolBatch::terminated, "The theorem is proven.");
  flags("truncated", &PoolBatch::truncated, "It is not, and this was the last step.");
  array("outcome", &PoolBatch::outcome, "The outcome of each step: indices of OUTCOMES.");
  array("steps", &PoolBatch::steps, "Of the episode so far.");
  array("episode", &PoolBatch::episode, "Its number in the environment, from 0.");
  array("nodes", &PoolBatch::nodes, "N of the state: actions name nodes below it.");
  array("hash", &PoolBatch::hash, "Of the state.");
  array("goal_hash", &PoolBatch::goal_hash, "Of the goals of the state alone.");
  array("final_row", &PoolBatch::final_row,
        "With same_step: the rows whose episode ended with this step.");
  const auto part = [&](const char* name, auto views, auto member, const char* help) {
    batch.def_property_readonly(
        name,
        [=](const py::object& self) {
          return part_of<PoolBatch>(
              self, [&](auto& b) -> auto& { return b.*views.*member; });
        },
        help);
  };
  part("graph", &PoolBatch::views, &Views::graph, "The states; None if no graph was asked for.");
  part("sequence", &PoolBatch::views, &Views::sequence,
       "The states; None if no sequence was asked for.");
  part("final_graph", &PoolBatch::final_views, &Views::graph,
       "The states of final_row, before the new episodes.");
  part("final_sequence", &PoolBatch::final_views, &Views::sequence,
       "The states of final_row, before the new episodes.");
  batch.def("__len__", [](const PoolBatch& b) { return b.environment.size(); });
}

void bind_environment(py::module_& m) {
  py::class_<Environment> environment(
      m, "Environment",
      R"doc(What TheoremEnv is made of: episodes one after the other.

It plays what environment 0 of a Pool with the same seed plays.

>>> e = Environment("standard", 15)
>>> e.begin(Theorems.generate(k=3, l=5), seed=7)
>>> pool = Pool(Theorems.generate(k=3, l=5), 4, seed=7)
>>> e.episode.hash == pool.reset().hash[0]
True)doc");
  const auto make = [](const std::string& rules, std::int64_t step_limit) {
    const RuleSet set = read_rules(rules);
    return Environment(Episode(set, rules_of(set), read_size(step_limit, "step_limit")), 0, 0);
  };
  // An environment that has begun no episode has nothing to save.
  using Saved = std::tuple<std::string, std::int64_t, std::optional<std::string>>;
  bind_pickle(
      environment,
      [](const Environment& e) {
        const Episode& episode = e.episode();
        return Saved(to_string(episode.rule_set()), static_cast<std::int64_t>(episode.step_limit()),
                     episode.begun() ? std::optional(e.save()) : std::nullopt);
      },
      [make](const Saved& saved) {
        const auto& [rules, step_limit, text] = saved;
        Environment out = make(rules, step_limit);
        if (text) out.restore(*text);
        return out;
      });
  environment.def(py::init(make), py::arg("rules"), py::arg("step_limit"))
      .def(
          "begin",
          [](Environment& e, const Theorems& theorems, std::optional<std::uint64_t> seed) {
            require_rules(*theorems.source, e.episode().rule_set());
            if (!theorems.is_slow()) return e.begin(*theorems.source, seed);
            UnlockedSource source(*theorems.source);
            e.begin(source, seed);
          },
          py::arg("theorems"), py::arg("seed") = std::nullopt,
          "Begins the next episode; with a seed, the first one of that seed.")
      .def("begin",
           py::overload_cast<const Record&, std::optional<std::uint64_t>>(&Environment::begin),
           py::arg("theorem"), py::arg("seed") = std::nullopt,
           "Begins an episode with a given theorem.")
      .def_property_readonly("episode", py::overload_cast<>(&Environment::episode),
                             py::return_value_policy::reference_internal, "The current episode.")
      .def(
          "save", [](const Environment& e) { return py::bytes(e.save()); },
          "The environment as bytes, without the source of theorems.")
      .def(
          "restore", [](Environment& e, const std::string& saved) { e.restore(saved); },
          py::arg("saved"), "Goes on with a saved environment, also one of a Pool.")
      .def("__copy__", [](const Environment& e) { return e; })
      .def("__deepcopy__", [](const Environment& e, const py::dict&) { return e; });
}

}  // namespace

void bind_environments(py::module_& m) {
  bind_batch(m);
  bind_environment(m);
  py::class_<PyPool> pool(m, "Pool", R"doc(Many environments, stepped together.

Environment i plays theorems of a random stream that is derived from the seed and i: pools with
different seeds share no stream, and neither do a pool and a Generator. The number of threads
changes no result.

theorems: a Theorems for all environments, or one per environment.
step_limit: the maximum number of steps of an episode (default: 15).
autoreset: what happens when an episode has ended, in Gymnasium's words: `next_step`, the next step
    ignores its action and begins a new one; `same_step`, the same step begins it; or `disabled`.
graph, rename, merge: whether states are shown as graphs, with variables numbered by their first
    occurrence, with equal subterms once.
sequence: `characters` or `pointer`, to show them as token numbers.

>>> pool = Pool(Theorems.list(["a+b = b+a"]), 2, autoreset="same_step")
>>> pool.reset().nodes
array([7, 7])
>>> batch = pool.step([(0, 1, 0, 0), (4, 1, 0, 0)])
>>> batch.reward, [OUTCOMES[i] for i in batch.outcome]
(array([1., 0.]), ['proven', 'no-match']))doc");
  refuse_pickle(pool, "it has threads; save its environments with Pool.save");
  pool.def(py::init([](const py::object& theorems, std::int64_t num_envs, std::int64_t threads,
                       std::uint64_t seed, const std::string& rules, std::int64_t step_limit,
                       const std::string& autoreset, bool graph, bool rename, bool merge,
                       const std::optional<std::string>& sequence) {
             const auto sources = PyPool::read_sources(theorems);
             const PoolOptions options{.environments = read_size(num_envs, "num_envs"),
                                       .threads = read_size(threads, "threads"),
                                       .seed = seed,
                                       .rules = read_rules(rules),
                                       .step_limit = read_size(step_limit, "step_limit"),
                                       .auto_reset = read_mode(autoreset),
                                       .views = read_views(graph, rename, merge, sequence)};
             return without_gil([&] { return std::make_unique<PyPool>(sources, options); });
           }),
           py::arg("theorems"), py::arg("num_envs"), py::kw_only(), py::arg("threads") = 1,
           py::arg("seed") = 0, py::arg("rules") = "standard",
           py::arg("step_limit") = kDefaultStepLimit, py::arg("autoreset") = "next_step",
           py::arg("graph") = true, py::arg("rename") = false, py::arg("merge") = false,
           py::arg("sequence") = std::nullopt)
      .def("__len__", &PyPool::size)
      .def("reset", &PyPool::reset, py::arg("seed") = std::nullopt,
           py::arg("environments") = std::nullopt,
           "Begins a new episode in all environments or in some; with a seed, the first one of it.")
      .def("step", &PyPool::step, py::arg("actions"),
           "One action per environment: an integer array of the shape (n, 4), or a list of texts.")
      .def("send", &PyPool::send, py::arg("actions"), py::arg("environments"),
           "Begins a step of some environments, given in ascending order, and returns at once.")
      .def("recv", &PyPool::recv, "Waits for the batch that was sent first.")
      .def("masks", &PyPool::masks, py::arg("prefixes") = std::nullopt,
           py::arg("environments") = std::nullopt,
           R"doc(The masks of State.mask, for all environments or for some.

Without prefixes: axioms, of the shape (n, 18). With an axiom and earlier operands for each
environment, of the shape (n, 1) to (n, 4): nodes, one environment after the other.)doc")
      .def("episode", &PyPool::episode, py::arg("environment"), "A copy of its episode.")
      .def("save", &PyPool::save, py::arg("environment"),
           "The environment as bytes: its episode, and which one comes after it.")
      .def("restore", &PyPool::restore, py::arg("environment"), py::arg("saved"),
           "Goes on with a saved environment, also one of a TheoremEnv or another pool.")
      .def("__repr__",
           [](const PyPool& p) {
             return fmt::format("<Pool of {} environments, {} threads>", p.size(),
                                p.options().threads);
           })
      .def_property_readonly("sent", &PyPool::sent, "Batches that were sent and not received.")
      .def_property_readonly("rules", [](const PyPool& p) { return to_string(p.options().rules); })
      .def_property_readonly("step_limit", [](const PyPool& p) { return p.options().step_limit; });
}

}  // namespace ineq::python
