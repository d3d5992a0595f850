// What follows an element type in a signature (II.23.2.12): every walker of signatures goes by it.
#pragma once

#include <cstdint>

#include "metadata/signature.h"

namespace celer::metadata {

enum class SignatureForm : uint8_t {
    Primitive,        // nothing
    Token,            // Class, ValueType: a TypeDefOrRef
    Element,          // Pointer, ByRef, SzArray, Pinned: a type
    Array,            // a type and a shape
    Variable,         // Var, MVar: a number
    Instance,         // GenericInst: Class or ValueType with its token, a count and so many types
    FunctionPointer,  // a method signature
    Internal,         // an address; only in what the engine writes itself
    Invalid,          // no type begins so: modifiers are read before the type
};

SignatureForm form_of(ElementType type);

}  // namespace celer::metadata
