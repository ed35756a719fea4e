#pragma once
// Learning from search (expert iteration): in every round the network guides searches for proofs of
// theorems, and is then trained on the shortest proofs that are known.
//
// The theorems of a round are fresh ones of the distributions that the run learns from, or those of
// its files. A file may have records without proofs, and with `known_proofs` off, the proofs that
// come with theorems are not looked at: then the network learns only from the proofs that it finds.
// Otherwise, a proof that comes with a theorem is learned from if the search finds none that is as
// short. The value also learns from states that successful searches left again
// (agents/detours.h). Per theorem, these are at most as many as the proof has steps.
//
// What a round finds is a pure function of the configuration, the number of the round and the
// weights; the number of threads does not matter. Every proof goes through the kernel, once when it
// is found and once when it is read back to learn from.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>

#include "agents/network.h"
#include "files/fields.h"

namespace ineq {

struct TrainConfig;

struct SearchRoundOptions {
  std::size_t from_search = 0;
  std::size_t theorems = 2000;
  std::uint64_t search_nodes = 100;
  std::size_t search_steps = 15;
  std::size_t window = 3;
  bool known_proofs = true;
};
template <typename OptionsOrConst, typename Visit>
requires FieldsOf<OptionsOrConst, SearchRoundOptions>
void visit_fields(OptionsOrConst& o, const Visit& visit) {
  visit("from_search", o.from_search,
        "Number of rounds of learning from search: in each, the agent searches for proofs, and "
        "then learns from the shortest ones known; 0: learn from the proofs of theorems");
  visit("theorems", o.theorems,
        "Number of theorems per round; at most the number of records in --data");
  visit("search_nodes", o.search_nodes, "Maximum number of states to expand per theorem");
  visit("search_steps", o.search_steps, "Maximum number of steps of the proofs to search for");
  visit("window", o.window, "Learn from the proofs of the last N rounds");
  visit("known_proofs", o.known_proofs,
        "Whether to learn from the proof that comes with a theorem where the search finds none "
        "that is as short");
}

// Throws Error if the options have no meaning.
void require_possible(const SearchRoundOptions& options);

// What the searches of a round have found.
struct RoundSummary {
  std::uint64_t round = 0;     // from 0
  std::uint64_t theorems = 0;  // that were searched
  std::uint64_t proven = 0;    // by search
  std::uint64_t shorter = 0;   // by search, in fewer steps than the proof that came with them
  std::uint64_t steps = 0;     // of all proofs that the searches have found
  std::uint64_t learned = 0;   // proofs to learn from
  std::uint64_t detours = 0;   // states beside the proofs, for the value

  double success() const;  // share of the theorems
  double length() const;   // mean number of steps of the proofs; 0 if there are none

  nlohmann::ordered_json to_json() const;
  static RoundSummary read(const std::string& path);  // throws Error
};

class SearchRounds {
 public:
  // Refers to the configuration. Searches draw their theorems from streams of the seed. Throws
  // Error if the theorems or the device cannot be used.
  SearchRounds(const TrainConfig& config, std::uint64_t seed, const std::string& device);
  ~SearchRounds();

  struct Found {
    RoundSummary summary;
    std::string records;  // the theorems with their proofs, one line each
    std::string detours;  // one line each (agents/detours.h)
  };
  // Returns nothing if it was interrupted.
  std::optional<Found> search(std::uint64_t round, std::span<const float> weights, unsigned threads,
                              const std::atomic<bool>* interrupt);

 private:
  class Theorems;
  class Worker;

  const TrainConfig& config_;
  const std::unique_ptr<Network> network_;
  const std::unique_ptr<Theorems> theorems_;
};

}  // namespace ineq
