// The allocation buffer of a thread, which compiled code bumps inline:
//
//   p = t_alloc.pointer; n = p + size; if (n > t_alloc.limit) goto slow;     size: a multiple of 8, at least 24
//   t_alloc.pointer = n; [p + 16] = length (arrays and strings, 4 bytes); [p + 8] = MethodTable; object = p + 8
//
// Invariants:
// - pointer <= limit; all bytes in [pointer, limit) are zero, so the header at p and the fields need no stores.
// - The length is stored before the MethodTable: who finds a MethodTable can compute the object's size.
// - A thread can be stopped at any instruction of the sequence: what lies from the first object without a MethodTable
//   up to the end of the buffer is live as a whole during a collection, and the thread goes on with its buffer
//   afterwards. Of a buffer that is used up nothing is left: it has ended once a collection has parsed it, so
//   unparsed_begin lies in the buffer's own block.
// - Objects that have a finalizer or are larger than max_inline_size never take this path. (The limit also stays at the
//   pointer when every allocation shall enter the engine, as in stress mode.)
#pragma once

#include <cstddef>
#include <cstdint>

namespace celer::gc {

// Compilers call the engine for anything larger; any smaller size may be tried inline.
inline constexpr size_t max_inline_size = 2048;

struct AllocContext {
    uint8_t* pointer = nullptr;
    uint8_t* limit = nullptr;
    // The engine's from here on.
    uint8_t* buffer_end = nullptr;        // [limit, buffer_end) belongs to the buffer but is not zeroed yet
    uint8_t* unparsed_begin = nullptr;    // objects of the buffer below have start bits already
    uint8_t* hole_scan = nullptr;         // where to look for the next hole of the block this thread owns
    uint8_t* overflow_pointer = nullptr;  // second buffer, for objects too large for the current hole
    uint8_t* overflow_end = nullptr;
    bool dirty = false;  // buffer memory must be zeroed before use
    bool overflow_dirty = false;
    bool carried = false;  // the buffer outlived a collection, so its run is no longer recorded with the block
    bool attached = false;
    uint64_t granted_bytes = 0;    // handed out to this thread so far, up to `limit`
    uint64_t published_bytes = 0;  // allocated_bytes() when the thread last left the engine; other threads read it
    AllocContext* next = nullptr;  // list of attached threads

    void publish() { __atomic_store_n(&published_bytes, allocated_bytes(), __ATOMIC_RELAXED); }
    // Bytes of all objects this thread has allocated. For the thread itself, and for others while it is stopped.
    uint64_t allocated_bytes() const { return granted_bytes - static_cast<uint64_t>(limit - pointer); }
};

static_assert(offsetof(AllocContext, pointer) == 0 && offsetof(AllocContext, limit) == 8);

extern thread_local constinit AllocContext t_alloc __attribute__((tls_model("initial-exec")));

}  // namespace celer::gc
