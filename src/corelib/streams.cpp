// System.IO.Stream: does a type override the asynchronous pattern of its base?
#include <atomic>

#include "corelib/contract.h"
#include "corelib/tables.h"
#include "reflection/exposed_objects.h"
#include "types/dispatch.h"
#include "types/loader.h"

namespace celer {

namespace {

bool overrides(MethodTable* table, std::string_view name) {
    MethodDesc* declared = find_method(corelib_type("System.IO", "Stream"), name);
    Result<MethodDesc*> found = resolve_virtual(table, declared);
    return !found || *found != declared;
}

// Both answers are kept in the auxiliary data, where managed code looks first.
QBool has_overridden_slow(MethodTable* table, QBool is_read) {
    bool read = overrides(table, "BeginRead") || overrides(table, "EndRead");
    bool write = overrides(table, "BeginWrite") || overrides(table, "EndWrite");
    uint32_t found = aux_flags::has_checked_stream_override;
    if (read) found |= aux_flags::is_stream_overridden_read;
    if (write) found |= aux_flags::is_stream_overridden_write;
    std::atomic_ref(table->auxiliary->flags).fetch_or(found);
    return is_read ? read : write;
}

const NativeEntry entries[] = {
    CELER_QCALL("Stream_HasOverriddenSlow", has_overridden_slow),
};

}  // namespace

NativeTable streams_contract() {
    return entries;
}

}  // namespace celer
