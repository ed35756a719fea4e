#include "networks/kernels.h"

#include <algorithm>
#include <cmath>
#include <cstring>

#include "base/error.h"
#include "networks/device.h"
#include "networks/kernel_tools.h"
#include "networks/plain_kernels.h"

namespace ineq {
namespace {

using at::Tensor;

Tensor rows(std::size_t n, std::int64_t d) { return at::empty({static_cast<std::int64_t>(n), d}); }
Tensor zero_rows(std::int64_t n, std::int64_t d) { return at::zeros({n, d}); }

INEQ_VECTORIZED void add_to(float* to, const float* from, std::int64_t d) {
  for (std::int64_t i = 0; i < d; ++i) to[i] += from[i];
}

INEQ_VECTORIZED void add_scaled(float* to, const float* from, float factor, std::int64_t d) {
  for (std::int64_t i = 0; i < d; ++i) to[i] += factor * from[i];
}

INEQ_VECTORIZED void set_scaled_sum(float* to, float factor, const float* x, const float* y,
                                    std::int64_t d) {
  for (std::int64_t i = 0; i < d; ++i) to[i] = factor * x[i] + y[i];
}

// Sums in eight lanes, so that the compiler may vectorise without changing the result.
INEQ_VECTORIZED float sum(const float* x, std::int64_t d) {
  float lanes[8] = {};
  std::int64_t i = 0;
  for (; i + 8 <= d; i += 8) {
    for (int k = 0; k < 8; ++k) lanes[k] += x[i + k];
  }
  for (; i < d; ++i) lanes[0] += x[i];
  float out = 0;
  for (const float lane : lanes) out += lane;
  return out;
}

INEQ_VECTORIZED float dot(const float* x, const float* y, std::int64_t d) {
  float lanes[8] = {};
  std::int64_t i = 0;
  for (; i + 8 <= d; i += 8) {
    for (int k = 0; k < 8; ++k) lanes[k] += x[i + k] * y[i + k];
  }
  for (; i < d; ++i) lanes[0] += x[i] * y[i];
  float out = 0;
  for (const float lane : lanes) out += lane;
  return out;
}

INEQ_VECTORIZED void normalize_row(const float* x, float mean, float scale, const float* gain,
                                   const float* bias, float* normal, float* out, std::int64_t d) {
  for (std::int64_t i = 0; i < d; ++i) {
    normal[i] = (x[i] - mean) * scale;
    out[i] = normal[i] * gain[i] + bias[i];
  }
}

INEQ_VECTORIZED void subtract(const float* x, float from, float* out, std::int64_t d) {
  for (std::int64_t i = 0; i < d; ++i) out[i] = x[i] - from;
}

// One row of the gradient of layer_norm: gx = scale * (h - mean(h) - normal * mean(h * normal)),
// where h = g * gain. Adds to the gradients of gain and bias.
INEQ_VECTORIZED void multiply(const float* x, const float* y, float* out, std::int64_t d) {
  for (std::int64_t i = 0; i < d; ++i) out[i] = x[i] * y[i];
}

INEQ_VECTORIZED void add_product(float* to, const float* x, const float* y, std::int64_t d) {
  for (std::int64_t i = 0; i < d; ++i) to[i] += x[i] * y[i];
}

INEQ_VECTORIZED void finish_gradient(float* h, const float* normal, float mean, float projection,
                                     float scale, std::int64_t d) {
  for (std::int64_t i = 0; i < d; ++i) h[i] = scale * (h[i] - mean - normal[i] * projection);
}

// In place: the log-softmax of n numbers. The largest one is subtracted from the numbers, not added
// to the logarithm, which would lose the digits of the logarithm if the numbers are large.
void log_softmax(float* x, std::int64_t n) {
  const float most = *std::max_element(x, x + n);
  float total = 0;
  for (std::int64_t i = 0; i < n; ++i) total += std::exp(x[i] - most);
  const float log_total = std::log(total);
  for (std::int64_t i = 0; i < n; ++i) x[i] = (x[i] - most) - log_total;
}

}  // namespace

Tensor layer_norm(const Tensor& x, const Tensor& gain, const Tensor& bias) {
  if (!is_for_loops(x)) return plain::layer_norm(x, gain, bias);
  constexpr float kEpsilon = 1e-5f;
  const std::int64_t n = x.size(0), d = x.size(1);
  const Tensor given = x.contiguous();
  Tensor out = at::empty({n, d}), normal = at::empty({n, d}), scales = at::empty({n});
  for (std::int64_t i = 0; i < n; ++i) {
    const float* row = data(given) + i * d;
    float* centered = data(normal) + i * d;
    const float mean = sum(row, d) / static_cast<float>(d);
    subtract(row, mean, centered, d);
    const float variance = dot(centered, centered, d) / static_cast<float>(d);
    const float scale = 1 / std::sqrt(variance + kEpsilon);
    data(scales)[i] = scale;
    normalize_row(row, mean, scale, data(gain), data(bias), centered, data(out) + i * d, d);
  }
  return with_gradient(out, {x, gain, bias}, [=](const Tensor& g) -> Gradients {
    Tensor gx = at::empty({n, d}), ggain = at::zeros({d}), gbias = at::zeros({d});
    for (std::int64_t i = 0; i < n; ++i) {
      const float* row = data(g) + i * d;
      const float* centered = data(normal) + i * d;
      float* h = data(gx) + i * d;
      add_product(data(ggain), row, centered, d);
      add_to(data(gbias), row, d);
      multiply(row, data(gain), h, d);
      const float mean = sum(h, d) / static_cast<float>(d);
      const float projection = dot(h, centered, d) / static_cast<float>(d);
      finish_gradient(h, centered, mean, projection, data(scales)[i], d);
    }
    return {gx, ggain, gbias};
  });
}

Tensor take_rows(const Tensor& x, std::span<const std::int32_t> index) {
  if (!is_for_loops(x)) return plain::take_rows(x, index);
  const std::int64_t n = x.size(0), d = x.size(1);
  const Tensor given = x.contiguous();
  Tensor out = rows(index.size(), d);
  for (std::size_t i = 0; i < index.size(); ++i) {
    float* to = data(out) + static_cast<std::int64_t>(i) * d;
    if (index[i] < 0) {
      std::fill_n(to, d, 0.0f);
    } else {
      std::copy_n(data(given) + index[i] * d, d, to);
    }
  }
  return with_gradient(out, {x}, [=](const Tensor& g) -> Gradients {
    Tensor gx = zero_rows(n, d);
    for (std::size_t i = 0; i < index.size(); ++i) {
      if (index[i] < 0) continue;
      add_to(data(gx) + index[i] * d, data(g) + static_cast<std::int64_t>(i) * d, d);
    }
    return {gx};
  });
}

namespace {

float weight_of(std::int64_t begin, std::int64_t end, bool mean) {
  return mean && end > begin ? 1 / static_cast<float>(end - begin) : 1;
}

Tensor sum_rows(const Tensor& x, std::span<const std::int64_t> offset, bool mean) {
  const std::int64_t d = x.size(1);
  Tensor out = zero_rows(static_cast<std::int64_t>(offset.size()) - 1, d);
  for (std::size_t s = 0; s + 1 < offset.size(); ++s) {
    const float weight = weight_of(offset[s], offset[s + 1], mean);
    for (std::int64_t i = offset[s]; i < offset[s + 1]; ++i) {
      add_scaled(data(out) + static_cast<std::int64_t>(s) * d, data(x) + i * d, weight, d);
    }
  }
  return out;
}

Tensor spread_rows(const Tensor& x, std::span<const std::int64_t> offset, bool mean) {
  const std::int64_t d = x.size(1);
  Tensor out = zero_rows(offset.back(), d);
  for (std::size_t s = 0; s + 1 < offset.size(); ++s) {
    const float weight = weight_of(offset[s], offset[s + 1], mean);
    for (std::int64_t i = offset[s]; i < offset[s + 1]; ++i) {
      add_scaled(data(out) + i * d, data(x) + static_cast<std::int64_t>(s) * d, weight, d);
    }
  }
  return out;
}

}  // namespace

Tensor segment_sum(const Tensor& x, std::span<const std::int64_t> offset, bool mean) {
  if (!is_for_loops(x)) return plain::segment_sum(x, offset, mean);
  return with_gradient(
      sum_rows(x.contiguous(), offset, mean), {x},
      [=](const Tensor& g) -> Gradients { return {spread_rows(g, offset, mean)}; });
}

Tensor spread(const Tensor& x, std::span<const std::int64_t> offset) {
  if (!is_for_loops(x)) return plain::spread(x, offset);
  return with_gradient(spread_rows(x.contiguous(), offset, false), {x},
                       [=](const Tensor& g) -> Gradients { return {sum_rows(g, offset, false)}; });
}

void segment_log_softmax(std::span<float> logits, std::span<const std::int64_t> offset) {
  for (std::size_t s = 0; s + 1 < offset.size(); ++s) {
    const std::int64_t n = offset[s + 1] - offset[s];
    if (n > 0) log_softmax(logits.data() + offset[s], n);
  }
}

Tensor log_softmax_columns(const Tensor& x, std::span<const std::int64_t> offset) {
  if (!is_for_loops(x)) return plain::log_softmax_columns(x, offset);
  const std::int64_t n = x.size(0), d = x.size(1);
  Tensor columns = x.detach().t().clone(at::MemoryFormat::Contiguous);
  for (std::int64_t i = 0; i < d; ++i) {
    segment_log_softmax({data(columns) + i * n, static_cast<std::size_t>(n)}, offset);
  }
  const Tensor out = columns.t().clone(at::MemoryFormat::Contiguous);
  return with_gradient(out, {x}, [=](const Tensor& g) -> Gradients {
    return {g - columns.t().exp() * spread_rows(sum_rows(g, offset, false), offset, false)};
  });
}

Tensor segment_cross_entropy(const Tensor& logits, std::span<const std::int64_t> offset,
                             std::span<const std::int32_t> target,
                             std::vector<std::uint8_t>& correct) {
  if (!is_for_loops(logits)) return plain::segment_cross_entropy(logits, offset, target, correct);
  Tensor log_probs = logits.detach().clone().contiguous();
  segment_log_softmax({data(log_probs), static_cast<std::size_t>(log_probs.numel())}, offset);
  Tensor out = at::empty({static_cast<std::int64_t>(target.size())});
  correct.assign(target.size(), 0);
  for (std::size_t s = 0; s < target.size(); ++s) {
    data(out)[s] = 0;
    if (target[s] == kNoTarget) continue;
    const float* begin = data(log_probs) + offset[s];
    const float* end = data(log_probs) + offset[s + 1];
    data(out)[s] = -begin[target[s]];
    correct[s] = std::max_element(begin, end) == begin + target[s];
  }
  return with_gradient(out, {logits}, [=](const Tensor& g) -> Gradients {
    Tensor gx = at::empty({log_probs.numel()});
    for (std::size_t s = 0; s < target.size(); ++s) {
      const bool has_target = target[s] != kNoTarget;
      const float weight = has_target ? data(g)[s] : 0;
      for (std::int64_t i = offset[s]; i < offset[s + 1]; ++i) {
        data(gx)[i] = weight * std::exp(data(log_probs)[i]);
      }
      if (has_target) data(gx)[offset[s] + target[s]] -= weight;
    }
    return {gx};
  });
}

namespace {

// x: [n, d] -> [n, parts * d]: the node, and sums of other rows. for_each(node, visit) calls
// visit(part, row of x, weight) for each row that is added to part 1 or a later one of the node.
template <typename ForEach>
Tensor gather_parts(const Tensor& x, std::int64_t parts, const ForEach& for_each) {
  const std::int64_t n = x.size(0), d = x.size(1);
  const Tensor given = x.contiguous();
  Tensor out = zero_rows(n, parts * d);
  for (std::int64_t node = 0; node < n; ++node) {
    float* to = data(out) + node * parts * d;
    std::copy_n(data(given) + node * d, d, to);
    for_each(node, [&](int part, std::int32_t row, float weight) {
      add_scaled(to + part * d, data(given) + row * d, weight, d);
    });
  }
  return with_gradient(out, {x}, [=](const Tensor& g) -> Gradients {
    Tensor gx = zero_rows(n, d);
    for (std::int64_t node = 0; node < n; ++node) {
      const float* from = data(g) + node * parts * d;
      add_to(data(gx) + node * d, from, d);
      for_each(node, [&](int part, std::int32_t row, float weight) {
        add_scaled(data(gx) + row * d, from + part * d, weight, d);
      });
    }
    return {gx};
  });
}

// Calls visit(part, row of x, weight) for each neighbour of a node, in parts 1 to 4.
template <typename Visit>
void for_each_neighbour(const Neighbours& neighbours, std::int64_t node, const Visit& visit) {
  const auto at = static_cast<std::size_t>(node);
  if (neighbours.left[at] >= 0) visit(1, neighbours.left[at], 1.0f);
  if (neighbours.right[at] >= 0) visit(2, neighbours.right[at], 1.0f);
  for (int side = 0; side < 2; ++side) {
    const std::int32_t begin = neighbours.parent_offset[side][at];
    const std::int32_t end = neighbours.parent_offset[side][at + 1];
    if (begin == end) continue;
    const float weight = 1 / std::sqrt(static_cast<float>(end - begin));
    for (std::int32_t i = begin; i < end; ++i) {
      visit(3 + side, neighbours.parent[side][static_cast<std::size_t>(i)], weight);
    }
  }
}

}  // namespace

Tensor gather_neighbours(const Tensor& x, const Neighbours& neighbours) {
  if (!is_for_loops(x)) return plain::gather_neighbours(x, neighbours);
  return gather_parts(x, 5, [neighbours](std::int64_t node, const auto& visit) {
    for_each_neighbour(neighbours, node, visit);
  });
}

Tensor gather_untyped_neighbours(const Tensor& x, const Neighbours& neighbours) {
  if (!is_for_loops(x)) return plain::gather_untyped_neighbours(x, neighbours);
  return gather_parts(x, 2, [neighbours](std::int64_t node, const auto& visit) {
    int count = 0;
    for_each_neighbour(neighbours, node, [&](int, std::int32_t, float) { ++count; });
    const float weight = 1 / std::sqrt(static_cast<float>(count));
    for_each_neighbour(neighbours, node,
                       [&](int, std::int32_t row, float) { visit(1, row, weight); });
  });
}

Tensor gather_contexts(const Tensor& left, const Tensor& right, const PlaceTree& places,
                       float decay) {
  if (!is_for_loops(left)) return plain::gather_contexts(left, right, places, decay);
  const std::int64_t n = left.size(0), d = left.size(1);
  const Tensor given[] = {left.contiguous(), right.contiguous()};
  Tensor out = zero_rows(static_cast<std::int64_t>(places.node.size()), d);
  for (std::size_t i = 0; i < places.node.size(); ++i) {
    if (places.parent[i] < 0) continue;
    const auto parent = static_cast<std::size_t>(places.parent[i]);
    set_scaled_sum(data(out) + static_cast<std::int64_t>(i) * d, decay,
                   data(out) + static_cast<std::int64_t>(parent) * d,
                   data(given[places.slot[i]]) + places.node[parent] * d, d);
  }
  return with_gradient(out, {left, right}, [=](const Tensor& g) -> Gradients {
    Tensor gy[] = {zero_rows(n, d), zero_rows(n, d)};
    Tensor total = g.clone();  // including what the children pass up
    for (std::size_t i = places.node.size(); i-- > 0;) {
      if (places.parent[i] < 0) continue;
      const auto parent = static_cast<std::size_t>(places.parent[i]);
      const float* from = data(total) + static_cast<std::int64_t>(i) * d;
      add_scaled(data(total) + static_cast<std::int64_t>(parent) * d, from, decay, d);
      add_to(data(gy[places.slot[i]]) + places.node[parent] * d, from, d);
    }
    return {gy[0], gy[1]};
  });
}

namespace {

// "Being a neighbour" is symmetric, so this is also the gradient.
Tensor sum_of_neighbours(const Tensor& x, std::span<const std::int32_t> parent) {
  const std::int64_t d = x.size(1);
  Tensor out = x.clone();
  for (std::size_t i = 0; i < parent.size(); ++i) {
    if (parent[i] < 0) continue;
    const std::int64_t child = static_cast<std::int64_t>(i) * d, above = parent[i] * d;
    add_to(data(out) + child, data(x) + above, d);
    add_to(data(out) + above, data(x) + child, d);
  }
  return out;
}

}  // namespace

Tensor add_tree_neighbours(const Tensor& x, std::span<const std::int32_t> parent) {
  if (!is_for_loops(x)) return plain::add_tree_neighbours(x, parent);
  return with_gradient(
      sum_of_neighbours(x.contiguous(), parent), {x},
      [=](const Tensor& g) -> Gradients { return {sum_of_neighbours(g, parent)}; });
}

Tensor score_rows(const Tensor& keys, const Tensor& x, std::span<const RowRange> ranges) {
  if (!is_for_loops(x)) return plain::score_rows(keys, x, ranges);
  const std::int64_t d = keys.size(1);
  const Tensor k = keys.contiguous(), given = x.contiguous();
  // Calls visit(number of the score, key, row) with the places of key and row in their arrays.
  const auto for_each = [=](const auto& visit) {
    std::int64_t score = 0;
    for (std::size_t i = 0; i < ranges.size(); ++i) {
      for (std::int64_t row = ranges[i].begin; row < ranges[i].end; ++row) {
        visit(score++, static_cast<std::int64_t>(i) * d, row * d);
      }
    }
  };
  std::int64_t count = 0;
  for (const RowRange& range : ranges) count += range.end - range.begin;
  Tensor out = at::empty({count});
  for_each([&](std::int64_t score, std::int64_t key, std::int64_t row) {
    data(out)[score] = dot(data(k) + key, data(given) + row, d);
  });
  return with_gradient(out, {keys, x}, [=](const Tensor& g) -> Gradients {
    Tensor gk = zero_rows(k.size(0), d), gx = zero_rows(given.size(0), d);
    for_each([&](std::int64_t score, std::int64_t key, std::int64_t row) {
      add_scaled(data(gk) + key, data(given) + row, data(g)[score], d);
      add_scaled(data(gx) + row, data(k) + key, data(g)[score], d);
    });
    return {gk, gx};
  });
}

Tensor sum_set_bits(const Tensor& scores, const Tensor& weights,
                    std::span<const std::uint8_t> bits) {
  const std::int64_t places = scores.size(0), count = scores.size(1), classes = weights.size(0);
  INEQ_CHECK(static_cast<std::int64_t>(bits.size()) == places * classes);
  if (!is_for_loops(scores)) return plain::sum_set_bits(scores, weights, bits);
  const Tensor s = scores.contiguous(), w = weights.contiguous();
  // Calls visit(pair, score, weight) with the places in the arrays, for each bit that is set.
  const auto for_each = [=](const auto& visit) {
    for (std::int64_t pair = 0; pair < places * classes; ++pair) {
      unsigned left = bits[static_cast<std::size_t>(pair)];
      for (std::int64_t bit = 0; left != 0; ++bit, left >>= 1) {
        if (left & 1u) visit(pair, pair / classes * count + bit, pair % classes * count + bit);
      }
    }
  };
  Tensor out = zero_rows(places, classes);
  for_each([&](std::int64_t pair, std::int64_t score, std::int64_t weight) {
    data(out)[pair] += data(s)[score] + data(w)[weight];
  });
  return with_gradient(out, {scores, weights}, [=](const Tensor& g) -> Gradients {
    Tensor gs = zero_rows(places, count), gw = zero_rows(classes, count);
    for_each([&](std::int64_t pair, std::int64_t score, std::int64_t weight) {
      data(gs)[score] += data(g)[pair];
      data(gw)[weight] += data(g)[pair];
    });
    return {gs, gw};
  });
}

}  // namespace ineq
