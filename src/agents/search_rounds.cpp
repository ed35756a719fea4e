#include "agents/search_rounds.h"

#include <fmt/format.h>

#include <algorithm>
#include <deque>
#include <utility>
#include <vector>

#include "agents/agent.h"
#include "agents/detours.h"
#include "agents/load_network.h"
#include "agents/train_config.h"
#include "base/error.h"
#include "base/ordered.h"
#include "base/streams.h"
#include "benchmark/problem.h"
#include "files/lines.h"
#include "files/shallow_json.h"
#include "generate/dataset.h"
#include "proof/action_text.h"
#include "proof/history.h"
#include "proof/rules_by_set.h"
#include "search/prove.h"

namespace ineq {
namespace {

using Json = nlohmann::ordered_json;

template <typename SummaryOrConst, typename Visit>
void visit_counts_of(SummaryOrConst& summary, const Visit& visit) {
  visit("round", summary.round);
  visit("theorems", summary.theorems);
  visit("proven", summary.proven);
  visit("shorter", summary.shorter);
  visit("steps", summary.steps);
  visit("learned", summary.learned);
  visit("detours", summary.detours);
}

// A theorem to search, with the number of steps of the proof that came with it, if there is one.
struct Task {
  Record record;
  std::size_t known_steps = 0;  // 0: no proof is known
};

}  // namespace

void require_possible(const SearchRoundOptions& options) {
  const auto require = [](bool holds, const char* what) {
    if (!holds) throw Error(what);
  };
  require(options.from_search <= 1'000'000, "from_search: expected a number of at most 1000000");
  require(options.theorems > 0 && options.theorems <= 100'000'000,
          "theorems: expected a number from 1 to 100000000");
  require(options.search_nodes > 0, "search_nodes: expected a number of at least 1");
  require(options.search_steps > 0 && options.search_steps <= kMaxRecordList,
          "search_steps: expected a number from 1 to 4096");
  require(options.window > 0, "window: expected a number of at least 1");
}

double RoundSummary::success() const {
  return theorems == 0 ? 0 : static_cast<double>(proven) / static_cast<double>(theorems);
}

double RoundSummary::length() const {
  return proven == 0 ? 0 : static_cast<double>(steps) / static_cast<double>(proven);
}

Json RoundSummary::to_json() const {
  Json out;
  visit_counts_of(*this, [&](const char* name, std::uint64_t count) { out[name] = count; });
  return out;
}

RoundSummary RoundSummary::read(const std::string& path) {
  try {
    const Json json = parse_shallow_json<Json>(read_file(path));
    RoundSummary out;
    bool is_summary = true;
    visit_counts_of(out, [&](const char* name, std::uint64_t& count) {
      is_summary = is_summary && json.at(name).is_number_unsigned();
      if (is_summary) count = json.at(name);
    });
    if (is_summary && out.proven <= out.theorems && out.learned <= out.theorems) return out;
  } catch (const nlohmann::json::exception&) {
    // Something is missing.
  }
  throw Error(path + ": this is not the summary of a round of searches");
}

// The theorems of rounds: each depends only on its round and its number. For one thread.
class SearchRounds::Theorems {
 public:
  Theorems(const TrainConfig& config, std::uint64_t seed)
      : seed_(seed), known_proofs_(config.search.known_proofs) {
    if (config.samples.files.empty()) {
      theorems_.emplace(config.samples.specifications, config.samples.hold_out);
      count_ = config.search.theorems;
      return;
    }
    records_ = std::make_shared<const std::vector<TestProblem>>(
        read_problems({.files = config.samples.files, .is_written = true}));
    count_ = std::min(config.search.theorems, records_->size());
  }

  std::unique_ptr<Theorems> clone() const {
    auto out = std::unique_ptr<Theorems>(new Theorems(seed_, known_proofs_));
    if (theorems_) out->theorems_.emplace(theorems_->clone());
    out->records_ = records_;
    out->count_ = count_;
    return out;
  }

  std::size_t per_round() const { return count_; }

  Task make(std::uint64_t round, std::uint64_t number) {
    Task out{.record = theorems_ ? generate(round, number) : stored(round, number)};
    if (known_proofs_) out.known_steps = out.record.proof.size();
    return out;
  }

 private:
  Theorems(std::uint64_t seed, bool known_proofs) : seed_(seed), known_proofs_(known_proofs) {}

  Record generate(std::uint64_t round, std::uint64_t number) {
    Rng rng = stream(Purpose::kTraining, stream_seed(Purpose::kTraining, seed_, round), number);
    Generator& generator = theorems_->choose(rng);
    const Generated& generated = generator.generate(rng.next(), 0);
    return to_record(generator, generated, fmt::format("round-{:04}/{:06}", round, number));
  }

  // Files are gone through from the beginning to the end, and then again. A proof that the kernel
  // rejects is as good as none.
  Record stored(std::uint64_t round, std::uint64_t number) {
    const TestProblem& problem = (*records_)[(round * count_ + number) % records_->size()];
    if (!known_proofs_) return problem.record;
    try {
      Record record = read_record(problem.record.line);
      Bank bank;
      if (check_record(bank, rules_[rules_for(record)], record).proven) return record;
    } catch (const Error&) {
      // The record has no proof, or not one that can be read.
    }
    return problem.record;
  }

  const std::uint64_t seed_;
  const bool known_proofs_;
  const RulesBySet rules_;
  std::optional<TrainingTheorems> theorems_;
  std::shared_ptr<const std::vector<TestProblem>> records_;
  std::size_t count_ = 0;
};

// Searches theorems together, for one thread.
class SearchRounds::Worker {
 public:
  Worker(const TrainConfig& config, const Network& network, std::unique_ptr<Theorems> theorems,
         const std::atomic<bool>* interrupt)
      : config_(config),
        network_(network),
        theorems_(std::move(theorems)),
        limits_{.nodes = config.search.search_nodes,
                .steps = config.search.search_steps,
                .memory = SearchLimits().memory / kTogether,
                .interrupt = interrupt} {}

  Found search(std::uint64_t round, std::size_t first, std::size_t end) {
    std::vector<Task> tasks;
    std::deque<Problem> problems;
    std::deque<Budget> budgets;
    std::deque<DetourFinder> finders;
    std::vector<PolicyTask> searches;
    for (std::size_t number = first; number < end; ++number) {
      tasks.push_back(theorems_->make(round, number));
      const Record& record = tasks.back().record;
      const RuleSet set = rules_for(record);
      Bank bank;
      const Theorem theorem = read_theorem(bank, record);
      problems.emplace_back(set, rules_[set], bank, theorem);
      budgets.emplace_back(limits_);
      finders.emplace_back();
      searches.push_back(
          {.problem = &problems.back(), .budget = &budgets.back(), .observer = &finders.back()});
    }
    std::vector<SearchResult> results =
        act(network_, config_.network, {.acting = Acting::kBestFirst}, searches);
    Found out;
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      const ProveResult result = verify(problems[i], std::move(results[i]), limits_);
      add(tasks[i], problems[i], result, out);
      if (result.proven) add_detours(problems[i], result, finders[i], out);
    }
    return out;
  }

 private:
  void add(Task& task, Problem& problem, const ProveResult& result, Found& out) const {
    RoundSummary& summary = out.summary;
    ++summary.theorems;
    Record& record = task.record;
    const std::size_t found = result.proof.size();
    if (result.proven) {
      ++summary.proven;
      summary.steps += found;
      summary.shorter += found < task.known_steps;
    }
    // An agent imitates itself more easily than somebody else, so its own proof wins a tie.
    if (result.proven && found > 0 && (task.known_steps == 0 || found <= task.known_steps)) {
      record.proof = print_actions(problem.bank, History(problem.bank, *result.proven));
    } else if (task.known_steps == 0) {
      return;
    }
    ++summary.learned;
    out.records += write_record(record) + "\n";
  }

  static void add_detours(Problem& problem, const ProveResult& result, const DetourFinder& finder,
                          Found& out) {
    for (const Detour& detour : finder.find(result.proof, result.proof.size())) {
      ++out.summary.detours;
      out.detours +=
          write_detour(problem.bank, problem.rule_set, problem.rules, problem.theorem, detour) +
          "\n";
    }
  }

  const TrainConfig& config_;
  const Network& network_;
  const std::unique_ptr<Theorems> theorems_;
  const SearchLimits limits_;
  const RulesBySet rules_;
};

SearchRounds::SearchRounds(const TrainConfig& config, std::uint64_t seed, const std::string& device)
    : config_(config),
      network_(make_network(config.network, device)),
      theorems_(std::make_unique<Theorems>(config, seed)) {}

SearchRounds::~SearchRounds() = default;

std::optional<SearchRounds::Found> SearchRounds::search(std::uint64_t round,
                                                        std::span<const float> weights,
                                                        unsigned threads,
                                                        const std::atomic<bool>* interrupt) {
  std::ranges::copy(weights, network_->weights().begin());
  const std::size_t count = theorems_->per_round();
  Found out{.summary = {.round = round}, .records = {}, .detours = {}};
  for_each_ordered(
      {.threads = threads, .interrupt = interrupt}, numbers(0, (count + kTogether - 1) / kTogether),
      [&] {
        const auto worker =
            std::make_shared<Worker>(config_, *network_, theorems_->clone(), interrupt);
        return [worker, round, count](std::size_t part) {
          return worker->search(round, part * kTogether, std::min(count, (part + 1) * kTogether));
        };
      },
      [&](std::size_t, Found found) {
        out.summary.theorems += found.summary.theorems;
        out.summary.proven += found.summary.proven;
        out.summary.shorter += found.summary.shorter;
        out.summary.steps += found.summary.steps;
        out.summary.learned += found.summary.learned;
        out.summary.detours += found.summary.detours;
        out.records += found.records;
        out.detours += found.detours;
      });
  if (interrupt != nullptr && *interrupt) return std::nullopt;
  return out;
}

}  // namespace ineq
