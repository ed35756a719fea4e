#include <algorithm>
#include <array>
#include <deque>
#include <limits>
#include <stdexcept>
#include <utility>

#include "base/error.h"
#include "env/pool.h"
#include "support/fuzz.h"
#include "support/pool_compare.h"
#include "support/pool_draw.h"
#include "support/pool_model.h"
#include "support/wrong_text.h"

namespace ineq {
namespace {

constexpr std::size_t kMaxMaskedNodes = 120;  // masks are asked for up to here
constexpr std::size_t kMaxNodes = 4000;       // beyond it an environment is reset

class PoolFuzzer {
 public:
  explicit PoolFuzzer(std::uint64_t seed)
      : rng_(seed),
        options_(draw_options(rng_)),
        sources_(draw_sources()),
        model_(options_, sources_) {
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
          if (sent_.empty())
            reset(some(all()), below(2) == 0 ? std::optional(draw_seed(rng_)) : std::nullopt);
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
  using Environments = std::vector<std::int32_t>;

  std::uint32_t below(std::size_t bound) { return ineq::below(rng_, bound); }

  std::vector<std::shared_ptr<const TheoremSource>> draw_sources() {
    std::vector<std::shared_ptr<const TheoremSource>> out(below(3) == 0 ? options_.environments
                                                                        : 1);
    for (auto& source : out) source = draw_source(rng_, options_.rules);
    return out;
  }

  Environments all() const {
    Environments out;
    for (std::size_t i = 0; i < model_.size(); ++i) out.push_back(static_cast<std::int32_t>(i));
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
      const TwinEnvironment& t = model_[environment];
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
    if (seed) model_.set_seed(environments, *seed);
    const bool everywhere = environments.size() == options_.environments && below(2) == 0;
    compare({.environments = environments}, [&](Pool& pool) {
      return everywhere ? pool.reset(seed) : pool.reset(environments, seed);
    });
  }

  void send() {
    const Environments can = ready();
    if (can.empty()) {
      while (!sent_.empty()) receive();
      Environments stuck = all();
      std::erase_if(stuck, [&](std::int32_t e) {
        return !model_[e].episode.over() && model_[e].nodes() <= kMaxNodes;
      });
      if (!stuck.empty()) reset(stuck, {});
      return;
    }
    SentActions next{.environments = some(can)};
    const bool texts = below(4) == 0;
    for (const std::int32_t environment : next.environments) {
      TwinEnvironment& t = model_[environment];
      if (texts) {
        next.texts.push_back(draw_text(rng_, t));
      } else {
        next.actions.push_back(t.episode.over() ? absurd_raw(rng_, t) : draw_raw(rng_, t));
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
    for (const std::int32_t environment : next.environments) model_[environment].under_way = true;
    sent_.push_back(std::move(next));
    expect(pools_[0]->sent() == sent_.size(), "sent and not received");
  }

  void receive() {
    const SentActions first = std::move(sent_.front());
    sent_.pop_front();
    compare(first, [](Pool& pool) { return pool.recv(); });
    for (const std::int32_t environment : first.environments) model_[environment].under_way = false;
  }

  // The call must return what the model does.
  void compare(const SentActions& sent, const auto& call) {
    const Pool::Batch batch = call(*pools_[0]);
    if (pools_.size() > 1) {
      expect(equal(*batch, *call(*pools_[1])), "other threads, another batch");
      ++counts_.twins;
    }
    expect(batch->environment == sent.environments, "other environments");
    check_arrays(*batch, sent.environments.size());
    model_.advance(sent, *batch, [&](const TwinEnvironment& twin, const PoolModel::Row& row) {
      count(twin, row, !sent.texts.empty());
    });
    for (const std::int32_t environment : sent.environments) {
      counts_.begun += model_[environment].episode.steps() == 0;
    }
    if (below(4) == 0) kept_ = batch;  // the pool must not change a batch that is held
    if (!hashes_.empty()) expect(held_->hash == hashes_, "a batch that is held has changed");
    held_ = kept_;
    hashes_ = held_ ? held_->hash : std::vector<std::uint64_t>{};
  }

  void count(const TwinEnvironment& twin, const PoolModel::Row& row, bool text) {
    if (row.outcome == kBegun) return;
    ++counts_.steps;
    counts_.texts += text;
    counts_.changed += changes_state(row.result.outcome);
    counts_.truncated += row.result.truncated;
    if (!row.result.terminated) return;
    ++counts_.proven;
    Bank bank;
    expect(check_record(bank, twin.episode.rules(), twin.episode.record()).proven.has_value(),
           "the kernel does not accept the proof");
  }

  // Everything that a pool refuses. The model is not told, so a call that moved anything shows.
  void absurd_call() {
    const Environments can = ready();
    const std::vector<RawAction> nothing(options_.environments);
    switch (below(8)) {
      case 0:
      case 1:
      case 2: {  // one action of several is out of range
        Environments to = some(can);
        std::vector<RawAction> actions;
        for (const std::int32_t e : to) actions.push_back(draw_any(model_[e]));
        if (to.empty()) break;
        const std::size_t at = below(to.size());
        if (model_[to[at]].episode.over()) break;  // its action is ignored
        actions[at] = absurd_raw(rng_, model_[to[at]]);
        refuse([&](Pool& pool) { pool.send(to, actions); });
        break;
      }
      case 3: {  // environments that do not exist, or are given twice
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
      case 5:  // calls that must wait
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
      case 6: {  // masks of numbers out of range
        if (can.empty()) break;
        const std::int32_t e = can[below(can.size())];
        if (model_[e].nodes() == 0) break;  // only node 0, which is always in range
        const RawAction bad = absurd_raw(rng_, model_[e]);
        std::vector<std::uint8_t> out(3, 7);
        refuse([&](Pool& pool) { pool.mask(static_cast<std::size_t>(e), bad, out); });
        refuse([&](Pool& pool) { pool.mask(options_.environments, {}, out); });
        expect(out == std::vector<std::uint8_t>(3, 7), "a mask that was refused");
        break;
      }
      default:
        for (const std::int32_t e : all()) {
          const TwinEnvironment& t = model_[e];
          if (t.under_way || options_.auto_reset != AutoReset::kDisabled || !t.episode.over()) {
            continue;
          }
          refuse([&](Pool& pool) { pool.send(Environments{e}, std::span(nothing).first(1)); });
        }
    }
  }

  RawAction draw_any(TwinEnvironment& t) {
    return t.episode.over() ? RawAction{} : draw_raw(rng_, t);
  }
  std::int32_t under_way() const { return sent_.front().environments.front(); }

  // Saves an environment and restores it into another one or itself; also damaged texts.
  void save_and_restore() {
    Environments idle = all();
    std::erase_if(idle, [&](std::int32_t e) { return model_[e].under_way; });
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
    model_.copy(from, to);
  }

  // A path along the masks ends with an action that changes the state.
  void check_mask() {
    const Environments can = ready();
    if (can.empty()) return;
    const std::int32_t environment = can[below(can.size())];
    TwinEnvironment& t = model_[environment];
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
    expect(changes_state(next.apply(t.episode.bank(), t.episode.rules(), t.read(raw))),
           "the masks lead to an action that does nothing");
  }

  Rng rng_;
  const PoolOptions options_;
  const std::vector<std::shared_ptr<const TheoremSource>> sources_;
  PoolModel model_;
  std::vector<std::unique_ptr<Pool>> pools_;  // the second one, if any, has other threads
  std::deque<SentActions> sent_;
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
