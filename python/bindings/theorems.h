#pragma once
// Python's sources of theorems.

#include <memory>

#include "env/theorem_source.h"

namespace ineq::python {

struct Theorems {
  std::shared_ptr<TheoremSource> source;
};

}  // namespace ineq::python
