#include "experiment/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "benchmark/split_manifest.h"
#include "benchmark/table.h"
#include "experiment/cell_numbers.h"
#include "experiment/report_claim.h"
#include "experiment/report_table.h"
#include "files/fields.h"
#include "files/make_folder.h"
#include "files/output.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kChecksumDigits = 16;

std::string counted(std::size_t count, const char* what) {
  return fmt::format("{} {}{}", count, what, count == 1 ? "" : "s");
}

std::string minutes(double seconds) {
  return seconds < 60 ? fmt::format("{:.0f} CPU seconds", seconds)
                      : fmt::format("{:.0f} CPU minutes", seconds / 60);
}

// The anchor that Markdown viewers give a heading.
std::string anchor_of(const std::string& title) {
  std::string out;
  for (const char c : title) {
    if (c == ' ' || c == '-') out += '-';
    if (std::isalnum(static_cast<unsigned char>(c))) {
      out += static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
    }
  }
  return out;
}

std::optional<double> number_of(const std::string& text) {
  double out = 0;
  const char* const end = text.data() + text.size();
  const auto read = std::from_chars(text.data(), end, out);
  return read.ec == std::errc() && read.ptr == end ? std::optional(out) : std::nullopt;
}

class Reporter {
 public:
  Reporter(const Suite& suite, const Plan& plan, const ResultStore& store,
           const std::string& folder)
      : shared_(suite.shared), plan_(plan), store_(store), folder_(folder) {}

  ExperimentReport make() {
    std::string sections;
    Table contents({"experiment", "paper", "trainings", "tests", "CPU minutes"});
    for (const PlannedExperiment& planned : plan_.experiments) {
      const CellNumbers numbers(planned, plan_, store_);
      const Experiment& experiment = *planned.experiment;
      const CellNumbers::Cost cost = numbers.cost();
      contents.add({link_to(experiment), experiment.paper.empty() ? "–" : experiment.paper,
                    fmt::to_string(cost.trainings), fmt::to_string(cost.tests),
                    fmt::format("{:.0f}", (cost.training_seconds + cost.test_seconds) / 60)});
      for (const auto& [agent, training] : numbers.trainings({}, {})) {
        if (agents_.insert(agent).second) seconds_ += training->cpu_seconds;
      }
      sections += "\n" + section(experiment, numbers, cost);
    }
    report_.text = fmt::format(
        "# {}\n\n{}\n\n{}\n\n{}\n{} trained agents, {} of training in all. Agents are shared "
        "between "
        "experiments.\n\n## Conclusions\n\n{}{}\n{}\n{}",
        shared_.title, shared_.scales.at(plan_.scale).text, shared_.text, markdown(contents),
        agents_.size(), minutes(seconds_), markdown(conclusions_), sections, ways_to_act(),
        test_sets());
    return std::move(report_);
  }

 private:
  static std::string markdown(const Table& table) { return table.text({.markdown = true}); }

  static std::string link_to(const Experiment& experiment) {
    return fmt::format("[{}](#{})", experiment.title, anchor_of(experiment.title));
  }

  std::string section(const Experiment& experiment, const CellNumbers& numbers,
                      const CellNumbers::Cost& cost) {
    std::string out = fmt::format("## {}\n\n", experiment.title);
    if (!experiment.paper.empty()) out += fmt::format("*Paper: {}.*\n\n", experiment.paper);
    out += experiment.text + "\n";
    out += fmt::format("\n```\nineq experiment run {} --scale {}\n```\n\n", experiment.name,
                       plan_.scale);
    out += fmt::format("{} ({}) and {} ({}).\n", counted(cost.trainings, "training"),
                       minutes(cost.training_seconds), counted(cost.tests, "test"),
                       minutes(cost.test_seconds));
    if (cost.missing_tests > 0) {
      out += fmt::format("**Of this scale, {} {} not been run yet.**\n",
                         counted(cost.missing_tests, "test"),
                         cost.missing_tests == 1 ? "has" : "have");
    }
    for (const TableSpec& spec : experiment.tables) {
      const std::string table = make_table(shared_, experiment, spec, numbers, report_.numbers);
      out += fmt::format("\n**{}**\n\n{}", spec.title, table);
    }
    for (const PlotSpec& spec : experiment.plots) {
      const std::optional<Picture> picture = make_picture(spec, numbers);
      if (!picture) continue;
      report_.pictures.emplace_back(spec.name, *picture);
      if (folder_.empty()) continue;  // a report without pictures
      out += fmt::format("\n![{}]({}/{}.svg)\n", spec.title, folder_, spec.name);
    }
    if (!experiment.claims.empty()) out += "\n";
    for (const Claim& claim : experiment.claims) {
      const auto [verdict, because] = judge(shared_, experiment, claim, numbers);
      conclusions_.add({claim.text, verdict, link_to(experiment)});
      out += fmt::format("- {}: **{}**.{}\n", claim.text, verdict,
                         because.empty() ? "" : " " + because);
    }
    if (cost.tests > 0) out += "\n" + budgets(numbers);
    return out;
  }

  // What the tests of a section have cost, in every currency. Remembers the test sets.
  std::string budgets(const CellNumbers& numbers) {
    Table table({"way to act", "agent", "step limit", "expanded", "generated", "kernel steps",
                 "network evaluations", "CPU ms"});
    for (const auto& [act, agents] : numbers.tests()) {
      acts_.insert(act);
      for (const auto& [agent, tests] : agents) {
        ResultTotals totals;
        std::size_t step_limit = 0;
        for (const TestRecord* test : tests) {
          sets_[test->problems] = {test->outcomes.size(), test->checksum};
          step_limit = std::max(step_limit, test->step_limit);
          for (const ProblemOutcome& outcome : test->outcomes) totals.add(outcome);
        }
        table.add({act, label_of(shared_, agent), fmt::to_string(step_limit),
                   cell(totals.mean(totals.counts.expanded), 1),
                   cell(totals.mean(totals.counts.generated), 1),
                   cell(totals.mean(totals.counts.steps), 1),
                   cell(totals.mean(totals.counts.evaluated), 1),
                   cell(1000 * totals.cpu_seconds / static_cast<double>(totals.theorems), 2)});
      }
    }
    return "**What a theorem costs, on average over the tests**\n\n" + markdown(table);
  }

  struct ResultTotals {
    std::size_t theorems = 0;
    SearchCounts counts = {};
    double cpu_seconds = 0;

    void add(const ProblemOutcome& outcome) {
      ++theorems;
      counts += outcome.counts;
      cpu_seconds += outcome.cpu_seconds;
    }
    double mean(std::uint64_t total) const {
      return static_cast<double>(total) / static_cast<double>(theorems);
    }
  };

  std::string ways_to_act() const {
    Table table({"way to act", "options of `ineq evaluate`"});
    for (const std::string& act : acts_) {
      std::string options;
      for (const auto& [name, texts] : shared_.acts.at(act)) {
        for (const std::string& text : texts)
          options += fmt::format(" {} {}", option_name(name), text);
      }
      table.add({act, options.empty() ? "the defaults" : fmt::format("`{}`", options.substr(1))});
    }
    return "## Options of the ways to act\n\n" + markdown(table);
  }

  std::string test_sets() const {
    std::set<std::string> frozen;
    for (const auto& [path, file] : frozen_manifest()) frozen.insert(file.sha256);
    Table table({"test set", "theorems", "version", "SHA-256"});
    for (const auto& [name, set] : sets_) {
      table.add({name, fmt::to_string(set.theorems),
                 frozen.contains(set.checksum) ? std::string(kSplitVersion) : "–",
                 fmt::format("`{}`", set.checksum.substr(0, kChecksumDigits))});
    }
    return fmt::format(
        "## Test sets\n\n`ineq experiment` makes them again in its work folder. Those with a "
        "version are the frozen sets of `ineq split` ([generator.md](generator.md#versions)). The "
        "last column has the first {} digits of the checksum of the file.\n\n{}",
        kChecksumDigits, markdown(table));
  }

  std::string curve_name(const PlotSpec& spec, const Cell& at) const {
    std::string out;
    for (const std::string& axis : spec.curves) {
      out += (out.empty() ? "" : ", ") + label_of(shared_, axis, at.at(axis));
    }
    return out;
  }

  // None if there is nothing to draw.
  std::optional<Picture> make_picture(const PlotSpec& spec, const CellNumbers& numbers) const {
    const Measure& measure = find_measure(spec.measure);
    Picture out{
        .title = spec.title,
        .x = spec.x_label,
        .y = std::string(spec.learning ? "success on validation theorems, %" : measure.label),
        .curves = {},
        .logarithmic_x = spec.logarithmic_x};
    if (measure.is_success) out.y_max = 100;
    const std::vector<std::string> xs =
        spec.learning ? std::vector<std::string>() : numbers.values(spec.x, spec.where);
    const bool is_numeric =
        std::ranges::all_of(xs, [](const std::string& x) { return number_of(x).has_value(); });
    for (const std::string& x : xs) {
      if (is_numeric) {
        out.x_marks.push_back(*number_of(x));
      } else {
        out.x_names.push_back(label_of(shared_, spec.x, x));
      }
    }
    for (const Cell& at : combinations(numbers, spec.where, spec.curves)) {
      Curve curve{.name = curve_name(spec, at), .points = {}};
      if (spec.learning) {
        const auto trainings = numbers.trainings(spec.where, at);
        if (trainings.empty()) continue;
        for (const auto& point : trainings.front().second->curve) {
          const double x =
              spec.x == "minutes" ? point.cpu_seconds / 60 : static_cast<double>(point.states);
          curve.points.emplace_back(x, 100 * point.validation);
        }
      }
      for (std::size_t i = 0; i < xs.size(); ++i) {
        Cell cell = at;
        cell[spec.x] = xs[i];
        const auto number = numbers.number(spec.where, cell, spec.measure);
        if (!number) continue;
        curve.points.emplace_back(is_numeric ? *number_of(xs[i]) : static_cast<double>(i + 1),
                                  number->mean);
      }
      if (!curve.points.empty()) out.curves.push_back(std::move(curve));
    }
    if (out.curves.empty()) return std::nullopt;
    if (out.x.empty() && !spec.learning) out.x = spec.x;
    return out;
  }

  const SharedParts& shared_;
  const Plan& plan_;
  const ResultStore& store_;
  const std::string folder_;
  std::set<std::string> agents_;
  double seconds_ = 0;  // of CPU time, of all trainings
  Table conclusions_{{"claim", "does it hold here?", "experiment"}};
  std::set<std::string> acts_;
  struct TestSet {
    std::size_t theorems;
    std::string checksum;
  };
  std::map<std::string, TestSet> sets_;  // by name
  ExperimentReport report_ = {.text = {}, .pictures = {}, .numbers = Json::array()};
};

}  // namespace

ExperimentReport make_report(const Suite& suite, const Plan& plan, const ResultStore& store,
                             const std::string& folder) {
  return Reporter(suite, plan, store, folder).make();
}

std::string picture_folder(const std::string& file) {
  const std::string name = std::filesystem::path(file).stem();
  if (name + ".md" != std::filesystem::path(file).filename()) {
    throw Error("'" + file + "': the name of a report ends in .md");
  }
  return name;
}

void write_report(const ExperimentReport& report, const std::string& file) {
  const std::filesystem::path folder =
      std::filesystem::path(file).parent_path() / picture_folder(file);
  make_folder(folder);
  for (const auto& [name, picture] : report.pictures) {
    draw(picture, folder / name, PictureFiles::kSvg);
  }
  write_file(file, report.text);
}

}  // namespace ineq
