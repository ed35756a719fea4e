#pragma once
// The kernels of kernels.h and attention.h, made of operations of libtorch alone. They run on any
// device, with any type of numbers, and libtorch finds their gradients. On a CPU they are slow, and
// they use more memory; there, they are what the fast kernels are compared with.
//
// Indices are copied, so nothing has to live until the gradient is computed.

#include <ATen/ATen.h>

#include <cstdint>
#include <span>
#include <vector>

#include "networks/attention.h"
#include "networks/kernels.h"

namespace ineq::plain {

at::Tensor layer_norm(const at::Tensor& x, const at::Tensor& gain, const at::Tensor& bias);
at::Tensor take_rows(const at::Tensor& x, std::span<const std::int32_t> index);
at::Tensor segment_sum(const at::Tensor& x, std::span<const std::int64_t> offset, bool mean);
at::Tensor spread(const at::Tensor& x, std::span<const std::int64_t> offset);
at::Tensor segment_cross_entropy(const at::Tensor& logits, std::span<const std::int64_t> offset,
                                 std::span<const std::int32_t> target,
                                 std::vector<std::uint8_t>& correct);
at::Tensor log_softmax_columns(const at::Tensor& x, std::span<const std::int64_t> offset);
at::Tensor gather_neighbours(const at::Tensor& x, const Neighbours& neighbours);
at::Tensor gather_untyped_neighbours(const at::Tensor& x, const Neighbours& neighbours);
at::Tensor gather_contexts(const at::Tensor& left, const at::Tensor& right, const PlaceTree& places,
                           float decay);
at::Tensor add_tree_neighbours(const at::Tensor& x, std::span<const std::int32_t> parent);
at::Tensor score_rows(const at::Tensor& keys, const at::Tensor& x,
                      std::span<const RowRange> ranges);
at::Tensor sum_set_bits(const at::Tensor& scores, const at::Tensor& weights,
                        std::span<const std::uint8_t> bits);
at::Tensor attention(const at::Tensor& q, const at::Tensor& kv, const AttentionShape& shape);

}  // namespace ineq::plain
