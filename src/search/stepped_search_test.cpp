#include "search/stepped_search.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <memory>

#include "generate/generator.h"
#include "search/best_first.h"
#include "search/distance_evaluator.h"
#include "search/lazy_best_first.h"
#include "search/mcts.h"
#include "support/fixture.h"
#include "support/search_results.h"

namespace ineq {
namespace {

// One search with everything it refers to.
struct Job {
  enum class Kind { kBestFirst, kLazy, kMcts, kBatchedMcts };
  static constexpr Kind kKinds[] = {Kind::kBestFirst, Kind::kLazy, Kind::kMcts, Kind::kBatchedMcts};

  Job(const Rules& rules, const Bank& bank, const Theorem& theorem, Kind kind)
      : problem(RuleSet::kStandard, rules, bank, theorem) {
    if (kind == Kind::kBestFirst) {
      search = std::make_unique<BestFirst>(problem, BestFirstOptions{}, budget);
    } else if (kind == Kind::kLazy) {
      const BestFirstOptions options{.prior_weight = 1, .width = 8, .together = 3};
      search = std::make_unique<LazyBestFirst>(problem, options, budget);
    } else {
      const MctsOptions options{.simulations = 20, .batch = kind == Kind::kMcts ? 1u : 4u};
      search = std::make_unique<Mcts>(problem, options, Rng(7), budget);
    }
  }

  Budget budget{SearchLimits{.nodes = 40, .steps = 10}};
  Problem problem;
  DistanceEvaluator evaluator{problem, budget};
  std::unique_ptr<SteppedSearch> search;
};

// Hands each query to the evaluator of its problem, the one that the query names.
class SharedEvaluator : public Evaluator {
 public:
  void add(Job& job) { evaluators_[&job.problem] = &job.evaluator; }
  void evaluate(std::span<const Query> queries, std::span<Evaluation> out) override {
    largest = std::max(largest, queries.size());
    ++calls;
    for (std::size_t i = 0; i < queries.size(); ++i) {
      evaluators_.at(queries[i].problem)->evaluate(queries.subspan(i, 1), out.subspan(i, 1));
    }
  }

  std::size_t largest = 0;  // batch
  std::size_t calls = 0;

 private:
  std::map<const Problem*, Evaluator*> evaluators_;
};

class SteppedSearchTest : public Fixture {
 protected:
  std::unique_ptr<Job> job(std::uint64_t number, Job::Kind kind) {
    const Theorem& from = generator_.generate(number).theorem();
    return std::make_unique<Job>(rules_, generator_.bank(), from, kind);
  }

  Generator generator_{{.k = 5, .l = 7}};
};

TEST_F(SteppedSearchTest, GivesTheSameResultWhoeverDrivesIt) {
  for (const Job::Kind kind : Job::kKinds) {
    for (std::uint64_t i = 0; i < 5; ++i) {
      const auto alone = job(i, kind), driven = job(i, kind);
      const SearchResult expected = run(*alone->search, alone->evaluator);
      std::size_t evaluated = 0;
      for (auto queries = driven->search->gather(); !queries.empty();
           queries = driven->search->gather()) {
        EXPECT_EQ(driven->search->gather().data(), queries.data());  // asked again, says the same
        std::vector<Evaluation> answers(queries.size());
        for (std::size_t q = 0; q < queries.size(); ++q) {  // one by one, so not as a batch
          EXPECT_EQ(queries[q].problem, &driven->problem);
          EXPECT_FALSE(queries[q].state->proven());
          driven->evaluator.evaluate(queries.subspan(q, 1), std::span(answers).subspan(q, 1));
        }
        evaluated += queries.size();
        driven->search->apply(answers, driven->evaluator.bytes());
      }
      const SearchResult result = driven->search->result();
      expect_same(result, expected);
      EXPECT_EQ(result.bytes, expected.bytes);
      EXPECT_EQ(result.counts.evaluated, evaluated);
      EXPECT_TRUE(driven->search->gather().empty());  // it stays at its end
    }
  }
}

TEST_F(SteppedSearchTest, ManySearchesShareTheCallsOfOneEvaluator) {
  for (const std::size_t count : {1u, 20u}) {
    std::vector<std::unique_ptr<Job>> jobs;
    std::vector<SteppedSearch*> searches;
    std::vector<SearchResult> expected;
    SharedEvaluator shared;
    std::size_t largest_alone = 0;
    std::uint64_t calls = 0, longest = 0;
    for (std::size_t i = 0; i < count; ++i) {
      const Job::Kind kind = Job::kKinds[i % std::size(Job::kKinds)];
      const auto alone = job(i, kind);
      SharedEvaluator own;
      own.add(*alone);
      expected.push_back(run(*alone->search, own));
      largest_alone = std::max(largest_alone, own.largest);
      calls += expected.back().counts.batches;
      longest = std::max(longest, expected.back().counts.batches);
      jobs.push_back(job(i, kind));
      shared.add(*jobs.back());
      searches.push_back(jobs.back()->search.get());
    }
    const std::vector<SearchResult> results = run_together(searches, shared);
    ASSERT_EQ(results.size(), count);
    for (std::size_t i = 0; i < count; ++i) {
      SCOPED_TRACE(i);
      expect_same(results[i], expected[i]);
    }
    EXPECT_EQ(shared.calls, longest);
    if (count == 1) {
      EXPECT_EQ(shared.largest, largest_alone);
    } else {
      EXPECT_GT(shared.largest, largest_alone);
      EXPECT_LT(shared.calls, calls);
    }
  }
}

TEST_F(SteppedSearchTest, NothingIsAskedWithoutSearches) {
  SharedEvaluator shared;
  EXPECT_TRUE(run_together({}, shared).empty());
  EXPECT_EQ(shared.calls, 0u);
}

TEST_F(SteppedSearchTest, TheMemoryOfTheEvaluatorCounts) {
  const auto limited = job(0, Job::Kind::kBestFirst);
  const std::span<const Query> queries = limited->search->gather();
  std::vector<Evaluation> answers(queries.size());
  limited->evaluator.evaluate(queries, answers);
  limited->search->apply(answers, std::size_t{1} << 40);
  EXPECT_TRUE(limited->search->gather().empty());
  EXPECT_EQ(limited->search->result().end, SearchEnd::kMemory);
}

}  // namespace
}  // namespace ineq
