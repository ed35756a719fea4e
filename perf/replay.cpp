// Times the steps of the proofs in a file in two ways: as texts, where each action is parsed and
// applied and the observation printed, and as actions in memory. Prints the number of steps and the
// microseconds per step as JSON. The time to read the file is not included.

#include <fmt/format.h>

#include <chrono>
#include <exception>
#include <vector>

#include "base/error.h"
#include "proof/action_text.h"
#include "proof/observation.h"
#include "proof/record.h"
#include "proof/rules_by_set.h"

namespace ineq {
namespace {

using Clock = std::chrono::steady_clock;

void replay(const std::string& path) {
  const RulesBySet all_rules;
  LineReader lines(path);
  std::chrono::nanoseconds by_text{0}, in_memory{0};
  std::size_t steps = 0;
  std::string answer;
  Bank bank;
  for_each_record(lines, [&](const Record& record) {
    const Rules& rules = all_rules[rules_for(record)];
    bank.reset();
    const RecordVerdict verdict = check_record(bank, rules, record);
    if (!verdict.proven) throw Error(verdict.reason);
    steps += record.proof.size();

    State read(bank, verdict.proven->theorem()), taken = read;
    auto start = Clock::now();
    for (const std::string& text : record.proof) {
      read.apply(bank, rules, *read_action(bank, read, text).action);
      answer.clear();
      print_observation(bank, read, answer);
    }
    by_text += Clock::now() - start;

    start = Clock::now();
    for (const Action& action : verdict.proven->proof()) taken.apply(bank, rules, action);
    in_memory += Clock::now() - start;
    INEQ_CHECK(read.proven() && taken.proven());
  });
  const auto each = [&](std::chrono::nanoseconds time) {
    return static_cast<double>(time.count()) / 1000 / static_cast<double>(steps);
  };
  fmt::print("{{\"steps\": {}, \"text_us\": {:.3f}, \"memory_us\": {:.3f}}}\n", steps,
             each(by_text), each(in_memory));
}

}  // namespace
}  // namespace ineq

int main(int argc, char** argv) {
  try {
    if (argc != 2) throw ineq::Error("usage: ineq_replay FILE");
    ineq::replay(argv[1]);
    return 0;
  } catch (const std::exception& error) {
    fmt::print(stderr, "ineq_replay: {}\n", error.what());
    return 2;
  }
}
