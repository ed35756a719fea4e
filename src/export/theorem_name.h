#pragma once
// What theorems are called in other systems.

#include <set>
#include <string>
#include <string_view>

namespace ineq {

// A name that is legal everywhere: `ineq_` and letters, digits and underscores. It depends on the
// id alone, or on the text of the theorem where there is none: ineq_field_k3l3_d0_s1_000012. Where
// the id has other characters than - / _ . between letters and digits, or is long, a hash makes the
// name distinct.
std::string theorem_name(std::string_view id, std::string_view text);

// Makes the names of a file distinct: the second one of a name gets _2.
class DistinctNames {
 public:
  std::string add(std::string name);

 private:
  std::set<std::string> taken_;
};

}  // namespace ineq
