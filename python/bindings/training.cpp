// What `ineq train` learns from: configurations and samples.

#include <fmt/format.h>

#include <mutex>

#include "agents/input_arrays.h"
#include "agents/sample_source.h"
#include "agents/trainer.h"
#include "base/error.h"
#include "files/shallow_json.h"
#include "pickle.h"
#include "solving.h"
#include "without_gil.h"

namespace ineq::python {
namespace {

// Sets the field of whichever of the options has it; otherwise of the theorems.
void set_training_field(TrainConfig& config, Specification& theorems, const std::string& name,
                        const std::string& text) {
  bool is_found = false;
  visit_options(config, [&](auto& options) {
    if (!has_field(options, name)) return;
    set_field(options, name, text);
    is_found = true;
  });
  if (!is_found) set_field(theorems, name, text);
}

py::object make_training_config(const std::string& network, const std::string& preset,
                                bool include_held_out, const py::kwargs& fields) {
  const auto kind = find_network(network);
  if (!kind) throw Error(fmt::format("there is no network '{}'", network));
  if (preset != "small" && preset != "paper") throw Error("preset: expected small or paper");
  TrainConfig out;
  out.network = preset == "paper" ? paper_network(*kind) : small_network(*kind);
  Specification theorems;
  for (const auto& [name, text] : read_options(fields)) {
    set_training_field(out, theorems, name, text);
  }
  out.samples.specifications = {{.weight = 1, .specification = theorems}};
  out.samples.hold_out = !include_held_out;
  out.samples.seed = out.training.seed;
  require_possible(out);
  return from_json(to_json(out).dump());
}

// The samples of a run, step by step. Several threads may draw at once.
class TrainingSamples {
 public:
  explicit TrainingSamples(TrainConfig config) : config_(std::move(config)) {
    if (!config_.training.value.empty() || config_.search.from_search > 0) {
      throw Error("the samples of runs with --value or --from-search come from agents at work");
    }
    idle_.push_back(make_sample_source(config_.samples));
  }

  const TrainConfig& config() const { return config_; }

  Samples batch(std::uint64_t step) {
    std::unique_ptr<SampleSource> source = take();
    Samples out = make_batch(config_, *source, step);
    const std::lock_guard lock(mutex_);
    idle_.push_back(std::move(source));
    return out;
  }

 private:
  std::unique_ptr<SampleSource> take() {
    const std::lock_guard lock(mutex_);
    if (idle_.size() == 1) return idle_.front()->clone();  // the last one stays
    std::unique_ptr<SampleSource> out = std::move(idle_.back());
    idle_.pop_back();
    return out;
  }

  const TrainConfig config_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<SampleSource>> idle_;
};

template <typename Number>
py::array view_span(std::span<const Number> numbers, py::handle owner) {
  if constexpr (std::is_enum_v<Number>) {
    return view_span(
        std::span(reinterpret_cast<const std::underlying_type_t<Number>*>(numbers.data()),
                  numbers.size()),
        owner);
  } else {
    return py::array_t<Number>(static_cast<py::ssize_t>(numbers.size()), numbers.data(), owner);
  }
}

void bind_batch_of_samples(py::module_& m) {
  py::class_<Samples, std::shared_ptr<Samples>> samples(
      m, "TrainingBatch",
      "What a network learns from in one step: states, the choices to imitate, and the steps left. "
      "The arrays are views without a copy.");
  refuse_pickle(samples, "pickle its arrays");
  samples
      .def_property_readonly(
          "input",
          [](const py::object& self) {
            py::dict out;
            visit_arrays(*self.cast<Samples&>().input, [&](const char* name, const auto& numbers) {
              out[name] = view_span(std::span(numbers.data(), numbers.size()), self);
            });
            return out;
          },
          "The arrays that the network reads, by name: those of src/agents/dag_input.h for dag, of "
          "tree_input.h for gin, treelstm and bow, and of text_input.h for transformer.")
      .def_property_readonly(
          "choice", [](const py::object& self) { return view(self.cast<Samples&>().choice, self); },
          "The choices that name the actions to imitate, one sample after the other.")
      .def_property_readonly(
          "offset",
          [](const py::object& self) { return view(self.cast<Samples&>().choice_offset, self); },
          "Where the choices of each sample begin, and their end.")
      .def_property_readonly(
          "left",
          [](const py::object& self) { return view(self.cast<Samples&>().steps_left, self); },
          "Of each sample: the number of steps left, the target of the value.")
      .def("__len__", [](const Samples& s) { return s.steps_left.size(); })
      .def("__repr__", [](const Samples& s) {
        return fmt::format("<TrainingBatch of {} samples>", s.steps_left.size());
      });
}

}  // namespace

void bind_training(py::module_& m) {
  bind_batch_of_samples(m);
  m.def("training_config", &make_training_config, py::arg("network") = "dag", py::kw_only(),
        py::arg("preset") = "small", py::arg("include_held_out") = false,
        R"doc(The configuration of a training run, as a dict like config.json.

The keywords are the options of `ineq train`, under the same names with underscores: those of the
network, of the optimiser, of the training and of the theorems. The seed is that of the run.

>>> config = training_config(k=3, l=5, states=64000, batch=32, seed=7)
>>> config["training"]["batch"], config["data"]["specifications"][0]["specification"]["l"]
(32, 5))doc");
  py::class_<TrainingSamples> samples(
      m, "TrainingSamples",
      R"doc(The samples that `ineq train` draws with a configuration.

The configuration is a dict, as training_config returns it, a run or its config.json. Unless it
includes them, the theorems of the frozen sets are left out; they are generated first, which takes
seconds.

>>> samples = TrainingSamples(training_config(k=2, l=2, states=640, batch=64, include_held_out=True))
>>> len(samples)
10
>>> batch = samples.batch(0)
>>> len(batch), sorted(batch.input)[:3]
(64, ['feature', 'first_goal', 'left']))doc");
  bind_pickle(
      samples, [](const TrainingSamples& s) { return to_json(s.config()).dump(); },
      [](const std::string& saved) {
        TrainConfig config = read_train_config(parse_shallow_json<nlohmann::ordered_json>(saved));
        return without_gil([&] { return std::make_unique<TrainingSamples>(config); });
      });
  samples
      .def(py::init([](const py::object& given) {
             TrainConfig config = read_config(given);
             return without_gil([&] { return std::make_unique<TrainingSamples>(config); });
           }),
           py::arg("config"))
      .def_property_readonly(
          "config", [](const TrainingSamples& s) { return from_json(to_json(s.config()).dump()); },
          "The configuration, as config.json has it.")
      .def(
          "batch",
          [](TrainingSamples& s, std::int64_t step) {
            if (step < 0 || static_cast<std::uint64_t>(step) >= s.config().steps()) {
              throw Error(
                  fmt::format("there is no step {}: the run has {}", step, s.config().steps()));
            }
            return without_gil([&] {
              return std::make_shared<Samples>(s.batch(static_cast<std::uint64_t>(step)));
            });
          },
          py::arg("step"),
          "The samples of a step, counted from 0. They depend on the configuration and the step "
          "alone. Several threads may call at once.")
      .def("__len__", [](const TrainingSamples& s) { return s.config().steps(); })
      .def("__repr__", [](const TrainingSamples& s) {
        return fmt::format("<TrainingSamples of {} steps>", s.config().steps());
      });
}

}  // namespace ineq::python
