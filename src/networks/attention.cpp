#include "networks/attention.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "networks/device.h"
#include "networks/kernel_tools.h"
#include "networks/plain_kernels.h"

// libtorch brings BLAS along. Called directly, because at::bmm makes one tensor per product where
// it does not find Intel's library, and needs copies of all heads.
extern "C" void sgemm_(const char* transpose_a, const char* transpose_b, const int* m, const int* n,
                       const int* k, const float* alpha, const float* a, const int* lda,
                       const float* b, const int* ldb, const float* beta, float* c, const int* ldc);

namespace ineq {
namespace {

using at::Tensor;

// A matrix whose rows are `stride` numbers apart, or its transpose.
struct Factor {
  const float* data;
  std::int64_t stride;
  bool transposed = false;
};

// c = scale * a b, where c is [m, n] and the sum runs over k. BLAS stores columns where we store
// rows, so it is asked for the transpose of c, with the factors exchanged.
void multiply(Factor a, Factor b, std::int64_t m, std::int64_t n, std::int64_t k, float scale,
              float* c, std::int64_t stride) {
  const int sizes[] = {static_cast<int>(m), static_cast<int>(n), static_cast<int>(k)};
  const int strides[] = {static_cast<int>(a.stride), static_cast<int>(b.stride),
                         static_cast<int>(stride)};
  const float zero = 0;
  sgemm_(b.transposed ? "T" : "N", a.transposed ? "T" : "N", &sizes[1], &sizes[0], &sizes[2],
         &scale, b.data, &strides[1], a.data, &strides[0], &zero, c, &strides[2]);
}

// In place: the softmax of n numbers.
INEQ_VECTORIZED void softmax(float* x, std::int64_t n) {
  float most = x[0];
  for (std::int64_t i = 1; i < n; ++i) most = std::max(most, x[i]);
  float total = 0;
  for (std::int64_t i = 0; i < n; ++i) total += x[i] = std::exp(x[i] - most);
  const float scale = 1 / total;
  for (std::int64_t i = 0; i < n; ++i) x[i] *= scale;
}

// In place: from the gradient of probabilities to that of the logits, g = p * (g - sum(p * g)).
INEQ_VECTORIZED void softmax_gradient(const float* p, float* g, std::int64_t n) {
  float lanes[8] = {};
  std::int64_t i = 0;
  for (; i + 8 <= n; i += 8) {
    for (int k = 0; k < 8; ++k) lanes[k] += p[i + k] * g[i + k];
  }
  for (; i < n; ++i) lanes[0] += p[i] * g[i];
  float total = 0;
  for (const float lane : lanes) total += lane;
  for (i = 0; i < n; ++i) g[i] = p[i] * (g[i] - total);
}

// One head of one sequence.
struct Head {
  std::int64_t query, queries;  // first row and number of rows
  std::int64_t key, keys;
  std::int64_t column;       // its first column in the queries, keys and results
  std::int64_t probability;  // where its [queries, keys] probabilities begin

  // The number of keys that a query sees.
  std::int64_t seen(std::int64_t row, bool causal) const { return causal ? row + 1 : keys; }
};

std::vector<Head> heads_of(const AttentionShape& shape, std::int64_t d) {
  std::vector<Head> out;
  std::int64_t probability = 0;
  for (std::size_t s = 0; s + 1 < shape.queries.size(); ++s) {
    const std::int64_t queries = shape.queries[s + 1] - shape.queries[s];
    const std::int64_t keys = shape.keys[s + 1] - shape.keys[s];
    for (std::int64_t h = 0; h < shape.heads; ++h) {
      out.push_back({.query = shape.queries[s],
                     .queries = queries,
                     .key = shape.keys[s],
                     .keys = keys,
                     .column = h * (d / shape.heads),
                     .probability = probability});
      probability += queries * keys;
    }
  }
  return out;
}

std::int64_t probabilities(const std::vector<Head>& heads) {
  if (heads.empty()) return 0;
  return heads.back().probability + heads.back().queries * heads.back().keys;
}

}  // namespace

Tensor attention(const Tensor& q, const Tensor& kv, const AttentionShape& shape) {
  if (!is_for_loops(q)) return plain::attention(q, kv, shape);
  const std::int64_t n = q.size(0), m = kv.size(0), d = q.size(1), width = d / shape.heads;
  const float scale = 1 / std::sqrt(static_cast<float>(width));
  const bool causal = shape.causal;
  const Tensor queries = q.contiguous(), keys = kv.contiguous();
  const std::vector<Head> heads = heads_of(shape, d);
  Tensor out = at::empty({n, d}), p = at::empty({probabilities(heads)});
  for (const Head& head : heads) {
    const float* query = data(queries) + head.query * d + head.column;
    const float* key = data(keys) + head.key * 2 * d + head.column;
    float* probability = data(p) + head.probability;
    multiply({query, d}, {key, 2 * d, true}, head.queries, head.keys, width, scale, probability,
             head.keys);
    for (std::int64_t row = 0; row < head.queries; ++row) {
      float* begin = probability + row * head.keys;
      const std::int64_t seen = head.seen(row, causal);
      softmax(begin, seen);
      std::fill(begin + seen, begin + head.keys, 0.0f);
    }
    multiply({probability, head.keys}, {key + d, 2 * d}, head.queries, width, head.keys, 1,
             data(out) + head.query * d + head.column, d);
  }
  return with_gradient(out, {q, kv}, [=](const Tensor& g) -> Gradients {
    Tensor gq = at::empty({n, d}), gkv = at::empty({m, 2 * d});
    std::vector<float> logits;  // the gradients of the logits of one head
    for (const Head& head : heads) {
      const float* query = data(queries) + head.query * d + head.column;
      const float* key = data(keys) + head.key * 2 * d + head.column;
      const float* probability = data(p) + head.probability;
      const float* result = data(g) + head.query * d + head.column;
      float* gkey = data(gkv) + head.key * 2 * d + head.column;
      logits.resize(static_cast<std::size_t>(head.queries * head.keys));
      multiply({probability, head.keys, true}, {result, d}, head.keys, width, head.queries, 1,
               gkey + d, 2 * d);
      multiply({result, d}, {key + d, 2 * d, true}, head.queries, head.keys, width, 1,
               logits.data(), head.keys);
      // Where a query does not see a key, the probability is 0 and makes the gradient 0.
      for (std::int64_t row = 0; row < head.queries; ++row) {
        softmax_gradient(probability + row * head.keys, logits.data() + row * head.keys, head.keys);
      }
      multiply({logits.data(), head.keys}, {key, 2 * d}, head.queries, width, head.keys, scale,
               data(gq) + head.query * d + head.column, d);
      multiply({logits.data(), head.keys, true}, {query, d}, head.keys, width, head.queries, scale,
               gkey, 2 * d);
    }
    return {gq, gkv};
  });
}

namespace {

// One query, whose d numbers are heads of `width` numbers each. Goes through the memory row by row,
// for all heads at once, because it takes longer to fetch the rows than to multiply them.
struct Query {
  const float* __restrict query;  // [d]
  std::span<const float* const> rows;
  std::int64_t d, width;
};

// -> logits: [heads, rows]
INEQ_VECTORIZED void compare(const Query& q, float* __restrict logits) {
  const float scale = 1 / std::sqrt(static_cast<float>(q.width));
  const std::size_t n = q.rows.size();
  for (std::size_t j = 0; j < n; ++j) {
    const float* __restrict key = q.rows[j];
    float* logit = logits + j;
    for (std::int64_t begin = 0; begin < q.d; begin += q.width, logit += n) {
      float lanes[8] = {};
      std::int64_t i = begin;
      for (; i + 8 <= begin + q.width; i += 8) {
        for (int k = 0; k < 8; ++k) lanes[k] += q.query[i + k] * key[i + k];
      }
      for (; i < begin + q.width; ++i) lanes[0] += q.query[i] * key[i];
      for (int k = 0; k < 4; ++k) lanes[k] += lanes[k + 4];
      *logit = scale * ((lanes[0] + lanes[2]) + (lanes[1] + lanes[3]));
    }
  }
}

// probabilities: [heads, rows] -> out: [d]
INEQ_VECTORIZED void mix_values(const Query& q, const float* __restrict probabilities,
                                float* __restrict out) {
  const std::size_t n = q.rows.size();
  std::fill_n(out, q.d, 0.0f);
  for (std::size_t j = 0; j < n; ++j) {
    const float* __restrict value = q.rows[j] + q.d;
    const float* probability = probabilities + j;
    for (std::int64_t begin = 0; begin < q.d; begin += q.width, probability += n) {
      const float weight = *probability;
      for (std::int64_t i = begin; i < begin + q.width; ++i) out[i] += weight * value[i];
    }
  }
}

}  // namespace

Tensor attention_to_rows(const Tensor& q, std::span<const float* const> rows,
                         std::span<const std::int64_t> offset, std::int64_t heads) {
  const std::int64_t n = q.size(0), d = q.size(1);
  const Tensor given = to_host(q);
  Tensor out = at::empty({n, d});
  std::vector<float> logits;  // [heads, rows]
  for (std::int64_t i = 0; i < n; ++i) {
    const auto begin = static_cast<std::size_t>(offset[static_cast<std::size_t>(i)]);
    const auto end = static_cast<std::size_t>(offset[static_cast<std::size_t>(i) + 1]);
    const auto seen = static_cast<std::int64_t>(end - begin);
    const Query query = {data(given) + i * d, rows.subspan(begin, end - begin), d, d / heads};
    logits.resize(static_cast<std::size_t>(heads * seen));
    compare(query, logits.data());
    for (std::int64_t h = 0; h < heads; ++h) softmax(logits.data() + h * seen, seen);
    mix_values(query, logits.data(), data(out) + i * d);
  }
  return out.to(q.options());
}

}  // namespace ineq
