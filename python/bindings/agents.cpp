// Trained agents: their weights, and what their networks say about states.

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <deque>
#include <map>

#include "agents/advice.h"
#include "agents/run_directory.h"
#include "agents/trainer.h"
#include "base/error.h"
#include "base/printable.h"
#include "files/shallow_json.h"
#include "pickle.h"
#include "solving.h"
#include "without_gil.h"

namespace ineq::python {

std::vector<GivenOption> read_options(const py::dict& options) {
  std::vector<GivenOption> out;
  for (const auto& [key, value] : options) {
    if (!value.is_none()) out.emplace_back(read_text(key), as_text(value));
  }
  return out;
}

py::object from_json(const std::string& text) {
  return py::module_::import("json").attr("loads")(text);
}

std::string to_json_text(const py::object& object) {
  return read_text(py::module_::import("json").attr("dumps")(object));
}

TrainConfig read_config(const py::object& given) {
  if (py::isinstance<py::dict>(given)) {
    return read_train_config(parse_shallow_json<nlohmann::ordered_json>(to_json_text(given)));
  }
  const auto path = given.cast<std::filesystem::path>();
  if (path.extension() == ".json") return load_train_config(path.string());
  const RunDirectory run(agent_run(path.string()));
  if (!run.is_run()) throw Error(path.string() + ": there is no training run with config.json");
  return load_train_config(run.config());
}

namespace {

// Copies of states with copies of their banks, which the network may add terms to while other
// threads work on the states.
class StateList {
 public:
  explicit StateList(const py::iterable& given) {
    if (py::isinstance<PyState>(given)) throw Error("expected a list of States, not a single one");
    std::map<const Bank*, Bank*> copies;
    for (const py::handle item : given) {
      check_signals();
      if (!py::isinstance<PyState>(item)) throw Error("expected a list of States");
      const auto& s = item.cast<const PyState&>();
      if (s.state.proven()) {
        throw Error(fmt::format("state {} is proven: there is nothing to do", states_.size()));
      }
      Bank*& bank = copies[s.bank.get()];
      if (bank == nullptr) bank = &banks_.emplace_back(*s.bank);
      const State& state = states_.emplace_back(s.state);
      advised_.push_back({bank, s.rules, rules_of(s.rules).get(), &state});
    }
  }

  std::span<const AdvisedState> all() const { return advised_; }
  std::size_t size() const { return advised_.size(); }

 private:
  std::deque<Bank> banks_;
  std::deque<State> states_;
  std::vector<AdvisedState> advised_;
};

template <typename Ask>
auto ask(const PyAgent& given, const Ask& call) {
  const std::shared_ptr<const Agent> agent = given.agent;  // other threads may replace it
  return without_gil(
      [&] { return call(Adviser(agent->network(), agent->config().network, &signal_raised)); });
}

using Ranked = std::vector<std::vector<RankedAction>>;

Ranked rank_states(const PyAgent& agent, const StateList& states, std::size_t count) {
  return ask(agent, [&](const Adviser& adviser) { return adviser.rank(states.all(), count); });
}

void copy_row(const AdvisedState& s, const Action& action, std::int32_t* row) {
  std::ranges::copy(write_raw(*s.bank, *s.state, action), row);
}

using Rows = py::array_t<std::int32_t>;
constexpr auto kColumns = static_cast<py::ssize_t>(RawAction{}.size());

Rows act_in(const PyAgent& agent, const py::iterable& given) {
  const StateList states(given);
  const Ranked ranked = rank_states(agent, states, 1);
  Rows out({static_cast<py::ssize_t>(states.size()), kColumns});
  std::fill_n(out.mutable_data(), out.size(), 0);
  for (std::size_t i = 0; i < states.size(); ++i) {
    std::int32_t* row = out.mutable_data(static_cast<py::ssize_t>(i));
    if (ranked[i].empty()) {
      *row = -1;
    } else {
      copy_row(states.all()[i], ranked[i].front().action, row);
    }
  }
  return out;
}

py::list ranked_actions(const PyAgent& agent, const py::iterable& given, std::int64_t count) {
  if (count < 1) throw Error("count: expected a number of at least 1");
  const StateList states(given);
  const Ranked ranked = rank_states(agent, states, static_cast<std::size_t>(count));
  py::list out;
  for (std::size_t i = 0; i < states.size(); ++i) {
    const auto size = static_cast<py::ssize_t>(ranked[i].size());
    Rows rows({size, kColumns});
    py::array_t<double> log_probs(size);
    for (py::ssize_t k = 0; k < size; ++k) {
      const RankedAction& action = ranked[i][static_cast<std::size_t>(k)];
      copy_row(states.all()[i], action.action, rows.mutable_data(k));
      log_probs.mutable_at(k) = action.log_prob;
    }
    out.append(py::make_tuple(rows, log_probs));
  }
  return out;
}

// The numbers of the first action of each state, and the end.
std::vector<std::size_t> read_offset(const py::object& given, std::size_t states,
                                     std::size_t actions) {
  std::vector<std::size_t> out(states + 1);
  if (given.is_none()) {
    if (actions != states) {
      throw Error(
          fmt::format("{} actions for {} states: expected one each, or `offset`", actions, states));
    }
    for (std::size_t i = 0; i <= states; ++i) out[i] = i;
    return out;
  }
  const auto numbers = read_numbers(given, 0, "offsets");
  bool fits = numbers.size() == static_cast<py::ssize_t>(out.size());
  if (fits) {
    std::ranges::transform(std::span(numbers.data(), out.size()), out.begin(),
                           [](std::int32_t n) { return static_cast<std::size_t>(n); });
    fits = out.front() == 0 && out.back() == actions && std::ranges::is_sorted(out);
  }
  if (!fits) {
    throw Error(fmt::format("offsets are {} numbers in ascending order, from 0 to {}", states + 1,
                            actions));
  }
  return out;
}

py::array_t<double> log_probs_of(const PyAgent& agent, const py::iterable& given,
                                 const py::object& actions, const py::object& offsets) {
  const StateList states(given);
  const auto rows = read_numbers(actions, kColumns, "actions");
  const auto offset = read_offset(offsets, states.size(), static_cast<std::size_t>(rows.shape(0)));
  // An action that is no valid step is never taken.
  std::vector<std::vector<Action>> asked(states.size());
  std::vector<std::vector<std::size_t>> places(states.size());
  for (std::size_t i = 0; i < states.size(); ++i) {
    const AdvisedState& s = states.all()[i];
    for (std::size_t k = offset[i]; k < offset[i + 1]; ++k) {
      RawAction raw;
      std::copy_n(rows.data(static_cast<py::ssize_t>(k)), raw.size(), raw.begin());
      const Action action = read_raw(*s.bank, *s.state, *s.rules, raw);
      State next = *s.state;
      if (!is_valid_step(next.apply(*s.bank, *s.rules, action))) continue;
      asked[i].push_back(action);
      places[i].push_back(k);
    }
  }
  const auto found =
      ask(agent, [&](const Adviser& adviser) { return adviser.log_probs(states.all(), asked); });
  py::array_t<double> out(rows.shape(0));
  std::fill_n(out.mutable_data(), out.size(), -INFINITY);
  for (std::size_t i = 0; i < states.size(); ++i) {
    for (std::size_t k = 0; k < places[i].size(); ++k) {
      out.mutable_data()[places[i][k]] = found[i][k];
    }
  }
  return out;
}

py::array_t<double> values_of(const PyAgent& agent, const py::iterable& given) {
  const StateList states(given);
  const std::vector<double> values =
      ask(agent, [&](const Adviser& adviser) { return adviser.values(states.all()); });
  return py::array_t<double>(static_cast<py::ssize_t>(values.size()), values.data());
}

py::dict get_weights(const PyAgent& given) {
  const Network& network = given.agent->network();
  py::dict out;
  for (const Parameter& parameter : network.parameters()) {
    py::array_t<float> array(parameter.shape);
    std::ranges::copy(network.weights().subspan(parameter.offset, parameter.size),
                      array.mutable_data());
    out[py::str(parameter.name)] = array;
  }
  return out;
}

std::shared_ptr<Agent> copy_agent(const PyAgent& given) {
  auto out = std::make_shared<Agent>(given.agent->config(), given.device);
  std::ranges::copy(given.agent->network().weights(), out->network().weights().begin());
  return out;
}

// Changes nothing if one of the arrays does not fit.
void set_weights(PyAgent& given, const py::dict& weights) {
  using Floats = py::array_t<float, py::array::c_style | py::array::forcecast>;
  const auto parameters = given.agent->network().parameters();
  std::vector<std::pair<const Parameter*, Floats>> changes;
  for (const auto& [key, value] : weights) {
    const std::string name = read_text(key);
    const auto found = std::ranges::find(parameters, name, &Parameter::name);
    if (found == parameters.end()) {
      throw Error(fmt::format("the network has no weights of the name '{}'", name));
    }
    Floats array = Floats::ensure(value);
    if (!array) {
      PyErr_Clear();
      throw Error(fmt::format("{}: expected an array of numbers", name));
    }
    if (!std::ranges::equal(std::span(array.shape(), static_cast<std::size_t>(array.ndim())),
                            found->shape)) {
      throw Error(fmt::format("{}: expected the shape ({})", name, fmt::join(found->shape, ", ")));
    }
    if (!std::all_of(array.data(), array.data() + array.size(),
                     [](float number) { return std::isfinite(number); })) {
      throw Error(fmt::format("{}: some numbers are not finite", name));
    }
    changes.emplace_back(&*found, std::move(array));
  }
  std::shared_ptr<Agent> changed = given.agent;
  if (changed.use_count() > 2) changed = copy_agent(given);  // somebody is at work with it
  for (const auto& [parameter, array] : changes) {
    std::copy_n(array.data(), parameter->size,
                changed->network().weights().data() + parameter->offset);
  }
  given.agent = std::move(changed);
}

using SavedAgent = std::tuple<std::string, std::string, std::string, py::dict>;

PyAgent make_agent(std::string name, const std::string& device, TrainConfig config) {
  auto agent = without_gil([&] { return std::make_shared<Agent>(std::move(config), device); });
  return {.name = std::move(name), .device = device, .agent = std::move(agent)};
}

}  // namespace

void bind_agents(py::module_& m) {
  py::class_<PyAgent> agent(m, "Agent", R"doc(A trained agent: a network with its weights.

>>> agent = Agent.load("default")
>>> states = [State("a+b = b+a"), State("a*b >= 0", premises=["a = b"])]
>>> [s.action_text(a) for s, a in zip(states, agent.act(states))]
['add_cmmt | (b+a) in obj', 'sqr_geq_zero | (a*b) in obj']
>>> agent.value(states).shape
(2,))doc");
  bind_pickle(
      agent,
      [](const PyAgent& a) {
        return SavedAgent(a.name, a.device, to_json(a.agent->config()).dump(), get_weights(a));
      },
      [](const SavedAgent& saved) {
        const auto& [name, device, config, weights] = saved;
        PyAgent out = make_agent(
            name, device, read_train_config(parse_shallow_json<nlohmann::ordered_json>(config)));
        set_weights(out, weights);
        return out;
      });
  agent
      .def_static(
          "load",
          [](const std::filesystem::path& run, const std::string& device) {
            const std::string name = run.string();
            auto loaded =
                without_gil([&] { return std::make_shared<Agent>(agent_run(name), device); });
            return PyAgent{.name = name, .device = device, .agent = std::move(loaded)};
          },
          py::arg("run") = std::string(kDefaultAgent), py::arg("device") = kDefaultDevice,
          "The agent of a training run, a folder; `default` is the one that comes with the "
          "package. The device is cpu, or cuda where libtorch was built for it.")
      .def_static(
          "create",
          [](const py::object& given, const std::string& device) {
            TrainConfig config = read_config(given);
            PyAgent out = make_agent("new", device, config);
            initialize_weights(config, out.agent->network());
            return out;
          },
          py::arg("config"), py::arg("device") = kDefaultDevice,
          R"doc(An agent with the weights that `ineq train` would start with.

The configuration is a dict, as training_config returns it, a run or its config.json.

>>> agent = Agent.create(training_config(k=2, l=2, width=8, layers=2))
>>> agent.weights["round0.gather.weight"].dtype
dtype('float32'))doc")
      .def_readonly("name", &PyAgent::name, "The run that it was loaded from.")
      .def_readonly("device", &PyAgent::device)
      .def_property_readonly(
          "config", [](const PyAgent& a) { return from_json(to_json(a.agent->config()).dump()); },
          "The configuration of its training, as config.json has it.")
      .def("act", &act_in, py::arg("states"), R"doc(The most probable legal action of each state.

One row per state: axiom and nodes. The axiom is -1 if none was found among thousands of choices.)doc")
      .def("ranked_actions", &ranked_actions, py::arg("states"), py::arg("count"),
           R"doc(The most probable legal actions, at most `count` per state, in order.

For each state a pair: the actions, of the shape (n, 4), and their log-probabilities. Greedy play takes
the first one that leads to a new state. Actions whose result cannot be proven are listed, too.

>>> agent = Agent.load()
>>> [(actions, log_probs)] = agent.ranked_actions([State("a+b = b+a")], 3)
>>> actions.shape, bool(log_probs[0] >= log_probs[1])
((3, 4), True))doc")
      .def("log_probs", &log_probs_of, py::arg("states"), py::arg("actions"),
           py::arg("offset") = std::nullopt,
           R"doc(The log-probabilities of actions, of which there is one per state.

With `offset`, those of state i are the rows from offset[i] to before offset[i + 1]. They are -inf for
what is no valid step, and for actions that the network cannot name.

>>> import numpy as np
>>> state = State("a+b = b+a")
>>> actions = state.legal_actions()
>>> bool(np.exp(Agent.load().log_probs([state], actions, offset=[0, len(actions)])).sum() <= 1)
True)doc")
      .def("value", &values_of, py::arg("states"),
           "The number of steps that the network expects to be left, per state.")
      .def_property(
          "weights", &get_weights, &set_weights,
          "The weights by name, as copies. A dict that is assigned replaces those it has.")
      .def("set_weights", &set_weights, py::arg("weights"),
           R"doc(Replaces weights by those of a dict of arrays, which need not have all of them.

Calls that are under way on other threads finish with the earlier weights.

>>> agent = Agent.load()
>>> agent.set_weights({name: 0.9 * array for name, array in agent.weights.items()}))doc")
      .def(
          "save",
          [](const PyAgent& a, const std::filesystem::path& folder, bool force) {
            const std::shared_ptr<const Agent> kept = a.agent;
            without_gil([&] { kept->save(folder.string(), force); });
          },
          py::arg("folder"), py::arg("force") = false,
          "Makes a training run of the configuration and the weights, which `ineq` and Agent.load "
          "load as an agent. With `force`, those of an existing run are overwritten.")
      .def("__copy__",
           [](const PyAgent& a) {
             return PyAgent{a.name, a.device, copy_agent(a)};
           })
      .def("__deepcopy__",
           [](const PyAgent& a, const py::dict&) {
             return PyAgent{a.name, a.device, copy_agent(a)};
           })
      .def("__repr__", [](const PyAgent& a) {
        return fmt::format("<Agent {}: {}, {} weights>", printable(a.name),
                           to_string(a.agent->config().network.network),
                           a.agent->network().weights().size());
      });
  m.def("has_networks", &has_networks,
        "Whether trained agents can be used here: their networks need libtorch.");
}

}  // namespace ineq::python
