// `ineq split`: the test sets and training specifications of the experiments in generalisation.

#include "benchmark/split.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "base/error.h"
#include "benchmark/split_plan.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/specification_options.h"

namespace ineq {
namespace {

struct Options {
  SpecificationOptions base;
  SplitRequest request;
};

int split(const Options& options) {
  SplitRequest request = options.request;
  request.base = options.base.specification();
  make_folder(request.folder);
  std::size_t sets = 0;
  std::optional<Progress> progress;
  write_splits(request, [&](std::size_t done, std::size_t all) {
    sets = all;
    if (!progress) progress.emplace("test sets", all);
    progress->update(done, done);
  });
  progress.reset();
  fmt::print("{} test sets of {} theorems in {}\n", sets, request.test_size, request.folder);
  return 0;
}

}  // namespace

void add_split(CLI::App& app, Command& run) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand(
      "split", "Write test sets and training specifications of the paper's experiments");
  command->add_option("folder", options->request.folder, "Where to")->required();
  std::vector<std::string> names;
  std::string table = "Experiments:\n";
  for (const SplitPlan& experiment : split_plans()) {
    names.emplace_back(experiment.name);
    table += fmt::format("  {:<19}{}\n", experiment.name, experiment.what);
  }
  command->add_option("--only", options->request.experiments, "Some of the experiments")
      ->check(CLI::IsMember(names))
      ->delimiter(',');
  add_count(*command, "--tests", options->request.test_size, "Theorems of each test set");
  options->base.add_to(*command, {"axioms", "rules", "goal", "seed", "early_repeats"});
  command->footer(
      table +
      "Examples:\n"
      "  ineq split splits\n"
      "  ineq split splits --only orders,combinations --rules int-2021\n"
      "  ineq generate --spec splits/iid/k3l5/train.json -n 1000000 --out train.jsonl.zst");
  command->callback([options, &run] { run = [options] { return split(*options); }; });
}

}  // namespace ineq
