// ArenaTable: a hash set of arena entities. Readers take no lock; writers hold the loader lock. Lives in an arena and
// holds only arena addresses, so it can be persisted. The key lives in the entity: find() gets a hash and a predicate.
#pragma once

#include <cstdint>
#include <type_traits>
#include <vector>

#include "base/assert.h"
#include "platform/arena.h"

namespace celer {

template <typename T>
T load_acquire(const T& location) {
    T value;
    __atomic_load(&location, &value, __ATOMIC_ACQUIRE);
    return value;
}
template <typename T>
void store_release(T& location, std::type_identity_t<T> value) {
    __atomic_store(&location, &value, __ATOMIC_RELEASE);
}

template <typename T>
class ArenaTable {
  public:
    template <typename Equal>
    T* find(uint64_t hash, Equal equal) const {
        const Block* block = load_acquire(block_);
        if (block == nullptr) return nullptr;
        uint32_t tag = tag_of(hash);
        for (uint32_t i = tag;; i++) {
            uint64_t slot = load_acquire(block->slots[i & block->mask]);
            if (slot == 0) return nullptr;
            if (static_cast<uint32_t>(slot >> 32) != tag) continue;
            T* entry = reinterpret_cast<T*>(static_cast<uintptr_t>(static_cast<uint32_t>(slot)));
            if (equal(*entry)) return entry;
        }
    }

    void insert(uint64_t hash, T* entry) {
        if (block_ == nullptr || (count_ + 1) * 2 > block_->mask) grow();
        place(block_, pack(hash, entry));
        count_++;
    }

    // While nobody reads: the world is stopped.
    template <typename Predicate>
    void remove_if(Predicate predicate) {
        if (block_ == nullptr) return;
        std::vector<uint64_t> left;
        bool removed = false;
        for (uint32_t i = 0; i <= block_->mask; i++) {
            uint64_t slot = block_->slots[i];
            if (slot == 0) continue;
            if (predicate(*reinterpret_cast<T*>(static_cast<uintptr_t>(static_cast<uint32_t>(slot))))) {
                removed = true;
            } else {
                left.push_back(slot);
            }
        }
        if (!removed) return;
        for (uint32_t i = 0; i <= block_->mask; i++) block_->slots[i] = 0;
        for (uint64_t slot : left) place(block_, slot);
        count_ = static_cast<uint32_t>(left.size());
    }

    uint32_t count() const { return count_; }

    template <typename Visit>
    void for_each(Visit visit) const {
        const Block* block = load_acquire(block_);
        if (block == nullptr) return;
        for (uint32_t i = 0; i <= block->mask; i++) {
            uint64_t slot = load_acquire(block->slots[i]);
            if (slot != 0) visit(reinterpret_cast<T*>(static_cast<uintptr_t>(static_cast<uint32_t>(slot))));
        }
    }

  private:
    struct Block {
        uint32_t mask;
        uint32_t padding;
        uint64_t slots[1];  // mask + 1: hash tag in the upper half, arena address in the lower; 0 is free
    };

    static uint32_t tag_of(uint64_t hash) { return static_cast<uint32_t>(hash ^ hash >> 32); }
    static uint64_t pack(uint64_t hash, const T* entry) {
        return uint64_t{tag_of(hash)} << 32 | static_cast<uint32_t>(reinterpret_cast<uintptr_t>(entry));
    }
    static void place(Block* block, uint64_t slot) {
        uint32_t i = static_cast<uint32_t>(slot >> 32);
        while (block->slots[i & block->mask] != 0) i++;
        store_release(block->slots[i & block->mask], slot);
    }
    void grow() {
        uint32_t capacity = block_ == nullptr ? 64 : (block_->mask + 1) * 2;
        auto* block =
            static_cast<Block*>(arena_allocate(Section::Types, sizeof(Block) + (capacity - 1) * sizeof(uint64_t)));
        block->mask = capacity - 1;
        for (uint32_t i = 0; block_ != nullptr && i <= block_->mask; i++) {
            if (block_->slots[i] != 0) place(block, block_->slots[i]);
        }
        store_release(block_, block);
    }

    Block* block_;
    uint32_t count_;
    uint32_t unused_;
};

}  // namespace celer
