#pragma once
// Where environments take their theorems from. The theorem of (seed, number) is always the same:
// number counts the episodes of one environment, and environments differ by their seeds.

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "axioms/axioms.h"
#include "kernel/kernel.h"
#include "proof/record.h"

namespace ineq {

class TheoremSource {
 public:
  struct Drawn {
    const Bank& bank;
    const Theorem& theorem;
  };

  virtual ~TheoremSource() = default;

  // Valid until the next call.
  virtual Drawn draw(std::uint64_t seed, std::uint64_t number) = 0;
  // For another thread; what never changes is shared.
  virtual std::unique_ptr<TheoremSource> clone() const = 0;
  // Every theorem is meant for these rules; nothing where they fit any.
  virtual std::optional<RuleSet> rules() const = 0;
};

// Theorems of a list: those of a file, or written down. Records of a list name the same rules, if
// they name any.
class ListSource : public TheoremSource {
 public:
  // Throw Error, also where there is none. Any of them is drawn each time; or, with a stride,
  // number `seed` of the list and from there on every `stride`th, over and over. So environments
  // with the seeds 0, 1, … and their count as stride share the list among them.
  explicit ListSource(const std::vector<Record>& records, std::size_t stride = 0);
  explicit ListSource(const std::string& path, std::size_t stride = 0);

  Drawn draw(std::uint64_t seed, std::uint64_t number) override;
  std::unique_ptr<TheoremSource> clone() const override;
  std::optional<RuleSet> rules() const override { return list_->rules; }

 private:
  struct List {
    Bank bank;
    std::vector<Theorem> theorems;
    std::optional<RuleSet> rules;

    void add(const Record& record);
  };

  std::shared_ptr<List> list_;  // not changed any more once it is read
  std::size_t stride_;
};

}  // namespace ineq
