#include "env/theorem_source.h"

#include <fmt/format.h>

#include "base/error.h"
#include "base/hash.h"
#include "base/rng.h"
#include "files/lines.h"

namespace ineq {
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
