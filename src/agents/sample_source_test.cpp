#include "agents/sample_source.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <fstream>
#include <map>
#include <set>
#include <string>
#include <tuple>
#include <vector>

#include "algebra/canonical.h"
#include "benchmark/held_out.h"
#include "env/raw_actions.h"
#include "files/temporary_folder.h"
#include "generate/dataset.h"
#include "generate/generator.h"
#include "support/fixture.h"

namespace ineq {
namespace {

// Identifies a sample: the state, the state after the action, and the number of steps left. Hashes
// are the same in all banks.
using SampleKey = std::tuple<RuleSet, std::uint64_t, std::uint64_t, std::size_t>;

SampleKey key_of(const SampleSource::Sample& sample) {
  State next = *sample.state;
  EXPECT_TRUE(is_valid_step(next.apply(*sample.bank, *sample.rules, sample.action.value())));
  EXPECT_EQ(next.proven(), sample.steps_left == 1);
  return {sample.rule_set, sample.state->hash(), next.hash(), sample.steps_left};
}

SampleRequest request_for(const std::vector<WeightedSpecification>& specifications,
                          const SampleOptions& options = {}) {
  return {.specifications = specifications, .options = options, .seed = 3, .hold_out = false};
}

const Specification kShortProofs{.k = 3, .l = 3, .order_trials = 300};
const Specification kFullRules{.rules = RuleSet::kFull, .k = 2, .l = 4, .order_trials = 300};

// Sample number i is the same in whatever order the samples are drawn, and in clones.
void expect_pure(SampleSource& source) {
  const std::unique_ptr<SampleSource> clone = source.clone();
  std::vector<SampleKey> keys;
  for (std::uint64_t i = 0; i < 30; ++i) keys.push_back(key_of(source.draw(i, 0)));
  EXPECT_GT(std::set(keys.begin(), keys.end()).size(), 15u);
  for (std::uint64_t i = 30; i-- > 0;) {
    EXPECT_EQ(key_of(clone->draw(i, 0)), keys[i]) << i;
    if (i % 3 == 0) {
      EXPECT_EQ(key_of(source.draw(i, 0)), keys[i]) << i;
    }
  }
  EXPECT_EQ(key_of(clone->clone()->draw(17, 0)), keys[17]);
  std::set<SampleKey> attempts;
  for (std::uint64_t attempt = 0; attempt < 5; ++attempt) {
    attempts.insert(key_of(source.draw(4, attempt)));
  }
  EXPECT_GT(attempts.size(), 2u) << "other attempts are other samples";
}

TEST(SampleSource, SamplesDependOnTheirNumberAlone) {
  expect_pure(*make_sample_source(request_for({{.specification = kShortProofs}})));
  expect_pure(*make_sample_source(
      request_for({{.specification = kShortProofs}, {.specification = kFullRules}})));
  expect_pure(*make_sample_source(
      request_for({{.specification = kShortProofs}}, {.targets = Targets::kShortest})));
  expect_pure(*make_sample_source(
      request_for({{.specification = kFullRules}}, {.problems = 3, .epochs = 2})));
}

TEST(SampleSource, OtherSeedsGiveOtherSamples) {
  SampleRequest request = request_for({{.specification = kShortProofs}});
  const auto one = make_sample_source(request);
  request.seed = 4;
  const auto other = make_sample_source(request);
  std::size_t equal = 0;
  for (std::uint64_t i = 0; i < 20; ++i) {
    equal += key_of(one->draw(i, 0)) == key_of(other->draw(i, 0));
  }
  EXPECT_LT(equal, 3u);
}

// Every step of a proof is as probable as every other.
TEST(SampleSource, StepsAreDrawnEvenly) {
  const auto source = make_sample_source(request_for({{.specification = kShortProofs}}));
  std::map<std::size_t, int> count;
  for (std::uint64_t i = 0; i < 900; ++i) ++count[source->draw(i, 0).steps_left];
  ASSERT_EQ(count.size(), 3u);
  for (const auto& [left, times] : count) EXPECT_NEAR(times, 300, 75) << left;
}

TEST(SampleSource, SpecificationsAreMixedByWeight) {
  const auto source =
      make_sample_source(request_for({{.weight = 0.5, .specification = kShortProofs},
                                      {.weight = 1.5, .specification = kFullRules}}));
  int full = 0;
  for (std::uint64_t i = 0; i < 800; ++i) {
    const auto sample = source->draw(i, 0);
    full += sample.rule_set == RuleSet::kFull;
    EXPECT_LE(sample.steps_left, sample.rule_set == RuleSet::kFull ? 4u : 3u);
  }
  EXPECT_NEAR(full, 600, 65);  // five deviations
}

// The goals of the frozen sets are neither trained on nor, without this, so rare that the test
// could not fail.
TEST(SampleSource, HeldOutGoalsNeverOccur) {
  const Specification specification{.k = 3, .l = 3};
  const auto held_out = held_out_goals(specification);
  const auto count_held_out = [&](bool hold_out) {
    SampleRequest request = request_for({{.specification = specification}});
    request.hold_out = hold_out;
    const auto source = make_sample_source(request);
    int out = 0;
    for (std::uint64_t i = 0; i < 1500; ++i) {
      const auto sample = source->draw(i, 0);
      if (sample.steps_left < 3) continue;
      out += held_out.contains(canonical_hash(*sample.bank, *sample.state->goals().begin()));
    }
    return out;
  };
  EXPECT_GT(count_held_out(false), 0);
  EXPECT_EQ(count_held_out(true), 0);
}

// A theorem of one part of a mixture can have a goal of a test set of another part.
TEST(SampleSource, EachPartOfAMixtureLeavesOutWhatIsHeldOutForAnother) {
  const Specification original{.rules = RuleSet::kInt2021, .k = 3, .l = 3, .order_trials = 10'000};
  const auto held_out = held_out_goals(original);
  const auto count_held_out = [&](const std::vector<WeightedSpecification>& parts) {
    SampleRequest request = request_for(parts);
    request.hold_out = true;
    const auto source = make_sample_source(request);
    int out = 0;
    for (std::uint64_t i = 0; i < 1500; ++i) {
      const auto sample = source->draw(i, 0);
      if (sample.rule_set != RuleSet::kFull || sample.steps_left < 3) continue;
      out += held_out.contains(canonical_hash(*sample.bank, *sample.state->goals().begin()));
    }
    return out;
  };
  const WeightedSpecification full{.weight = 10,
                                   .specification = {.rules = RuleSet::kFull, .k = 3, .l = 3}};
  EXPECT_GT(count_held_out({full}), 0);
  EXPECT_EQ(count_held_out({full, {.weight = 1, .specification = original}}), 0);
}

// Shorter proofs are taken where there are any, and never longer ones. The number of steps left
// says how long the rest of the proof is.
TEST(SampleSource, ShortestTargetsAreNeverLonger) {
  const Specification specification{.k = 3, .l = 4, .order_trials = 300};
  const auto sum_of_steps = [&](Targets targets) {
    const auto source =
        make_sample_source(request_for({{.specification = specification}}, {.targets = targets}));
    std::size_t out = 0;
    for (std::uint64_t i = 0; i < 60; ++i) {
      const auto sample = source->draw(i, 0);
      EXPECT_LE(sample.steps_left, 4u);
      key_of(sample);
      out += sample.steps_left;
    }
    return out;
  };
  EXPECT_LT(sum_of_steps(Targets::kShortest), sum_of_steps(Targets::kGenerated));
}

std::vector<SampleKey> epoch_of(SampleSource& source, std::uint64_t epoch, std::size_t size) {
  std::vector<SampleKey> out;
  for (std::size_t i = 0; i < size; ++i) out.push_back(key_of(source.draw(epoch * size + i, 0)));
  return out;
}

std::multiset<SampleKey> sorted(const std::vector<SampleKey>& keys) {
  return {keys.begin(), keys.end()};
}

// The paper's way: every step of N theorems once per epoch, in a new order each time, and then the
// next N theorems.
TEST(SampleSource, ChunksGoThroughEveryStepOncePerEpoch) {
  constexpr std::size_t kProblems = 8, kSteps = kProblems * 3;
  const auto source = make_sample_source(
      request_for({{.specification = kShortProofs}}, {.problems = kProblems, .epochs = 2}));
  const auto first = epoch_of(*source, 0, kSteps), second = epoch_of(*source, 1, kSteps);
  const auto next = epoch_of(*source, 2, kSteps);
  for (const auto& epoch : {first, second, next}) {
    // The states of a proof are a chain: each step leads to the state of another sample.
    std::map<std::size_t, int> count;
    std::multiset<std::uint64_t> states, results;
    for (const auto& [set, state, result, left] : epoch) {
      ++count[left];
      if (left < 3) states.insert(state);
      if (left > 1) results.insert(result);
    }
    for (std::size_t left = 1; left <= 3; ++left) EXPECT_EQ(count[left], int{kProblems});
    EXPECT_EQ(states, results);
  }
  EXPECT_EQ(sorted(first), sorted(second));
  EXPECT_NE(first, second);
  EXPECT_NE(sorted(first), sorted(next));
}

class SampleFiles : public testing::Test {
 protected:
  static constexpr std::size_t kProofs = 6;

  std::string write(const std::string& name, const std::string& text) {
    std::ofstream(folder_.path(name)) << text;
    return folder_.path(name);
  }
  // A file of generated theorems, and the keys of all their steps.
  std::string write_proofs(const std::string& name, const Specification& specification) {
    Generator generator(specification);
    std::string text;
    for (std::uint64_t i = 0; i < kProofs; ++i) {
      const Generated& generated = generator.generate(i);
      State state(generator.bank(), generated.theorem());
      std::size_t left = generated.proof().size();
      for (const Action& action : generated.proof()) {
        State next = state;
        next.apply(generator.bank(), generator.rules(), action);
        keys_.insert({specification.rules, state.hash(), next.hash(), left--});
        state = next;
      }
      append_record(generator, i, {}, text);
    }
    return write(name, text);
  }
  static std::string error_for(const std::vector<std::string>& files, SampleOptions options = {}) {
    return error_of(
        [&] { make_sample_source({.specifications = {}, .files = files, .options = options}); });
  }

  const TemporaryFolder folder_;
  std::multiset<SampleKey> keys_;
};

TEST_F(SampleFiles, EveryStepOfTheFilesIsASampleOncePerEpoch) {
  const std::vector<std::string> files = {write_proofs("one.jsonl", kShortProofs),
                                          write_proofs("two.jsonl", kFullRules)};
  const auto source =
      make_sample_source({.specifications = {}, .files = files, .options = {}, .seed = 3});
  const std::size_t size = keys_.size();
  EXPECT_EQ(size, kProofs * 7);
  const auto first = epoch_of(*source, 0, size), second = epoch_of(*source, 1, size);
  EXPECT_EQ(sorted(first), keys_);
  EXPECT_EQ(sorted(second), keys_);
  EXPECT_NE(first, second);
  expect_pure(*source);
}

TEST_F(SampleFiles, ErrorsNameTheFileAndTheLine) {
  const std::string good = write_proofs("good.jsonl", kShortProofs);
  EXPECT_EQ(error_for({good}), "no error");
  const auto mentions = [](const std::string& text, const std::string& part) {
    return text.find(part) != std::string::npos;
  };
  const std::string missing = folder_.path("missing.jsonl");
  EXPECT_TRUE(mentions(error_for({good, missing}), missing));
  const std::string wrong =
      write("wrong.jsonl",
            "\n"
            R"({"premises":[],"goal":"a+b = b+a","proof":["add_zero a to a+b"]})"
            "\n");
  EXPECT_TRUE(mentions(error_for({good, wrong}), wrong + ":2")) << error_for({wrong});
  const std::string open = write("open.jsonl", R"({"premises":[],"goal":"a+b = b+a","proof":[]})"
                                               "\n");
  EXPECT_TRUE(mentions(error_for({open}), open)) << error_for({open});
  const std::string text = write("text.jsonl", "no JSON\n");
  EXPECT_TRUE(mentions(error_for({text}), text + ":1")) << error_for({text});
  const std::string trivial = write("trivial.jsonl", R"({"premises":[],"goal":"a = a","proof":[]})"
                                                     "\n");
  EXPECT_EQ(error_for({trivial}), trivial + ": no proof in it has a step");
}

TEST_F(SampleFiles, OptionsThatDoNotGoTogetherAreRefused) {
  const std::string file = write_proofs("one.jsonl", kShortProofs);
  const std::string files = "--problems and --targets do not go with files of proofs";
  EXPECT_EQ(error_for({file}, {.problems = 3}), files);
  EXPECT_EQ(error_for({file}, {.targets = Targets::kShortest}), files);
  const auto error = [](const std::vector<WeightedSpecification>& specifications,
                        const SampleOptions& options = {}) {
    return error_of([&] { make_sample_source(request_for(specifications, options)); });
  };
  EXPECT_EQ(error({}), "there is nothing to learn from: no specification was given");
  for (const double weight : {0.0, -1.0}) {
    EXPECT_EQ(error({{.weight = weight, .specification = kShortProofs}}),
              "the weights of specifications must be greater than 0");
  }
  EXPECT_EQ(
      error({{.specification = kShortProofs}, {.specification = kFullRules}}, {.problems = 5}),
      "--problems goes with a single specification");
  EXPECT_EQ(error({{.specification = kShortProofs}}, {.problems = 5, .epochs = 0}),
            "epochs: expected a number of at least 1");
  EXPECT_EQ(
      error({{.specification = kShortProofs}}, {.targets = Targets::kShortest, .problems = 5}),
      "with --problems, the targets must be the generated proofs");
}

TEST(MakeSamples, FillsInNamedActionsOfSmallStates) {
  const SampleRequest request = request_for({{.specification = kShortProofs}}, {.largest = 40});
  const auto source = make_sample_source(request);
  const Samples samples = make_samples(*source, {}, request.options, 10, 50);
  ASSERT_EQ(samples.input->states(), 50u);
  ASSERT_EQ(samples.steps_left.size(), 50u);
  ASSERT_EQ(samples.choice_offset.size(), 51u);
  std::size_t others = 0;
  for (std::size_t i = 0; i < 50; ++i) {
    EXPECT_TRUE(samples.input->is_complete(i, samples.choices(i)));
    const auto sample = source->draw(10 + i, 0);
    if (count_nodes(*sample.bank, *sample.state) > 40) {
      ++others;
    } else {
      EXPECT_EQ(samples.steps_left[i], static_cast<float>(sample.steps_left));
    }
  }
  EXPECT_GT(others, 0u) << "some states are too large";
  const Samples again = make_samples(*source->clone(), {}, request.options, 10, 50);
  EXPECT_EQ(again.choice, samples.choice);
  const Samples part = make_samples(*source, {}, request.options, 30, 5);
  EXPECT_TRUE(std::ranges::equal(part.choices(0), samples.choices(20)));
  EXPECT_EQ(part.steps_left[4], samples.steps_left[24]);
}

TEST(MakeSamples, SaysIfNothingCanBeUsed) {
  const SampleRequest request = request_for({{.specification = kShortProofs}}, {.largest = 1});
  const auto source = make_sample_source(request);
  const std::string error = error_of([&] { make_samples(*source, {}, request.options, 0, 1); });
  EXPECT_NE(error.find("more than 1 nodes"), std::string::npos) << error;
}

}  // namespace
}  // namespace ineq
