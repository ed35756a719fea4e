#include "benchmark/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <utility>

#include "base/error.h"
#include "benchmark/split_plan.h"
#include "files/lines.h"
#include "files/output.h"
#include "files/shallow_json.h"
#include "files/temporary_folder.h"
#include "generate/card.h"
#include "generate/dataset.h"
#include "generate/generator.h"

namespace ineq {
namespace {

using OrderedJson = nlohmann::ordered_json;
namespace fs = std::filesystem;

bool is_wanted(const SplitRequest& request, std::string_view experiment) {
  return request.experiments.empty() ||
         std::ranges::find(request.experiments, experiment) != request.experiments.end();
}

OrderedJson list_names(const std::vector<SplitSet>& sets, const char* ending) {
  OrderedJson out = OrderedJson::array();
  for (const SplitSet& set : sets) out.push_back(set.name + ending);
  return out;
}

// From the entries of splits.json.
void write_card(const SplitRequest& request, const OrderedJson& list) {
  std::vector<CardFile> files;
  std::string text =
      "Fixed test and validation sets, and specifications of what to train on, for experiments in "
      "generalisation. `ineq generate --spec FOLDER/train.json -n 100000 --out FILE` makes as many "
      "training theorems as wanted. Up to renaming of variables, none of them has the goal of a "
      "test or validation theorem in its folder, and no validation theorem has the goal of a test "
      "theorem. `splits.json` lists all files.\n\n"
      "Published results name the set and its version, for example `iid/k3l5/test.jsonl` of v1. "
      "`ineq split --verify FOLDER` compares the files with the checksums of that version; sets "
      "that were made with other options than the defaults have the version `custom`.\n\n"
      "| folder | version | training | validation | test | |\n|---|---|---|---|---|---|\n";
  for (const OrderedJson& entry : list) {
    const std::string folder = entry.at("folder");
    std::string config = folder;
    std::ranges::replace(config, '/', '-');
    text += fmt::format("| {} | {} |", folder, entry.at("version").get<std::string>());
    for (const char* kind : {"train", "validation", "test"}) {
      for (const std::string name : entry.at(kind)) {
        text += " " + name;
        if (fs::path(name).extension() != ".jsonl") continue;
        std::string split = fs::path(name).stem();
        std::ranges::replace(split, '-', '_');
        files.push_back({config, split, folder + "/" + name});
      }
      text += " |";
    }
    text += fmt::format(" {} |\n", entry.at("note").get<std::string>());
  }
  write_file(
      fs::path(request.folder) / "README.md",
      dataset_card("Inequality theorems: tests of generalisation", files,
                   files.size() * (request.test_size + request.validation_size) / 2, text + "\n"));
}

OrderedJson read_index(const fs::path& index) {
  const std::string text = read_file(index);
  try {
    OrderedJson out = parse_shallow_json<OrderedJson>(text);
    for (const OrderedJson& entry : out) {
      for (const char* field : {"experiment", "folder", "version", "note"}) {
        entry.at(field).get<std::string>();
      }
      for (const char* field : {"train", "validation", "test"}) {
        entry.at(field).get<std::vector<std::string>>();
      }
    }
    return out;
  } catch (const std::exception&) {  // it is not JSON, is nested too deeply or lacks a field
    throw Error(index.string() + ": this is not a list of splits");
  }
}

// The entries of other experiments that are already in the folder.
OrderedJson other_entries(const SplitRequest& request, const fs::path& index) {
  OrderedJson out = OrderedJson::array();
  if (!fs::exists(index)) return out;
  for (const OrderedJson& entry : read_index(index)) {
    if (!is_wanted(request, entry.at("experiment").get<std::string>())) out.push_back(entry);
  }
  return out;
}

// Throws Error if files of the folder would be overwritten by others.
void require_no_loss(const SplitRequest& request, const fs::path& index) {
  const auto refuse = [&](const std::string& what) {
    throw Error(
        fmt::format("{}: there is {} already; --force overwrites it", request.folder, what));
  };
  if (!fs::exists(index)) {
    if (fs::exists(index.parent_path() / "README.md")) refuse("a README.md of something else");
    return;
  }
  for (const OrderedJson& entry : read_index(index)) {
    const std::string experiment = entry.at("experiment");
    const bool is_same = is_frozen(request) && entry.at("version") == kSplitVersion;
    if (is_wanted(request, experiment) && !is_same) refuse("another split " + experiment);
  }
}

void write_lists(const fs::path& path, const SplitFolder& folder) {
  fs::create_directories(path);
  for (const auto& [name, text] : folder.files) write_file(path / name, text);
}

void write_specification_of(const fs::path& path, const SplitSet& set) {
  write_file(path / (set.name + ".json"), write_specification(set.specification));
}

// The files that the specification names must be there already. Returns the path.
std::string write_set(const fs::path& path, const SplitSet& set, std::size_t size) {
  write_specification_of(path, set);
  const std::string file = path / set.name;
  write_file(file + ".jsonl", make_problem_set(load_specification(file + ".json"), size));
  return file + ".jsonl";
}

void write_folder(const SplitRequest& request, const SplitFolder& folder,
                  const std::function<void()>& done) {
  const fs::path path = fs::path(request.folder) / folder.name;
  write_lists(path, folder);
  const auto write_sets = [&](const std::vector<SplitSet>& sets, std::size_t size) {
    for (const SplitSet& set : sets) {
      write_set(path, set, size);
      done();
    }
  };
  write_sets(folder.test, request.test_size);  // first: the validation sets exclude their goals
  write_sets(folder.validation, request.validation_size);
  for (const SplitSet& set : folder.train) write_specification_of(path, set);
}

// The set, together with the sets whose goals it excludes, is made in a temporary folder.
std::string make_set_in(const SplitFolder& folder, const SplitSet& set, std::size_t size) {
  const SplitRequest frozen;
  const TemporaryFolder here;
  write_lists(here.path(), folder);
  for (const SplitSet& test : folder.test) {
    const bool is_excluded =
        std::ranges::count(set.specification.exclude, test.name + ".jsonl") > 0;
    if (is_excluded) write_set(here.path(), test, frozen.test_size);
  }
  return read_file(write_set(here.path(), set, size));
}

}  // namespace

std::string make_problem_set(const Specification& specification, std::size_t count) {
  Generator generator(specification);
  std::string out;
  for_each_distinct(generator, 0, count, [&](const Generated& generated, std::uint64_t index) {
    append_record(generator, generated, index, {}, out);
  });
  return out;
}

std::string make_split_set(const std::string& name) {
  const SplitRequest frozen;
  for (const SplitFolder& folder : plan_splits(frozen.base, {name.substr(0, name.find('/'))})) {
    for (const auto& [sets, size] : {std::pair{&folder.test, frozen.test_size},
                                     {&folder.validation, frozen.validation_size}}) {
      for (const SplitSet& set : *sets) {
        if (folder.name + "/" + set.name == name) return make_set_in(folder, set, size);
      }
    }
  }
  throw Error("there is no set '" + name + "'");
}

bool is_frozen(const SplitRequest& request) {
  const SplitRequest frozen;
  return write_specification(request.base) == write_specification(frozen.base) &&
         request.test_size == frozen.test_size && request.validation_size == frozen.validation_size;
}

void write_splits(const SplitRequest& request, const SplitProgress& progress) {
  const std::vector<SplitFolder> folders = plan_splits(request.base, request.experiments);
  const fs::path index = fs::path(request.folder) / "splits.json";
  if (!request.force) require_no_loss(request, index);
  OrderedJson list = other_entries(request, index);
  std::size_t all = 0, done = 0;
  for (const SplitFolder& folder : folders) all += folder.test.size() + folder.validation.size();
  for (const SplitFolder& folder : folders) {
    write_folder(request, folder, [&] { progress(++done, all); });
    list.push_back({{"experiment", folder.experiment},
                    {"folder", folder.name},
                    {"version", is_frozen(request) ? kSplitVersion : "custom"},
                    {"train", list_names(folder.train, ".json")},
                    {"validation", list_names(folder.validation, ".jsonl")},
                    {"test", list_names(folder.test, ".jsonl")},
                    {"note", folder.note}});
  }
  write_card(request, list);
  write_file(index, list.dump(2) + "\n");
}

}  // namespace ineq
