#include "networks/plain_kernels.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace ineq::plain {
namespace {

using at::Tensor;
using Numbers = std::vector<std::int64_t>;

// Instead of minus infinity, so that differences are not NaN.
constexpr float kLowest = std::numeric_limits<float>::lowest();

// -> [numbers], on the device of x
Tensor index_for(const Tensor& x, const Numbers& numbers) {
  return at::tensor(at::ArrayRef<std::int64_t>(numbers)).to(x.device());
}

Tensor index_for(const Tensor& x, std::span<const std::int32_t> numbers) {
  return index_for(x, Numbers(numbers.begin(), numbers.end()));
}

// Weighted sums of rows: row `from` of one array, times the weight, is added to row `to` of
// another one.
struct Links {
  Numbers from, to;
  std::vector<float> weight;

  void add(std::int64_t source, std::int64_t target, float factor) {
    from.push_back(source);
    to.push_back(target);
    weight.push_back(factor);
  }
};

// x: [n, d] -> [rows, d]
Tensor sum_links(const Tensor& x, const Links& links, std::int64_t rows) {
  const Tensor weight = at::tensor(at::ArrayRef<float>(links.weight)).to(x.options());
  const Tensor added = x.index_select(0, index_for(x, links.from)) * weight.unsqueeze(1);
  return at::zeros({rows, x.size(1)}, x.options()).index_add(0, index_for(x, links.to), added);
}

// Segments as the rows of a table that is as wide as the longest of them.
class Table {
 public:
  // `like` says where the tensors are.
  Table(std::span<const std::int64_t> offset, const Tensor& like)
      : segments_(static_cast<std::int64_t>(offset.size()) - 1) {
    for (std::size_t s = 0; s + 1 < offset.size(); ++s) {
      longest_ = std::max(longest_, offset[s + 1] - offset[s]);
    }
    Numbers cells;
    for (std::size_t s = 0; s + 1 < offset.size(); ++s) {
      for (std::int64_t i = 0; i < offset[s + 1] - offset[s]; ++i) {
        cells.push_back(static_cast<std::int64_t>(s) * longest_ + i);
      }
    }
    cells_ = index_for(like, cells);
  }

  std::int64_t segments() const { return segments_; }
  std::int64_t longest() const { return longest_; }

  // x: [n, d] -> [segments, longest, d], with `filler` in the cells that are left
  Tensor fill(const Tensor& x, double filler) const {
    return at::full({segments_ * longest_, x.size(1)}, filler, x.options())
        .index_copy(0, cells_, x)
        .view({segments_, longest_, x.size(1)});
  }
  // [segments, longest, d] -> [n, d]
  Tensor flatten(const Tensor& table) const {
    return table.reshape({segments_ * longest_, table.size(2)}).index_select(0, cells_);
  }
  // -> [segments, longest]: whether no row is in the cell
  Tensor is_empty_cell() const {
    return at::ones({segments_ * longest_}, cells_.options().dtype(at::kBool))
        .index_fill(0, cells_, false)
        .view({segments_, longest_});
  }

 private:
  std::int64_t segments_, longest_ = 0;
  Tensor cells_;  // [n]: the cell of each row
};

// Calls visit(part, neighbour) for each neighbour of a node, in parts 1 to 4.
template <typename Visit>
void for_each_relative(const Neighbours& neighbours, std::size_t node, const Visit& visit) {
  if (neighbours.left[node] >= 0) visit(1, neighbours.left[node]);
  if (neighbours.right[node] >= 0) visit(2, neighbours.right[node]);
  for (int side = 0; side < 2; ++side) {
    const auto begin = static_cast<std::size_t>(neighbours.parent_offset[side][node]);
    const auto end = static_cast<std::size_t>(neighbours.parent_offset[side][node + 1]);
    for (std::size_t i = begin; i < end; ++i) visit(3 + side, neighbours.parent[side][i]);
  }
}

float inverse_root(int count) { return 1 / std::sqrt(static_cast<float>(count)); }

}  // namespace

Tensor layer_norm(const Tensor& x, const Tensor& gain, const Tensor& bias) {
  return at::layer_norm(x, {x.size(1)}, gain, bias, 1e-5);
}

Tensor take_rows(const Tensor& x, std::span<const std::int32_t> index) {
  // The row of zeros after the last one stands for -1.
  Numbers rows(index.begin(), index.end());
  std::ranges::replace(rows, -1, x.size(0));
  return at::constant_pad_nd(x, {0, 0, 0, 1}).index_select(0, index_for(x, rows));
}

Tensor segment_sum(const Tensor& x, std::span<const std::int64_t> offset, bool mean) {
  Links links;
  for (std::size_t s = 0; s + 1 < offset.size(); ++s) {
    const auto length = static_cast<float>(offset[s + 1] - offset[s]);
    for (std::int64_t i = offset[s]; i < offset[s + 1]; ++i) {
      links.add(i, static_cast<std::int64_t>(s), mean ? 1 / length : 1);
    }
  }
  return sum_links(x, links, static_cast<std::int64_t>(offset.size()) - 1);
}

Tensor spread(const Tensor& x, std::span<const std::int64_t> offset) {
  Numbers rows;
  for (std::size_t s = 0; s + 1 < offset.size(); ++s) {
    rows.insert(rows.end(), static_cast<std::size_t>(offset[s + 1] - offset[s]),
                static_cast<std::int64_t>(s));
  }
  return x.index_select(0, index_for(x, rows));
}

Tensor segment_cross_entropy(const Tensor& logits, std::span<const std::int64_t> offset,
                             std::span<const std::int32_t> target,
                             std::vector<std::uint8_t>& correct) {
  const Table table(offset, logits);
  const Tensor log_probs =
      table.fill(logits.unsqueeze(1), kLowest).squeeze(2).log_softmax(1);  // [segments, longest]
  const Tensor wanted = index_for(logits, target);                         // -1: none
  const Tensor is_best = log_probs.argmax(1).eq(wanted).to(at::kCPU, at::kByte);
  correct.assign(is_best.data_ptr<std::uint8_t>(),
                 is_best.data_ptr<std::uint8_t>() + is_best.numel());
  const Tensor chosen = log_probs.gather(1, wanted.clamp_min(0).unsqueeze(1)).squeeze(1);
  return at::where(wanted.ge(0), -chosen, at::zeros_like(chosen));
}

Tensor log_softmax_columns(const Tensor& x, std::span<const std::int64_t> offset) {
  const Table table(offset, x);
  return table.flatten(table.fill(x, kLowest).log_softmax(1));
}

Tensor gather_neighbours(const Tensor& x, const Neighbours& neighbours) {
  constexpr std::int64_t kParts = 5;
  Links links;
  for (std::int64_t node = 0; node < x.size(0); ++node) {
    const auto at = static_cast<std::size_t>(node);
    int count[kParts] = {};
    for_each_relative(neighbours, at, [&](int part, std::int32_t) { ++count[part]; });
    links.add(node, node * kParts, 1);
    for_each_relative(neighbours, at, [&](int part, std::int32_t row) {
      links.add(row, node * kParts + part, inverse_root(count[part]));
    });
  }
  return sum_links(x, links, x.size(0) * kParts).view({x.size(0), kParts * x.size(1)});
}

Tensor gather_untyped_neighbours(const Tensor& x, const Neighbours& neighbours) {
  Links links;
  for (std::int64_t node = 0; node < x.size(0); ++node) {
    const auto at = static_cast<std::size_t>(node);
    int count = 0;
    for_each_relative(neighbours, at, [&](int, std::int32_t) { ++count; });
    for_each_relative(neighbours, at,
                      [&](int, std::int32_t row) { links.add(row, node, inverse_root(count)); });
  }
  return at::cat({x, sum_links(x, links, x.size(0))}, 1);
}

Tensor gather_contexts(const Tensor& left, const Tensor& right, const PlaceTree& places,
                       float decay) {
  // The sum over the way up from each place, written out.
  Links links;
  for (std::size_t place = 0; place < places.node.size(); ++place) {
    float weight = 1;
    for (std::size_t at = place; places.parent[at] >= 0; weight *= decay) {
      const auto parent = static_cast<std::size_t>(places.parent[at]);
      links.add(places.slot[at] * left.size(0) + places.node[parent],
                static_cast<std::int64_t>(place), weight);
      at = parent;
    }
  }
  return sum_links(at::cat({left, right}), links, static_cast<std::int64_t>(places.node.size()));
}

Tensor add_tree_neighbours(const Tensor& x, std::span<const std::int32_t> parent) {
  Links links;
  for (std::size_t i = 0; i < parent.size(); ++i) {
    if (parent[i] < 0) continue;
    links.add(static_cast<std::int64_t>(i), parent[i], 1);
    links.add(parent[i], static_cast<std::int64_t>(i), 1);
  }
  return x + sum_links(x, links, x.size(0));
}

Tensor score_rows(const Tensor& keys, const Tensor& x, std::span<const RowRange> ranges) {
  Numbers key, row;
  for (std::size_t i = 0; i < ranges.size(); ++i) {
    for (std::int64_t at = ranges[i].begin; at < ranges[i].end; ++at) {
      key.push_back(static_cast<std::int64_t>(i));
      row.push_back(at);
    }
  }
  return (keys.index_select(0, index_for(x, key)) * x.index_select(0, index_for(x, row))).sum(1);
}

Tensor sum_set_bits(const Tensor& scores, const Tensor& weights,
                    std::span<const std::uint8_t> bits) {
  const std::int64_t places = scores.size(0), count = scores.size(1), classes = weights.size(0);
  std::vector<float> is_set;
  for (const std::uint8_t pair : bits) {
    for (std::int64_t bit = 0; bit < count; ++bit) {
      is_set.push_back(static_cast<float>(pair >> bit & 1));
    }
  }
  const Tensor mask =
      at::tensor(at::ArrayRef<float>(is_set)).to(scores.options()).view({places, classes, count});
  return (mask * (scores.unsqueeze(1) + weights.unsqueeze(0))).sum(2);
}

Tensor attention(const Tensor& q, const Tensor& kv, const AttentionShape& shape) {
  const std::int64_t d = q.size(1), width = d / shape.heads;
  const Table queries(shape.queries, q), keys(shape.keys, q);
  // [n, d] -> [sequences, heads, longest, width]
  const auto split = [&](const Table& table, const Tensor& x) {
    return table.fill(x, 0)
        .view({table.segments(), table.longest(), shape.heads, width})
        .transpose(1, 2);
  };
  const Tensor key = split(keys, kv.narrow(1, 0, d)), value = split(keys, kv.narrow(1, d, d));
  const Tensor logits =
      at::matmul(split(queries, q), key.transpose(2, 3)) / std::sqrt(static_cast<double>(width));
  Tensor is_hidden = keys.is_empty_cell().view({keys.segments(), 1, 1, keys.longest()});
  if (shape.causal) {
    const auto places = [&](const Table& table) {
      return at::arange(table.longest(), q.options().dtype(at::kLong));
    };
    is_hidden = is_hidden.logical_or(places(keys).unsqueeze(0).gt(places(queries).unsqueeze(1)));
  }
  const Tensor seen = at::matmul(logits.masked_fill(is_hidden, kLowest).softmax(3), value);
  return queries.flatten(seen.transpose(1, 2).reshape({queries.segments(), queries.longest(), d}));
}

}  // namespace ineq::plain
