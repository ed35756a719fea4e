#include "term/parse.h"

#include <algorithm>

#include "base/error.h"
#include "base/printable.h"

namespace ineq {
namespace {

// A term of the greatest height needs two levels of recursion per level of its own: (-(-(-a))).
constexpr int kMaxNesting = 2 * kMaxHeight + 1;

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_word(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || is_digit(c) || c == '_';
}

}  // namespace

Term parse_term(Bank& bank, std::string_view text) {
  Parser parser(bank, text);
  const Term term = parser.term();
  if (!parser.at_end()) parser.fail("an operator or the end of the term");
  return term;
}

Statement parse_statement(Bank& bank, std::string_view text) {
  Parser parser(bank, text);
  const Statement statement = parser.statement();
  if (!parser.at_end()) parser.fail("an operator or the end of the statement");
  return statement;
}

// sum := product { ("+" | "-") product }
Term Parser::term() {
  Term left = product();
  while (next_is("+-\xE2")) {
    if (accept("+")) {
      left = build(Op::kAdd, left, product());
    } else if (accept("-") || accept("−")) {
      left = build(Op::kAdd, left, build(Op::kNegate, product()));
    } else {
      break;
    }
  }
  return left;
}

// product := factor { ("*" | "/") factor }
Term Parser::product() {
  Term left = factor();
  while (next_is("*/\xC2\xC3\xE2")) {
    if (accept("*") || accept("·") || accept("⋅") || accept("×")) {
      left = build(Op::kMultiply, left, factor());
    } else if (accept("/")) {
      const Term inverse = build(Op::kInvert, factor());
      left = bank_[left].op == Op::kOne ? inverse : build(Op::kMultiply, left, inverse);
    } else {
      break;
    }
  }
  return left;
}

// factor := "-" factor | primary { "^2" }
Term Parser::factor() {
  if (++depth_ > kMaxNesting)
    fail("at most " + std::to_string(kMaxNesting) + " nested brackets and signs");
  Term term;
  if (next_is("-\xE2") && (accept("-") || accept("−"))) {
    term = build(Op::kNegate, factor());
  } else {
    term = primary();
    while (next_is("^\xC2") && (accept("^") || accept("²"))) {
      if (text_[at_ - 1] == '^' && !accept("2")) fail("2 after ^");
      term = build(Op::kSquare, term);
    }
  }
  --depth_;
  return term;
}

// primary := variable | "0" | "1" | "(" sum ")"
Term Parser::primary() {
  if (accept("(")) {
    const Term inner = term();
    if (!accept(")")) fail("an operator or ')'");
    return inner;
  }
  const char c = at_end() ? '\0' : text_[at_];
  if (is_digit(c) && at_ + 1 < text_.size() && is_digit(text_[at_ + 1]))
    fail("0 or 1, the only numbers");
  if (accept("0")) return bank_.term(Op::kZero);
  if (accept("1")) return bank_.term(Op::kOne);
  if (c < 'a' || c > 'z') fail("a variable, 0, 1, '-' or '('");
  ++at_;
  return bank_.variable(c);
}

Statement Parser::statement() { return statement_from(term()); }

Statement Parser::statement_from(Term left) {
  std::optional<Statement> statement;
  if (accept(">=") || accept("≥") || accept("\\geq")) {
    statement = bank_.statement(Op::kGreaterEqual, left, term());
  } else if (accept("<=") || accept("≤") || accept("\\leq")) {
    statement = bank_.statement(Op::kGreaterEqual, term(), left);
  } else if (accept("!=") || accept("≠") || accept("\\neq")) {
    if (!accept("0")) fail("0 (the only such statement is x!=0)");
    statement = bank_.statement(Op::kNonZero, left);
  } else if (accept("=")) {
    statement = bank_.statement(Op::kEqual, left, term());
  } else {
    fail(next_is("<>") ? "=, >= or <=, the only relations" : "an operator, =, >=, <= or !=");
  }
  if (!fits(bank_[*statement])) fail("a smaller statement");
  return *statement;
}

// Whether the next byte is one of these. Spares several calls of `accept`, which cost more.
bool Parser::next_is(std::string_view bytes) {
  return !at_end() && bytes.find(text_[at_]) != std::string_view::npos;
}

bool Parser::accept(std::string_view word) {
  skip_blanks();
  if (at_ == text_.size() || text_[at_] != word.front()) return false;  // fast path
  if (!text_.substr(at_).starts_with(word)) return false;
  at_ += word.size();
  return true;
}

std::string_view Parser::word() {
  skip_blanks();
  const std::size_t begin = at_;
  while (at_ < text_.size() && is_word(text_[at_])) ++at_;
  return text_.substr(begin, at_ - begin);
}

std::optional<std::uint32_t> Parser::number() {
  skip_blanks();
  const std::size_t begin = at_;
  std::uint64_t value = 0;
  for (; at_ < text_.size() && is_digit(text_[at_]); ++at_) {
    value = std::min<std::uint64_t>(value * 10 + static_cast<std::uint64_t>(text_[at_] - '0'),
                                    UINT32_MAX);
  }
  if (at_ == begin) return std::nullopt;
  return static_cast<std::uint32_t>(value);
}

std::size_t Parser::column() {
  skip_blanks();
  return at_ + 1;
}

bool Parser::at_end() {
  skip_blanks();
  return at_ == text_.size();
}

void Parser::fail(const std::string& expected) {
  std::string found = "the text ends";
  if (!at_end()) {
    std::size_t length = 1;  // of the UTF-8 character, which must not be cut
    while (length < 4 && at_ + length < text_.size() && (text_[at_ + length] & 0xC0) == 0x80)
      ++length;
    found = "found '" + printable(text_.substr(at_, length)) + "'";
  }
  throw Error(column(), "expected " + expected + ", but " + found);
}

Term Parser::build(Op op, Term left, Term right) {
  const Term term = bank_.term(op, left, right);
  if (!fits(bank_[term])) {
    fail("a term of at most " + std::to_string(kMaxSize) + " nodes and " +
         std::to_string(kMaxHeight) + " levels");
  }
  return term;
}

void Parser::skip_blanks() {
  while (at_ < text_.size() && (text_[at_] == ' ' || text_[at_] == '\t')) ++at_;
}

}  // namespace ineq
