#include "proof/action_text.h"

#include <charconv>

#include "axioms/axioms.h"
#include "base/error.h"
#include "proof/observation.h"
#include "term/parse.h"
#include "term/print.h"

namespace ineq {
namespace {

constexpr std::string_view kGoal = "obj";

// Where the operand is said to be: `obj` or a statement. Nothing if the state has no such goal or
// fact.
std::optional<Statement> read_place(Parser& parser, const State& state) {
  if (parser.accept(kGoal)) return first_goal(state);
  const Statement statement = parser.statement();
  if (state.status(statement) == State::Status::kMentioned) return std::nullopt;
  return statement;
}

std::uint32_t read_count(std::string_view digits, std::size_t column) {
  std::uint32_t count = 0;
  const auto [end, error] = std::from_chars(digits.data(), digits.data() + digits.size(), count);
  if (error != std::errc{} || end != digits.data() + digits.size()) {
    throw Error(column, "expected a number, but found '" + std::string(digits) + "'");
  }
  return count;
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

Reading read_action(Bank& bank, const State& state, std::string_view text) {
  Parser parser(bank, text);
  const std::size_t name_column = parser.column();
  const std::string_view name = parser.word();
  const auto axiom = find_axiom(name);
  if (!axiom) throw Error(name_column, "there is no axiom '" + std::string(name) + "'");
  if (!parser.accept("|")) parser.fail("'|' after the axiom");

  Reading reading{.action = Action{.axiom = static_cast<std::uint8_t>(*axiom)}, .missing = {}};
  std::size_t count = 0;
  do {
    if (count == kMaxOperands)
      parser.fail("the end of the action, as no axiom takes more operands");
    const Term term = parser.term();
    if (!parser.accept("in")) parser.fail("'in' after the operand");
    const std::size_t place_column = parser.column();
    const auto place = read_place(parser, state);
    const std::string_view place_text =
        text.substr(place_column - 1, parser.column() - place_column);
    const std::size_t k_column = parser.column();
    const std::string_view digits = parser.word();
    const std::uint32_t k = digits.empty() ? 0 : read_count(digits, k_column);
    if (!reading.missing.empty()) continue;
    const auto node = place ? find(bank, *place, term, k) : std::nullopt;
    if (node) {
      reading.action->operands[count++] = {*place, *node};
    } else if (!place) {
      reading.missing = "there is no goal or fact " + std::string(place_text);
    } else if (k > 0 && find(bank, *place, term, 0)) {
      throw Error(k_column, to_string(bank, term) + " does not occur " + std::to_string(k + 1ull) +
                                " times in " + to_string(bank, *place));
    } else {
      reading.missing = to_string(bank, term) + " does not occur in " + to_string(bank, *place);
    }
  } while (parser.accept(","));
  if (!parser.at_end()) parser.fail("',' or the end of the action");
  reading.action->count = static_cast<std::uint8_t>(count);
  if (!reading.missing.empty()) reading.action.reset();
  return reading;
}

}  // namespace ineq
