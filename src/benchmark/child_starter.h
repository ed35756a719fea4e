#pragma once
// Starts children from a thread of its own. A child is killed when the thread that started it ends,
// so children that are to outlive a worker thread are started here. May be called from several
// threads. Must outlive its children.

#include <condition_variable>
#include <deque>
#include <future>
#include <memory>
#include <mutex>
#include <thread>

#include "benchmark/child.h"

namespace ineq {

class ChildStarter {
 public:
  ChildStarter();
  ~ChildStarter();
  ChildStarter(const ChildStarter&) = delete;
  ChildStarter& operator=(const ChildStarter&) = delete;

  // Throws Error if the system cannot start a process.
  std::unique_ptr<Child> start(const ChildSetup& setup);

 private:
  using Task = std::packaged_task<std::unique_ptr<Child>()>;

  void run();

  std::mutex mutex_;  // of the next three
  std::condition_variable wake_;
  std::deque<Task> tasks_;
  bool is_over_ = false;
  std::thread thread_;  // last, because it uses the others
};

}  // namespace ineq
