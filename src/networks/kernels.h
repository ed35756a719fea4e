#pragma once
// Differentiable functions on rows of states, which torch lacks or does slowly. Each is a plain
// loop with its gradient, for one thread and contiguous floats. Tensors on other devices are left
// to plain_kernels.h. "Segments" are consecutive rows: segment i has the rows from offset[i] to
// before offset[i + 1].

#include <ATen/ATen.h>

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

namespace ineq {

using Index = std::vector<std::int32_t>;

// x: [n, d], gain, bias: [d] -> [n, d]: each row with mean 0 and variance 1, scaled and shifted
at::Tensor layer_norm(const at::Tensor& x, const at::Tensor& gain, const at::Tensor& bias);

// x: [n, d] -> [index.size(), d]: row index[i] of x, or zeros where index[i] is -1
at::Tensor take_rows(const at::Tensor& x, std::span<const std::int32_t> index);

// x: [n, d] -> [segments, d]: the sum of the rows of each segment, divided by their number if
// `mean`
at::Tensor segment_sum(const at::Tensor& x, std::span<const std::int64_t> offset, bool mean);

// x: [segments, d] -> [n, d]: row i of x for every row of segment i
at::Tensor spread(const at::Tensor& x, std::span<const std::int64_t> offset);

// logits: [n] -> [segments]: minus the log-probability of element offset[i] + target[i] under the
// softmax of segment i. correct[i] says whether that element is the most probable one. Where the
// target is kNoTarget, the result is 0.
inline constexpr std::int32_t kNoTarget = -1;
at::Tensor segment_cross_entropy(const at::Tensor& logits, std::span<const std::int64_t> offset,
                                 std::span<const std::int32_t> target,
                                 std::vector<std::uint8_t>& correct);

// x: [n, d] -> [n, d]: the log-softmax of each column within each segment
at::Tensor log_softmax_columns(const at::Tensor& x, std::span<const std::int64_t> offset);

// In place, without a gradient: the log-softmax of each segment.
void segment_log_softmax(std::span<float> logits, std::span<const std::int64_t> offset);

// The neighbours of the nodes of merged terms, by what they are to the node. Nodes are numbered
// over all states of the batch; -1 stands for none.
struct Neighbours {
  std::span<const std::int32_t> left, right;       // children of each node
  std::span<const std::int32_t> parent[2];         // of all nodes: those that hold it on the left,
  std::span<const std::int32_t> parent_offset[2];  // on the right; where those of a node begin
};
// x: [n, d] -> [n, 5 d]: the node, its left child, its right child, and the sums over the parents
// that hold it on the left and on the right, each divided by the root of their number
at::Tensor gather_neighbours(const at::Tensor& x, const Neighbours& neighbours);
// x: [n, d] -> [n, 2 d]: the node, and the sum over all neighbours, divided by the root of their
// number
at::Tensor gather_untyped_neighbours(const at::Tensor& x, const Neighbours& neighbours);

// y: two of [n, d] -> [places, d]: what a place has above itself. A place whose parent place is p
// gets decay * (what p gets) + row node(p) of y[slot of the place]; a place without a parent gets
// zeros. Parents come before their children.
struct PlaceTree {
  std::span<const std::int32_t> node;
  std::span<const std::int32_t> parent;  // place, or -1
  std::span<const std::uint8_t> slot;    // 0 or 1
};
at::Tensor gather_contexts(const at::Tensor& left, const at::Tensor& right, const PlaceTree& places,
                           float decay);

// x: [n, d] -> [n, d]: each node plus its parent and its children in trees that are given by the
// parent of each node, -1 for none
at::Tensor add_tree_neighbours(const at::Tensor& x, std::span<const std::int32_t> parent);

// keys: [m, d], x: [n, d] -> [the sum of the lengths of the m ranges]: the dot products of key i
// with the rows of x in range i. Ranges may overlap.
struct RowRange {
  std::int64_t begin, end;
};
at::Tensor score_rows(const at::Tensor& keys, const at::Tensor& x,
                      std::span<const RowRange> ranges);

// scores: [places, bits], weights: [classes, bits] -> [places, classes]: the sum, over the bits
// that are set for a pair of place and class, of the score and the weight of the bit
at::Tensor sum_set_bits(const at::Tensor& scores, const at::Tensor& weights,
                        std::span<const std::uint8_t> bits);

}  // namespace ineq
