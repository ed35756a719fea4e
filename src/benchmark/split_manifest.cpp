#include "benchmark/split_manifest.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "base/error.h"
#include "benchmark/frozen_splits.h"
#include "files/lines.h"
#include "files/sha256.h"
#include "files/temporary_folder.h"

namespace ineq {
namespace {

using OrderedJson = nlohmann::ordered_json;
namespace fs = std::filesystem;

SplitFile describe(const fs::path& path) {
  const std::string text = read_file(path);
  SplitFile out{.sha256 = sha256(text)};
  if (path.extension() == ".jsonl") {
    out.theorems = static_cast<std::size_t>(std::ranges::count(text, '\n'));
  }
  return out;
}

std::string experiment_of(const std::string& path) { return path.substr(0, path.find('/')); }

}  // namespace

SplitManifest frozen_manifest() { return parse_manifest(kFrozenSplits); }

SplitManifest select_experiments(const SplitManifest& manifest,
                                 const std::vector<std::string>& names) {
  if (names.empty()) return manifest;
  SplitManifest out = manifest;
  std::erase_if(out, [&](const auto& file) {
    return std::ranges::find(names, experiment_of(file.first)) == names.end();
  });
  return out;
}

SplitManifest make_manifest(const SplitRequest& request, const SplitProgress& progress) {
  const TemporaryFolder folder;
  SplitRequest here = request;
  here.folder = folder.path();
  write_splits(here, progress);
  SplitManifest out;
  for (const auto& entry : fs::recursive_directory_iterator(folder.path())) {
    const std::string name = entry.path().lexically_relative(folder.path());
    if (entry.is_regular_file() && name.find('/') != std::string::npos) {
      out[name] = describe(entry.path());
    }
  }
  return out;
}

std::vector<std::string> differences(const SplitManifest& expected, const SplitManifest& found) {
  std::vector<std::string> out;
  for (const auto& [name, file] : expected) {
    const auto other = found.find(name);
    if (other == found.end()) {
      out.push_back(name + ": the file is missing");
    } else if (other->second.theorems != file.theorems) {
      out.push_back(fmt::format("{}: expected {} theorems, found {}", name,
                                file.theorems.value_or(0), other->second.theorems.value_or(0)));
    } else if (other->second != file) {
      out.push_back(fmt::format("{}: expected the SHA-256 {}, found {}", name, file.sha256,
                                other->second.sha256));
    }
  }
  for (const auto& [name, file] : found) {
    if (!expected.contains(name)) out.push_back(name + ": the file is not in the manifest");
  }
  return out;
}

SplitManifest experiments_in(const std::string& folder, const SplitManifest& manifest) {
  SplitManifest out = manifest;
  std::erase_if(out, [&](const auto& file) {
    return !fs::is_directory(fs::path(folder) / experiment_of(file.first));
  });
  if (out.empty()) throw Error(folder + ": there are no splits in this folder");
  return out;
}

std::vector<std::string> differences_in(const std::string& folder, const SplitManifest& expected) {
  SplitManifest found;
  for (const auto& [name, file] : expected) {
    const fs::path path = fs::path(folder) / name;
    if (fs::exists(path)) found[name] = describe(path);
  }
  return differences(expected, found);
}

std::string write_manifest(const SplitManifest& manifest) {
  // One line per file, so that versions can be compared line by line.
  std::string out = fmt::format("{{\n  \"version\": \"{}\",\n  \"files\": {{", kSplitVersion);
  const char* before = "\n";
  for (const auto& [name, file] : manifest) {
    out += fmt::format("{}    {}: {{\"sha256\": \"{}\"", before, OrderedJson(name).dump(),
                       file.sha256);
    if (file.theorems) out += fmt::format(", \"theorems\": {}", *file.theorems);
    out += '}';
    before = ",\n";
  }
  return out + "\n  }\n}\n";
}

SplitManifest parse_manifest(std::string_view text) {
  SplitManifest out;
  try {
    const OrderedJson json = OrderedJson::parse(text);
    if (json.at("version") != kSplitVersion) throw Error("the manifest is of another version");
    for (const auto& [name, file] : json.at("files").items()) {
      SplitFile& to = out[name];
      to.sha256 = file.at("sha256");
      if (file.contains("theorems")) to.theorems = file.at("theorems");
    }
  } catch (const OrderedJson::exception&) {
    throw Error("this is not a manifest of splits");
  }
  return out;
}

}  // namespace ineq
