// A value on the evaluation stack, with what is known of it.
#pragma once

#include "import/code.h"
#include "optimizer/alias_facts.h"
#include "optimizer/llvm.h"

namespace celer::optimizer {

struct Operand {
    Kind kind = Kind::Void;
    llvm::Value* value = nullptr;  // structs: the address of a temporary
    MethodTable* type = nullptr;   // structs, vectors
    // What is known of a Ref, as in ArgumentFact.
    TypeHandle object_type = {};
    bool exact = false;
    bool non_null = false;
    bool in_object = false;               // ByRef: surely into an object or a variable
    MemoryPlace place = {};               // ByRef: where it surely points, if that is known
    TypeHandle described = {};            // Ref: it is the RuntimeType of that
    MethodTable* likely_class = nullptr;  // Ref: of what a guess gave; another call may have given it
};

// What is known of variables that one instruction stores to, and of what a body returns.
struct ValueFact {
    uint32_t count = 0;  // of stores, of returns
    TypeHandle object_type = {};
    bool exact = false;
    MethodTable* likely_class = nullptr;
    bool in_object = false;
    MemoryPlace place = {};
};

// Words of all kinds are computed with as integers.
inline Kind number_kind(Kind kind) {
    return kind == Kind::Ref || kind == Kind::ByRef ? Kind::I8 : kind;
}

}  // namespace celer::optimizer
