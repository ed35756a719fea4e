#include "without_gil.h"

#include <cxxabi.h>
#include <unistd.h>

namespace ineq::python {
namespace {

thread_local ReleasedGil* current = nullptr;

}  // namespace

ReleasedGil::ReleasedGil() : thread_(PyEval_SaveThread()), outer_(std::exchange(current, this)) {}

void ReleasedGil::take() {
  try {
    PyEval_RestoreThread(thread_);
  } catch (const abi::__forced_unwind&) {
    while (true) ::pause();
  }
}

bool ReleasedGil::signal_raised() {
  if (raised_ || std::chrono::steady_clock::now() - asked_ < kSignalInterval) return raised_;
  take();
  raised_ = PyErr_CheckSignals() != 0;
  thread_ = PyEval_SaveThread();
  asked_ = std::chrono::steady_clock::now();
  return raised_;
}

void ReleasedGil::end(const std::exception_ptr& failure) {
  current = outer_;
  take();
  if (raised_) throw pybind11::error_already_set();
  if (failure) std::rethrow_exception(failure);
}

TakenGil::TakenGil() {
  try {
    state_ = PyGILState_Ensure();
  } catch (const abi::__forced_unwind&) {
    while (true) ::pause();
  }
}

bool signal_raised() { return can_handle_signals() && current->signal_raised(); }

bool can_handle_signals() { return current != nullptr; }

}  // namespace ineq::python
