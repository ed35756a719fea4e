#pragma once
// Multi-head attention, for one thread and contiguous floats; other tensors are left to
// plain_kernels.h.
//
// Sequences are packed: the rows of all of them follow each other without padding, and sequence i
// has the rows from offset[i] to before offset[i + 1]. No work is done for padding, nothing has to
// be masked, and no sequence can depend on the others of its batch. Keys and values stand side by
// side: a row of `kv` has the d numbers of the key and then the d numbers of the value.

#include <ATen/ATen.h>

#include <cstdint>
#include <span>

namespace ineq {

struct AttentionShape {
  std::span<const std::int64_t> queries;  // offsets of the sequences that ask
  std::span<const std::int64_t> keys;     // offsets of the sequences that answer, as many
  std::int64_t heads;
  bool causal;  // query i of a sequence sees only its keys 0 to i
};
// q: [n, d], kv: [m, 2 d] -> [n, d].
at::Tensor attention(const at::Tensor& q, const at::Tensor& kv, const AttentionShape& shape);

// Without a gradient, for keys and values that are scattered in memory. q: [n, d] -> [n, d]; query
// i sees the rows of keys and values that `rows` has from offset[i] to before offset[i + 1]. Rows
// are in main memory, and this is computed there, wherever q is.
at::Tensor attention_to_rows(const at::Tensor& q, std::span<const float* const> rows,
                             std::span<const std::int64_t> offset, std::int64_t heads);

}  // namespace ineq
