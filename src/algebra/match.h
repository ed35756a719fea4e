#pragma once
// Matches whole statements. The kernel matches terms only, so this overload is not part of the
// trusted base.

#include "term/pattern.h"
#include "term/term.h"

namespace ineq {

// pattern, statement --> the bindings under which they are equal, as for terms (term/pattern.h).
inline bool match(const Bank& patterns, Statement pattern, const Bank& bank, Statement statement,
                  Bindings& bindings) {
  return match(patterns, Term{pattern.id}, bank, Term{statement.id}, bindings);
}

}  // namespace ineq
