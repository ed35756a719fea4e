#include "export/damage.h"

#include <algorithm>
#include <array>
#include <vector>

namespace ineq {
namespace {

constexpr int kTries = 20;

std::uint32_t below(Rng& rng, std::size_t count) {
  return rng.below(static_cast<std::uint32_t>(count));
}

// Another operator of the same arity, another letter, or the other constant.
Term changed(Bank& bank, Term term, Rng& rng) {
  constexpr std::array kBinary = {Op::kAdd, Op::kMultiply};
  constexpr std::array kUnary = {Op::kNegate, Op::kSquare, Op::kInvert};
  const Node node = bank[term];
  switch (arity(node.op)) {
    case 2:
      return bank.term(node.op == kBinary[0] ? kBinary[1] : kBinary[0], node.left, node.right);
    case 1:
      return bank.term(kUnary[below(rng, kUnary.size())], node.left);
    default:
      if (rng.below(2) == 0) return bank.term(rng.below(2) == 0 ? Op::kZero : Op::kOne);
      return bank.variable(static_cast<char>('a' + rng.below(4)));
  }
}

Statement changed(Bank& bank, Statement statement, Rng& rng) {
  const Node node = bank[statement];
  if (rng.below(4) == 0 && node.op == Op::kGreaterEqual) {
    return bank.statement(Op::kGreaterEqual, node.right, node.left);
  }
  const std::uint32_t place = 1 + below(rng, node.size - 1);
  return replace(bank, statement, place, changed(bank, subterm(bank, statement, place), rng));
}

bool is_wrong(Bank& bank, const Rules& rules, const Theorem& theorem,
              std::span<const Action> proof) {
  return !check(bank, rules, theorem, proof).accepted;
}

// The line that an action was made into, if the goal needed it.
Line* find_line(Derivation& derivation, Bank& bank, const Rules& rules, const Theorem& theorem,
                std::span<const Action> proof, std::size_t index) {
  State state(bank, theorem);
  Step step;
  for (std::size_t i = 0; i < index; ++i) state.apply(bank, rules, proof[i]);
  state.instantiate(bank, rules, proof[index], step);
  const auto is_it = [&](const Line& line) {
    return line.conclusion == step.conclusion && line.lemma->axiom == proof[index].axiom &&
           std::ranges::equal(line.assumptions, step.assumptions());
  };
  const auto found = std::ranges::find_if(derivation.lines, is_it);
  return found == derivation.lines.end() ? nullptr : &*found;
}

}  // namespace

std::optional<Derivation> damaged(Bank& bank, const Rules& rules, const Theorem& theorem,
                                  std::span<const Action> proof, const Lemmas& lemmas, Rng& rng) {
  const Derivation whole = derive(bank, rules, theorem, proof, lemmas);
  for (int tries = 0; tries < kTries; ++tries) {
    Derivation out = whole;
    const std::uint32_t kind = rng.below(4);
    if (kind == 0) {
      out.theorem.goal = changed(bank, theorem.goal, rng);
      if (is_wrong(bank, rules, out.theorem, proof)) return out;
    } else if (kind == 1 && !theorem.premises.empty()) {
      Statement& premise = out.theorem.premises[below(rng, theorem.premises.size())];
      premise = changed(bank, premise, rng);
      if (is_wrong(bank, rules, out.theorem, proof)) return out;
    } else if (!proof.empty()) {
      const std::size_t index = below(rng, proof.size());
      std::vector<Action> actions(proof.begin(), proof.end());
      Line* line = find_line(out, bank, rules, theorem, proof, index);
      if (line == nullptr) continue;
      Action& action = actions[index];
      if (kind == 2) {  // another axiom
        const Lemma& other = lemmas.all()[below(rng, lemmas.all().size())];
        action.axiom = static_cast<std::uint8_t>(other.axiom);
        line->lemma = &other;
        for (const std::uint8_t letter : other.letters) {
          if (!line->bindings[letter]) line->bindings.bind(letter, bank.variable('a'));
        }
        line->assumptions.resize(
            other.row->premises.size() + (other.row->by ? 1 : 0),
            line->assumptions.empty() ? theorem.goal : line->assumptions.back());
        if (other.row->by && line->place == 0) line->place = 1;
      } else {  // another place
        Operand& operand = action.operands[action.count - 1];
        operand.node = 1 + below(rng, bank[operand.statement].size - 1);
        if (line->place == 0) continue;
        line->place = operand.node;
      }
      if (is_wrong(bank, rules, theorem, actions)) return out;
    }
  }
  return std::nullopt;
}

}  // namespace ineq
