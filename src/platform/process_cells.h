// Process cells: words in Section::Process, at fixed places that persistent code and data name. What they hold belongs
// to one process; process_cells.def says for each kind what gives it in the next one.
#pragma once

#include "platform/arena_pointer.h"
#include "platform/loader_heap.h"

namespace celer {

enum class ProcessCell : uint8_t {
#define CELER_PROCESS_CELL(kind, recipe, doc) kind,
#include "platform/process_cells.def"
#undef CELER_PROCESS_CELL
};
inline constexpr int process_cell_count = 0
#define CELER_PROCESS_CELL(kind, recipe, doc) +1
#include "platform/process_cells.def"
#undef CELER_PROCESS_CELL
    ;

// Of a cell of a kind that is recorded, unless it can be unloaded: then no other process will see it.
struct CellRecord {
    ArenaPointer<CellRecord> next;
    ArenaPointer<void> cell;
    ArenaPointer<const void> subject;
    uint32_t argument;
};

// Zeroed memory in Section::Process that lives as long as a heap (null: for ever). Not for recorded kinds.
void* take_process_cells(ProcessCell kind, LoaderHeap* heap, size_t size_bytes, size_t alignment = 8);
// The same for recorded kinds.
void* take_recorded_cell(ProcessCell kind, LoaderHeap* heap, size_t size_bytes, const void* subject = nullptr,
                         uint32_t argument = 0);

bool have_room_for_process_cells(size_t size_bytes);  // arena_has_room()

template <typename T>
T* new_process_cell(ProcessCell kind, LoaderHeap* heap, size_t count = 1) {
    return static_cast<T*>(take_process_cells(kind, heap, sizeof(T) * count));
}

// Fills all recorded cells of a mapped arena. The kind of the first cell that cannot be filled, or null.
const char* refill_process_cells();

}  // namespace celer
