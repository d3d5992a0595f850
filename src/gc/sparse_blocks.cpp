#include "gc/sparse_blocks.h"

#include <algorithm>
#include <array>
#include <new>

#include "gc/heap_state.h"

namespace celer::gc {

namespace {

constexpr size_t sparse_lines = lines_per_block / 2;  // a block with more of them in use is left as it is
constexpr size_t most_lines_moved = (size_t{2} << 20) / line_size;
constexpr size_t references_to_line = 8;  // where more refer to a block's lines in the mean, it stays
constexpr size_t least_gain_bytes = size_t{16} << 20;
constexpr size_t least_gain_share = 8;  // of all blocks: less is not worth it

// What it holds is old, and nobody fills it.
bool is_at_rest(Space& space, size_t block) {
    return space.kind(block) == BlockKind::Small && !space.info(block).pinned && space.cards().ages()[block] == 0 &&
           space.used_lines(block) != 0;
}

}  // namespace

std::unique_ptr<SparseBlocks> SparseBlocks::choose(Heap& heap) {
    Space& space = heap.space;
    size_t most_lines = heap.moves_all ? UINT8_MAX : sparse_lines;
    std::array<size_t, UINT8_MAX + 1> wanted{};  // blocks, by how many of their lines are in use
    size_t gain_bytes = 0;
    for (size_t block = 0; block < space.block_count(); block++) {
        size_t lines = space.used_lines(block);
        if (lines > most_lines || !is_at_rest(space, block)) continue;
        wanted[lines]++;
        gain_bytes += block_size - lines * line_size;
    }
    bool is_worth_it = gain_bytes >= std::max(least_gain_bytes, heap.in_use_bytes / least_gain_share);
    if (gain_bytes == 0 || !(is_worth_it || heap.moves_all)) return nullptr;
    size_t room = most_lines_moved;
    for (size_t lines = 1; lines <= most_lines; lines++) {
        wanted[lines] = std::min(wanted[lines], room / lines);
        room -= wanted[lines] * lines;
    }
    // Touched when references are noted.
    std::unique_ptr<Reference[]> references(new (std::nothrow) Reference[most_lines_moved * references_to_line]);
    if (references == nullptr) return nullptr;
    std::unique_ptr<SparseBlocks> chosen(new SparseBlocks(space.block_count(), std::move(references)));
    // From the highest down: what is free at the end of the heap can be forgotten.
    for (size_t block = space.block_count(); block-- > 0;) {
        size_t lines = space.used_lines(block);
        if (lines > most_lines || wanted[lines] == 0 || !is_at_rest(space, block)) continue;
        wanted[lines]--;
        chosen->take(heap, block);
    }
    return chosen;
}

void SparseBlocks::take(Heap& heap, size_t block) {
    heap.holes.remove(block);
    blocks_.push_back(block);
    references_left_[block] = static_cast<uint16_t>(heap.space.used_lines(block) * references_to_line);
}

void SparseBlocks::add(Object* const* slot, size_t block) {
    uint16_t left = __atomic_load_n(&references_left_[block], __ATOMIC_RELAXED);
    while (left != 0 && !__atomic_compare_exchange_n(&references_left_[block], &left, static_cast<uint16_t>(left - 1),
                                                     true, __ATOMIC_RELAXED, __ATOMIC_RELAXED)) {
    }
    if (left > 1) references_[count_.fetch_add(1, std::memory_order_relaxed)] = {slot, block};
}

}  // namespace celer::gc
