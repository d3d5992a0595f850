// The one door for stores of references into memory that the collector knows: objects, statics, handles. A store looks
// at the address only, so it may be an interior pointer of unknown origin; what lies in a frame needs no door.
//
// The barrier is empty for now, but for the verifying mode (CELER_GCVerifyStores): there every store is recorded, and a
// collection that finds a reference changed in an old object without a record stops the process. A store is recorded
// before and after, because a thread may be stopped for a collection between the two.
#pragma once

#include <cstddef>
#include <cstdint>

#include "object/object.h"

namespace celer::gc {

// What a compiler knows of the memory that it stores to.
enum class Destination : uint8_t {
    Frame,    // a variable or temporary of the method itself, or a return buffer, which callers have in their frames
    Fresh,    // an object that was allocated just before, with no call or poll in between; a thread may be stopped
              // while it fills one, so what frames have held at every collection since its birth is not old
    Heap,     // an object
    Unknown,  // behind a managed or native pointer
};
constexpr bool needs_barrier(Destination destination) {
    return destination >= Destination::Heap;
}

// Whether compiled code must call record_store around stores that need a barrier. Set by initialize().
extern bool g_records_stores;
void record_store(const void* address, size_t size_bytes);

class StoreRecord {
  public:
    StoreRecord(const void* address, size_t size_bytes) : address_(address), size_bytes_(size_bytes) { record(); }
    ~StoreRecord() { record(); }
    StoreRecord(const StoreRecord&) = delete;
    StoreRecord& operator=(const StoreRecord&) = delete;

  private:
    void record() {
        if (g_records_stores) [[unlikely]]
            record_store(address_, size_bytes_);
    }

    const void* address_;
    size_t size_bytes_;
};

inline void store_reference(Object** slot, Object* value) {
    StoreRecord record(slot, sizeof *slot);
    __atomic_store_n(slot, value, __ATOMIC_RELEASE);
}
inline void store_field(Object* object, uint32_t offset_in_object, Object* value) {
    store_reference(reinterpret_cast<Object**>(reinterpret_cast<uint8_t*>(object) + offset_in_object), value);
}
inline void store_element(ArrayObject* array, size_t index, Object* value) {
    store_reference(const_cast<Object**>(array->references() + index), value);
}
// Both are sequentially consistent and return what was there.
inline Object* exchange_reference(Object** slot, Object* value) {
    StoreRecord record(slot, sizeof *slot);
    return __atomic_exchange_n(slot, value, __ATOMIC_SEQ_CST);
}
inline Object* compare_exchange_reference(Object** slot, Object* value, Object* comparand) {
    StoreRecord record(slot, sizeof *slot);
    __atomic_compare_exchange_n(slot, &comparand, value, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
    return comparand;
}

// As memmove, for values that may hold references while other threads read them: every reference is read and written
// whole, so who reads the destination meanwhile sees each slot as it was or as it becomes.
void move_values(void* destination, const void* source, size_t size_bytes);
// The same for zeros.
void clear_values(void* destination, size_t size_bytes);

}  // namespace celer::gc
