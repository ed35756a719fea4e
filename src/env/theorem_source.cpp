#include "env/theorem_source.h"

#include <fmt/format.h>

#include "base/error.h"
#include "files/lines.h"

namespace ineq {

void require_rules(const TheoremSource& source, RuleSet rules) {
  if (!source.rules() || *source.rules() == rules) return;
  throw Error(fmt::format("the theorems are of the rule set {}, the environment of {}",
                          to_string(*source.rules()), to_string(rules)));
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

ListSource::ListSource(const std::string& path, std::size_t stride,
                       const std::atomic<bool>* interrupt)
    : list_(std::make_shared<List>()), stride_(stride) {
  LineReader lines(path);
  for_each_unproven_record(lines, [&](const Record& record) {
    if (interrupt != nullptr && *interrupt) throw Error("interrupted");
    list_->add(record);
  });
}

TheoremSource::Drawn ListSource::draw(const EpisodeName& name) {
  const std::size_t size = list_->theorems.size();
  if (stride_ > 0) {
    return {list_->bank, list_->theorems[(name.environment + name.number * stride_) % size]};
  }
  Rng rng = stream(Purpose::kPool, name.stream_seed(), name.number);
  return {list_->bank, list_->theorems[rng.below(static_cast<std::uint32_t>(size))]};
}

std::unique_ptr<TheoremSource> ListSource::clone() const {
  return std::make_unique<ListSource>(*this);
}

}  // namespace ineq
