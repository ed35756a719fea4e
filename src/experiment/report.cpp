#include "experiment/report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <filesystem>
#include <set>

#include "base/error.h"
#include "experiment/cell_numbers.h"
#include "experiment/report_claim.h"
#include "experiment/report_table.h"
#include "files/output.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;

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
    std::string sections, contents =
                              "| experiment | paper | trainings | tests | CPU minutes |\n"
                              "|---|---|---|---|---|\n";
    for (const PlannedExperiment& planned : plan_.experiments) {
      const CellNumbers numbers(planned, plan_, store_);
      const Experiment& experiment = *planned.experiment;
      const CellNumbers::Cost cost = numbers.cost();
      contents += fmt::format("| [{}](#{}) | {} | {} | {} | {:.0f} |\n", experiment.title,
                              anchor_of(experiment.title),
                              experiment.paper.empty() ? "–" : experiment.paper, cost.trainings,
                              cost.tests, (cost.training_seconds + cost.test_seconds) / 60);
      for (const auto& [agent, training] : numbers.trainings({}, {})) {
        if (!agents_.insert(agent).second) continue;
        seconds_ += training->cpu_seconds;
      }
      sections += "\n" + section(experiment, numbers, cost);
    }
    report_.text = fmt::format("# {}\n\n{}\n\n{}\n{} trained agents, {} of training in all.\n{}",
                               shared_.title, shared_.text, contents, agents_.size(),
                               minutes(seconds_), sections);
    return std::move(report_);
  }

 private:
  std::string section(const Experiment& experiment, const CellNumbers& numbers,
                      const CellNumbers::Cost& cost) {
    std::string out = fmt::format("## {}\n\n", experiment.title);
    if (!experiment.paper.empty()) out += fmt::format("*Paper: {}.* ", experiment.paper);
    out += experiment.text + "\n";
    out += fmt::format("\n```\nineq experiment run {} --scale {}\n```\n\n", experiment.name,
                       plan_.scale);
    out += fmt::format("{} trainings of {} together, and {} tests of {}.\n", cost.trainings,
                       minutes(cost.training_seconds), cost.tests, minutes(cost.test_seconds));
    if (cost.missing_tests > 0) {
      out += fmt::format("**{} tests of this scale have not been run yet.**\n", cost.missing_tests);
    }
    for (const TableSpec& spec : experiment.tables) {
      const std::string table = make_table(shared_, experiment, spec, numbers, report_.numbers);
      out += fmt::format("\n**{}**\n\n{}", spec.title, table);
    }
    for (const PlotSpec& spec : experiment.plots) {
      const std::optional<Picture> picture = make_picture(experiment, spec, numbers);
      if (!picture) continue;
      report_.pictures.emplace_back(spec.name, *picture);
      out += fmt::format("\n![{}]({}/{}.svg)\n", spec.title, folder_, spec.name);
    }
    if (!experiment.claims.empty()) out += "\n";
    for (const Claim& claim : experiment.claims) {
      out += fmt::format("- {}\n", judge(shared_, experiment, claim, numbers));
    }
    return out;
  }

  std::string curve_name(const PlotSpec& spec, const Cell& at) const {
    std::string out;
    for (const std::string& axis : spec.curves) {
      out += (out.empty() ? "" : ", ") + label_of(shared_, axis, at.at(axis));
    }
    return out;
  }

  // None if there is nothing to draw.
  std::optional<Picture> make_picture(const Experiment& experiment, const PlotSpec& spec,
                                      const CellNumbers& numbers) const {
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
    if (!is_numeric) {
      for (const std::string& x : xs) out.x_names.push_back(label_of(shared_, spec.x, x));
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
    if (out.x.empty() && !spec.learning) out.x = experiment.find_axis(spec.x)->name;
    return out;
  }

  const SharedParts& shared_;
  const Plan& plan_;
  const ResultStore& store_;
  const std::string folder_;
  std::set<std::string> agents_;
  double seconds_ = 0;  // of CPU time, of all trainings
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
  std::error_code error;
  std::filesystem::create_directories(folder, error);
  if (error) throw Error(folder.string() + ": " + error.message());
  for (const auto& [name, picture] : report.pictures) {
    draw(picture, folder / name, PictureFiles::kSvg);
  }
  write_file(file, report.text);
}

}  // namespace ineq
