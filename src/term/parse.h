#pragma once
// The parser of terms and statements. There is one text syntax. It covers INT's canonical form,
// `((a+d)*b)>=0`, and what a person writes: `(a + d)·b ≥ 0`, `a - b/c`, `x <= y²`. The usual
// precedence applies: `^2` binds tightest, then unary minus, then * and /, then + and -, and all
// binary operators associate to the left. `x-y` is read as x+(-y), `x/y` as x*(1/y), `1/y` as the
// inverse and `x<=y` as y>=x. Bad input throws Error with the column.

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "term/term.h"

namespace ineq {

Term parse_term(Bank& bank, std::string_view text);
Statement parse_statement(Bank& bank, std::string_view text);

// A cursor over a text that contains more than terms and statements, such as a row of an axiom or
// an action. Each call skips blanks and then reads as much as it can.
class Parser {
 public:
  Parser(Bank& bank, std::string_view text) : bank_(bank), text_(text) {}

  Term term();
  Statement statement();
  Statement statement_from(Term left);    // the rest of a statement whose left side has been read
  bool accept(std::string_view word);     // reads `word` if it is next
  std::optional<std::uint32_t> number();  // nothing if no digit is next; saturates at UINT32_MAX
  std::string_view word();                // letters, digits and underscores; may be empty
  std::size_t column();                   // of the next character that is not blank, from 1
  bool at_end();
  [[noreturn]] void fail(const std::string& expected);  // throws Error, naming what was found

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
