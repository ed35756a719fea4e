#include "agents/sample_source.h"

#include <fmt/format.h>

#include <algorithm>
#include <numeric>
#include <optional>
#include <utility>

#include "agents/detours.h"
#include "agents/route_list.h"
#include "algebra/copy.h"
#include "base/error.h"
#include "base/rng.h"
#include "base/streams.h"
#include "env/raw_actions.h"
#include "files/lines.h"
#include "proof/record.h"
#include "search/prove.h"

namespace ineq {
namespace {

// How many samples in a row may be unusable: too large, or with actions that the network cannot
// name.
constexpr std::uint64_t kMaxUnusable = 1000;
// Expansions of the search for a shorter proof.
constexpr std::uint64_t kShortestNodes = 1000;

// The shortest proof that best-first search finds, if it is shorter than the given one.
class ShorterProof {
 public:
  std::optional<Proven> find(RuleSet set, const Bank& bank, const Proven& proven) {
    const SearchLimits limits{.nodes = kShortestNodes, .steps = proven.proof().size() - 1};
    if (limits.steps == 0) return std::nullopt;
    problem_.emplace(set, proven.rules(), bank, proven.theorem());
    Budget budget(limits);
    return prove(*problem_, {}, budget).proven;
  }
  const Bank& bank() const { return problem_->bank; }

 private:
  std::optional<Problem> problem_;
};

// A new theorem for every sample, and one of its steps.
class FreshSource : public SampleSource {
 public:
  FreshSource(TrainingTheorems theorems, const SampleOptions& options, std::uint64_t seed)
      : theorems_(std::move(theorems)), options_(options), seed_(seed) {}

  Sample draw(std::uint64_t index, std::uint64_t attempt) override {
    Rng rng = stream(Purpose::kTraining, stream_seed(Purpose::kTraining, seed_, index), attempt);
    Generator& generator = theorems_.choose(rng);
    const Generated& generated = generator.generate(rng.next(), 0);
    const RuleSet set = generator.specification().rules;
    const Proven* proven = &generated.proven;
    const Bank* bank = &generator.bank();
    std::optional<Proven> shorter;
    if (options_.targets == Targets::kShortest) shorter = shorter_.find(set, *bank, *proven);
    if (shorter) {
      proven = &*shorter;
      bank = &shorter_.bank();
    }
    const auto proof = proven->proof();
    const auto step = rng.below(static_cast<std::uint32_t>(proof.size()));
    return replay_.at(
        *bank, {set, &proven->rules(), proven->theorem(), {proof.begin(), proof.end()}}, step);
  }

  std::unique_ptr<SampleSource> clone() const override {
    return std::make_unique<FreshSource>(theorems_.clone(), options_, seed_);
  }

 private:
  TrainingTheorems theorems_;
  const SampleOptions options_;
  const std::uint64_t seed_;
  ShorterProof shorter_;
  Replay replay_;
};

// The paper's way: some theorems for some epochs, then the next theorems.
class ChunkSource : public SampleSource {
 public:
  ChunkSource(TrainingTheorems theorems, const SampleOptions& options, std::uint64_t seed)
      : theorems_(std::move(theorems)), options_(options), seed_(seed) {}

  // An epoch has one sample per step, and every proof has the length of the specification.
  Sample draw(std::uint64_t index, std::uint64_t attempt) override {
    const std::size_t size = options_.problems * theorems_.first().specification().l;
    const std::uint64_t epoch = index / size;
    const std::uint64_t chunk = epoch / options_.epochs;
    if (chunk_ != chunk) load(chunk);
    return list_.draw(seed_, epoch, (index + attempt) % size);
  }

  std::unique_ptr<SampleSource> clone() const override {
    return std::make_unique<ChunkSource>(theorems_.clone(), options_, seed_);
  }

 private:
  void load(std::uint64_t chunk) {
    Generator& generator = theorems_.first();
    list_.clear();
    for (std::size_t i = 0; i < options_.problems; ++i) {
      const std::uint64_t number = chunk * options_.problems + i;
      const Generated& made = generator.generate(stream_seed(Purpose::kTraining, seed_, number), 0);
      Theorem theorem;
      copy_theorem(generator.bank(), made.theorem(), list_.bank(), theorem);
      const auto proof =
          copy_actions(generator.bank(), {made.proof().begin(), made.proof().end()}, list_.bank());
      const Verdict verdict = check(list_.bank(), generator.rules(), theorem, proof);
      INEQ_CHECK(verdict.proven);
      list_.add_proof(generator.specification().rules, *verdict.proven);
    }
    chunk_ = chunk;
  }

  TrainingTheorems theorems_;
  const SampleOptions options_;
  const std::uint64_t seed_;
  std::optional<std::uint64_t> chunk_;
  RouteList list_;
};

// The steps of the proofs in files, and states beside them.
std::shared_ptr<const Routes> read_routes(const std::vector<std::string>& files,
                                          const std::vector<std::string>& detours) {
  const auto out = std::make_shared<Routes>();
  RouteList& list = out->list;
  for (const std::string& file : files) {
    LineReader lines(file);
    for_each_record(lines, [&](const Record& record) {
      const RuleSet set = rules_for(record);
      const RecordVerdict verdict = check_record(list.bank(), out->rules[set], record);
      if (!verdict.proven) throw Error(verdict.reason);
      list.add_proof(set, *verdict.proven);
    });
  }
  if (list.size() == 0) throw Error(files.front() + ": no proof in it has a step");
  for (const std::string& file : detours) {
    LineReader lines(file);
    for_each_line(lines, [&](std::string_view line) {
      auto [set, theorem, detour] = read_detour(list.bank(), out->rules, line);
      const std::size_t length = detour.path.size();
      list.add_visits({set, &out->rules[set], std::move(theorem), std::move(detour.path)}, length,
                      {&detour.steps_left, 1});
    });
  }
  return out;
}

}  // namespace

std::string_view to_string(Targets targets) {
  return kTargetNames[static_cast<std::size_t>(targets)];
}

void require_possible(const SampleRequest& request) {
  const SampleOptions& options = request.options;
  if (!request.files.empty()) {
    if (options.problems > 0 || options.targets != Targets::kGenerated) {
      throw Error("--problems and --targets do not go with files of proofs");
    }
  } else if (options.problems > 0) {
    if (request.specifications.size() > 1) {
      throw Error("--problems goes with a single specification");
    }
    if (options.epochs == 0) throw Error("epochs: expected a number of at least 1");
    if (options.targets != Targets::kGenerated) {
      throw Error("with --problems, the targets must be the generated proofs");
    }
  }
}

std::unique_ptr<SampleSource> make_sample_source(const SampleRequest& request) {
  require_possible(request);
  if (!request.files.empty()) {
    return make_route_source(read_routes(request.files, request.detours), request.seed);
  }
  TrainingTheorems theorems(request.specifications, request.hold_out);
  if (request.options.problems == 0) {
    return std::make_unique<FreshSource>(std::move(theorems), request.options, request.seed);
  }
  return std::make_unique<ChunkSource>(std::move(theorems), request.options, request.seed);
}

Samples make_samples(SampleSource& source, const NetworkOptions& network,
                     const SampleOptions& options, std::uint64_t first, std::size_t count) {
  Samples out{.input = make_input(network), .choice = {}, .steps_left = {}};
  for (std::uint64_t index = first; index < first + count; ++index) {
    for (std::uint64_t attempt = 0;; ++attempt) {
      if (attempt == kMaxUnusable) {
        throw Error(
            fmt::format("none of {} samples could be used: their states have more than "
                        "{} nodes, or the network cannot name the actions",
                        attempt, options.largest));
      }
      const SampleSource::Sample sample = source.draw(index, attempt);
      if (count_nodes(*sample.bank, *sample.state) > options.largest) continue;
      const auto& [bank, set, rules, state, action, left] = sample;
      // A few steps of generated proofs, such as commuting x*x, change nothing. No agent with masks
      // could take them.
      if (action) {
        State after = *state;
        if (!changes_state(after.apply(*bank, *rules, *action))) continue;
        if (!out.input->can_name(*bank, *rules, *state, *action)) continue;
      }
      out.input->add(*bank, set, *rules, *state);
      if (action) INEQ_CHECK(out.input->encode(*bank, *rules, *state, *action, out.choice));
      out.choice_offset.push_back(static_cast<std::int64_t>(out.choice.size()));
      out.steps_left.push_back(static_cast<float>(left));
      break;
    }
  }
  return out;
}

}  // namespace ineq
