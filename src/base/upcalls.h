// What parts of the engine ask of parts above them, which they may not include. Who answers is said in one place,
// host/composition.cpp, before anything runs; a test answers what its part asks.
//
// Asking is a call of a member: g_upcalls.method_stub(method). Those said to be "or null" are tested first.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/result.h"

namespace celer {

namespace gc {
class NativeReferences;
class RootVisitor;
}  // namespace gc

class Compiler;
class ThunkMaker;
enum class LibraryQuestion : uint8_t;
enum class SampledIn : uint8_t;
struct Assembly;
struct CellRecord;
struct CompileOutcome;
struct DynamicBody;
struct DynamicToken;
struct GcLayout;
struct LibrarySearch;
struct ManagedQuestion;
struct MarshalledCall;
struct MethodCode;
struct MethodDesc;
struct MethodSignature;
struct Object;
struct TypeHandle;

struct Upcalls {
    // --- platform: what fills recorded cells of a mapped arena (process_cells.def); false: it cannot.
    bool (*fill_cast_cache)(const CellRecord& record);
    bool (*fill_rva_data)(const CellRecord& record);
    bool (*fill_heap_string)(const CellRecord& record);

    // --- gc: objects that native code counts.
    gc::NativeReferences* native_references;  // or null

    // --- types
    // The stable address of a method; sets its stub and entry.
    void* (*method_stub)(MethodDesc* method);
    // For vtables: what a receiver that is an object is called by, that is the unboxing stub for instance methods of
    // value types, else the stub.
    void* (*callable_stub)(MethodDesc* method);
    void** (*interface_dispatch)();  // the table that new types share: every entry resolves at run time
    // What collectible types have in thread statics: visits and zeroes the range of every thread.
    void (*visit_thread_statics)(gc::RootVisitor& visitor, uint32_t offset, const GcLayout* layout);
    void (*clear_thread_statics)(uint32_t offset, uint32_t size_bytes);
    // Managed code that loading asks (types/loader_lock.h), all without the lock; they do not throw.
    bool (*can_run_managed_code)();  // the calling thread; or null: nobody can
    // Null: the handlers know of none. An Error is what a handler threw.
    Result<Assembly*> (*answer_question)(const ManagedQuestion& question);
    void (*announce_assembly)(Assembly* assembly);  // AppDomain.AssemblyLoad

    // --- types, compile, interop (OutsideManagedMode below). Leaving says whether the thread was in Managed mode, and
    // so has to return. Or null: there are no modes.
    bool (*leave_managed_mode)();
    void (*return_to_managed_mode)();

    // --- code: tier 0 (code/compiler.h).
    Compiler* baseline;
    ThunkMaker* thunks;

    // --- import; each or null, in tests
    // The RuntimeType object, if it can be made now and lives as long as code of the type: else null, and code calls
    // the TypeObject helper.
    Object* (*type_object)(TypeHandle type);
    // The address that native code calls an UnmanagedCallersOnly method by.
    void* (*unmanaged_entry)(MethodDesc* method);
    Result<MarshalledCall> (*marshalled_call)(MethodDesc* caller, const MethodSignature* signature);
    Result<DynamicBody> (*dynamic_body)(MethodDesc* method);
    Result<DynamicToken> (*dynamic_token)(MethodDesc* method, uint32_t token);
    // Whether the two above can answer without running managed code.
    bool (*knows_dynamic_token)(const MethodDesc* method, uint32_t token);
    // The type that an [UnsafeAccessorType] of the accessor names.
    Result<TypeHandle> (*accessor_type)(MethodDesc* accessor, std::string_view name);

    // --- compile
    std::string (*disassemble)(const MethodCode* code);  // for libraries of compilers
    // Who wants to know of every compilation by another compiler than tier 0's, on the thread that compiled; or null.
    void (*compiled)(const CompileOutcome& outcome);

    // --- runtime
    void* (*native_function)(MethodDesc* method);           // of an InternalCall or QCall; null: not implemented
    Result<void*> (*pinvoke_code)(MethodDesc* method);      // of a P/Invoke that is no QCall
    void (*sampled)(const MethodCode& code, SampledIn in);  // every sample, in Managed mode; or null
    void (*report_at_end)();                                // of the process; or null

    // --- interop
    // What the program says a library is (its DllImportResolver, its load context's methods and events). Managed mode;
    // throws what the program throws. Null: no answer. Or null, in tests: nobody is asked.
    void* (*ask_for_library)(Assembly* assembly, std::string_view name, LibrarySearch search, LibraryQuestion question);
    // The host's own implementation of a P/Invoke, asked before the program and any library; or null: it has none.
    const void* (*native_call_override)(const char* library, const char* entry_point);
};

// Zero until it is composed.
extern Upcalls g_upcalls;

// Around what takes long and touches no object: no collection waits for it.
class OutsideManagedMode {
  public:
    OutsideManagedMode() : was_managed_(g_upcalls.leave_managed_mode != nullptr && g_upcalls.leave_managed_mode()) {}
    ~OutsideManagedMode() {
        if (was_managed_) g_upcalls.return_to_managed_mode();
    }
    OutsideManagedMode(const OutsideManagedMode&) = delete;
    OutsideManagedMode& operator=(const OutsideManagedMode&) = delete;

  private:
    bool was_managed_;
};

}  // namespace celer
