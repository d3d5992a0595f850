// Sweeping, eagerly, block by block from the side tables alone: no object is touched. A block without marked lines
// becomes free, one with holes is listed for allocation. Afterwards the start bits are the mark bits.
#include <bit>
#include <cstring>

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

// `old` holds what survived the collection before this one; start bits become the mark bits.
void update_bits(Space& space, size_t block, size_t words) {
    uint64_t* start = space.start_words(block);
    uint64_t* old = space.old_words(block);
    const uint64_t* mark = space.mark_words(block);
    for (size_t i = 0; i < words; i++) {
        start[i] = mark[i];
        old[i] &= mark[i];
    }
}

void forget_runs(BlockInfo& info) {
    for (int i = 0; i < 2; i++) info.run_starts[i] = info.run_ends[i] = 0;
    info.has_runs = false;
}

void sweep_small(Heap& heap, size_t block, uint32_t collection) {
    Space& space = heap.space;
    size_t marked = count_marked_lines(space.line_marks(block));
    if (heap.poison && marked < lines_per_block) poison_free_lines(space, block);
    if (marked == 0) {
        space.free_blocks(block, 1, collection);
        return;
    }
    update_bits(space, block, words_per_block);
    forget_runs(space.info(block));
    space.info(block).has_bits = true;
    if (lines_per_block - marked < least_free_lines) return;
    auto& list = space.info(block).pinned ? heap.recyclable_pinned : heap.recyclable;
    list.push_back(static_cast<uint32_t>(block));
}

}  // namespace

void sweep() {
    Heap& heap = gc::heap();
    Space& space = heap.space;
    uint32_t collection = heap.collections.load(std::memory_order_relaxed);
    heap.recyclable.clear();
    heap.recyclable_pinned.clear();
    heap.next_recyclable = 0;
    for (size_t block = 0; block < space.block_count(); block++) {
        switch (space.kind(block)) {
            case BlockKind::Unused:
            case BlockKind::Free:
                break;
            case BlockKind::LargeTail:
                CELER_PANIC("a large object's tail without its head");
            case BlockKind::Small:
                sweep_small(heap, block, collection);
                break;
            case BlockKind::LargeHead: {
                size_t count = space.info(block).large_blocks;
                if (space.is_marked(space.block_begin(block) + object_prefix)) {
                    update_bits(space, block, 1);
                    space.info(block).has_bits = true;
                } else {
                    if (heap.poison) std::memset(space.block_begin(block), poison_byte, count * block_size);
                    space.free_blocks(block, count, collection);
                }
                block += count - 1;
                break;
            }
        }
    }
    space.reset_cursors();
}

void begin_marking() {
    Space& space = heap().space;
    for (size_t block = 0; block < space.block_count(); block++) {
        BlockKind kind = space.kind(block);
        if (kind != BlockKind::Small && kind != BlockKind::LargeHead) continue;
        if (!space.info(block).has_bits) continue;
        size_t bytes = (kind == BlockKind::Small ? words_per_block : 1) * sizeof(uint64_t);
        std::memcpy(space.old_words(block), space.start_words(block), bytes);
        std::memset(space.mark_words(block), 0, bytes);
        if (kind == BlockKind::Small) std::memset(space.line_marks(block), 0, lines_per_block);
    }
}

}  // namespace celer::gc
