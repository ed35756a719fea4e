#pragma once
// Programs as agents: policies, which are followed or guide a search, and provers, which are given
// a theorem and return a proof (docs/agents.md, "Agents as programs").

#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "agents/agent.h"
#include "agents/program.h"

namespace ineq {

inline constexpr std::string_view kProgramPrefix = "exec:";

// A program that has been started and has introduced itself.
class ProgramAgent {
 public:
  // `answer_seconds` is the time for an answer and for the start. Throws Error if the program
  // cannot be started, or if it is not an agent that can act like this within these limits.
  ProgramAgent(const std::string& command, double answer_seconds, const ActingOptions& acting,
               const AgentRequest& request);

  const ProgramIdentity& identity() const { return identity_; }
  std::string name() const { return std::string(kProgramPrefix) + identity_.name; }
  // About processes that broke the protocol; empty if there were none.
  std::string remark() const { return family_->remark(); }

  // Lets a process of its own act; the first one is the process that has introduced itself. May be
  // called from several threads; what it returns is for one thread at a time.
  Act make_act();

 private:
  const ActingOptions acting_;
  const std::shared_ptr<ProgramFamily> family_;
  std::mutex mutex_;  // of first_
  std::unique_ptr<Program> first_;
  ProgramIdentity identity_;
};

// A solver for benchmarks, as make_agent_solver is for networks.
Solver make_program_solver(std::shared_ptr<ProgramAgent> program, const std::string& command,
                           const ActingOptions& acting, const AgentRequest& request,
                           nlohmann::json options);

}  // namespace ineq
