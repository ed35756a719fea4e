#include "benchmark/held_out.h"

#include <map>
#include <memory>
#include <string>

#include "algebra/canonical.h"
#include "benchmark/split.h"
#include "benchmark/split_plan.h"
#include "generate/dataset.h"
#include "generate/generator.h"

namespace ineq {
namespace {

using Goals = std::unordered_set<std::uint64_t>;

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
  for (const SplitFolder& folder :
       plan_splits(base, {"iid", "initial-condition", "axioms", "length", "long", "longer"})) {
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
  Specification base = frozen.base;
  base.axioms = like.axioms;
  base.rules = like.rules;
  base.goal = like.goal;
  base.order_trials = like.order_trials;
  if (write_specification(base) != write_specification(frozen.base)) add_goals(base, frozen, out);
  return out;
}

}  // namespace ineq
