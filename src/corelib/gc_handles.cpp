// GCHandle and DependentHandle: a handle is the address of the slot that the collector keeps (gc/handles.h); managed
// code reads its target straight from there.
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/handles.h"
#include "runtime/exceptions.h"

namespace celer {

namespace {

gc::Handle allocate(Object* target, int32_t kind) {
    return gc::allocate_handle(static_cast<gc::HandleKind>(kind), target);
}

// CoreLib comes here after `allocate` failed.
gc::Handle allocate_or_throw(ObjectHandleOnStack target, int32_t kind) {
    gc::Handle handle = allocate(target.get(), kind);
    if (handle == nullptr) throw_out_of_memory();
    return handle;
}

bool free_fast(gc::Handle handle) {
    gc::free_handle(handle);
    return true;
}
void free_slow(gc::Handle handle) {
    gc::free_handle(handle);
}
void set(gc::Handle handle, Object* target) {
    gc::set_handle(handle, target);
}
Object* compare_exchange(gc::Handle handle, Object* target, Object* expected) {
    return gc::compare_exchange_handle(handle, target, expected);
}

gc::Handle allocate_dependent(Object* primary, Object* secondary) {
    return gc::allocate_dependent_handle(primary, secondary);
}
gc::Handle allocate_dependent_or_throw(ObjectHandleOnStack primary, ObjectHandleOnStack secondary) {
    gc::Handle handle = allocate_dependent(primary.get(), secondary.get());
    if (handle == nullptr) throw_out_of_memory();
    return handle;
}
Object* get_dependent(gc::Handle handle) {
    return gc::dependent_secondary(handle);
}
Object* get_target_and_dependent(gc::Handle handle, Object** dependent) {
    return gc::dependent_primary(handle, *dependent);
}
void set_dependent(gc::Handle handle, Object* secondary) {
    gc::set_dependent_secondary(handle, secondary);
}
void clear_target(gc::Handle handle) {
    gc::set_handle(handle, nullptr);
}

// Memory that holds references while reflection prepares a call. It lies on the stack, which is scanned anyway.
void register_for_reporting(void*) {}
void unregister_for_reporting(void*) {}

constexpr const char* handle_type = "System.Runtime.InteropServices.GCHandle";
constexpr const char* dependent_type = "System.Runtime.DependentHandle";
constexpr const char* frame_type = "System.Runtime.GCFrameRegistration";

const NativeEntry entries[] = {
    CELER_INTERNAL_CALL(handle_type, "_InternalAlloc", allocate),
    CELER_INTERNAL_CALL(handle_type, "_InternalFree", free_fast),
    CELER_INTERNAL_CALL(handle_type, "InternalSet", set),
    CELER_INTERNAL_CALL(handle_type, "InternalCompareExchange", compare_exchange),
    CELER_QCALL("GCHandle_InternalAllocWithGCTransition", allocate_or_throw),
    CELER_QCALL("GCHandle_InternalFreeWithGCTransition", free_slow),
    CELER_INTERNAL_CALL(dependent_type, "InternalAlloc", allocate_dependent),
    CELER_INTERNAL_CALL(dependent_type, "InternalFree", free_fast),
    CELER_INTERNAL_CALL(dependent_type, "InternalGetDependent", get_dependent),
    CELER_INTERNAL_CALL(dependent_type, "InternalGetTargetAndDependent", get_target_and_dependent),
    CELER_INTERNAL_CALL(dependent_type, "InternalSetDependent", set_dependent),
    CELER_INTERNAL_CALL(dependent_type, "InternalSetTargetToNull", clear_target),
    CELER_QCALL("DependentHandle_InternalAllocWithGCTransition", allocate_dependent_or_throw),
    CELER_QCALL("DependentHandle_InternalFreeWithGCTransition", free_slow),
    CELER_INTERNAL_CALL(frame_type, "RegisterForGCReporting", register_for_reporting),
    CELER_INTERNAL_CALL(frame_type, "UnregisterForGCReporting", unregister_for_reporting),
};

}  // namespace

NativeTable gc_handles_contract() {
    return entries;
}

}  // namespace celer
