// What the end of a full collection beside the program shall move (gc/evacuation.h): sparse blocks, chosen when it
// begins, and the references to their objects, which it notes as it marks.
//
// Why no reference is missed: nothing is handed out in these blocks meanwhile, so what lives in them at the end was
// old at the beginning. What refers to it was scanned by the cycle, or was stored to afterwards and is scanned again
// (gc/cycle.h). Weak things are no part of that; they are all looked at in the end.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "object/object.h"

namespace celer::gc {

struct Heap;

class SparseBlocks {
  public:
    // The sparsest first, as many as a pause may empty. Null: not enough could be freed, or there is no memory to note
    // references. With the world stopped and all blocks swept.
    static std::unique_ptr<SparseBlocks> choose(Heap& heap);

    bool contains(size_t block) const {
        return block < references_left_.size() && __atomic_load_n(&references_left_[block], __ATOMIC_RELAXED) != 0;
    }
    // From the highest down, also those that stay.
    const std::vector<size_t>& blocks() const { return blocks_; }
    // A slot of the heap refers to an object in the block. By any thread that marks; the same slot may come again.
    void note(Object* const* slot, size_t block) {
        if (contains(block)) add(slot, block);
    }
    // Calls visit(slot, block) for what was noted. It may refer to something else by now.
    template <typename Visit>
    void for_each_reference(Visit visit) const {
        size_t count = count_.load(std::memory_order_relaxed);
        for (size_t i = 0; i < count; i++) visit(references_[i].slot, references_[i].block);
    }

  private:
    struct Reference {
        Object* const* slot;
        size_t block;
    };

    SparseBlocks(size_t blocks, std::unique_ptr<Reference[]> references)
        : references_left_(blocks), references_(std::move(references)) {}

    void take(Heap& heap, size_t block);
    void add(Object* const* slot, size_t block);

    std::vector<size_t> blocks_;
    std::vector<uint16_t> references_left_;    // by block: so many more may be noted; 0: it stays
    std::unique_ptr<Reference[]> references_;  // room for all that may be noted
    std::atomic<size_t> count_ = 0;
};

}  // namespace celer::gc
