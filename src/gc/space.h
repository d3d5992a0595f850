// The heap's address range and its side tables: blocks, lines and object bits.
//
// Invariants:
// - The range is an array of 32 KiB blocks, a block is 256 lines of 128 bytes, a granule is 8 bytes.
// - A small object lies inside one block; a large one begins a run of blocks of its own (LargeHead, LargeTail...).
// - Side tables are indexed by address alone and cost memory only where the heap is in use.
// - Between collections blocks are only taken, never freed; so cursors only move up.
// - Object bits are at the granule of the object's address (its MethodTable pointer):
//     start   objects known to be allocated. Complete after ensure_parsed(block); equals `mark` right after a
//     collection. mark    objects alive at the last collection (during marking: found so far). old     objects that
//     survived two collections or more. next    what a full collection beside the program has found so far (gc/cycle.h)
// - A block may be left unswept by such a collection: its objects are those that are marked, and nothing of its memory
// is
//   handed out until it is swept.
// - A line has a card (gc/barrier.h), and lies in old memory or in young: a line that is handed out for allocation had
//   no object, so none is both.
// - Newly allocated objects have no bits. Where they are is known by runs: a run is a range of whole lines handed out
// as one
//   allocation buffer, filled from its beginning without gaps, and ended by a null MethodTable or by its end.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>

#include "base/assert.h"
#include "gc/card_table.h"
#include "gc/geometry.h"
#include "gc/mark_table.h"
#include "object/object.h"

namespace celer::gc {

static_assert(line_size == size_t{1} << card_shift && block_size == size_t{1} << block_shift);

enum class BlockKind : uint8_t {
    Unused,  // zero, no pages behind it
    Free,    // dirty
    Small,
    LargeHead,
    LargeTail,
};

struct BlockInfo {
    uint64_t run_starts[lines_per_block / 64];  // bit i: a run begins at line i
    uint64_t run_ends[lines_per_block / 64];    // bit i: a run's last line is i
    uint32_t large_blocks;                      // LargeHead: length of the block run
    uint32_t large_offset;                      // LargeHead: where in the first block its memory begins
    uint32_t freed_at;                          // Free: number of the collection that freed it
    bool has_runs;
    bool pinned;    // holds pinned-heap objects only
    bool dirty;     // had other contents when it was taken
    bool has_bits;  // object bits or line marks may be set; otherwise all are clear
};

// Large because all that the heap's tables hold is asked of it, by address.
class Space {
  public:
    // False if the address range cannot be had.
    bool initialize(size_t size_bytes);

    uintptr_t begin() const { return begin_; }
    size_t size_bytes() const { return size_bytes_; }
    bool contains(uintptr_t address) const { return address - begin_ < size_bytes_; }
    bool contains(const void* address) const { return contains(reinterpret_cast<uintptr_t>(address)); }

    size_t block_count() const { return top_; }          // from the first to the last that is used
    size_t most_blocks() const { return highest_top_; }  // that there ever were
    size_t block_of(uintptr_t address) const { return (address - begin_) / block_size; }
    size_t block_of(const void* address) const { return block_of(reinterpret_cast<uintptr_t>(address)); }
    uint8_t* block_begin(size_t block) const { return reinterpret_cast<uint8_t*>(begin_) + block * block_size; }
    BlockKind kind(size_t block) const { return kinds_[block]; }
    BlockInfo& info(size_t block) { return infos_[block]; }
    size_t large_head(size_t block) const {
        return kinds_[block] == BlockKind::LargeTail ? large_heads_[block] : block;
    }

    // --- blocks. Null when the address range or the commit limit is exhausted. What is dirty must be zeroed by the
    // taker.
    uint8_t* take_block(bool pinned);
    uint8_t* take_large(size_t size_bytes, bool pinned);
    Object* large_object(size_t head) const {
        return reinterpret_cast<Object*>(block_begin(head) + infos_[head].large_offset + object_prefix);
    }
    bool is_dirty(const void* address) { return infos_[block_of(address)].dirty; }
    void zero_large(uint8_t* begin, size_t size_bytes);
    void free_blocks(size_t block, size_t count, uint32_t collection);
    void reset_cursors();              // after blocks were freed
    void lower_cursors(size_t block);  // after this block and others behind it were freed
    // Returns free blocks beyond the first `keep_bytes` to the system if they were freed at or before `collection`,
    // at most `most_bytes` of them, or fewer if they lie scattered.
    void decommit_free(size_t keep_bytes, uint32_t collection, size_t most_bytes);

    size_t committed_bytes() const { return committed_blocks_ * block_size; }
    size_t in_use_bytes() const { return (committed_blocks_ - free_blocks_) * block_size; }
    size_t free_bytes() const { return free_blocks_ * block_size; }  // committed but in no use
    void set_commit_limit(size_t bytes) { commit_limit_ = bytes; }

    // --- lines
    // The first hole of at least `least` lines at or after line `from`; false if there is none.
    bool find_hole(size_t block, size_t from, size_t least, size_t& first, size_t& end);

    // --- object bits
    size_t granule(const void* address) const { return (reinterpret_cast<uintptr_t>(address) - begin_) / granule_size; }
    MarkTable& marks() { return marks_; }
    MarkTable& next_marks() { return next_marks_; }
    // What was found becomes what is marked; the next marks are those before.
    void exchange_marks() { std::swap(marks_, next_marks_); }
    bool is_marked(const void* object) const { return marks_.is_marked(object); }
    bool is_old(const void* object) const {  // of a marked object
        return is_unswept(block_of(object)) ? next_marks_.is_marked(object) : test_bit(old_, granule(object));
    }
    void set_old(const void* object) { set_bit(old_, granule(object)); }
    uint64_t* start_words(size_t block) { return start_ + block * words_per_block; }
    uint64_t* old_words(size_t block) { return old_ + block * words_per_block; }
    // Which objects there are, if the block is parsed.
    uint64_t* object_words(size_t block) { return is_unswept(block) ? marks_.words(block) : start_words(block); }
    // Calls visit(object) for each object of the block that these bits name.
    template <typename Visit>
    void for_each_object(size_t block, const uint64_t* words, Visit visit) const {
        for (size_t index = 0; index < words_per_block; index++) {
            for (uint64_t word = words[index]; word != 0; word &= word - 1) {
                size_t granule = index * 64 + static_cast<size_t>(std::countr_zero(word));
                visit(reinterpret_cast<Object*>(block_begin(block) + granule * granule_size));
            }
        }
    }
    // The last object of a Small block, by these bits, whose address is at most this one (in the block, or at its end).
    Object* last_object(const uint64_t* words, size_t block, uintptr_t address) const;

    bool is_unswept(size_t block) const { return unswept_[block]; }
    void set_unswept(size_t block, bool unswept) { unswept_[block] = unswept; }

    // Of a Small block: lines that held objects when it was last swept; UINT8_MAX: that or more.
    size_t used_lines(size_t block) const { return used_lines_[block]; }
    void set_used_lines(size_t block, size_t lines) {
        used_lines_[block] = static_cast<uint8_t>(std::min<size_t>(lines, UINT8_MAX));
    }

    CardTable& cards() { return cards_; }

    // --- runs
    void record_run(size_t block, size_t first_line, size_t end_line);
    void ensure_parsed(size_t block) {
        if (infos_[block].has_runs) parse_runs(block);
    }
    void parse_keeping_runs(
        size_t block);  // for looks at the heap between collections: more may be allocated in the runs
    // Sets start bits from `begin` to the first null MethodTable or `end`; returns where it stopped.
    uint8_t* parse(uint8_t* begin, uint8_t* end);

    // The object that contains the address (header to padding), or null.
    Object* find_object(uintptr_t address);
    // True if an object begins at exactly this address.
    bool is_object(const Object* object);

  private:
    void parse_runs(size_t block);
    bool extend_top(size_t blocks);
    size_t find_free_run(size_t count);
    uint32_t next_large_offset(size_t free_bytes);
    void claim(size_t block, size_t count);
    void decommit_tables(size_t block, size_t end);

    uintptr_t begin_ = 0;
    size_t size_bytes_ = 0;
    size_t top_ = 0;  // blocks
    size_t highest_top_ = 0;
    size_t limit_ = 0;
    BlockKind* kinds_ = nullptr;
    BlockInfo* infos_ = nullptr;
    uint32_t* large_heads_ = nullptr;  // LargeTail: index of the head
    size_t next_colour_ = 0;           // of a large object
    uint64_t* start_ = nullptr;
    uint64_t* old_ = nullptr;
    MarkTable marks_;
    MarkTable next_marks_;
    bool* unswept_ = nullptr;
    uint8_t* used_lines_ = nullptr;
    CardTable cards_;
    size_t committed_blocks_ = 0;
    size_t free_blocks_ = 0;
    size_t commit_limit_ = SIZE_MAX;
    size_t small_cursor_ = 0;
    size_t run_cursors_[32] = {};  // [k]: no free run of 2^k blocks or more begins below
};

}  // namespace celer::gc
