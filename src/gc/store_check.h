// Finds stores of references that did not go through gc/barrier.h: what objects held after a collection is kept beside
// them and compared after the next one.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "object/object.h"

namespace celer::gc {

struct Heap;

class StoreCheck {
  public:
    // Null if there is no address space for it.
    static StoreCheck* make(Heap& heap);

    void record(const void* address, size_t size_bytes);

    // An object that a frame or register seems to hold, in the collection under way.
    void note_held(Object* object) { held_.push_back(object); }

    // World stopped, right after a sweep. Prints the references that changed without a record and returns their number;
    // then keeps what the live objects hold now.
    size_t after_collection();

  private:
    explicit StoreCheck(Heap& heap) : heap_(heap) {}
    void compare(Object* object);
    bool may_be_unfinished(Object* object) const;
    void compare_slots(Object* object, const uint8_t* base, const GcLayout* layout);
    void keep(Object* object);
    size_t offset(const void* address) const;

    Heap& heap_;
    uint8_t* recorded_ = nullptr;  // a byte a granule: stored to since the last collection
    uint8_t* kept_ = nullptr;      // what the objects of `old_` held, at the same offsets as in the heap
    std::vector<Object*> old_;     // with references; live after the last collection, and no longer unfinished
    std::vector<Object*> was_old_;
    std::vector<Object*> held_;
    size_t faults_ = 0;
};

}  // namespace celer::gc
