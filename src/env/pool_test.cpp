#include "env/pool.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <atomic>
#include <set>
#include <thread>

#include "base/hash.h"
#include "base/rng.h"
#include "generate/generator_source.h"
#include "support/fixture.h"
#include "support/pool_compare.h"

namespace ineq {
namespace {

std::shared_ptr<const TheoremSource> generated(std::size_t k = 3, std::size_t l = 5) {
  return std::make_shared<GeneratorSource>(Specification{.k = k, .l = l, .order_trials = 1000});
}

std::shared_ptr<const TheoremSource> listed(const Texts& goals, std::size_t stride = 1) {
  std::vector<Record> records;
  for (const std::string& goal : goals) {
    records.push_back({.id = {}, .rules = {}, .premises = {}, .goal = goal, .proof = {}});
  }
  return std::make_shared<ListSource>(records, stride);
}

// A legal action, or half of the time any action; of the environment and the time alone.
RawAction draw_action(Pool& pool, std::size_t environment, std::uint64_t time) {
  Rng rng(mix(mix(time) + environment));
  const auto below = [&](std::size_t limit) {
    return static_cast<std::int32_t>(limit > 0 ? rng.below(static_cast<std::uint32_t>(limit)) : 0);
  };
  RawAction out{};
  if (rng.below(2) == 0) {
    const Episode episode = pool.episode(environment);
    const std::size_t nodes = count_nodes(episode.bank(), episode.state());
    return {below(kAxiomCount), below(nodes), below(nodes), below(nodes)};
  }
  std::vector<std::uint8_t> mask;
  for (std::size_t chosen = 0; chosen < out.size(); ++chosen) {
    mask.clear();
    pool.mask(environment, std::span(out).first(chosen), mask);
    std::vector<std::int32_t> options;
    for (std::size_t i = 0; i < mask.size(); ++i) {
      if (mask[i]) options.push_back(static_cast<std::int32_t>(i));
    }
    if (options.empty()) break;  // it is over
    out[chosen] = options[static_cast<std::size_t>(below(options.size()))];
    if (chosen > 0 && out[chosen] == 0) break;
  }
  return out;
}

std::vector<RawAction> draw_actions(Pool& pool, std::uint64_t time) {
  std::vector<RawAction> out;
  for (std::size_t i = 0; i < pool.options().environments; ++i) {
    out.push_back(draw_action(pool, i, time));
  }
  return out;
}

TEST(PoolTest, TheNumberOfThreadsChangesNothing) {
  for (const AutoReset mode : {AutoReset::kNextStep, AutoReset::kSameStep}) {
    PoolOptions options{
        .environments = 13,
        .seed = 5,
        .step_limit = 6,
        .auto_reset = mode,
        .views = {.graph_options = {.merge = true}, .sequence = Sequence::kPointer}};
    Pool one({generated()}, options);
    options.threads = 2;
    Pool two({generated()}, options);
    options.threads = 8;
    Pool eight({generated()}, options);
    ASSERT_TRUE(equal(*one.reset(), *two.reset()));
    eight.reset();
    std::size_t proven = 0, finals = 0;
    for (std::uint64_t time = 0; time < 100; ++time) {
      const auto actions = draw_actions(one, time);
      const auto first = one.step(actions);
      ASSERT_TRUE(equal(*first, *two.step(actions)));
      ASSERT_TRUE(equal(*first, *eight.step(actions)));
      for (const double reward : first->reward) proven += reward > 0;
      finals += first->final_row.size();
    }
    EXPECT_GT(proven, 0u);
    EXPECT_EQ(finals > 0, mode == AutoReset::kSameStep);
  }
}

// Two halves in turn, one of them always under way.
TEST(PoolTest, SentInPartsEveryEnvironmentDoesTheSame) {
  const PoolOptions options{.environments = 8, .threads = 2, .step_limit = 5};
  Pool together({generated()}, options);
  Pool parts({generated()}, options);
  together.reset();
  parts.reset();
  const std::vector<std::int32_t> halves[] = {{0, 2, 3, 6}, {1, 4, 5, 7}};
  std::vector<Pool::Batch> whole, received;
  for (std::uint64_t time = 0; time < 40; ++time) {
    const auto actions = draw_actions(together, time);
    for (const auto& half : halves) {
      std::vector<RawAction> some;
      for (const std::int32_t i : half) some.push_back(actions[static_cast<std::size_t>(i)]);
      if (parts.sent() == 2) received.push_back(parts.recv());
      parts.send(half, some);
    }
    whole.push_back(together.step(actions));
  }
  while (parts.sent() > 0) received.push_back(parts.recv());
  ASSERT_EQ(received.size(), 2 * whole.size());
  for (std::size_t i = 0; i < received.size(); ++i) {
    const PoolBatch& part = *received[i];
    ASSERT_EQ(part.environment, halves[i % 2]);
    for (std::size_t row = 0; row < 4; ++row) {
      const auto e = static_cast<std::size_t>(part.environment[row]);
      const PoolBatch& all = *whole[i / 2];
      ASSERT_EQ(part.hash[row], all.hash[e]);
      ASSERT_EQ(part.outcome[row], all.outcome[e]);
      ASSERT_EQ(part.reward[row], all.reward[e]);
      const auto nodes = [](const PoolBatch& b, std::size_t at) {
        const GraphBatch& g = *b.views.graph;
        return std::vector(g.type.begin() + g.node_offset[at],
                           g.type.begin() + g.node_offset[at + 1]);
      };
      ASSERT_EQ(nodes(part, row), nodes(all, e));
    }
  }
}

TEST(PoolTest, EnvironmentsPlayTheTheoremsOfTheirStreams) {
  Pool pool({generated()}, {.environments = 3, .seed = 40});
  Generator generator({.k = 3, .l = 5, .order_trials = 1000});
  for (std::uint64_t number = 0; number < 4; ++number) {
    const auto batch = pool.reset();
    for (std::size_t i = 0; i < 3; ++i) {
      Episode alone(RuleSet::kStandard);
      const Generated& made = generator.generate(stream_seed(Purpose::kPool, 40, i), number);
      alone.reset(generator.bank(), made.theorem());
      EXPECT_EQ(batch->hash[i], alone.hash());
      EXPECT_EQ(batch->episode[i], static_cast<std::int64_t>(number));
      EXPECT_EQ(batch->outcome[i], kBegun);
      EXPECT_EQ(batch->nodes[i],
                batch->views.graph->node_offset[i + 1] - batch->views.graph->node_offset[i]);
    }
  }
}

TEST(PoolTest, ASeedSaysWhichTheoremsArePlayed) {
  const auto hashes = [](std::uint64_t seed) {
    Pool pool({generated(6, 10)}, {.environments = 64, .seed = seed});
    std::multiset<std::uint64_t> out;
    for (int i = 0; i < 3; ++i) {
      const auto batch = pool.reset();
      out.insert(batch->hash.begin(), batch->hash.end());
    }
    return out;
  };
  const auto first = hashes(0);
  EXPECT_EQ(hashes(0), first);
  for (const std::uint64_t hash : hashes(1)) EXPECT_FALSE(first.contains(hash));
  Pool pool({generated()}, {.environments = 64, .seed = 1});
  pool.reset(0);
  Pool same({generated()}, {.environments = 64, .seed = 0});
  same.reset();
  for (int i = 0; i < 2; ++i) EXPECT_EQ(pool.reset()->hash, same.reset()->hash);
}

TEST(PoolTest, EachEnvironmentCanHaveItsOwnSource) {
  Pool pool({listed({"a+b=b+a"}), generated(), listed({"a*b=b*a"})}, {.environments = 3});
  pool.reset();
  EXPECT_EQ(pool.episode(0).record().goal, "(a+b)=(b+a)");
  EXPECT_EQ(pool.episode(2).record().goal, "(a*b)=(b*a)");
}

TEST(PoolTest, AListCanBeSharedAmongTheEnvironments) {
  Pool pool({listed({"a+b=b+a", "a*b=b*a", "a+c=c+a", "a*c=c*a"}, 2)}, {.environments = 2});
  Texts goals;
  for (int i = 0; i < 3; ++i) {
    pool.reset();
    for (std::size_t e = 0; e < 2; ++e) goals.push_back(pool.episode(e).record().goal);
  }
  EXPECT_EQ(goals, (Texts{"(a+b)=(b+a)", "(a*b)=(b*a)", "(a+c)=(c+a)", "(a*c)=(c*a)", "(a+b)=(b+a)",
                          "(a*b)=(b*a)"}));
}

// What the three modes do around the step that proves a+b=b+a: nodes 0 =, 1 +, 2 a, 3 b, 4 +.
TEST(PoolTest, ResetsAsGymnasiumNamesIt) {
  const RawAction commute = {0, 1, 0, 0};
  const auto source = listed({"a+b=b+a"});
  {
    Pool pool({source}, {.auto_reset = AutoReset::kNextStep});
    pool.reset();
    const auto proof = pool.step(std::span(&commute, 1));
    EXPECT_EQ(proof->reward[0], 1);
    EXPECT_TRUE(proof->terminated[0]);
    EXPECT_EQ(proof->nodes[0], 0);
    const RawAction ignored = {99, -7, 0, 0};
    const auto next = pool.step(std::span(&ignored, 1));
    EXPECT_EQ(next->outcome[0], kBegun);
    EXPECT_EQ(next->reward[0], 0);
    EXPECT_FALSE(next->terminated[0]);
    EXPECT_EQ(next->nodes[0], 7);
    EXPECT_EQ(next->episode[0], 1);
  }
  {
    Pool pool({source}, {.auto_reset = AutoReset::kSameStep});
    pool.reset();
    const auto proof = pool.step(std::span(&commute, 1));
    EXPECT_EQ(proof->reward[0], 1);
    EXPECT_TRUE(proof->terminated[0]);
    EXPECT_EQ(proof->outcome[0], static_cast<std::uint8_t>(Outcome::kProven));
    EXPECT_EQ(proof->nodes[0], 7);
    EXPECT_EQ(proof->final_row, std::vector<std::int32_t>{0});
    EXPECT_EQ(proof->final_views.graph->states(), 1u);
    EXPECT_EQ(proof->final_views.graph->type.size(), 0u);
  }
  {
    Pool pool({source}, {.auto_reset = AutoReset::kDisabled});
    pool.reset();
    pool.step(std::span(&commute, 1));
    EXPECT_EQ(error_of([&] { pool.step(std::span(&commute, 1)); }),
              "the episode of environment 0 is over: reset it first");
    pool.reset();
    EXPECT_EQ(pool.step(std::span(&commute, 1))->reward[0], 1);
  }
}

TEST(PoolTest, TextsAreActionsToo) {
  Pool pool({listed({"a+b=b+a"})}, {.environments = 4, .step_limit = 1});
  pool.reset();
  const std::vector<std::string> texts = {"add_cmmt | (a+b) in obj", "@A(a+~b)=(b+a)$",
                                          "what is this", "mul_cmmt | (a*b) in obj"};
  const auto batch = pool.step(texts);
  EXPECT_EQ(batch->reward, (std::vector<double>{1, 1, 0, 0}));
  EXPECT_EQ(batch->truncated, (std::vector<std::uint8_t>{0, 0, 1, 1}));
  EXPECT_NE(pool.episode(2).why(), "");
}

TEST(PoolTest, SequencesSpellTheState) {
  Pool pool({listed({"a+b=b+a"})}, {.views = {.graph = false, .sequence = Sequence::kCharacters}});
  const auto batch = pool.reset();
  EXPECT_FALSE(batch->views.graph);
  EXPECT_EQ(Vocabulary::character().decode(batch->views.sequence->token), "to (a+b)=(b+a)");
}

TEST(PoolTest, RefusesWhatItCannotDoAndGoesOn) {
  Pool pool({listed({"a+b=b+a"})}, {.environments = 2, .threads = 2});
  const std::vector<RawAction> good = {{0, 1, 0, 0}, {0, 1, 0, 0}};
  EXPECT_EQ(error_of([&] { pool.step(good); }), "environment 0 was never reset");
  pool.reset();
  const auto step = [&](RawAction second) {
    return error_of([&] { pool.step(std::vector<RawAction>{{0, 1, 0, 0}, second}); });
  };
  EXPECT_EQ(step({0, 7, 0, 0}), "environment 1: there is no node 7: the state has 7, from 0 on");
  EXPECT_EQ(step({0, -1, 0, 0}), "environment 1: there is no node -1: the state has 7, from 0 on");
  EXPECT_EQ(step({18, 1, 0, 0}), "environment 1: there is no axiom 18: there are 18, from 0 on");
  EXPECT_EQ(error_of([&] { pool.step(std::span(good).first(1)); }), "1 actions for 2 environments");
  const auto send = [&](std::vector<std::int32_t> environments) {
    return error_of([&] { pool.send(environments, std::span(good).first(environments.size())); });
  };
  EXPECT_EQ(send({2}), "there is no environment 2: there are 2, from 0 on");
  EXPECT_EQ(send({-1}), "there is no environment -1: there are 2, from 0 on");
  EXPECT_EQ(send({1, 0}), "environments are given in ascending order, each once");
  EXPECT_EQ(send({}), "at least one environment is needed");
  EXPECT_EQ(error_of([&] { pool.recv(); }), "nothing was sent");
  std::vector<std::uint8_t> mask = {5};
  EXPECT_EQ(error_of([&] {
              pool.mask(0, std::vector<std::int32_t>{0, 7}, mask);
            }),
            "there is no node 7: the state has 7, from 0 on");
  EXPECT_EQ(mask, std::vector<std::uint8_t>{5});
  EXPECT_EQ(send({1}), "no error");
  EXPECT_EQ(send({1}), "environment 1 is under way: receive it first");
  EXPECT_EQ(error_of([&] { pool.step(good); }), "there are batches under way: receive them first");
  EXPECT_EQ(error_of([&] { pool.save(1); }), "environment 1 is under way: receive it first");
  EXPECT_EQ(pool.episode(0).steps(), 0u) << "what was refused has moved nothing";
  EXPECT_EQ(pool.recv()->reward, std::vector<double>{1});
}

TEST(PoolTest, RefusesOptionsThatMakeNoSense) {
  const auto source = listed({"a+b=b+a"});
  const auto make = [&](std::vector<std::shared_ptr<const TheoremSource>> sources,
                        PoolOptions options) {
    return error_of([&] { Pool pool(sources, options); });
  };
  EXPECT_EQ(make({source}, {.environments = 0}), "a pool has 1 to 65536 environments, not 0");
  EXPECT_EQ(make({source}, {.threads = 0}), "a pool has 1 to 256 threads, not 0");
  EXPECT_EQ(make({source}, {.step_limit = 0}), "an episode has at least one step");
  EXPECT_EQ(make({source, source}, {.environments = 3}),
            "a pool of 3 environments has one source of theorems or 3, not 2");
  EXPECT_EQ(make({generated()}, {.rules = RuleSet::kFull}),
            "the theorems are of the rule set standard, the environment of full");
}

TEST(PoolTest, ASavedEnvironmentGoesOnTheSame) {
  const PoolOptions options{.environments = 3, .seed = 9, .step_limit = 4};
  Pool pool({generated()}, options);
  pool.reset();
  for (std::uint64_t time = 0; time < 7; ++time) pool.step(draw_actions(pool, time));
  Pool other({generated()}, options);
  other.reset(1234);
  for (std::size_t i = 0; i < 3; ++i) other.restore(i, pool.save(i));
  for (std::uint64_t time = 7; time < 40; ++time) {
    const auto actions = draw_actions(pool, time);
    ASSERT_TRUE(equal(*pool.step(actions), *other.step(actions)));
  }
  for (const char* garbage :
       {"", "{}", "[1]", "null", R"({"seed": 1, "environment": 0, "begun": 1, "episode": {}})",
        R"({"seed": -1, "environment": 0, "begun": 1, "episode": ""})"}) {
    EXPECT_THROW(other.restore(0, garbage), Error) << garbage;
  }
  Pool longer({generated()}, {.environments = 1, .step_limit = 5});
  EXPECT_EQ(error_of([&] { longer.restore(0, pool.save(0)); }),
            "the saved environment has the rules standard and the step limit 4, this one standard "
            "and 5");
}

TEST(PoolTest, ABatchStaysWhatItIsWhileSomebodyHoldsIt) {
  Pool pool({generated()}, {.environments = 4});
  std::vector<Pool::Batch> held;
  std::vector<std::vector<std::uint64_t>> hashes;
  pool.reset();
  for (std::uint64_t time = 0; time < 30; ++time) {
    held.push_back(pool.step(draw_actions(pool, time)));
    hashes.push_back(held.back()->hash);
  }
  for (std::size_t i = 0; i < held.size(); ++i) EXPECT_EQ(held[i]->hash, hashes[i]);
}

// For ThreadSanitizer above all.
TEST(PoolTest, AnybodyMayAskWhatWasSent) {
  for (const std::size_t threads : {1, 2}) {
    Pool pool({listed({"a+b=b+a"})}, {.environments = 2, .threads = threads});
    pool.reset();
    std::atomic<bool> stop = false;
    std::size_t most = 0;
    std::thread other([&] {
      while (!stop) most = std::max(most, pool.sent());
    });
    const std::vector<RawAction> actions(2);
    for (int i = 0; i < 1000; ++i) pool.step(actions);
    stop = true;
    other.join();
    EXPECT_LE(most, 1u);
  }
}

TEST(PoolTest, MasksLeaveNothingBehind) {
  Pool pool({generated()}, {});
  pool.reset();
  const std::size_t terms = pool.episode(0).bank().size();
  std::vector<std::uint8_t> mask;
  for (std::int32_t axiom = 0; axiom < 18; ++axiom) pool.mask(0, std::span(&axiom, 1), mask);
  EXPECT_EQ(pool.episode(0).bank().size(), terms);
}

// Makes the theorems a+b=b+a, but none of the number 1.
class Faulty : public TheoremSource {
 public:
  Drawn draw(const EpisodeName& name) override {
    if (name.number == 1) throw Error("there is none");
    return {bank_, theorem_};
  }
  std::unique_ptr<TheoremSource> clone() const override { return std::make_unique<Faulty>(); }
  std::optional<RuleSet> rules() const override { return std::nullopt; }

 private:
  Bank bank_;
  Theorem theorem_ = {.premises = {}, .goal = parse_statement(bank_, "a+b=b+a")};
};

TEST(PoolTest, AnEnvironmentWhoseSourceFailsStaysAsItIs) {
  for (const std::size_t threads : {1, 2}) {
    Pool pool({std::make_shared<Faulty>()},
              {.environments = 2, .threads = threads, .auto_reset = AutoReset::kDisabled});
    pool.reset(5);
    const std::string before = pool.save(0);
    EXPECT_EQ(error_of([&] { pool.reset(); }), "there is none");
    EXPECT_EQ(pool.save(0), before);
    EXPECT_EQ(pool.reset(6)->episode, (std::vector<std::int64_t>{0, 0}));
    EXPECT_NE(pool.save(0), before);
  }
}

TEST(PoolTest, CanBeLeftWithBatchesUnderWay) {
  for (int i = 0; i < 20; ++i) {
    Pool pool({generated()}, {.environments = 4, .threads = 2});
    pool.reset();
    const std::vector<RawAction> actions(2, RawAction{0, 1, 0, 0});
    pool.send(std::vector<std::int32_t>{0, 3}, actions);
    pool.send(std::vector<std::int32_t>{1, 2}, actions);
  }
}

TEST(PoolTest, AFailureOfASourceReachesTheCaller) {
  // Every goal that the specification can make is too large for it.
  const auto source = std::make_shared<GeneratorSource>(
      Specification{.k = 3, .l = 5, .order_trials = 1000, .most_nodes = 1});
  for (const std::size_t threads : {1, 2}) {
    Pool pool({source}, {.environments = 2, .threads = threads});
    EXPECT_THROW(pool.reset(), Error);
    EXPECT_EQ(pool.sent(), 0u);
  }
}

}  // namespace
}  // namespace ineq
