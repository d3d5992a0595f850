// ip -> MethodCode: a table per page of code, made when the page gets its first code. Readers are lock-free.
#include <atomic>

#include "base/assert.h"
#include "base/upcalls.h"
#include "code/code_roots.h"
#include "code/compiler.h"
#include "code/helpers.h"
#include "gc/barrier.h"
#include "platform/arena.h"
#include "platform/process_cells.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

constexpr uintptr_t granule = 16;
constexpr uintptr_t page_bytes = 4096;
constexpr uintptr_t granules_per_page = page_bytes / granule;

}  // namespace

// A page's table has a word per 16 bytes: the record of the code that starts there, or null.
struct CodePage {
    std::atomic<MethodCode*> starts[granules_per_page];
};

namespace {

std::atomic<CodePage*>* g_pages;  // CodeRoots::pages: one per page of Section::Code
std::once_flag g_pages_once;

void make_pages() {
    size_t page_count = (g_code_range.end - g_code_range.begin) / page_bytes;
    CodeRoots& roots = code_roots();
    if (roots.pages == nullptr) roots.pages = arena_new<std::atomic<CodePage*>>(Section::CodeData, page_count);
    g_pages = roots.pages;
}

}  // namespace

void** g_helper_slots;
TlsOffsets g_tls_offsets;

void take_helper_slots() {
    CodeRoots& roots = code_roots();
    if (roots.helper_slots == nullptr)
        roots.helper_slots =
            new_process_cell<void*>(ProcessCell::HelperSlots, nullptr, static_cast<size_t>(Helper::Count));
    g_helper_slots = roots.helper_slots;
}

static gc::BarrierCells g_no_heap;
gc::BarrierCells* g_barrier_cells = &g_no_heap;  // until there are roots of the arena

void take_barrier_cells() {
    CodeRoots& roots = code_roots();
    if (roots.barrier_cells == nullptr)
        roots.barrier_cells = new_process_cell<gc::BarrierCells>(ProcessCell::Barrier, nullptr);
    *roots.barrier_cells = gc::g_barrier;
    g_barrier_cells = roots.barrier_cells;
}

uint8_t* allocate_code(uint32_t size_bytes, const void* entity) {
    return static_cast<uint8_t*>(heap_allocate(loader_heap_of(entity), Section::Code, size_bytes, granule));
}

void register_code(MethodCode* code) {
    std::call_once(g_pages_once, make_pages);
    uintptr_t offset = reinterpret_cast<uintptr_t>(code->start) - g_code_range.begin;
    std::atomic<CodePage*>& slot = g_pages[offset / page_bytes];
    CodePage* page = slot.load(std::memory_order_acquire);
    if (page == nullptr) {
        CodePage* fresh = arena_new<CodePage>(Section::CodeData);
        if (slot.compare_exchange_strong(page, fresh, std::memory_order_acq_rel)) page = fresh;
    }
    page->starts[offset % page_bytes / granule].store(code, std::memory_order_release);
}

static void forget_code(AddressRange range) {
    for (uintptr_t address = range.begin; address < range.end; address += granule) {
        uintptr_t offset = address - g_code_range.begin;
        CodePage* page = g_pages[offset / page_bytes].load(std::memory_order_relaxed);
        if (page != nullptr) page->starts[offset % page_bytes / granule].store(nullptr, std::memory_order_relaxed);
    }
}

void install_code_map() {
    std::call_once(g_pages_once, make_pages);
    on_unload({.each = [](LoaderAllocator& allocator) { allocator.heap.for_each_chunk(Section::Code, forget_code); }});
}

void for_each_code(void (*visit)(MethodCode& code)) {
    size_t page_count = (g_code_range.end - g_code_range.begin) / page_bytes;
    for (size_t i = 0; g_pages != nullptr && i < page_count; i++) {
        CodePage* page = g_pages[i].load(std::memory_order_acquire);
        for (uintptr_t granule = 0; page != nullptr && granule < granules_per_page; granule++) {
            if (MethodCode* code = page->starts[granule].load(std::memory_order_acquire)) visit(*code);
        }
    }
}

MethodCode* find_code(uintptr_t ip) {
    if (!in_managed_code(ip) || g_pages == nullptr) return nullptr;
    uintptr_t offset = ip - g_code_range.begin;
    intptr_t page_index = static_cast<intptr_t>(offset / page_bytes);
    intptr_t granule_index = static_cast<intptr_t>(offset % page_bytes / granule);
    for (; page_index >= 0; page_index--, granule_index = granules_per_page - 1) {
        CodePage* page = g_pages[page_index].load(std::memory_order_acquire);
        if (page == nullptr) continue;
        for (; granule_index >= 0; granule_index--) {
            MethodCode* code = page->starts[granule_index].load(std::memory_order_acquire);
            if (code == nullptr) continue;
            return ip - reinterpret_cast<uintptr_t>(code->start) < code->size_bytes ? code : nullptr;
        }
    }
    return nullptr;
}

// The entry cell and the stub follow MethodDesc::code: whoever stores them looks afterwards whether the code is still
// the newest.
MethodCode* install_code(MethodDesc* method, MethodCode* code, SameTier same_tier) {
    MethodCode* installed = __atomic_load_n(&method->code, __ATOMIC_ACQUIRE);
    do {
        if (installed != nullptr && installed->tier > code->tier) break;
        if (installed != nullptr && installed->tier == code->tier && same_tier == SameTier::Kept) break;
    } while (!__atomic_compare_exchange_n(&method->code, &installed, code, false, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST));
    void* entry = __atomic_load_n(&method->entry, __ATOMIC_SEQ_CST);
    for (;;) {
        MethodCode* newest = __atomic_load_n(&method->code, __ATOMIC_SEQ_CST);
        if (entry == newest->start) {
            if (__atomic_load_n(&method->stub, __ATOMIC_SEQ_CST) != nullptr) thunks().lead_stub_to_newest(method);
            return newest;
        }
        if (__atomic_compare_exchange_n(&method->entry, &entry, static_cast<void*>(newest->start), false,
                                        __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
            entry = newest->start;
    }
}

const char* tier_name(const MethodCode& code) {
    switch (code.tier) {
        case CodeTier::Stub:
            return "Stub";
        case CodeTier::Baseline:
            return code.is(code_flags::has_inline_tree) ? "Inlined Tier0" : "Tier0";
        case CodeTier::Optimized:
            return "Tier1";
    }
    CELER_PANIC("unknown tier %d", static_cast<int>(code.tier));
}

Compiler& baseline() {
    CELER_ASSERT(g_upcalls.baseline != nullptr, "there is no baseline compiler");
    return *g_upcalls.baseline;
}

ThunkMaker& thunks() {
    CELER_ASSERT(g_upcalls.thunks != nullptr, "there is no thunk maker");
    return *g_upcalls.thunks;
}

}  // namespace celer
