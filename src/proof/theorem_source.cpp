#include "proof/theorem_source.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/rng.h"
#include "proof/lines.h"

namespace ineq {

namespace {

// Occurrence by occurrence: of what occurs twice the second is found in the bank.
Term copy_term(const Bank& from, Term term, Bank& to) {
  const Node& node = from[term];
  if (arity(node.op) == 0) return to.term(node.op, node.left);
  const Term left = copy_term(from, node.left, to);
  return to.term(node.op, left, arity(node.op) == 2 ? copy_term(from, node.right, to) : Term{});
}

Statement copy_statement(const Bank& from, Statement statement, Bank& to) {
  return {copy_term(from, {statement.id}, to).id};
}

}  // namespace

void copy_theorem(const Bank& from, const Theorem& theorem, Bank& to, Theorem& out) {
  out.premises.clear();
  for (const Statement premise : theorem.premises) {
    out.premises.push_back(copy_statement(from, premise, to));
  }
  out.goal = copy_statement(from, theorem.goal, to);
}

std::vector<Action> copy_actions(const Bank& from, std::vector<Action> actions, Bank& to) {
  for (Action& action : actions) {
    for (std::size_t i = 0; i < action.count; ++i) {
      Statement& statement = action.operands[i].statement;
      statement = copy_statement(from, statement, to);
    }
  }
  return actions;
}

void ListSource::List::add(const Record& record) {
  if (record.rules && rules && *record.rules != *rules) {
    throw Error(fmt::format("the theorems of a list have the same rules: found {} after {}",
                            to_string(*record.rules), to_string(*rules)));
  }
  if (record.rules) rules = record.rules;
  theorems.push_back(read_theorem(bank, record));
  if (State(bank, theorems.back()).proven()) {
    throw Error(record.goal + " is trivial or among its premises: there is nothing to prove");
  }
}

ListSource::ListSource(const std::vector<Record>& records, std::size_t stride)
    : list_(std::make_shared<List>()), stride_(stride) {
  for (const Record& record : records) list_->add(record);
  if (records.empty()) throw Error("a list of theorems needs at least one");
}

ListSource::ListSource(const std::string& path, std::size_t stride)
    : list_(std::make_shared<List>()), stride_(stride) {
  LineReader lines(path);
  for_each_record(lines, [&](const Record& record) { list_->add(record); });
  if (list_->theorems.empty()) throw Error(path + ": there are no theorems in it");
}

TheoremSource::Drawn ListSource::draw(std::uint64_t seed, std::uint64_t number) {
  const std::size_t size = list_->theorems.size();
  const std::uint64_t index =
      stride_ > 0 ? (seed + number * stride_) % size
                  : Rng(mix(mix(seed) + number)).below(static_cast<std::uint32_t>(size));
  return {list_->bank, list_->theorems[index]};
}

std::unique_ptr<TheoremSource> ListSource::clone() const {
  return std::make_unique<ListSource>(*this);
}

}  // namespace ineq
