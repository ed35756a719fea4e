// Searches that a network guides.
//
// What holds bit for bit: a search whose queries are answered one by one gives the same visits and
// values as a plain version, and the same run twice gives the same results. What holds up to
// rounding: a network that reads other states in the same batch, or the same state in another one,
// may answer differently in the last digits, so searches could differ where two ranks or scores are
// almost equal. The proofs below are the same all the same.

#include <gtest/gtest.h>

#include <algorithm>
#include <deque>
#include <memory>
#include <string>
#include <tuple>
#include <vector>

#include "agents/agent.h"
#include "agents/load_network.h"
#include "agents/network_evaluator.h"
#include "generate/generator.h"
#include "proof/action_text.h"
#include "support/cases.h"
#include "support/false_statements.h"
#include "support/plain_mcts.h"

namespace ineq {
namespace {

constexpr std::size_t kGuidedTheorems = cases(64, 8);
constexpr std::size_t kGuidedFalse = cases(200, 30);
constexpr std::size_t kGuidedCompared = cases(6, 1);

// Passes queries on in batches of at most this size.
class SmallBatches : public Evaluator {
 public:
  SmallBatches(Evaluator& inner, std::size_t size) : inner_(inner), size_(size) {}

  void evaluate(std::span<const Query> queries, std::span<Evaluation> out) override {
    for (std::size_t i = 0; i < queries.size(); i += size_) {
      const std::size_t count = std::min(size_, queries.size() - i);
      inner_.evaluate(queries.subspan(i, count), out.subspan(i, count));
    }
  }
  bool uses_max_steps() const override { return inner_.uses_max_steps(); }

 private:
  Evaluator& inner_;
  const std::size_t size_;
};

class GuidedSearchTest : public testing::TestWithParam<NetworkKind> {
 protected:
  // How a problem ended: the proof, as text, and the cost.
  using Ending = std::tuple<SearchEnd, std::vector<std::string>, std::uint64_t>;

  void SetUp() override {
    if (!has_networks()) GTEST_SKIP() << "this build has no networks";
    options_.width = 16;
    options_.layers = 2;
    options_.head = 16;
    network_ = make_network(options_);
    network_->initialize(1);
  }

  Problem generated(std::uint64_t number) {
    const Theorem& theorem = generator_.generate(number).theorem();
    return Problem(RuleSet::kStandard, rules_, generator_.bank(), theorem);
  }

  static Ending ending_of(Problem& problem, SearchResult found, const SearchLimits& limits) {
    const ProveResult result = verify(problem, std::move(found), limits);
    std::vector<std::string> proof;
    if (result.proven) proof = print_actions(problem.bank, History(problem.bank, *result.proven));
    return {result.end, proof, result.counts.expanded};
  }

  // Searches `together` problems at a time, in batches of at most `batch` queries.
  std::vector<Ending> search(const AgentOptions& options, std::size_t together, std::size_t batch,
                             std::size_t cache) {
    NetworkGuide guide(*network_, options_, cache);
    SmallBatches evaluator(guide.evaluator(), batch);
    std::vector<Ending> out;
    for (std::size_t begin = 0; begin < kGuidedTheorems; begin += together) {
      std::deque<Problem> problems;
      std::deque<Budget> budgets;
      std::vector<std::unique_ptr<SteppedSearch>> searches;
      std::vector<SteppedSearch*> running;
      for (std::size_t i = begin; i < std::min(begin + together, kGuidedTheorems); ++i) {
        const Theorem& theorem = generator_.generate(i).theorem();
        problems.emplace_back(RuleSet::kStandard, rules_, generator_.bank(), theorem);
        budgets.emplace_back(limits_);
        searches.push_back(make_search(problems.back(), options, budgets.back()));
        running.push_back(searches.back().get());
      }
      std::vector<SearchResult> found = run_together(running, evaluator);
      for (std::size_t i = 0; i < found.size(); ++i) {
        out.push_back(ending_of(problems[i], std::move(found[i]), limits_));
      }
    }
    return out;
  }

  NetworkOptions options_ = small_network(GetParam());
  const SearchLimits limits_{.nodes = 15, .steps = 10};
  const Rules rules_ = make_rules(RuleSet::kStandard);
  std::unique_ptr<Network> network_;
  Generator generator_{{.k = 3, .l = 3, .seed = 9}};
};

// Bit for bit: both ask the network about one state at a time.
TEST_P(GuidedSearchTest, MctsDoesWhatAPlainVersionDoes) {
  constexpr std::size_t kSimulations = 60, kSteps = 4;
  std::size_t compared = 0;
  for (const auto over : {MctsOptions::Over::kActions, MctsOptions::Over::kAxioms}) {
    for (std::uint64_t i = 0; i < kGuidedCompared; ++i) {
      Problem mine = generated(i), plain = generated(i);
      Budget budget({.steps = kSteps});
      NetworkEvaluator evaluator(*network_, options_);
      Mcts mcts(mine, {.over = over}, Rng(0), budget);
      PlainMcts expected(plain, evaluator, over, kSteps);
      for (std::size_t n = 1; n <= kSimulations && !expected.proven(); ++n) {
        mcts.simulate(1, evaluator);
        expected.simulate();
        ASSERT_EQ(mcts.end() == SearchEnd::kProven, expected.proven()) << n;
      }
      ASSERT_EQ(mcts.moves().size(), expected.moves().size());
      for (const MoveGraph::Edge& edge : mcts.moves()) {
        const auto same = [&](const PlainMcts::Move& move) {
          return move.action.axiom == edge.action.axiom &&
                 move.action.operands == edge.action.operands;
        };
        const auto found = std::ranges::find_if(expected.moves(), same);
        ASSERT_NE(found, expected.moves().end());
        ASSERT_EQ(edge.prior, found->prior);
        ASSERT_EQ(edge.visits, found->visits);
        ASSERT_EQ(edge.total, found->total);
        ++compared;
      }
    }
  }
  EXPECT_GT(compared, 10 * kGuidedCompared);
}

// Up to rounding, which does not matter here.
TEST_P(GuidedSearchTest, NeitherBatchesNorTheCacheChangeProofs) {
  for (const Algorithm algorithm : {Algorithm::kBestFirst, Algorithm::kMcts}) {
    AgentOptions options = ActingOptions::guided_search();
    options.algorithm = algorithm;
    options.mcts.simulations = 20;
    const std::vector<Ending> expected = search(options, 1, 1, 0);
    EXPECT_GT(std::ranges::count(expected, SearchEnd::kProven,
                                 [](const Ending& ending) { return std::get<0>(ending); }),
              0);
    const struct {
      std::size_t together, batch, cache;
    } kWays[] = {{1, 1, 100'000}, {64, 1, 0}, {64, 64, 0}, {64, 64, 30}, {64, 64, 100'000}};
    for (const auto& [together, batch, cache] : kWays) {
      EXPECT_EQ(search(options, together, batch, cache), expected)
          << to_string(algorithm) << ": " << together << " problems, batches of " << batch
          << ", cache of " << cache;
    }
  }
}

TEST_P(GuidedSearchTest, AGuideRemembersFromCallToCall) {
  for (const Acting acting : {Acting::kBestFirst, Acting::kMcts}) {
    const ActingOptions options{.acting = acting, .cache = 1000};
    NetworkGuide guide(*network_, options_, options.cache);
    const auto act_on_theorem = [&](NetworkGuide* kept) {
      Problem problem = generated(1);
      Budget budget(limits_);
      const PolicyTask task{.problem = &problem, .budget = &budget};
      auto found = act(*network_, options_, options, {&task, 1}, kept);
      return ending_of(problem, std::move(found[0]), limits_);
    };
    const Ending first = act_on_theorem(&guide);
    const std::uint64_t misses = guide.cache()->misses();
    EXPECT_EQ(act_on_theorem(&guide), first);
    EXPECT_EQ(guide.cache()->misses(), misses) << "the second search asks the network nothing";
    EXPECT_EQ(act_on_theorem(nullptr), first);
  }
}

// A network whose weights are random proposes whatever it likes; the kernel must not let it prove
// what is false.
TEST_P(GuidedSearchTest, ProvesNoFalseStatement) {
  const FalseCounts counts =
      search_false_statements(3, kGuidedFalse, {.nodes = 10}, *network_, options_);
  EXPECT_EQ(counts.statements, kGuidedFalse);
  EXPECT_EQ(counts.proven, 0u);
  EXPECT_GT(counts.counts.expanded, kGuidedFalse);
}

INSTANTIATE_TEST_SUITE_P(Networks, GuidedSearchTest,
                         testing::Values(NetworkKind::kDag, NetworkKind::kGin),
                         [](const auto& test) { return std::string(to_string(test.param)); });

}  // namespace
}  // namespace ineq
