// Sweeping, eagerly, block by block from the side tables alone: no object is touched. A block without marked lines
// becomes free, one with holes is listed for allocation. Afterwards the start bits are the mark bits.
#include <algorithm>
#include <bit>
#include <cstring>
#include <iterator>
#include <vector>

#include "gc/heap_state.h"

namespace celer::gc {

namespace {

constexpr uint8_t poison_byte = 0xDD;
constexpr size_t least_free_lines = 8;  // a block with less is not worth a visit

size_t count_marked_lines(const uint8_t* marks) {
    size_t count = 0;
    for (size_t i = 0; i < lines_per_block; i += 8) {
        uint64_t eight;
        std::memcpy(&eight, marks + i, 8);
        count += static_cast<size_t>(std::popcount(eight));  // marks are 0 or 1
    }
    return count;
}

void poison_free_lines(Space& space, size_t block) {
    const uint8_t* marks = space.line_marks(block);
    for (size_t line = 0; line < lines_per_block; line++) {
        if (marks[line] == 0) std::memset(space.block_begin(block) + line * line_size, poison_byte, line_size);
    }
}

// Start bits become the mark bits; `old` holds what survived a collection before this one. Returns whether there are
// others.
bool update_bits(Space& space, size_t block, size_t words) {
    uint64_t* start = space.start_words(block);
    uint64_t* old = space.old_words(block);
    const uint64_t* mark = space.mark_words(block);
    uint64_t others = 0;
    for (size_t i = 0; i < words; i++) {
        start[i] = mark[i];
        old[i] &= mark[i];
        others |= mark[i] & ~old[i];
    }
    return others != 0;
}

void forget_runs(BlockInfo& info) {
    for (int i = 0; i < 2; i++) info.run_starts[i] = info.run_ends[i] = 0;
    info.has_runs = false;
}

class Sweep {
  public:
    explicit Sweep(Heap& heap)
        : heap_(heap), space_(heap.space), collection_(heap.collections.load(std::memory_order_relaxed)) {}

    void small(size_t block) {
        size_t marked = count_marked_lines(space_.line_marks(block));
        if (heap_.poison && marked < lines_per_block) poison_free_lines(space_, block);
        if (marked == 0) return space_.free_blocks(block, 1, collection_);
        survived(block, words_per_block);
        forget_runs(space_.info(block));
        if (lines_per_block - marked < least_free_lines) return;
        auto& list = space_.info(block).pinned ? pinned_ : recyclable_;
        list.push_back(static_cast<uint32_t>(block));
    }

    void large(size_t block) {
        size_t count = space_.info(block).large_blocks;
        if (space_.is_marked(space_.block_begin(block) + object_prefix)) return survived(block, 1);
        if (heap_.poison) std::memset(space_.block_begin(block), poison_byte, count * block_size);
        space_.free_blocks(block, count, collection_);
    }

    // Blocks with holes, ascending: those found, beside those that were known and that nobody has looked at since.
    void list_holes(Scope scope) {
        if (scope == Scope::Full) {
            heap_.recyclable.clear();
            heap_.recyclable_pinned.clear();
        } else {
            auto used = heap_.recyclable.begin() + static_cast<ptrdiff_t>(heap_.next_recyclable);
            heap_.recyclable.erase(heap_.recyclable.begin(), used);
        }
        heap_.next_recyclable = 0;
        merge(heap_.recyclable, recyclable_);
        merge(heap_.recyclable_pinned, pinned_);
    }

  private:
    void survived(size_t block, size_t words) {
        space_.cards().ages()[block] = update_bits(space_, block, words) ? block_age::middle : 0;
        space_.info(block).has_bits = true;
    }

    static void merge(std::vector<uint32_t>& known, const std::vector<uint32_t>& found) {
        std::vector<uint32_t> all;
        all.reserve(known.size() + found.size());
        std::ranges::set_union(known, found, std::back_inserter(all));
        known.swap(all);
    }

    Heap& heap_;
    Space& space_;
    uint32_t collection_;
    std::vector<uint32_t> recyclable_;
    std::vector<uint32_t> pinned_;
};

// Blocks that a thread goes on filling have what is young after this collection too.
void note_carried_blocks(Heap& heap) {
    for (AllocContext* context = heap.contexts; context != nullptr; context = context->next) {
        if (context->pointer == nullptr) continue;
        heap.space.cards().ages()[heap.space.block_of(context->unparsed_begin)] |=
            block_age::young | block_age::carried;
    }
}

// Lines that were marked as a whole for a thread are live where objects are.
void mark_lines_of_objects(Space& space, size_t block) {
    std::memset(space.line_marks(block), 0, lines_per_block);
    const uint64_t* words = space.mark_words(block);
    for (size_t index = 0; index < words_per_block; index++) {
        for (uint64_t word = words[index]; word != 0; word &= word - 1) {
            size_t granule = index * 64 + static_cast<size_t>(std::countr_zero(word));
            auto address = reinterpret_cast<uintptr_t>(space.block_begin(block) + granule * granule_size);
            size_t size_bytes = reinterpret_cast<Object*>(address)->size_bytes();
            space.mark_lines(address - object_prefix, address - object_prefix + size_bytes - 1);
        }
    }
}

bool begins_objects(BlockKind kind) {
    return kind == BlockKind::Small || kind == BlockKind::LargeHead;
}

}  // namespace

void sweep(Scope scope) {
    Heap& heap = gc::heap();
    Space& space = heap.space;
    Sweep sweep(heap);
    for (size_t block = 0; block < space.block_count(); block++) {
        if (scope == Scope::Young && space.cards().ages()[block] == 0) continue;
        switch (space.kind(block)) {
            case BlockKind::Unused:
            case BlockKind::Free:
                break;
            case BlockKind::LargeTail:
                CELER_PANIC("a large object's tail without its head");
            case BlockKind::Small:
                sweep.small(block);
                break;
            case BlockKind::LargeHead: {
                size_t count = space.info(block).large_blocks;
                sweep.large(block);
                block += count - 1;
                break;
            }
        }
    }
    sweep.list_holes(scope);
    note_carried_blocks(heap);
    space.reset_cursors();
}

void begin_marking(Scope scope) {
    Space& space = heap().space;
    for (size_t block = 0; block < space.block_count(); block++) {
        if (scope == Scope::Young && space.cards().ages()[block] == 0) continue;
        BlockKind kind = space.kind(block);
        if (!begins_objects(kind) || !space.info(block).has_bits) continue;
        size_t bytes = (kind == BlockKind::Small ? words_per_block : 1) * sizeof(uint64_t);
        std::memcpy(space.old_words(block), space.mark_words(block), bytes);
        bool is_carried = space.cards().ages()[block] & block_age::carried;
        if (scope == Scope::Young) {
            if (is_carried && kind == BlockKind::Small) mark_lines_of_objects(space, block);
            continue;
        }
        std::memset(space.mark_words(block), 0, bytes);
        if (kind == BlockKind::Small) std::memset(space.line_marks(block), 0, lines_per_block);
    }
}

}  // namespace celer::gc
