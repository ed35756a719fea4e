// `ineq stats`: what theorems look like, in tables and pictures (paper, Appendix E).

#include <fmt/format.h>

#include <algorithm>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/error.h"
#include "benchmark/shortest_statistics.h"
#include "benchmark/statistics.h"
#include "benchmark/statistics_report.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/screen.h"
#include "cli/specification_options.h"
#include "files/lines.h"
#include "files/make_folder.h"
#include "generate/generator.h"
#include "proof/record.h"
#include "proof/rules_by_set.h"

namespace ineq {
namespace {

struct StatsOptions {
  std::vector<std::string> files;
  SpecificationOptions specification;
  std::vector<std::string> settings;
  std::uint64_t count = 10'000;
  bool count_given = false;
  std::string plot;
  bool force = false;
  bool json = false;
  bool markdown = false;
  bool shortest = false;
  std::uint64_t shortest_nodes = 300;
  unsigned threads = 1;
};

constexpr std::uint64_t kShortestCount = 100;  // the default with --shortest

// The statistics that were asked for.
struct Counted {
  Statistics statistics;
  std::optional<ShortestStatistics> shortest;

  void add(RuleSet set, Bank& bank, const Proven& proven) {
    statistics.add(bank, proven);
    if (shortest) shortest->add(set, bank, proven);
  }
};

Setting read_setting(const std::string& text) {
  if (const auto setting = find_setting(text)) return *setting;
  throw Error("--kl: expected a setting such as k3l5, found '" + text + "'");
}

void add_generated(const StatsOptions& options, Counted& out) {
  Specification specification = options.specification.specification();
  std::set<Setting> settings;
  if (options.settings.empty()) settings = {{3, 3}, {3, 5}, {3, 7}, {5, 5}, {5, 7}};
  for (const std::string& text : options.settings) settings.insert(read_setting(text));
  const bool few = options.shortest && !options.count_given;
  const std::uint64_t count = few ? kShortestCount : options.count;
  Progress progress("generating", {.total = settings.size() * count});
  std::uint64_t made = 0;
  for (const Setting& setting : settings) {
    specification.k = setting.k;
    specification.l = setting.l;
    Generator generator(specification);
    for (std::uint64_t i = 0; i < count; ++i) {
      const Generated& generated = generator.generate(i);
      out.add(specification.rules, generator.bank(), generated.proven);
      ++made;
      progress.update(made, made);
    }
  }
}

// Returns how many proofs were rejected.
std::size_t add_file(const std::string& path, const RulesBySet& rules, Counted& out) {
  LineReader lines(path);
  FileProgress progress("reading", path);
  Bank bank;
  std::size_t rejected = 0, read = 0;
  for_each_record(lines, [&](const Record& record) {
    bank.reset();
    const RuleSet set = rules_for(record);
    const RecordVerdict verdict = check_record(bank, rules[set], record);
    if (verdict.proven) {
      out.add(set, bank, *verdict.proven);
    } else {
      ++rejected;
    }
    progress.update(lines, ++read);
  });
  return rejected;
}

int stats(const StatsOptions& options) {
  Counted counted;
  if (options.shortest) counted.shortest.emplace();
  const RulesBySet rules;
  std::size_t rejected = 0;
  if (!options.files.empty() && (options.specification.any() || !options.settings.empty())) {
    throw Error("the options of the generator cannot be combined with files");
  }
  if (!options.plot.empty()) {
    require_plots(options.plot, options.shortest, options.force);  // rather than after the work
    make_folder(options.plot);
  }
  if (options.files.empty()) {
    add_generated(options, counted);
  } else {
    for (const std::string& path : options.files) rejected += add_file(path, rules, counted);
  }
  const bool has_theorems = !counted.statistics.by_setting().empty();
  if (!has_theorems && rejected == 0) throw Error("there are no theorems");
  if (counted.shortest) {
    Progress progress("searching", {.total = counted.shortest->size()});
    counted.shortest->search(rules, options.shortest_nodes, options.threads,
                             [&](std::size_t done) { progress.update(done, done); });
  }
  const ShortestStatistics* shortest = counted.shortest ? &*counted.shortest : nullptr;
  if (options.json) {
    fmt::print("{}\n", statistics_json(counted.statistics, shortest).dump(2));
  } else {
    fmt::print("{}",
               statistics_tables(counted.statistics, shortest, table_style(options.markdown)));
  }
  if (!options.plot.empty() && has_theorems) {
    plot_statistics(counted.statistics, shortest, options.plot);
  }
  if (rejected > 0) fmt::print(stderr, "{} proofs were rejected and are left out\n", rejected);
  return rejected > 0 ? 1 : 0;
}

}  // namespace

void add_stats(CLI::App& app, Command& run) {
  const auto options = std::make_shared<StatsOptions>();
  CLI::App* command = app.add_subcommand("stats", "Show what theorems look like");
  command->add_option("files", options->files,
                      "Records, as JSON Lines; - is standard input (default: generated theorems)");
  const CLI::Option* count =
      add_count(*command, "-n", options->count,
                fmt::format("Theorems to generate per setting; with --shortest the default is {}",
                            kShortestCount));
  command
      ->add_option("--kl", options->settings,
                   "Settings to generate (default: k3l3,k3l5,k3l7,k5l5,k5l7)")
      ->type_name("SETTING")
      ->delimiter(',');
  options->specification.add_to(*command, {.only = {"axioms", "rules", "degree", "goal", "seed",
                                                    "order_trials", "early_repeats"}});
  command
      ->add_option("--plot", options->plot,
                   "Draw length, axioms and nodes into this folder, as SVG and PNG")
      ->type_name("FOLDER");
  add_force(*command, options->force);
  command->add_flag("--json", options->json, "Print all distributions as JSON");
  add_markdown(*command, options->markdown);
  command->add_flag("--shortest", options->shortest,
                    "Also search for the shortest proof of each theorem");
  add_count(*command, "--shortest-nodes", options->shortest_nodes,
            "Maximum number of states that each of these searches expands");
  add_threads(*command, options->threads, "Number of threads for these searches");
  command->footer(
      "Examples:\n"
      "  ineq stats --axioms field --plot pictures\n"
      "  ineq stats --rules int-2021 --goal inequality --kl k5l5\n"
      "  ineq stats --shortest --kl k3l5 -n 1000\n"
      "  ineq stats train.jsonl.zst");
  command->callback([options, count, &run] {
    options->count_given = count->count() > 0;
    run = [options] { return stats(*options); };
  });
}

}  // namespace ineq
