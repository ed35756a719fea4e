#include "matrix_products.h"

#include <dlfcn.h>

#include <algorithm>
#include <vector>

#include "base/cpu_time.h"
#include "base/error.h"

namespace ineq {

MatrixProducts* detail::counted_products = nullptr;

namespace {

using Sgemm = void(const char*, const char*, const int*, const int*, const int*, const float*,
                   const float*, const int*, const float*, const int*, const float*, float*,
                   const int*);

// Not linked, because BLAS starts its threads when it is loaded, and load_network.cpp first says
// how many there shall be.
Sgemm& library_sgemm() {
  static Sgemm* const found = [] {
    void* library = dlopen("libblas.so.3", RTLD_LAZY | RTLD_NOLOAD);
    if (library == nullptr) throw Error("libtorch does not use libblas.so.3");
    return reinterpret_cast<Sgemm*>(dlsym(library, "sgemm_"));
  }();
  return *found;
}

}  // namespace

double sgemm_speed() {
  constexpr int kSize = 1024;
  constexpr double kSeconds = 0.5;
  constexpr double kOperations = 2.0 * kSize * kSize * kSize;
  const float one = 1, zero = 0;
  const std::vector<float> a(kSize * kSize, 0.5f), b(kSize * kSize, 0.25f);
  std::vector<float> c(kSize * kSize);
  double best = 0, spent = 0;
  while (spent < kSeconds) {
    const double start = thread_cpu_seconds();
    library_sgemm()("N", "N", &kSize, &kSize, &kSize, &one, a.data(), &kSize, b.data(), &kSize,
                    &zero, c.data(), &kSize);
    const double seconds = thread_cpu_seconds() - start;
    spent += seconds;
    best = std::max(best, kOperations / seconds);
  }
  INEQ_CHECK(std::ranges::all_of(c, [](float x) { return x == kSize / 8; }));
  return best;
}

}  // namespace ineq

extern "C" __attribute__((visibility("default"))) void sgemm_(
    const char* transpose_a, const char* transpose_b, const int* m, const int* n, const int* k,
    const float* alpha, const float* a, const int* lda, const float* b, const int* ldb,
    const float* beta, float* c, const int* ldc) {
  ineq::MatrixProducts* const products = ineq::detail::counted_products;
  const double start = products ? ineq::thread_cpu_seconds() : 0;
  ineq::library_sgemm()(transpose_a, transpose_b, m, n, k, alpha, a, lda, b, ldb, beta, c, ldc);
  if (!products) return;
  products->seconds += ineq::thread_cpu_seconds() - start;
  products->operations +=
      2.0 * static_cast<double>(*m) * static_cast<double>(*n) * static_cast<double>(*k);
  ++products->calls;
}
