#include "env/job_queue.h"

#include <gtest/gtest.h>

#include <atomic>

namespace ineq {
namespace {

struct Job {
  int number;
  std::vector<int> parts;  // by worker
};

TEST(JobQueueTest, JobsComeBackInOrderWithAllTheirParts) {
  for (const std::size_t workers : {1, 2, 5}) {
    std::atomic<int> running = 0;
    JobQueue<Job> queue(workers, [&](std::size_t worker, Job& job) {
      ++running;
      if (worker == 0 && job.number % 3 == 0) std::this_thread::yield();
      job.parts[worker] = job.number * 10 + static_cast<int>(worker);
      --running;
    });
    EXPECT_EQ(queue.pop(), nullptr);
    int pushed = 0, popped = 0;
    for (int round = 0; round < 200; ++round) {
      for (int i = 0; i < 1 + round % 4; ++i) {
        queue.push(std::make_unique<Job>(pushed++, std::vector<int>(workers)));
      }
      while (queue.size() > static_cast<std::size_t>(round % 3)) {
        const auto job = queue.pop();
        ASSERT_EQ(job->number, popped++);
        for (std::size_t w = 0; w < workers; ++w) {
          ASSERT_EQ(job->parts[w], job->number * 10 + static_cast<int>(w));
        }
      }
    }
    while (queue.size() > 0) ASSERT_EQ(queue.pop()->number, popped++);
    EXPECT_EQ(popped, pushed);
    EXPECT_EQ(running, 0);
  }
}

TEST(JobQueueTest, ACallerCanActWhileItWaits) {
  std::atomic<bool> go = false;
  JobQueue<Job> queue(2, [&](std::size_t, Job&) { go.wait(false); });
  queue.push(std::make_unique<Job>());
  int calls = 0;
  const auto job = queue.pop([&] {
    EXPECT_EQ(queue.size(), 1u) << "the queue is not locked";
    if (++calls < 3) return;
    go = true;
    go.notify_all();
  });
  EXPECT_NE(job, nullptr);
  EXPECT_GE(calls, 3);
}

TEST(JobQueueTest, CanBeLeftWithJobsInIt) {
  for (int i = 0; i < 50; ++i) {
    JobQueue<Job> queue(3, [](std::size_t, Job&) { std::this_thread::yield(); });
    for (int j = 0; j < i % 5; ++j) queue.push(std::make_unique<Job>());
  }
}

}  // namespace
}  // namespace ineq
