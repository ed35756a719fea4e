#pragma once
// An episode is one attempt to prove a theorem, as a Markov decision process (paper, Appendix H).
// Every action is a step. The reward is 1 for the step that proves the theorem and 0 for all
// others. After `step_limit` steps the episode is over.
//
// An episode has its own bank. It can be copied, undone, saved as a line of JSON and restored. It
// stores the theorem and the steps, from which the state can be computed.

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "axioms/axioms.h"
#include "kernel/kernel.h"
#include "proof/action_text.h"
#include "proof/record.h"

namespace ineq {

inline constexpr std::size_t kDefaultStepLimit = 15;

std::uint64_t goal_hash(const Bank& bank, const State& state);  // of the set of goals

class Episode {
 public:
  // A new episode is over until it is reset. Throws Error if the step limit is larger than the
  // number of steps that a record can have.
  explicit Episode(RuleSet rules, std::size_t step_limit = kDefaultStepLimit);
  Episode(RuleSet rules, std::shared_ptr<const Rules> shared, std::size_t step_limit);

  // Start with the theorem of a record or of another bank. The proof of the record is ignored.
  // Throws Error if the record cannot be read or if it names another rule set.
  void reset(const Record& record);
  void reset(const Bank& from, const Theorem& theorem);

  struct Result {
    Outcome outcome;          // kClosed if the episode was already over
    double reward = 0;        // 1 if this step has proven the theorem
    bool terminated = false;  // the theorem is proven
    bool truncated = false;   // the theorem is not proven, and this was the last step
  };
  Result step(const Action& action);
  // Reads a text action or a pointer text, which begins with @. If the text refers to something
  // that the state does not contain, the step does nothing. Throws Error if the text cannot be
  // read; that does not count as a step.
  Result step(std::string_view text);
  // The same for a policy that generates arbitrary text: a text that cannot be read is a step that
  // does nothing.
  Result attempt(std::string_view text);

  // Undoes the last step, whether it was valid or not. Returns false if there is none.
  bool undo();

  bool begun() const { return begun_; }  // whether it was ever reset
  bool over() const { return state_.proven() || steps() >= step_limit_; }
  bool proven() const { return state_.proven(); }
  std::size_t steps() const { return taken_.size(); }
  std::size_t step_limit() const { return step_limit_; }
  RuleSet rule_set() const { return rule_set_; }
  const Rules& rules() const { return *rules_; }
  Bank& bank() { return bank_; }
  const Bank& bank() const { return bank_; }
  const State& state() const { return state_; }
  const Theorem& theorem() const { return theorem_; }

  // Says why the last step did not change the state. Empty if it did.
  std::string why() const;

  // `hash` is that of the goals and facts, which search uses to distinguish states. `goal_hash` is
  // that of the goals only, which later users of INT use. Both are the same in every bank.
  std::uint64_t hash() const { return state_.hash(); }
  std::uint64_t goal_hash() const { return ineq::goal_hash(bank_, state_); }

  // The theorem and the valid steps so far, which are a proof if the theorem is proven.
  Record record() const;
  std::vector<Action> valid_steps() const;

  std::string save() const;
  static Episode restore(std::string_view saved);  // throws Error

 private:
  struct Taken {
    bool valid;     // whether the kernel accepted the action, even if it changed nothing
    Action action;  // meaningful only if it is valid
  };

  void begin();
  Result refuse();
  Result finish(Outcome outcome, const Action& action, std::string missing = {});

  RuleSet rule_set_;
  std::shared_ptr<const Rules> rules_;
  std::size_t step_limit_;
  Bank bank_;
  Theorem theorem_;
  State state_;
  bool begun_ = false;
  std::vector<Taken> taken_;  // all steps so far
  Outcome last_ = Outcome::kChanged;
  Action last_action_;
  std::string missing_;  // why the last action did not reach the kernel; may be empty
};

}  // namespace ineq
