#include "experiment/plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <numeric>

#include "base/error.h"
#include "benchmark/split.h"
#include "files/field_json.h"
#include "files/sha256.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t kKeyDigits = 16;

// The fields that differ from the defaults. A field that is added later does not change the keys of
// results that were computed without it.
template <typename Options>
Json changed_fields(const Options& options) {
  Json out = Json::object();
  const Json fields = fields_to_json(options), defaults = fields_to_json(Options());
  for (const auto& [name, value] : fields.items()) {
    if (value != defaults.at(name)) out[name] = value;
  }
  return out;
}

std::string key_of(const Json& identity) { return sha256(identity.dump()).substr(0, kKeyDigits); }

const std::string& only_text(const std::string& option, const std::vector<std::string>& texts) {
  if (texts.size() != 1) throw Error(option + ": expected one value");
  return texts.front();
}

// Options of a training, the later ones taking precedence.
OptionTexts training_options(const SharedParts& shared, const Experiment& experiment,
                             const std::string& scale, const Cell& cell) {
  OptionTexts out;
  const std::string& agent = cell.at(kAgentAxis);
  const auto add = [&](const OptionTexts& options) {
    for (const auto& [name, texts] : options) {
      std::vector<std::string>& filled = out[name];
      filled.clear();
      for (const std::string& text : texts) filled.push_back(fill(text, cell));
    }
  };
  const auto add_scale = [&](const Scale& from) {
    add(from.train);
    if (const auto found = from.agents.find(agent); found != from.agents.end()) add(found->second);
  };
  const auto own = shared.agents.find(agent);
  if (own == shared.agents.end()) throw Error("there is no training of '" + agent + "'");
  add(own->second);
  add_scale(shared.scales.at(scale));
  add(experiment.train);
  for (const auto& [axis, by_value] : experiment.options) {
    const auto found = by_value.find(cell.at(axis));
    if (found != by_value.end()) add(found->second);
  }
  if (const auto found = experiment.scales.find(scale); found != experiment.scales.end()) {
    add_scale(found->second);
  }
  return out;
}

// Takes an option out of the others.
std::vector<std::string> take(OptionTexts& options, const std::string& name) {
  const auto found = options.find(name);
  if (found == options.end()) return {};
  std::vector<std::string> out = std::move(found->second);
  options.erase(found);
  return out;
}

// The cell with other values, given as AXIS=VALUE.
Cell changed_cell(const Experiment& experiment, const Cell& cell,
                  const std::vector<std::string>& changes) {
  Cell out = cell;
  for (const std::string& change : changes) {
    const std::size_t equals = change.find('=');
    const auto axis = out.find(change.substr(0, equals));
    if (equals == std::string::npos || axis == out.end()) {
      throw Error("'" + change + "': expected AXIS=VALUE");
    }
    axis->second = change.substr(equals + 1);
    const Axis* const known = experiment.find_axis(axis->first);  // seeds have none
    if (known != nullptr && std::ranges::count(known->values, axis->second) == 0) {
      throw Error("'" + change + "': the axis has no such value");
    }
  }
  return out;
}

class Planner {
 public:
  Planner(const Suite& suite, const std::string& scale, const Filter& only, Workspace& workspace)
      : suite_(suite), only_(only), workspace_(workspace) {
    plan_.scale = scale;
  }

  void add(const Experiment& experiment) {
    PlannedExperiment planned{.experiment = &experiment,
                              .scale = scale_of(suite_.shared, experiment, plan_.scale),
                              .cells = {}};
    for (const auto& [cell, is_run] : cells_of(experiment, planned.scale)) {
      try {
        const bool wanted = is_run && is_wanted(cell);
        planned.cells.push_back({cell, wanted ? add_test(planned, cell) : ""});
      } catch (const Error& error) {
        throw Error(fmt::format("{}: {}: {}", experiment.name, label_of(cell), error.what()));
      }
    }
    plan_.experiments.push_back(std::move(planned));
  }

  Plan take_plan() { return std::move(plan_); }

 private:
  // Unlike the filters of files, this one also leaves out experiments without its axes.
  bool is_wanted(const Cell& cell) const {
    return only_.matches(cell) && std::ranges::all_of(only_.values, [&](const auto& entry) {
             return cell.contains(entry.first);
           });
  }

  // The axes that tell the cells of an experiment apart, for people.
  std::string label_of(const Cell& cell, const std::vector<std::string>& without = {}) const {
    std::string out = cell.at(kAgentAxis);
    for (const auto& [axis, value] : cell) {
      if (axis == kAgentAxis || std::ranges::count(without, axis) > 0) continue;
      const bool is_number = std::isdigit(static_cast<unsigned char>(value.front())) != 0;
      out += is_number ? fmt::format(" {} {}", axis, value) : " " + value;
    }
    return out;
  }

  std::string add_test(const PlannedExperiment& planned, const Cell& cell) {
    const Experiment& experiment = *planned.experiment;
    const SharedParts& shared = suite_.shared;
    const std::string& agent = cell.at(kAgentAxis);
    const std::string& act = cell.at(kActAxis);
    const std::string file =
        workspace_.test_file(experiment.tests.at(cell.at(kTestAxis)), cell, planned.scale.tests);
    TestJob job{.key = {},
                .label = label_of(cell),
                .agent = {},
                .problems = file,
                .problems_name = workspace_.name_of(file),
                .checksum = workspace_.checksum(file),
                .act = act,
                .options = shared.acts.at(act)};
    if (const auto search = shared.untrained.find(agent); search != shared.untrained.end()) {
      job.agent = search->second;
      job.is_trained = false;
      job.options["seed"] = {cell.at(kSeedAxis)};
    } else {
      job.agent = add_training(planned, cell);
      require_unseen(planned, cell, job);
    }
    job.options["n"] = {std::to_string(planned.scale.tests)};
    Json options = Json::object();
    for (const auto& [name, texts] : job.options) options[name] = texts;
    job.key = key_of({{"agent", job.agent}, {"problems", job.checksum}, {"options", options}});
    if (const auto seconds = shared.act_seconds.find(act); seconds != shared.act_seconds.end()) {
      job.seconds = seconds->second * static_cast<double>(planned.scale.tests);
    }
    const auto found = std::ranges::find(plan_.tests, job.key, &TestJob::key);
    if (found == plan_.tests.end()) plan_.tests.push_back(job);
    return job.key;
  }

  // Throws Error if the agent could have seen the theorems of the test in training. Scales that
  // hold nothing out only show that everything runs.
  void require_unseen(const PlannedExperiment& planned, const Cell& cell, const TestJob& job) {
    if (suite_.shared.scales.at(plan_.scale).train.contains("hold_out")) return;
    const SampleRequest& samples = plan_.find_training(job.agent)->config.samples;
    const bool is_excluded =
        std::ranges::all_of(samples.specifications, [&](const WeightedSpecification& part) {
          return std::ranges::count(part.specification.exclude, job.problems) > 0;
        });
    const TestSource& source = planned.experiment->tests.at(cell.at(kTestAxis));
    const bool is_held_out =
        samples.hold_out && source.like.empty() &&
        planned.scale.tests <= SplitRequest().test_size &&
        std::ranges::any_of(samples.specifications, [&](const WeightedSpecification& part) {
          return workspace_.is_held_out(fill(source.file, cell), part.specification);
        });
    if (is_excluded || is_held_out) return;
    throw Error("training could meet the theorems of the test '" + cell.at(kTestAxis) +
                "': name it in exclude_tests");
  }

  std::string add_training(const PlannedExperiment& planned, const Cell& cell) {
    if (std::ranges::count(starting_, cell) > 0) throw Error("a training cannot start from itself");
    OptionTexts options = training_options(suite_.shared, *planned.experiment, plan_.scale, cell);
    TrainingJob job{.key = {}, .label = label_of(cell, {kTestAxis, kActAxis}), .config = {}};
    for (const char* option : {"start", "value"}) {  // the training of another cell
      const std::vector<std::string> changes = take(options, option);
      if (changes.empty()) continue;
      starting_.push_back(cell);
      job.needs = add_training(planned, changed_cell(*planned.experiment, cell, changes));
      starting_.pop_back();
      options[option] = {workspace_.run(job.needs)};
    }
    job.config = make_config(std::move(options), planned, cell);
    job.key = key_of(identity(job.config));
    const double speed = speed_of(planned, cell);
    if (speed > 0) job.seconds = static_cast<double>(job.config.training.states) / speed;
    if (plan_.find_training(job.key) == nullptr) plan_.trainings.push_back(job);
    return job.key;
  }

  double speed_of(const PlannedExperiment& planned, const Cell& cell) const {
    const std::string& agent = cell.at(kAgentAxis);
    const auto in = [&](const std::map<std::string, Scale>& scales) {
      const auto scale = scales.find(plan_.scale);
      if (scale == scales.end()) return 0.0;
      const auto found = scale->second.speeds.find(agent);
      return found == scale->second.speeds.end() ? 0.0 : found->second;
    };
    const double own = in(planned.experiment->scales);
    return own > 0 ? own : in(suite_.shared.scales);
  }

  // Entries of a mixture: THEOREMS/SETTING or THEOREMS/SET, with a weight behind a colon.
  WeightedSpecification read_part(const std::string& text, std::size_t tests) {
    const std::size_t colon = text.rfind(':');
    WeightedSpecification out;
    out.specification = workspace_.specification(text.substr(0, colon), tests);
    if (colon != std::string::npos) read_value(text.substr(colon + 1), out.weight);
    return out;
  }

  TrainConfig make_config(OptionTexts options, const PlannedExperiment& planned, const Cell& cell) {
    TrainConfig out;
    const std::vector<std::string> presets = take(options, "preset");
    const std::string preset = presets.empty() ? "small" : only_text("preset", presets);
    if (preset != "small" && preset != "paper") throw Error("there is no preset '" + preset + "'");
    const std::string network = only_text("network", take(options, "network"));
    const auto kind = find_network(network);
    if (!kind) throw Error("there is no network '" + network + "'");
    out.network = preset == "paper" ? paper_network(*kind) : small_network(*kind);
    for (const std::string& part : take(options, "mix")) {
      out.samples.specifications.push_back(read_part(part, planned.scale.tests));
    }
    if (out.samples.specifications.empty()) throw Error("train.mix: nothing to train on");
    for (const std::string& test : take(options, "exclude_tests")) {
      const auto source = planned.experiment->tests.find(test);
      if (source == planned.experiment->tests.end()) {
        throw Error("exclude_tests: there is no test '" + test + "'");
      }
      const std::string file = workspace_.test_file(source->second, cell, planned.scale.tests);
      for (auto& [weight, specification] : out.samples.specifications) {
        specification.exclude.push_back(file);
      }
    }
    for (const std::string& text : take(options, "hold_out")) {
      read_value(text, out.samples.hold_out);
    }
    const std::vector<std::string> seen = take(options, "seen");
    options[kSeedAxis] = {cell.at(kSeedAxis)};
    for (const auto& [name, texts] : options) {
      bool known = false;
      visit_options(out, [&, &name = name, &texts = texts](auto& struct_of) {
        if (!has_field(struct_of, name)) return;
        known = true;
        for (const std::string& text : texts) set_field(struct_of, name, text);
      });
      if (!known) throw Error("train: there is no option '" + name + "'");
    }
    std::uint64_t theorems = 0;  // none: the states are given
    if (!seen.empty()) read_value(only_text("seen", seen), theorems);
    if (theorems > 0) out.training.states = states_of(out, theorems);
    out.samples.seed = out.training.seed;
    require_possible(out);
    return out;
  }

  // The states of the proofs of so many theorems, in all epochs.
  static std::uint64_t states_of(const TrainConfig& config, std::uint64_t theorems) {
    double weights = 0, lengths = 0;
    for (const auto& [weight, specification] : config.samples.specifications) {
      weights += weight / static_cast<double>(specification.l);  // theorems per state
      lengths += weight;
    }
    const SampleOptions& samples = config.samples.options;
    const double epochs = samples.problems > 0 ? static_cast<double>(samples.epochs) : 1;
    return static_cast<std::uint64_t>(
        std::llround(static_cast<double>(theorems) * lengths / weights * epochs));
  }

  Json identity(const TrainConfig& config) {
    Json specifications = Json::array(), files = Json::object();
    const auto add_file = [&](const std::string& path) {
      if (!path.empty()) files[workspace_.name_of(path)] = workspace_.checksum(path);
    };
    for (const auto& [weight, specification] : config.samples.specifications) {
      Specification portable = specification;
      for (std::string* path : {&portable.orders, &portable.combinations}) {
        add_file(*path);
        *path = workspace_.name_of(*path);
      }
      for (std::string& path : portable.exclude) {
        add_file(path);
        path = workspace_.name_of(path);
      }
      specifications.push_back({weight, changed_fields(portable)});
    }
    add_file(config.training.validation_file);
    TrainOptions training = config.training;
    for (std::string* path : {&training.validation_file, &training.start, &training.value}) {
      *path = workspace_.name_of(*path);
    }
    return {{"network", changed_fields(config.network)},
            {"optimizer", changed_fields(config.optimizer)},
            {"training", changed_fields(training)},
            {"samples", changed_fields(config.samples.options)},
            {"search", changed_fields(config.search)},
            {"specifications", specifications},
            {"files", files},
            {"hold_out", config.samples.hold_out}};
  }

  const Suite& suite_;
  const Filter& only_;
  Workspace& workspace_;
  Plan plan_;
  std::vector<Cell> starting_;  // trainings that start from the one that is being added
};

}  // namespace

const TrainingJob* Plan::find_training(const std::string& key) const {
  const auto found = std::ranges::find(trainings, key, &TrainingJob::key);
  return found == trainings.end() ? nullptr : &*found;
}

const TestJob& Plan::test(const std::string& key) const {
  const auto found = std::ranges::find(tests, key, &TestJob::key);
  INEQ_CHECK(found != tests.end());
  return *found;
}

Plan make_plan(const Suite& suite, const std::vector<std::string>& names, const std::string& scale,
               const Filter& only, Workspace& workspace) {
  Planner planner(suite, scale, only, workspace);
  for (const std::string& name : names) planner.add(suite.find(name));
  return planner.take_plan();
}

}  // namespace ineq
