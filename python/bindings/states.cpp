// States, as values; episodes, which change.

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "bindings.h"
#include "env/episode.h"
#include "env/graph_view.h"
#include "env/legal_actions.h"
#include "pickle.h"
#include "proof/explain.h"
#include "proof/observation.h"
#include "proof/pointer_text.h"
#include "term/print.h"
#include "without_gil.h"

namespace ineq::python {
namespace {

template <typename Statements>
py::tuple tuple_of(const std::shared_ptr<Bank>& bank, Statements statements) {
  py::list out;
  for (const Statement s : statements) out.append(PyStatement{bank, s});
  return py::tuple(out);
}

// Throws Error if the text names something that the state does not contain.
Action resolve(const PyState& s, const AnyAction& any) {
  if (const auto* raw = std::get_if<RawAction>(&any)) {
    return read_raw(*s.bank, s.state, *rules_of(s.rules), *raw);
  }
  const Reading reading = ineq::read_any_action(*s.bank, s.state, std::get<std::string>(any));
  if (!reading.action) throw Error(reading.missing);
  return *reading.action;
}

void require_terms(const Action& action) {
  for (std::size_t i = 0; i < action.count; ++i) {
    if (action.operands[i].node == 0) throw Error("a statement is no operand");
  }
}

py::tuple as_tuple(const RawAction& raw) { return py::make_tuple(raw[0], raw[1], raw[2], raw[3]); }

// Equality is decided by texts, because hashes could collide.
std::vector<std::string> texts_of(const PyState& s) {
  std::vector<std::string> out;
  for (const Statement goal : s.state.goals()) out.push_back("goal " + to_string(*s.bank, goal));
  for (const Statement fact : s.state.facts()) out.push_back("fact " + to_string(*s.bank, fact));
  std::ranges::sort(out);
  return out;
}

bool are_equal(const PyState& a, const PyState& b) {
  return a.rules == b.rules && a.state.hash() == b.state.hash() && texts_of(a) == texts_of(b);
}

PyState apply(const PyState& s, const py::object& action) {
  const Action resolved = resolve(s, read_action_of(action));
  PyState next = s;
  const Rules& rules = *rules_of(s.rules);
  const Outcome outcome = next.state.apply(*s.bank, rules, resolved);
  if (!is_valid_step(outcome)) throw Error(explain(outcome, rules, resolved));
  next.steps.push_back(resolved);
  return next;
}

PyState make_state(const std::string& goal, const std::vector<std::string>& premises,
                   const std::string& rules) {
  const RuleSet set = read_rules(rules);
  auto bank = std::make_shared<Bank>();
  const Record record{.id = {}, .rules = set, .premises = premises, .goal = goal, .proof = {}};
  auto theorem = std::make_shared<const Theorem>(read_theorem(*bank, record));
  State state(*bank, *theorem);
  return {std::move(bank), set, std::move(theorem), std::move(state)};
}

// Goal, premises, rules and steps: a state is reached again by the same steps.
using SavedState = std::tuple<std::string, std::vector<std::string>, std::string,
                              std::vector<std::array<std::int32_t, 4>>>;

SavedState save_state(const PyState& s) {
  SavedState out{to_string(*s.bank, s.theorem->goal), {}, std::string(to_string(s.rules)), {}};
  auto& [goal, premises, rules, steps] = out;
  for (const Statement premise : s.theorem->premises) {
    premises.push_back(to_string(*s.bank, premise));
  }
  Bank bank = *s.bank;
  State state(bank, *s.theorem);
  for (const Action& step : s.steps) {
    steps.push_back(write_raw(bank, state, step));
    state.apply(bank, *rules_of(s.rules), step);
  }
  return out;
}

PyState restore_state(const SavedState& saved) {
  const auto& [goal, premises, set, steps] = saved;
  PyState out = make_state(goal, premises, set);
  const Rules& rules = *rules_of(out.rules);
  for (const RawAction& raw : steps) {
    out.steps.push_back(read_raw(*out.bank, out.state, rules, raw));
    const Outcome outcome = out.state.apply(*out.bank, rules, out.steps.back());
    if (!is_valid_step(outcome)) throw Error(explain(outcome, rules, out.steps.back()));
  }
  return out;
}

py::array legal(const PyState& s, const std::optional<std::int64_t>& axiom, std::uint64_t limit) {
  std::optional<std::size_t> only;
  if (axiom && (*axiom < 0 || *axiom >= static_cast<std::int64_t>(kAxiomCount))) {
    throw Error(fmt::format("there is no axiom {}: there are {}, from 0 on", *axiom, kAxiomCount));
  }
  if (axiom) only = static_cast<std::size_t>(*axiom);
  // Trying actions adds terms to a bank. A copy keeps them out of the state's bank, which is
  // shared.
  Bank tried = *s.bank;
  const Rules& rules = *rules_of(s.rules);
  const std::uint64_t estimate = estimate_legal_actions(tried, rules, s.state, only);
  if (estimate > limit) {
    throw Error(
        fmt::format("the state has about {} legal actions, more than the limit of {}: raise "
                    "`limit`, or choose operand by operand with `mask`",
                    estimate, limit));
  }
  std::vector<Action> list;
  without_gil([&] {
    for_each_legal_action(tried, rules, s.state, only, [&](const Action& action, const State&) {
      list.push_back(action);
      return signal_raised();
    });
  });
  py::array_t<std::int32_t> out(
      {static_cast<py::ssize_t>(list.size()), static_cast<py::ssize_t>(RawAction{}.size())});
  std::int32_t* row = out.mutable_data();
  for (const Action& action : list) {
    const RawAction raw = write_raw(*s.bank, s.state, action);
    row = std::copy(raw.begin(), raw.end(), row);
  }
  return out;
}

py::array mask(const PyState& s, const py::object& given) {
  const std::vector<std::int32_t> prefix = read_prefix(given);
  Bank tried = *s.bank;
  ActionMask action_mask(tried, *rules_of(s.rules));
  action_mask.reset(s.state);
  std::vector<std::uint8_t> flags;
  action_mask.append(prefix, flags);
  py::array_t<bool> out(static_cast<py::ssize_t>(flags.size()));
  std::copy(flags.begin(), flags.end(), out.mutable_data());
  return out;
}

void bind_state(py::module_& m) {
  py::class_<PyState> state(m, "State", R"doc(Goals to prove and facts to prove them from; a value.

>>> s = State("a+b+c = c+a+b")
>>> s.goals
(Statement('((a+b)+c)=((c+a)+b)'),)
>>> s = s.apply("add_cmmt | ((a+b)+c) in obj").apply("add_assc | ((c+a)+b) in obj")
>>> s.proven
True)doc");
  bind_pickle(state, &save_state, &restore_state);
  state
      .def(py::init(&make_state), py::arg("goal"), py::arg("premises") = std::vector<std::string>{},
           py::arg("rules") = "standard")
      .def_property_readonly("goals",
                             [](const PyState& s) { return tuple_of(s.bank, s.state.goals()); })
      .def_property_readonly("facts",
                             [](const PyState& s) { return tuple_of(s.bank, s.state.facts()); })
      .def_property_readonly("proven", [](const PyState& s) { return s.state.proven(); })
      .def_property_readonly("rules", [](const PyState& s) { return to_string(s.rules); })
      .def_property_readonly(
          "hash", [](const PyState& s) { return s.state.hash(); },
          "Of goals and facts; the same wherever and however the state was reached.")
      .def_property_readonly(
          "goal_hash", [](const PyState& s) { return goal_hash(*s.bank, s.state); },
          "Of the goals alone.")
      .def_property_readonly(
          "num_nodes", [](const PyState& s) { return count_nodes(*s.bank, s.state); },
          "N: actions name nodes below it.")
      .def_property_readonly(
          "text",
          [](const PyState& s) {
            std::string out;
            print_observation(*s.bank, s.state, out);
            return out;
          },
          "INT's sequence, `premises to goal`.")
      .def_property_readonly(
          "pointer",
          [](const PyState& s) {
            std::string out;
            print_pointer_state(*s.bank, s.state, out);
            return out;
          },
          "The pointer text, `#goal#goal&fact$`.")
      .def("apply", &apply, py::arg("action"), R"doc(The state after an action.

The action is four numbers, an axiom and three nodes of which 0 is none, or a text. What is not a
valid step is a ValueError that says why; a valid step may change nothing.)doc")
      .def(
          "legal_actions", &legal, py::arg("axiom") = std::nullopt,
          py::arg("limit") = kMaxListedActions,
          R"doc(The actions that change the state, each effect of an axiom once; of all axioms or of one.

A sum of n terms has about n**3 of them. If they are estimated at more than `limit`, this is a
ValueError.

>>> State("a*a >= 0").legal_actions()
array([[10,  1,  0,  0],
       [13,  1,  0,  0],
       [14,  1,  4,  0]], dtype=int32))doc")
      .def(
          "mask", &mask, py::arg("prefix") = py::tuple(),
          R"doc(What can be chosen next: the axiom, or the operand after an axiom and its first operands.

>>> State("a*a >= 0").mask().nonzero()[0]
array([10, 13, 14])
>>> State("a*a >= 0").mask([14, 1])
array([False, False, False, False,  True])

Node 0 says that the action can end here.)doc")
      .def(
          "action",
          [](const PyState& s, const std::string& text) {
            return as_tuple(write_raw(*s.bank, s.state, resolve(s, text)));
          },
          py::arg("text"), R"doc(The action that a text names, by its numbers.

>>> State("a+b = b+a").action("add_cmmt | (b+a) in obj")
(0, 4, 0, 0))doc")
      .def(
          "action_text",
          [](const PyState& s, const py::object& action) {
            const Action resolved = resolve(s, read_action_of(action));
            require_terms(resolved);
            return print_action(*s.bank, s.state, resolved);
          },
          py::arg("action"), R"doc(The action as INT's text.

>>> State("a+b = b+a").action_text((0, 4, 0, 0))
'add_cmmt | (b+a) in obj')doc")
      .def(
          "action_pointer",
          [](const PyState& s, const py::object& action) {
            const Action resolved = resolve(s, read_action_of(action));
            require_terms(resolved);
            return print_pointer_action(*s.bank, s.state, resolved);
          },
          py::arg("action"),
          "The action as pointer text; None where an operand is not in the goal.")
      .def(
          "graph",
          [](const PyState& s, bool rename, bool merge) {
            auto out = std::make_shared<GraphBatch>(GraphOptions{.rename = rename, .merge = merge});
            out->add(*s.bank, s.state);
            return out;
          },
          py::kw_only(), py::arg("rename") = false, py::arg("merge") = false,
          "The state as arrays; with variables numbered by their first occurrence, and with equal "
          "subterms once.")
      .def(
          "sequence",
          [](const PyState& s, const std::string& kind) {
            auto out =
                std::make_shared<SequenceBatch>(*read_views(false, false, false, kind).sequence);
            out->add(*s.bank, s.state);
            return out;
          },
          py::arg("kind") = "characters", "The state as token numbers, characters or pointer.")
      .def("__eq__",
           [](const PyState& a, const py::object& other) {
             return py::isinstance<PyState>(other) && are_equal(a, other.cast<const PyState&>());
           })
      .def("__hash__", [](const PyState& s) { return s.state.hash(); })
      .def("__copy__", [](const PyState& s) { return s; })
      .def("__deepcopy__", [](const PyState& s, const py::dict&) { return s; })
      .def("__repr__", [](const PyState& s) {
        std::string out;
        print_observation(*s.bank, s.state, out);
        return fmt::format("<State {}>", s.state.proven() ? "proven" : out);
      });
}

// An episode that a learner plays; what the environments are made of.
void bind_episode(py::module_& m) {
  using Step = Episode::Result;
  py::class_<Step> step(m, "Step", "The result of a step of an episode.");
  bind_pickle(
      step,
      [](const Step& s) {
        return std::tuple(static_cast<int>(s.outcome), s.reward, s.terminated, s.truncated);
      },
      [](const std::tuple<int, double, bool, bool>& saved) {
        const auto& [outcome, reward, terminated, truncated] = saved;
        if (outcome < 0 || outcome > static_cast<int>(Outcome::kClosed)) {
          throw Error(fmt::format("there is no outcome {}", outcome));
        }
        return Step{static_cast<Outcome>(outcome), reward, terminated, truncated};
      });
  step.def_property_readonly(
          "outcome", [](const Step& s) { return to_string(s.outcome); }, "One of OUTCOMES.")
      .def_readonly("reward", &Step::reward)
      .def_readonly("terminated", &Step::terminated)
      .def_readonly("truncated", &Step::truncated)
      .def("__repr__", [](const Step& s) {
        return fmt::format("<Step: {}, reward {}>", to_string(s.outcome), s.reward);
      });

  py::class_<Episode> episode(m, "Episode", R"doc(One attempt at a theorem.

>>> e = Episode(step_limit=15)
>>> e.reset(Record("a+b = b+a"))
>>> e.step("mul_cmmt | (a+b) in obj"), e.why
(<Step: no-match, reward 0>, 'MultiplicationCommutativity does not apply: it takes b*a')
>>> e.step((0, 1, 0, 0))
<Step: proven, reward 1>
>>> e.record
<Record (a+b)=(b+a), 1 step>)doc");
  const auto make = [](const std::string& rules, std::int64_t step_limit) {
    if (step_limit < 1) throw Error("an episode has at least one step");
    const RuleSet set = read_rules(rules);
    return Episode(set, rules_of(set), static_cast<std::size_t>(step_limit));
  };
  // An episode that was never reset has nothing to save.
  using Saved = std::tuple<std::string, std::int64_t, std::optional<std::string>>;
  bind_pickle(
      episode,
      [](const Episode& e) {
        return Saved(to_string(e.rule_set()), static_cast<std::int64_t>(e.step_limit()),
                     e.begun() ? std::optional(e.save()) : std::nullopt);
      },
      [make](const Saved& saved) {
        const auto& [rules, step_limit, text] = saved;
        return text ? Episode::restore(*text) : make(rules, step_limit);
      });
  episode
      .def(py::init(make), py::arg("rules") = "standard", py::arg("step_limit") = kDefaultStepLimit)
      .def("reset", py::overload_cast<const Record&>(&Episode::reset), py::arg("record"),
           "Begins with the theorem of a record, which must be of the same rules.")
      .def(
          "step",
          [](Episode& e, const py::object& action) {
            const AnyAction any = read_action_of(action);
            if (e.over()) {
              throw Error(!e.begun()   ? "the episode was never reset"
                          : e.proven() ? "the episode is over: the theorem is proven"
                                       : "the episode is over: the step limit was reached");
            }
            if (const auto* text = std::get_if<std::string>(&any)) return e.step(*text);
            return e.step(read_raw(e.bank(), e.state(), e.rules(), std::get<RawAction>(any)));
          },
          py::arg("action"),
          "Takes a step by node numbers or by text. What fits nothing is a step that does nothing; "
          "a number out of range, a text that cannot be read and a step after the end are "
          "ValueErrors.")
      .def("undo", &Episode::undo, "Back before the last step; False at the beginning.")
      .def(
          "clone", [](const Episode& e) { return e; }, "A copy that goes on by itself.")
      .def("__copy__", [](const Episode& e) { return e; })
      .def("__deepcopy__", [](const Episode& e, const py::dict&) { return e; })
      .def(
          "save", [](const Episode& e) { return py::bytes(e.save()); }, "The episode as bytes.")
      .def_static(
          "restore", [](const std::string& saved) { return Episode::restore(saved); },
          py::arg("saved"), "The episode that was saved; it goes on as the other would have.")
      .def_property_readonly(
          "state",
          [](const Episode& e) {
            return PyState{std::make_shared<Bank>(e.bank()), e.rule_set(),
                           std::make_shared<const Theorem>(e.theorem()), e.state(),
                           e.valid_steps()};
          },
          "As it is now; later steps do not change it.")
      .def_property_readonly("why", &Episode::why,
                             "Why the last step did nothing; empty where it did something.")
      .def_property_readonly("over", &Episode::over)
      .def_property_readonly("proven", &Episode::proven)
      .def_property_readonly("steps", &Episode::steps)
      .def_property_readonly(
          "num_nodes", [](const Episode& e) { return count_nodes(e.bank(), e.state()); },
          "N of the state: actions name nodes below it.")
      .def_property_readonly("step_limit", &Episode::step_limit)
      .def_property_readonly("rules", [](const Episode& e) { return to_string(e.rule_set()); })
      .def_property_readonly("hash", &Episode::hash)
      .def_property_readonly("goal_hash", &Episode::goal_hash)
      .def_property_readonly("record", &Episode::record,
                             "The theorem and the valid steps so far: once proven, its proof.");

  py::list outcomes;
  for (int i = 0; i <= static_cast<int>(Outcome::kClosed); ++i) {
    outcomes.append(to_string(static_cast<Outcome>(i)));
  }
  outcomes.append("begun");
  m.attr("OUTCOMES") = py::tuple(outcomes);
}

}  // namespace

void bind_states(py::module_& m) {
  bind_state(m);
  bind_episode(m);
}

}  // namespace ineq::python
