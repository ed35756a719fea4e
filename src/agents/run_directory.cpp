#include "agents/run_directory.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <filesystem>

#include "base/error.h"
#include "files/field_json.h"
#include "files/npz.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kCheckpointFormat = "ineq-checkpoint";
constexpr int kCheckpointVersion = 1;

// The same for every repetition of a run.
Json manifest_of(const TrainConfig& config, const TrainState& state) {
  return {{"format", kCheckpointFormat},
          {"version", kCheckpointVersion},
          {"config", to_json(config)},
          {"step", state.step},
          {"best_validation", state.best_validation},
          {"best_step", state.best_step}};
}

// Adds the parameters, each as an array whose name begins with `group`.
void add_arrays(NpzArchive& archive, const std::string& group,
                std::span<const Parameter> parameters, std::span<const float> values) {
  for (const Parameter& parameter : parameters) {
    const auto part = values.subspan(parameter.offset, parameter.size);
    archive.arrays.push_back({.name = group + parameter.name,
                              .shape = parameter.shape,
                              .values = {part.begin(), part.end()}});
  }
}

void read_arrays(const NpzArchive& archive, const std::string& group,
                 std::span<const Parameter> parameters, std::span<float> out) {
  for (const Parameter& parameter : parameters) {
    const std::string name = group + parameter.name;
    const auto found = std::ranges::find(archive.arrays, name, &NpzArray::name);
    if (found == archive.arrays.end()) {
      throw Error(fmt::format("the array {} is missing: this file is of another network", name));
    }
    if (found->shape != parameter.shape) {
      throw Error(
          fmt::format("the array {} has another shape: this file is of another network", name));
    }
    if (!std::ranges::all_of(found->values, [](float value) { return std::isfinite(value); })) {
      throw Error(fmt::format("the array {} has values that are not finite numbers", name));
    }
    std::ranges::copy(found->values, out.begin() + static_cast<std::ptrdiff_t>(parameter.offset));
  }
}

Json read_manifest(const NpzArchive& archive) {
  const Json manifest = Json::parse(archive.manifest, nullptr, false);
  if (!manifest.is_object() || manifest.value("format", "") != kCheckpointFormat) {
    throw Error("this is not a checkpoint of ineq");
  }
  if (manifest.value("version", 0) != kCheckpointVersion) {
    throw Error(fmt::format("this checkpoint has version {}, but this program reads version {}",
                            manifest.value("version", 0), kCheckpointVersion));
  }
  return manifest;
}

// With the defaults of options that are newer than the checkpoint.
TrainConfig config_of(const Json& manifest) { return read_train_config(manifest.at("config")); }

// Calls read(archive, manifest); errors name the file.
template <typename Read>
auto with_checkpoint(const std::string& path, const Read& read) {
  const NpzArchive archive = read_npz(path);
  try {
    return read(archive, read_manifest(archive));
  } catch (const nlohmann::json::exception&) {
    throw Error(path + ": this is not a checkpoint of ineq");
  } catch (const Error& error) {
    throw Error(path + ": " + error.what());
  }
}

}  // namespace

bool RunDirectory::is_run() const { return std::filesystem::exists(config()); }

std::string RunDirectory::proofs(std::uint64_t round) const {
  return fmt::format("{}/search/round-{:04}.jsonl.zst", folder_, round);
}

std::string RunDirectory::detours(std::uint64_t round) const {
  return fmt::format("{}/search/round-{:04}.detours.jsonl.zst", folder_, round);
}

std::string RunDirectory::summary(std::uint64_t round) const {
  return fmt::format("{}/search/round-{:04}.json", folder_, round);
}

void save_checkpoint(const std::string& path, const TrainConfig& config, const Network& network,
                     Optimizer& optimizer, const TrainState& state) {
  Json manifest = manifest_of(config, state);
  manifest["cpu_seconds"] = state.cpu_seconds;
  manifest["metrics_size"] = state.metrics_size;
  manifest["events_size"] = state.events_size;
  NpzArchive archive{.manifest = manifest.dump(2), .arrays = {}};
  const Optimizer::State inner = optimizer.state();
  add_arrays(archive, "weights/", network.parameters(), network.weights());
  add_arrays(archive, "average/", network.parameters(), inner.average);
  add_arrays(archive, "moment/", network.parameters(), inner.moment);
  add_arrays(archive, "square/", network.parameters(), inner.square);
  write_npz(path, archive);
}

TrainState load_checkpoint(const std::string& path, const TrainConfig& config, Network& network,
                           Optimizer& optimizer) {
  return with_checkpoint(path, [&](const NpzArchive& archive, const Json& manifest) {
    if (to_json(config_of(manifest)) != to_json(config)) {
      throw Error("this is a checkpoint of a run with another configuration");
    }
    const Optimizer::State inner = optimizer.state();
    read_arrays(archive, "weights/", network.parameters(), network.weights());
    read_arrays(archive, "average/", network.parameters(), inner.average);
    read_arrays(archive, "moment/", network.parameters(), inner.moment);
    read_arrays(archive, "square/", network.parameters(), inner.square);
    TrainState out;
    out.step = manifest.at("step");
    out.best_validation = manifest.at("best_validation");
    out.best_step = manifest.at("best_step");
    out.cpu_seconds = manifest.at("cpu_seconds");
    out.metrics_size = manifest.at("metrics_size");
    out.events_size = manifest.at("events_size");
    if (out.step > config.steps()) throw Error("it has more steps than the run");
    optimizer.set_steps(out.step);
    return out;
  });
}

void save_weights(const std::string& path, const TrainConfig& config,
                  std::span<const Parameter> parameters, std::span<const float> weights,
                  const TrainState& state) {
  NpzArchive archive{.manifest = manifest_of(config, state).dump(2), .arrays = {}};
  add_arrays(archive, "", parameters, weights);
  write_npz(path, archive);
}

void load_weights(const std::string& path, const NetworkOptions& options, Network& network) {
  with_checkpoint(path, [&](const NpzArchive& archive, const Json& manifest) {
    if (fields_to_json(config_of(manifest).network) != fields_to_json(options)) {
      throw Error("these weights are of another network than that of config.json");
    }
    read_arrays(archive, "", network.parameters(), network.weights());
  });
}

void load_policy_weights(const std::string& path, NetworkOptions options, Network& network) {
  with_checkpoint(path, [&](const NpzArchive& archive, const Json& manifest) {
    const NetworkOptions stored = config_of(manifest).network;
    options.value_layers = stored.value_layers;
    options.value_width = stored.value_width;
    if (fields_to_json(stored) != fields_to_json(options)) {
      throw Error("these weights are of a network with other options");
    }
    for (const Parameter& parameter : network.parameters()) {
      if (parameter.name.starts_with(kValuePrefix)) continue;
      read_arrays(archive, "", {&parameter, 1}, network.weights());
    }
  });
}

}  // namespace ineq
