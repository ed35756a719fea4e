// `ineq score`: how many problems the proofs of any program prove.

#include <fmt/format.h>

#include <memory>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/error.h"
#include "benchmark/score_report.h"
#include "cli/commands.h"
#include "cli/problem_options.h"
#include "cli/screen.h"
#include "files/output.h"

namespace ineq {
namespace {

struct ScoreOptions {
  ProblemSelection problems;
  std::vector<std::string> proofs;
  std::size_t steps = ScoreRequest().step_limit;
  std::string name;
  bool json = false;
  bool markdown = false;
};

int score(const ScoreOptions& options) {
  for (const std::string& problems : options.problems.files) {
    for (const std::string& proofs : options.proofs) {
      refuse_same_file("--problems", problems, "--proofs", proofs);
    }
  }
  const std::vector<TestProblem> problems = read_problems(options.problems);
  const Score found =
      make_score({.problems = problems, .proofs = options.proofs, .step_limit = options.steps});
  ScoreSubject subject{
      .name = options.name, .sha256 = problems_checksum(problems), .step_limit = options.steps};
  if (!options.problems.set.empty()) subject.set = find_frozen_set(options.problems.set);
  if (found.without_proof == problems.size()) fmt::print(stderr, "note: there are no proofs\n");
  if (options.json) {
    fmt::print(
        "{}\n",
        score_json(found, subject).dump(2, ' ', false, nlohmann::json::error_handler_t::replace));
  } else {
    fmt::print("{}", score_text(found, subject, table_style(options.markdown)));
  }
  return 0;
}

}  // namespace

void add_score(CLI::App& app, Command& run) {
  const auto options = std::make_shared<ScoreOptions>();
  CLI::App* command =
      app.add_subcommand("score", "Score the proofs of any program on a set of problems");
  add_problems(*command, options->problems);
  command
      ->add_option("--proofs", options->proofs,
                   "Records with the proofs to score, as JSON Lines, plain or .zst; - is standard "
                   "input")
      ->required();
  add_count(*command, "--steps", options->steps,
            "Maximum number of steps of a proof that counts; a problem that is not proven counts "
            "as a proof of this length",
            {.max = kMaxRecordList});
  command->add_option("--name", options->name, "The name of what made the proofs, for the output")
      ->type_name("NAME");
  command->add_flag("--json", options->json, "Print the result as JSON");
  add_markdown(*command, options->markdown);
  command->footer(
      "A proof is for the problem with the same goal and premises. The kernel checks it under the\n"
      "rules of the problem, whatever its record says. A proof that is rejected does not count,\n"
      "and is listed with the reason. Refused are proofs of other theorems, second proofs of a\n"
      "problem, and lines that are no records with proofs.\n"
      "Exit code: 0 the score is printed, 2 bad input.\n"
      "Examples:\n"
      "  ineq score --set v1/iid/k3l5/test --proofs mine.jsonl\n"
      "  ineq score --set v1/iid/k3l5/test --proofs mine.jsonl --name mine --json\n"
      "  ineq score --problems problems.jsonl --proofs a.jsonl b.jsonl.zst");
  command->callback([options, command, &run] {
    require_problems(*command, options->problems);
    run = [options] { return score(*options); };
  });
}

}  // namespace ineq
