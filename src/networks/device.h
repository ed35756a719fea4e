#pragma once
// Where a network computes: a device of libtorch, and the type of its numbers.
//
// On the device `cpu`, tensors have single precision and kernels are loops (kernels.h). Everywhere
// else, kernels are made of operations of libtorch (plain_kernels.h). The device `plain` is the CPU
// with double precision. It takes the same path as a GPU, so it tests this path where there is
// none: weights are copied, and a tensor that was not moved to the device, or not brought back, has
// the wrong type.

#include <ATen/ATen.h>

#include <string_view>

namespace ineq {

// The device with this name (see is_device in agents/load_network.h). Throws Error if libtorch
// cannot use it; the message says what is missing.
at::TensorOptions find_device(std::string_view name);

// Whether the loops of kernels.h can compute with x.
inline bool is_for_loops(const at::Tensor& x) {
  return x.is_cpu() && x.scalar_type() == at::kFloat;
}

// The same numbers as contiguous floats in main memory: x itself if it is of this kind.
inline at::Tensor to_host(const at::Tensor& x) {
  return x.to(at::TensorOptions(at::kCPU).dtype(at::kFloat)).contiguous();
}

}  // namespace ineq
