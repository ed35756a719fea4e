#include "axioms/rows.h"

#include <algorithm>

#include "base/error.h"
#include "term/parse.h"

namespace ineq {
namespace {

// Appends the variables that `out` does not contain yet, in the order of their first occurrence.
void add_variables(const Bank& bank, Term pattern, std::vector<Term>& out) {
  const Node& node = bank[pattern];
  if (node.op == Op::kVariable && std::ranges::find(out, pattern) == out.end())
    out.push_back(pattern);
  if (arity(node.op) > 0) add_variables(bank, node.left, out);
  if (arity(node.op) > 1) add_variables(bank, node.right, out);
}

Row read_row(Bank& bank, std::string_view text) {
  Parser parser(bank, text);
  Row row;
  std::vector<Term> bound;
  const Term left = parser.term();
  if (parser.accept("=>")) {
    row.by = parser.term();
    add_variables(bank, left, bound);
    std::vector<Term> all = bound;
    add_variables(bank, *row.by, all);
    row.operands.assign(all.begin() + static_cast<std::ptrdiff_t>(bound.size()), all.end());
    row.operands.push_back(left);
    bound = all;
  } else {
    row.conclusion = parser.statement_from(left);
    const Node statement = bank[*row.conclusion];
    if (statement.op == Op::kNonZero) parser.fail("a row that concludes = or >=");
    for (const Term side : {statement.left, statement.right}) {
      std::vector<Term> variables;
      add_variables(bank, side, variables);
      if (!variables.empty()) row.operands.push_back(side);
      add_variables(bank, side, bound);
    }
  }
  if (parser.accept("if")) {
    do {
      row.premises.push_back(parser.statement());
    } while (parser.accept(","));
  }
  if (!parser.at_end()) parser.fail("'if', ',' or the end of the row");
  const std::size_t known = bound.size();
  for (const Statement premise : row.premises) add_variables(bank, {premise.id}, bound);
  if (bound.size() > known || row.operands.empty() || row.operands.size() > kMaxOperands ||
      row.premises.size() > kMaxPremises) {
    throw Error("the axiom row '" + std::string(text) + "' has unbound variables or is too large");
  }
  return row;
}

}  // namespace

std::vector<std::string_view> split_rows(std::string_view text) {
  std::vector<std::string_view> rows;
  for (bool more = true; more;) {
    const std::size_t end = text.find(';');
    more = end != std::string_view::npos;
    std::string_view row = text.substr(0, end);
    row.remove_prefix(std::min(row.size(), row.find_first_not_of(' ')));
    row = row.substr(0, row.find_last_not_of(' ') + 1);
    rows.push_back(row);
    if (more) text.remove_prefix(end + 1);
  }
  return rows;
}

Rules read_rows(std::span<const std::string_view> axioms) {
  Rules rules;
  for (const std::string_view text : axioms) {
    std::vector<Row>& rows = rules.axioms.emplace_back();
    for (const std::string_view row : split_rows(text))
      rows.push_back(read_row(rules.patterns, row));
  }
  return rules;
}

}  // namespace ineq
