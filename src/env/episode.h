#pragma once
// One attempt at a theorem as a Markov decision process (paper, Appendix H): every action is a
// step, the reward is 1 for the step that proves the theorem and 0 for all others, and after
// `step_limit` steps the attempt is over.
//
// An episode has a bank of its own. It can be copied, undone, saved as a line of JSON and restored:
// what it remembers is the theorem and its valid steps, from which the state follows.

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

std::uint64_t goal_hash(const Bank& bank, const State& state);  // of the goals as a set

class Episode {
 public:
  // Over until it is reset. Throw Error on a step limit that no record of the episode could hold.
  explicit Episode(RuleSet rules, std::size_t step_limit = kDefaultStepLimit);
  Episode(RuleSet rules, std::shared_ptr<const Rules> shared, std::size_t step_limit);

  // Begin with a theorem: of a record, whose proof is not looked at and whose rules, if it names
  // any, must be those of the episode; or of another bank. Throw Error.
  void reset(const Record& record);
  void reset(const Bank& from, const Theorem& theorem);

  struct Result {
    Outcome outcome;          // kClosed if it was over already
    double reward = 0;        // 1 if this step has proven the theorem
    bool terminated = false;  // the theorem is proven
    bool truncated = false;   // it is not, and this was the last step
  };
  Result step(const Action& action);
  // By text, INT's or the pointer text, which begins with @. What names nothing in the state is a
  // step that does nothing. Throws Error on a text that cannot be read, which is no step.
  Result step(std::string_view text);
  // The same for a policy that writes freely: a text that cannot be read is a step that does
  // nothing.
  Result attempt(std::string_view text);

  // Back before the last step, whatever it was; false at the beginning.
  bool undo();

  bool begun() const { return begun_; }  // it was reset at all
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

  // Why the last step did what it did, in words; empty where it changed the state.
  std::string why() const;

  // Of goals and facts, as search over states counts them; and of the goals alone, as later users
  // of INT do. The same in every bank.
  std::uint64_t hash() const { return state_.hash(); }
  std::uint64_t goal_hash() const { return ineq::goal_hash(bank_, state_); }

  // The theorem and the valid steps so far: a proof where the theorem is proven.
  Record record() const;

  std::string save() const;
  static Episode restore(std::string_view saved);  // throws Error

 private:
  struct Taken {
    bool valid;     // an action that the kernel took, even if it changed nothing
    Action action;  // if it is valid
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
  std::string missing_;  // why, where the kernel was not asked
};

}  // namespace ineq
