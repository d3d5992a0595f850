// Static fields of CoreLib that its own code never stores, because CoreCLR does.
#include "base/assert.h"
#include "corelib/contract.h"
#include "gc/barrier.h"
#include "reflection/exposed_objects.h"
#include "runtime/objects.h"
#include "types/literals.h"
#include "types/loader.h"
#include "types/well_known.h"

namespace celer {

namespace {

// An empty System.Runtime.CompilerServices.CastCache: int[] of a header (shift of the hash, index mask, next victim)
// and two entries of 24 bytes, all zero.
ArrayObject* empty_cast_table() {
    constexpr uint32_t table_ints = 3 * 24 / sizeof(int32_t);
    ArrayObject* table = new_array(well_known(WellKnown::Int32), table_ints);
    table->elements<int32_t>()[0] = 63;
    table->elements<int32_t>()[1] = 1;
    return table;
}

void store_static(MethodTable* table, std::string_view field, Object* value) {
    gc::store_reference(static_cast<Object**>(static_field_address(table, field)), value);
}

}  // namespace

void initialize_corelib_fields() {
    MethodTable* string = well_known(WellKnown::String);
    CELER_ASSERT(ensure_loaded(string).has_value(), "System.String does not load");
    store_static(string, "Empty", intern_literal({}));
    store_static(corelib_type("System.Runtime.CompilerServices", "CastHelpers"), "s_table", empty_cast_table());
}

}  // namespace celer
