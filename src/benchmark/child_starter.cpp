#include "benchmark/child_starter.h"

#include <utility>

namespace ineq {

ChildStarter::ChildStarter() : thread_([this] { run(); }) {}

ChildStarter::~ChildStarter() {
  {
    const std::lock_guard lock(mutex_);
    is_over_ = true;
  }
  wake_.notify_one();
  thread_.join();
}

std::unique_ptr<Child> ChildStarter::start(const ChildSetup& setup) {
  Task task([&setup] { return std::make_unique<Child>(setup); });
  std::future<std::unique_ptr<Child>> child = task.get_future();
  {
    const std::lock_guard lock(mutex_);
    tasks_.push_back(std::move(task));
  }
  wake_.notify_one();
  return child.get();
}

void ChildStarter::run() {
  while (true) {
    std::unique_lock lock(mutex_);
    wake_.wait(lock, [&] { return is_over_ || !tasks_.empty(); });
    if (tasks_.empty()) return;
    Task task = std::move(tasks_.front());
    tasks_.pop_front();
    lock.unlock();
    task();
  }
}

}  // namespace ineq
