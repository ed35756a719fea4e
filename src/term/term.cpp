#include "term/term.h"

#include <algorithm>

#include "base/error.h"
#include "base/hash.h"

namespace ineq {
namespace {

constexpr std::size_t kFirstSlots = 1024;

std::uint64_t combine(Op op, std::uint64_t left, std::uint64_t right) {
  return mix(left * 0x9e3779b97f4a7c15 + right * 0xd1b54a32d192ed03 +
             static_cast<std::uint64_t>(op));
}

}  // namespace

Bank::Bank() : slots_(kFirstSlots) { nodes_.reserve(kFirstSlots / 2); }

Term Bank::variable(char letter) {
  INEQ_CHECK(letter >= 'a' && letter <= 'z');
  return term(Op::kVariable, {static_cast<std::uint32_t>(letter - 'a')});
}

void Bank::reset() {
  nodes_.clear();
  if (++epoch_ == 0) {  // the counter has wrapped, so old slots could seem to be in use
    std::ranges::fill(slots_, Slot{});
    epoch_ = 1;
  }
}

// Hashes the ids of the children instead of their structure, so that a lookup does not have to read
// the children's nodes.
std::size_t Bank::first_slot(Op op, Term left, Term right) const {
  return combine(op, left.id, right.id) & (slots_.size() - 1);
}

std::uint32_t Bank::intern(Op op, Term left, Term right) {
  if (arity(op) < 2) right = {};
  const std::size_t mask = slots_.size() - 1;
  std::size_t slot = first_slot(op, left, right);
  for (; slots_[slot].epoch == epoch_; slot = (slot + 1) & mask) {
    const Node& other = nodes_[slots_[slot].id];
    if (other.op == op && other.left == left && other.right == right) return slots_[slot].id;
  }
  const auto id = static_cast<std::uint32_t>(nodes_.size());
  INEQ_CHECK(id < UINT32_MAX);
  nodes_.push_back(make_node(op, left, right));
  slots_[slot] = {.epoch = epoch_, .id = id};
  if (nodes_.size() * 2 > slots_.size()) grow();
  return id;
}

Node Bank::make_node(Op op, Term left, Term right) const {
  const int children = arity(op);
  Node node{.hash = combine(op, left.id, 0),
            .left = left,
            .right = right,
            .size = 1,
            .height = 0,
            .op = op};
  if (children > 0) {
    const Node& l = nodes_[left.id];
    node.hash = combine(op, l.hash, 0);
    node.size += l.size;
    node.height = l.height + 1;
    if (children > 1) {
      const Node& r = nodes_[right.id];
      node.hash = combine(op, l.hash, r.hash);
      node.size += r.size;
      node.height = std::max(l.height, r.height) + 1;
    }
  }
  return node;
}

void Bank::grow() {
  slots_.assign(slots_.size() * 2, Slot{});
  epoch_ = 1;
  const std::size_t mask = slots_.size() - 1;
  for (std::uint32_t id = 0; id < nodes_.size(); ++id) {
    std::size_t slot = first_slot(nodes_[id].op, nodes_[id].left, nodes_[id].right);
    while (slots_[slot].epoch == epoch_) slot = (slot + 1) & mask;
    slots_[slot] = {.epoch = epoch_, .id = id};
  }
}

bool fits(const Node& node) { return node.size <= kMaxSize && node.height <= kMaxHeight; }

bool is_trivial(const Bank& bank, Statement statement) {
  const Node& node = bank[statement];
  return node.op == Op::kNonZero ? bank[node.left].op == Op::kOne : node.left == node.right;
}

Term subterm(const Bank& bank, Statement statement, std::uint32_t node) {
  INEQ_CHECK(node > 0 && node < bank[statement].size);
  Term here{statement.id};
  while (node > 0) {
    const Node& at = bank[here];
    const std::uint32_t left_size = bank[at.left].size;
    const bool in_left = node <= left_size;
    here = in_left ? at.left : at.right;
    node -= in_left ? 1 : 1 + left_size;
  }
  return here;
}

namespace {

Term replace_in(Bank& bank, Term term, std::uint32_t node, Term by) {
  if (node == 0) return by;
  const Node at = bank[term];  // a copy, because the bank may grow and move its nodes
  const std::uint32_t left_size = bank[at.left].size;
  return node <= left_size
             ? bank.term(at.op, replace_in(bank, at.left, node - 1, by), at.right)
             : bank.term(at.op, at.left, replace_in(bank, at.right, node - 1 - left_size, by));
}

// Calls visit(term, node) in preorder. The children of a term are visited only if it returns true.
template <typename Visit>
void walk(const Bank& bank, Term term, std::uint32_t node, const Visit& visit) {
  if (!visit(term, node)) return;
  const Node& at = bank[term];
  const int children = arity(at.op);
  if (children > 0) walk(bank, at.left, node + 1, visit);
  if (children > 1) walk(bank, at.right, node + 1 + bank[at.left].size, visit);
}

}  // namespace

Statement replace(Bank& bank, Statement statement, std::uint32_t node, Term by) {
  INEQ_CHECK(node > 0 && node < bank[statement].size);
  return {replace_in(bank, {statement.id}, node, by).id};
}

std::optional<std::uint32_t> find(const Bank& bank, Statement statement, Term term,
                                  std::uint32_t k) {
  std::optional<std::uint32_t> found;
  const std::uint32_t size = bank[term].size;
  walk(bank, {statement.id}, 0, [&](Term here, std::uint32_t node) {
    if (here == term && k-- == 0) found = node;
    return !found && bank[here].size > size;
  });
  return found;
}

std::uint32_t ordinal(const Bank& bank, Statement statement, std::uint32_t node) {
  const Term term = subterm(bank, statement, node);
  std::uint32_t before = 0;
  walk(bank, {statement.id}, 0, [&](Term here, std::uint32_t at) {
    before += here == term && at < node;
    return at < node && bank[here].size > bank[term].size;
  });
  return before;
}

void list_subterms(const Bank& bank, Statement statement, std::vector<Term>& out) {
  walk(bank, {statement.id}, 0, [&](Term here, std::uint32_t node) {
    if (node > 0) out.push_back(here);
    return true;
  });
}

}  // namespace ineq
