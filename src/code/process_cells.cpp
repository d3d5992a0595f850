#include "code/process_cells.h"

#include "types/assembly.h"
#include "types/loader_allocator.h"

namespace celer {

const void** new_rva_cell(const MethodDesc* method, const Module* module, uint32_t rva) {
    const void** cell = new_beside<const void*>(method, Section::Process);
    *cell = module->rva_data(rva, 1);
    return cell;
}

}  // namespace celer
