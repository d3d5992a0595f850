// Process cells that compiled code reads, because what they hold differs between processes (platform/process_cells.h).
#pragma once

#include "object/object.h"
#include "types/member.h"

namespace celer {

struct CellRecord;
struct Module;

// Holds the address of mapped data of the module. For code of the method; lives as long.
const void** new_rva_cell(const MethodDesc* method, const Module* module, uint32_t rva);

// Holds an interned string of the heap. Likewise.
Object* const* new_heap_string_cell(const MethodDesc* method, Object* string);

// For another process (base/upcalls.h).
bool fill_cast_cache(const CellRecord& record);
bool fill_rva_cell(const CellRecord& record);
bool fill_heap_string_cell(const CellRecord& record);

}  // namespace celer
