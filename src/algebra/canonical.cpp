#include "algebra/canonical.h"

#include <array>

#include "base/hash.h"

namespace ineq {
namespace {

// Hashes a statement in preorder. That determines the statement, because the number of children
// follows from the operator.
class Walk {
 public:
  explicit Walk(const Bank& bank) : bank_(bank) {}

  void add(Term term) {
    const Node& node = bank_[term];
    hash_ = mix(hash_ + static_cast<std::uint64_t>(node.op) + 1);
    if (node.op == Op::kVariable) {
      std::uint8_t& number = number_[node.left.id];
      if (number == 0) number = ++count_;  // numbered by first occurrence
      hash_ = mix(hash_ + number);
      return;
    }
    if (arity(node.op) > 0) add(node.left);
    if (arity(node.op) > 1) add(node.right);
  }
  std::uint64_t hash() const { return hash_; }

 private:
  const Bank& bank_;
  std::array<std::uint8_t, 26> number_{};
  std::uint8_t count_ = 0;
  std::uint64_t hash_ = 0;
};

}  // namespace

std::uint64_t canonical_hash(const Bank& bank, Statement statement) {
  Walk walk(bank);
  walk.add(Term{statement.id});
  return walk.hash();
}

}  // namespace ineq
