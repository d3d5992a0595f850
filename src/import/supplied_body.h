// Bodies and tokens that are not those of a file: parts above the importer hand them to it (base/upcalls.h).
#pragma once

#include <cstdint>
#include <span>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"
#include "types/loader.h"
#include "types/saved_errors.h"

namespace celer {

// The body of a DynamicMethod; the bytes live as long as the method.
struct DynamicBody {
    Bytes code;
    Bytes local_signature;  // LocalVarSig blob, or empty
    Bytes fat_clauses;      // II.25.4.6, fat form, no header
    uint32_t max_stack = 8;
    bool init_locals = true;
};

// What a token of a DynamicMethod stands for: one of these is set.
struct DynamicToken {
    TypeHandle type;
    MethodDesc* method = nullptr;
    FieldDesc* field = nullptr;
    Object* string = nullptr;  // kept alive by the resolver
    const MethodSignature* signature = nullptr;
};

// A body that the engine writes itself as IL (marshalling): a token is the index of its meaning in `tokens`.
struct SuppliedBody {
    Bytes code;
    Bytes fat_clauses;
    std::span<const TypeHandle> locals;  // zero at the start
    std::span<const DynamicToken> tokens;
    const MethodSignature* signature = nullptr;  // null: the method's
    uint32_t max_stack = 32;
};

// Code that does what an unmanaged calli asks for: its arguments are the call's and then the function.
struct MarshalledCall {
    const void* code = nullptr;  // null: no value changes on the way, the call can be made directly
    const MethodSignature* signature = nullptr;
};

inline Error invalid_program() {
    return {ErrorKind::InvalidProgram, "Common Language Runtime detected an invalid program.", {}};
}

}  // namespace celer
