// The pieces that marshalling stubs are made of: IL that turns one value into another.
#pragma once

#include "interop/il_writer.h"
#include "interop/native_layout.h"

namespace celer {

inline constexpr const char* interop_services = "System.Runtime.InteropServices";
inline constexpr const char* stub_helpers = "System.StubHelpers";

// --- Values on the evaluation stack ----------------------------------------------------------------------------------

bool converts_to_native(Native native);   // emit_to_native knows it
bool converts_to_managed(Native native);  // emit_to_managed knows it

// [managed value] -> [native value]. What it allocates, emit_release frees.
void emit_to_native(IlWriter& il, const Conversion& conversion);
// [native value] -> [managed value].
void emit_to_managed(IlWriter& il, const Conversion& conversion);
bool needs_release(Native native);
void emit_release(IlWriter& il, const Conversion& conversion);  // [native value] ->

// [object] -> [address of its first field]; [array] -> [address of its first element].
void emit_object_data(IlWriter& il);
void emit_array_data(IlWriter& il);
void emit_new_uninitialized(IlWriter& il, TypeHandle type);  // -> [object], constructor not run
void emit_zeroed_memory(IlWriter& il, IlWriter::Local size, IlWriter::Local result);

FieldDesc* handle_field(Native kind);  // `handle` of SafeHandle or CriticalHandle

// --- Builders --------------------------------------------------------------------------------------------------------

// -> [a StringBuilder with room for the native text].
void emit_new_builder(IlWriter& il, bool wide, IlWriter::Local native);
void emit_builder_text(IlWriter& il, bool wide, IlWriter::Local builder, IlWriter::Local native);  // from native
// A native buffer for the builder's capacity, with an empty text; UTF-8 takes at most three bytes a character.
void emit_builder_buffer(IlWriter& il, bool wide, IlWriter::Local builder, IlWriter::Local native);
void emit_builder_to_native(IlWriter& il, bool wide, IlWriter::Local builder, IlWriter::Local native);

// --- Values in memory ------------------------------------------------------------------------------------------------

enum class StructOperation : int32_t { ToNative = 0, ToManaged = 1, Release = 2 };

// Where a value lies on both sides. `cleanup` is the address of the list of what must be released after a call.
struct MemoryPair {
    IlWriter::Local managed;  // a byref
    IlWriter::Local native;   // a native int
    IlWriter::Local cleanup;  // a byref
};

Result<void> emit_memory(IlWriter& il, const Conversion& conversion, StructOperation operation,
                         const MemoryPair& memory);
// The same for `count` elements that lie behind each other.
Result<void> emit_elements(IlWriter& il, const Conversion& element, StructOperation operation, const MemoryPair& memory,
                           IlWriter::Local count);

MemoryPair new_memory_pair(IlWriter& il, IlWriter::Local cleanup);
IlWriter::Local new_cleanup_address(IlWriter& il);  // a byref local, not set
TypeHandle cleanup_list_type();

// The code of void(ref byte managed, byte* native, int operation, ref CleanupWorkListElement): what CoreLib calls a
// struct marshal stub. Made once per type.
Result<const void*> struct_stub(MethodTable* table, const NativeLayout* layout);
void forget_unloading_struct_stubs();  // of types that are unloaded; the world is stopped

}  // namespace celer
