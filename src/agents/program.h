#pragma once
// A program of any language that is an agent: the process, its start and its end, and the protocol
// up to the point where the questions differ (docs/agents.md, "Agents as programs"). Messages are
// objects of JSON, one per line.
//
// A program that breaks the protocol is killed; the next question starts it again. It must then
// introduce itself in the same way.

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "agents/network.h"
#include "benchmark/child_starter.h"
#include "benchmark/line_process.h"

namespace ineq {

inline constexpr int kProgramProtocol = 1;

// The words of a command, as a shell would split it: 'a b', "a b" and a\ b are one word each.
// Nothing else has a special meaning. Throws Error.
std::vector<std::string> split_command(std::string_view command);

// How a program introduces itself.
struct ProgramIdentity {
  enum class Mode : std::uint8_t { kPolicy, kProver };

  std::string name = {};
  std::string version = {};
  Mode mode = Mode::kPolicy;
  // Of policies: the views of states that it is sent, whether it gives values, and whether it may
  // name actions that are not legal, which are passed over.
  bool text = false;
  bool pointer = false;
  bool graph = false;
  bool actions = false;
  bool values = false;
  bool skips_illegal = false;
  std::size_t batch = kTogether;  // the most states that it is asked about together

  friend bool operator==(const ProgramIdentity&, const ProgramIdentity&) = default;
};

// Reads the answer to the greeting. Throws Error.
ProgramIdentity read_identity(const nlohmann::json& answer);

struct ProgramOptions {
  std::string command;
  double answer_seconds = 60;                    // for an answer, and for the start
  std::size_t memory = std::size_t{4} << 30;     // bytes of its address space
  const std::atomic<bool>* interrupt = nullptr;  // once true, asking ends soon
  std::function<bool()> is_interrupted = {};     // likewise, once this returns true
  nlohmann::ordered_json greeting = {};          // the field `options` of the greeting
};

// What several processes of the same program share.
class ProgramFamily {
 public:
  // Throws Error if there is no such program.
  explicit ProgramFamily(const ProgramOptions& options);

  const ProgramOptions& options() const { return options_; }
  const std::vector<std::string>& arguments() const { return arguments_; }
  ChildStarter& starter() { return starter_; }

  // Counts a process that broke the protocol.
  void count_fault(const std::string& why);
  // A sentence about such processes; empty if there were none.
  std::string remark() const;

 private:
  const ProgramOptions options_;
  const std::vector<std::string> arguments_;
  ChildStarter starter_;
  mutable std::mutex mutex_;  // of the next two
  std::size_t faults_ = 0;
  std::string last_fault_;
};

// One process of a program, which is restarted after faults. For one thread at a time.
class Program {
 public:
  // Starts the program and waits for its introduction. Throws Error.
  explicit Program(std::shared_ptr<ProgramFamily> family);
  // The same for a further process, whose introduction must be `identity`; like a restart.
  Program(std::shared_ptr<ProgramFamily> family, ProgramIdentity identity);
  ~Program();
  Program(const Program&) = delete;
  Program& operator=(const Program&) = delete;

  const ProgramIdentity& identity() const { return identity_; }

  struct Answer {
    enum class End : std::uint8_t { kAnswer, kFault, kSeconds, kInterrupted };
    End end = End::kAnswer;
    nlohmann::json json = {};  // kAnswer
    std::string why = {};      // kFault and kSeconds, which is a fault, too
    bool was_fresh = false;    // it was the first question since the program was started
  };
  // Starts the program if it is not running. Throws Error if that fails several times in a row. An
  // interrupt ends it early.
  void ensure_started();
  // Asks a question, an object, to which its number is added, and starts the program before if it
  // is not running. `limit` replaces the usual time for an answer; it is no fault to reach it.
  // Throws Error if the program cannot be started several times in a row.
  Answer ask(const nlohmann::ordered_json& question, std::optional<double> limit = {});
  // Kills the program, because its last answer was wrong.
  void reject(const std::string& why);

 private:
  // Starts the program. Returns what went wrong; throws Interrupted.
  std::optional<std::string> start(std::optional<ProgramIdentity>& identity);
  void restart();
  Answer exchange(const nlohmann::ordered_json& question, double seconds);

  const std::shared_ptr<ProgramFamily> family_;
  ProgramIdentity identity_;
  std::unique_ptr<LineProcess> process_;  // null: not running
  std::uint64_t questions_ = 0;           // to this process, with the greeting
};

}  // namespace ineq
