#pragma once
// The files of a dataset while it is written. Each format implements this interface.

#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace ineq {

class DatasetFiles {
 public:
  virtual ~DatasetFiles() = default;
  virtual void write(std::string_view lines) = 0;  // lines of the next theorems, in order
  // Calls OutputFile::checkpoint for each file. Returns nothing if one of them has none.
  virtual std::optional<std::vector<std::uint64_t>> checkpoint() = 0;
  virtual void commit() = 0;
};

}  // namespace ineq
