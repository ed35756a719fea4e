#include "support/naive.h"

#include <algorithm>
#include <optional>
#include <stdexcept>

namespace ineq::naive {
namespace {

Ref make(char op, const Ref& left = nullptr, const Ref& right = nullptr) {
  Tree tree{.op = op, .left = left, .right = right, .text = {}, .size = 1, .height = 0};
  for (const Ref& child : {left, right}) {
    if (!child) continue;
    tree.size += child->size;
    tree.height = std::max(tree.height, child->height + 1);
  }
  switch (op) {
    case '+':
    case '*':
      tree.text = "(" + left->text + op + right->text + ")";
      break;
    case '-':
      tree.text = "(-" + left->text + ")";
      break;
    case '^':
      tree.text = "(" + left->text + "^2)";
      break;
    case '/':
      tree.text = "(1/" + left->text + ")";
      break;
    case '=':
      tree.text = left->text + "=" + right->text;
      break;
    case '>':
      tree.text = left->text + ">=" + right->text;
      break;
    case '!':
      tree.text = left->text + "!=0";
      break;
    default:
      tree.text = op;
  }
  return std::make_shared<const Tree>(std::move(tree));
}

// Shorthands for the axioms below.
Ref zero() { return make('0'); }
Ref one() { return make('1'); }
Ref add(const Ref& x, const Ref& y) { return make('+', x, y); }
Ref mul(const Ref& x, const Ref& y) { return make('*', x, y); }
Ref neg(const Ref& x) { return make('-', x); }
Ref inv(const Ref& x) { return make('/', x); }
Ref sqr(const Ref& x) { return make('^', x); }
Ref equal(const Ref& x, const Ref& y) { return make('=', x, y); }
Ref at_least(const Ref& x, const Ref& y) { return make('>', x, y); }
Ref non_zero(const Ref& x) { return make('!', x); }

bool is(const Ref& tree, char op) { return tree->op == op; }
bool same(const Ref& x, const Ref& y) { return x->text == y->text; }

class Reader {
 public:
  explicit Reader(std::string_view text) : text_(text) {}

  Ref statement() {
    const Ref left = term();
    if (accept("!=0")) return end(non_zero(left));
    if (accept(">=")) return end(at_least(left, term()));
    expect("=");
    return end(equal(left, term()));
  }

 private:
  Ref term() {
    if (!accept("(")) {
      const char c = at_ < text_.size() ? text_[at_++] : '?';
      if (c != '0' && c != '1' && (c < 'a' || c > 'z')) fail();
      return make(c);
    }
    if (accept("-")) return close(neg(term()));
    if (accept("1/")) return close(inv(term()));
    const Ref left = term();
    if (accept("^2")) return close(sqr(left));
    if (accept("+")) return close(add(left, term()));
    expect("*");
    return close(mul(left, term()));
  }

  Ref close(const Ref& tree) {
    expect(")");
    return tree;
  }
  Ref end(const Ref& tree) {
    if (at_ != text_.size()) fail();
    return tree;
  }
  bool accept(std::string_view word) {
    if (!text_.substr(at_).starts_with(word)) return false;
    at_ += word.size();
    return true;
  }
  void expect(std::string_view word) {
    if (!accept(word)) fail();
  }
  [[noreturn]] void fail() const {
    throw std::runtime_error("not canonical: " + std::string(text_));
  }

  std::string_view text_;
  std::size_t at_ = 0;
};

// The node with that preorder number, or null.
Ref node_at(const Ref& tree, std::uint64_t number) {
  if (number == 0) return tree;
  for (const Ref& child : {tree->left, tree->right}) {
    if (!child) continue;
    if (number <= child->size) return node_at(child, number - 1);
    number -= child->size;
  }
  return nullptr;
}

Ref replaced(const Ref& tree, std::uint64_t number, const Ref& by) {
  if (number == 0) return by;
  if (number <= tree->left->size) {
    return make(tree->op, replaced(tree->left, number - 1, by), tree->right);
  }
  return make(tree->op, tree->left, replaced(tree->right, number - 1 - tree->left->size, by));
}

bool trivial(const Ref& statement) {
  if (is(statement, '!')) return is(statement->left, '1');
  return same(statement->left, statement->right);
}

bool fits(const Ref& statement) { return statement->size <= 1 << 16 && statement->height <= 1000; }

struct Operand {
  Ref root;
  std::uint32_t number;
  Ref tree;
};

struct Step {
  std::vector<Ref> assumptions;
  Ref conclusion;
};

// To prove the operand's statement, prove the premises and the statement with `by` in place of the
// operand.
Step rewrite(const Operand& at, const Ref& by, std::vector<Ref> premises = {}) {
  premises.push_back(replaced(at.root, at.number, by));
  return {premises, at.root};
}

std::optional<Step> associate(char op, const Operand& at) {
  const Ref& t = at.tree;
  if (!is(t, op)) return {};
  if (is(t->left, op)) {
    return rewrite(at, make(op, t->left->left, make(op, t->left->right, t->right)));
  }
  if (is(t->right, op)) {
    return rewrite(at, make(op, make(op, t->left, t->right->left), t->right->right));
  }
  return {};
}

// AdditionZero with + and 0, MultiplicationOne with * and 1.
std::optional<Step> drop_neutral(char op, char neutral, const Operand& at, RuleSet set) {
  const Ref& t = at.tree;
  if (is(t, op) && is(t->left, neutral)) return rewrite(at, t->right);
  if (is(t, op) && is(t->right, neutral)) return rewrite(at, t->left);
  if (set == RuleSet::kFull) return rewrite(at, make(op, t, make(neutral)));
  return {};
}

std::optional<Step> distribute(const Operand& at, bool left) {
  const Ref& t = at.tree;
  if (is(t, '+') && is(t->left, '*') && is(t->right, '*')) {  // two products with a common factor
    const Ref &x = t->left, &y = t->right;
    if (left && same(x->right, y->right)) {
      return rewrite(at, mul(add(x->left, y->left), x->right));
    }
    if (!left && same(x->left, y->left)) {
      return rewrite(at, mul(x->left, add(x->right, y->right)));
    }
  }
  if (!is(t, '*')) return {};
  if (left && is(t->left, '+')) {
    return rewrite(at, add(mul(t->left->left, t->right), mul(t->left->right, t->right)));
  }
  if (!left && is(t->right, '+')) {
    return rewrite(at, add(mul(t->left, t->right->left), mul(t->left, t->right->right)));
  }
  return {};
}

std::optional<Step> simplify_sum(const std::vector<Operand>& given, RuleSet set) {
  if (set == RuleSet::kFull && given.size() >= 2 && is(given[1].tree, '0')) {
    return rewrite(given[1], add(given[0].tree, neg(given[0].tree)));
  }
  const Ref& t = given[0].tree;
  if (!is(t, '+') || !is(t->right, '-')) return {};
  return rewrite(given[0], zero(), {equal(t->left, t->right->left)});
}

std::optional<Step> simplify_product(const std::vector<Operand>& given, RuleSet set) {
  if (set == RuleSet::kFull && given.size() >= 2 && is(given[1].tree, '1')) {
    const Ref& x = given[0].tree;
    return rewrite(given[1], mul(x, inv(x)), {non_zero(x)});
  }
  const Ref& t = given[0].tree;
  if (!is(t, '*') || !is(t->right, '/')) return {};
  const Ref &x = t->left, &y = t->right->left;
  if (set == RuleSet::kInt2021) return rewrite(given[0], one(), {equal(x, y)});
  return rewrite(given[0], one(), {equal(x, y), non_zero(y)});
}

// Axioms with one operand, and the two with an optional second operand.
std::optional<Step> step_of_one(RuleSet set, unsigned axiom, const std::vector<Operand>& given) {
  const Operand& at = given[0];
  const Ref& t = at.tree;
  switch (axiom) {
    case 0:  // AdditionCommutativity
      if (is(t, '+')) return rewrite(at, add(t->right, t->left));
      return {};
    case 1:  // AdditionAssociativity
      return associate('+', at);
    case 2:  // AdditionZero
      return drop_neutral('+', '0', at, set);
    case 3:  // AdditionSimplification
      return simplify_sum(given, set);
    case 4:  // MultiplicationCommutativity
      if (is(t, '*')) return rewrite(at, mul(t->right, t->left));
      return {};
    case 5:  // MultiplicationAssociativity
      return associate('*', at);
    case 6:  // MultiplicationOne
      return drop_neutral('*', '1', at, set);
    case 7:  // MultiplicationSimplification
      return simplify_product(given, set);
    case 8:  // AdditionMultiplicationLeftDistribution
      return distribute(at, true);
    case 9:  // AdditionMultiplicationRightDistribution
      return distribute(at, false);
    case 10:  // SquareDefinition
      if (is(t, '^')) return rewrite(at, mul(t->left, t->left));
      if (is(t, '*') && same(t->left, t->right)) return rewrite(at, sqr(t->left));
      return {};
    case 13:  // SquareGEQZero
      if (is(t, '*')) return Step{{equal(t->left, t->right)}, at_least(t, zero())};
      return {};
    default:
      return {};
  }
}

std::optional<Step> step_of_two(unsigned axiom, const std::vector<Operand>& given) {
  const Ref &x = given[0].tree, &y = given[1].tree;
  switch (axiom) {
    case 12:  // EquMoveTerm
      if (!is(y, '+') || !is(y->right, '-')) return {};
      return rewrite(given[1], x, {equal(add(x, y->right->left), y->left)});
    case 14:  // EquivalenceImpliesDoubleInequality
      return Step{{equal(x, y)}, at_least(x, y)};
    case 15:  // FirstPrincipleOfInequality
      if (!is(x, '+') || !is(y, '+')) return {};
      return Step{{at_least(x->left, y->left), at_least(x->right, y->right)}, at_least(x, y)};
    case 16:  // SecondPrincipleOfInequality
      if (!is(x, '*') || !is(y, '*') || !same(x->right, y->right)) return {};
      return Step{{at_least(x->left, y->left), at_least(x->right, zero())}, at_least(x, y)};
    case 17:  // IneqMoveTerm
      if (!is(y, '+') || !is(y->right, '-')) return {};
      return Step{{at_least(add(x, y->right->left), y->left)}, at_least(x, y)};
    default:
      return {};
  }
}

// [a, c, b+d] --> a=b, c=d, the statement with a+c
std::optional<Step> principle_of_equality(const std::vector<Operand>& given) {
  const Ref &a = given[0].tree, &c = given[1].tree, &t = given[2].tree;
  if (!is(t, '+')) return {};
  return rewrite(given[2], add(a, c), {equal(a, t->left), equal(c, t->right)});
}

std::optional<Step> step_of(RuleSet set, unsigned axiom, const std::vector<Operand>& given) {
  const bool takes_two = axiom == 12 || (axiom >= 14 && axiom <= 17);
  const std::size_t least = axiom == 11 ? 3 : takes_two ? 2 : 1;
  if (given.size() < least) return {};
  return axiom == 11 ? principle_of_equality(given)
         : takes_two ? step_of_two(axiom, given)
                     : step_of_one(set, axiom, given);
}

}  // namespace

Ref read(std::string_view canonical_text) { return Reader(canonical_text).statement(); }

State::State(RuleSet set, const std::vector<std::string>& premises, const std::string& goal)
    : set_(set) {
  for (const std::string& premise : premises) mention(read(premise)).status = Status::kFact;
  Entry& entry = mention(read(goal));
  if (entry.status != Status::kFact) entry.status = Status::kGoal;
  close_goals();
}

Outcome State::apply(unsigned axiom, const std::vector<Place>& places) {
  if (proven()) return Outcome::kClosed;
  if (axiom >= 18) return Outcome::kNoSuchAxiom;
  if (places.size() > 3) return Outcome::kNoSuchNode;
  std::vector<Operand> given;
  for (const Place& place : places) {
    const Entry* entry = find(place.statement);
    if (!entry || entry->status == Status::kMentioned || place.node == 0) {
      return Outcome::kNoSuchNode;
    }
    const Ref tree = node_at(entry->statement, place.node);
    if (!tree) return Outcome::kNoSuchNode;
    given.push_back({entry->statement, place.node, tree});
  }
  const std::optional<Step> step = step_of(set_, axiom, given);
  if (!step) return Outcome::kNoMatch;
  const auto& assumptions = step->assumptions;
  const Ref& conclusion = step->conclusion;
  if (!fits(conclusion) || !std::ranges::all_of(assumptions, fits)) return Outcome::kTooLarge;

  for (const Ref& assumption : assumptions) mention(assumption);
  mention(conclusion);
  // The statements are mentioned in this order, whether or not the step changes anything.
  for (const Ref& assumption : assumptions) mention(assumption);
  mention(conclusion);

  const bool circular =
      std::ranges::any_of(assumptions, [&](const Ref& s) { return same(s, conclusion); });
  const bool is_goal = mention(conclusion).status == Status::kGoal;
  const bool all_facts = std::ranges::all_of(assumptions, [&](const Ref& s) { return is_fact(s); });
  if (circular || is_fact(conclusion)) return Outcome::kNothing;
  if (all_facts) {
    mention(conclusion).status = Status::kFact;
  } else if (is_goal) {
    mention(conclusion).status = Status::kMentioned;
    for (const Ref& assumption : assumptions) {
      if (!is_fact(assumption)) mention(assumption).status = Status::kGoal;
    }
  } else {
    return Outcome::kNothing;
  }
  close_goals();
  return proven() ? Outcome::kProven : Outcome::kChanged;
}

std::vector<std::string> State::goals() const { return with(Status::kGoal); }
std::vector<std::string> State::facts() const { return with(Status::kFact); }

bool State::proven() const {
  return std::ranges::none_of(ledger_, [](const Entry& e) { return e.status == Status::kGoal; });
}

const State::Entry* State::find(const std::string& text) const {
  for (const Entry& entry : ledger_) {
    if (entry.statement->text == text) return &entry;
  }
  return nullptr;
}

// The entry of the statement, which is appended if it is new.
State::Entry& State::mention(const Ref& statement) {
  for (Entry& entry : ledger_) {
    if (same(entry.statement, statement)) return entry;
  }
  return ledger_.emplace_back(statement, Status::kMentioned);
}

bool State::is_fact(const Ref& statement) const {
  const Entry* entry = find(statement->text);
  return entry && entry->status == Status::kFact;
}

void State::close_goals() {
  for (Entry& entry : ledger_) {
    if (entry.status == Status::kGoal && trivial(entry.statement)) {
      entry.status = Status::kMentioned;
    }
  }
}

std::vector<std::string> State::with(Status status) const {
  std::vector<std::string> out;
  for (const Entry& entry : ledger_) {
    if (entry.status == status) out.push_back(entry.statement->text);
  }
  return out;
}

}  // namespace ineq::naive
