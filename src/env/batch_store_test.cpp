#include "env/batch_store.h"

#include <gtest/gtest.h>

#include <thread>

namespace ineq {
namespace {

TEST(BatchStoreTest, ABatchIsReusedOnceNobodyHoldsIt) {
  BatchStore store({});
  auto first = store.take();
  first->reward = {1, 2, 3};
  const PoolBatch* const address = first.get();
  const double* const memory = first->reward.data();
  const auto second = store.take();
  EXPECT_NE(second.get(), address) << "the first is still held";
  auto part = std::shared_ptr<std::vector<double>>(first, &first->reward);
  first.reset();
  EXPECT_NE(store.take().get(), address) << "a part of it is still held";
  part.reset();
  const auto third = store.take(), fourth = store.take();
  EXPECT_TRUE(third.get() == address || fourth.get() == address);
  const auto& again = third.get() == address ? third : fourth;
  EXPECT_EQ(again->reward.data(), memory);
}

TEST(BatchStoreTest, ABatchMayOutliveTheStore) {
  std::shared_ptr<PoolBatch> held;
  std::weak_ptr<PoolBatch> watched;
  {
    BatchStore store({});
    held = store.take();
    watched = held;
  }
  held->reward = {1};
  EXPECT_EQ(watched.lock()->reward.size(), 1u);
  held.reset();
  EXPECT_TRUE(watched.expired());
}

// The control block lies in the batch's object, so the object must not be handed out before the
// last weak_ptr is gone.
TEST(BatchStoreTest, AWatchedBatchIsNotReused) {
  BatchStore store({});
  auto held = store.take();
  const PoolBatch* const address = held.get();
  std::weak_ptr<PoolBatch> watched = held;
  held.reset();
  const auto other = store.take();
  EXPECT_NE(other.get(), address);
  EXPECT_TRUE(watched.expired());
}

TEST(BatchStoreTest, HoldersMayLetGoOnAnyThread) {
  BatchStore store({});
  for (int round = 0; round < 50; ++round) {
    std::vector<std::shared_ptr<PoolBatch>> held;
    for (int i = 0; i < 12; ++i) {  // more than the store keeps
      held.push_back(store.take());
      held.back()->reward.assign(10, i);
    }
    std::vector<std::jthread> threads;
    for (auto& batch : held) {
      threads.emplace_back([batch = std::move(batch)] { EXPECT_EQ(batch->reward.size(), 10u); });
    }
  }
}

}  // namespace
}  // namespace ineq
