// `ineq experiment`: lists, plans and runs experiments, and reports their results.

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <thread>

#include "base/error.h"
#include "benchmark/table.h"
#include "cli/commands.h"
#include "cli/interrupt.h"
#include "cli/progress.h"
#include "cli/say.h"
#include "cli/screen.h"
#include "cli/search_options.h"
#include "cli/values.h"
#include "experiment/experiment_file.h"
#include "experiment/plan.h"
#include "experiment/report.h"
#include "experiment/result_store.h"
#include "experiment/runner.h"
#include "files/data_folder.h"

namespace ineq {
namespace {

constexpr int kInterruptedCode = 3;

struct ExperimentOptions {
  std::string folder;  // of the experiments; empty: those that come with the program
  std::vector<std::string> names;
  std::string scale = "cpu";
  std::vector<std::string> only;  // AXIS=VALUE
  std::string work = "build/experiments";
  std::string results;  // empty: in the folder for the work
  std::string out;      // of reports
  unsigned jobs = 1;
  std::string device = kDefaultDevice;
  bool json = false;
  bool markdown = false;

  std::string results_folder() const { return results.empty() ? work + "/results" : results; }
};

Suite load(const ExperimentOptions& options) {
  return load_experiments(options.folder.empty() ? data_folder("experiments") : options.folder);
}

// `all` stands for all of them.
std::vector<std::string> names_of(const ExperimentOptions& options, const Suite& suite) {
  std::vector<std::string> out;
  for (const std::string& name : options.names) {
    if (name != "all") {
      out.push_back(suite.find(name).name);
      continue;
    }
    for (const Experiment& experiment : suite.experiments) out.push_back(experiment.name);
  }
  std::vector<std::string> distinct;
  for (const std::string& name : out) {
    if (std::ranges::count(distinct, name) == 0) distinct.push_back(name);
  }
  return distinct;
}

// Several values of one axis are alternatives. Throws Error if nothing could match.
Filter filter_of(const ExperimentOptions& options, const Suite& suite) {
  std::vector<const Experiment*> experiments;
  for (const std::string& name : names_of(options, suite)) experiments.push_back(&suite.find(name));
  Filter out;
  for (const std::string& text : options.only) {
    const std::size_t equals = text.find('=');
    if (equals == std::string::npos) {
      throw Error("--only: '" + text + "': expected AXIS=VALUE, such as agent=dag");
    }
    const std::string axis = text.substr(0, equals), value = text.substr(equals + 1);
    const bool is_known = std::ranges::any_of(experiments, [&](const Experiment* e) {
      const Axis* const found = e->find_axis(axis);
      return axis == kSeedAxis
                 ? std::ranges::count(scale_of(suite.shared, *e, options.scale).seeds, value) > 0
                 : found != nullptr && std::ranges::count(found->values, value) > 0;
    });
    if (!is_known) throw Error("--only: no cell of these experiments has " + axis + "=" + value);
    out.values[axis].push_back(value);
  }
  return out;
}

std::string hours(double seconds) {
  if (seconds < 60) return fmt::format("{:.0f} s", seconds);
  return seconds < 5400 ? fmt::format("{:.0f} min", seconds / 60)
                        : fmt::format("{:.1f} h", seconds / 3600);
}

int list(const ExperimentOptions& options) {
  const Suite suite = load(options);
  if (options.json) {
    nlohmann::ordered_json out = nlohmann::ordered_json::array();
    for (const Experiment& e : suite.experiments) {
      nlohmann::ordered_json axes = nlohmann::ordered_json::object();
      for (const Axis& axis : e.axes) axes[axis.name] = axis.values;
      out.push_back({{"name", e.name}, {"title", e.title}, {"paper", e.paper}, {"axes", axes}});
    }
    fmt::print("{}\n", out.dump(2));
    return 0;
  }
  Table table({"experiment", "paper", "title"});
  for (const Experiment& e : suite.experiments) {
    table.add({e.name, e.paper.empty() ? "–" : e.paper, e.title});
  }
  fmt::print("{}", table.text(table_style(options.markdown)));
  return 0;
}

int show_plan(const ExperimentOptions& options) {
  const Suite suite = load(options);
  Workspace workspace(options.work, suite.shared);
  const Plan plan = make_plan(suite, names_of(options, suite), options.scale,
                              filter_of(options, suite), workspace);
  const Work work = remaining_work(plan, workspace, ResultStore(options.results_folder()));
  if (options.json) {
    nlohmann::ordered_json jobs = nlohmann::ordered_json::array();
    for (const Work::Group& group : work.groups) {
      nlohmann::ordered_json tests = nlohmann::ordered_json::array();
      for (const TestJob* test : group.tests) {
        tests.push_back({{"key", test->key}, {"label", test->label}, {"seconds", test->seconds}});
      }
      jobs.push_back({{"agent", group.agent},
                      {"label", group.training ? group.training->label : group.agent},
                      {"trains", group.trains},
                      {"states", group.training ? group.training->config.training.states : 0},
                      {"seconds", group.seconds},
                      {"tests", tests}});
    }
    const nlohmann::ordered_json out = {{"scale", plan.scale},
                                        {"trainings", plan.trainings.size()},
                                        {"tests", plan.tests.size()},
                                        {"seconds", work.seconds()},
                                        {"jobs", jobs}};
    fmt::print("{}\n", out.dump(2));
    return 0;
  }
  Table table({"agent", "states", "tests", "CPU time, estimated"});
  std::size_t trainings = 0, tests = 0;
  for (const Work::Group& group : work.groups) {
    trainings += group.trains ? 1 : 0;
    tests += group.tests.size();
    table.add({group.training ? group.training->label : group.agent,
               group.trains     ? fmt::to_string(group.training->config.training.states)
               : group.training ? "trained"
                                : "–",
               fmt::to_string(group.tests.size()), hours(group.seconds)});
  }
  if (!work.groups.empty()) fmt::print("{}\n", table.text(table_style(options.markdown)));
  fmt::print("{} of {} trainings and {} of {} tests remain to be done: about {} of CPU time\n",
             trainings, plan.trainings.size(), tests, plan.tests.size(), hours(work.seconds()));
  return 0;
}

// What is shown below the progress bar.
std::vector<std::string> running_lines(const std::vector<std::string>& running) {
  constexpr std::size_t kMost = 8;
  std::vector<std::string> out;
  for (std::size_t i = 0; i < running.size() && i < kMost; ++i) out.push_back("  " + running[i]);
  if (running.size() > kMost) out.push_back(fmt::format("  and {} more", running.size() - kMost));
  return out;
}

int run(const ExperimentOptions& options) {
  const Suite suite = load(options);
  Workspace workspace(options.work, suite.shared);
  const ResultStore store(options.results_folder());
  const Plan plan = make_plan(suite, names_of(options, suite), options.scale,
                              filter_of(options, suite), workspace);
  const Work work = remaining_work(plan, workspace, store);
  const std::atomic<bool>& interrupt = catch_interrupt({SIGINT, SIGTERM, SIGUSR1});
  const RunnerOptions runner{.program = std::filesystem::read_symlink("/proc/self/exe"),
                             .jobs = options.jobs,
                             .device = options.device,
                             .interrupt = &interrupt};
  std::optional<Progress> bar;
  bool is_ending = false;
  const RunnerOutcome outcome =
      run_jobs(work, workspace, store, runner, [&](const RunnerProgress& now) {
        if (!bar) {
          bar.emplace("experiments",
                      Progress::Options{.total = static_cast<std::uint64_t>(1000 * now.total),
                                        .unit = fmt::format(" of {} jobs", now.jobs)});
        }
        if (!now.news.empty()) {
          bar->wipe();
          say(stdout, "{}/{} {}\n", now.finished, now.jobs, now.news);
          flush_output();
        }
        if (interrupt && !is_ending) {
          is_ending = true;
          bar->wipe();
          say(stderr, "interrupted: saving what is running\n");
        }
        bar->set_details(running_lines(now.running));
        bar->update(static_cast<std::uint64_t>(1000 * now.done), now.finished);
      });
  bar.reset();
  for (const std::string& failure : outcome.failures) say(stderr, "{}\n", failure);
  if (outcome.is_finished) {
    say(stderr, "finished: the results are in {}\n", store.folder());
    return 0;
  }
  if (interrupt) {
    say(stderr, "interrupted: the same command continues\n");
    return kInterruptedCode;
  }
  return 1;
}

int report(const ExperimentOptions& options) {
  const Suite suite = load(options);
  Workspace workspace(options.work, suite.shared);
  const ResultStore store(options.results_folder());
  const Plan plan = make_plan(suite, names_of(options, suite), options.scale,
                              filter_of(options, suite), workspace);
  const ExperimentReport made =
      make_report(suite, plan, store, options.out.empty() ? "" : picture_folder(options.out));
  if (!options.out.empty()) write_report(made, options.out);
  if (options.json) {
    fmt::print("{}\n", made.numbers.dump(1));
  } else if (options.out.empty()) {
    fmt::print("{}", made.text);
  }
  return 0;
}

void add_shared(CLI::App& command, const std::shared_ptr<ExperimentOptions>& options,
                bool has_scale) {
  command
      .add_option("--experiments", options->folder,
                  "The folder of the experiments (default: those that come with the program)")
      ->type_name("FOLDER");
  if (!has_scale) return;
  command.add_option("names", options->names, "Names of experiments; all stands for all of them")
      ->required()
      ->type_name("NAME");
  command
      .add_option("--scale", options->scale,
                  "The scale: smoke (minutes), cpu (the published results) or paper")
      ->type_name("NAME")
      ->capture_default_str();
  command.add_option("--work", options->work, "The folder for test sets, training runs and logs")
      ->type_name("FOLDER")
      ->capture_default_str();
  command
      .add_option("--results", options->results,
                  "The folder of the results (default: the folder results in that of --work)")
      ->type_name("FOLDER");
}

}  // namespace

void add_experiment(CLI::App& app, Command& run_command) {
  CLI::App* command = app.add_subcommand(
      "experiment", "Run the paper's experiments and others, and report their results");
  command->require_subcommand(1);
  command->footer(
      "The experiments are described in docs/experiments.md, and their results in "
      "docs/results.md.\n"
      "Examples:\n"
      "  ineq experiment list\n"
      "  ineq experiment plan all --scale cpu\n"
      "  ineq experiment run iid --scale smoke\n"
      "  ineq experiment run orders --only agent=dag --only setting=k3l5 --jobs 2\n"
      "  ineq experiment report iid --scale smoke");
  const auto options = std::make_shared<ExperimentOptions>();
  options->jobs = std::max(1u, std::thread::hardware_concurrency());
  const auto add = [&](const char* name, const char* help, bool has_scale,
                       int (*action)(const ExperimentOptions&)) {
    CLI::App* sub = command->add_subcommand(name, help);
    add_shared(*sub, options, has_scale);
    sub->callback([options, action, &run_command] {
      run_command = [options, action] { return action(*options); };
    });
    return sub;
  };
  const auto add_json = [&](CLI::App* sub, const char* help) {
    sub->add_flag("--json", options->json, help);
  };
  const auto add_only = [&](CLI::App* sub) {
    sub->add_option("--only", options->only,
                    "Only cells with this value of an axis; can be given several times")
        ->type_name("AXIS=VALUE")
        ->allow_extra_args(false);
  };
  CLI::App* listing = add("list", "List the experiments", false, list);
  add_json(listing, "Print the list as JSON");
  add_markdown(*listing, options->markdown);
  CLI::App* planning =
      add("plan", "Show what remains to be computed, and its estimated CPU time", true, show_plan);
  add_json(planning, "Print the plan as JSON");
  add_markdown(*planning, options->markdown);
  add_only(planning);
  CLI::App* running =
      add("run", "Compute what is missing; interrupted work is continued", true, run);
  running->add_option("--jobs", options->jobs, "Number of trainings and tests at a time")
      ->check(whole_number({.min = 1, .max = 1024}))
      ->type_name("NUMBER")
      ->capture_default_str();
  add_device(*running, options->device);
  add_only(running);
  running->footer(
      "Finished work is found again and never repeated. Ctrl-C, SIGTERM and SIGUSR1 save running "
      "jobs\n"
      "and end them; the same command continues, also after the program was killed.\n"
      "Exit code: 0 finished, 1 a job has failed, 2 bad input, 3 interrupted.\n"
      "Examples:\n"
      "  ineq experiment run all --scale smoke\n"
      "  ineq experiment run iid length --scale cpu --results results/cpu --jobs 2");
  CLI::App* reporting = add("report", "Print tables, or write a page with plots", true, report);
  add_json(reporting, "Print every number of the tables with the results that it was made from");
  add_only(reporting);
  reporting
      ->add_option("--out", options->out,
                   "Write the report to this file, and its plots to the folder of the same name "
                   "without .md")
      ->type_name("FILE");
}

}  // namespace ineq
