#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <stdexcept>
#include <tuple>
#include <utility>

#include "base/error.h"
#include "env/pool.h"
#include "generate/generator_source.h"
#include "proof/pointer_text.h"
#include "support/draw.h"
#include "support/fuzz.h"
#include "support/wrong_text.h"
#include "term/print.h"

namespace ineq {
namespace {

constexpr std::size_t kMaxMaskedNodes = 120;  // masks are asked for up to here
constexpr std::size_t kMaxNodes = 4000;       // beyond it an environment is reset

void expect(bool condition, const char* what) {
  if (!condition) throw std::runtime_error(what);
}

auto arrays(const GraphBatch& b) {
  return std::tie(b.type, b.statement, b.edge, b.slot, b.root, b.is_goal, b.occurrence,
                  b.node_offset, b.edge_offset, b.statement_offset, b.occurrence_offset);
}

bool equal(const Views& x, const Views& y) {
  return (!x.graph || arrays(*x.graph) == arrays(*y.graph)) &&
         (!x.sequence ||
          (x.sequence->token == y.sequence->token && x.sequence->offset == y.sequence->offset));
}

bool equal(const PoolBatch& x, const PoolBatch& y) {
  const auto rows = [](const PoolBatch& b) {
    return std::tie(b.environment, b.reward, b.terminated, b.truncated, b.outcome, b.steps,
                    b.episode, b.nodes, b.hash, b.final_row);
  };
  return rows(x) == rows(y) && equal(x.views, y.views) && equal(x.final_views, y.final_views);
}

void check_offsets(const std::vector<std::int64_t>& offsets, std::size_t states, std::size_t end) {
  expect(offsets.size() == states + 1 && offsets[0] == 0, "one offset a state and one more");
  expect(std::ranges::is_sorted(offsets), "offsets go down");
  expect(offsets.back() == static_cast<std::int64_t>(end), "offsets and array differ");
}

// What a reader of the arrays relies on.
void check_arrays(const Views& views, std::size_t states) {
  if (views.graph) {
    const GraphBatch& g = *views.graph;
    expect(g.states() == states, "graphs are missing");
    check_offsets(g.node_offset, states, g.type.size());
    check_offsets(g.edge_offset, states, g.slot.size());
    check_offsets(g.statement_offset, states, g.root.size());
    check_offsets(g.occurrence_offset, states, g.occurrence.size());
    expect(g.statement.size() == g.type.size() && g.edge.size() == 2 * g.slot.size() &&
               g.is_goal.size() == g.root.size(),
           "columns of different length");
    for (std::size_t s = 0; s < states; ++s) {
      const auto within = [s](const std::vector<std::int64_t>& numbers, std::size_t each,
                              const std::vector<std::int64_t>& rows,
                              const std::vector<std::int64_t>& range) {
        for (auto i = each * static_cast<std::size_t>(rows[s]);
             i < each * static_cast<std::size_t>(rows[s + 1]); ++i) {
          expect(numbers[i] >= range[s] && numbers[i] < range[s + 1], "a number of another state");
        }
      };
      within(g.edge, 2, g.edge_offset, g.node_offset);
      within(g.root, 1, g.statement_offset, g.node_offset);
      within(g.occurrence, 1, g.occurrence_offset, g.node_offset);
      within(g.statement, 1, g.node_offset, g.statement_offset);
    }
    const auto is_type = [](std::int32_t type) {
      return type >= 0 && static_cast<std::size_t>(type) < kNodeTypes;
    };
    expect(std::ranges::all_of(g.type, is_type), "an unknown type");
  }
  if (views.sequence) {
    check_offsets(views.sequence->offset, states, views.sequence->token.size());
  }
}

class PoolFuzzer {
 public:
  explicit PoolFuzzer(std::uint64_t seed)
      : rng_(seed), options_(draw_options()), views_(options_.views), final_views_(options_.views) {
    rules_ = std::make_shared<const Rules>(make_rules(options_.rules));
    sources_.resize(below(3) == 0 ? options_.environments : 1);
    for (auto& source : sources_) source = draw_source();
    for (std::size_t i = 0; i < options_.environments; ++i) {
      const auto& source = sources_[sources_.size() == 1 ? 0 : i];
      twins_.push_back({Episode(options_.rules, rules_, options_.step_limit),
                        source->clone(),
                        {.seed = options_.seed, .environment = i}});
    }
    pools_.push_back(std::make_unique<Pool>(sources_, options_));
    if (below(4) == 0) {
      PoolOptions other = options_;
      other.threads = options_.threads == 1 ? 2 : 1;
      pools_.push_back(std::make_unique<Pool>(sources_, other));
    }
  }

  FuzzPoolCounts run(std::uint64_t steps) {
    refuse([&](Pool& pool) { pool.step(std::vector<RawAction>(options_.environments)); });
    reset(all(), {});
    while (counts_.steps < steps) {
      switch (below(64)) {
        case 0:
        case 4:
          absurd_call();
          break;
        case 1:
          if (sent_.empty()) reset(some(all()), below(2) == 0 ? draw_seed() : std::nullopt);
          break;
        case 2:
          save_and_restore();
          break;
        case 3:
          check_mask();
          break;
        default:
          below(3) == 0 && !sent_.empty() ? receive() : send();
      }
    }
    while (!sent_.empty()) receive();
    return counts_;
  }

 private:
  // An environment as it should be.
  struct Twin {
    Episode episode;
    std::unique_ptr<TheoremSource> source;
    EpisodeName next;
    bool under_way = false;

    void begin() {
      const auto drawn = source->draw(next);
      ++next.number;
      episode.reset(drawn.bank, drawn.theorem);
    }
    std::size_t nodes() const { return count_nodes(episode.bank(), episode.state()); }
  };
  using Environments = std::vector<std::int32_t>;
  struct Sent {
    Environments environments;
    std::vector<RawAction> actions;
    std::vector<std::string> texts;  // in place of actions
  };

  std::uint32_t below(std::size_t bound) { return rng_.below(static_cast<std::uint32_t>(bound)); }
  std::optional<std::uint64_t> draw_seed() { return below(8) == 0 ? rng_.next() : below(100); }
  Twin& twin(std::int32_t environment) { return twins_[static_cast<std::size_t>(environment)]; }

  PoolOptions draw_options() {
    PoolOptions out{.environments = 1 + below(below(2) == 0 ? 100 : 10),
                    .threads = 1 + below(3),
                    .seed = *draw_seed(),
                    .rules = kRuleSets[below(3)],
                    .step_limit = 1 + below(20),
                    .auto_reset = static_cast<AutoReset>(below(3)),
                    .views = {.graph = below(4) > 0,
                              .graph_options = {.rename = below(2) == 0, .merge = below(2) == 0},
                              .sequence = {}}};
    if (below(2) == 0) out.views.sequence = static_cast<Sequence>(below(2));
    return out;
  }

  std::shared_ptr<const TheoremSource> draw_source() {
    if (below(2) == 0) {
      const std::size_t k = 1 + below(3);
      return std::make_shared<GeneratorSource>(
          Specification{.rules = options_.rules, .k = k, .l = k + below(4), .order_trials = 0});
    }
    std::vector<Record> records = below(3) == 0 ? example_records() : std::vector<Record>{};
    for (Record& record : records) record.rules.reset();
    while (records.size() < 20) {
      Bank bank;
      const Theorem theorem = random_theorem(bank, *rules_, rng_);
      if (State(bank, theorem).proven()) continue;
      Record record{.id = {}, .rules = {}, .premises = {}, .goal = {}, .proof = {}};
      for (const Statement s : theorem.premises) record.premises.push_back(to_string(bank, s));
      record.goal = to_string(bank, theorem.goal);
      records.push_back(record);
    }
    return std::make_shared<ListSource>(records, below(4));
  }

  Environments all() const {
    Environments out;
    for (std::size_t i = 0; i < twins_.size(); ++i) out.push_back(static_cast<std::int32_t>(i));
    return out;
  }
  Environments some(Environments from) {
    if (below(3) == 0) return from;
    const std::uint32_t share = 1 + below(4);
    Environments out;
    for (const std::int32_t environment : from) {
      if (below(4) < share) out.push_back(environment);
    }
    return out.empty() ? from : out;
  }
  // Environments that can be sent an action.
  Environments ready() {
    Environments out;
    for (const std::int32_t environment : all()) {
      const Twin& t = twin(environment);
      const bool stuck = options_.auto_reset == AutoReset::kDisabled && t.episode.over();
      if (!t.under_way && !stuck && t.nodes() <= kMaxNodes) out.push_back(environment);
    }
    return out;
  }

  void refuse(const auto& call) {
    for (const auto& pool : pools_) {
      try {
        call(*pool);
      } catch (const Error&) {
        ++counts_.refused;
        continue;
      }
      expect(false, "what cannot be done was done");
    }
  }

  void reset(const Environments& environments, std::optional<std::uint64_t> seed) {
    for (const std::int32_t environment : environments) {
      Twin& t = twin(environment);
      if (seed) t.next = {*seed, static_cast<std::uint64_t>(environment)};
    }
    const bool everywhere = environments.size() == options_.environments && below(2) == 0;
    compare({.environments = environments, .actions = {}, .texts = {}}, [&](Pool& pool) {
      return everywhere ? pool.reset(seed) : pool.reset(environments, seed);
    });
  }

  void send() {
    const Environments can = ready();
    if (can.empty()) {
      while (!sent_.empty()) receive();
      Environments stuck = all();
      std::erase_if(stuck, [&](std::int32_t e) {
        return !twin(e).episode.over() && twin(e).nodes() <= kMaxNodes;
      });
      if (!stuck.empty()) reset(stuck, {});
      return;
    }
    Sent next{.environments = some(can), .actions = {}, .texts = {}};
    const bool texts = below(4) == 0;
    for (const std::int32_t environment : next.environments) {
      Twin& t = twin(environment);
      if (texts) {
        next.texts.push_back(draw_text(t));
      } else {
        next.actions.push_back(t.episode.over() ? absurd_raw(t) : draw_raw(t));
      }
    }
    const bool together = next.environments.size() == options_.environments && sent_.empty();
    if (together && below(2) == 0) {
      return compare(next, [&](Pool& pool) {
        return texts ? pool.step(next.texts) : pool.step(next.actions);
      });
    }
    for (const auto& pool : pools_) {
      texts ? pool->send(next.environments, next.texts)
            : pool->send(next.environments, next.actions);
    }
    for (const std::int32_t environment : next.environments) twin(environment).under_way = true;
    sent_.push_back(std::move(next));
    expect(pools_[0]->sent() == sent_.size(), "sent and not received");
  }

  void receive() {
    const Sent first = std::move(sent_.front());
    sent_.pop_front();
    compare(first, [](Pool& pool) { return pool.recv(); });
    for (const std::int32_t environment : first.environments) twin(environment).under_way = false;
  }

  // What the call returns is what the twins do.
  void compare(const Sent& sent, const auto& call) {
    const Pool::Batch batch = call(*pools_[0]);
    if (pools_.size() > 1) {
      expect(equal(*batch, *call(*pools_[1])), "other threads, another batch");
      ++counts_.twins;
    }
    const std::size_t rows = sent.environments.size();
    expect(batch->environment == sent.environments, "other environments");
    for (const std::size_t size :
         {batch->reward.size(), batch->terminated.size(), batch->truncated.size(),
          batch->outcome.size(), batch->steps.size(), batch->episode.size(), batch->nodes.size(),
          batch->hash.size()}) {
      expect(size == rows, "a row an environment");
    }
    check_arrays(batch->views, rows);
    check_arrays(batch->final_views, batch->final_row.size());
    views_.clear();
    final_views_.clear();
    std::vector<std::int32_t> final_row;
    for (std::size_t row = 0; row < rows; ++row) {
      Twin& t = twin(sent.environments[row]);
      Episode::Result result{};
      std::uint8_t outcome = kBegun;
      if ((sent.actions.empty() && sent.texts.empty()) || t.episode.over()) {
        t.begin();
      } else {
        result = sent.texts.empty() ? t.episode.step(read(t, sent.actions[row]))
                                    : t.episode.attempt(sent.texts[row]);
        outcome = static_cast<std::uint8_t>(result.outcome);
        count(t, result, !sent.texts.empty());
        if (t.episode.over() && options_.auto_reset == AutoReset::kSameStep) {
          final_row.push_back(static_cast<std::int32_t>(row));
          final_views_.add(t.episode.bank(), t.episode.state());
          t.begin();
        }
      }
      expect(batch->outcome[row] == outcome, "another outcome");
      expect(batch->reward[row] == result.reward, "another reward");
      expect((batch->terminated[row] != 0) == (batch->reward[row] == 1), "reward at the end only");
      expect((batch->terminated[row] != 0) == result.terminated, "terminated differs");
      expect((batch->truncated[row] != 0) == result.truncated, "truncated differs");
      expect(batch->steps[row] == static_cast<std::int32_t>(t.episode.steps()), "other steps");
      expect(batch->episode[row] == static_cast<std::int64_t>(t.next.number) - 1,
             "another episode");
      expect(batch->nodes[row] == static_cast<std::int64_t>(t.nodes()), "other nodes");
      expect(batch->hash[row] == t.episode.hash(), "another state");
      views_.add(t.episode.bank(), t.episode.state());
      counts_.begun += t.episode.steps() == 0;
    }
    expect(equal(batch->views, views_), "other views");
    expect(batch->final_row == final_row, "other ends");
    expect(equal(batch->final_views, final_views_), "other last views");
    if (below(4) == 0) kept_ = batch;  // the pool must not touch what somebody holds
    if (!hashes_.empty()) expect(held_->hash == hashes_, "a batch that is held has changed");
    held_ = kept_;
    hashes_ = held_ ? held_->hash : std::vector<std::uint64_t>{};
  }

  Action read(const Twin& t, const RawAction& raw) const {
    return read_raw(t.episode.bank(), t.episode.state(), *rules_, raw);
  }

  void count(Twin& t, const Episode::Result& result, bool text) {
    ++counts_.steps;
    counts_.texts += text;
    counts_.changed += changes_state(result.outcome);
    counts_.truncated += result.truncated;
    if (!result.terminated) return;
    ++counts_.proven;
    Bank bank;
    expect(check_record(bank, *rules_, t.episode.record()).proven.has_value(), "the proof is none");
  }

  // In range. Half of the time one that changes the state, if it is found soon.
  RawAction draw_raw(Twin& t) {
    const std::size_t nodes = t.nodes();
    const Statement goal = *t.episode.state().goals().begin();
    const std::uint32_t in_goal = t.episode.bank()[goal].size;
    RawAction raw{};
    for (std::uint32_t tries = below(2) == 0 ? 1 : 10; tries > 0; --tries) {
      raw = {static_cast<std::int32_t>(below(kAxiomCount)), 0, 0, 0};
      const std::size_t operands = below(4) == 0 ? below(kMaxOperands + 1)
                                                 : arity(*rules_, static_cast<std::size_t>(raw[0]));
      for (std::size_t i = 1; i <= operands; ++i) {
        raw[i] = static_cast<std::int32_t>(below(below(2) == 0 ? nodes : in_goal));
      }
      if (tries == 1) break;
      State next = t.episode.state();
      if (changes_state(next.apply(t.episode.bank(), *rules_, read(t, raw)))) break;
    }
    return raw;
  }

  // With one number out of range.
  RawAction absurd_raw(const Twin& t) {
    RawAction raw{};
    const auto limit = static_cast<std::int32_t>(t.nodes());
    const std::array<std::int32_t, 6> far = {-1,
                                             -1 - static_cast<std::int32_t>(below(1000)),
                                             std::numeric_limits<std::int32_t>::min(),
                                             std::numeric_limits<std::int32_t>::max(),
                                             0x10000,
                                             0x100};
    const std::size_t at = below(raw.size());
    raw[at] = far[below(far.size())];
    if (at > 0 && (raw[at] < limit || below(2) == 0) && raw[at] >= 0) raw[at] = limit;
    if (at == 0 && below(2) == 0) raw[0] = kAxiomCount;
    return raw;
  }

  std::string draw_text(Twin& t) {
    if (t.episode.over() || below(8) == 0) return noise(rng_);
    const State& state = t.episode.state();
    const Action action = read(t, draw_raw(t));
    for (std::size_t i = 0; i < action.count; ++i) {
      if (action.operands[i].node == 0) return noise(rng_);
    }
    std::string text = print_action(t.episode.bank(), state, action);
    if (below(2) == 0) {
      if (const auto pointer = print_pointer_action(t.episode.bank(), state, action)) {
        text = *pointer;
      }
    }
    return below(2) == 0 ? text : damaged(rng_, text);
  }

  // Everything that a pool refuses. The twins know nothing of it: if it moved anything, it shows.
  void absurd_call() {
    const Environments can = ready();
    const std::vector<RawAction> nothing(options_.environments);
    switch (below(8)) {
      case 0:
      case 1:
      case 2: {  // one action of several is out of range
        Environments to = some(can);
        std::vector<RawAction> actions;
        for (const std::int32_t e : to) actions.push_back(draw_any(twin(e)));
        if (to.empty()) break;
        const std::size_t at = below(to.size());
        if (twin(to[at]).episode.over()) break;  // its action is ignored
        actions[at] = absurd_raw(twin(to[at]));
        refuse([&](Pool& pool) { pool.send(to, actions); });
        break;
      }
      case 3: {  // environments that are not there, or come twice
        Environments to = all();
        const std::size_t at = below(to.size());
        const auto size = static_cast<std::int32_t>(to.size());
        const std::array<std::int32_t, 4> bad = {size, -1, std::numeric_limits<std::int32_t>::min(),
                                                 std::numeric_limits<std::int32_t>::max()};
        to[at] = at > 0 && below(2) == 0 ? to[at - 1] : bad[below(bad.size())];
        refuse([&](Pool& pool) { pool.send(to, nothing); });
        refuse([&](Pool& pool) { pool.reset(to, 1); });
        refuse([&](Pool& pool) { pool.send({}, std::span<const RawAction>{}); });
        break;
      }
      case 4: {  // too many actions, or texts
        std::vector<RawAction> more(options_.environments + 1 + below(3));
        std::vector<std::string> texts(options_.environments + 1);
        refuse([&](Pool& pool) { pool.step(more); });
        refuse([&](Pool& pool) { pool.step(texts); });
        break;
      }
      case 5:  // what must wait
        if (sent_.empty()) {
          refuse([](Pool& pool) { pool.recv(); });
          break;
        }
        refuse([&](Pool& pool) { pool.step(nothing); });
        refuse([](Pool& pool) { pool.reset(); });
        refuse([&](Pool& pool) { pool.save(static_cast<std::size_t>(under_way())); });
        refuse(
            [&](Pool& pool) { pool.send(Environments{under_way()}, std::span(nothing).first(1)); });
        refuse([&](Pool& pool) { pool.restore(static_cast<std::size_t>(under_way()), "{}"); });
        break;
      case 6: {  // masks of what is not there
        if (can.empty()) break;
        const std::int32_t e = can[below(can.size())];
        const RawAction bad = absurd_raw(twin(e));
        std::vector<std::uint8_t> out(3, 7);
        refuse([&](Pool& pool) { pool.mask(static_cast<std::size_t>(e), bad, out); });
        refuse([&](Pool& pool) { pool.mask(options_.environments, {}, out); });
        expect(out == std::vector<std::uint8_t>(3, 7), "a mask that was refused");
        break;
      }
      default:
        for (const std::int32_t e : all()) {
          const Twin& t = twin(e);
          if (t.under_way || options_.auto_reset != AutoReset::kDisabled || !t.episode.over()) {
            continue;
          }
          refuse([&](Pool& pool) { pool.send(Environments{e}, std::span(nothing).first(1)); });
        }
    }
  }

  RawAction draw_any(Twin& t) { return t.episode.over() ? RawAction{} : draw_raw(t); }
  std::int32_t under_way() const { return sent_.front().environments.front(); }

  // From one environment to another, or to itself; and texts that are damaged.
  void save_and_restore() {
    Environments idle = all();
    std::erase_if(idle, [&](std::int32_t e) { return twin(e).under_way; });
    if (idle.empty()) return;
    const auto from = static_cast<std::size_t>(idle[below(idle.size())]);
    const auto to = static_cast<std::size_t>(idle[below(idle.size())]);
    const std::string saved = pools_[0]->save(from);
    if (pools_.size() > 1) expect(pools_[1]->save(from) == saved, "saved otherwise");
    const std::string broken = damaged(rng_, saved);
    for (const auto& pool : pools_) {
      const std::string before = pool->save(to);
      try {
        pool->restore(to, broken);
      } catch (const Error&) {
        ++counts_.refused;
        expect(pool->save(to) == before, "what cannot be restored has changed something");
      }
      pool->restore(to, saved);
      ++counts_.restored;
      expect(pool->save(to) == saved, "restored as something else");
    }
    if (from == to) return;
    twins_[to].episode = twins_[from].episode;
    twins_[to].next = twins_[from].next;
  }

  // A path along the masks ends with an action that changes the state.
  void check_mask() {
    const Environments can = ready();
    if (can.empty()) return;
    const std::int32_t environment = can[below(can.size())];
    Twin& t = twin(environment);
    const std::size_t nodes = t.nodes();
    if (nodes > kMaxMaskedNodes) return;
    RawAction raw{};
    std::vector<std::uint8_t> mask, other;
    std::vector<std::int32_t> choices;
    for (std::size_t chosen = 0; chosen < raw.size(); ++chosen) {
      ++counts_.masks;
      mask.assign(2, 9);  // masks are appended
      const auto prefix = std::span(raw).first(chosen);
      pools_[0]->mask(static_cast<std::size_t>(environment), prefix, mask);
      expect(mask.size() == 2 + (chosen == 0 ? kAxiomCount : nodes), "a mask of another size");
      if (pools_.size() > 1) {
        other.assign(2, 9);
        pools_[1]->mask(static_cast<std::size_t>(environment), prefix, other);
        expect(mask == other, "other threads, another mask");
      }
      choices.clear();
      for (std::size_t i = 2; i < mask.size(); ++i) {
        if (mask[i]) choices.push_back(static_cast<std::int32_t>(i - 2));
      }
      if (choices.empty()) {
        return expect(chosen == 0, "a path along the masks ends nowhere");
      }
      raw[chosen] = choices[below(choices.size())];
      if (chosen > 0 && raw[chosen] == 0) break;
    }
    expect(!t.episode.proven(), "actions after the end");
    State next = t.episode.state();
    expect(changes_state(next.apply(t.episode.bank(), *rules_, read(t, raw))),
           "the masks lead to an action that does nothing");
  }

  Rng rng_;
  const PoolOptions options_;
  Views views_, final_views_;  // what a batch should show
  std::shared_ptr<const Rules> rules_;
  std::vector<std::shared_ptr<const TheoremSource>> sources_;
  std::vector<Twin> twins_;
  std::vector<std::unique_ptr<Pool>> pools_;  // the second, if there is one, with other threads
  std::deque<Sent> sent_;
  Pool::Batch kept_, held_;
  std::vector<std::uint64_t> hashes_;  // of the batch that is held
  FuzzPoolCounts counts_;
};

}  // namespace

FuzzPoolCounts& FuzzPoolCounts::operator+=(const FuzzPoolCounts& more) {
  steps += more.steps;
  changed += more.changed;
  texts += more.texts;
  begun += more.begun;
  proven += more.proven;
  truncated += more.truncated;
  refused += more.refused;
  masks += more.masks;
  restored += more.restored;
  twins += more.twins;
  return *this;
}

FuzzPoolCounts fuzz_pool(std::uint64_t seed, std::uint64_t steps) {
  try {
    return PoolFuzzer(seed).run(steps);
  } catch (const std::exception& error) {
    throw std::runtime_error(std::string(error.what()) + "\nof a pool with seed " +
                             std::to_string(seed) + ", steps " + std::to_string(steps));
  }
}

}  // namespace ineq
