#pragma once
// The checksums of the frozen splits, so that whoever has the files, or makes them again, can tell
// that they are the published ones.
//
// The manifest is the file benchmark/v1.json of the repository, which is compiled into the library.
// It covers every file that write_splits makes with the default options, except for README.md and
// splits.json, which depend on what else is in the folder.

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "benchmark/split.h"

namespace ineq {

struct SplitFile {
  std::string sha256;
  std::optional<std::size_t> theorems = {};  // if it is a set

  bool operator==(const SplitFile&) const = default;
};
using SplitManifest = std::map<std::string, SplitFile>;  // by path in the folder

SplitManifest frozen_manifest();
// Returns the files of the experiments with these names, or all files if no name is given.
SplitManifest select_experiments(const SplitManifest& manifest,
                                 const std::vector<std::string>& names);

// Makes the splits in a temporary folder; request.folder is not used. Throws Error.
SplitManifest make_manifest(const SplitRequest& request, const SplitProgress& progress);
// One sentence per file that differs, is missing or is not expected.
std::vector<std::string> differences(const SplitManifest& expected, const SplitManifest& found);
// The part of the manifest whose experiments the folder has. Throws Error if it has none.
SplitManifest experiments_in(const std::string& folder, const SplitManifest& manifest);
// Compares the files in a folder; files that are not expected are not reported.
std::vector<std::string> differences_in(const std::string& folder, const SplitManifest& expected);

std::string write_manifest(const SplitManifest& manifest);
SplitManifest parse_manifest(std::string_view text);  // throws Error

}  // namespace ineq
