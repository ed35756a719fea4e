#include "experiment/result_store.h"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>

#include "agents/run_directory.h"
#include "base/error.h"
#include "benchmark/result_file.h"
#include "files/lines.h"
#include "files/output.h"
#include "files/shallow_json.h"
#include "search/option_fields.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kVersion = 1;

Json training_line(const TrainingRecord& training) {
  Json curve = Json::array();
  for (const auto& [states, cpu_seconds, validation] : training.curve) {
    curve.push_back({states, cpu_seconds, validation});
  }
  return {{"training", kVersion},
          {"config", training.config},
          {"environment", training.environment},
          {"states", training.states},
          {"cpu_seconds", training.cpu_seconds},
          {"curve", curve}};
}

TrainingRecord read_training_line(const Json& json) {
  TrainingRecord out{.config = json.at("config"),
                     .environment = json.at("environment"),
                     .states = json.at("states"),
                     .cpu_seconds = json.at("cpu_seconds")};
  for (const Json& point : json.at("curve")) {
    out.curve.push_back({point.at(0), point.at(1), point.at(2)});
  }
  return out;
}

std::string test_lines(const std::string& key, const TestRecord& test) {
  const Json head = {{"test", key},
                     {"problems", test.problems},
                     {"sha256", test.checksum},
                     {"options", test.options},
                     {"step_limit", test.step_limit},
                     {"count", test.outcomes.size()}};
  std::string out = head.dump() + "\n";
  for (const ProblemOutcome& outcome : test.outcomes) {
    Json line = {{"end", to_string(outcome.end)}};
    if (outcome.proven()) line["length"] = outcome.length;
    visit_counts(outcome.counts,
                 [&](const char* name, std::uint64_t count) { line[name] = count; });
    // Hundredths of a millisecond, which are as exact as the measurement.
    line["cpu_ms"] = std::round(outcome.cpu_seconds * 1e5) / 100;
    out += line.dump() + "\n";
  }
  return out;
}

ProblemOutcome read_outcome(const Json& json) {
  ProblemOutcome out;
  const auto end = find_search_end(json.at("end").get<std::string>());
  if (!end) throw Error("no search ends like this");
  out.end = *end;
  if (out.proven()) out.length = json.at("length");
  visit_counts(out.counts, [&](const char* name, std::uint64_t& count) { count = json.at(name); });
  out.cpu_seconds = json.at("cpu_ms").get<double>() / 1000;
  return out;
}

AgentRecord read_record(LineReader& lines) {
  AgentRecord out;
  TestRecord* test = nullptr;
  std::size_t left = 0;  // results of this test
  for_each_line(lines, [&](std::string_view text) {
    try {
      const Json line = parse_shallow_json<Json>(text);
      if (left > 0) {
        test->outcomes.push_back(read_outcome(line));
        --left;
      } else if (line.contains("training")) {
        if (line.at("training") != kVersion) throw Error("this is of another version");
        out.training = read_training_line(line);
      } else {
        test = &out.tests[line.at("test")];
        *test = {.problems = line.at("problems"),
                 .checksum = line.at("sha256"),
                 .options = line.at("options"),
                 .step_limit = line.at("step_limit")};
        left = line.at("count");
      }
    } catch (const Json::exception&) {
      throw Error("this is no result of an experiment");
    }
  });
  if (left > 0) throw Error(lines.name() + ": results are missing at the end");
  return out;
}

// Absolute paths become names of files, wherever they are.
void name_files(Json& json, const Workspace& workspace) {
  if (json.is_string() && json.get_ref<const std::string&>().starts_with("/")) {
    json = workspace.name_of(json.get<std::string>());
  }
  if (json.is_structured()) {
    for (Json& part : json) name_files(part, workspace);
  }
}

Json read_json(const std::string& path) {
  try {
    return parse_shallow_json<Json>(read_file(path));
  } catch (const Json::exception&) {
    throw Error(path + ": this is not JSON");
  }
}

// The options of a training without its files, whose paths and contents are part of its key.
Json without_files(TrainConfig config) {
  for (std::string* path :
       {&config.training.validation_file, &config.training.start, &config.training.value}) {
    path->clear();
  }
  for (auto& [weight, specification] : config.samples.specifications) {
    specification.orders.clear();
    specification.combinations.clear();
    specification.exclude.clear();
  }
  return to_json(config);
}

// Sets what a status file says about the whole run.
void read_status(const std::string& path, TrainingRecord& out) {
  const Json status = read_json(path);
  try {
    out.states = status.at("states");
    out.cpu_seconds = status.at("cpu_seconds");
  } catch (const Json::exception&) {
    throw Error(path + ": this is not the status of a training run");
  }
}

}  // namespace

AgentRecord ResultStore::load(std::string_view agent) const {
  const std::string file = path(agent);
  if (!std::filesystem::exists(file)) return {};
  LineReader lines(file);
  return read_record(lines);
}

void ResultStore::save(std::string_view agent, const AgentRecord& record) const {
  OutputFile file(path(agent));
  if (record.training) file.write(training_line(*record.training).dump() + "\n");
  for (const auto& [key, test] : record.tests) file.write(test_lines(key, test));
  file.commit();
}

TrainingRecord read_training(const TrainingJob& job, const Workspace& workspace) {
  const RunDirectory run(workspace.run(job.key));
  TrainingRecord out{.config = read_json(run.config()),
                     .environment = read_json(run.environment())};
  read_status(run.status(), out);
  name_files(out.config, workspace);
  LineReader lines(run.metrics());
  for_each_line(lines, [&](std::string_view text) {
    try {
      const Json line = parse_shallow_json<Json>(text);
      if (!line.contains("validation_success")) return;
      out.curve.push_back(
          {line.at("states"), line.at("cpu_seconds"), line.at("validation_success")});
    } catch (const Json::exception&) {
      throw Error("these are no metrics of a training run");
    }
  });
  return out;
}

void require_same_options(const TrainingRecord& record, const TrainingJob& job) {
  const Json found = without_files(read_train_config(record.config)).flatten();
  const Json expected = without_files(job.config).flatten();
  for (const auto& [name, value] : expected.items()) {
    if (found.value(name, Json()) == value) continue;
    throw Error(fmt::format(
        "the result {} of the training '{}' is of other defaults: {} was {} instead of {}; remove "
        "its file to train it again",
        job.key, job.label, name, found.value(name, Json()).dump(), value.dump()));
  }
}

TestRecord read_test(const TestJob& job, const Workspace& workspace) {
  Json options = Json::object();
  for (const auto& [name, texts] : job.options) {
    options[name] = texts.size() == 1 ? Json(texts.front()) : Json(texts);
  }
  SearchLimits limits;
  if (const auto steps = job.options.find("steps"); steps != job.options.end()) {
    set_field(limits, "steps", steps->second.front());
  }
  TestRecord out{.problems = job.problems_name,
                 .checksum = job.checksum,
                 .options = options,
                 .step_limit = limits.steps};
  for_each_result(workspace.results(job.key), [&](const KeyedResult& keyed) {
    out.outcomes.push_back({.end = keyed.result.end,
                            .length = keyed.result.proof.size(),
                            .counts = keyed.result.counts,
                            .cpu_seconds = keyed.result.cpu_seconds});
  });
  return out;
}

}  // namespace ineq
