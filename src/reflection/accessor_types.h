// [UnsafeAccessorType]: what the importer asks to find the type that such an attribute names. Names are read by
// CoreLib's own resolver, so they have all its forms: nested, generic, arrays, and the accessor's type parameters (!0,
// !!0).
#pragma once

#include <string_view>

#include "base/result.h"
#include "types/type_handle.h"

namespace celer {

struct MethodDesc;

Result<TypeHandle> accessor_type(MethodDesc* accessor, std::string_view name);

}  // namespace celer
