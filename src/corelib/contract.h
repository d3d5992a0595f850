// The CoreLib contract: native functions behind CoreLib's InternalCall methods and its P/Invokes into the
// pseudo-library QCall.
//
// One folder file per group of managed classes (gc.cpp, threading.cpp, ...) ends with a table of rows; registry.cpp
// lists the tables. A row binds by name and, if given, by signature text as `contract/*.tsv` writes it ("void (object,
// nint)"); a method whose signature in the installed CoreLib differs from the row's is not bound. What has no row fails
// by name when first called.
//
// Every function here is called straight from managed code: C calling convention, Managed mode, references are Object*,
// the arguments of a QCall are what its P/Invoke signature says (structs below). They may throw (runtime/exceptions.h
// rules).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "object/object.h"
#include "types/assembly.h"
#include "types/type_handle.h"

namespace celer {

struct NativeEntry {
    const char* type;       // "System.GC"; null: a QCall
    const char* name;       // method name, or the QCall's entry point
    const char* signature;  // null: any
    void* function;
};

#define CELER_INTERNAL_CALL(type, name, function) {type, name, nullptr, reinterpret_cast<void*>(&function)}
#define CELER_INTERNAL_CALL_SIGNATURE(type, name, signature, function) \
    {type, name, signature, reinterpret_cast<void*>(&function)}
#define CELER_QCALL(name, function) {nullptr, name, nullptr, reinterpret_cast<void*>(&function)}

using NativeTable = std::span<const NativeEntry>;

// Arguments that managed code wraps for QCalls (System.Runtime.CompilerServices).
struct ObjectHandleOnStack {
    Object** slot;
    Object* get() const { return *slot; }
    void set(Object* object) const { *slot = object; }
};
struct StringHandleOnStack {
    Object** slot;
    void set(Object* string) const { *slot = string; }
};
struct QCallTypeHandle {
    void* keep_alive;
    uintptr_t handle;
    TypeHandle type() const { return TypeHandle::from_raw(handle); }
};
struct QCallModule {
    void* keep_alive;
    Module* module;
};
struct QCallAssembly {
    void* keep_alive;
    Assembly* assembly;
};
using QBool = int32_t;  // Interop.BOOL

void initialize_corelib_fields();  // static fields of CoreLib that the engine stores (String.Empty, cast cache, ...)

// Answers of CoreLib's and of the program's code (base/upcalls.h).
struct LibrarySearch;
struct ManagedQuestion;
enum class LibraryQuestion : uint8_t;
void* native_function(MethodDesc* method);
Result<Assembly*> answer_question(const ManagedQuestion& question);
void announce_assembly(Assembly* assembly);
void* ask_for_library(Assembly* assembly, std::string_view name, LibrarySearch search, LibraryQuestion question);

// For the test that counts what is missing.
const NativeEntry* find_internal_call(std::string_view type, std::string_view method, std::string_view signature);
const NativeEntry* find_qcall(std::string_view entry_point);

// Index of a managed AssemblyLoadContext; null is the default one.
uint32_t load_context_of_object(Object* managed_context);
// With a System.Reflection.LoaderAllocator, which it holds strongly until release_strong.
LoaderAllocator* new_managed_loader_allocator();
void release_strong(LoaderAllocator* allocator);

void set_entry_assembly(Assembly* assembly);
Assembly* entry_assembly();
int latched_exit_code();  // Environment.ExitCode
void set_latched_exit_code(int code);

}  // namespace celer
