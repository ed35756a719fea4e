#include "networks/tree_policy.h"

#include <cmath>
#include <string>

#include "agents/action_class.h"
#include "networks/kernels.h"

namespace ineq {
namespace {

using at::Tensor;

// States of generated theorems have about 30 nodes. Divided by a constant, their sums are of the
// size of the nodes and of the vectors that choices add to them.
constexpr double kPoolScale = 1.0 / 16;
// Weights are drawn so that at first the logits of nodes differ by about 1/2. If they differ by
// much less, learning operands does not start for a long time.
const double kScale = std::sqrt(3.0);
constexpr double kClassBound = 1;

constexpr auto kClasses = static_cast<std::int64_t>(kActionClasses);

}  // namespace

TreePolicy::TreePolicy(const NetworkOptions& options, Parameters& parameters)
    : state_width_(2 * static_cast<std::int64_t>(options.width)),
      head_(static_cast<std::int64_t>(options.head)),
      class_hidden_(Linear::add(parameters, "class.hidden", head_, state_width_, kScale)),
      class_(Linear::add(parameters, "class.out", kClasses, head_)),
      value_(ValueHead::add(parameters, options, state_width_, head_, kScale)),
      class_table_(
          parameters.add("class.table", {kClasses, state_width_}, {.bound = kClassBound})) {
  const std::int64_t width = state_width_ / 2;
  for (std::size_t i = 0; i < chosen_.size(); ++i) {
    chosen_[i] = Linear::add(parameters, "chosen" + std::to_string(i), state_width_, width);
  }
  for (std::size_t i = 0; i < key_.size(); ++i) {
    key_[i] = Linear::add(parameters, "key" + std::to_string(i), head_, state_width_, kScale);
  }
  projection_ = parameters.add_matrix("projection", head_, width, kScale);
}

// The nodes of the goals of a state and then those of its facts are two consecutive segments, so
// their sums are consecutive rows.
Tensor TreePolicy::pool(const Tensor& nodes, const TreeInput& input) const {
  const Tensor parts = kPoolScale * segment_sum(nodes, input.part_offset, false);
  return parts.view({static_cast<std::int64_t>(input.states()), state_width_});
}

Tensor TreePolicy::class_logits(const Parameters& p, const Tensor& state, ForwardPass& pass) const {
  return class_(p, pass.drop(class_hidden_(p, state).relu_()));
}

Tensor TreePolicy::choose_class(const Parameters& p, const Tensor& state,
                                std::span<const std::int32_t> classes) const {
  return (state + take_rows(p[class_table_], classes)).relu_();
}

Tensor TreePolicy::choose_operand(const Parameters& p, const Tensor& state, const Tensor& chosen,
                                  std::size_t operand) const {
  return (state + chosen_[operand](p, chosen)).relu_();
}

Tensor TreePolicy::project(const Parameters& p, const Tensor& nodes) const {
  return at::mm(nodes, p[projection_].t());
}

Tensor TreePolicy::keys(const Parameters& p, const Tensor& state, std::size_t operand,
                        ForwardPass& pass) const {
  const Tensor hidden = pass.drop(key_[operand](p, state).relu_());
  return hidden / std::sqrt(static_cast<double>(head_));
}

}  // namespace ineq
