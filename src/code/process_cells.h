// Process cells that compiled code reads, because what they hold differs between processes (platform/process_cells.h).
#pragma once

#include "object/object.h"
#include "types/member.h"

namespace celer {

struct Module;

// Holds the address of mapped data of the module. For code of the method; lives as long.
const void** new_rva_cell(const MethodDesc* method, const Module* module, uint32_t rva);

// Holds an interned string of the heap. Likewise.
Object* const* new_heap_string_cell(const MethodDesc* method, Object* string);

void install_process_cells();  // their recipes

}  // namespace celer
