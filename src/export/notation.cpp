#include "export/notation.h"

#include "base/error.h"

namespace ineq {
namespace {

class Writer {
 public:
  Writer(const Notation& notation, const Bank& bank, std::string& out)
      : notation_(notation), bank_(bank), out_(out) {}

  void put_hole(std::uint32_t place, std::string_view hole) {
    place_ = place;
    hole_ = hole;
  }

  void write(Term term) {
    const std::uint32_t here = next_;
    const Node& node = bank_[term];
    if (here == place_ && place_ > 0) {
      next_ += node.size;
      out_ += hole_;
      return;
    }
    ++next_;
    if (node.op == Op::kVariable) {
      out_ += variable_name(notation_, node.left.id);
      return;
    }
    // The right child may be written before the left one, so both numbers are computed first.
    const std::uint32_t left = next_;
    const std::uint32_t right = left + (arity(node.op) > 1 ? bank_[node.left].size : 0);
    for (const char c : text_of(node.op)) {
      if (c == 'L') {
        next_ = left;
        write(node.left);
      } else if (c == 'R') {
        next_ = right;
        write(node.right);
      } else {
        out_ += c;
      }
    }
    next_ = here + node.size;
  }

 private:
  std::string_view text_of(Op op) const {
    switch (op) {
      case Op::kVariable:
        break;
      case Op::kZero:
        return notation_.zero;
      case Op::kOne:
        return notation_.one;
      case Op::kAdd:
        return notation_.add;
      case Op::kNegate:
        return notation_.negate;
      case Op::kMultiply:
        return notation_.multiply;
      case Op::kSquare:
        return notation_.square;
      case Op::kInvert:
        return notation_.invert;
      case Op::kEqual:
        return notation_.equal;
      case Op::kGreaterEqual:
        return notation_.greater_equal;
      case Op::kNonZero:
        return notation_.non_zero;
    }
    INEQ_CHECK(false);
  }

  const Notation& notation_;
  const Bank& bank_;
  std::string& out_;
  std::uint32_t next_ = 0;  // number of the occurrence to be written next
  std::uint32_t place_ = 0;
  std::string_view hole_;
};

}  // namespace

std::string text(const Notation& notation, const Bank& bank, Term term) {
  std::string out;
  Writer(notation, bank, out).write(term);
  return out;
}

std::string text(const Notation& notation, const Bank& bank, Statement statement) {
  return text(notation, bank, Term{statement.id});
}

std::string text(const Notation& notation, const Bank& bank, Statement statement,
                 std::uint32_t place, std::string_view hole) {
  std::string out;
  Writer writer(notation, bank, out);
  writer.put_hole(place, hole);
  writer.write({statement.id});
  return out;
}

std::string variable_name(const Notation& notation, std::uint32_t letter) {
  const auto name = static_cast<char>(notation.first_variable + static_cast<char>(letter));
  return std::string(1, name) + (name == notation.reserved ? "'" : "");
}

}  // namespace ineq
