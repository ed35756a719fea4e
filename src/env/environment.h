#pragma once
// One environment: an episode, and the name of the episode that comes after it. Pools and Python's
// TheoremEnv are made of these.
//
// It can be saved as a line of JSON and restored, in the same environment or another one, which
// then continues exactly as the saved one would have. The source of theorems is not saved.

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "env/episode.h"
#include "env/theorem_source.h"

namespace ineq {

class Environment {
 public:
  // Environment `number` of a pool with this seed. The episode must be reset before it can be
  // stepped.
  Environment(Episode episode, std::uint64_t seed, std::uint64_t number)
      : episode_(std::move(episode)), number_(number), next_{.seed = seed, .environment = number} {}

  Episode& episode() { return episode_; }
  const Episode& episode() const { return episode_; }
  // The number of episodes that were begun with a theorem of a source.
  std::uint64_t begun() const { return next_.number; }

  // Begins the next episode; with a seed, the first one of a pool with that seed. Throws the Error
  // of the source, and then nothing has changed.
  void begin(TheoremSource& source, std::optional<std::uint64_t> seed = {});
  // The same with a given theorem, which is not counted among those of the source.
  void begin(const Record& record, std::optional<std::uint64_t> seed = {});

  std::string save() const;
  // Throws Error, also if the saved environment has other rules or another step limit, and then
  // nothing has changed.
  void restore(std::string_view saved);

 private:
  EpisodeName next(std::optional<std::uint64_t> seed) const;

  Episode episode_;
  std::uint64_t number_;
  EpisodeName next_;  // after restore, possibly of another environment
};

}  // namespace ineq
