#pragma once
// The one worker loop: several threads work on a sequence of items, and the calling thread gets the
// results in the order of the items.
//
// Threads take the items in order. A long item keeps one thread busy while the others go on, at
// most `ahead` items beyond the one whose result is due. What the caller sees does not depend on
// the number of threads: results come in order, and so do failures, that is, an exception is thrown
// only after the results of all items before it. With one thread no thread is started.

#include <algorithm>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <type_traits>
#include <utility>
#include <vector>

#include "base/error.h"

namespace ineq {

struct OrderedOptions {
  unsigned threads = 1;
  std::size_t ahead = 0;  // maximum number of items in memory; 0: four per thread
  const std::atomic<bool>* interrupt = nullptr;  // once true, no further item is begun
};

// The items of the loop between the calling thread, which pushes and pops, and the workers. Items
// are begun in order, so those that were begun are a prefix of the queue.
template <typename Item, typename Result>
class OrderedQueue {
 public:
  struct Slot {
    explicit Slot(Item given) : item(std::move(given)) {}
    Item item;
    std::optional<Result> result = {};
    std::exception_ptr failure = {};
    bool is_done = false;
  };

  explicit OrderedQueue(const std::atomic<bool>* interrupt) : interrupt_(interrupt) {}
  ~OrderedQueue() {
    const std::lock_guard lock(mutex_);
    stop();
  }  // then the threads are joined
  OrderedQueue(const OrderedQueue&) = delete;
  OrderedQueue& operator=(const OrderedQueue&) = delete;

  template <typename Worker>
  void start(Worker worker) {
    threads_.emplace_back([this, worker = std::move(worker)]() mutable {
      while (Slot* slot = begin()) {
        try {
          slot->result.emplace(worker(std::as_const(slot->item)));
        } catch (...) {
          slot->failure = std::current_exception();
        }
        finish(*slot);
      }
    });
  }

  void push(Item item) {
    const std::lock_guard lock(mutex_);
    slots_.push_back(std::make_unique<Slot>(std::move(item)));
    begin_.notify_one();
  }

  // Waits for the oldest item. Null if the queue is empty or the item will never be begun.
  std::unique_ptr<Slot> pop() {
    std::unique_lock lock(mutex_);
    if (slots_.empty()) return nullptr;
    finish_.wait(lock, [&] { return slots_.front()->is_done || (stopped_ && begun_ == 0); });
    if (!slots_.front()->is_done) return nullptr;
    std::unique_ptr<Slot> out = std::move(slots_.front());
    slots_.pop_front();
    --begun_;
    return out;
  }

  std::size_t size() const { return slots_.size(); }  // for the thread that pushes and pops

 private:
  // Waits for an item to work on. Null if the thread is to end.
  Slot* begin() {
    std::unique_lock lock(mutex_);
    begin_.wait(lock, [&] { return stopped_ || begun_ < slots_.size(); });
    if (interrupt_ != nullptr && *interrupt_) stop();
    return stopped_ ? nullptr : slots_[begun_++].get();
  }

  void finish(Slot& slot) {
    const std::lock_guard lock(mutex_);
    slot.is_done = true;
    if (slot.failure) stop();  // all items before it were begun already
    finish_.notify_one();
  }

  void stop() {
    stopped_ = true;
    begin_.notify_all();
    finish_.notify_one();
  }

  const std::atomic<bool>* interrupt_;
  std::mutex mutex_;  // of what follows
  std::condition_variable begin_, finish_;
  std::deque<std::unique_ptr<Slot>> slots_;
  std::size_t begun_ = 0;  // of slots_
  bool stopped_ = false;
  std::vector<std::jthread> threads_;  // last, so that they are joined before the rest is destroyed
};

// Calls next() for the items until it returns nothing, worker(item) for each of them, and
// visit(item, result) for each result. Each thread has its own worker, made by make_worker(). Only
// the workers run on other threads. Throws what these functions throw, and Error if the threads
// cannot be started. After an interrupt, items that were begun are still finished and visited.
template <typename Next, typename MakeWorker, typename Visit>
void for_each_ordered(const OrderedOptions& options, Next next, MakeWorker make_worker,
                      Visit visit) {
  using Item = typename std::invoke_result_t<Next&>::value_type;
  using Worker = std::invoke_result_t<MakeWorker&>;
  using Result = std::invoke_result_t<Worker&, const Item&>;
  INEQ_CHECK(options.threads > 0);
  const auto interrupted = [&] { return options.interrupt != nullptr && *options.interrupt; };
  if (options.threads == 1) {
    Worker worker = make_worker();
    while (!interrupted()) {
      std::optional<Item> item = next();
      if (!item) return;
      Result result = worker(std::as_const(*item));
      visit(std::as_const(*item), std::move(result));
    }
    return;
  }
  OrderedQueue<Item, Result> queue(options.interrupt);
  try {
    for (unsigned i = 0; i < options.threads; ++i) queue.start(make_worker());
  } catch (const std::system_error&) {
    throw Error(std::to_string(options.threads) + " threads cannot be started here");
  }
  const std::size_t ahead = options.ahead > 0
                                ? std::max<std::size_t>(options.ahead, options.threads)
                                : 4 * std::size_t{options.threads};
  bool more = true;
  std::exception_ptr failure;  // of next()
  while (true) {
    while (more && queue.size() < ahead && !interrupted()) {
      try {
        std::optional<Item> item = next();
        more = item.has_value();
        if (item) queue.push(std::move(*item));
      } catch (...) {
        failure = std::current_exception();
        more = false;
      }
    }
    const auto slot = queue.pop();
    if (!slot) break;
    if (slot->failure) std::rethrow_exception(slot->failure);
    visit(std::as_const(slot->item), std::move(*slot->result));
  }
  if (failure) std::rethrow_exception(failure);
}

// For `next`: the numbers from `begin` to before `end`.
inline auto numbers(std::size_t begin, std::size_t end) {
  return [begin, end]() mutable {
    return begin < end ? std::optional<std::size_t>(begin++) : std::nullopt;
  };
}

}  // namespace ineq
