#pragma once
// The names of theorems in other systems.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <string_view>

namespace ineq {

// Whether the id is short and has only letters, digits and - / _ . so that it can be written in a
// comment of any system.
bool is_plain_id(std::string_view id);

// Returns a name that is valid in every system: `ineq_` followed by letters, digits and
// underscores, such as ineq_field_k3l3_d0_s1_000012. It depends only on the id, or on the text of
// the theorem if the id is empty. If the id is not plain, a hash makes the name distinct.
std::string theorem_name(std::string_view id, std::string_view text);

// Makes the names in a file distinct, also for systems that ignore case: the second use of a name
// gets the suffix _2.
class DistinctNames {
 public:
  std::string add(std::string name);

 private:
  std::set<std::string> taken_;
  // By name in lower case; all smaller suffixes are taken. Without it, n equal names would take
  // n * n / 2 trials.
  std::map<std::string, std::uint64_t> next_suffix_;
};

}  // namespace ineq
