#include "generate/split.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <unordered_set>

#include "base/error.h"
#include "generate/canonical.h"
#include "generate/card.h"
#include "generate/dataset.h"
#include "generate/generator.h"
#include "generate/order_file.h"
#include "proof/output.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;
namespace fs = std::filesystem;

struct Set {
  std::string name;
  Specification specification;
};

// A folder: every training set in it goes with every test set.
struct Folder {
  std::string experiment;
  std::string name;
  std::vector<Set> train;
  std::vector<Set> test;
  std::vector<std::pair<std::string, std::string>> files = {};  // lists of axioms: name, text
  std::string note = {};
};

struct KL {
  std::size_t k, l;
};
constexpr KL kSettings[] = {{3, 3}, {3, 5}, {3, 7}, {5, 5}, {5, 7}};

Specification with(Specification s, KL kl, std::size_t degree = 0) {
  s.k = kl.k;
  s.l = kl.l;
  s.degree = degree;
  return s;
}

Folder folder_of(std::string_view experiment, KL kl) {
  return {.experiment = std::string(experiment),
          .name = fmt::format("{}/k{}l{}", experiment, kl.k, kl.l),
          .train = {},
          .test = {}};
}

std::vector<Folder> make_iid(const Specification& base) {
  std::vector<Folder> out;
  for (const KL kl : kSettings) {
    out.push_back(folder_of("iid", kl));
    out.back().train = {{"train", with(base, kl)}};
    out.back().test = {{"test", with(base, kl)}};
  }
  return out;
}

std::vector<Folder> make_initial_condition(const Specification& base) {
  std::vector<Folder> out;
  for (const KL kl : kSettings) {
    out.push_back(folder_of("initial-condition", kl));
    out.back().train = {{"train", with(base, kl)}};
    for (const std::size_t degree : {0, 1, 2}) {
      out.back().test.push_back({fmt::format("test-degree-{}", degree), with(base, kl, degree)});
    }
  }
  return out;
}

// Training with some orders or combinations, tests with others.
struct ListKind {
  const char* name;  // of the experiment, and of what is listed
  std::vector<std::size_t> sizes;
  std::size_t unseen;
  std::string Specification::*file;
  double (*count)(const Specification&);
  std::vector<Order> (*draw)(const Specification&, const ListRequest&);
  std::string (*write)(const Specification&, const std::vector<Order>&);
};

// The training sets have the beginnings of one list, in the paper's sizes as far as so many exist;
// what is unseen is what is left, as many as the paper has at most.
Folder make_list(const Specification& s, const ListKind& kind) {
  const double exist = kind.count(s);
  std::vector<std::size_t> sizes = kind.sizes;
  std::erase_if(sizes, [&](std::size_t size) { return static_cast<double>(size) >= exist; });
  if (sizes.empty()) throw Error(fmt::format("there are only {:.0f} {}", exist, kind.name));
  const auto left = exist - static_cast<double>(sizes.back());
  const auto unseen = static_cast<std::size_t>(std::min(left, static_cast<double>(kind.unseen)));
  const std::vector<Order> all = kind.draw(s, {.seed = s.seed, .count = sizes.back() + unseen});
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(sizes.back());

  Folder out = folder_of(kind.name, {s.k, s.l});
  const std::string train = fmt::format("train-{}.json", kind.name);
  const std::string test = fmt::format("test-{}.json", kind.name);
  out.files = {{train, kind.write(s, {all.begin(), middle})},
               {test, kind.write(s, {middle, all.end()})}};
  for (const std::size_t size : sizes) {
    out.train.push_back({fmt::format("train-{}", size), s});
    out.train.back().specification.*kind.file = train;
    out.train.back().specification.list_size = size;
  }
  out.test.push_back({"test", s});
  out.test.back().specification.*kind.file = test;
  out.note =
      fmt::format("{:.0f} {} exist, {} of them are the unseen ones", exist, kind.name, unseen);
  return out;
}

std::vector<Folder> make_lists(const Specification& base, const ListKind& kind) {
  std::vector<Folder> out;
  for (const KL kl : kSettings) out.push_back(make_list(with(base, kl), kind));
  return out;
}

std::vector<Folder> make_orders(const Specification& base) {
  return make_lists(
      base, {.name = "orders",
             .sizes = {100, 500, 2000, 5000},
             .unseen = 1000,
             .file = &Specification::orders,
             .count =
                 [](const Specification& s) {
                   return count_orders(s.axioms, s.k, s.l, s.goal, s.early_repeats);
                 },
             .draw = draw_orders,
             .write = [](const Specification& s,
                         const std::vector<Order>& list) { return write_orders(list, s.k, s.l); }});
}

std::vector<Folder> make_combinations(const Specification& base) {
  return make_lists(
      base,
      {.name = "combinations",
       .sizes = {25, 100, 200, 300},
       .unseen = 300,
       .file = &Specification::combinations,
       .count = [](const Specification& s) { return count_combinations(s.axioms, s.k, s.goal); },
       .draw = draw_combinations,
       .write = [](const Specification& s,
                   const std::vector<Order>& list) { return write_combinations(list, s.k); }});
}

// Every setting is a training set and a test set.
Folder make_matrix(const Specification& base, const char* experiment, const std::vector<KL>& all) {
  Folder out{.experiment = experiment, .name = experiment, .train = {}, .test = {}};
  for (const KL kl : all) {
    out.train.push_back({fmt::format("train-k{}l{}", kl.k, kl.l), with(base, kl)});
    out.test.push_back({fmt::format("test-k{}l{}", kl.k, kl.l), with(base, kl)});
  }
  return out;
}

std::vector<Folder> make_axioms(const Specification& base) {
  return {make_matrix(base, "axioms", {{2, 7}, {3, 7}, {4, 7}, {5, 7}, {6, 7}, {7, 7}})};
}

std::vector<Folder> make_length(const Specification& base) {
  return {make_matrix(base, "length", {{3, 3}, {3, 5}, {3, 7}})};
}

// As many distinct axioms as steps, up to all that a combination can have.
std::vector<Folder> make_long(const Specification& base) {
  std::vector<KL> all;
  for (const std::size_t l : {5, 10, 15}) {
    std::size_t k = l;
    while (impossible(base.axioms, k, l)) --k;
    all.push_back({k, l});
  }
  return {make_matrix(base, "long", all)};
}

struct Maker {
  Experiment experiment;
  std::vector<Folder> (*make)(const Specification&);
};
constexpr Maker kMakers[] = {
    {{"iid", "training and test theorems of the same distribution"}, make_iid},
    {{"initial-condition", "training from terms of degree 0, tests from degrees 0, 1 and 2"},
     make_initial_condition},
    {{"orders", "training with 100, 500, 2000 and 5000 axiom orders, test with unseen ones"},
     make_orders},
    {{"combinations",
      "training with 25, 100, 200 and 300 axiom combinations, test with unseen ones"},
     make_combinations},
    {{"axioms", "the number of distinct axioms K varies, the length is 7"}, make_axioms},
    {{"length", "the proof length L varies, with 3 distinct axioms"}, make_length},
    {{"long", "long proofs, as many distinct axioms as steps if there are so many"}, make_long},
};
constexpr auto kExperiments = [] {
  std::array<Experiment, std::size(kMakers)> out;
  for (std::size_t i = 0; i < out.size(); ++i) out[i] = kMakers[i].experiment;
  return out;
}();

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
    const Statement goal = generator.generate(index).theorem.goal;
    if (seen.insert(canonical_hash(generator.bank(), goal)).second) {
      append_record(generator, index, {}, out);
    }
  }
  return out;
}

// Makes a path of the specification one that is relative to where it will be used.
void move_into(const fs::path& folder, Specification& s) {
  if (!s.orders.empty()) s.orders = folder / s.orders;
  if (!s.combinations.empty()) s.combinations = folder / s.combinations;
}

Json list_names(const std::vector<Set>& sets, const char* ending) {
  Json out = Json::array();
  for (const Set& set : sets) out.push_back(set.name + ending);
  return out;
}

void write_card(const SplitRequest& request, const std::vector<Folder>& folders) {
  std::vector<CardFile> files;
  std::string text =
      "Fixed test sets, and specifications of what to train on, for experiments in "
      "generalisation. `ineq generate --spec FOLDER/train.json -n 100000 --out FILE` makes "
      "training theorems, as many as wanted; none of them has the goal of a test theorem in its "
      "folder, up to renaming of variables. `splits.json` lists all of it.\n\n"
      "| folder | training | tests | |\n|---|---|---|---|\n";
  for (const Folder& folder : folders) {
    std::string config = folder.name, train, test;
    std::ranges::replace(config, '/', '-');
    for (const Set& set : folder.train) train += " " + set.name;
    for (const Set& set : folder.test) {
      std::string split = set.name;
      std::ranges::replace(split, '-', '_');
      files.push_back({config, split, folder.name + "/" + set.name + ".jsonl"});
      test += " " + set.name;
    }
    text += fmt::format("| {} |{} |{} | {} |\n", folder.name, train, test, folder.note);
  }
  write_file(fs::path(request.folder) / "README.md",
             dataset_card("Inequality theorems: tests of generalisation", files,
                          files.size() * request.test_size, text + "\n"));
}

void write_folder(const SplitRequest& request, const Folder& folder,
                  const std::function<void()>& done) {
  const fs::path path = fs::path(request.folder) / folder.name;
  fs::create_directories(path);
  for (const auto& [name, text] : folder.files) write_file(path / name, text);
  for (const Set& set : folder.test) {
    Specification s = set.specification;
    move_into(path, s);
    write_file(path / (set.name + ".jsonl"), distinct_records(s, request.test_size));
    done();
  }
  for (const Set& set : folder.train) {
    Specification s = set.specification;
    s.seed = request.base.seed + 1;  // any other would do as well
    for (const Set& test : folder.test) s.exclude.push_back(test.name + ".jsonl");
    write_file(path / (set.name + ".json"), write_specification(s));
  }
}

}  // namespace

std::span<const Experiment> experiments() { return kExperiments; }

void write_splits(const SplitRequest& request,
                  const std::function<void(std::size_t, std::size_t)>& progress) {
  for (const std::string& name : request.experiments) {
    if (std::ranges::find(kExperiments, name, &Experiment::name) == kExperiments.end()) {
      throw Error("there is no experiment '" + name + "'");
    }
  }
  std::vector<Folder> folders;
  for (const Maker& maker : kMakers) {
    if (!request.experiments.empty() &&
        std::ranges::find(request.experiments, maker.experiment.name) == request.experiments.end())
      continue;
    std::ranges::move(maker.make(request.base), std::back_inserter(folders));
  }
  std::size_t all = 0, done = 0;
  for (const Folder& folder : folders) all += folder.test.size();
  Json list = Json::array();
  for (const Folder& folder : folders) {
    write_folder(request, folder, [&] { progress(++done, all); });
    list.push_back({{"experiment", folder.experiment},
                    {"folder", folder.name},
                    {"train", list_names(folder.train, ".json")},
                    {"test", list_names(folder.test, ".jsonl")},
                    {"note", folder.note}});
  }
  write_card(request, folders);
  write_file(fs::path(request.folder) / "splits.json", list.dump(2) + "\n");
}

}  // namespace ineq
