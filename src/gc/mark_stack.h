// Objects that were found and not scanned yet.
#pragma once

#include <cstddef>
#include <vector>

#include "object/object.h"

namespace celer::gc {

class MarkStack {
  public:
    struct Entry {
        Object* object;
        size_t next_element;  // arrays of references: where to go on
    };

    explicit MarkStack(size_t limit) : limit_(limit) {}
    ~MarkStack() { release(); }
    MarkStack(const MarkStack&) = delete;
    MarkStack& operator=(const MarkStack&) = delete;

    void swap(MarkStack& other);  // memory beyond its own limit is released, if it is empty
    void set_limit(size_t limit) { limit_ = limit; }
    // Moves so many of the oldest entries to `entries`: what hangs below them is most.
    void take_oldest(size_t count, std::vector<Entry>& entries);
    void drop_newest(size_t count) { size_ -= count; }
    void release();  // its memory; it is empty
    void trim();     // releases it if it has become large
    size_t size() const { return size_; }
    const Entry& at(size_t index) const { return entries_[index]; }

    bool push(Entry entry) {
        if (size_ == capacity_ && !grow()) [[unlikely]]
            return false;
        entries_[size_++] = entry;
        return true;
    }
    bool empty() const { return size_ == 0; }
    Entry pop() { return entries_[--size_]; }

  private:
    bool grow();

    Entry* entries_ = nullptr;
    size_t size_ = 0;
    size_t capacity_ = 0;
    size_t limit_;
};

}  // namespace celer::gc
