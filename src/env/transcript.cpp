#include "env/transcript.h"

#include <fmt/format.h>

#include <iterator>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"
#include "base/printable.h"
#include "env/graph_view.h"
#include "env/legal_actions.h"
#include "env/raw_actions.h"
#include "env/tokens.h"
#include "proof/explain.h"
#include "proof/observation.h"
#include "proof/pointer_text.h"
#include "term/print.h"

namespace ineq {
namespace {

class Transcript {
 public:
  Transcript(RuleSet rules, std::size_t step_limit, std::string& out)
      : episode_(rules, step_limit), out_(out) {}

  bool play(Record record) {
    record.rules = episode_.rule_set();
    episode_.reset(record);
    add_theorem(record.id);
    add_state(0);
    for (std::size_t i = 0; i < record.proof.size(); ++i) {
      add_step(i + 1, record.proof[i]);
      add_state(i + 1);
    }
    line("\nverdict {} {} {} step{}", episode_.proven() ? "proven" : "not proven",
         episode_.proven() ? "in" : "after", episode_.steps(), episode_.steps() == 1 ? "" : "s");
    return episode_.proven();
  }

 private:
  template <typename... Arguments>
  void line(fmt::format_string<Arguments...> format, Arguments&&... arguments) {
    fmt::format_to(std::back_inserter(out_), format, std::forward<Arguments>(arguments)...);
    out_ += '\n';
  }

  template <typename Number>
  void numbers(std::string_view name, const std::vector<Number>& values) {
    out_ += name;
    for (const Number value : values) fmt::format_to(std::back_inserter(out_), " {}", value);
    out_ += '\n';
  }

  void add_theorem(const std::string& id) {
    if (!id.empty()) line("episode {}", printable(id));
    line("rules {}, {} step{} at most", to_string(episode_.rule_set()), episode_.step_limit(),
         episode_.step_limit() == 1 ? "" : "s");
    line("goal {}", to_string(bank(), episode_.theorem().goal));
    for (const Statement premise : episode_.theorem().premises) {
      line("premise {}", to_string(bank(), premise));
    }
  }

  void add_state(std::size_t number) {
    const State& state = episode_.state();
    line("\nstate {}", number);
    line("  steps {}", episode_.steps());
    line("  hash {:016x}", episode_.hash());
    line("  goal hash {:016x}", episode_.goal_hash());
    for (const Statement goal : state.goals()) line("  goal {}", to_string(bank(), goal));
    for (const Statement fact : state.facts()) line("  fact {}", to_string(bank(), fact));
    add_legal_actions();

    std::string text;
    print_observation(bank(), state, text);
    line("  text {}", text);
    text.clear();
    print_pointer_state(bank(), state, text);
    line("  pointer {}", text);
    std::vector<std::uint8_t> tokens;
    INEQ_CHECK(vocabulary_.encode(text, tokens));
    numbers("  tokens", tokens);

    add_graph("  ", {});
    add_graph("  merged ", {.rename = true, .merge = true});
  }

  // Adds the number of legal actions, and the first and the last few of them; of a state with very
  // many, an estimate and the first few.
  void add_legal_actions() {
    constexpr std::size_t kShown = 4;
    const std::uint64_t estimate =
        estimate_legal_actions(bank(), episode_.rules(), episode_.state());
    const bool all = estimate <= kMaxListedActions;
    std::vector<Action> legal;
    for_each_legal_action(episode_.bank(), episode_.rules(), episode_.state(), {},
                          [&](const Action& action, const State&) {
                            legal.push_back(action);
                            return !all && legal.size() == kShown;
                          });
    if (all) {
      line("  legal {}", legal.size());
    } else {
      line("  legal about {}", estimate);
    }
    for (std::size_t i = 0; i < legal.size(); ++i) {
      if (i >= kShown && i + kShown < legal.size()) continue;
      const RawAction raw = write_raw(bank(), episode_.state(), legal[i]);
      numbers("  legal action", std::vector(raw.begin(), raw.end()));
    }
  }

  void add_graph(const std::string& indent, GraphOptions options) {
    GraphBatch graph(options);
    graph.add(bank(), episode_.state());
    numbers(indent + "type", graph.type);
    numbers(indent + "statement", graph.statement);
    numbers(indent + "edge", graph.edge);
    numbers(indent + "slot", graph.slot);
    numbers(indent + "root", graph.root);
    numbers(indent + "is_goal", graph.is_goal);
    numbers(indent + "occurrence", graph.occurrence);
  }

  void add_step(std::size_t number, const std::string& text) {
    line("\nstep {}", number);
    line("  action {}", printable(text));
    if (const auto action = named(text)) add_places(*action);
    Episode::Result result;
    try {
      result = episode_.step(text);
    } catch (const Error& error) {
      line("  outcome unreadable");
      line("  why {}", printable(error.what()));
      return;
    }
    line("  outcome {}", to_string(result.outcome));
    line("  reward {}", result.reward);
    if (result.terminated) line("  ended proven");
    if (result.truncated) line("  ended step limit");
    if (const std::string why = episode_.why(); !why.empty()) line("  why {}", printable(why));
  }

  // Returns the action that the text means in this state, or nothing if there is none.
  std::optional<Action> named(const std::string& text) {
    try {
      return read_any_action(episode_.bank(), episode_.state(), text).action;
    } catch (const Error&) {
      return std::nullopt;
    }
  }

  // Adds the action as node numbers and, if possible, as a pointer text.
  void add_places(const Action& action) {
    const RawAction raw = write_raw(bank(), episode_.state(), action);
    numbers("  nodes", std::vector(raw.begin(), raw.end()));
    if (const auto pointer = print_pointer_action(bank(), episode_.state(), action)) {
      line("  pointer {}", *pointer);
    }
  }

  const Bank& bank() const { return episode_.bank(); }

  Episode episode_;
  const Vocabulary vocabulary_ = Vocabulary::pointer();
  std::string& out_;
};

}  // namespace

bool append_transcript(const Record& record, RuleSet rules, std::size_t step_limit,
                       std::string& out) {
  return Transcript(rules, step_limit, out).play(record);
}

}  // namespace ineq
