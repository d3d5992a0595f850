// Marking: from roots to everything reachable. One Marker per collection, used by the collecting thread.
//
// Invariants:
// - An object's mark bit is set when it is found, before it is pushed; it is scanned once.
// - Scanning an object marks its lines. Large arrays of references are scanned in pieces, so the stack stays small.
// - If the stack cannot grow, objects are dropped from it (marked, not scanned) and drain() finds them again by walking
// the
//   marked objects of the heap.
#pragma once

#include <cstddef>
#include <cstdint>

#include "gc/heap_state.h"
#include "gc/space.h"

namespace celer::gc {

class MarkStack {
  public:
    struct Entry {
        Object* object;
        size_t next_element;  // arrays of references: where to go on
    };

    explicit MarkStack(size_t limit) : limit_(limit) {}
    ~MarkStack();
    MarkStack(const MarkStack&) = delete;
    MarkStack& operator=(const MarkStack&) = delete;

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

class Marker {
  public:
    // `sizes`: of what is marked already.
    Marker(Heap& heap, const LiveSizes& sizes)
        : heap_(heap), space_(heap.space), stack_(heap.mark_stack_limit), sizes_(sizes) {}

    [[gnu::always_inline]] void mark(Object* object) {  // null, frozen or in the heap
        if (space_.contains(object) && space_.set_mark(object)) push({object, 0});
    }
    void mark_slots(Object* const* slots, size_t count) {
        for (size_t i = 0; i < count; i++) mark(slots[i]);
    }
    void mark_layout(const uint8_t* base, const GcLayout* layout);
    void mark_conservative(uintptr_t word);
    // As that; it lies in a frame that was interrupted between two instructions, maybe behind a barrier.
    void mark_interrupted(uintptr_t word);
    // What the slots of [low, high) refer to, of a marked object that reaches into it.
    void mark_between(Object* object, const uint8_t* low, const uint8_t* high);
    void mark_keeper(uintptr_t address);
    void drain();

    bool is_live(const Object* object) const { return !space_.contains(object) || space_.is_marked(object); }
    LiveSizes live_sizes();  // when all is marked

  private:
    template <typename Visit>
    void visit_held(uintptr_t word, Visit visit);
    void push(MarkStack::Entry entry) {
        if (!stack_.push(entry)) [[unlikely]]
            overflowed_ = true;
    }
    void mark_found(Object* object) {
        if (object != nullptr && space_.set_mark(object)) push({object, 0});
    }
    void mark_layout_between(uint8_t* base, const GcLayout* layout, const uint8_t* low, const uint8_t* high);
    void scan(MarkStack::Entry entry);
    void scan_array(ArrayObject* array, const GcLayout* layout, size_t from);
    void account(Object* object);
    template <typename Visit>
    void for_each_marked(Visit visit);
    void drain_stack();

    Heap& heap_;
    Space& space_;
    MarkStack stack_;
    bool overflowed_ = false;
    bool ever_overflowed_ = false;
    LiveSizes sizes_;
};

}  // namespace celer::gc
