#include "agents/train_config.h"

#include <fmt/format.h>

#include <string>

#include "base/error.h"
#include "files/field_json.h"
#include "files/lines.h"
#include "files/shallow_json.h"
#include "proof/record.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;

constexpr int kConfigVersion = 1;

const Json& part(const Json& json, const char* name) {
  const auto found = json.find(name);
  if (found == json.end()) throw Error(std::string("the part '") + name + "' is missing");
  return *found;
}

template <typename Options>
void read_part(const Json& json, const char* name, Options& out) {
  try {
    fields_from_json(part(json, name), out);
  } catch (const Error& error) {
    throw Error(std::string(name) + ": " + error.what());
  }
}

}  // namespace

void require_possible(const TrainConfig& config) {
  require_possible(config.network);
  require_possible(config.optimizer);
  const TrainOptions& training = config.training;
  if (training.states == 0 || training.states > kMaxStates) {
    throw Error(fmt::format("states: expected a number from 1 to {}", kMaxStates));
  }
  if (training.batch == 0 || training.batch > 1'000'000) {
    throw Error("batch: expected a number from 1 to 1000000");
  }
  if (training.validation_problems > 1'000'000) {
    throw Error("validation_problems: expected a number of at most 1000000");
  }
  if (training.validations > 1'000'000) {
    throw Error("validations: expected a number of at most 1000000");
  }
  if (!training.value.empty()) {
    if (!training.start.empty()) throw Error("--value does not go with --start");
    if (config.search.from_search > 0) throw Error("--value does not go with --from-search");
    if (!config.samples.files.empty()) {
      throw Error("--value plays episodes of generated theorems, so it does not go with --data");
    }
    const SampleOptions& samples = config.samples.options;
    if (samples.episodes == 0 || samples.episodes > 10'000'000) {
      throw Error("episodes: expected a number from 1 to 10000000");
    }
    if (samples.episode_steps == 0 || samples.episode_steps > kMaxRecordList) {
      throw Error("episode_steps: expected a number from 1 to 4096");
    }
    if (samples.problems > 0 || samples.targets != Targets::kGenerated) {
      throw Error("--problems and --targets do not go with --value");
    }
  }
  require_possible(config.search);
  if (config.search.from_search > 0) {
    if (config.samples.options.problems > 0 ||
        config.samples.options.targets != Targets::kGenerated) {
      throw Error("--problems and --targets do not go with --from-search");
    }
    if (config.search.from_search > config.steps()) {
      throw Error("from_search: there are more rounds than steps of the optimiser (--states)");
    }
  }
  require_possible(config.samples);
  for (const auto& [weight, specification] : config.samples.specifications) {
    if (!(weight > 0 && weight <= 1e9)) {
      throw Error("the weights of specifications must be greater than 0, and at most 1e9");
    }
    require_possible(specification);
  }
}

Json to_json(const TrainConfig& config) {
  Json specifications = Json::array();
  for (const auto& [weight, specification] : config.samples.specifications) {
    specifications.push_back(
        {{"weight", weight}, {"specification", fields_to_json(specification)}});
  }
  return {{"version", kConfigVersion},
          {"network", fields_to_json(config.network)},
          {"optimizer", fields_to_json(config.optimizer)},
          {"training", fields_to_json(config.training)},
          {"samples", fields_to_json(config.samples.options)},
          {"search", fields_to_json(config.search)},
          {"data",
           {{"specifications", specifications},
            {"files", config.samples.files},
            {"hold_out", config.samples.hold_out}}}};
}

TrainConfig read_train_config(const Json& json) {
  if (!json.is_object()) throw Error("this is not the configuration of a training run");
  try {
    if (part(json, "version") != kConfigVersion) {
      throw Error("this configuration is of another version of the program");
    }
    TrainConfig out;
    read_part(json, "network", out.network);
    read_part(json, "optimizer", out.optimizer);
    read_part(json, "training", out.training);
    read_part(json, "samples", out.samples.options);
    if (json.contains("search")) read_part(json, "search", out.search);  // older runs have none
    const Json& data = part(json, "data");
    for (const Json& entry : data.at("specifications")) {
      WeightedSpecification weighted;
      weighted.weight = entry.at("weight").get<double>();
      fields_from_json(entry.at("specification"), weighted.specification);
      out.samples.specifications.push_back(std::move(weighted));
    }
    out.samples.files = data.at("files").get<std::vector<std::string>>();
    out.samples.hold_out = data.at("hold_out").get<bool>();
    out.samples.seed = out.training.seed;
    require_possible(out);
    return out;
  } catch (const nlohmann::json::exception&) {
    throw Error("a part of this configuration is missing or has the wrong type");
  }
}

TrainConfig load_train_config(const std::string& path) {
  const std::string text = read_file(path);
  try {
    return read_train_config(parse_shallow_json<Json>(text));
  } catch (const nlohmann::json::exception&) {
    throw Error(path + ": this is not JSON");
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
}

}  // namespace ineq
