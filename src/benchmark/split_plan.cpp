#include "benchmark/split_plan.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/error.h"
#include "generate/axiom_lists.h"
#include "generate/order_file.h"

namespace ineq {
namespace {

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

SplitFolder folder_of(std::string_view experiment, KL kl) {
  return {.experiment = std::string(experiment),
          .name = fmt::format("{}/k{}l{}", experiment, kl.k, kl.l),
          .train = {},
          .validation = {},
          .test = {}};
}

std::vector<SplitFolder> make_iid(const Specification& base) {
  std::vector<SplitFolder> out;
  for (const KL kl : kSettings) {
    out.push_back(folder_of("iid", kl));
    out.back().train = {{"train", with(base, kl)}};
    out.back().test = {{"test", with(base, kl)}};
  }
  return out;
}

std::vector<SplitFolder> make_initial_condition(const Specification& base) {
  std::vector<SplitFolder> out;
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

// The training sets have the first entries of one list, in those of the paper's sizes for which
// enough exist. The unseen ones are the rest, at most as many as the paper has.
SplitFolder make_list(const Specification& s, const ListKind& kind) {
  const double exist = kind.count(s);
  std::vector<std::size_t> sizes = kind.sizes;
  std::erase_if(sizes, [&](std::size_t size) { return static_cast<double>(size) >= exist; });
  if (sizes.empty()) throw Error(fmt::format("there are only {:.0f} {}", exist, kind.name));
  const auto left = exist - static_cast<double>(sizes.back());
  const auto unseen = static_cast<std::size_t>(std::min(left, static_cast<double>(kind.unseen)));
  const std::vector<Order> all = kind.draw(s, {.seed = s.seed, .count = sizes.back() + unseen});
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(sizes.back());

  SplitFolder out = folder_of(kind.name, {s.k, s.l});
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

std::vector<SplitFolder> make_lists(const Specification& base, const ListKind& kind) {
  std::vector<SplitFolder> out;
  for (const KL kl : kSettings) out.push_back(make_list(with(base, kl), kind));
  return out;
}

std::vector<SplitFolder> make_orders(const Specification& base) {
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

std::vector<SplitFolder> make_combinations(const Specification& base) {
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
SplitFolder make_matrix(const Specification& base, const char* experiment,
                        const std::vector<KL>& all) {
  SplitFolder out{
      .experiment = experiment, .name = experiment, .train = {}, .validation = {}, .test = {}};
  for (const KL kl : all) {
    out.train.push_back({fmt::format("train-k{}l{}", kl.k, kl.l), with(base, kl)});
    out.test.push_back({fmt::format("test-k{}l{}", kl.k, kl.l), with(base, kl)});
  }
  return out;
}

std::vector<SplitFolder> make_axioms(const Specification& base) {
  return {make_matrix(base, "axioms", {{2, 7}, {3, 7}, {4, 7}, {5, 7}, {6, 7}, {7, 7}})};
}

std::vector<SplitFolder> make_length(const Specification& base) {
  return {make_matrix(base, "length", {{3, 3}, {3, 5}, {3, 7}})};
}

// As many distinct axioms as steps, up to all that a combination can have.
std::size_t most_axioms(const Specification& base, std::size_t l) {
  std::size_t k = std::min(l, kAxiomCount);
  while (count_orders(base.axioms, k, l, base.goal, base.early_repeats) == 0) --k;
  return k;
}

std::vector<SplitFolder> make_long(const Specification& base) {
  std::vector<KL> all;
  for (const std::size_t l : {5, 10, 15}) all.push_back({most_axioms(base, l), l});
  return {make_matrix(base, "long", all)};
}

// Tests alone: a folder of its own, because a set that joins `long` would change what the frozen
// training specifications there exclude.
std::vector<SplitFolder> make_longer(const Specification& base) {
  SplitFolder out = make_matrix(base, "longer", {});
  for (const std::size_t l : {20, 25}) {
    const KL kl = {most_axioms(base, l), l};
    out.test.push_back({fmt::format("test-k{}l{}", kl.k, kl.l), with(base, kl)});
  }
  return {out};
}

// Adds the validation sets, and says which stream each set is from and whose goals it excludes.
void complete(SplitFolder& folder) {
  std::vector<std::string> held_out;
  for (SplitSet& set : folder.test) {
    set.specification.stream = Stream::kTest;
    held_out.push_back(set.name + ".jsonl");
  }
  const std::vector<std::string> tests = held_out;
  for (SplitSet set : folder.test) {
    INEQ_CHECK(set.name.starts_with("test"));
    set.name = "validation" + set.name.substr(4);
    set.specification.stream = Stream::kValidation;
    set.specification.exclude = tests;
    held_out.push_back(set.name + ".jsonl");
    folder.validation.push_back(std::move(set));
  }
  for (SplitSet& set : folder.train) set.specification.exclude = held_out;
}

constexpr SplitPlan kPlans[] = {
    {"iid", "training and test theorems of the same distribution", make_iid},
    {"initial-condition", "training on degree 0, tests on degrees 0, 1 and 2",
     make_initial_condition},
    {"orders", "training with 100, 500, 2000 and 5000 axiom orders, test with unseen ones",
     make_orders},
    {"combinations", "training with 25, 100, 200 and 300 axiom combinations, test with unseen ones",
     make_combinations},
    {"axioms", "the number of distinct axioms K varies, the length is 7", make_axioms},
    {"length", "the proof length L varies, with 3 distinct axioms", make_length},
    {"long", "long proofs, with as many distinct axioms as steps where enough exist", make_long},
    {"longer", "tests alone, of proofs of 20 and 25 steps", make_longer},
};

}  // namespace

std::span<const SplitPlan> split_plans() { return kPlans; }

std::vector<SplitFolder> plan_splits(const Specification& base,
                                     const std::vector<std::string>& names) {
  for (const std::string& name : names) {
    if (std::ranges::find(kPlans, name, &SplitPlan::name) == std::end(kPlans)) {
      throw Error("there is no experiment '" + name + "'");
    }
  }
  std::vector<SplitFolder> out;
  for (const SplitPlan& plan : kPlans) {
    if (!names.empty() && std::ranges::find(names, plan.name) == names.end()) continue;
    try {
      std::ranges::move(plan.make(base), std::back_inserter(out));
    } catch (const Error& error) {
      throw Error(fmt::format("{}: {}", plan.name, error.what()));
    }
  }
  for (SplitFolder& folder : out) complete(folder);
  return out;
}

}  // namespace ineq
