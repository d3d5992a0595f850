// Exceptions of helpers, which CoreCLR has in CoreLib. Those methods are hidden from printed traces, but an exception's
// TargetSite and Source name the one that threw it.
#pragma once

#include <cstdint>

#include "object/object.h"
#include "types/type_handle.h"

namespace celer {

enum class ThrowingHelper : uint8_t { IndexOutOfRange, Overflow, ArrayTypeMismatch, Cast, Unbox, ClassInit };

// The exception's trace begins with the method that the helper is on CoreCLR.
[[noreturn]] void throw_in_helper(ThrowingHelper helper, Object* exception);
[[noreturn]] void throw_in_helper(ThrowingHelper helper, const char* exception_of_system);
[[noreturn]] void throw_cast_failure(ThrowingHelper helper, Object* object, TypeHandle target);

}  // namespace celer
