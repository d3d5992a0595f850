// Where everything in the arena's persistent sections is found from: at the start of Section::Types, so that a process
// that maps the sections from a file finds what the process that wrote them has made. C++ globals may hold copies of
// these pointers; what they alone point to is found in no other process.
#pragma once

#include "platform/arena.h"
#include "platform/arena_pointer.h"
#include "platform/process_cells.h"

namespace celer {

struct LoaderRoots;
struct CodeRoots;

struct ArenaRoots {
    LoaderRoots* loader;  // types/loader_state.h
    CodeRoots* code;      // code/code_roots.h
    // Of the kinds that are recorded; an even number, since the arena has no padding.
    ArenaPointer<CellRecord> cells[(process_cell_count + 1) / 2 * 2];
};

ArenaRoots& arena_roots();

}  // namespace celer
