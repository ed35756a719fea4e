#include "export/damage.h"

#include <algorithm>
#include <array>
#include <utility>
#include <vector>

namespace ineq {
namespace {

std::uint32_t below(Rng& rng, std::size_t count) {
  return rng.below(static_cast<std::uint32_t>(count));
}

// Changes the operator of the term to one of the same arity. May return the same term.
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

// Changes one thing in a derivation. Lines that refer to a changed statement refer to the new one.
// Each function returns nothing if the kernel still accepts the proof or if there is nothing to
// change.
class Damage {
 public:
  Damage(Bank& bank, const Proven& proven, const Lemmas& lemmas, Rng& rng)
      : bank_(bank),
        rules_(proven.rules()),
        proof_(proven.proof()),
        lemmas_(lemmas),
        rng_(rng),
        whole_(derive(bank, proven, lemmas)) {}

  std::optional<Derivation> of_goal() {
    Derivation out = whole_;
    out.theorem.goal = changed(bank_, out.theorem.goal, rng_);
    if (!out.lines.empty()) out.lines.back().conclusion = out.theorem.goal;
    return if_wrong(std::move(out), proof_);
  }

  std::optional<Derivation> of_premise() {
    Derivation out = whole_;
    auto& premises = out.theorem.premises;
    if (premises.empty()) return std::nullopt;
    Statement& premise = premises[below(rng_, premises.size())];
    const Statement before = premise;
    premise = changed(bank_, premise, rng_);
    for (Line& line : out.lines) std::ranges::replace(line.assumptions, before, premise);
    return if_wrong(std::move(out), proof_);
  }

  // Replaces the lemma of a line by another one about the same terms.
  std::optional<Derivation> of_lemma() {
    Derivation out = whole_;
    const auto step = draw_step(out);
    if (!step) return std::nullopt;
    const Lemma& lemma = lemmas_.all()[below(rng_, lemmas_.all().size())];
    std::vector<Action> actions(proof_.begin(), proof_.end());
    actions[step->index].axiom = static_cast<std::uint8_t>(lemma.axiom);
    Line& line = *step->line;
    line.lemma = &lemma;
    for (const std::uint8_t letter : lemma.letters) {
      if (!line.bindings[letter]) line.bindings.bind(letter, bank_.variable('a'));
    }
    const Statement last = line.assumptions.back();  // every row has a premise or rewrites
    line.assumptions.resize(lemma.row->premises.size() + (lemma.row->by ? 1 : 0), last);
    if (lemma.row->by && line.place == 0) line.place = 1;
    return if_wrong(std::move(out), actions);
  }

  std::optional<Derivation> of_place() {
    Derivation out = whole_;
    const auto step = draw_step(out);
    if (!step || step->line->place == 0) return std::nullopt;
    std::vector<Action> actions(proof_.begin(), proof_.end());
    Action& action = actions[step->index];
    Operand& at = action.operands[step->line->lemma->row->operands.size() - 1];
    at.node = 1 + below(rng_, bank_[at.statement].size - 1);
    step->line->place = at.node;
    return if_wrong(std::move(out), actions);
  }

 private:
  struct Step {
    std::size_t index;  // in the proof
    Line* line;
  };

  // The derivation must be wrong, too. It may still hold although the kernel rejects the proof: the
  // changed goal may be trivial, or the goal may not need the wrong step.
  std::optional<Derivation> if_wrong(Derivation out, std::span<const Action> proof) {
    if (check(bank_, rules_, out.theorem, proof).proven) return std::nullopt;
    if (holds(bank_, lemmas_, out)) return std::nullopt;
    return out;
  }

  // Draws a step of the proof and finds its line. Returns nothing if the derivation has no such
  // line because the goal does not need the step.
  std::optional<Step> draw_step(Derivation& derivation) {
    if (proof_.empty()) return std::nullopt;
    const std::size_t index = below(rng_, proof_.size());
    State state(bank_, whole_.theorem);
    ineq::Step step;
    for (std::size_t i = 0; i < index; ++i) state.apply(bank_, rules_, proof_[i]);
    state.instantiate(bank_, rules_, proof_[index], step);
    for (Line& line : derivation.lines) {
      if (line.conclusion == step.conclusion && line.lemma->axiom == proof_[index].axiom &&
          std::ranges::equal(line.assumptions, step.assumptions())) {
        return Step{.index = index, .line = &line};
      }
    }
    return std::nullopt;
  }

  Bank& bank_;
  const Rules& rules_;
  const std::span<const Action> proof_;
  const Lemmas& lemmas_;
  Rng& rng_;
  const Derivation whole_;
};

}  // namespace

std::optional<Derivation> damaged(Bank& bank, const Proven& proven, const Lemmas& lemmas,
                                  Rng& rng) {
  constexpr int kTries = 50;
  constexpr std::array kKinds = {&Damage::of_goal, &Damage::of_premise, &Damage::of_lemma,
                                 &Damage::of_place};
  Damage damage(bank, proven, lemmas, rng);
  for (int i = 0; i < kTries; ++i) {
    const auto kind = kKinds[below(rng, kKinds.size())];
    if (auto out = (damage.*kind)()) return out;
  }
  return std::nullopt;
}

}  // namespace ineq
