// Sweeping, block by block from the side tables alone: no object is touched. A block without marked lines becomes free,
// one with holes is listed for allocation. Afterwards the start bits are the mark bits. A collection with the world
// stopped sweeps before the world goes on; one beside the program leaves blocks unswept, for its thread and for
// threads that need memory.
#include <algorithm>
#include <bit>
#include <cstring>

#include "gc/heap_state.h"

namespace celer::gc {

namespace {

constexpr uint8_t poison_byte = 0xDD;
constexpr size_t least_free_lines = 4;  // a block with less is not worth a visit
constexpr size_t blocks_at_once = 64;   // swept beside the program, under the heap's lock

struct Lines {
    size_t marked = 0;
    size_t largest_hole = 0;  // in groups of eight
};

Lines look_at_lines(const uint8_t* marks) {
    Lines lines;
    size_t hole = 0;
    for (size_t i = 0; i < lines_per_block; i += 8) {
        uint64_t eight;
        std::memcpy(&eight, marks + i, 8);
        lines.marked += static_cast<size_t>(std::popcount(eight));  // marks are 0 or 1
        hole = eight == 0 ? hole + 8 : 0;
        lines.largest_hole = std::max(lines.largest_hole, hole);
    }
    return lines;
}

void poison_free_lines(Space& space, size_t block) {
    const uint8_t* marks = space.marks().lines(block);
    for (size_t line = 0; line < lines_per_block; line++) {
        if (marks[line] == 0) std::memset(space.block_begin(block) + line * line_size, poison_byte, line_size);
    }
}

// How many of a block's words of bits can have some.
size_t used_words(Space& space, size_t block) {
    if (space.kind(block) == BlockKind::Small) return words_per_block;
    auto address = reinterpret_cast<uintptr_t>(space.large_object(block));
    return (address - space.begin()) % block_size / granule_size / 64 + 1;
}

// Start bits become the mark bits; `before` are those of the collection before this one, and what of them is marked is
// old. Returns whether there are others.
bool update_bits(Space& space, size_t block, const uint64_t* before) {
    size_t words = used_words(space, block);
    uint64_t* start = space.start_words(block);
    uint64_t* old = space.old_words(block);
    const uint64_t* mark = space.marks().words(block);
    uint64_t others = 0;
    for (size_t i = 0; i < words; i++) {
        start[i] = mark[i];
        old[i] = before[i] & mark[i];
        others |= mark[i] & ~old[i];
    }
    return others != 0;
}

void forget_runs(BlockInfo& info) {
    for (size_t i = 0; i < lines_per_block / 64; i++) info.run_starts[i] = info.run_ends[i] = 0;
    info.has_runs = false;
}

class Sweep {
  public:
    // `ends_cycle`: the marks before this collection are the next marks.
    Sweep(Heap& heap, bool ends_cycle)
        : heap_(heap),
          space_(heap.space),
          collection_(heap.collections.load(std::memory_order_relaxed)),
          ends_cycle_(ends_cycle) {}

    // A block of any kind. Returns the one behind it, and what large object it begins.
    size_t block(size_t block) {
        switch (space_.kind(block)) {
            case BlockKind::Unused:
            case BlockKind::Free:
                return block + 1;
            case BlockKind::LargeTail:
                CELER_PANIC("a large object's tail without its head");
            case BlockKind::Small:
                small(block);
                return block + 1;
            case BlockKind::LargeHead:
                break;
        }
        size_t count = space_.info(block).large_blocks;
        large(block);
        return block + count;
    }

    // Between collections: what is searched for free blocks begins above none.
    void lower_cursors() {
        if (first_freed_ != SIZE_MAX) space_.lower_cursors(first_freed_);
    }

  private:
    void small(size_t block) {
        heap_.holes.remove(block);
        Lines lines = look_at_lines(space_.marks().lines(block));
        if (heap_.poison && lines.marked < lines_per_block) poison_free_lines(space_, block);
        if (lines.marked == 0) return free(block, 1);
        space_.set_used_lines(block, lines.marked);
        survived(block);
        forget_runs(space_.info(block));
        if (lines_per_block - lines.marked < least_free_lines) return;
        Holes& holes = heap_.holes;
        (space_.info(block).pinned ? holes.pinned : holes.of_lines(lines.largest_hole)).add(block);
    }

    void large(size_t block) {
        size_t count = space_.info(block).large_blocks;
        if (space_.is_marked(space_.large_object(block))) return survived(block);
        if (heap_.poison) std::memset(space_.block_begin(block), poison_byte, count * block_size);
        free(block, count);
    }

    void free(size_t block, size_t count) {
        space_.free_blocks(block, count, collection_);
        first_freed_ = std::min(first_freed_, block);
    }

    void survived(size_t block) {
        const uint64_t* before = ends_cycle_ ? space_.next_marks().words(block) : space_.old_words(block);
        space_.cards().ages()[block] = update_bits(space_, block, before) ? block_age::middle : 0;
        space_.info(block).has_bits = true;
    }

    Heap& heap_;
    Space& space_;
    uint32_t collection_;
    bool ends_cycle_;
    size_t first_freed_ = SIZE_MAX;
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
    std::memset(space.marks().lines(block), 0, lines_per_block);
    space.for_each_object(block, space.marks().words(block), [&](Object* object) {
        uintptr_t begin = reinterpret_cast<uintptr_t>(object) - object_prefix;
        space.marks().mark_lines(begin, begin + object->size_bytes() - 1);
    });
}

bool begins_objects(BlockKind kind) {
    return kind == BlockKind::Small || kind == BlockKind::LargeHead;
}

}  // namespace

void sweep(Scope scope) {
    Heap& heap = gc::heap();
    Space& space = heap.space;
    Sweep sweep(heap, false);
    if (scope == Scope::Young) {
        for_each_flagged(space.cards().ages(), space.block_count(), [&](size_t block) { sweep.block(block); });
    } else {
        for (size_t block = 0; block < space.block_count();) block = sweep.block(block);
    }
    note_carried_blocks(heap);
    space.reset_cursors();
}

void leave_unswept() {
    Heap& heap = gc::heap();
    Space& space = heap.space;
    std::memset(space.cards().ages(), 0, space.block_count());
    for (size_t block = 0; block < space.block_count(); block++)
        space.set_unswept(block, begins_objects(space.kind(block)));
    heap.next_unswept = 0;
    heap.end_of_unswept = space.block_count();
    heap.holes.clear();
    Sweep sweep(heap, true);
    for (AllocContext* context = heap.contexts; context != nullptr; context = context->next) {
        if (context->pointer == nullptr) continue;
        size_t block = space.block_of(context->unparsed_begin);
        if (!space.is_unswept(block)) continue;
        space.set_unswept(block, false);
        sweep.block(block);
    }
    note_carried_blocks(heap);
    space.reset_cursors();
}

bool has_unswept_blocks() {
    return heap().next_unswept < heap().end_of_unswept;
}

bool sweep_some() {
    Heap& heap = gc::heap();
    Space& space = heap.space;
    Sweep sweep(heap, true);
    for (size_t swept = 0; swept < blocks_at_once && has_unswept_blocks();) {
        size_t block = heap.next_unswept++;
        if (!space.is_unswept(block)) continue;
        space.set_unswept(block, false);
        sweep.block(block);
        swept++;
    }
    sweep.lower_cursors();
    return has_unswept_blocks();
}

void finish_sweep() {
    while (sweep_some()) {
    }
}

namespace {

// What is marked so far is old.
void keep_marks(Space& space, size_t block) {
    std::memcpy(space.old_words(block), space.marks().words(block), used_words(space, block) * sizeof(uint64_t));
}

void clear_marks(Space& space, size_t block) {
    std::memset(space.marks().words(block), 0, used_words(space, block) * sizeof(uint64_t));
    if (space.kind(block) == BlockKind::Small) std::memset(space.marks().lines(block), 0, lines_per_block);
}

bool has_bits(Space& space, size_t block) {
    return begins_objects(space.kind(block)) && space.info(block).has_bits;
}

}  // namespace

void begin_marking(Scope scope) {
    Space& space = heap().space;
    if (scope == Scope::Young) {
        for_each_flagged(space.cards().ages(), space.block_count(), [&](size_t block) {
            if (!has_bits(space, block)) return;
            keep_marks(space, block);
            bool is_carried = space.cards().ages()[block] & block_age::carried;
            if (is_carried && space.kind(block) == BlockKind::Small) mark_lines_of_objects(space, block);
        });
        return;
    }
    for (size_t block = 0; block < space.block_count(); block++) {
        if (!has_bits(space, block)) continue;
        keep_marks(space, block);
        clear_marks(space, block);
    }
}

}  // namespace celer::gc
