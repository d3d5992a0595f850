// How a compiler in a library of its own sees the engine. The engine's parts are static libraries with hidden symbols,
// so a second copy of one would have globals of its own: the library links none of them. It is given this table, and
// what it calls by the usual headers is defined by forwarders through it (compile/library/imports.cpp); whatever has no
// row does not link. Data it only reads (records, MethodTables, the importer's form) is read in place.
#pragma once

#include "base/result.h"
#include "code/code_tables.h"
#include "code/compiler.h"
#include "code/profile.h"
#include "compile/compilation.h"
#include "gc/barrier.h"
#include "import/never_returns.h"
#include "platform/arena.h"
#include "types/loader.h"
#include "types/well_known.h"

namespace celer {

// Of a table that both sides were compiled against: the number of rows' changes so far, and the layouts.
inline constexpr uint32_t services_version = 16;
inline constexpr uint32_t services_layout =
    sizeof(MethodDesc) << 24 ^ sizeof(MethodTable) << 18 ^ sizeof(ImportedCode) << 12 ^ sizeof(Inst) << 8 ^
    sizeof(CodeDescription) << 4 ^ sizeof(MethodCode) ^ sizeof(Compilation) << 20 ^ sizeof(CallInfo) << 2;

struct CompilerServices {
    uint32_t version;
    uint32_t layout;
    // Constants of the process, fixed before any compiler runs.
    void** helper_slots;
    TlsOffsets tls_offsets;
    AddressRange code_range;
    gc::BarrierCells* barrier_cells;
#define CELER_SERVICE(result, name, parameters, arguments) result(*name) parameters;
#include "compile/services.def"
#undef CELER_SERVICE
};

// The library's one export. Null: made for another engine.
using CompilerEntry = Compiler*(const CompilerServices* services);
inline constexpr const char* compiler_entry_name = "celer_compiler";
// For the library: takes the table. False if it is another version's.
bool use_services(const CompilerServices* services);

bool enter_phase(Compilation& compilation, Phase phase);

// For work of a compiler that takes long and touches neither objects nor what the engine knows: no collection waits for
// it. Leave with what entering returned. No lock may be held that a thread in Managed mode takes, when leaving.
bool enter_native_work();
void leave_native_work(bool entered);

// Opens a library. Call after the helper table is filled.
Result<Compiler*> load_compiler(const char* path);
// Loads the library and makes its compiler that of the methods `AltJit` names (options). Call once.
Result<void> load_second_compiler(const char* path);
// The one that was loaded so, or null.
Compiler* second_compiler();
// Of the methods that the framework defines one in so many, and all others.
bool is_in_sample(const MethodDesc* method, int64_t every);
// The request for the method's first code, and the compiler for it.
Compiler& compiler_for(CompileRequest& request);

}  // namespace celer
