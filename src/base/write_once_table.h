// A small table from addresses to what is known of them, read without a lock: in front of a map behind one. A slot is
// filled once and never again, so what is read beside its key belongs to that; keys that find theirs taken are left to
// the map.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>

#include "base/hash.h"

namespace celer {

template <typename Key, typename Value, size_t slots>
class WriteOnceTable {
  public:
    // Null: not known here.
    Value* find(const Key* key) const {
        const Slot& slot = slots_[index_of(key)];
        return slot.key.load(std::memory_order_acquire) == reinterpret_cast<uintptr_t>(key) ? slot.value : nullptr;
    }
    // By one thread at a time.
    void add(const Key* key, Value* value) {
        Slot& slot = slots_[index_of(key)];
        if (slot.key.load(std::memory_order_relaxed) != 0) return;
        slot.value = value;
        slot.key.store(reinterpret_cast<uintptr_t>(key), std::memory_order_release);
    }
    // Its address may come again for another. Nobody looks for it any more.
    void forget(const Key* key) {
        Slot& slot = slots_[index_of(key)];
        if (slot.key.load(std::memory_order_relaxed) == reinterpret_cast<uintptr_t>(key))
            slot.key.store(forgotten, std::memory_order_release);
    }

  private:
    static constexpr uintptr_t forgotten = 1;

    struct Slot {
        std::atomic<uintptr_t> key;  // 0: not filled
        Value* value;
    };

    static size_t index_of(const Key* key) { return hash_pointer(key) % slots; }

    Slot slots_[slots] = {};
};

}  // namespace celer
