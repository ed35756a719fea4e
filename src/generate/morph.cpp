#include "generate/morph.h"

#include <algorithm>
#include <string_view>

#include "axioms/rows.h"
#include "base/error.h"
#include "term/parse.h"
#include "term/pattern.h"

namespace ineq {
namespace {

struct MorphLine {
  char letter;
  std::string_view transformation;
  std::string_view extensions;  // `core`, `core given premise`, `core when left`, separated by ;
  bool skips_zero = false;
  bool divides = false;
};

// clang-format off
constexpr MorphLine kLines[] = {
    {'A', "x+y => y+x", "r+n = n+l"},
    {'B', "x+(y+z) => (x+y)+z", "r+(n+m) = (l+n)+m"},
    {'C', "", "r = 0+l ; r = l+0"},
    {'D', "", "0 = l+-r"},
    {'E', "x*y => y*x", "r*n = n*l", true},
    {'F', "x*(y*z) => (x*y)*z", "r*(n*m) = (l*n)*m", true},
    {'G', "", "r = 1*l ; r = l*1"},
    {'H', "", "1 = l*(1/r)", false, true},
    {'I', "(x+y)*z => x*z+y*z", "(r+m)*n = l*n+m*n ; (m+r)*n = m*n+l*n ; (n+m)*r = n*l+m*l"},
    {'J', "x*(y+z) => x*y+x*z", "r*(n+m) = l*n+l*m ; n*(r+m) = n*l+n*m ; n*(m+r) = n*m+n*l"},
    {'K', "x*x => x^2", "l*r = l^2"},
    {'L', "", "l+(n+f) = r+m given n+f = m"},
    {'M', "", "x = r+-y when x+y"},
    {'N', "", "l*r >= 0"},
    {'O', "", "l >= r"},
    {'P', "", "l+(n+f) >= r+m given n+f >= m"},
    {'Q', "", "l*(n+f) >= r*(n+f) given n+f >= 0"},
    {'R', "", "x >= r+-y when x+y"},
};
static_assert(std::size(kLines) == kAxiomCount);
// The transformations that differ under the full rules.
struct FullLine {
  char letter;
  std::string_view transformation;
};
constexpr FullLine kFullLines[] = {
    {'C', "x+0 => x"},
    {'D', "x+-x => 0"},
    {'G', "x*1 => x"},
    {'H', "x*(1/x) => 1"},
    {'K', "x^2 => x*x"},
};
// clang-format on

std::string_view transformation_of(RuleSet set, const MorphLine& line) {
  if (set == RuleSet::kFull) {
    for (const FullLine& full : kFullLines) {
      if (full.letter == line.letter) return full.transformation;
    }
  }
  return line.transformation;
}

bool occurs(const Bank& bank, Statement statement, Term term) {
  return find(bank, statement, term, 0).has_value();
}

// The path from `from` down to the first occurrence of `term`.
std::optional<Path> path_to(const Bank& bank, Term from, Term term, Path so_far) {
  if (from == term) return so_far;
  const Node& node = bank[from];
  for (int child = 0; child < arity(node.op); ++child) {
    Path further = so_far;
    further.push(child == 1);
    if (const auto found = path_to(bank, child == 0 ? node.left : node.right, term, further))
      return found;
  }
  return std::nullopt;
}

// Finds where `left` and `right` are in the two sides of a statement: it descends both sides in
// parallel, into the child in which they differ.
std::array<Path, 2> difference(const Bank& bank, Statement statement, Term left, Term right) {
  Path below;
  Term x = bank[statement].left, y = bank[statement].right;
  while (!(x == left && y == right) && !(x == right && y == left)) {
    const Node& a = bank[x];
    const Node& b = bank[y];
    INEQ_CHECK(a.op == b.op && arity(a.op) > 0);
    const bool in_right = a.left == b.left;
    below.push(in_right);
    x = in_right ? a.right : a.left;
    y = in_right ? b.right : b.left;
  }
  const bool swapped = x == right;  // the old left side is in the new right side
  return {Path(swapped).then(below), Path(!swapped).then(below)};
}

// The operands of the action that undoes the extension, as paths in the new core. `at` is its right
// side and `by` its left one, so the operands that `at` does not bind are where they occur in `by`.
std::vector<Path> undo_operands(const Rules& rules, std::size_t axiom) {
  const Row& row = rules.axioms[axiom].front();
  std::vector<Path> operands;
  for (std::size_t i = 0; i < row.operands.size(); ++i) {
    const bool is_at = i + 1 == row.operands.size();
    if (!row.by) {
      operands.push_back(Path(i == 1));
    } else if (is_at) {
      operands.push_back(Path(true));
    } else {
      operands.push_back(*path_to(rules.patterns, *row.by, row.operands[i], Path(false)));
    }
  }
  return operands;
}

// Undoes the extension as the proof will, with variables instead of terms, and finds the old core
// in the resulting goal.
Extension::Undo derive_undo(Bank& bank, const Rules& rules, std::size_t axiom,
                            const Extension& extension) {
  const Term left = extension.left.value_or(bank.variable('l'));
  const Term right = bank.variable('r');
  Theorem theorem{.premises = {bank.statement(Op::kNonZero, right)}, .goal = extension.core};
  if (extension.premise) theorem.premises.push_back(*extension.premise);
  State state(bank, theorem);
  Extension::Undo undo{.operands = undo_operands(rules, axiom), .sides = {}};
  Action action{.axiom = static_cast<std::uint8_t>(axiom),
                .count = static_cast<std::uint8_t>(undo.operands.size())};
  for (std::size_t i = 0; i < undo.operands.size(); ++i) {
    action.operands[i] = {extension.core, undo.operands[i].node(bank, {extension.core.id})};
  }
  INEQ_CHECK(state.apply(bank, rules, action) == Outcome::kChanged);
  INEQ_CHECK(std::ranges::distance(state.goals()) == 1);
  const Statement goal = state.goals().front();
  if (bank[goal].left != left || bank[goal].right != right)
    undo.sides = difference(bank, goal, left, right);
  return undo;
}

Transformation read_transformation(Bank& bank, std::string_view text) {
  Parser parser(bank, text);
  Transformation out{.at = parser.term(), .by = {}, .lost = {}};
  INEQ_CHECK(parser.accept("=>"));
  out.by = parser.term();
  const Term x = bank.variable('x');
  if (!path_to(bank, out.by, x, {})) out.lost = x;
  return out;
}

Extension read_extension(Bank& bank, const Rules& rules, std::size_t axiom, std::string_view text) {
  Parser parser(bank, text);
  Extension extension;
  extension.core = parser.statement();
  if (parser.accept("given")) extension.premise = parser.statement();
  if (parser.accept("when")) extension.left = parser.term();
  INEQ_CHECK(parser.at_end());
  for (const char letter : {'n', 'm'}) {
    extension.samples += occurs(bank, extension.core, bank.variable(letter));
  }
  // An axiom without premises is first applied to l only; then one l is replaced by r.
  if (rules.axioms[axiom].front().by && !extension.premise && !extension.left) {
    Bindings bindings;
    for (const char letter : {'l', 'n', 'm', 'f'}) {
      bindings.bind(static_cast<std::uint32_t>(letter - 'a'), bank.variable(letter));
    }
    bindings.bind('r' - 'a', bank.variable('l'));
    const Bank copy = bank;  // `substitute` must not read patterns from a bank that it extends
    extension.fact = substitute(copy, extension.core, bank, bindings);
  }
  extension.undo = derive_undo(bank, rules, axiom, extension);
  return extension;
}

}  // namespace

void Path::push(bool right) {
  INEQ_CHECK(length_ < 64);
  bits_ |= std::uint64_t{right} << length_++;
}

Path Path::then(const Path& further) const {
  Path path = *this;
  for (int i = 0; i < further.length_; ++i) path.push(further.bits_ >> i & 1);
  return path;
}

Path Path::in(const std::array<Path, 2>& sides) const {
  Path path = sides[bits_ & 1];
  for (int i = 1; i < length_; ++i) path.push(bits_ >> i & 1);
  return path;
}

std::uint32_t Path::node(const Bank& bank, Term from) const {
  std::uint32_t number = 0;
  for (int i = 0; i < length_; ++i) {
    const Node& node = bank[from];
    const bool right = bits_ >> i & 1;
    number += right ? 1 + bank[node.left].size : 1;
    from = right ? node.right : node.left;
  }
  return number;
}

// Extensions are undone by the standard rows under all rule sets.
MorphTable make_morph_table(RuleSet set) {
  const Rules rules = make_rules(RuleSet::kStandard);
  MorphTable table;
  Bank& bank = table.patterns;
  for (std::size_t axiom = 0; axiom < kAxiomCount; ++axiom) {
    const MorphLine& line = kLines[axiom];
    INEQ_CHECK(line.letter == axioms()[axiom].letter);
    MorphRule& rule = table.rules[axiom];
    rule.skips_zero = line.skips_zero;
    rule.divides = line.divides;
    if (const std::string_view text = transformation_of(set, line); !text.empty()) {
      rule.transformation = read_transformation(bank, text);
    }
    for (const std::string_view text : split_rows(line.extensions)) {
      rule.extensions.push_back(read_extension(bank, rules, axiom, text));
    }
  }
  return table;
}

}  // namespace ineq
