#include "term/print.h"

#include <string_view>

#include "base/error.h"

namespace ineq {
namespace {

using Anchors = std::vector<std::uint32_t>;

// Prints the term fully bracketed. If `anchors` is given, also appends where the operator or letter
// of each node ends, in preorder.
void print_bracketed(const Bank& bank, Term term, std::string& out, Anchors* anchors) {
  const Node& node = bank[term];
  const std::size_t index = anchors ? anchors->size() : 0;
  if (anchors) anchors->push_back(0);
  const auto sign = [&](std::string_view text) {
    out += text;
    if (anchors) (*anchors)[index] = static_cast<std::uint32_t>(out.size());
  };
  const auto child = [&](Term below) { print_bracketed(bank, below, out, anchors); };
  switch (node.op) {
    case Op::kVariable: {
      const char letter = static_cast<char>('a' + node.left.id);
      return sign({&letter, 1});
    }
    case Op::kZero:
      return sign("0");
    case Op::kOne:
      return sign("1");
    case Op::kAdd:
      out += '(';
      child(node.left);
      sign("+");
      child(node.right);
      break;
    case Op::kMultiply:
      out += '(';
      child(node.left);
      sign("*");
      child(node.right);
      break;
    case Op::kNegate:
      out += '(';
      sign("-");
      child(node.left);
      break;
    case Op::kInvert:
      out += '(';
      sign("1/");
      child(node.left);
      break;
    case Op::kSquare:
      out += '(';
      child(node.left);
      sign("^2");
      break;
    default:
      INEQ_CHECK(false);
  }
  out += ')';
}

// Prints the term with the fewest brackets. `level` says how tightly the context binds: a term that
// binds less tightly is bracketed.
enum Level { kSum, kProduct, kFactor, kPower, kAtom };

void print_minimal(const Bank& bank, Term term, bool latex, Level level, std::string& out) {
  const Node& node = bank[term];
  const auto child = [&](Term below, Level at) { print_minimal(bank, below, latex, at, out); };
  const auto bracket_above = [&](Level own, const auto& body) {
    if (level > own) out += '(';
    body();
    if (level > own) out += ')';
  };
  switch (node.op) {
    case Op::kVariable:
      out += static_cast<char>('a' + node.left.id);
      break;
    case Op::kZero:
      out += '0';
      break;
    case Op::kOne:
      out += '1';
      break;
    case Op::kAdd:
      bracket_above(kSum, [&] {
        child(node.left, kSum);
        const Node& right = bank[node.right];
        const bool minus = right.op == Op::kNegate;
        out += minus ? '-' : '+';
        child(minus ? right.left : node.right, kProduct);
      });
      break;
    case Op::kNegate:  // binds tightly, but a*(-b) is easier to read than a*-b
      bracket_above(kSum, [&] {
        out += '-';
        child(node.left, kPower);
      });
      break;
    case Op::kMultiply:
      bracket_above(kProduct, [&] {
        child(node.left, kProduct);
        const Node& right = bank[node.right];
        // 1*(1/x) must not become 1/x, which is read back as the inverse.
        const bool over = !latex && right.op == Op::kInvert && bank[node.left].op != Op::kOne;
        out += latex ? " \\cdot " : over ? "/" : "*";
        child(over ? right.left : node.right, over ? kPower : kFactor);
      });
      break;
    case Op::kInvert:
      if (latex) {
        bracket_above(kFactor, [&] {
          out += "\\frac{1}{";
          child(node.left, kSum);
          out += '}';
        });
      } else {
        bracket_above(kProduct, [&] {
          out += "1/";
          child(node.left, kPower);
        });
      }
      break;
    case Op::kSquare:
      bracket_above(kPower, [&] {
        child(node.left, kAtom);
        out += "^2";
      });
      break;
    default:
      INEQ_CHECK(false);
  }
}

const char* relation(Op op, Style style) {
  constexpr const char* kText[][3] = {
      {"=", ">=", "!=0"},
      {"=", "\\geq ", "\\neq 0"},
      {" = ", " >= ", " != 0"},
      {" = ", " \\geq ", " \\neq 0"},
  };
  return kText[static_cast<int>(style)][static_cast<int>(op) - static_cast<int>(Op::kEqual)];
}

void print_sides(const Bank& bank, Statement statement, Style style, std::string& out,
                 Anchors* anchors) {
  const Node& node = bank[statement];
  const auto side = [&](Term term) {
    if (anchors) {
      print_bracketed(bank, term, out, anchors);
    } else {
      print(bank, term, style, out);
    }
  };
  side(node.left);
  out += relation(node.op, style);
  if (node.op != Op::kNonZero) side(node.right);
}

}  // namespace

void print(const Bank& bank, Term term, Style style, std::string& out) {
  if (style == Style::kInt || style == Style::kPointer) {
    print_bracketed(bank, term, out, nullptr);
  } else {
    print_minimal(bank, term, style == Style::kLatex, kSum, out);
  }
}

void print(const Bank& bank, Statement statement, Style style, std::string& out) {
  print_sides(bank, statement, style, out, nullptr);
}

std::string to_string(const Bank& bank, Term term, Style style) {
  std::string out;
  print(bank, term, style, out);
  return out;
}

std::string to_string(const Bank& bank, Statement statement, Style style) {
  std::string out;
  print(bank, statement, style, out);
  return out;
}

void print_anchored(const Bank& bank, Statement statement, std::string& out, Anchors& anchors) {
  // The statement itself is never marked.
  anchors.assign(1, static_cast<std::uint32_t>(out.size()));
  print_sides(bank, statement, Style::kPointer, out, &anchors);
}

}  // namespace ineq
