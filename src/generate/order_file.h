#pragma once
// Reads and writes lists of orders and combinations in INT's format: orders.json is
// {"k3l5": [["AdditionZero", …], …], …}, and combinations.json is {"k3": [[…], …], …}.

#include <string>
#include <string_view>
#include <vector>

#include "generate/order.h"

namespace ineq {

// These functions return the list for k and l. They throw Error if there is no such list, if it is
// empty, or if an element is not valid.
std::vector<Order> read_orders(std::string_view text, std::size_t k, std::size_t l);
std::vector<Combination> read_combinations(std::string_view text, std::size_t k);
std::vector<Order> load_orders(const std::string& path, std::size_t k, std::size_t l);
std::vector<Combination> load_combinations(const std::string& path, std::size_t k);

std::string write_orders(const std::vector<Order>& orders, std::size_t k, std::size_t l);
std::string write_combinations(const std::vector<Combination>& combinations, std::size_t k);

}  // namespace ineq
