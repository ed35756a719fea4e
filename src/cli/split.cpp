// `ineq split`: the test and validation sets and training specifications of the experiments in
// generalisation, and whether they are the published ones.

#include "benchmark/split.h"

#include <fmt/format.h>

#include <memory>
#include <optional>

#include "base/error.h"
#include "benchmark/frozen_set.h"
#include "benchmark/split_manifest.h"
#include "benchmark/split_plan.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/specification_options.h"
#include "cli/values.h"
#include "files/make_folder.h"
#include "files/output.h"

namespace ineq {
namespace {

struct SplitOptions {
  SpecificationOptions base;
  SplitRequest request;
  bool verify = false;
  bool list = false;
  std::string manifest;
};

// Shows how many sets are done.
class Sets {
 public:
  SplitProgress update() {
    return [this](std::size_t done, std::size_t all) {
      if (!progress_) progress_.emplace("sets", Progress::Options{.total = all});
      progress_->update(done, done);
    };
  }

 private:
  std::optional<Progress> progress_;
};

int write(const SplitRequest& request) {
  make_folder(request.folder);
  std::size_t sets = 0;
  {
    Sets progress;
    const SplitProgress update = progress.update();
    write_splits(request, [&](std::size_t done, std::size_t all) {
      sets = all;
      update(done, all);
    });
  }
  say(stdout, "{} test sets of {} theorems and {} validation sets of {} in {}, {}\n", sets / 2,
      request.test_size, sets / 2, request.validation_size, request.folder,
      is_frozen(request) ? fmt::format("version {}", kSplitVersion) : "custom");
  return 0;
}

int verify(const SplitRequest& request) {
  const SplitManifest expected = select_experiments(frozen_manifest(), request.experiments);
  std::vector<std::string> wrong;
  std::string compared;
  if (!request.folder.empty()) {
    const SplitManifest here = experiments_in(request.folder, expected);
    for (const std::string& text : differences_in(request.folder, here)) {
      wrong.push_back(request.folder + "/" + text);
    }
    compared = fmt::format(", and {} in {}", here.size(), request.folder);
  }
  Sets progress;
  for (const std::string& text : differences(expected, make_manifest(request, progress.update()))) {
    wrong.push_back("made again: " + text);
  }
  for (const std::string& text : wrong) say(stdout, "{}\n", text);
  if (!wrong.empty()) return 1;
  say(stdout, "{}: verified {} files that were made again{}\n", kSplitVersion, expected.size(),
      compared);
  return 0;
}

int list_sets() {
  for (const FrozenSet& set : frozen_sets()) {
    fmt::print("{:<46} {:>4} theorems  {}\n", set.name, set.theorems, set.sha256);
  }
  return 0;
}

int split(const SplitOptions& options) {
  if (options.list) return list_sets();
  SplitRequest request = options.request;
  request.base = options.base.specification();
  const bool manifest = !options.manifest.empty();
  if ((options.verify || manifest) && !is_frozen(request)) {
    throw Error("--verify and --manifest need the default options; --verify also allows --only");
  }
  if (manifest) {
    if (options.verify || !request.folder.empty()) {
      throw Error("--manifest cannot be combined with a folder or --verify");
    }
    if (!request.experiments.empty()) throw Error("--manifest cannot be combined with --only");
    if (!request.force) require_absent(options.manifest);
    Sets progress;
    write_file(options.manifest, write_manifest(make_manifest(request, progress.update())));
    return 0;
  }
  if (options.verify) return verify(request);
  if (request.folder.empty()) throw Error("expected a folder to write to (see ineq split --help)");
  return write(request);
}

}  // namespace

void add_split(CLI::App& app, Command& run) {
  const auto options = std::make_shared<SplitOptions>();
  CLI::App* command = app.add_subcommand(
      "split",
      "Write the test and validation sets and training specifications of the paper's experiments");
  CLI::Option* folder = command->add_option("folder", options->request.folder,
                                            "The folder to write to, or to verify");
  std::vector<std::string_view> names;
  std::string table = "Experiments:\n";
  for (const SplitPlan& plan : split_plans()) {
    names.emplace_back(plan.name);
    table += fmt::format("  {:<19}{}\n", plan.name, plan.what);
  }
  command
      ->add_option("--only", options->request.experiments, "Only these experiments (default: all)")
      ->check(one_of(names))
      ->type_name("NAME")
      ->delimiter(',')
      ->allow_extra_args(false);  // the folder may follow
  add_count(*command, "--tests", options->request.test_size, "Theorems per test set", {.min = 1});
  add_count(*command, "--validation", options->request.validation_size,
            "Theorems per validation set");
  CLI::Option* verify = command->add_flag(
      "--verify", options->verify,
      "Compare the files in the folder, if one is given, and sets that are made again "
      "with the published checksums");
  command
      ->add_flag("--list", options->list,
                 "Print the names, sizes and checksums of the frozen sets, for --set of other "
                 "commands")
      ->excludes(folder)
      ->excludes(verify);
  command->add_option("--manifest", options->manifest,
                      "Write the checksums of all files to this file, for a new version");
  add_force(*command, options->request.force);
  options->base.add_to(
      *command, {.only = {"axioms", "rules", "goal", "seed", "order_trials", "early_repeats"}});
  command->footer(table +
                  "Examples:\n"
                  "  ineq split splits\n"
                  "  ineq split splits --verify\n"
                  "  ineq split --list\n"
                  "  ineq split splits --only orders,combinations --rules int-2021\n"
                  "  ineq generate --spec splits/iid/k3l5/train.json -n 1000000 --out train.jsonl");
  command->callback([options, &run] { run = [options] { return split(*options); }; });
}

}  // namespace ineq
