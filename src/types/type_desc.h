// What kind of type a TypeDesc is: Ptr, ByRef, FnPtr, Var or MVar. Internal to types/.
#pragma once

#include "types/type_handle.h"

namespace celer {

inline bool is_variable(const TypeDesc* desc) {
    return desc->element() == ElementType::Var || desc->element() == ElementType::MVar;
}
// Has a type that it points to: TypeDesc::parameter.
inline bool is_pointer_like(const TypeDesc* desc) {
    return desc->element() == ElementType::Ptr || desc->element() == ElementType::ByRef;
}

}  // namespace celer
