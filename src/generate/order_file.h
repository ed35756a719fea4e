#pragma once
// Lists of orders and combinations as files, in the form that INT has them in: orders.json is
// {"k3l5": [["AdditionZero", …], …], …}, combinations.json is {"k3": [[…], …], …}.

#include <string>
#include <string_view>
#include <vector>

#include "generate/order.h"

namespace ineq {

// Those of k and l; throw Error where there are none, or one is not valid.
std::vector<Order> read_orders(std::string_view text, std::size_t k, std::size_t l);
std::vector<Combination> read_combinations(std::string_view text, std::size_t k);
std::vector<Order> load_orders(const std::string& path, std::size_t k, std::size_t l);
std::vector<Combination> load_combinations(const std::string& path, std::size_t k);

std::string write_orders(const std::vector<Order>& orders, std::size_t k, std::size_t l);
std::string write_combinations(const std::vector<Combination>& combinations, std::size_t k);

}  // namespace ineq
