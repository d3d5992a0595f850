// The pieces that marshalling stubs are made of: IL that turns one value into another.
#pragma once

#include "interop/il_writer.h"
#include "interop/marshalling.h"

namespace celer {

// [managed value] -> [native value]. What it allocates, emit_release frees. Not for kinds that need more than the value
// (SafeHandle, builders, copies).
void emit_to_native(IlWriter& il, const Conversion& conversion);
// [native value] -> [managed value].
void emit_to_managed(IlWriter& il, const Conversion& conversion);
bool needs_release(Native native);
void emit_release(IlWriter& il, const Conversion& conversion);  // [native value] ->

// Copies between a struct and its native form: `managed_address` and `native_address` push addresses.
enum class StructOperation : int32_t { ToNative = 0, ToManaged = 1, Release = 2 };

// The code of void(ref byte managed, byte* native, int operation, ref CleanupWorkListElement): what CoreLib calls a
// struct marshal stub. Made once per type.
Result<const void*> struct_stub(MethodTable* table, const NativeLayout* layout);
const MethodSignature* struct_stub_signature();

}  // namespace celer
