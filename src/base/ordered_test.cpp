#include "base/ordered.h"

#include <gtest/gtest.h>

#include <chrono>
#include <memory>
#include <set>
#include <stdexcept>

namespace ineq {
namespace {

using Numbers = std::vector<std::size_t>;

struct Failure : std::runtime_error {
  using std::runtime_error::runtime_error;
};

constexpr unsigned kThreads[] = {1, 2, 5};

// Odd items take longer, so that results come out of order.
std::size_t square(std::size_t item) {
  if (item % 2 == 1) std::this_thread::sleep_for(std::chrono::milliseconds(1));
  return item * item;
}

const auto make_square = [] { return square; };

TEST(OrderedTest, ResultsComeInOrderOnTheCallingThread) {
  const auto caller = std::this_thread::get_id();
  for (const unsigned threads : kThreads) {
    for (const std::size_t ahead : {0, 1, 100}) {
      std::size_t next = 0;
      for_each_ordered({.threads = threads, .ahead = ahead}, numbers(0, 40), make_square,
                       [&](std::size_t item, std::size_t result) {
                         EXPECT_EQ(std::this_thread::get_id(), caller);
                         EXPECT_EQ(item, next++);
                         EXPECT_EQ(result, item * item);
                       });
      EXPECT_EQ(next, 40u);
    }
  }
}

TEST(OrderedTest, NoItemsAreNoWork) {
  for (const unsigned threads : kThreads) {
    for_each_ordered({.threads = threads}, numbers(3, 3), make_square,
                     [](std::size_t, std::size_t) { FAIL(); });
  }
}

TEST(OrderedTest, OneThreadIsTheCallingThread) {
  const auto caller = std::this_thread::get_id();
  const auto make_worker = [&] {
    return [&](std::size_t item) {
      EXPECT_EQ(std::this_thread::get_id(), caller);
      return item;
    };
  };
  for_each_ordered({.threads = 1}, numbers(0, 3), make_worker, [](std::size_t, std::size_t) {});
}

// The first item ends only when all that the bound allows have been worked on.
TEST(OrderedTest, ALongItemDoesNotHoldUpTheOthersButBoundsThem) {
  constexpr std::size_t kAhead = 10;
  std::atomic<std::size_t> begun = 0;
  const auto make_worker = [&] {
    return [&](std::size_t item) {
      ++begun;
      while (item == 0 && begun < kAhead) std::this_thread::yield();
      if (item == 0) std::this_thread::sleep_for(std::chrono::milliseconds(20));
      return item == 0 ? begun.load() : 0;
    };
  };
  std::size_t begun_before = 0;
  for_each_ordered({.threads = 2, .ahead = kAhead}, numbers(0, 50), make_worker,
                   [&](std::size_t, std::size_t result) { begun_before += result; });
  EXPECT_EQ(begun_before, kAhead);
  EXPECT_EQ(begun, 50u);
}

TEST(OrderedTest, EachThreadHasAWorkerOfItsOwn) {
  for (const unsigned threads : kThreads) {
    std::size_t made = 0;
    const auto make_worker = [&made] {
      ++made;
      return [state = std::make_unique<std::size_t>(0)](std::size_t) { return ++*state; };
    };
    std::size_t most = 0;
    for_each_ordered({.threads = threads}, numbers(0, 30), make_worker,
                     [&](std::size_t, std::size_t result) { most = std::max(most, result); });
    EXPECT_EQ(made, threads);
    EXPECT_GE(most, 30 / threads);
    if (threads == 1) {
      EXPECT_EQ(most, 30u);
    }
  }
}

// The first one in order, after the results of the items before it.
TEST(OrderedTest, AFailureOfAWorkerComesInItsTurn) {
  const auto make_worker = [] {
    return [](std::size_t item) {
      if (item == 7 || item == 8) throw Failure(std::to_string(item));
      return square(item);
    };
  };
  for (const unsigned threads : kThreads) {
    Numbers visited;
    try {
      for_each_ordered({.threads = threads, .ahead = 100}, numbers(0, 50), make_worker,
                       [&](std::size_t item, std::size_t) { visited.push_back(item); });
      FAIL();
    } catch (const Failure& failure) {
      EXPECT_STREQ(failure.what(), "7");
    }
    EXPECT_EQ(visited, (Numbers{0, 1, 2, 3, 4, 5, 6}));
  }
}

TEST(OrderedTest, AFailureToReadComesAfterWhatWasReadBefore) {
  for (const unsigned threads : kThreads) {
    std::size_t read = 0;
    const auto next = [&]() -> std::optional<std::size_t> {
      if (read == 9) throw Failure("read");
      return read++;
    };
    std::size_t visited = 0;
    EXPECT_THROW(for_each_ordered({.threads = threads}, next, make_square,
                                  [&](std::size_t, std::size_t) { ++visited; }),
                 Failure);
    EXPECT_EQ(visited, 9u);
  }
}

TEST(OrderedTest, AFailureOfTheVisitorEndsTheLoop) {
  for (const unsigned threads : kThreads) {
    std::size_t visited = 0;
    EXPECT_THROW(for_each_ordered({.threads = threads}, numbers(0, 1000), make_square,
                                  [&](std::size_t item, std::size_t) {
                                    ++visited;
                                    if (item == 3) throw Failure("visit");
                                  }),
                 Failure);
    EXPECT_EQ(visited, 4u);
  }
}

// What was begun is finished and visited; it is a prefix of the items.
TEST(OrderedTest, AnInterruptEndsTheLoop) {
  for (const unsigned threads : kThreads) {
    std::atomic<bool> interrupt = false;
    std::atomic<std::size_t> begun = 0;
    const auto make_worker = [&] {
      return [&](std::size_t item) {
        ++begun;
        if (item == 10) interrupt = true;
        return square(item);
      };
    };
    std::size_t visited = 0;
    for_each_ordered({.threads = threads, .ahead = 1000, .interrupt = &interrupt}, numbers(0, 1000),
                     make_worker,
                     [&](std::size_t item, std::size_t) { EXPECT_EQ(item, visited++); });
    EXPECT_EQ(visited, begun);
    EXPECT_GE(visited, 11u);
    EXPECT_LT(visited, 1000u);
    for_each_ordered({.threads = threads, .interrupt = &interrupt}, numbers(0, 5), make_square,
                     [](std::size_t, std::size_t) { FAIL(); });
  }
}

}  // namespace
}  // namespace ineq
