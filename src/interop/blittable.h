// Which types look the same to native code as they do to managed code, and how large they are there.
#pragma once

#include <cstdint>

#include "base/result.h"
#include "types/member.h"

namespace celer {

// Whether code of `module` runs without marshalling: then every type without references is passed as it is.
bool runtime_marshalling_disabled(const Module* module);
bool is_blittable(TypeHandle type, bool marshalling_disabled);
// An error that names `of` if a parameter or the result of the signature would have to be marshalled.
Result<void> check_blittable(const MethodSignature* signature, bool marshalling_disabled, const MethodDesc* of);

// The size of a type's native form. Types with automatic layout have none; of types that are not blittable only the
// primitive ones are known so far.
Result<uint32_t> native_size(TypeHandle type);
bool has_native_layout(const MethodTable* table);  // sequential or explicit

}  // namespace celer
