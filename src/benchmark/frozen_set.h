#pragma once
// The frozen test and validation sets by name, such as v1/iid/k3l5/test: the version and the path
// of the file (benchmark/split.h) without its ending. A set is made again whenever it is needed,
// and its checksum is compared with the manifest (benchmark/split_manifest.h).

#include <cstddef>
#include <string>
#include <vector>

namespace ineq {

struct FrozenSet {
  std::string name;
  std::string version;
  std::string sha256;  // of its file
  std::size_t theorems = 0;
};

std::vector<FrozenSet> frozen_sets();                // ordered by name
FrozenSet find_frozen_set(const std::string& name);  // throws Error
// The records, as a file of them. Takes a second or less. Throws Error if the checksum is another,
// which means that the generator has changed.
std::string make_frozen_set(const FrozenSet& set);

}  // namespace ineq
