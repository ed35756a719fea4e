#pragma once
// Python's sources of theorems.

#include <memory>
#include <string>
#include <variant>
#include <vector>

#include "env/theorem_source.h"
#include "generate/specification.h"

namespace ineq::python {

// Whether one theorem can take so long that signals have to be handled meanwhile.
inline bool takes_searches(const Specification& specification) {
  return specification.min_shortest > 0;
}

struct Theorems {
  // What the source was made from: theorems are pickled as that. A file is read again.
  struct Origin {
    using List = std::shared_ptr<const std::vector<Record>>;
    std::variant<Specification, std::string, List> from;  // a string is the path of a file
    std::size_t stride = 0;
  };

  bool is_slow() const {
    const auto* specification = std::get_if<Specification>(&origin.from);
    return specification != nullptr && takes_searches(*specification);
  }

  std::shared_ptr<TheoremSource> source;
  Origin origin;
};

}  // namespace ineq::python
