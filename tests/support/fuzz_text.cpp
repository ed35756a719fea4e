#include <algorithm>
#include <array>
#include <stdexcept>

#include "base/error.h"
#include "generate/axiom_lists.h"
#include "generate/order_file.h"
#include "proof/action_text.h"
#include "proof/observation.h"
#include "proof/pointer_text.h"
#include "proof/rules_by_set.h"
#include "support/draw.h"
#include "support/fuzz.h"
#include "support/naive.h"
#include "support/repository.h"
#include "support/wrong_text.h"
#include "term/parse.h"
#include "term/print.h"

namespace ineq {
namespace {

class TextFuzzer {
 public:
  explicit TextFuzzer(std::uint64_t seed)
      : seed_(seed),
        rng_(seed),
        lines_(lines_of(in_repository("examples/theorems.jsonl"))),
        specification_(write_specification({.orders = "orders.json",
                                            .list_size = 7,
                                            .exclude = {"a.jsonl", "b.jsonl"},
                                            .no_transform = 0.5})),
        orders_(write_orders(draw_orders({.l = 5}, {.count = 4}), 3, 5)),
        rules_(make_rules(RuleSet::kFull)) {}

  FuzzTextCounts run(std::uint64_t rounds) {
    for (std::uint64_t i = 0; i < rounds; ++i) {
      bank_.reset();
      try {
        round();
        ++counts_.read;
      } catch (const Error&) {
        ++counts_.refused;
      } catch (const std::exception& error) {
        throw std::runtime_error(std::string(error.what()) + "\nseed " + std::to_string(seed_) +
                                 ", round " + std::to_string(i) + ", text: " + text_);
      }
    }
    return counts_;
  }

 private:
  std::uint32_t below(std::size_t bound) { return rng_.below(static_cast<std::uint32_t>(bound)); }

  void expect(bool condition, const std::string& what) const {
    if (!condition) throw std::runtime_error(what);
  }

  void round() {
    switch (below(9)) {
      case 0:
        text_ = noise(rng_);
        return read_term();
      case 1:
        text_ = noise(rng_);
        return read_statement();
      case 2:
        text_ = damaged(rng_, to_string(bank_, random_term(bank_, rng_, 4), draw_style()));
        return read_term();
      case 3:
        text_ =
            damaged(rng_, to_string(bank_, random_statement(bank_, rng_, 3, true), draw_style()));
        return read_statement();
      case 4:
        return read_text_action();
      case 5:
        return read_pointer();
      case 6:
        text_ = damaged(rng_, specification_);
        return read_specification_text();
      case 7:
        text_ = damaged(rng_, orders_);
        return read_orders_text();
      default:
        text_ = damaged(rng_, lines_[below(lines_.size())]);
        return read_line();
    }
  }

  Style draw_style() {
    constexpr std::array kStyles = {Style::kInt, Style::kPointer, Style::kInfix, Style::kLatex};
    return kStyles[below(kStyles.size())];
  }

  // Reads a text that must be readable, because it was printed or read before.
  template <typename Read>
  static auto again(const std::string& text, const Read& read) {
    try {
      return read(text);
    } catch (const Error& error) {
      throw std::runtime_error("cannot be read back: " + text + ": " + error.what());
    }
  }

  void read_specification_text() {
    const std::string printed = write_specification(read_specification(text_));
    expect(again(printed,
                 [](const std::string& t) { return write_specification(read_specification(t)); }) ==
               printed,
           "reads back as another: " + printed);
  }

  void read_orders_text() {
    const auto read = [](const std::string& t) { return read_orders(t, 3, 5); };
    const auto orders = read(text_);
    for (const Order& order : orders) expect(!invalid(order), "an invalid order");
    expect(again(write_orders(orders, 3, 5), read) == orders, "reads back as another");
  }

  // In every style, the term is read back from its printed text as the same term.
  void read_term() {
    const Term term = parse_term(bank_, text_);
    expect(fits(bank_[term]), "a term beyond the limits");
    for (const Style style : {Style::kInt, Style::kPointer, Style::kInfix}) {
      const std::string printed = to_string(bank_, term, style);
      const auto parse = [&](const std::string& t) { return parse_term(bank_, t); };
      expect(again(printed, parse) == term, "reads back as another: " + printed);
    }
  }

  void read_statement() {
    const Statement statement = parse_statement(bank_, text_);
    expect(fits(bank_[statement]), "a statement beyond the limits");
    for (const Style style : {Style::kInt, Style::kPointer, Style::kInfix}) {
      const std::string printed = to_string(bank_, statement, style);
      const auto parse = [&](const std::string& t) { return parse_statement(bank_, t); };
      expect(again(printed, parse) == statement, "reads back as another: " + printed);
    }
    expect(naive::read(to_string(bank_, statement))->text == to_string(bank_, statement),
           "the canonical text is not canonical");
  }

  // Draws a state and an action on its nodes.
  State draw_state(Action& action) {
    theorem_ = random_theorem(bank_, rules_, rng_);
    const State state(bank_, theorem_);
    std::vector<Statement> known;
    for (const Statement s : state.goals()) known.push_back(s);
    for (const Statement s : state.facts()) known.push_back(s);
    action.axiom = static_cast<std::uint8_t>(below(kAxiomCount));
    action.count = static_cast<std::uint8_t>(known.empty() ? 0 : below(kMaxOperands + 1));
    for (std::size_t i = 0; i < action.count; ++i) {
      const Statement statement = known[below(2) == 0 ? 0 : below(known.size())];
      action.operands[i] = {statement, 1 + below(bank_[statement].size - 1)};
    }
    return state;
  }

  void check_operands(const State& state, const Action& action) {
    expect(action.axiom < kAxiomCount && action.count <= kMaxOperands, "an impossible action");
    for (std::size_t i = 0; i < action.count; ++i) {
      const auto [statement, node] = action.operands[i];
      expect(state.contains(statement), "not a goal or a fact");
      expect(node > 0 && node < bank_[statement].size, "not a node");
    }
  }

  void read_text_action() {
    Action drawn;
    const State state = draw_state(drawn);
    text_ = damaged(rng_, print_action(bank_, state, drawn));
    const Reading reading = read_action(bank_, state, text_);
    expect(reading.action.has_value() == reading.missing.empty(), "neither read nor missing");
    if (!reading.action) return;
    check_operands(state, *reading.action);
    const std::string printed = print_action(bank_, state, *reading.action);
    const Reading back =
        again(printed, [&](const std::string& t) { return read_action(bank_, state, t); });
    expect(back.action && back.action->operands == reading.action->operands &&
               back.action->axiom == reading.action->axiom,
           "reads back as another: " + printed);
  }

  void read_pointer() {
    Action drawn;
    const State state = draw_state(drawn);
    const auto pointer = print_pointer_action(bank_, state, drawn);
    text_ = damaged(rng_, pointer.value_or("@A" + noise(rng_) + "$"));
    const Reading reading = read_pointer_action(bank_, state, text_);
    expect(reading.action.has_value() == reading.missing.empty(), "neither read nor missing");
    if (!reading.action || state.proven()) return;  // without a goal there is nothing to compare
    check_operands(state, *reading.action);
    // Markers at one node may be in any order; everything else must be the same.
    const auto printed = print_pointer_action(bank_, state, *reading.action);
    expect(printed.has_value() && printed->size() == text_.size(), "prints otherwise");
    const Reading back =
        again(*printed, [&](const std::string& t) { return read_pointer_action(bank_, state, t); });
    expect(back.action && back.action->operands == reading.action->operands,
           "reads back as another: " + *printed);
  }

  // If a record is accepted, the naive version accepts it as well, and the theorem is true.
  void read_line() {
    const Record record = read_record(text_);
    const RuleSet set = record.rules.value_or(RuleSet::kStandard);
    const Rules& rules = rules_of_[set];
    const RecordVerdict verdict = check_record(bank_, rules, record);
    expect(verdict.proven.has_value() == verdict.reason.empty(), "a rejection without a reason");
    if (!verdict.proven) return;

    const Theorem theorem = read_theorem(bank_, record);
    State state(bank_, theorem);
    std::vector<std::string> premises;
    for (const Statement s : theorem.premises) premises.push_back(to_string(bank_, s));
    naive::State plain(static_cast<naive::RuleSet>(set), premises, to_string(bank_, theorem.goal));
    for (const std::string& line : record.proof) {
      const Reading reading =
          again(line, [&](const std::string& t) { return read_action(bank_, state, t); });
      expect(reading.action.has_value(), "an accepted proof with a step that is not there");
      std::vector<naive::Place> places;
      for (std::size_t i = 0; i < reading.action->count; ++i) {
        const auto [statement, node] = reading.action->operands[i];
        places.push_back({to_string(bank_, statement), node});
      }
      plain.apply(reading.action->axiom, places);
      state.apply(bank_, rules, *reading.action);
    }
    expect(plain.proven(), "accepted, but not by the naive version");
    if (set != RuleSet::kInt2021) expect(survives(bank_, theorem, rng_, 5), "a false theorem");
  }

  const std::uint64_t seed_;
  Rng rng_;
  const std::vector<std::string> lines_;
  const std::string specification_;
  const std::string orders_;
  const Rules rules_;
  const RulesBySet rules_of_;
  FuzzTextCounts counts_;
  Bank bank_;
  Theorem theorem_;
  std::string text_;
};

}  // namespace

FuzzTextCounts& FuzzTextCounts::operator+=(const FuzzTextCounts& more) {
  read += more.read;
  refused += more.refused;
  return *this;
}

FuzzTextCounts fuzz_text(std::uint64_t seed, std::uint64_t rounds) {
  return TextFuzzer(seed).run(rounds);
}

}  // namespace ineq
