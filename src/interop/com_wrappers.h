// The native side of System.Runtime.InteropServices.ComWrappers: the IUnknown of managed objects, and the lifetimes
// that managed and native reference-counted objects give each other.
//
// CoreLib makes a wrapper (ManagedObjectWrapper) per object and lays it out; native code sees pointers into its table
// of vtables. A holder object stands for it in the heap, named by a handle that is strong while somebody counts.
#pragma once

#include "gc/native_references.h"
#include "types/type_handle.h"

namespace celer {

struct ComVtableEntries {
    const void* query_interface;
    const void* add_ref;
    const void* release;
};

ComVtableEntries com_unknown();           // of all wrappers
const void* com_tracker_target_vtable();  // IReferenceTrackerTarget
const void* com_is_current_version();     // the method that tells wrappers of this engine from others
const void* com_untracked_count();        // AddRef and Release of what is never freed

gc::NativeReferences& tracked_references();  // the collector asks about holders

// From now on there are holders.
void install_com_wrappers(MethodTable* holder);

// The one IReferenceTrackerManager: an object system with cycles through managed objects (XAML's).
bool has_reference_tracker_manager();
bool register_reference_tracker_manager(void* manager);  // false: there is one already
void set_reference_tracker_cache(Object* handle_set);    // CoreLib's GCHandleSet of wrappers of tracked objects

}  // namespace celer
