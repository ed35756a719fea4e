#pragma once
// Hands out batches and takes them back when their last holder releases them, so that their arrays
// are reused to avoid reallocation.
//
// A batch may outlive the store and may be released on any thread. Once warm, handing one out
// allocates nothing: the control block of its shared_ptr lies in the same object as the batch.

#include <memory>

#include "env/pool_batch.h"

namespace ineq {

class BatchStore {
 public:
  explicit BatchStore(const ViewOptions& options);

  // A reused batch, which still has its old contents, or a new one.
  std::shared_ptr<PoolBatch> take();

 private:
  struct Entry;
  struct FreeList;
  template <typename T>
  class Allocator;

  const ViewOptions options_;
  const std::shared_ptr<FreeList> free_;  // shared with the batches that are held
};

}  // namespace ineq
