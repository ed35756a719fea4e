#include "benchmark/frozen_set.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/error.h"
#include "benchmark/split.h"
#include "benchmark/split_manifest.h"
#include "files/sha256.h"

namespace ineq {
namespace {

constexpr std::string_view kSetEnding = ".jsonl";

}  // namespace

std::vector<FrozenSet> frozen_sets() {
  std::vector<FrozenSet> out;
  for (const auto& [path, file] : frozen_manifest()) {
    if (!file.theorems) continue;
    const std::string name = path.substr(0, path.size() - kSetEnding.size());
    out.push_back({.name = fmt::format("{}/{}", kSplitVersion, name),
                   .version = std::string(kSplitVersion),
                   .sha256 = file.sha256,
                   .theorems = *file.theorems});
  }
  return out;
}

FrozenSet find_frozen_set(const std::string& name) {
  const std::vector<FrozenSet> all = frozen_sets();
  const auto found = std::ranges::find(all, name, &FrozenSet::name);
  if (found != all.end()) return *found;
  throw Error(
      fmt::format("there is no frozen set '{}'; `ineq split --list` prints the names, such as {}",
                  name, all.front().name));
}

std::string make_frozen_set(const FrozenSet& set) {
  const std::string out = make_split_set(set.name.substr(set.version.size() + 1));
  const std::string found = sha256(out);
  if (found == set.sha256) return out;
  throw Error(fmt::format("{}: expected the SHA-256 {}, found {}", set.name, set.sha256, found));
}

}  // namespace ineq
