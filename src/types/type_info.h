// TypeInfo: the part of a type that only the engine reads, behind MethodTable::info. Section::Types.
#pragma once

#include <cstdint>

#include "platform/arena_pointer.h"
#include "types/member.h"

namespace celer {

struct DefinitionMethods;
struct DispatchCache;
struct SavedError;

// Stages of loading (each implies those before). A type is published in the tables at Named; whoever needs more calls
// ensure_loaded(). Recursion through generics stops because arguments and interfaces are asked for at Named only.
enum class LoadLevel : uint8_t {
    Named,      // identity: definition, arguments, attributes, category flags of its definition
    Hierarchy,  // parent and display set; interface map complete (exact)
    Layout,     // fields, sizes, GC layout, static layout
    Complete,   // vtable with stubs, virtual methods known, constraints checked
};

struct TypeInfo;

// Statics of one exact type. The block is a process cell: first `size_bytes` of static fields laid out by size
// (references included, described by `layout`).
struct StaticsInfo {
    uint8_t* base;  // null if the type has none
    uint32_t size_bytes;
    uint32_t thread_size_bytes;
    uint32_t
        thread_offset;  // offset of the type's thread statics in every thread's block (runtime: Thread::thread_statics)
    ArenaPointer<GcLayout> layout;         // references in base, offsets from base; null without
    ArenaPointer<GcLayout> thread_layout;  // likewise, offsets from thread_offset
    ArenaPointer<TypeInfo> next;           // of a LoaderAllocator's types with references in their statics
    ArenaPointer<TypeInfo> next_thread;    // of types with references in their thread statics (types/statics.h)
    uint32_t unused;                       // named: no padding in the arena
};

// Class initialisation state; a process cell.
struct InitState {
    uint32_t lock;               // runtime/class_init.cpp
    uint32_t thread_id;          // managed id of the thread running the .cctor
    uintptr_t exception_handle;  // GC handle of the TypeInitializationException to throw again, or 0
};

struct TypeInfo {
    ArenaPointer<MethodTable> table;
    uint32_t token;                       // TypeDef (0x02......); 0 for arrays
    uint32_t attributes;                  // TypeAttributes, II.23.1.15
    ArenaPointer<MethodTable> typical;    // the definition (instantiated over its own variables); self if not generic
    ArenaPointer<MethodTable> enclosing;  // definition of the enclosing type, or null
    ArenaPointer<const Instantiation> instantiation;  // null if not generic
    LoadLevel level;                                  // threads without the loader lock ask has_reached()
    uint8_t packing;
    uint8_t unused;
    uint8_t is_inline_array;
    uint8_t has_statics_built;  // build_statics() is done: the way to Complete may be gone twice (types/loader_lock.h)
    LoadLevel building;         // the level a step is working on (loader lock held); equals level otherwise
    uint16_t nesting;           // depth of nested type arguments: List<List<int>> is 2; bounds recursive expansion
    uint32_t inline_array_length;
    uint32_t class_size;  // .size, or 0

    uint32_t first_method;  // rid of the first declared method; methods[i] is rid first_method + i
    uint32_t method_count;
    ArenaPointer<const DefinitionMethods>
        definition_methods;  // slots of the declared methods (types/loading_steps.h); null for arrays
    ArenaPointer<ArenaPointer<MethodDesc>>
        methods;                     // declared methods, created on demand (types/members.h: declared_method)
    ArenaPointer<FieldDesc> fields;  // declared fields in metadata order (instance and static); from Layout on
    uint32_t field_count;
    uint32_t first_field;  // rid

    ArenaPointer<MethodDesc> constructor;             // default .ctor or null (valid after Complete)
    ArenaPointer<MethodDesc> class_constructor;       // .cctor or null (valid after Layout)
    ArenaPointer<MethodDesc> finalizer;               // Finalize override or null
    ArenaPointer<ArenaPointer<MethodDesc>> virtuals;  // num_virtuals: the method in each vtable slot; from Complete on
    ArenaPointer<DispatchCache> dispatch_cache;       // interface method -> implementation, filled on demand
    union {
        ArenaPointer<MethodDesc> delegate_invoke = nullptr;  // delegates: Invoke
        ArenaPointer<MethodTable> next_array;                // arrays: the next one in arrays_of
    };
    ArenaPointer<const SavedError> error;  // why the type cannot be loaded further, or null
    StaticsInfo statics;
    InitState* init;  // a process cell; null if the type has no .cctor

    ArenaPointer<TypeDesc> pointer_to;  // cached derived types
    ArenaPointer<TypeDesc> byref_to;
    ArenaPointer<MethodTable> sz_array_of;
    ArenaPointer<MethodTable> arrays_of;  // multi-dimensional arrays of this type, chained through next_array
    ArenaPointer<TypeInfo> next_type;     // of all types that are never unloaded (LoaderRoots::types)
    ArenaPointer<Object> type_object;     // frozen RuntimeType object, also for other processes, or null
    uint32_t id;                          // small number in creation order
    uint32_t interface_mark;              // scratch of build_hierarchy: the last map that took this interface

    // What the level promises can be read then, on any thread.
    bool has_reached(LoadLevel wanted) const {
        LoadLevel now;
        __atomic_load(&level, &now, __ATOMIC_ACQUIRE);
        return now >= wanted;
    }
};

}  // namespace celer
