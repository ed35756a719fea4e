#pragma once
// A search that is driven from outside, so that one call of an evaluator can serve many searches.
//
// The search never calls an evaluator. Its driver alternates: gather() returns the states that the
// search wants evaluated, apply() takes the answers. The result depends on the answers alone, not
// on who drives the search or which other searches share the calls.

#include <cstddef>
#include <span>
#include <vector>

#include "search/evaluator.h"
#include "search/search.h"

namespace ineq {

class SteppedSearch {
 public:
  virtual ~SteppedSearch() = default;

  // Continues the search until it needs evaluations, and returns its queries, or none once it has
  // ended. The queries and the memory they refer to stay valid until apply(); until then, gather()
  // returns the same queries again.
  virtual std::span<const Query> gather() = 0;
  // Takes one answer per query. `evaluator_bytes` is the memory that the evaluator holds for this
  // search; it counts towards the search's memory limit.
  virtual void apply(std::span<const Evaluation> answers, std::size_t evaluator_bytes) = 0;
  // Requires that the search has ended.
  virtual SearchResult result() const = 0;
};

// One round of gather(), evaluation and apply(). Returns false once the search has ended. `answers`
// is reused to avoid reallocation.
bool step(SteppedSearch& search, Evaluator& evaluator, std::vector<Evaluation>& answers);

SearchResult run(SteppedSearch& search, Evaluator& evaluator);

// Runs the searches side by side. Each round asks the evaluator once, about the states that all
// searches want evaluated; the queries of one search follow each other, in the order of the
// searches. The results are in the same order. All searches share the evaluator, so its memory
// counts towards no limit. The clock of each search includes the time that the others take.
std::vector<SearchResult> run_together(std::span<SteppedSearch* const> searches,
                                       Evaluator& evaluator);

}  // namespace ineq
