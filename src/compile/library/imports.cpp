// For a compiler's library, in place of the engine's parts: what it calls of them, by the table.
#include <utility>

#include "code/process_cells.h"
#include "compile/services.h"
#include "import/supplied_body.h"
#include "types/dispatch.h"

namespace celer {

namespace {

const CompilerServices* g_services;

}  // namespace

void** g_helper_slots;
TlsOffsets g_tls_offsets;
AddressRange g_code_range;
gc::BarrierCells* g_barrier_cells;

bool use_services(const CompilerServices* services) {
    if (services->version != services_version || services->layout != services_layout) return false;
    g_services = services;
    g_helper_slots = services->helper_slots;
    g_tls_offsets = services->tls_offsets;
    g_code_range = services->code_range;
    g_barrier_cells = services->barrier_cells;
    return true;
}

bool Compilation::enter(Phase phase) {
    return enter_phase(*this, phase);
}

#define CELER_SERVICE(result, name, parameters, arguments) \
    result name parameters {                               \
        return g_services->name arguments;                 \
    }
#include "compile/services.def"
#undef CELER_SERVICE

}  // namespace celer
