#include "benchmark/held_out.h"

#include <algorithm>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "algebra/canonical.h"
#include "benchmark/split.h"
#include "benchmark/split_plan.h"
#include "generate/dataset.h"
#include "generate/generator.h"

namespace ineq {
namespace {

using Goals = std::unordered_set<std::uint64_t>;

// Not those of unseen orders and combinations.
const std::vector<std::string> kExperiments = {
    "iid", "initial-condition", "axioms", "length", "long", "longer"};

// The base of the sets that training on such theorems must not see.
Specification base_like(const Specification& like) {
  Specification out = SplitRequest().base;
  out.axioms = like.axioms;
  out.rules = like.rules;
  out.goal = like.goal;
  out.order_trials = like.order_trials;
  return out;
}

bool is_same(const Specification& a, const Specification& b) {
  return write_specification(a) == write_specification(b);
}

Goals goals_of(const Specification& specification, const Goals& excluded, std::size_t count) {
  Specification plain = specification;
  plain.exclude.clear();
  const auto lists = std::make_shared<AxiomLists>(*load_axiom_lists(plain));
  lists->excluded = excluded;
  Generator generator(plain, lists);
  Goals out;
  for_each_distinct(generator, 0, count, [&](const Generated& generated, std::uint64_t) {
    out.insert(canonical_hash(generator.bank(), generated.theorem().goal));
    return true;
  });
  return out;
}

// Adds the goals of the sets of the splits with this base.
void add_goals(const Specification& base, const SplitRequest& frozen, Goals& out) {
  std::map<std::string, Goals> made;  // by specification: experiments share sets
  for (const SplitFolder& folder : plan_splits(base, kExperiments)) {
    Goals tests;
    for (const SplitSet& set : folder.test) {
      Goals& goals = made[write_specification(set.specification)];
      if (goals.empty()) goals = goals_of(set.specification, {}, frozen.test_size);
      tests.insert(goals.begin(), goals.end());
    }
    for (const SplitSet& set : folder.validation) {
      out.merge(goals_of(set.specification, tests, frozen.validation_size));
    }
    out.merge(tests);
  }
}

}  // namespace

Goals held_out_goals(const Specification& like) {
  const SplitRequest frozen;
  Goals out;
  add_goals(frozen.base, frozen, out);
  const Specification base = base_like(like);
  if (!is_same(base, frozen.base)) add_goals(base, frozen, out);
  return out;
}

bool holds_out(const Specification& like, const Specification& base, std::string_view experiment) {
  if (std::ranges::count(kExperiments, experiment) == 0) return false;
  return is_same(base, base_like(like)) || is_same(base, SplitRequest().base);
}

}  // namespace ineq
