#include "gc/mark_stack.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "platform/memory.h"

namespace celer::gc {

namespace {
constexpr size_t first_capacity = 16 * 1024;
constexpr size_t most_kept = 64 * 1024;  // from one marking to the next: 1 MiB
}  // namespace

void MarkStack::release() {
    if (entries_ != nullptr) release_memory(entries_, capacity_ * sizeof(Entry));
    entries_ = nullptr;
    capacity_ = 0;
}

void MarkStack::trim() {
    if (capacity_ > most_kept) release();
}

void MarkStack::take_oldest(size_t count, std::vector<Entry>& entries) {
    entries.insert(entries.end(), entries_, entries_ + count);
    size_t moved = std::min(count, size_ - count);  // from the end into the hole
    std::memcpy(entries_, entries_ + size_ - moved, moved * sizeof(Entry));
    size_ -= count;
}

void MarkStack::swap(MarkStack& other) {
    std::swap(entries_, other.entries_);
    std::swap(size_, other.size_);
    std::swap(capacity_, other.capacity_);
    if (size_ == 0 && capacity_ > limit_) release();
}

bool MarkStack::grow() {
    size_t capacity = capacity_ == 0 ? first_capacity : capacity_ * 2;
    if (capacity > limit_) capacity = limit_;
    if (capacity <= capacity_) return false;
    size_t bytes = capacity * sizeof(Entry);
    void* entries =
        entries_ == nullptr ? reserve_memory(bytes) : extend_memory(entries_, capacity_ * sizeof(Entry), bytes);
    if (entries == nullptr) return false;
    entries_ = static_cast<Entry*>(entries);
    capacity_ = capacity;
    return true;
}

}  // namespace celer::gc
