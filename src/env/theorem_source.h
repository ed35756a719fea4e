#pragma once
// Sources of theorems for environments. Which theorem an episode is about depends only on the
// source and on the name of the episode, never on what was drawn before.

#include <atomic>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "axioms/axioms.h"
#include "base/streams.h"
#include "kernel/kernel.h"
#include "proof/record.h"

namespace ineq {

// Names an episode: the pool by its seed, the environment by its number in the pool, the episode by
// its number in the environment, all from 0. An environment outside a pool has the number 0.
struct EpisodeName {
  std::uint64_t seed = 0;
  std::uint64_t environment = 0;
  std::uint64_t number = 0;

  // The seed of the environment's stream. Environments of one pool, pools with other seeds and
  // datasets share no stream.
  std::uint64_t stream_seed() const { return ineq::stream_seed(Purpose::kPool, seed, environment); }
};

class TheoremSource {
 public:
  struct Drawn {
    const Bank& bank;
    const Theorem& theorem;
  };

  virtual ~TheoremSource() = default;

  // The result is valid until the next call. Throws Error if there is no theorem for the episode.
  virtual Drawn draw(const EpisodeName& name) = 0;
  // `draw` calls the function often if it takes long, and throws Interrupted soon after it returns
  // true. Copies do not have it.
  virtual void set_interrupt(std::function<bool()> /*is_interrupted*/) {}
  // A copy for another thread; immutable parts are shared.
  virtual std::unique_ptr<TheoremSource> clone() const = 0;
  // The rule set that all theorems are meant for; none if they fit any rule set.
  virtual std::optional<RuleSet> rules() const = 0;
};

// Throws Error if the theorems are meant for another rule set than that of the environment.
void require_rules(const TheoremSource& source, RuleSet rules);

// The theorems of a list or of a file. All records that name a rule set must name the same one.
class ListSource : public TheoremSource {
 public:
  // With stride 0, every draw picks a random theorem of the list. With a stride, environment i
  // plays the theorems i, i + stride, i + 2 * stride, … of the list, whatever the seed, and starts
  // over at its end: with the number of environments as the stride, a pool goes through the list
  // once, then again. Throws Error on a bad record, on an empty list, and once `interrupt` is
  // true.
  explicit ListSource(const std::vector<Record>& records, std::size_t stride = 0);
  explicit ListSource(const std::string& path, std::size_t stride = 0,
                      const std::atomic<bool>* interrupt = nullptr);

  Drawn draw(const EpisodeName& name) override;
  std::unique_ptr<TheoremSource> clone() const override;
  std::optional<RuleSet> rules() const override { return list_->rules; }

 private:
  struct List {
    Bank bank;
    std::vector<Theorem> theorems;
    std::optional<RuleSet> rules;

    void add(const Record& record);
  };

  std::shared_ptr<List> list_;  // not changed after construction, so clones share it
  std::size_t stride_;
};

}  // namespace ineq
