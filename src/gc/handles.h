// GC handles. A handle is the address of an Object* slot; reading the target is a plain load through it.
//
// Invariants:
// - Handle addresses are multiples of 8 (CoreLib tags the low bits) and stay valid until freed.
// - Slots lie in 64 KiB aligned segments of one kind each, so a handle tells its kind.
// - A free slot holds null; the collector needs no other knowledge of which slots are in use.
// - All functions are called in managed mode, or at least never while the world is stopped. A collection calls
//   free_handle, too (WorldController::finalize_at_once).
// - A collection of young objects looks only at handles that were stored to since the last collection: what the others
//   refer to is old.
#pragma once

#include <cstddef>
#include <cstdint>

#include "object/object.h"

namespace celer::gc {

using Handle = Object**;

enum class HandleKind : uint8_t {  // the first four are System.Runtime.InteropServices.GCHandleType
    WeakShort = 0,                 // cleared when the target is found unreachable, before its finalizer runs
    WeakLong = 1,                  // cleared when the target's memory goes: tracks resurrection
    Strong = 2,
    Pinned = 3,      // as strong: those hold their objects in place, too
    Dependent = 4,   // while the primary is alive, the secondary is; the primary is held weakly (tracks resurrection)
    RefCounted = 5,  // strong while NativeReferences says so (gc/native_references.h), else as WeakLong
};
inline constexpr int handle_kind_count = 6;

Handle allocate_handle(HandleKind kind, Object* target);  // null: out of memory
void free_handle(Handle handle);
HandleKind handle_kind(Handle handle);
void set_handle(Handle handle, Object* target);
// Returns the previous target; stores if it was `expected`.
Object* compare_exchange_handle(Handle handle, Object* target, Object* expected);

Handle allocate_dependent_handle(Object* primary, Object* secondary);
// The primary, and its secondary at once: null, both of them, when the primary is gone. Another thread may take the
// primary away meanwhile (set_handle): who still gets the primary gets the secondary with it.
Object* dependent_primary(Handle handle, Object*& secondary);
Object* dependent_secondary(Handle handle);
void set_dependent_secondary(Handle handle, Object* secondary);

size_t handle_count(HandleKind kind);

}  // namespace celer::gc
