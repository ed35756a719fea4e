#include "support/pool_draw.h"

#include <array>
#include <limits>

#include "generate/generator_source.h"
#include "proof/pointer_text.h"
#include "support/draw.h"
#include "support/wrong_text.h"
#include "term/print.h"

namespace ineq {

std::uint64_t draw_seed(Rng& rng) { return below(rng, 8) == 0 ? rng.next() : below(rng, 100); }

PoolOptions draw_options(Rng& rng) {
  const auto coin = [&] { return below(rng, 2) == 0; };
  PoolOptions out{.environments = 1 + below(rng, coin() ? 100 : 10),
                  .threads = 1 + below(rng, 3),
                  .seed = draw_seed(rng),
                  .rules = kRuleSets[below(rng, 3)],
                  .step_limit = 1 + below(rng, 20),
                  .auto_reset = static_cast<AutoReset>(below(rng, 3)),
                  .views = {.graph = below(rng, 4) > 0,
                            .graph_options = {.rename = coin(), .merge = coin()},
                            .sequence = {}}};
  if (coin()) out.views.sequence = static_cast<Sequence>(below(rng, 2));
  return out;
}

std::shared_ptr<const TheoremSource> draw_source(Rng& rng, RuleSet set) {
  if (below(rng, 2) == 0) {
    const std::size_t k = 1 + below(rng, 3);
    return std::make_shared<GeneratorSource>(
        Specification{.rules = set, .k = k, .l = k + below(rng, 4), .order_trials = 0});
  }
  const Rules rules = make_rules(set);
  std::vector<Record> records = below(rng, 3) == 0 ? example_records() : std::vector<Record>{};
  for (Record& record : records) record.rules.reset();
  while (records.size() < 20) {
    Bank bank;
    const Theorem theorem = random_theorem(bank, rules, rng);
    if (State(bank, theorem).proven()) continue;
    Record record{.id = {}, .rules = {}, .premises = {}, .goal = {}, .proof = {}};
    for (const Statement s : theorem.premises) record.premises.push_back(to_string(bank, s));
    record.goal = to_string(bank, theorem.goal);
    records.push_back(record);
  }
  return std::make_shared<ListSource>(records, below(rng, 4));
}

RawAction draw_raw(Rng& rng, TwinEnvironment& twin) {
  Episode& episode = twin.episode;
  const std::size_t nodes = twin.nodes();
  const Statement goal = *episode.state().goals().begin();
  const std::uint32_t in_goal = episode.bank()[goal].size;
  RawAction raw{};
  for (std::uint32_t tries = below(rng, 2) == 0 ? 1 : 10; tries > 0; --tries) {
    raw = {static_cast<std::int32_t>(below(rng, kAxiomCount)), 0, 0, 0};
    const std::size_t operands = below(rng, 4) == 0
                                     ? below(rng, kMaxOperands + 1)
                                     : arity(episode.rules(), static_cast<std::size_t>(raw[0]));
    for (std::size_t i = 1; i <= operands; ++i) {
      raw[i] = static_cast<std::int32_t>(below(rng, below(rng, 2) == 0 ? nodes : in_goal));
    }
    if (tries == 1) break;
    State next = episode.state();
    if (changes_state(next.apply(episode.bank(), episode.rules(), twin.read(raw)))) break;
  }
  return raw;
}

RawAction absurd_raw(Rng& rng, const TwinEnvironment& twin) {
  RawAction raw{};
  const auto limit = static_cast<std::int32_t>(twin.nodes());
  const std::array<std::int32_t, 6> far = {-1,
                                           -1 - static_cast<std::int32_t>(below(rng, 1000)),
                                           std::numeric_limits<std::int32_t>::min(),
                                           std::numeric_limits<std::int32_t>::max(),
                                           0x10000,
                                           0x100};
  const std::size_t at = below(rng, raw.size());
  raw[at] = far[below(rng, far.size())];
  if (at > 0 && (raw[at] < limit || below(rng, 2) == 0) && raw[at] >= 0) raw[at] = limit;
  if (at == 0 && below(rng, 2) == 0) raw[0] = kAxiomCount;
  return raw;
}

std::string draw_text(Rng& rng, TwinEnvironment& twin) {
  const Episode& episode = twin.episode;
  if (episode.over() || below(rng, 8) == 0) return noise(rng);
  const Action action = twin.read(draw_raw(rng, twin));
  for (std::size_t i = 0; i < action.count; ++i) {
    if (action.operands[i].node == 0) return noise(rng);
  }
  std::string text = print_action(episode.bank(), episode.state(), action);
  if (below(rng, 2) == 0) {
    if (const auto pointer = print_pointer_action(episode.bank(), episode.state(), action)) {
      text = *pointer;
    }
  }
  return below(rng, 2) == 0 ? text : damaged(rng, text);
}

}  // namespace ineq
