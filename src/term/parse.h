#pragma once
// The one text syntax, read. Takes INT's canonical print, `((a+d)*b)>=0`, and what a person writes:
// `(a + d)·b ≥ 0`, `a - b/c`, `x <= y²`, with the usual precedence (`^2` binds tightest, then unary
// minus, then * and /, then + and -; all to the left). `x-y` is read as x+(-y), `x/y` as x*(1/y),
// `1/y` as the inverse, `x<=y` as y>=x. Bad input throws Error with the column.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "term/term.h"

namespace ineq {

Term parse_term(Bank& bank, std::string_view text);
Statement parse_statement(Bank& bank, std::string_view text);

// A cursor over a text that contains terms and statements among other things, such as a row of an
// axiom or an action. Each call skips blanks, then reads the longest thing of its kind.
class Parser {
 public:
  Parser(Bank& bank, std::string_view text) : bank_(bank), text_(text) {}

  Term term();
  Statement statement();
  Statement statement_from(Term left);    // the rest, when the left side has been read
  bool accept(std::string_view word);     // reads `word` if it is next
  std::optional<std::uint32_t> number();  // digits; nothing if there are none
  std::string_view word();                // letters, digits and _ ; may be empty
  std::size_t column();                   // of what comes next, from 1
  bool at_end();
  [[noreturn]] void fail(const std::string& expected);  // throws, saying what was found instead

 private:
  Term product();
  Term factor();
  Term primary();
  Term build(Op op, Term left, Term right = {});
  bool next_is(std::string_view bytes);
  void skip_blanks();

  Bank& bank_;
  std::string_view text_;
  std::size_t at_ = 0;
  int depth_ = 0;
};

}  // namespace ineq
