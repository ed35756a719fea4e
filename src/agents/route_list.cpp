#include "agents/route_list.h"

#include <algorithm>
#include <utility>

#include "algebra/copy.h"
#include "base/error.h"
#include "base/rng.h"
#include "base/streams.h"

namespace ineq {

SampleSource::Sample Replay::at(const Bank& from, const Route& route, std::size_t step) {
  bank_.reset();
  copy_theorem(from, route.theorem, bank_, theorem_);
  const std::vector<Action> actions = copy_actions(from, route.actions, bank_);
  state_.emplace(bank_, theorem_);
  for (std::size_t i = 0; i < step; ++i) state_->apply(bank_, *route.rules, actions[i]);
  SampleSource::Sample out{.bank = &bank_,
                           .rule_set = route.set,
                           .rules = route.rules,
                           .state = &*state_,
                           .steps_left = actions.size() - step};
  if (step < actions.size()) out.action = actions[step];
  return out;
}

void RouteList::clear() {
  bank_.reset();
  routes_.clear();
  samples_.clear();
  epoch_.reset();
}

void RouteList::add_proof(RuleSet set, const Proven& proven) {
  const auto proof = proven.proof();
  for (std::size_t i = 0; i < proof.size(); ++i) {
    samples_.push_back({routes_.size(), i, proof.size() - i, true});
  }
  routes_.push_back({set, &proven.rules(), proven.theorem(), {proof.begin(), proof.end()}});
}

void RouteList::add_visits(Route route, std::size_t first,
                           std::span<const std::size_t> steps_left) {
  INEQ_CHECK(first + steps_left.size() <= route.actions.size() + 1);
  for (std::size_t i = 0; i < steps_left.size(); ++i) {
    samples_.push_back({routes_.size(), first + i, steps_left[i], false});
  }
  routes_.push_back(std::move(route));
}

SampleSource::Sample RouteList::draw(std::uint64_t seed, std::uint64_t epoch, std::size_t index) {
  if (epoch_ != epoch) {
    std::ranges::sort(samples_);
    Rng rng = stream(Purpose::kTraining, seed, epoch);
    shuffle(rng, samples_);
    epoch_ = epoch;
  }
  const auto& [route, step, steps_left, is_imitated] = samples_[index];
  SampleSource::Sample out = replay_.at(bank_, routes_[route], step);
  out.steps_left = steps_left;
  if (!is_imitated) out.action.reset();
  return out;
}

namespace {

class RouteSource : public SampleSource {
 public:
  RouteSource(std::shared_ptr<const Routes> routes, std::uint64_t seed)
      : routes_(std::move(routes)), list_(routes_->list), seed_(seed) {}

  Sample draw(std::uint64_t index, std::uint64_t attempt) override {
    return list_.draw(seed_, index / list_.size(), (index + attempt) % list_.size());
  }
  std::unique_ptr<SampleSource> clone() const override {
    return std::make_unique<RouteSource>(routes_, seed_);
  }

 private:
  const std::shared_ptr<const Routes> routes_;
  RouteList list_;  // a copy, because drawing changes its order
  const std::uint64_t seed_;
};

}  // namespace

std::unique_ptr<SampleSource> make_route_source(std::shared_ptr<const Routes> routes,
                                                std::uint64_t seed) {
  return std::make_unique<RouteSource>(std::move(routes), seed);
}

}  // namespace ineq
