#pragma once
// What the batches of pools must satisfy: comparison of batches, and the invariants of their
// arrays.

#include <cstddef>

#include "env/pool_batch.h"

namespace ineq {

bool equal(const Views& x, const Views& y);
bool equal(const PoolBatch& x, const PoolBatch& y);

// Throws std::runtime_error(what) unless the condition holds.
void expect(bool condition, const char* what);
// Throws std::runtime_error unless the arrays have the invariants that readers rely on.
void check_arrays(const Views& views, std::size_t states);
void check_arrays(const PoolBatch& batch, std::size_t rows);

}  // namespace ineq
