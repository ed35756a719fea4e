#pragma once
// Threads that work on jobs together. Every worker does its own part of every job, in the order in
// which the jobs were pushed, and jobs are popped in that order. A single worker does without a
// thread of its own: push does the work.
//
// push and pop are called by one thread at a time, size by any. Threads do not survive a fork: in
// the child, a queue that has lost its threads can neither be used nor destroyed.

#include <fmt/format.h>
#include <unistd.h>

#include <chrono>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>
#include <vector>

#include "base/error.h"

namespace ineq {

template <typename Job>
class JobQueue {
 public:
  // Does the part of a worker; must not throw.
  using Work = std::function<void(std::size_t worker, Job& job)>;

  // Throws Error if the threads cannot be started.
  JobQueue(std::size_t workers, Work work) : work_(std::move(work)) {
    if (workers == 1) return;
    try {
      for (std::size_t w = 0; w < workers; ++w) threads_.emplace_back([this, w] { run(w); });
    } catch (const std::system_error&) {
      stop();
      throw Error(fmt::format("{} threads cannot be started here", workers));
    }
  }
  ~JobQueue() { stop(); }
  JobQueue(const JobQueue&) = delete;
  JobQueue& operator=(const JobQueue&) = delete;

  void push(std::unique_ptr<Job> job) {
    if (threads_.empty()) work_(0, *job);
    {
      const std::lock_guard lock(mutex_);
      queue_.push_back({std::move(job), threads_.size()});
    }
    wake_.notify_all();
  }

  // Waits for the oldest job; null if there is none. While it waits, it calls `while_waiting`, if
  // there is one, about 20 times per second.
  std::unique_ptr<Job> pop(const std::function<void()>& while_waiting = {}) {
    std::unique_lock lock(mutex_);
    if (queue_.empty()) return nullptr;
    while (!done_.wait_for(lock, std::chrono::milliseconds(50),
                           [&] { return queue_.front().parts_left == 0; })) {
      lock.unlock();
      if (while_waiting) while_waiting();
      lock.lock();
    }
    std::unique_ptr<Job> job = std::move(queue_.front().job);
    queue_.erase(queue_.begin());
    ++popped_;
    return job;
  }

  std::size_t size() const {  // jobs that were pushed and not popped
    const std::lock_guard lock(mutex_);
    return queue_.size();
  }
  bool has_lost_its_threads() const { return !threads_.empty() && process_ != ::getpid(); }

 private:
  struct Entry {
    std::unique_ptr<Job> job;
    std::size_t parts_left;
  };

  void run(std::size_t worker) {
    std::unique_lock lock(mutex_);
    for (std::uint64_t next = 0;; ++next) {  // the job's number among all that were ever pushed
      wake_.wait(lock, [&] { return stop_ || next < popped_ + queue_.size(); });
      if (stop_) return;
      Job& job = *queue_[next - popped_].job;
      lock.unlock();
      work_(worker, job);
      lock.lock();
      // Earlier jobs may have been popped meanwhile; this one is not until all its parts are done.
      if (--queue_[next - popped_].parts_left == 0) done_.notify_one();
    }
  }

  void stop() {
    {
      const std::lock_guard lock(mutex_);
      stop_ = true;
    }
    wake_.notify_all();
    for (std::thread& thread : threads_) thread.join();
  }

  const Work work_;
  const pid_t process_ = ::getpid();
  mutable std::mutex mutex_;
  std::condition_variable wake_, done_;
  std::vector<Entry> queue_;  // oldest first
  std::uint64_t popped_ = 0;
  bool stop_ = false;
  std::vector<std::thread> threads_;  // last: they use everything above
};

}  // namespace ineq
