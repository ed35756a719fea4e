#pragma once
// What a generator draws its axioms from, and what it must not make: made once from a
// specification, shared by all threads.

#include <cstdint>
#include <memory>
#include <string>
#include <unordered_set>
#include <vector>

#include "generate/order.h"
#include "generate/specification.h"

namespace ineq {

struct Sources {
  std::vector<Order> orders;                   // to draw from with equal chances, or
  std::vector<Combination> combinations;       // to make up a new order of one each time
  std::unordered_set<std::uint64_t> excluded;  // canonical hashes of goals
  std::uint64_t hash = 0;                      // of all of the above
};

// Throws Error on a specification that no theorem can meet, and on files that cannot be used.
std::shared_ptr<const Sources> load_sources(const Specification& specification);

// The canonical hashes of the goals in a file of records.
std::unordered_set<std::uint64_t> load_goals(const std::string& path);

// The distinct ones among so many random ones, sorted and then shuffled, as INT's lists are; with
// `count`, the first so many that were found, whatever it takes. Throw Error where fewer exist.
struct ListRequest {
  std::uint64_t seed = 0;  // of the list; other than that of the theorems
  std::size_t trials = 100'000;
  std::size_t count = 0;
};
std::vector<Order> draw_orders(const Specification& specification, const ListRequest& request);
std::vector<Combination> draw_combinations(const Specification& specification,
                                           const ListRequest& request);

}  // namespace ineq
