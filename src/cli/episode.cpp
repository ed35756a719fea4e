// `ineq episode`: plays the actions of records and prints all that a learner would see.

#include <fmt/format.h>

#include <memory>
#include <string>

#include "base/error.h"
#include "cli/commands.h"
#include "env/transcript.h"
#include "files/lines.h"
#include "proof/record.h"

namespace ineq {
namespace {

struct EpisodeOptions {
  std::string file;
  std::string id;
  std::string rules;
  std::uint64_t steps = kDefaultStepLimit;
};

int play_episodes(const EpisodeOptions& options) {
  LineReader lines(options.file);
  bool any = false;
  bool all_proven = true;
  for_each_record(lines, [&](const Record& record) {
    if (!options.id.empty() && record.id != options.id) return;
    const RuleSet rules = options.rules.empty() ? rules_for(record) : *find_rule_set(options.rules);
    std::string text = any ? "\n" : "";
    all_proven &= append_transcript(record, rules, options.steps, text);
    any = true;
    fmt::print("{}", text);
  });
  if (!any) throw Error(lines.name() + ": there is no record " + options.id);
  return all_proven ? 0 : 1;
}

}  // namespace

void add_episode(CLI::App& app, Command& run) {
  const auto options = std::make_shared<EpisodeOptions>();
  CLI::App* command = app.add_subcommand(
      "episode", "Play the actions of records and print every state and step as a learner sees it");
  command->add_option("file", options->file, "JSON Lines, plain or .zst; - is standard input")
      ->required();
  command->add_option("--id", options->id, "Play only the records with this id")->type_name("ID");
  add_count(*command, "--steps", options->steps, "The step limit");
  add_rules_option(*command, options->rules, "Play under this set, whatever the records say");
  command->footer(
      "Prints hashes, goals, facts, texts, token numbers and graphs of each state, and the result\n"
      "of each action. An action that cannot be read is shown but does not count as a step.\n"
      "Exit code: 0 all proven, 1 some not proven, 2 bad input.\n"
      "Examples:\n"
      "  ineq episode examples/theorems.jsonl --id figure-1\n"
      "  ineq generate -n 1 --out - | ineq episode --steps 5 -");
  command->callback([options, &run] { run = [options] { return play_episodes(*options); }; });
}

}  // namespace ineq
