#pragma once
// What theorems are called in other systems.

#include <set>
#include <string>
#include <string_view>

namespace ineq {

// Has only letters, digits and - / _ . and is not long: it can stand in a comment of any system.
bool is_plain_id(std::string_view id);

// A name that is legal everywhere: `ineq_` and letters, digits and underscores. It depends on the
// id alone, or on the text of the theorem where there is none: ineq_field_k3l3_d0_s1_000012. A hash
// makes the name distinct where the id is not plain.
std::string theorem_name(std::string_view id, std::string_view text);

// Makes the names of a file distinct, be it one that takes capital letters for small ones: the
// second one of a name gets _2.
class DistinctNames {
 public:
  std::string add(std::string name);

 private:
  std::set<std::string> taken_;
};

}  // namespace ineq
