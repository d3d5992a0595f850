// Finds stores of references that did not go through gc/barrier.h: what objects held after a collection is kept beside
// them and compared when the next begins. A reference that changed in a line whose card is Clean was stored without.
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

    // World stopped, before anything is marked: prints the references that changed behind a clean card and returns
    // their number.
    size_t before_collection();
    // World stopped, right after a sweep: keeps what the live objects hold now. Returns what before_collection found.
    size_t after_collection();

  private:
    explicit StoreCheck(Heap& heap) : heap_(heap) {}
    void compare(Object* object);
    void compare_slots(Object* object, const uint8_t* base, const GcLayout* layout);
    void keep(Object* object);
    size_t offset(const void* address) const;

    Heap& heap_;
    uint8_t* kept_ = nullptr;   // what the objects of `old_` held, at the same offsets as in the heap
    std::vector<Object*> old_;  // with references; live after the last collection
    size_t faults_ = 0;
};

}  // namespace celer::gc
