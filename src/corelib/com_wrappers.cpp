// System.Runtime.InteropServices.ComWrappers and TrackerObjectManager.
#include "interop/com_wrappers.h"

#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/handles.h"
#include "runtime/exceptions.h"
#include "types/loader.h"

namespace celer {

namespace {

void unknown_methods(const void** query_interface, const void** add_ref, const void** release) {
    ComVtableEntries entries = com_unknown();
    *query_interface = entries.query_interface;
    *add_ref = entries.add_ref;
    *release = entries.release;
}

// The collector reads holders from the first one on.
gc::Handle allocate_handle_of(ObjectHandleOnStack holder) {
    install_com_wrappers(holder.get()->method_table);
    gc::Handle handle = gc::allocate_handle(gc::HandleKind::RefCounted, holder.get());
    if (handle == nullptr) throw_out_of_memory();
    return handle;
}

// CoreLib tells that holders are about to exist; the first one tells their type.
void register_rooted_callback() {}

QBool has_manager() {
    return has_reference_tracker_manager() ? 1 : 0;
}
QBool try_register_manager(void* manager) {
    return register_reference_tracker_manager(manager) ? 1 : 0;
}
void register_cache(ObjectHandleOnStack cache) {
    set_reference_tracker_cache(cache.get());
}

const NativeEntry entries[] = {
    CELER_QCALL("ComWrappers_GetIUnknownImpl", unknown_methods),
    CELER_QCALL("ComWrappers_GetUntrackedAddRefRelease", com_untracked_count),
    CELER_QCALL("ComWrappers_GetIReferenceTrackerTargetVftbl", com_tracker_target_vtable),
    CELER_QCALL("ComWrappers_GetTaggedImpl", com_is_current_version),
    CELER_QCALL("ComWrappers_AllocateRefCountedHandle", allocate_handle_of),
    CELER_QCALL("ComWrappers_RegisterIsRootedCallback", register_rooted_callback),
    CELER_QCALL("TrackerObjectManager_HasReferenceTrackerManager", has_manager),
    CELER_QCALL("TrackerObjectManager_TryRegisterReferenceTrackerManager", try_register_manager),
    CELER_QCALL("TrackerObjectManager_RegisterNativeObjectWrapperCache", register_cache),
};

}  // namespace

NativeTable com_wrappers_contract() {
    return entries;
}

}  // namespace celer
