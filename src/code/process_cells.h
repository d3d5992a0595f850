// Words in Section::Process that compiled code reads, because what they hold differs between processes.
#pragma once

#include "types/member.h"

namespace celer {

struct Module;

// Holds the address of mapped data of the module. For code of the method; lives as long.
const void** new_rva_cell(const MethodDesc* method, const Module* module, uint32_t rva);

}  // namespace celer
