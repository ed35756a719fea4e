#pragma once
// Work without Python's global interpreter lock (the GIL), for everything that may take long.
//
// pybind11's gil_scoped_release is not used, because it takes the lock back in a destructor. While
// the interpreter exits, CPython ends a daemon thread that asks for the lock by unwinding its
// stack, and unwinding out of a destructor aborts the process. Here such a thread sleeps until the
// process is gone.
//
// Python handles signals, such as that of Ctrl-C, only on its main thread and with the lock. Work
// without the lock therefore has to ask `signal_raised` from time to time, or to run in
// `interruptible`, which asks for it.

#include <pybind11/pybind11.h>

#include <atomic>
#include <chrono>
#include <exception>
#include <future>
#include <optional>
#include <system_error>
#include <type_traits>
#include <utility>

#include "base/error.h"

namespace ineq::python {

inline constexpr std::chrono::milliseconds kSignalInterval{50};

class ReleasedGil {
 public:
  ReleasedGil();
  ReleasedGil(const ReleasedGil&) = delete;
  ReleasedGil& operator=(const ReleasedGil&) = delete;

  bool signal_raised();
  // Takes the lock back. Throws the exception of a signal handler, or else `failure`, if any.
  void end(const std::exception_ptr& failure);

 private:
  void take();  // does not return if the interpreter is exiting

  PyThreadState* thread_;
  ReleasedGil* outer_;  // of the call that was interrupted, if this is the call of a signal handler
  std::chrono::steady_clock::time_point asked_ = std::chrono::steady_clock::now();
  bool raised_ = false;  // the exception is then set in thread_
};

// With the lock: runs the handlers of the signals that have arrived. Throws what they raise.
inline void check_signals() {
  if (PyErr_CheckSignals() != 0) throw pybind11::error_already_set();
}

// Runs the handlers of the signals that have arrived, at most once per kSignalInterval. Returns
// whether one of them has raised an exception, and then the work has to end. To be called inside of
// without_gil; on threads that Python does not know, it does nothing.
bool signal_raised();

// Whether this thread is inside of without_gil, so that signal_raised can run handlers on it.
bool can_handle_signals();

// Returns call(). What it throws is thrown, and so is what a signal handler raised meanwhile.
template <typename Call>
std::invoke_result_t<const Call&> without_gil(const Call& call) {
  using Result = std::invoke_result_t<const Call&>;
  std::exception_ptr failure;
  ReleasedGil released;
  if constexpr (std::is_void_v<Result>) {
    try {
      call();
    } catch (...) {
      failure = std::current_exception();
    }
    released.end(failure);
  } else {
    std::optional<Result> out;
    try {
      out.emplace(call());
    } catch (...) {
      failure = std::current_exception();
    }
    released.end(failure);
    return std::move(*out);
  }
}

// Returns call(), which is computed on another thread while this one handles signals. Once
// `interrupt` is true, the call must end soon, and its result is ignored.
template <typename Call>
auto interruptible(std::atomic<bool>& interrupt, const Call& call) {
  return without_gil([&] {
    auto result = [&] {
      try {
        return std::async(std::launch::async, [&] { return call(); });
      } catch (const std::system_error&) {
        throw Error("no thread can be started here");
      }
    }();
    while (result.wait_for(kSignalInterval) != std::future_status::ready) {
      if (signal_raised()) interrupt = true;
    }
    return result.get();
  });
}

// The same for call(interrupt).
template <typename Call>
auto interruptible(const Call& call) {
  std::atomic<bool> interrupt = false;
  return interruptible(interrupt, [&] { return call(std::as_const(interrupt)); });
}

// The lock for a while, on a thread that does not have it: for code of Python that is called from
// C++. If the interpreter is exiting, the thread sleeps until the process is gone.
class TakenGil {
 public:
  TakenGil();
  ~TakenGil() { PyGILState_Release(state_); }
  TakenGil(const TakenGil&) = delete;
  TakenGil& operator=(const TakenGil&) = delete;

 private:
  PyGILState_STATE state_;
};

}  // namespace ineq::python
