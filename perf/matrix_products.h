#pragma once
// Counts the floating-point operations of matrix products and the time that they take.
//
// libtorch and src/networks compute all matrix products of floats with the BLAS routine `sgemm_`.
// The benchmark program has a function of this name, which comes before that of the library when
// the module of networks is loaded. It counts, and calls the routine of the library. So nothing
// that is measured has to be changed, and no product can be forgotten. Dot products that the
// kernels compute in loops of their own, such as the scores of operands, are not counted.

#include <cstdint>

namespace ineq {

struct MatrixProducts {
  std::uint64_t calls = 0;
  double operations = 0;  // additions and multiplications: 2 m n k for [m, k] times [k, n]
  double seconds = 0;     // of CPU time
};

// What `work` computes with matrix products, on this thread. Reading the clock takes longer
// than the smallest products, so the total time is to be measured separately.
template <typename Work>
MatrixProducts count_matrix_products(const Work& work);

// The operations per second that the library reaches by itself, on one thread and for square
// matrices of 1024 rows. Only after a network has been made, which loads the library.
double sgemm_speed();

namespace detail {
extern MatrixProducts* counted_products;  // or null: nothing is counted
}

template <typename Work>
MatrixProducts count_matrix_products(const Work& work) {
  MatrixProducts out;
  detail::counted_products = &out;
  work();
  detail::counted_products = nullptr;
  return out;
}

}  // namespace ineq
