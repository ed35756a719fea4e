// Metamath, over the real numbers of set.mm. A line of a derivation is a lemma and, where it
// rewrites, the equations that lead from the place up to a side of the statement.
//
// In set.mm 1/d is a number only where d!=0, so a proof needs to know that of each divisor in what
// must be a number. Where neither a premise nor a line says so, it may follow from d'!=0, if a line
// rewrites within d and so shows that d=d'. Else it becomes a hypothesis of the theorem, and a
// comment names it.

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <optional>
#include <utility>

#include "base/error.h"
#include "export/exporter.h"
#include "export/metamath_library.h"
#include "export/metamath_proof.h"
#include "term/print.h"

namespace ineq {
namespace {

using Step = MetamathProof::Step;

struct Equation {
  Term left, right;
  Step step;  // proves it
};

// The proof of one theorem. What a step proves is not looked at here: where a derivation is wrong,
// Metamath has to find it. The label `unknown`, which there is not, stands for what nothing proves.
class Proof {
 public:
  Proof(Bank& bank, const Bank& patterns, const ExportTheorem& theorem)
      : bank_(bank),
        patterns_(patterns),
        derivation_(theorem.derivation),
        ph_(proof_.add("wph")),
        zero_(proof_.add("cc0")) {
    out_.label = theorem.name;
    out_.conclusion = text(kMetamath, bank, derivation_.theorem.goal);
    const std::vector<char> variables = variables_of(bank, derivation_);
    mandatory_.push_back("wph");
    for (const char letter : kDeclared) {
      if (std::ranges::find(variables, letter) == variables.end()) continue;
      mandatory_.push_back(class_label(letter));
    }
    for (const char letter : variables) {
      reals_[bank.variable(letter)] = assume(std::string(1, letter), is_real(letter));
    }
    std::size_t number = 0;
    for (const Statement premise : derivation_.theorem.premises) {
      const Step step = assume(std::to_string(++number), text(kMetamath, bank, premise));
      facts_.try_emplace(premise, step);
    }
    for (const Line& line : derivation_.lines) works_.push_back({.line = &line});
  }

  std::string write() {
    out_.proof = proof_.compressed(prove(), mandatory_);
    std::string out;
    for (const Term divisor : added_) {
      out += fmt::format("$( added: {}!=0, as division by zero is undefined in set.mm $)\n",
                         ineq::to_string(bank_, divisor));
    }
    return out + ineq::to_string(out_);
  }

 private:
  // A line, and how far it is proven.
  struct Work {
    const Line* line;
    std::optional<Step> lemma = {};
    std::optional<Equation> sides = {};  // if it rewrites: a side of it = that side before
    bool is_done = false;
  };

  static std::string class_label(char letter) {
    return {'c', static_cast<char>(letter - 'a' + kMetamath.first_variable)};
  }

  Step assume(const std::string& name, std::string text) {
    mandatory_.push_back(out_.label + "." + name);
    out_.hypotheses.push_back({.label = mandatory_.back(), .text = std::move(text)});
    return proof_.add(mandatory_.back());
  }

  // The last step. Hypotheses are added one by one, as each may make others needless.
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

  // As far as it goes; returns whether that is further than before.
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
    facts_.try_emplace(line.conclusion, *conclusion);
    return work.is_done = true;
  }

  std::optional<Step> use_lemma(const Line& line) {
    const Lemma& lemma = *line.lemma;
    std::vector<Step> from{ph_};
    for (const char letter : kDeclared) {
      const auto number = static_cast<std::uint8_t>(letter - 'a');
      if (std::ranges::find(lemma.letters, number) == lemma.letters.end()) continue;
      from.push_back(syntax(*line.bindings[number]));
    }
    for (const Term term : terms_to_be_real(line)) {
      const auto step = or_unknown(real(term));
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

  // at = by --> side = side before; what is divided by on the way is kept.
  Equation lift(const Line& line, Step lemma) {
    std::vector<std::pair<Term, bool>> path;  // from the side to the place; is it to the right?
    Term here{line.conclusion.id};
    for (std::uint32_t number = 0; number != line.place;) {
      const Node& node = bank_[here];
      const std::uint32_t right = number + 1 + bank_[node.left].size;
      const bool is_right = line.place >= right;
      if (number > 0) path.emplace_back(here, is_right);
      number = is_right ? right : number + 1;
      here = is_right ? node.right : node.left;
    }
    Equation out{.left = here,
                 .right = substitute(patterns_, *line.lemma->row->by, bank_, line.bindings),
                 .step = lemma};
    for (std::size_t i = path.size(); i-- > 0;) {
      const auto [parent, is_right] = path[i];
      if (bank_[parent].op == Op::kInvert) divisors_.push_back(out);
      out = lift(parent, is_right, out);
    }
    return out;
  }

  // x = y --> f(x) = f(y), where f(x) is the parent
  Equation lift(Term parent, bool is_right, const Equation& child) {
    const Node node = bank_[parent];
    const Step x = syntax(child.left), y = syntax(child.right);
    if (arity(node.op) == 2) {
      const Term other = is_right ? node.left : node.right;
      const Step step = proof_.add(is_right ? "oveq2d" : "oveq1d",
                                   {ph_, x, y, syntax(other), operation(node.op), child.step});
      const Term after = is_right ? bank_.term(node.op, other, child.right)
                                  : bank_.term(node.op, child.right, other);
      return {.left = parent, .right = after, .step = step};
    }
    const Term after = bank_.term(node.op, child.right);
    if (node.op == Op::kNegate) {
      return {parent, after, proof_.add("negeqd", {ph_, x, y, child.step})};
    }
    const bool is_square = node.op == Op::kSquare;
    const Step other = proof_.add(is_square ? "c2" : "c1");
    return {parent, after,
            proof_.add(is_square ? "oveq1d" : "oveq2d",
                       {ph_, x, y, other, operation(node.op), child.step})};
  }

  // The statement before --> the conclusion
  std::optional<Step> rewrite(const Line& line, const Equation& sides) {
    const auto before = or_unknown(fact(line.assumptions.back()));
    if (!before) return std::nullopt;
    const Node node = bank_[line.conclusion];
    const Step x = syntax(sides.left), y = syntax(sides.right);
    if (node.op == Op::kNonZero) {
      return proof_.add("eqnetrd", {ph_, x, y, zero_, sides.step, *before});
    }
    const bool is_left = line.place <= bank_[node.left].size;
    const Step other = syntax(is_left ? node.right : node.left);
    if (node.op == Op::kEqual) {
      if (is_left) return proof_.add("eqtrd", {ph_, x, y, other, sides.step, *before});
      return proof_.add("eqtr4d", {ph_, other, y, x, *before, sides.step});
    }
    const Step le = proof_.add("cle");
    if (is_left) return proof_.add("breqtrrd", {ph_, other, y, x, le, *before, sides.step});
    return proof_.add("eqbrtrd", {ph_, x, y, other, le, sides.step, *before});
  }

  // A premise, what a line has concluded, or trivial.
  std::optional<Step> fact(Statement statement) {
    if (const auto found = facts_.find(statement); found != facts_.end()) return found->second;
    if (!is_trivial(bank_, statement)) return std::nullopt;
    const Node node = bank_[statement];
    const Step x = syntax(node.left);
    if (node.op == Op::kEqual) return proof_.add("eqidd", {ph_, x});
    if (node.op == Op::kNonZero) {
      return proof_.add("a1i", {proof_.add("wne", {x, zero_}), ph_, proof_.add("ax-1ne0")});
    }
    const auto is_number = real(node.left);
    if (!is_number) return std::nullopt;
    return proof_.add("leidd", {ph_, x, *is_number});
  }

  // class t
  Step syntax(Term term) {
    if (const auto found = syntax_.find(term); found != syntax_.end()) return found->second;
    return syntax_[term] = make_syntax(bank_[term]);
  }

  Step make_syntax(const Node& node) {
    switch (node.op) {
      case Op::kVariable:
        return proof_.add(class_label(static_cast<char>('a' + node.left.id)));
      case Op::kZero:
        return zero_;
      case Op::kOne:
        return proof_.add("c1");
      case Op::kNegate:
        return proof_.add("cneg", {syntax(node.left)});
      case Op::kSquare:
        return proof_.add("co", {syntax(node.left), proof_.add("c2"), operation(node.op)});
      case Op::kInvert:
        return proof_.add("co", {proof_.add("c1"), syntax(node.left), operation(node.op)});
      default:
        return proof_.add("co", {syntax(node.left), syntax(node.right), operation(node.op)});
    }
  }

  Step operation(Op op) {
    return proof_.add(op == Op::kAdd        ? "caddc"
                      : op == Op::kMultiply ? "cmul"
                      : op == Op::kSquare   ? "cexp"
                                            : "cdiv");
  }

  // ( ph -> t e. RR ), where all divisors in it are known not to be zero.
  std::optional<Step> real(Term term) {
    if (const auto found = reals_.find(term); found != reals_.end()) return found->second;
    const auto step = make_real(bank_[term]);
    if (step) reals_[term] = *step;
    return step;
  }

  std::optional<Step> make_real(const Node node) {
    if (node.op == Op::kVariable) return std::nullopt;  // not of this theorem
    if (node.op == Op::kZero) return proof_.add("0red", {ph_});
    if (node.op == Op::kOne) return proof_.add("1red", {ph_});
    const auto left = real(node.left);
    if (!left) return std::nullopt;
    const Step x = syntax(node.left);
    if (node.op == Op::kNegate) return proof_.add("renegcld", {ph_, x, *left});
    if (node.op == Op::kSquare) return proof_.add("resqcld", {ph_, x, *left});
    const auto second = node.op == Op::kInvert ? nonzero(node.left) : real(node.right);
    if (!second) return std::nullopt;
    if (node.op == Op::kInvert) return proof_.add("rereccld", {ph_, x, *left, *second});
    return proof_.add(node.op == Op::kAdd ? "readdcld" : "remulcld",
                      {ph_, x, syntax(node.right), *left, *second});
  }

  std::optional<Step> nonzero(Term term) {
    if (const auto found = nonzero_.find(term); found != nonzero_.end()) return found->second;
    return fact(bank_.statement(Op::kNonZero, term));
  }

  // d = d' and d!=0 --> d'!=0, or the other way round
  bool pass_on(const Equation& divisors) {
    const auto& [left, right, equation] = divisors;
    const auto known_left = nonzero(left), known_right = nonzero(right);
    if (known_left.has_value() == known_right.has_value()) return false;
    const Step x = syntax(left), y = syntax(right);
    if (known_right) {
      nonzero_[left] = proof_.add("eqnetrd", {ph_, x, y, zero_, equation, *known_right});
    } else {
      nonzero_[right] = proof_.add("eqnetrrd", {ph_, x, y, zero_, equation, *known_left});
    }
    return true;
  }

  // For a divisor that holds up a line; if there is a choice, one that the theorem mentions.
  bool add_hypothesis() {
    std::vector<Term> missing;
    const auto add_trivial = [&](Statement statement) {
      if (is_trivial(bank_, statement)) add_unknown_divisors(bank_[statement].left, missing);
    };
    for (const Work& work : works_) {
      if (work.is_done) continue;
      for (const Term term : terms_to_be_real(*work.line)) add_unknown_divisors(term, missing);
      std::ranges::for_each(work.line->assumptions, add_trivial);
    }
    add_trivial(derivation_.theorem.goal);
    if (missing.empty()) return false;

    std::vector<Term> mentioned;
    list_subterms(bank_, derivation_.theorem.goal, mentioned);
    for (const Statement premise : derivation_.theorem.premises) {
      list_subterms(bank_, premise, mentioned);
    }
    auto chosen = std::ranges::find_first_of(missing, mentioned);
    if (chosen == missing.end()) chosen = missing.begin();
    added_.push_back(*chosen);
    const Statement statement = bank_.statement(Op::kNonZero, *chosen);
    nonzero_[*chosen] =
        assume(fmt::format("added{}", added_.size()), text(kMetamath, bank_, statement));
    return true;
  }

  // Those inside others first.
  void add_unknown_divisors(Term term, std::vector<Term>& out) {
    const Node node = bank_[term];
    if (arity(node.op) > 0) add_unknown_divisors(node.left, out);
    if (arity(node.op) > 1) add_unknown_divisors(node.right, out);
    if (node.op == Op::kInvert && !nonzero(node.left)) out.push_back(node.left);
  }

  Step unknown() { return proof_.add("unknown"); }
  std::optional<Step> or_unknown(std::optional<Step> step) {
    return step || !is_wrong_ ? step : unknown();
  }

  Bank& bank_;
  const Bank& patterns_;
  const Derivation& derivation_;
  MetamathTheorem out_;
  std::vector<std::string> mandatory_;  // hypotheses, in Metamath's order
  MetamathProof proof_;
  const Step ph_, zero_;
  std::vector<Work> works_;
  std::vector<Equation> divisors_;  // d = d', where a line rewrites within d
  std::map<Statement, Step> facts_;
  std::map<Term, Step> syntax_, reals_;
  std::map<Term, Step> nonzero_;  // in deductions alone: lemmas rest on the derivation's facts
  std::vector<Term> added_;       // they are not zero
  bool is_wrong_ = false;         // the derivation rests on something that is not known
};

class Metamath : public Exporter {
 public:
  explicit Metamath(const Lemmas& lemmas) : lemmas_(lemmas) {}

  std::string_view extension() const override { return ".mm"; }
  std::string library() const override { return metamath_library(lemmas_); }

  std::string theorem(Bank& bank, const ExportTheorem& theorem) const override {
    std::string out = "\n";
    if (!theorem.comment.empty()) out += fmt::format("$( {} $)\n", theorem.comment);
    return out + Proof(bank, lemmas_.patterns(), theorem).write();
  }

 private:
  const Lemmas& lemmas_;
};

}  // namespace

std::unique_ptr<Exporter> make_metamath(const Lemmas& lemmas) {
  return std::make_unique<Metamath>(lemmas);
}

}  // namespace ineq
