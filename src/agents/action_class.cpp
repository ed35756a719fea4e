#include "agents/action_class.h"

namespace ineq {

const std::array<ActionClass, kActionClasses> kActionClassList = {{
    {0, 1}, {1, 1}, {2, 1},  {3, 1},  {3, 2},  {4, 1},  {5, 1},  {6, 1},  {7, 1},  {7, 2},
    {8, 1}, {9, 1}, {10, 1}, {11, 3}, {12, 2}, {13, 1}, {14, 2}, {15, 2}, {16, 2}, {17, 2},
}};

std::optional<std::size_t> find_action_class(std::size_t axiom, std::size_t count) {
  for (std::size_t i = 0; i < kActionClasses; ++i) {
    if (kActionClassList[i].axiom == axiom && kActionClassList[i].count == count) return i;
  }
  return std::nullopt;
}

}  // namespace ineq
