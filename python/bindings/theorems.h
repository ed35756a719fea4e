#pragma once
// Python's sources of theorems.

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "env/theorem_source.h"
#include "generate/specification.h"

namespace ineq::python {

struct Theorems {
  // What the source was made from: theorems are pickled as that. A file is read again.
  struct Origin {
    using List = std::shared_ptr<const std::vector<Record>>;
    std::variant<Specification, std::string, List> from;  // a string is the path of a file
    std::size_t stride = 0;
  };

  std::shared_ptr<TheoremSource> source;
  Origin origin;
};

}  // namespace ineq::python
