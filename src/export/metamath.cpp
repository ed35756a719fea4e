// Metamath, over the real numbers of set.mm. A line of a derivation becomes an application of a
// lemma. If the lemma rewrites, equations follow that lead from the place up to a side of the
// statement.
//
// In set.mm, 1/d is a number only if d!=0. Wherever a term must be a number, the proof therefore
// needs d!=0 for each divisor d in it. If neither a premise nor a line states it, it may follow
// from the factors of d, or from d'!=0 if a line rewrites within d and thereby shows d=d'.
// Otherwise d!=0 becomes a hypothesis of the theorem, which a comment names. Premises d!=0 of
// lemmas, in contrast, are never added: the derivation must prove them.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "algebra/path.h"
#include "export/exporter.h"
#include "export/metamath_library.h"
#include "export/metamath_proof.h"
#include "export/metamath_terms.h"
#include "term/print.h"

namespace ineq {
namespace {

using Step = MetamathProof::Step;
using Equation = MetamathTerms::Equation;

// The proof of one theorem. This class does not check what a step proves: if a derivation is wrong,
// Metamath has to reject it. The label `unknown`, which does not exist in set.mm, stands for the
// proof of a statement that nothing proves.
class Proof {
 public:
  Proof(Bank& bank, const Bank& patterns, const ExportTheorem& theorem)
      : bank_(bank),
        patterns_(patterns),
        derivation_(theorem.derivation),
        terms_(bank, proof_),
        ph_(terms_.ph()) {
    out_.label = theorem.name;
    out_.conclusion = text(kMetamath, bank, derivation_.theorem.goal);
    const std::vector<char> variables = variables_of(bank, derivation_);
    mandatory_.push_back("wph");
    for (const char letter : kDeclared) {
      if (std::ranges::find(variables, letter) == variables.end()) continue;
      mandatory_.push_back(class_label(letter));
    }
    for (const char letter : variables) {
      terms_.set_real(bank.variable(letter), assume(std::string(1, letter), is_real(letter)));
    }
    std::size_t number = 0;
    for (const Statement premise : derivation_.theorem.premises) {
      const Step step = assume(std::to_string(++number), text(kMetamath, bank, premise));
      conclude(premise, step);
    }
    for (const Line& line : derivation_.lines) works_.push_back({.line = &line});
  }

  std::string write() {
    const Step last = prove();  // may add hypotheses, so it must come first
    out_.proof = proof_.compressed(last, mandatory_);
    std::string out;
    for (const Term divisor : added_) {
      out += fmt::format("$( added: {}!=0, as division by zero is undefined in set.mm $)\n",
                         ineq::to_string(bank_, divisor));
    }
    return out + ineq::to_string(out_);
  }

 private:
  // A line and how much of it is proven.
  struct Work {
    const Line* line;
    std::optional<Step> lemma = {};
    std::optional<Equation> sides = {};  // if it rewrites: new side = old side
    bool is_done = false;
  };

  Step assume(const std::string& name, std::string text) {
    mandatory_.push_back(out_.label + "." + name);
    out_.hypotheses.push_back({.label = mandatory_.back(), .text = std::move(text)});
    return proof_.add(mandatory_.back());
  }

  // Returns the last step. Hypotheses are added one at a time, because each may make others
  // unnecessary.
  Step prove() {
    for (;;) {
      bool is_new = false;
      for (Work& work : works_) is_new = advance(work) || is_new;
      for (const Equation& divisors : divisors_) is_new = pass_on(divisors) || is_new;
      if (const auto step = fact(derivation_.theorem.goal)) return *step;
      if (is_new || add_hypothesis()) continue;
      if (is_wrong_) break;
      is_wrong_ = true;
    }
    return works_.empty() ? unknown() : facts_.at(works_.back().line->conclusion);
  }

  // Proves as much of the line as possible. Returns whether there was any progress.
  bool advance(Work& work) {
    bool is_new = false;
    const Line& line = *work.line;
    if (!work.lemma) {
      work.lemma = use_lemma(line);
      if (!work.lemma) return false;
      if (line.lemma->row->by) work.sides = lift(line, *work.lemma);
      is_new = true;
    }
    if (work.is_done) return is_new;
    const auto conclusion = work.sides ? rewrite(line, *work.sides) : work.lemma;
    if (!conclusion) return is_new;
    conclude(line.conclusion, *conclusion);
    return work.is_done = true;
  }

  std::optional<Step> use_lemma(const Line& line) {
    const Lemma& lemma = *line.lemma;
    std::vector<Step> from{ph_};
    for (const char letter : kDeclared) {
      const auto number = static_cast<std::uint8_t>(letter - 'a');
      if (std::ranges::find(lemma.letters, number) == lemma.letters.end()) continue;
      from.push_back(terms_.syntax(*line.bindings[number]));
    }
    for (const Term term : terms_to_be_real(line)) {
      const auto step = or_unknown(terms_.real(term));
      if (!step) return std::nullopt;
      from.push_back(*step);
    }
    for (std::size_t i = 0; i < lemma.row->premises.size(); ++i) {
      const auto step = or_unknown(fact(line.assumptions[i]));
      if (!step) return std::nullopt;
      from.push_back(*step);
    }
    return proof_.add(metamath_label(lemma), from);
  }

  static std::vector<Term> terms_to_be_real(const Line& line) {
    std::vector<Term> out;
    for (const char letter : metamath_reals(*line.lemma)) {
      out.push_back(*line.bindings[static_cast<std::uint32_t>(letter - 'a')]);
    }
    return out;
  }

  // at = by --> new side = old side. Equations between divisors on the way are recorded.
  Equation lift(const Line& line, Step lemma) {
    std::vector<std::pair<Term, bool>> path;  // from the side to the place; is it to the right?
    const Term here = descend(bank_, line.conclusion, line.place, [&](Term parent, bool is_right) {
      if (parent.id != line.conclusion.id) path.emplace_back(parent, is_right);
    });
    Equation out{.left = here,
                 .right = substitute(patterns_, *line.lemma->row->by, bank_, line.bindings),
                 .step = lemma};
    for (std::size_t i = path.size(); i-- > 0;) {
      const auto [parent, is_right] = path[i];
      if (bank_[parent].op == Op::kInvert) divisors_.push_back(out);
      out = terms_.lift(parent, is_right, out);
    }
    return out;
  }

  // old statement --> conclusion
  std::optional<Step> rewrite(const Line& line, const Equation& sides) {
    const auto before = or_unknown(fact(line.assumptions.back()));
    if (!before) return std::nullopt;
    const Node node = bank_[line.conclusion];
    const Step x = terms_.syntax(sides.left), y = terms_.syntax(sides.right);
    if (node.op == Op::kNonZero) {
      return proof_.add("eqnetrd", {ph_, x, y, terms_.zero(), sides.step, *before});
    }
    const bool is_left = line.place <= bank_[node.left].size;
    const Step other = terms_.syntax(is_left ? node.right : node.left);
    if (node.op == Op::kEqual) {
      if (is_left) return proof_.add("eqtrd", {ph_, x, y, other, sides.step, *before});
      return proof_.add("eqtr4d", {ph_, other, y, x, *before, sides.step});
    }
    const Step le = proof_.add("cle");
    if (is_left) return proof_.add("breqtrrd", {ph_, other, y, x, le, *before, sides.step});
    return proof_.add("eqbrtrd", {ph_, x, y, other, le, sides.step, *before});
  }

  void conclude(Statement statement, Step step) {
    facts_.try_emplace(statement, step);
    const Node& node = bank_[statement];
    if (node.op == Op::kNonZero) terms_.set_nonzero(node.left, step);
  }

  // The step that proves a premise, the conclusion of a line or a trivial statement.
  std::optional<Step> fact(Statement statement) {
    if (const auto found = facts_.find(statement); found != facts_.end()) return found->second;
    if (!is_trivial(bank_, statement)) return std::nullopt;
    const Node node = bank_[statement];
    const Step x = terms_.syntax(node.left);
    if (node.op == Op::kEqual) return proof_.add("eqidd", {ph_, x});
    if (node.op == Op::kNonZero) return terms_.nonzero(node.left);
    const auto is_number = terms_.real(node.left);
    if (!is_number) return std::nullopt;
    return proof_.add("leidd", {ph_, x, *is_number});
  }

  // d = d' and d!=0 --> d'!=0, and vice versa
  bool pass_on(const Equation& divisors) {
    const auto& [left, right, equation] = divisors;
    const auto known_left = terms_.nonzero(left), known_right = terms_.nonzero(right);
    if (known_left.has_value() == known_right.has_value()) return false;
    const Step x = terms_.syntax(left), y = terms_.syntax(right);
    if (known_right) {
      terms_.set_nonzero(left,
                         proof_.add("eqnetrd", {ph_, x, y, terms_.zero(), equation, *known_right}));
    } else {
      terms_.set_nonzero(right,
                         proof_.add("eqnetrrd", {ph_, x, y, terms_.zero(), equation, *known_left}));
    }
    return true;
  }

  // Adds a hypothesis for a divisor without which a line cannot be proven. Prefers divisors that
  // occur in the theorem, then small ones.
  bool add_hypothesis() {
    std::vector<Term> missing;
    const auto add_trivial = [&](Statement statement) {
      const Node& node = bank_[statement];
      if (node.op != Op::kGreaterEqual || !is_trivial(bank_, statement)) return;
      terms_.add_unknown_divisors(node.left, missing);  // x>=x holds for numbers only
    };
    for (const Work& work : works_) {
      if (work.is_done) continue;
      for (const Term term : terms_to_be_real(*work.line)) {
        terms_.add_unknown_divisors(term, missing);
      }
      std::ranges::for_each(work.line->assumptions, add_trivial);
    }
    add_trivial(derivation_.theorem.goal);
    if (missing.empty()) return false;

    std::vector<Term> mentioned;
    list_subterms(bank_, derivation_.theorem.goal, mentioned);
    for (const Statement premise : derivation_.theorem.premises) {
      list_subterms(bank_, premise, mentioned);
    }
    std::ranges::sort(mentioned);
    const auto rank = [&](Term term) {
      return std::pair(!std::ranges::binary_search(mentioned, term), bank_[term].size);
    };
    const Term chosen = *std::ranges::min_element(missing, {}, rank);
    added_.push_back(chosen);
    const std::string statement = text(kMetamath, bank_, bank_.statement(Op::kNonZero, chosen));
    terms_.set_nonzero(chosen, assume(fmt::format("added{}", added_.size()), statement));
    return true;
  }

  Step unknown() { return proof_.add("unknown"); }
  std::optional<Step> or_unknown(std::optional<Step> step) {
    return step || !is_wrong_ ? step : unknown();
  }

  Bank& bank_;
  const Bank& patterns_;
  const Derivation& derivation_;
  MetamathTheorem out_;
  std::vector<std::string> mandatory_;  // labels of the mandatory hypotheses, in Metamath's order
  MetamathProof proof_;
  MetamathTerms terms_;
  const Step ph_;
  std::vector<Work> works_;
  std::vector<Equation> divisors_;   // d = d', where a line rewrites within d
  std::map<Statement, Step> facts_;  // premises and conclusions of lines
  std::vector<Term> added_;          // divisors that hypotheses state to be non-zero
  bool is_wrong_ = false;            // the derivation uses a statement that nothing proves
};

std::string write_theorem(const Lemmas& lemmas, Bank& bank, const ExportTheorem& theorem) {
  std::string out = "\n";
  if (!theorem.comment.empty()) out += fmt::format("$( {} $)\n", theorem.comment);
  return out + Proof(bank, lemmas.patterns(), theorem).write();
}

}  // namespace

const ExportFormat kMetamathFormat{
    .name = "metamath", .extension = ".mm", .library = metamath_library, .theorem = write_theorem};

}  // namespace ineq
