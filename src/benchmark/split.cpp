#include "benchmark/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <iterator>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "algebra/canonical.h"
#include "base/error.h"
#include "benchmark/split_plan.h"
#include "files/lines.h"
#include "files/output.h"
#include "generate/card.h"
#include "generate/dataset.h"
#include "generate/generator.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

bool is_wanted(const SplitRequest& request, std::string_view experiment) {
  return request.experiments.empty() ||
         std::ranges::find(request.experiments, experiment) != request.experiments.end();
}

// The first so many theorems that differ in more than names.
std::string distinct_records(const Specification& specification, std::size_t count) {
  constexpr std::uint64_t kPatience = 100;
  Generator generator(specification);
  std::unordered_set<std::uint64_t> seen;
  std::string out;
  for (std::uint64_t index = 0; seen.size() < count; ++index) {
    if (index == kPatience * count) {
      throw Error(fmt::format("{} theorems had only {} different goals", index, seen.size()));
    }
    const Generated& generated = generator.generate(index);
    if (seen.insert(canonical_hash(generator.bank(), generated.theorem().goal)).second) {
      append_record(generator, generated, index, {}, out);
    }
  }
  return out;
}

// Paths in it are relative to the folder; seen from here they begin with its name.
void move_into(const fs::path& folder, Specification& s) {
  if (!s.orders.empty()) s.orders = folder / s.orders;
  if (!s.combinations.empty()) s.combinations = folder / s.combinations;
}

Json list_names(const std::vector<SplitSet>& sets, const char* ending) {
  Json out = Json::array();
  for (const SplitSet& set : sets) out.push_back(set.name + ending);
  return out;
}

// From the entries of splits.json.
void write_card(const SplitRequest& request, const Json& list) {
  std::vector<CardFile> files;
  std::string text =
      "Fixed test sets, and specifications of what to train on, for experiments in "
      "generalisation. `ineq generate --spec FOLDER/train.json -n 100000 --out FILE` makes "
      "training theorems, as many as wanted; none of them has the goal of a test theorem in its "
      "folder, up to renaming of variables. `splits.json` lists all of it.\n\n"
      "| folder | training | tests | |\n|---|---|---|---|\n";
  for (const Json& entry : list) {
    const std::string folder = entry.at("folder");
    std::string config = folder, train, test;
    std::ranges::replace(config, '/', '-');
    for (const std::string name : entry.at("train")) train += " " + name;
    for (const std::string name : entry.at("test")) {
      std::string split = fs::path(name).stem();
      std::ranges::replace(split, '-', '_');
      files.push_back({config, split, folder + "/" + name});
      test += " " + name;
    }
    text += fmt::format("| {} |{} |{} | {} |\n", folder, train, test,
                        entry.at("note").get<std::string>());
  }
  write_file(fs::path(request.folder) / "README.md",
             dataset_card("Inequality theorems: tests of generalisation", files,
                          files.size() * request.test_size, text + "\n"));
}

// Those of other experiments that were written into the same folder before.
Json other_entries(const SplitRequest& request, const fs::path& index) {
  Json out = Json::array();
  if (!fs::exists(index)) return out;
  try {
    for (const Json& entry : Json::parse(read_file(index))) {
      const std::string experiment = entry.at("experiment");
      if (!is_wanted(request, experiment)) out.push_back(entry);
    }
  } catch (const Json::exception&) {
    throw Error(index.string() + ": this is not a list of splits");
  }
  return out;
}

void write_folder(const SplitRequest& request, const SplitFolder& folder,
                  const std::function<void()>& done) {
  const fs::path path = fs::path(request.folder) / folder.name;
  fs::create_directories(path);
  for (const auto& [name, text] : folder.files) write_file(path / name, text);
  for (const SplitSet& set : folder.test) {
    Specification s = set.specification;
    move_into(path, s);
    write_file(path / (set.name + ".jsonl"), distinct_records(s, request.test_size));
    done();
  }
  for (const SplitSet& set : folder.train) {
    Specification s = set.specification;
    s.seed = request.base.seed + 1;  // any other would do as well
    for (const SplitSet& test : folder.test) s.exclude.push_back(test.name + ".jsonl");
    write_file(path / (set.name + ".json"), write_specification(s));
  }
}

}  // namespace

void write_splits(const SplitRequest& request,
                  const std::function<void(std::size_t, std::size_t)>& progress) {
  for (const std::string& name : request.experiments) {
    if (std::ranges::find(split_plans(), name, &SplitPlan::name) == split_plans().end()) {
      throw Error("there is no experiment '" + name + "'");
    }
  }
  std::vector<SplitFolder> folders;
  for (const SplitPlan& experiment : split_plans()) {
    if (!is_wanted(request, experiment.name)) continue;
    try {
      std::ranges::move(experiment.make(request.base), std::back_inserter(folders));
    } catch (const Error& error) {
      throw Error(fmt::format("{}: {}", experiment.name, error.what()));
    }
  }
  const fs::path index = fs::path(request.folder) / "splits.json";
  Json list = other_entries(request, index);
  std::size_t all = 0, done = 0;
  for (const SplitFolder& folder : folders) all += folder.test.size();
  for (const SplitFolder& folder : folders) {
    write_folder(request, folder, [&] { progress(++done, all); });
    list.push_back({{"experiment", folder.experiment},
                    {"folder", folder.name},
                    {"train", list_names(folder.train, ".json")},
                    {"test", list_names(folder.test, ".jsonl")},
                    {"note", folder.note}});
  }
  write_card(request, list);
  write_file(index, list.dump(2) + "\n");
}

}  // namespace ineq
