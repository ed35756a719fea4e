// `ineq play`: the proof assistant for a person at a terminal, or for a program at the other end of
// a pipe.

#include <editline/readline.h>
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <optional>
#include <set>
#include <vector>

#include "base/error.h"
#include "cli/commands.h"
#include "cli/say.h"
#include "env/legal_actions.h"
#include "files/lines.h"
#include "files/output.h"
#include "proof/action_text.h"
#include "proof/explain.h"
#include "proof/history.h"
#include "proof/pointer_text.h"
#include "proof/record.h"
#include "proof/show.h"
#include "term/parse.h"
#include "term/print.h"

namespace ineq {
namespace {

constexpr const char* kHelp = R"(An action is an axiom and its operands, in one of three forms:
  AC 3                            numbers of nodes (the axiom as AC, A or add_cmmt)
  add_cmmt | (a+b) in obj 1       INT's text: term, goal (obj) or fact, which occurrence of the term
  @A(a+~b)=(b+a)$                 pointer text
Commands:
  state          goals and facts with their nodes
  hint [AXIOM]   the legal actions and what each leads to (the ten simplest ones; hint all: all)
  axioms         the axioms
  undo           take the last action back
  proof          the proof so far
  save FILE      write theorem and proof as a record; latex [FILE] writes them as LaTeX
  help, quit
)";

struct PlayOptions {
  std::string goal;
  std::vector<std::string> premises;
  std::string file;
  std::string id;
  std::string rules;
  bool force = false;
};

class Game {
 public:
  // With `force`, files that the game has not written may be overwritten, too.
  Game(Record record, RuleSet set, bool force)
      : set_(set),
        force_(force),
        rules_(make_rules(set)),
        record_(std::move(record)),
        history_(bank_, read_theorem(bank_, record_)) {}

  bool proven() const { return history_.state().proven(); }

  // Goals and facts, each with its nodes. Nodes are numbered through all statements, as in INT's
  // graph actions: those of the first goal by their place in it.
  void show_state() const {
    std::uint32_t number = 0;
    const auto show = [&](const char* kind, Statement statement) {
      fmt::print("{} {}\n", kind, to_string(bank_, statement, Style::kInfix));
      show_nodes({statement.id}, 0, number);
    };
    for (const Statement goal : history_.state().goals()) show("goal", goal);
    for (const Statement fact : history_.state().facts()) show("fact", fact);
    if (!proven()) return;
    const std::size_t steps = history_.actions().size();
    fmt::print("proven in {} step{}\n", steps, steps == 1 ? "" : "s");
  }

  // False when the player leaves. Throws Error on a line that is neither command nor action.
  bool obey(const std::string& line) {
    Parser parser(bank_, line);
    if (parser.at_end() || line.starts_with('#')) return true;
    const std::string first(parser.word());
    std::string rest = line.substr(std::min(line.size(), parser.column() - 1));
    rest.erase(rest.find_last_not_of(" \t\r") + 1);
    if (first == "quit" || first == "exit") return false;
    if (first == "help") {
      fmt::print("{}", kHelp);
    } else if (first == "state") {
      show_state();
    } else if (first == "hint") {
      hint(rest);
    } else if (first == "axioms") {
      for (std::size_t i = 0; i < kAxiomCount; ++i) {
        fmt::print("{} {:5} {:15} {}\n", axioms()[i].letter, axioms()[i].abbreviation,
                   axioms()[i].text_name, rows_text(set_, i));
      }
    } else if (first == "undo") {
      if (!history_.undo()) throw Error("there is nothing to undo");
      show_state();
    } else if (first == "proof") {
      fmt::print("{}", show_proof(bank_, history_, record_.id));
    } else if (first == "save") {
      save(rest);
    } else if (first == "latex") {
      write(rest.empty() ? "-" : rest, latex_proof(bank_, history_));
    } else {
      act(line);
    }
    return true;
  }

 private:
  void show_nodes(Term term, int depth, std::uint32_t& number) const {
    const Node& node = bank_[term];
    if (depth > 0) {
      fmt::print("{:6}{:{}}{}\n", ++number, "", 2 * depth, to_string(bank_, term, Style::kInfix));
    }
    if (arity(node.op) > 0) show_nodes(node.left, depth + 1, number);
    if (arity(node.op) > 1) show_nodes(node.right, depth + 1, number);
  }

  void act(const std::string& line) {
    Reading reading;
    if (line.starts_with('@') || line.find('|') != std::string::npos) {
      reading = read_any_action(bank_, history_.state(), line);
    } else {
      reading.action = read_numbers(line);
    }
    if (!reading.action) throw Error(reading.missing);
    const Outcome outcome = history_.apply(bank_, rules_, *reading.action);
    if (!is_valid_step(outcome)) throw Error(explain(outcome, rules_, *reading.action));
    if (outcome == Outcome::kNothing) {
      history_.undo();
      throw Error("this changes nothing");
    }
    show_state();
  }

  // `add_cmmt 3`, `equ_prin 2 3 6`
  Action read_numbers(const std::string& line) {
    Parser parser(bank_, line);
    const std::string name(parser.word());
    const auto axiom = find_axiom(name);
    if (!axiom) throw Error(1, fmt::format("there is no command or axiom '{}' (try help)", name));
    Action action{.axiom = static_cast<std::uint8_t>(*axiom)};
    while (!parser.at_end()) {
      const std::size_t column = parser.column();
      const auto number = parser.number();
      if (!number) parser.fail("the number of a node");
      if (action.count == kMaxOperands) throw Error(column, "no axiom takes more operands");
      const auto operand = numbered(*number);
      if (!operand) {
        const std::string typed = line.substr(column - 1);  // may be too large for *number
        throw Error(column, "there is no node " + typed.substr(0, typed.find_first_of(" \t\r")));
      }
      action.operands[action.count++] = *operand;
    }
    return action;
  }

  std::optional<Operand> numbered(std::uint32_t number) const {
    for (const auto status : {State::Status::kGoal, State::Status::kFact}) {
      for (const Statement statement : history_.state().with(status)) {
        const std::uint32_t nodes = bank_[statement].size - 1;
        if (number >= 1 && number <= nodes) return Operand{statement, number};
        number -= std::min(number, nodes);
      }
    }
    return std::nullopt;
  }

  // `AC 3`: what `read_numbers` reads as this action.
  std::string numbered_action(const Action& action) const {
    std::string out(axioms()[action.axiom].abbreviation);
    for (std::size_t i = 0; i < action.count; ++i) {
      out += fmt::format(" {}", number_of(action.operands[i]));
    }
    return out;
  }

  std::uint32_t number_of(const Operand& operand) const {
    std::uint32_t before = 0;
    for (const auto status : {State::Status::kGoal, State::Status::kFact}) {
      for (const Statement statement : history_.state().with(status)) {
        if (statement == operand.statement) return before + operand.node;
        before += bank_[statement].size - 1;
      }
    }
    INEQ_CHECK(false);
  }

  void hint(const std::string& which) {
    constexpr std::size_t kShown = 10;
    const bool all = which == "all";
    const auto axiom = which.empty() || all ? std::nullopt : find_axiom(which);
    if (!which.empty() && !all && !axiom) {
      throw Error(6, fmt::format("there is no axiom '{}'", which));
    }
    std::size_t at_most = SIZE_MAX;
    const auto estimate = estimate_legal_actions(bank_, rules_, history_.state(), axiom);
    if (estimate > kMaxListedActions) {
      at_most = 10'000;
      fmt::print("there are about {} actions; these are among the first {}\n", estimate, at_most);
    }
    auto actions = legal_actions(bank_, rules_, history_.state(), axiom, at_most);
    // The simplest outcomes first: no goal left, then few and small ones.
    std::ranges::stable_sort(actions, {}, [&](const LegalAction& legal) {
      std::pair<std::size_t, std::size_t> goals_and_size;
      for (const Statement goal : legal.next.goals()) {
        ++goals_and_size.first;
        goals_and_size.second += bank_[goal].size;
      }
      return goals_and_size;
    });
    std::size_t count = 0;
    for (const auto& [action, next] : actions) {
      if (++count > kShown && !all && !axiom) continue;
      fmt::print("{:<12} {}\n", numbered_action(action),
                 print_action(bank_, history_.state(), action));
      if (next.proven()) fmt::print("    proves it\n");
      for (const Statement goal : next.goals()) {
        fmt::print("    goal {}\n", to_string(bank_, goal, Style::kInfix));
      }
      for (const Statement fact : next.facts()) {
        if (history_.state().status(fact) == State::Status::kFact) continue;
        fmt::print("    fact {}\n", to_string(bank_, fact, Style::kInfix));
      }
    }
    if (count > kShown && !all && !axiom) fmt::print("and {} more (hint all)\n", count - kShown);
    if (count == 0) fmt::print("no action changes this state\n");
  }

  void save(const std::string& path) {
    if (path.empty()) throw Error("save needs the name of a file");
    record_.premises.clear();
    for (const Statement premise : history_.theorem().premises) {
      record_.premises.push_back(to_string(bank_, premise));
    }
    record_.goal = to_string(bank_, history_.theorem().goal);
    record_.proof = print_actions(bank_, history_);
    write(path, write_record(record_) + "\n");
    if (path != "-") fmt::print("saved{}\n", proven() ? "" : "; it is not proven yet");
  }

  void write(const std::string& path, const std::string& text) {
    if (!force_ && !written_.contains(path)) require_absent(path);
    write_file(path, text);
    written_.insert(path);
  }

  RuleSet set_;
  bool force_;
  std::set<std::string> written_;  // files that this game has written
  Rules rules_;
  Bank bank_;
  Record record_;
  History history_;
};

Record find_record(const PlayOptions& options) {
  if (options.file == "-")
    throw Error("--file requires a file, because commands are read from standard input");
  LineReader lines(options.file);
  std::optional<Record> found;
  for_each_unproven_record(lines, [&](const Record& record) {
    if (options.id.empty() || record.id == options.id) found = record;
    return !found;
  });
  if (found) return *found;
  throw Error(fmt::format("{}: there is no record {}", options.file, options.id));
}

// Returns false at the end of standard input. A program at the other end of a pipe waits for the
// answer to each line, so only one line at a time is taken.
bool read_line(std::string& line) {
  line.clear();
  for (int c; (c = std::getchar()) != EOF;) {
    if (c == '\n') return true;
    if (line.size() == kMaxLine) throw Error("standard input: a line is longer than 16 MiB");
    line += static_cast<char>(c);
  }
  return !line.empty();
}

bool read_command(bool terminal, std::string& line) {
  if (!terminal) return read_line(line);
  char* typed = readline("> ");
  if (!typed) {
    fmt::print("\n");  // the prompt's line is still open
    return false;
  }
  line = typed;
  if (!line.empty()) add_history(typed);
  std::free(typed);
  return true;
}

int play(const PlayOptions& options) {
  Record record;
  if (options.file.empty()) {
    record = {
        .id = "play", .rules = {}, .premises = options.premises, .goal = options.goal, .proof = {}};
    if (record.goal.empty()) throw Error("expected a goal or --file (see ineq play --help)");
  } else {
    record = find_record(options);
  }
  if (!options.rules.empty()) record.rules = find_rule_set(options.rules);
  Game game(record, rules_for(record), options.force);
  const bool terminal = isatty(STDIN_FILENO) == 1;
  if (terminal) std::setlocale(LC_CTYPE, "");  // or readline drops what is not ASCII
  if (terminal) fmt::print("Type help for the commands, hint for the legal actions.\n");
  game.show_state();

  bool bad_input = false;
  std::size_t number = 0;
  for (std::string line; read_command(terminal, line);) {
    ++number;
    try {
      if (!game.obey(line)) break;
    } catch (const Error& error) {
      say_error(terminal ? error.what()
                         : fmt::format("standard input:{}: {}", number, error.what()));
      bad_input = true;
    }
    flush_output();
  }
  if (bad_input && !terminal) return 2;
  return game.proven() ? 0 : 1;
}

}  // namespace

void add_play(CLI::App& app, Command& run) {
  const auto options = std::make_shared<PlayOptions>();
  CLI::App* command = app.add_subcommand("play", "Prove a theorem by hand");
  CLI::Option* goal = command->add_option("goal", options->goal, "The statement to prove");
  command->add_option("--premise", options->premises, "A premise (can be given several times)")
      ->type_name("STATEMENT")
      ->allow_extra_args(false)
      ->needs(goal);
  CLI::Option* file =
      command->add_option("--file", options->file, "Prove the theorem of a record in this file")
          ->excludes(goal);
  command->add_option("--id", options->id, "The id of that record (default: the first record)")
      ->type_name("ID")
      ->needs(file);
  add_rules_option(*command, options->rules, "The rule set (default: the record's, or standard)");
  add_force(*command, options->force);
  command->footer(
      "Reads commands from a terminal or a pipe; `help` lists them.\n"
      "Exit code: 0 proven, 1 not proven, 2 bad input.\n"
      "Examples:\n"
      "  ineq play \"a+b+c = c+a+b\"\n"
      "  ineq play \"a+d >= b+e\" --premise \"a>=b\" --premise \"d>=e\"\n"
      "  ineq play --file examples/theorems.jsonl --id worked-example\n"
      "  printf 'AC 1\\nAA 1\\n' | ineq play \"a+b+c = c+a+b\"");
  command->callback([options, &run] { run = [options] { return play(*options); }; });
}

}  // namespace ineq
