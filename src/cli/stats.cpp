// `ineq stats`: what theorems look like, in tables and pictures (paper, Appendix E).

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <set>

#include "base/error.h"
#include "benchmark/gnuplot.h"
#include "benchmark/shortest_statistics.h"
#include "benchmark/statistics.h"
#include "cli/commands.h"
#include "cli/progress.h"
#include "cli/specification_options.h"
#include "files/lines.h"
#include "generate/generator.h"
#include "proof/record.h"
#include "proof/rules_by_set.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;

struct Options {
  std::vector<std::string> files;
  SpecificationOptions specification;
  std::vector<std::string> settings;
  std::uint64_t count = 10'000;
  bool count_given = false;
  std::string plot;
  bool json = false;
  bool shortest = false;
  std::uint64_t shortest_nodes = 300;
  unsigned threads = 1;
};

constexpr std::uint64_t kShortestCount = 100;  // the default where each theorem is searched in

// All that is counted of theorems.
struct Counted {
  Statistics statistics;
  std::optional<ShortestStatistics> shortest;

  void add(RuleSet set, Bank& bank, const Proven& proven) {
    statistics.add(bank, proven);
    if (shortest) shortest->add(set, bank, proven);
  }
};

// k3l5
Setting read_setting(const std::string& text) {
  Setting out{};
  const char* at = text.data();
  const char* const end = at + text.size();
  bool good = true;
  for (const auto& [letter, value] : {std::pair{'k', &out.k}, {'l', &out.l}}) {
    good = good && at != end && *at == letter;
    if (!good) break;
    const auto [after, error] = std::from_chars(at + 1, end, *value);
    good = error == std::errc();
    at = after;
  }
  if (!good || at != end) {
    throw Error("--kl: expected something like k3l5, found '" + text + "'");
  }
  return out;
}

void add_generated(const Options& options, Counted& out) {
  Specification specification = options.specification.specification();
  std::set<Setting> settings;
  if (options.settings.empty()) settings = {{3, 3}, {3, 5}, {3, 7}, {5, 5}, {5, 7}};
  for (const std::string& text : options.settings) settings.insert(read_setting(text));
  const bool few = options.shortest && !options.count_given;
  const std::uint64_t count = few ? kShortestCount : options.count;
  Progress progress("generating", settings.size() * count);
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
  std::error_code unknown;
  const auto size = std::filesystem::file_size(path, unknown);
  LineReader lines(path);
  Progress progress("reading", unknown ? 0 : size);
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
    progress.update(lines.bytes_read(), ++read);
  });
  return rejected;
}

// The axioms by how often they are used, all theorems together.
std::vector<std::size_t> by_use(const TheoremStatistics& all) {
  std::vector<std::size_t> order;
  for (std::size_t i = 0; i < kAxiomCount; ++i) {
    if (all.axioms[i] > 0) order.push_back(i);
  }
  std::ranges::stable_sort(order, std::greater(), [&](std::size_t i) { return all.axioms[i]; });
  return order;
}

void print_tables(const Statistics& statistics, const TheoremStatistics& all) {
  fmt::print(
      "| | theorems | goal: characters, mean | deviation | 10 % | median | 90 % | most | "
      "observation: characters | nodes at first | nodes, mean of all states | with premises % | "
      "with several % | inequalities % | distinct goals % |\n"
      "|---|---|---|---|---|---|---|---|---|---|---|---|---|---|---|\n");
  for (const auto& [setting, s] : statistics.by_setting()) {
    const std::uint64_t none = s.premises.counts().contains(0) ? s.premises.counts().at(0) : 0;
    const std::uint64_t one = s.premises.counts().contains(1) ? s.premises.counts().at(1) : 0;
    fmt::print(
        "| {} | {} | {:.1f} | {:.1f} | {} | {} | {} | {} | {:.1f} | {:.1f} | {:.1f} | {:.1f} | "
        "{:.1f} | {:.1f} | {:.1f} |\n",
        name_of(setting), s.size(), s.characters.mean(), s.characters.deviation(),
        s.characters.quantile(0.1), s.characters.quantile(0.5), s.characters.quantile(0.9),
        s.characters.quantile(1), s.source_characters.mean(), s.nodes.mean(), s.step_nodes.mean(),
        percent(s.size() - none, s.size()), percent(s.size() - none - one, s.size()),
        percent(s.inequalities, s.size()), percent(s.goals.size(), s.size()));
  }
  fmt::print("\n| share of the steps, % | all |");
  std::string line = "|---|---|";
  for (const auto& [setting, s] : statistics.by_setting()) {
    fmt::print(" {} |", name_of(setting));
    line += "---|";
  }
  fmt::print("\n{}\n", line);
  for (const std::size_t axiom : by_use(all)) {
    fmt::print("| {} | {:.2f} |", axioms()[axiom].name, percent(all.axioms[axiom], all.steps()));
    for (const auto& [setting, s] : statistics.by_setting()) {
      fmt::print(" {:.2f} |", percent(s.axioms[axiom], s.steps()));
    }
    fmt::print("\n");
  }
}

void print_json(const Counted& counted) {
  Json out = Json::array();
  for (const auto& [setting, s] : counted.statistics.by_setting()) {
    Json use = Json::object();
    for (std::size_t i = 0; i < kAxiomCount; ++i) use[std::string(axioms()[i].name)] = s.axioms[i];
    out.push_back({{"k", setting.k},
                   {"l", setting.l},
                   {"theorems", s.size()},
                   {"steps", s.steps()},
                   {"inequalities", s.inequalities},
                   {"distinct_goals", s.goals.size()},
                   {"axioms", use},
                   {"goal_characters", to_json(s.characters)},
                   {"observation_characters", to_json(s.source_characters)},
                   {"nodes", to_json(s.nodes)},
                   {"step_nodes", to_json(s.step_nodes)},
                   {"premises", to_json(s.premises)}});
    if (counted.shortest) {
      out.back()["shortest"] = to_json(counted.shortest->by_setting().at(setting));
    }
  }
  fmt::print("{}\n", out.dump(2));
}

void plot_lengths(const Statistics& statistics, const std::string& folder) {
  constexpr std::uint32_t kBin = 10;
  Picture picture{.title = "Theorem length",
                  .x = "characters of the goal",
                  .y = "share of the theorems, %",
                  .curves = {}};
  for (const auto& [setting, s] : statistics.by_setting()) {
    std::map<std::uint32_t, std::uint64_t> bins;
    const std::uint32_t end = s.characters.quantile(0.995);  // the last few would squeeze the rest
    for (const auto& [value, count] : s.characters.counts()) {
      if (value <= end) bins[value / kBin] += count;
    }
    Curve curve{.name = name_of(setting), .points = {}};
    for (std::uint32_t bin = 0; bin <= end / kBin; ++bin) {
      curve.points.emplace_back((bin + 0.5) * kBin, percent(bins[bin], s.size()));
    }
    picture.curves.push_back(std::move(curve));
  }
  draw(picture, folder + "/length");
}

void plot_axioms(const TheoremStatistics& all, const std::string& folder) {
  Bars bars{.title = "Use of the axioms", .x = "share of the steps, %", .bars = {}};
  for (const std::size_t axiom : by_use(all)) {
    bars.bars.emplace_back(axioms()[axiom].name, percent(all.axioms[axiom], all.steps()));
  }
  draw(bars, folder + "/axioms");
}

void plot_nodes(const Statistics& statistics, const std::string& folder) {
  Picture picture{.title = "Nodes of a state",
                  .x = "L, steps of the proof",
                  .y = "nodes, mean",
                  .curves = {},
                  .whole_x = true};
  std::map<std::size_t, Curve> curves;  // by K
  for (const auto& [setting, s] : statistics.by_setting()) {
    Curve& curve = curves[setting.k];
    curve.name = fmt::format("K{}", setting.k);
    curve.points.emplace_back(setting.l, s.step_nodes.mean());
  }
  for (auto& [k, curve] : curves) picture.curves.push_back(std::move(curve));
  draw(picture, folder + "/nodes");
}

int stats(const Options& options) {
  Counted counted;
  if (options.shortest) counted.shortest.emplace();
  const RulesBySet rules;
  std::size_t rejected = 0;
  if (!options.files.empty() && (options.specification.any() || !options.settings.empty())) {
    throw Error("the options of the generator do not go with files");
  }
  if (options.files.empty()) {
    add_generated(options, counted);
  } else {
    for (const std::string& path : options.files) rejected += add_file(path, rules, counted);
  }
  const Statistics& statistics = counted.statistics;
  const TheoremStatistics all = statistics.all();
  if (all.size() == 0 && rejected == 0) throw Error("there are no theorems");
  if (counted.shortest) {
    Progress progress("searching", counted.shortest->size());
    counted.shortest->search(rules, options.shortest_nodes, options.threads,
                             [&](std::size_t done) { progress.update(done, done); });
  }
  if (options.json) {
    print_json(counted);
  } else {
    print_tables(statistics, all);
    if (counted.shortest) {
      fmt::print("\n");
      print_table(*counted.shortest);
    }
  }
  if (!options.plot.empty() && all.size() > 0) {
    make_folder(options.plot);
    plot_lengths(statistics, options.plot);
    plot_axioms(all, options.plot);
    plot_nodes(statistics, options.plot);
    if (counted.shortest) plot(*counted.shortest, options.plot + "/shortest");
  }
  if (rejected > 0) fmt::print(stderr, "{} proofs were rejected and are left out\n", rejected);
  return rejected > 0 ? 1 : 0;
}

}  // namespace

void add_stats(CLI::App& app, Command& run) {
  const auto options = std::make_shared<Options>();
  CLI::App* command = app.add_subcommand("stats", "Show what theorems look like");
  command->add_option("files", options->files,
                      "Records, as JSON Lines; - is standard input; none: generated ones");
  const CLI::Option* count = add_count(
      *command, "-n", options->count,
      fmt::format("Theorems to generate of each setting; with --shortest {}", kShortestCount));
  command
      ->add_option("--kl", options->settings,
                   "Settings to generate; without it k3l3,k3l5,k3l7,k5l5,k5l7")
      ->delimiter(',');
  options->specification.add_to(
      *command, {"axioms", "rules", "degree", "goal", "seed", "order_trials", "early_repeats"});
  command->add_option("--plot", options->plot,
                      "Draw length, axioms and nodes into this folder, as SVG and PNG");
  command->add_flag("--json", options->json, "Print all distributions as JSON");
  command->add_flag("--shortest", options->shortest,
                    "Also look for the shortest proofs, and prove that none is shorter");
  add_count(*command, "--shortest-nodes", options->shortest_nodes,
            "States that each search for them expands, at most");
  add_threads(*command, options->threads, "Number of threads that search");
  command->footer(
      "The tables are in Markdown.\n"
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
