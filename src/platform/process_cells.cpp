#include "platform/process_cells.h"

#include "base/assert.h"
#include "base/upcalls.h"
#include "platform/arena_roots.h"

namespace celer {

namespace {

enum class Recipe : uint8_t { Zero, Start, Recorded, FirstUse };

struct Kind {
    const char* name;
    Recipe recipe;
};
constexpr Kind kinds[] = {
#define CELER_PROCESS_CELL(kind, recipe, doc) {#kind, Recipe::recipe},
#include "platform/process_cells.def"
#undef CELER_PROCESS_CELL
};

const Kind& kind_of(ProcessCell kind) {
    return kinds[static_cast<int>(kind)];
}

void record(ProcessCell kind, const CellRecord& values) {
    auto* record = arena_new<CellRecord>(Section::Types);
    *record = values;
    ArenaPointer<CellRecord>& first = arena_roots().cells[static_cast<int>(kind)];
    ArenaPointer<CellRecord> next;
    __atomic_load(&first, &next, __ATOMIC_ACQUIRE);
    ArenaPointer<CellRecord> own = record;
    do {
        record->next = next;
    } while (!__atomic_compare_exchange(&first, &next, &own, true, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE));
}

bool fill(ProcessCell kind, const CellRecord& record) {
    switch (kind) {
#define CELER_PROCESS_CELL(kind, recipe, doc) case ProcessCell::kind:
#define CELER_RECORDED_CELL(kind, upcall, doc)
#include "platform/process_cells.def"
#undef CELER_PROCESS_CELL
        break;
#define CELER_PROCESS_CELL(kind, recipe, doc)
#define CELER_RECORDED_CELL(kind, upcall, doc) \
    case ProcessCell::kind:                    \
        return g_upcalls.upcall(record);
#include "platform/process_cells.def"
#undef CELER_PROCESS_CELL
    }
    CELER_PANIC("no records are kept of cells of the kind %s", kind_of(kind).name);
}

}  // namespace

void* take_process_cells(ProcessCell kind, LoaderHeap* heap, size_t size_bytes, size_t alignment) {
    CELER_ASSERT(kind_of(kind).recipe != Recipe::Recorded, "a cell without its record");
    return heap_allocate(heap, Section::Process, size_bytes, alignment);
}

void* take_recorded_cell(ProcessCell kind, LoaderHeap* heap, size_t size_bytes, const void* subject,
                         uint32_t argument) {
    CELER_ASSERT(kind_of(kind).recipe == Recipe::Recorded, "no records are kept of the kind");
    void* cell = heap_allocate(heap, Section::Process, size_bytes);
    if (heap == nullptr) record(kind, {nullptr, cell, subject, argument});
    return cell;
}

bool have_room_for_process_cells(size_t size_bytes) {
    return arena_has_room(Section::Process, size_bytes);
}

const char* refill_process_cells() {
    for (int kind = 0; kind < process_cell_count; kind++) {
        for (const CellRecord* one = arena_roots().cells[kind]; one != nullptr; one = one->next) {
            if (!fill(static_cast<ProcessCell>(kind), *one)) return kinds[kind].name;
        }
    }
    return nullptr;
}

}  // namespace celer
