#include "proof/action_text.h"

#include "axioms/axioms.h"
#include "base/error.h"
#include "proof/observation.h"
#include "term/parse.h"
#include "term/print.h"

namespace ineq {
namespace {

constexpr std::string_view kGoal = "obj";

struct OperandReading {
  std::optional<Operand> operand;
  std::string missing;
};

// Reads the number of an occurrence, 0 if there is none. Without the blank in front of it, `obj1`
// would be read as `obj 1`.
std::uint32_t read_occurrence(Parser& parser, std::string_view text) {
  const std::size_t column = parser.column();
  const auto number = parser.number();
  if (number && text[column - 2] != ' ' && text[column - 2] != '\t') {
    throw Error(column, "expected a blank before the number of the occurrence");
  }
  return number.value_or(0);
}

// `term in place k`
OperandReading read_operand(Parser& parser, std::string_view text, Bank& bank, const State& state) {
  const Term term = parser.term();
  if (!parser.accept("in")) parser.fail("'in' after the operand");
  const auto place = parser.accept(kGoal) ? first_goal(state) : parser.statement();
  const std::size_t column = parser.column();
  const std::uint32_t k = read_occurrence(parser, text);

  if (!place) return {.operand = {}, .missing = "there is no goal left"};
  if (!state.contains(*place)) {
    return {.operand = {}, .missing = "there is no goal or fact " + to_string(bank, *place)};
  }
  if (const auto node = find(bank, *place, term, k))
    return {.operand = Operand{*place, *node}, .missing = {}};
  if (find(bank, *place, term, 0)) {
    throw Error(column, to_string(bank, term) + " does not occur " + std::to_string(k + 1ull) +
                            " times in " + to_string(bank, *place));
  }
  return {.operand = {},
          .missing = to_string(bank, term) + " does not occur in " + to_string(bank, *place)};
}

}  // namespace

std::string print_action(const Bank& bank, const State& state, const Action& action) {
  std::string out(axioms()[action.axiom].text_name);
  out += " |";
  for (std::size_t i = 0; i < action.count; ++i) {
    const auto [statement, node] = action.operands[i];
    out += i == 0 ? " " : ", ";
    print(bank, subterm(bank, statement, node), Style::kInt, out);
    out += " in ";
    if (statement == first_goal(state)) {
      out += kGoal;
    } else {
      print(bank, statement, Style::kInt, out);
    }
    if (const std::uint32_t k = ordinal(bank, statement, node); k > 0) {
      out += ' ';
      out += std::to_string(k);
    }
  }
  return out;
}

std::vector<std::string> print_actions(const Bank& bank, const History& history) {
  std::vector<std::string> out;
  for (std::size_t i = 0; i < history.actions().size(); ++i) {
    out.push_back(print_action(bank, history.states()[i], history.actions()[i]));
  }
  return out;
}

Reading read_action(Bank& bank, const State& state, std::string_view text) {
  Parser parser(bank, text);
  const std::size_t name_column = parser.column();
  const std::string_view name = parser.word();
  const auto axiom = find_axiom(name);
  if (!axiom) throw Error(name_column, "there is no axiom '" + std::string(name) + "'");
  if (!parser.accept("|")) parser.fail("'|' after the axiom");

  Action action{.axiom = static_cast<std::uint8_t>(*axiom)};
  std::string missing;
  do {
    if (action.count == kMaxOperands) {
      parser.fail("the end of the action, as no axiom takes more operands");
    }
    const OperandReading reading = read_operand(parser, text, bank, state);
    action.operands[action.count++] = reading.operand.value_or(Operand{});
    if (missing.empty()) missing = reading.missing;
  } while (parser.accept(","));
  if (!parser.at_end()) parser.fail("',' or the end of the action");
  if (!missing.empty()) return {.action = {}, .missing = missing};
  return {.action = action, .missing = {}};
}

}  // namespace ineq
