#include "networks/device.h"

#include <c10/core/impl/DeviceGuardImplInterface.h>

#include <string>

#include "base/error.h"

namespace ineq {

at::TensorOptions find_device(std::string_view name) {
  const at::TensorOptions cpu(at::kCPU);
  if (name == "cpu") return cpu.dtype(at::kFloat);
  if (name == "plain") return cpu.dtype(at::kDouble);
  const at::Device device{std::string(name)};
  if (!c10::impl::hasDeviceGuardImpl(device.type())) {
    throw Error("this libtorch was built without " + c10::DeviceTypeName(device.type(), true));
  }
  const at::TensorOptions out = at::TensorOptions(device).dtype(at::kFloat);
  try {
    to_host(at::zeros({1}, out));
  } catch (const c10::Error& error) {
    const std::string what = error.what_without_backtrace();
    throw Error(std::string(name) + " cannot be used: " + what.substr(0, what.find('\n')));
  }
  return out;
}

}  // namespace ineq
