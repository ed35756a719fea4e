#include "env/batch_store.h"

#include <cstddef>
#include <mutex>
#include <utility>
#include <vector>

#include "base/error.h"

namespace ineq {
namespace {

// Batches beyond these are freed when they come back, so that a caller who once held many of them
// does not pay for them forever.
constexpr std::size_t kMostFree = 8;

constexpr std::size_t kControlBytes = 128;

}  // namespace

struct BatchStore::Entry {
  explicit Entry(const ViewOptions& options) : batch(options) {}

  PoolBatch batch;
  alignas(std::max_align_t) std::byte control[kControlBytes];  // the shared_ptr's control block
};

struct BatchStore::FreeList {
  FreeList() { entries.reserve(kMostFree); }

  std::unique_ptr<Entry> take() {
    const std::lock_guard lock(mutex);
    if (entries.empty()) return nullptr;
    std::unique_ptr<Entry> out = std::move(entries.back());
    entries.pop_back();
    return out;
  }
  void give_back(std::unique_ptr<Entry> entry) {
    const std::lock_guard lock(mutex);
    if (entries.size() < kMostFree) entries.push_back(std::move(entry));
  }

  std::mutex mutex;
  std::vector<std::unique_ptr<Entry>> entries;
};

// Places the control block inside the entry. Freeing the block is the last thing that is done with
// a shared_ptr and its weak_ptrs, later than the call of its deleter, so this is where the entry
// goes back to the list. The list stays alive because every copy of the allocator holds it.
template <typename T>
class BatchStore::Allocator {
 public:
  using value_type = T;

  Allocator(Entry* entry, std::shared_ptr<FreeList> list) : entry_(entry), list_(std::move(list)) {}
  template <typename U>
  Allocator(const Allocator<U>& other) : entry_(other.entry_), list_(other.list_) {}

  T* allocate(std::size_t count) {
    static_assert(sizeof(T) <= kControlBytes && alignof(T) <= alignof(std::max_align_t));
    INEQ_CHECK(count == 1);
    return reinterpret_cast<T*>(entry_->control);
  }
  void deallocate(T*, std::size_t) { list_->give_back(std::unique_ptr<Entry>(entry_)); }

  template <typename U>
  bool operator==(const Allocator<U>& other) const {
    return entry_ == other.entry_;
  }

 private:
  template <typename U>
  friend class Allocator;

  Entry* entry_;
  std::shared_ptr<FreeList> list_;
};

BatchStore::BatchStore(const ViewOptions& options)
    : options_(options), free_(std::make_shared<FreeList>()) {}

std::shared_ptr<PoolBatch> BatchStore::take() {
  std::unique_ptr<Entry> entry = free_->take();
  if (!entry) entry = std::make_unique<Entry>(options_);
  Entry* const raw = entry.release();  // from here on the control block's
  return {&raw->batch, [](PoolBatch*) {}, Allocator<PoolBatch>(raw, free_)};
}

}  // namespace ineq
