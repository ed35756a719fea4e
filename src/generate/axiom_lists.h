#pragma once
// The lists of axioms that a generator draws from, and the goals that it must not make: loaded once
// from a specification, shared by all threads.

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "generate/order.h"
#include "generate/specification.h"

namespace ineq {

struct AxiomLists {
  // At most one of the two is not empty: each theorem takes one of the orders, or a new order of
  // one of the combinations, all with the same probability.
  std::vector<Order> orders;
  std::vector<Combination> combinations;
  std::unordered_set<std::uint64_t> excluded;  // canonical hashes of goals
  std::uint64_t hash = 0;                      // of all of the above
};

// Throws Error on a specification that no theorem can meet, and on files that cannot be used.
std::shared_ptr<const AxiomLists> load_axiom_lists(const Specification& specification);

// The canonical hashes of the goals in a file of records.
std::unordered_set<std::uint64_t> load_goals(const std::string& path);

struct ListRequest {
  std::uint64_t seed = 0;  // of the list, which is not the seed of the theorems
  std::size_t trials = 100'000;
  std::size_t count = 0;
};
// Draws `trials` random orders and keeps the distinct ones; with `count` > 0, draws until `count`
// are found. The list is sorted and then shuffled, as INT's lists are. Throw Error if fewer than
// `count` exist.
std::vector<Order> draw_orders(const Specification& specification, const ListRequest& request);
std::vector<Combination> draw_combinations(const Specification& specification,
                                           const ListRequest& request);

}  // namespace ineq
