#pragma once
// Proves theorems by following a policy (paper, Section 4.1): one action after the other, the most
// probable one, a drawn one, or several states at once as a beam.
//
// Many problems are tried together, so that one call of the network serves all of them. With masks,
// only legal actions are taken: the most probable choice that the kernel accepts as a change of the
// state. States that the attempt has met before are avoided, too, unless `revisit` is set: this
// takes no further calls of the network. Without masks, the most probable or drawn action is taken
// whatever it does, and one that does nothing is a step all the same, as in the paper. An attempt
// can begin after some steps of a known proof; these count as steps, too.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string_view>
#include <vector>

#include "agents/network.h"
#include "files/fields.h"
#include "search/evaluator.h"
#include "search/observer.h"
#include "search/search.h"

namespace ineq {

struct PolicyOptions {
  std::size_t beam = 1;
  std::size_t attempts = 1;
  double temperature = 0;
  bool masks = true;
  bool revisit = false;
  std::size_t given = 0;

  friend bool operator==(const PolicyOptions&, const PolicyOptions&) = default;
};
template <typename OptionsOrConst, typename Visit>
requires FieldsOf<OptionsOrConst, PolicyOptions>
void visit_fields(OptionsOrConst& o, const Visit& visit) {
  visit("beam", o.beam, "networks: number of states that are followed at once");
  visit("attempts", o.attempts, "networks: number of attempts per problem, if actions are drawn");
  visit("temperature", o.temperature,
        "networks: temperature at which actions are drawn; 0: the most probable action is taken");
  visit("masks", o.masks, "networks: whether to choose among legal actions only");
  visit("revisit", o.revisit, "networks: whether an attempt may return to a state");
  visit("given", o.given,
        "networks: number of steps of the record's own proof that are taken at the start");
}

// The ways to act that results are published with.
enum class Protocol : std::uint8_t {
  kGreedy,               // the most probable legal action that leads to a new state
  kPaper,                // one attempt with drawn actions, without masks
  kOriginalTransformer,  // of the original's program for its transformer: the first step is given,
                         // then five attempts with drawn actions that change the state
  kKsubs,                // of kSubS and AdaSubS: best-first search with four moves per state
};
inline constexpr std::string_view kProtocolNames[] = {"greedy", "paper", "original-transformer",
                                                      "ksubs"};
PolicyOptions policy_of(Protocol protocol);  // kKsubs searches, so it has the defaults

// Throws Error if the options contradict each other.
void require_possible(const PolicyOptions& options);

// One problem, with the seed of its draws.
struct PolicyTask {
  Problem* problem;
  Budget* budget;
  std::uint64_t seed = 0;
  std::vector<Action> given = {};      // steps of a proof, in the bank of the problem
  SearchObserver* observer = nullptr;  // may be null; policies that are followed do not report
};

// Tries the problems together, with a network of these options. The results are in the same order,
// and nobody has checked the proofs yet (search/prove.h: verify).
std::vector<SearchResult> follow_policy(const Network& network, const NetworkOptions& options,
                                        const PolicyOptions& policy,
                                        std::span<const PolicyTask> tasks);

// Throws Error if an evaluator cannot be followed like this: it proposes legal actions, so they
// cannot be drawn or be illegal.
void require_followable(const PolicyOptions& options);
// The same with an evaluator: those actions are taken that look best to it. Throws Error if it
// cannot be followed.
std::vector<SearchResult> follow_evaluator(Evaluator& evaluator, const PolicyOptions& policy,
                                           std::span<const PolicyTask> tasks);

}  // namespace ineq
