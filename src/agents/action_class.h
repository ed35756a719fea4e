#pragma once
// The classes that policies choose from: an axiom together with a number of operands.
//
// In the standard rule set every axiom takes one number of operands, so a class is an axiom. In the
// set `full`, AdditionSimplification and MultiplicationSimplification take one or two. All rule
// sets share one list of classes, so one network can be trained on several of them.

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>

namespace ineq {

struct ActionClass {
  std::uint8_t axiom;
  std::uint8_t count;  // of operands
};

inline constexpr std::size_t kActionClasses = 20;
extern const std::array<ActionClass, kActionClasses> kActionClassList;

// Returns nothing if no rule set has such a row.
std::optional<std::size_t> find_action_class(std::size_t axiom, std::size_t count);

}  // namespace ineq
