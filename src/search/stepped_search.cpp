#include "search/stepped_search.h"

#include <utility>

namespace ineq {
namespace {

// The first `count` answers; there may be more from a larger batch.
std::span<Evaluation> room_for(std::vector<Evaluation>& answers, std::size_t count) {
  if (answers.size() < count) answers.resize(count);
  return std::span(answers).first(count);
}

}  // namespace

bool step(SteppedSearch& search, Evaluator& evaluator, std::vector<Evaluation>& answers) {
  const std::span<const Query> queries = search.gather();
  if (queries.empty()) return false;
  const std::span<Evaluation> out = room_for(answers, queries.size());
  evaluator.evaluate(queries, out);
  search.apply(out, evaluator.bytes());
  return true;
}

SearchResult run(SteppedSearch& search, Evaluator& evaluator) {
  std::vector<Evaluation> answers;
  while (step(search, evaluator, answers)) {
  }
  return search.result();
}

std::vector<SearchResult> run_together(std::span<SteppedSearch* const> searches,
                                       Evaluator& evaluator) {
  std::vector<SearchResult> results(searches.size());
  std::vector<std::size_t> running, waiting;  // numbers of searches
  for (std::size_t i = 0; i < searches.size(); ++i) running.push_back(i);
  std::vector<Query> batch;
  std::vector<std::size_t> sizes;  // the number of queries of each search that waits
  std::vector<Evaluation> answers;
  while (true) {
    batch.clear();
    sizes.clear();
    waiting.clear();
    for (const std::size_t i : running) {
      const std::span<const Query> queries = searches[i]->gather();
      if (queries.empty()) {
        results[i] = searches[i]->result();
        continue;
      }
      batch.insert(batch.end(), queries.begin(), queries.end());
      sizes.push_back(queries.size());
      waiting.push_back(i);
    }
    if (batch.empty()) return results;
    std::span<Evaluation> out = room_for(answers, batch.size());
    evaluator.evaluate(batch, out);
    for (std::size_t i = 0; i < waiting.size(); ++i) {
      searches[waiting[i]]->apply(out.first(sizes[i]), 0);
      out = out.subspan(sizes[i]);
    }
    std::swap(running, waiting);
  }
}

}  // namespace ineq
