#include "experiment/workspace.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/error.h"
#include "benchmark/held_out.h"
#include "benchmark/setting.h"
#include "benchmark/split.h"
#include "files/lines.h"
#include "files/make_folder.h"
#include "files/output.h"
#include "files/sha256.h"

namespace ineq {
namespace {

namespace fs = std::filesystem;

constexpr std::size_t kValidationTheorems = 500;  // as in the frozen splits

// The distribution's name and the rest.
std::pair<std::string, std::string> split_name(const std::string& name) {
  const std::size_t slash = name.find('/');
  if (slash == std::string::npos) {
    throw Error("'" + name + "': expected theorems such as standard/k3l5");
  }
  return {name.substr(0, slash), name.substr(slash + 1)};
}

const Specification& base_of(const SharedParts& shared, const std::string& theorems) {
  const auto found = shared.theorems.find(theorems);
  if (found != shared.theorems.end()) return found->second;
  throw Error("there are no theorems '" + theorems + "' in common.toml");
}

}  // namespace

Workspace::Workspace(const std::string& folder, const SharedParts& shared)
    : folder_(fs::absolute(folder).lexically_normal()), shared_(shared) {
  for (const char* part : {"splits", "runs", "tests", "logs"}) make_folder(folder_ + "/" + part);
}

std::string Workspace::name_of(const std::string& path) const {
  if (path.empty()) return {};
  if (path.starts_with(folder_ + "/")) return path.substr(folder_.size() + 1);
  return fs::relative(path, shared_.folder).string();
}

std::string Workspace::split_file(const std::string& name, std::size_t tests, const char* ending) {
  const auto [theorems, set] = split_name(name);
  const std::string experiment = set.substr(0, set.find('/'));
  const std::string folder = fmt::format("{}/splits/{}-{}", folder_, theorems, tests);
  if (made_.insert(folder + "/" + experiment).second) {
    make_folder(folder);
    write_splits({.base = base_of(shared_, theorems),
                  .folder = folder,
                  .test_size = tests,
                  .validation_size = std::min(tests, kValidationTheorems),
                  .experiments = {experiment},
                  .force = true},
                 [](std::size_t, std::size_t) {});
  }
  const std::string path = folder + "/" + set + ending;
  if (!fs::is_regular_file(path)) throw Error("there is no set '" + name + "'");
  return path;
}

Specification Workspace::specification(const std::string& name, std::size_t tests) {
  if (const std::size_t at = name.rfind('@'); at != std::string::npos) {
    Specification out = specification(name.substr(0, at), tests);
    const std::string change = name.substr(at + 1);
    const std::size_t equals = change.find('=');
    if (equals == std::string::npos) throw Error("'" + name + "': expected @FIELD=VALUE");
    set_field(out, change.substr(0, equals), change.substr(equals + 1));
    return out;
  }
  const auto [theorems, set] = split_name(name);
  Specification out = base_of(shared_, theorems);
  if (apply_setting(set, out)) return out;
  return load_specification(split_file(name, tests, ".json"));
}

std::string Workspace::fresh_file(const std::string& like, std::size_t tests) {
  Specification specification = this->specification(like, tests);
  specification.stream = Stream::kTest;
  std::string name = like;
  std::ranges::replace(name, '/', '-');
  const std::string folder = fmt::format("{}/splits/fresh-{}", folder_, tests);
  const std::string path = folder + "/" + name + ".jsonl";
  if (made_.insert(path).second) {
    make_folder(folder);
    write_file(path, make_problem_set(specification, tests));
  }
  return path;
}

std::string Workspace::test_file(const TestSource& source, const Cell& cell, std::size_t tests) {
  if (!source.like.empty()) return fresh_file(fill(source.like, cell), tests);
  const std::string name = fill(source.file, cell);
  if (!name.ends_with(".jsonl")) return split_file(name, tests, ".jsonl");
  const fs::path path = fs::path(shared_.folder) / name;
  if (!fs::is_regular_file(path)) throw Error("there is no file '" + path.string() + "'");
  return fs::absolute(path).lexically_normal();
}

bool Workspace::is_held_out(const std::string& name, const Specification& like) const {
  if (name.ends_with(".jsonl")) return false;
  const auto [theorems, set] = split_name(name);
  return holds_out(like, base_of(shared_, theorems), set.substr(0, set.find('/')));
}

std::string Workspace::checksum(const std::string& path) {
  std::string& out = checksums_[path];
  if (out.empty()) out = sha256(read_file(path));
  return out;
}

}  // namespace ineq
