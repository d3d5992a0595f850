#include "gc/space.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <initializer_list>
#include <type_traits>

#include "platform/memory.h"

namespace celer::gc {

constexpr size_t least_for_tables = 64;  // blocks side by side whose part of the tables is worth giving back
constexpr size_t cost_of_piece = 8;      // blocks that are given back in the time that it takes for one alone

bool Space::initialize(size_t size_bytes) {
    size_t blocks = size_bytes / block_size;
    constexpr size_t alignment = size_t{2} << 20;
    auto table = [&](auto*& pointer, size_t bytes_per_block) {
        pointer = static_cast<std::remove_reference_t<decltype(pointer)>>(reserve_memory(blocks * bytes_per_block));
        return pointer != nullptr;
    };
    void* range = reserve_memory(blocks * block_size, alignment);
    bool all = range != nullptr && table(kinds_, sizeof *kinds_) && table(infos_, sizeof *infos_) &&
               table(large_heads_, sizeof *large_heads_) && table(unswept_, sizeof *unswept_) &&
               table(used_lines_, sizeof *used_lines_) && table(start_, words_per_block * 8) &&
               table(old_, words_per_block * 8) && marks_.initialize(reinterpret_cast<uintptr_t>(range), blocks) &&
               next_marks_.initialize(reinterpret_cast<uintptr_t>(range), blocks) &&
               cards_.initialize(reinterpret_cast<uintptr_t>(range), blocks);
    if (!all) {
        auto release = [&](void* pointer, size_t bytes_per_block) {
            if (pointer != nullptr) release_memory(pointer, blocks * bytes_per_block);
        };
        release(range, block_size);
        release(kinds_, sizeof *kinds_);
        release(infos_, sizeof *infos_);
        release(large_heads_, sizeof *large_heads_);
        release(unswept_, sizeof *unswept_);
        release(used_lines_, sizeof *used_lines_);
        for (void* bits : {start_, old_}) release(bits, words_per_block * 8);
        for (MarkTable* marks : {&marks_, &next_marks_}) marks->release(blocks);
        *this = Space();
        return false;
    }
    begin_ = reinterpret_cast<uintptr_t>(range);
    size_bytes_ = blocks * block_size;
    limit_ = blocks;
    return true;
}

bool Space::extend_top(size_t blocks) {
    if (blocks > limit_ - top_) return false;
    top_ += blocks;
    highest_top_ = std::max(highest_top_, top_);
    return true;
}

// Accounts for blocks that are about to be used: those without pages become committed.
void Space::claim(size_t block, size_t count) {
    for (size_t i = block; i < block + count; i++) {
        bool dirty = kinds_[i] == BlockKind::Free;
        if (dirty) {
            free_blocks_--;
        } else {
            committed_blocks_++;
        }
        infos_[i] = BlockInfo{};
        infos_[i].dirty = dirty;
    }
}

uint8_t* Space::take_block(bool pinned) {
    size_t block = small_cursor_;
    while (block < top_ && kinds_[block] > BlockKind::Free) block++;
    small_cursor_ = block;
    if (block == top_ && !extend_top(1)) return nullptr;
    if (kinds_[block] == BlockKind::Unused && committed_bytes() + block_size > commit_limit_) return nullptr;
    claim(block, 1);
    kinds_[block] = BlockKind::Small;
    infos_[block].pinned = pinned;
    return block_begin(block);
}

// First fit; extends the top if need be. SIZE_MAX if there is no room.
size_t Space::find_free_run(size_t count) {
    size_t bin = static_cast<size_t>(std::bit_width(count) - 1);
    bool passed_candidate = false;
    size_t block = run_cursors_[bin];
    while (block < top_) {
        if (kinds_[block] > BlockKind::Free) {
            block += kinds_[block] == BlockKind::LargeHead ? infos_[block].large_blocks : 1;
            continue;
        }
        size_t end = block;
        while (end < top_ && end - block < count && kinds_[end] <= BlockKind::Free) end++;
        if (end - block == count || end == top_) break;
        passed_candidate |= end - block >= size_t{1} << bin;
        if (!passed_candidate) run_cursors_[bin] = end;
        block = end;
    }
    if (!passed_candidate) run_cursors_[bin] = block;
    if (block + count > top_ && !extend_top(block + count - top_)) return SIZE_MAX;
    return block;
}

// Large objects that all began at the same place of a page would be slow to copy: on some processors 16 times slower
// from one to just behind the same place of another (what is loaded seems to have been stored right before).
uint32_t Space::next_large_offset(size_t free_bytes) {
    constexpr size_t most = 4096 - line_size;
    constexpr size_t step = 11;  // to all of the 32 lines of a page
    size_t colours = std::min(free_bytes, most) / line_size + 1;
    return static_cast<uint32_t>(next_colour_++ * step % colours * line_size);
}

uint8_t* Space::take_large(size_t size_bytes, bool pinned) {
    size_t count = (size_bytes + block_size - 1) / block_size;
    size_t top_before = top_;
    size_t highest_before = highest_top_;
    size_t block = find_free_run(count);
    if (block == SIZE_MAX) return nullptr;
    size_t fresh = 0;
    for (size_t i = block; i < block + count; i++) fresh += kinds_[i] == BlockKind::Unused;
    if ((committed_blocks_ + fresh) * block_size > commit_limit_) {
        top_ = top_before;  // or each cycle would clear the marks of blocks that never were
        highest_top_ = highest_before;
        return nullptr;
    }
    claim(block, count);
    infos_[block].large_blocks = static_cast<uint32_t>(count);
    infos_[block].large_offset = next_large_offset(count * block_size - size_bytes);
    infos_[block].pinned = pinned;
    kinds_[block] = BlockKind::LargeHead;
    cards_.make_young(block, 0, count * lines_per_block);
    for (size_t i = block + 1; i < block + count; i++) {
        kinds_[i] = BlockKind::LargeTail;
        large_heads_[i] = static_cast<uint32_t>(block);
    }
    return block_begin(block) + infos_[block].large_offset;
}

void Space::zero_large(uint8_t* begin, size_t size_bytes) {
    uint8_t* end = begin + size_bytes;
    for (uint8_t* at = begin; at < end;) {
        uint8_t* next = std::min(block_begin(block_of(at) + 1), end);
        if (is_dirty(at)) std::memset(at, 0, static_cast<size_t>(next - at));
        at = next;
    }
}

void Space::free_blocks(size_t block, size_t count, uint32_t collection) {
    for (size_t i = block; i < block + count; i++) {
        kinds_[i] = BlockKind::Free;
        infos_[i] = BlockInfo{};
        infos_[i].freed_at = collection;
        cards_.ages()[i] = 0;
    }
    free_blocks_ += count;
    // A large object has bits in its first block only, at its beginning.
    for (uint64_t* bits : {start_words(block), marks_.words(block), old_words(block)})
        std::memset(bits, 0, words_per_block * 8);
    std::memset(marks_.lines(block), 0, lines_per_block);
}

void Space::reset_cursors() {
    small_cursor_ = 0;
    for (size_t& cursor : run_cursors_) cursor = 0;
}

void Space::lower_cursors(size_t block) {
    while (block > 0 && kinds_[block - 1] <= BlockKind::Free) block--;
    small_cursor_ = std::min(small_cursor_, block);
    for (size_t& cursor : run_cursors_) cursor = std::min(cursor, block);
}

void Space::decommit_free(size_t keep_bytes, uint32_t collection, size_t most_bytes) {
    size_t keep = keep_bytes / block_size;
    size_t most = most_bytes / block_size;
    for (size_t block = 0; block < top_ && most > 0; block++) {
        if (kinds_[block] != BlockKind::Free) continue;
        if (keep > 0) {
            keep--;
            continue;
        }
        size_t end = block;
        while (end < top_ && end - block < most && kinds_[end] == BlockKind::Free && infos_[end].freed_at <= collection)
            end++;
        if (end == block) continue;
        most -= std::min(most, std::max(end - block, cost_of_piece));
        decommit_memory(block_begin(block), (end - block) * block_size);
        if (end - block >= least_for_tables) decommit_tables(block, end);
        for (size_t i = block; i < end; i++) kinds_[i] = BlockKind::Unused;
        committed_blocks_ -= end - block;
        free_blocks_ -= end - block;
        block = end - 1;
    }
    while (top_ > 0 && kinds_[top_ - 1] == BlockKind::Unused) top_--;
    reset_cursors();
}

// Of free blocks, for which they are zero, or read as if they were.
void Space::decommit_tables(size_t block, size_t end) {
    for (uint64_t* bits : {start_, old_}) decommit_rows(bits, words_per_block * sizeof(uint64_t), block, end);
    for (MarkTable* marks : {&marks_, &next_marks_}) marks->decommit(block, end);
    cards_.decommit(block, end);
}

bool Space::find_hole(size_t block, size_t from, size_t least, size_t& first, size_t& end) {
    const uint8_t* marks = marks_.lines(block);
    size_t line = from;
    while (line < lines_per_block) {
        if (marks[line] != 0) {
            line++;
            continue;
        }
        size_t stop = line + 1;
        while (stop < lines_per_block && marks[stop] == 0) stop++;
        if (stop - line >= least) {
            first = line;
            end = stop;
            return true;
        }
        line = stop;
    }
    return false;
}

void Space::record_run(size_t block, size_t first_line, size_t end_line) {
    CELER_ASSERT(first_line < end_line && end_line <= lines_per_block);
    BlockInfo& info = infos_[block];
    size_t last = end_line - 1;
    info.run_starts[first_line / 64] |= uint64_t{1} << (first_line % 64);
    info.run_ends[last / 64] |= uint64_t{1} << (last % 64);
    info.has_runs = true;
    cards_.make_young(block, first_line, end_line - first_line);
}

uint8_t* Space::parse(uint8_t* begin, uint8_t* end) {
    uint8_t* next = begin;
    infos_[block_of(begin)].has_bits = true;
    while (static_cast<size_t>(end - next) >= minimum_object_size) {
        Object* object = reinterpret_cast<Object*>(next + object_prefix);
        if (object->method_table == nullptr) break;
        set_bit(start_, granule(object));
        next += object->size_bytes();
        CELER_ASSERT(next <= end, "an object runs out of its allocation buffer");
    }
    return next;
}

void Space::parse_runs(size_t block) {
    parse_keeping_runs(block);
    BlockInfo& info = infos_[block];
    for (size_t i = 0; i < lines_per_block / 64; i++) info.run_starts[i] = info.run_ends[i] = 0;
    info.has_runs = false;
}

void Space::parse_keeping_runs(size_t block) {
    const BlockInfo& info = infos_[block];
    if (!info.has_runs) return;
    uint8_t* memory = block_begin(block);
    for (size_t line = 0; line < lines_per_block; line++) {
        if (!(info.run_starts[line / 64] >> (line % 64) & 1)) continue;
        size_t last = line;
        while (!(info.run_ends[last / 64] >> (last % 64) & 1)) last++;
        parse(memory + line * line_size, memory + (last + 1) * line_size);
        line = last;
    }
}

Object* Space::last_object(const uint64_t* words, size_t block, uintptr_t address) const {
    uintptr_t begin = reinterpret_cast<uintptr_t>(block_begin(block));
    size_t granule = std::min((address - begin) / granule_size, words_per_block * 64 - 1);
    size_t index = granule / 64;
    uint64_t word = __atomic_load_n(words + index, __ATOMIC_RELAXED) & (~uint64_t{0} >> (63 - granule % 64));
    while (word == 0) {
        if (index == 0) return nullptr;
        word = __atomic_load_n(words + --index, __ATOMIC_RELAXED);
    }
    size_t found = index * 64 + 63 - static_cast<size_t>(std::countl_zero(word));
    return reinterpret_cast<Object*>(begin + found * granule_size);
}

Object* Space::find_object(uintptr_t address) {
    if (address - begin_ >= top_ * block_size) return nullptr;
    size_t block = block_of(address);
    switch (kinds_[block]) {
        case BlockKind::Unused:
        case BlockKind::Free:
            return nullptr;
        case BlockKind::LargeHead:
        case BlockKind::LargeTail: {
            Object* object = large_object(large_head(block));
            if (is_unswept(large_head(block)) && !is_marked(object)) return nullptr;
            uintptr_t memory = reinterpret_cast<uintptr_t>(object) - object_prefix;
            bool inside =
                address >= memory && object->method_table != nullptr && address - memory < object->size_bytes();
            return inside ? object : nullptr;
        }
        case BlockKind::Small:
            break;
    }
    if (!is_unswept(block)) ensure_parsed(block);
    // The last object whose memory begins at or before the address, that is whose address is at most 8 more.
    Object* object = last_object(object_words(block), block, address + object_prefix);
    if (object == nullptr) return nullptr;
    return address - reinterpret_cast<uintptr_t>(object) + object_prefix < object->size_bytes() ? object : nullptr;
}

bool Space::is_object(const Object* object) {
    uintptr_t address = reinterpret_cast<uintptr_t>(object);
    return address % granule_size == 0 && find_object(address) == object;
}

}  // namespace celer::gc
