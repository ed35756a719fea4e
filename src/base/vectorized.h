#pragma once
// INEQ_VECTORIZED marks loops over arrays of numbers. They are compiled for old and for new
// processors, and the program takes what the machine has. The results are the same: operations are
// neither fused nor reordered.

#if defined(__x86_64__) && !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
#define INEQ_VECTORIZED __attribute__((target_clones("avx2", "default"), optimize("O3")))
#else
#define INEQ_VECTORIZED
#endif
