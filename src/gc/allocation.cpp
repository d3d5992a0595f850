// The engine's side of allocation: filling buffers, holes and blocks, large objects, the pinned heap.
//
// A thread bumps through one hole after the other of the block it owns; then it takes the next block with holes; then a
// free block. A medium object that does not fit the current hole, so that it would cost the rest of it, and each larger
// one goes to the overflow buffer, a larger hole or a whole block. Memory is zeroed a chunk ahead of the pointer, while
// it is on its way into the cache anyway.
#include <algorithm>
#include <cstring>
#include <optional>

#include "base/lock.h"
#include "gc/finalization.h"
#include "gc/heap_state.h"

namespace celer::gc {

thread_local constinit AllocContext t_alloc;

namespace {

constexpr size_t zeroing_chunk = 4096;
constexpr size_t least_hole_lines = 1;
constexpr size_t largest_for_any_hole = 256;
constexpr size_t abandoned_tail = 1024;   // a medium object may waste so much of a hole
constexpr size_t least_for_pages = 2048;  // bytes that files may be read into

size_t lines_of(size_t size) {
    return (size + line_size - 1) / line_size;
}

uint8_t* commit_bump(AllocContext& context, size_t size) {
    uint8_t* memory = context.pointer;
    context.pointer += size;
    return memory;
}

// Moves the limit up so that `size` fits; the buffer is large enough.
void extend_limit(const Heap& heap, AllocContext& context, size_t size) {
    size_t wanted = heap.stress_interval != 0 ? size : std::max(size, zeroing_chunk);
    uint8_t* end = context.pointer + std::min(wanted, static_cast<size_t>(context.buffer_end - context.pointer));
    if (static_cast<size_t>(context.buffer_end - end) < minimum_object_size && heap.stress_interval == 0)
        end = context.buffer_end;
    size_t fresh = static_cast<size_t>(end - context.limit);
    if (context.dirty) std::memset(context.limit, 0, fresh);
    context.granted_bytes += fresh;
    context.limit = end;
}

// A null MethodTable after the last object, so that parsing the run stops there.
void write_terminator(uint8_t* from, const uint8_t* end) {
    std::memset(from, 0, std::min<size_t>(16, static_cast<size_t>(end - from)));
}

void end_overflow(AllocContext& context) {
    if (context.overflow_pointer != nullptr) write_terminator(context.overflow_pointer, context.overflow_end);
    context.overflow_pointer = context.overflow_end = nullptr;
}

void end_main_buffer(Heap& heap, AllocContext& context) {
    if (context.pointer == nullptr) return;
    context.granted_bytes -= static_cast<uint64_t>(context.limit - context.pointer);
    if (context.carried) {
        if (context.unparsed_begin < context.pointer)
            heap.carried_runs.push_back({context.unparsed_begin, context.pointer});
    } else {
        write_terminator(context.pointer, context.buffer_end);
    }
    context.pointer = context.limit = context.buffer_end = context.unparsed_begin = nullptr;
    context.carried = false;
}

bool use_next_hole(Heap& heap, AllocContext& context, size_t size) {
    if (context.hole_scan == nullptr) return false;
    Space& space = heap.space;
    size_t block = space.block_of(context.hole_scan);
    uint8_t* memory = space.block_begin(block);
    size_t from = static_cast<size_t>(context.hole_scan - memory) / line_size;
    size_t least = std::max(least_hole_lines, lines_of(size));
    size_t first = 0;
    size_t end = 0;
    context.hole_scan = nullptr;
    if (!space.find_hole(block, from, least, first, end)) return false;
    space.record_run(block, first, end);
    context.pointer = context.limit = context.unparsed_begin = memory + first * line_size;
    context.buffer_end = memory + end * line_size;
    if (end < lines_per_block) context.hole_scan = context.buffer_end;
    context.dirty = true;
    heap.allocated_since_collection.fetch_add((end - first) * line_size, std::memory_order_relaxed);
    return true;
}

bool use_hole_of(Heap& heap, BlockSet& blocks, AllocContext& context, size_t size) {
    while (std::optional<size_t> block = blocks.take_lowest()) {
        context.hole_scan = heap.space.block_begin(*block);
        if (use_next_hole(heap, context, size)) return true;
    }
    return false;
}

bool use_any_hole(Heap& heap, AllocContext& context, size_t size) {
    for (;;) {
        for (BlockSet& set : heap.holes.by_size) {
            if (use_hole_of(heap, set, context, size)) return true;
        }
        if (!has_unswept_blocks()) return false;
        sweep_some();
    }
}

// Medium objects use holes that they fit, the largest first, or each block with a small object that survived would be
// lost to them.
std::optional<size_t> take_block_with_room(Heap& heap, size_t lines) {
    for (size_t i = Holes::classes; i-- > Holes::class_for(lines);) {
        if (std::optional<size_t> block = heap.holes.by_size[i].take_lowest()) return block;
    }
    return std::nullopt;
}

bool use_hole(Heap& heap, AllocContext& context, size_t size) {
    if (size <= largest_for_any_hole) return use_any_hole(heap, context, size);
    std::optional<size_t> block = take_block_with_room(heap, lines_of(size));
    if (!block) return false;
    context.hole_scan = heap.space.block_begin(*block);
    return use_next_hole(heap, context, size);
}

// Null: none is left.
uint8_t* take_block(Heap& heap, bool pinned) {
    while (heap.space.free_bytes() == 0 && has_unswept_blocks()) sweep_some();
    return heap.space.take_block(pinned);
}

// Where the first object of a block may begin. What is copied from the beginning of one page to less than 32 bytes
// behind that of another takes up to three times as long (Zen 4), and so do files: they lie in pages.
size_t first_line_for(size_t size) {
    return size >= least_for_pages ? 1 : 0;
}

bool refill(Heap& heap, AllocContext& context, size_t size) {
    if (!context.carried) end_main_buffer(heap, context);
    if (context.pointer == nullptr && use_next_hole(heap, context, size)) return true;
    LockGuard guard(heap.lock);
    end_main_buffer(heap, context);
    if (use_hole(heap, context, size)) return true;
    uint8_t* memory = take_block(heap, false);
    if (memory == nullptr) return use_any_hole(heap, context, size);
    heap.space.record_run(heap.space.block_of(memory), 0, lines_per_block);
    context.pointer = context.limit = context.unparsed_begin = memory;
    context.buffer_end = memory + block_size;
    context.hole_scan = nullptr;
    context.dirty = heap.space.is_dirty(memory);
    heap.allocated_since_collection.fetch_add(block_size, std::memory_order_relaxed);
    return true;
}

void begin_overflow(Heap& heap, AllocContext& context, Range range, bool dirty) {
    Space& space = heap.space;
    size_t block = space.block_of(range.begin);
    auto line = [&](const uint8_t* address) {
        return static_cast<size_t>(address - space.block_begin(block)) / line_size;
    };
    space.record_run(block, line(range.begin), line(range.end));
    context.overflow_pointer = range.begin;
    context.overflow_end = range.end;
    context.overflow_dirty = dirty;
    heap.allocated_since_collection.fetch_add(static_cast<size_t>(range.end - range.begin), std::memory_order_relaxed);
}

bool refill_overflow_from_block(Heap& heap, AllocContext& context, size_t size, bool pinned) {
    uint8_t* memory = take_block(heap, pinned);
    if (memory == nullptr) return false;
    uint8_t* begin = memory + first_line_for(size) * line_size;
    begin_overflow(heap, context, {begin, memory + block_size}, heap.space.is_dirty(memory));
    return true;
}

// Its other holes wait for the next collection.
bool refill_overflow_from_hole(Heap& heap, AllocContext& context, size_t size) {
    size_t first = first_line_for(size);
    std::optional<size_t> block = take_block_with_room(heap, first + lines_of(size));
    if (!block) return false;
    size_t end = 0;
    if (!heap.space.find_hole(*block, first, lines_of(size), first, end)) return false;
    uint8_t* memory = heap.space.block_begin(*block);
    begin_overflow(heap, context, {memory + first * line_size, memory + end * line_size}, true);
    return true;
}

bool refill_pinned(Heap& heap, AllocContext& context, size_t size) {
    end_overflow(context);
    Space& space = heap.space;
    for (;;) {
        if (context.hole_scan == nullptr) {
            std::optional<size_t> next = heap.holes.pinned.take_lowest();
            if (!next) break;
            context.hole_scan = space.block_begin(*next);
        }
        size_t block = space.block_of(context.hole_scan);
        uint8_t* memory = space.block_begin(block);
        size_t first = 0;
        size_t end = 0;
        size_t from = static_cast<size_t>(context.hole_scan - memory) / line_size;
        bool found = space.find_hole(block, from, lines_of(size), first, end);
        context.hole_scan = found && end < lines_per_block ? memory + end * line_size : nullptr;
        if (!found) continue;
        begin_overflow(heap, context, {memory + first * line_size, memory + end * line_size}, true);
        return true;
    }
    return refill_overflow_from_block(heap, context, size, true);
}

uint8_t* take_overflow(AllocContext& context, size_t size) {
    uint8_t* memory = context.overflow_pointer;
    if (context.overflow_dirty) std::memset(memory, 0, size);
    context.overflow_pointer += size;
    return memory;
}

bool overflow_fits(const AllocContext& context, size_t size) {
    return static_cast<size_t>(context.overflow_end - context.overflow_pointer) >= size;
}

uint8_t* allocate_overflow(Heap& heap, AllocContext& context, size_t size) {
    if (!overflow_fits(context, size)) {
        LockGuard guard(heap.lock);
        end_overflow(context);
        bool filled =
            refill_overflow_from_hole(heap, context, size) || refill_overflow_from_block(heap, context, size, false);
        if (!filled) return nullptr;
    }
    context.granted_bytes += size;
    return take_overflow(context, size);
}

uint8_t* allocate_pinned(Heap& heap, size_t size) {
    LockGuard guard(heap.lock);
    heap.pinned_heap_used = true;
    if (!overflow_fits(heap.pinned, size) && !refill_pinned(heap, heap.pinned, size)) return nullptr;
    return take_overflow(heap.pinned, size);
}

uint8_t* allocate_large(Heap& heap, size_t size, bool pinned, bool zero) {
    uint8_t* memory;
    {
        LockGuard guard(heap.lock);
        if (pinned) heap.pinned_heap_used = true;
        memory = heap.space.take_large(size, pinned);
    }
    if (memory == nullptr) return nullptr;
    heap.space.zero_large(memory, zero ? size : std::min<size_t>(size, 64));
    heap.allocated_since_collection.fetch_add(size, std::memory_order_relaxed);
    return memory;
}

uint8_t* allocate_small(Heap& heap, AllocContext& context, size_t size) {
    // Beside small objects, one of which may survive, large garbage would leave large holes.
    if (size > max_inline_size) return allocate_overflow(heap, context, size);
    size_t rest = static_cast<size_t>(context.buffer_end - context.pointer);
    if (rest < size) {
        if (size > largest_for_any_hole && rest > abandoned_tail) return allocate_overflow(heap, context, size);
        if (!refill(heap, context, size)) return nullptr;
    }
    if (static_cast<size_t>(context.limit - context.pointer) < size) extend_limit(heap, context, size);
    return commit_bump(context, size);
}

uint8_t* try_allocate(Heap& heap, size_t size, AllocFlags flags, bool zero) {
    AllocContext& context = t_alloc;
    bool pinned = has(flags, AllocFlags::Pinned);
    if (size > largest_small_object) {
        uint8_t* memory = allocate_large(heap, size, pinned, zero);
        if (memory != nullptr) context.granted_bytes += size;
        return memory;
    }
    if (!pinned) return allocate_small(heap, context, size);
    uint8_t* memory = allocate_pinned(heap, size);
    if (memory != nullptr) context.granted_bytes += size;
    return memory;
}

void collect_if_due(Heap& heap) {
    if (heap.stress_interval != 0 &&
        heap.stress_counter.fetch_add(1, std::memory_order_relaxed) % heap.stress_interval == 0) {
        collect(max_generation, CollectReason::Stress);
        return;
    }
    uint64_t allocated = heap.allocated_since_collection.load(std::memory_order_relaxed);
    if (allocated <= heap.budget.load(std::memory_order_relaxed) || policy_budget_is_for_callback()) return;
    collect(max_generation, CollectReason::Budget);
}

[[gnu::noinline]] uint8_t* allocate_slow(size_t size, AllocFlags flags, bool zero) {
    Heap& heap = gc::heap();
    CELER_ASSERT(t_alloc.attached, "a thread allocates that is not attached to the heap");
    if (size > heap.space.size_bytes()) return nullptr;
    collect_if_due(heap);
    if (heap.cycle.wants_help(heap.allocated_since_collection.load(std::memory_order_relaxed))) heap.cycle.help(heap);
    uint8_t* memory = try_allocate(heap, size, flags, zero);
    if (memory == nullptr) {
        collect(max_generation, CollectReason::OutOfMemory);
        memory = try_allocate(heap, size, flags, zero);
    }
    t_alloc.publish();
    return memory;
}

uint8_t* allocate_memory(size_t size, AllocFlags flags, bool zero = true) {
    AllocContext& context = t_alloc;
    bool pinned = has(flags, AllocFlags::Pinned);
    if (static_cast<size_t>(context.limit - context.pointer) >= size && !pinned && size <= largest_small_object) {
        return commit_bump(context, size);
    }
    return allocate_slow(size, flags, zero);
}

Object* publish(uint8_t* memory, MethodTable* method_table, AllocFlags flags) {
    Object* object = reinterpret_cast<Object*>(memory + object_prefix);
    __atomic_store_n(&object->method_table, method_table, __ATOMIC_RELEASE);
    if (method_table->has_finalizer() && !has(flags, AllocFlags::NoFinalizerEntry)) {
        register_for_finalization(object);
    }
    return object;
}

}  // namespace

Object* allocate(MethodTable* method_table, size_t size_bytes, AllocFlags flags) {
    size_t size = std::max<size_t>((size_bytes + 7) & ~size_t{7}, minimum_object_size);
    uint8_t* memory = allocate_memory(size, flags);
    return memory == nullptr ? nullptr : publish(memory, method_table, flags);
}

Object* allocate_array(MethodTable* method_table, uint32_t length, AllocFlags flags) {
    size_t size = method_table->base_size + size_t{method_table->component_size()} * length;
    size = std::max<size_t>((size + 7) & ~size_t{7}, minimum_object_size);
    bool zero = !has(flags, AllocFlags::ZeroingOptional) || method_table->contains_gc_pointers();
    uint8_t* memory = allocate_memory(size, flags, zero);
    if (memory == nullptr) return nullptr;
    reinterpret_cast<ArrayObject*>(memory + object_prefix)->length = length;
    return publish(memory, method_table, flags);
}

Object* allocate_string(MethodTable* method_table, uint32_t length) {
    return allocate_array(method_table, length, AllocFlags::None);  // a string's length is where an array's is
}

void attach_thread() {
    Heap& heap = gc::heap();
    LockGuard guard(heap.lock);
    CELER_ASSERT(!t_alloc.attached);
    t_alloc = AllocContext{};
    t_alloc.attached = true;
    t_alloc.next = heap.contexts;
    heap.contexts = &t_alloc;
}

void detach_thread() {
    Heap& heap = gc::heap();
    LockGuard guard(heap.lock);
    CELER_ASSERT(t_alloc.attached);
    retire_buffers(t_alloc);
    AllocContext** link = &heap.contexts;
    while (*link != &t_alloc) link = &(*link)->next;
    *link = t_alloc.next;
    heap.detached_bytes += t_alloc.granted_bytes;
    t_alloc = AllocContext{};
}

void retire_buffers(AllocContext& context) {
    end_main_buffer(heap(), context);
    end_overflow(context);
    context.hole_scan = nullptr;
}

void parse_everything() {
    Heap& heap = gc::heap();
    for (const Range& run : heap.carried_runs) heap.space.parse(run.begin, run.end);
    for (AllocContext* context = heap.contexts; context != nullptr; context = context->next) {
        if (context->overflow_pointer != nullptr) write_terminator(context->overflow_pointer, context->overflow_end);
        if (context->pointer == nullptr) continue;
        write_terminator(context->limit, context->buffer_end);
        heap.space.parse(context->unparsed_begin, context->limit);
    }
    if (heap.pinned.overflow_pointer != nullptr)
        write_terminator(heap.pinned.overflow_pointer, heap.pinned.overflow_end);
    for (size_t block = 0; block < heap.space.block_count(); block++) {
        if (heap.space.kind(block) == BlockKind::Small && !heap.space.is_unswept(block))
            heap.space.parse_keeping_runs(block);
    }
}

void flush_contexts_for_collection() {
    Heap& heap = gc::heap();
    for (const Range& run : heap.carried_runs) heap.space.parse(run.begin, run.end);
    heap.carried_runs.clear();
    end_overflow(heap.pinned);
    heap.pinned.hole_scan = nullptr;
    for (AllocContext* context = heap.contexts; context != nullptr; context = context->next) {
        end_overflow(*context);
        context->hole_scan = nullptr;
        if (context->pointer == nullptr) continue;
        // Parses up to the limit, not the pointer: the thread may have stored a MethodTable and not yet the pointer. A
        // half-done object has no MethodTable; it and all behind it stay the thread's.
        write_terminator(context->limit, context->buffer_end);
        context->unparsed_begin = heap.space.parse(context->unparsed_begin, context->limit);
        context->carried = true;
        // Nobody is half way through an allocation there, and where a buffer that is used up ends, another block
        // begins.
        bool is_used_up = context->unparsed_begin == context->buffer_end;
        if (context == &t_alloc || is_used_up) end_main_buffer(heap, *context);
    }
}

void keep_carried_buffers() {
    Heap& heap = gc::heap();
    for (AllocContext* context = heap.contexts; context != nullptr; context = context->next) {
        if (context->pointer == nullptr) continue;
        heap.space.marks().mark_lines(reinterpret_cast<uintptr_t>(context->unparsed_begin),
                                      reinterpret_cast<uintptr_t>(context->buffer_end) - 1);
    }
}

}  // namespace celer::gc
