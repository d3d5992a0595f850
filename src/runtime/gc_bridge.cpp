// What the collector asks of the runtime: stopping threads, and the roots that are not in its own tables.
#include "runtime/gc_bridge.h"

#include <fmt/format.h>

#include <cstring>
#include <string>

#include "base/assert.h"
#include "base/options.h"
#include "code/helpers.h"
#include "code/method_code.h"
#include "gc/heap.h"
#include "gc/world.h"
#include "runtime/thread.h"
#include "types/loader.h"
#include "types/loader_allocator.h"
#include "types/statics.h"

namespace celer {

namespace {

struct ScanContext {
    gc::RootVisitor* visitor;
    Thread* self;
};

// CELER_GCRoots: the frame of a stack that an address lies in, by the chain of frame pointers; null where that breaks
// off.
const MethodCode* frame_of(const Thread& thread, uintptr_t frame_pointer, uintptr_t address) {
    const MethodCode* code = nullptr;
    while (frame_pointer != 0 && frame_pointer < address) {
        auto* frame = reinterpret_cast<const uintptr_t*>(frame_pointer);
        if (frame[0] <= frame_pointer || frame[0] >= reinterpret_cast<uintptr_t>(thread.stack_high)) return nullptr;
        code = find_code(frame[1] - 1);
        frame_pointer = frame[0];
    }
    return code;
}

void report_roots(const Thread& thread, const char* what, const void* low, const void* high, uintptr_t frame_pointer) {
    auto begin = (reinterpret_cast<uintptr_t>(low) + 7) & ~uintptr_t{7};
    for (uintptr_t slot = begin; slot < reinterpret_cast<uintptr_t>(high); slot += 8) {
        const Object* object = gc::find_object(*reinterpret_cast<const uintptr_t*>(slot));
        if (object == nullptr) continue;
        std::string type = display_name(TypeHandle(object->method_table));
        if (type != options().GCRoots && std::strcmp(options().GCRoots, "*") != 0) continue;
        const MethodCode* code = frame_of(thread, frame_pointer, slot);
        fmt::print(stderr, "GC root: thread {}, {}, {} bytes above its start, in {}: {} at {}\n", thread.os_id, what,
                   slot - begin,
                   code != nullptr && code->method != nullptr ? display_name(code->method) : "no managed frame", type,
                   static_cast<const void*>(object));
    }
}

void scan_thread(Thread& thread, void* raw) {
    auto* scan = static_cast<ScanContext*>(raw);
    gc::RootVisitor& visitor = *scan->visitor;
    // Collecting, and with references in the engine's frames. In Native mode it is as any other thread: what those
    // frames have in their padding is no root.
    bool collects_managed = &thread == scan->self && thread.mode.load(std::memory_order_relaxed) == ThreadMode::Managed;
    const void* low = collects_managed ? visitor.collecting_thread_stack_low() : thread.stack_low;
    bool reports = *options().GCRoots != 0;
    if (reports) {
        report_roots(thread, "stack", low, thread.stack_high,
                     collects_managed ? reinterpret_cast<uintptr_t>(__builtin_frame_address(0))
                                      : thread.saved_registers[kept_frame_pointer]);
    }
    visitor.conservative_range(low, thread.stack_high);
    if (!collects_managed && thread.signal_frame_low != nullptr) {
        const uint8_t* high = thread.alternate_stack + alternate_stack_size;
        if (reports) report_roots(thread, "signal's stack", thread.signal_frame_low, high, 0);
        visitor.interrupted_range(thread.signal_frame_low, high);
    }
    if (!collects_managed && thread.interrupted_high != nullptr)
        visitor.interrupted_range(low, thread.interrupted_high);
    if (!collects_managed) {
        const uintptr_t* high = thread.saved_registers + std::size(thread.saved_registers);
        if (reports) report_roots(thread, "saved registers", thread.saved_registers, high, 0);
        visitor.conservative_range(thread.saved_registers, high);
    }
    visitor.exact(&thread.managed_thread);
    visitor.exact(&thread.current_exception);
}

class StackAndStaticRoots final : public gc::RootSource {
  public:
    void visit_roots(gc::RootVisitor& visitor) override {
        ScanContext scan{&visitor, t_thread};
        for_each_thread(scan_thread, &scan);
        for_each_static_range([](Object* const* slots, size_t count,
                                 void* context) { static_cast<gc::RootVisitor*>(context)->exact_range(slots, count); },
                              &visitor);
        for_each_thread(
            [](Thread& thread, void* context) {
                struct PerThread {
                    Thread* thread;
                    gc::RootVisitor* visitor;
                } both{&thread, static_cast<gc::RootVisitor*>(context)};
                for_each_thread_statics(
                    [](uint32_t offset, const GcLayout* layout, void* raw) {
                        auto* both = static_cast<PerThread*>(raw);
                        both->visitor->by_layout(both->thread->thread_statics + offset, layout, 0);
                    },
                    &both);
            },
            &visitor);
    }
};

class World final : public gc::WorldController {
  public:
    void stop_the_world() override { suspend_all_threads(current_thread()); }
    void resume_the_world() override { resume_all_threads(current_thread()); }
    bool enter_safe_region() override {
        if (current_thread().mode.load() == ThreadMode::Native) return false;
        enter_native(current_thread());
        return true;
    }
    void leave_safe_region(bool token) override {
        if (token) leave_native(current_thread());
    }
    bool has_critical_finalizer(const MethodTable* table) override {
        for (const MethodTable* ancestor = table; ancestor != nullptr; ancestor = ancestor->parent) {
            if (ancestor == critical_) return true;
        }
        return false;
    }
    // As on CoreCLR, whose CoreLib has an empty finalizer in WeakReference<T>. Their finalizers free a handle.
    bool finalize_at_once(Object* object) override {
        const MethodTable* table = object->method_table;
        if (table != weak_reference_ && table->info->typical.get() != weak_reference_of_type_) return false;
        constexpr uintptr_t tags = 3;
        constexpr uintptr_t tracks_resurrection = 1;
        auto& tagged = object->field<uintptr_t>(tagged_handle_offset_);
        if ((tagged & ~tags) != 0) gc::free_handle(reinterpret_cast<gc::Handle>(tagged & ~tags));
        tagged &= tracks_resurrection;
        return true;
    }
    std::string type_name(const MethodTable* table) override {
        return display_name(TypeHandle(const_cast<MethodTable*>(table)));
    }
    void find_types() {
        if (auto found = find_type(corelib(), "System.Runtime.ConstrainedExecution", "CriticalFinalizerObject"))
            critical_ = *found;
        weak_reference_ = find_weak_references("WeakReference");
        weak_reference_of_type_ = find_weak_references("WeakReference`1");
    }

  private:
    const MethodTable* find_weak_references(const char* name) {
        auto found = find_type(corelib(), "System", name);
        CELER_ASSERT(found && ensure_loaded(*found), "CoreLib lacks System.%s", name);
        const FieldDesc* handle = find_field(*found, "_taggedHandle");
        CELER_ASSERT(handle != nullptr, "System.%s lacks _taggedHandle", name);
        tagged_handle_offset_ = handle->offset;  // the same in both
        return *found;
    }

    const MethodTable* critical_ = nullptr;
    const MethodTable* weak_reference_ = nullptr;
    const MethodTable* weak_reference_of_type_ = nullptr;  // the definition
    uint32_t tagged_handle_offset_ = 0;
};

World g_world;
StackAndStaticRoots g_roots;

}  // namespace

// What types that can be unloaded have in thread statics is visited with their allocator.
void visit_thread_statics(gc::RootVisitor& visitor, uint32_t offset, const GcLayout* layout) {
    struct Range {
        gc::RootVisitor* visitor;
        uint32_t offset;
        const GcLayout* layout;
    } range{&visitor, offset, layout};
    for_each_thread(
        [](Thread& thread, void* raw) {
            auto* range = static_cast<Range*>(raw);
            range->visitor->by_layout(thread.thread_statics + range->offset, range->layout, 0);
        },
        &range);
}

void clear_thread_statics(uint32_t offset, uint32_t size_bytes) {
    ThreadStaticsRange range{offset, size_bytes};
    for_each_thread(
        [](Thread& thread, void* raw) {
            auto* range = static_cast<ThreadStaticsRange*>(raw);
            std::memset(thread.thread_statics + range->offset, 0, range->size_bytes);
        },
        &range);
}

void initialize_collector() {
    gc::initialize(g_world);
    take_barrier_cells();
    gc::add_root_source(g_roots);
    initialize_loader_allocators();
}

void initialize_collector_types() {
    g_world.find_types();
}

}  // namespace celer
