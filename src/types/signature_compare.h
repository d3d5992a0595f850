// Comparing signature blobs of different modules without loading any type (II.22.25 and I.8.6.1.6): type tokens are
// equal when they resolve to the same TypeDef; variables of a generic parent are replaced by the arguments its child
// passes.
#pragma once

#include "base/bytes.h"
#include "base/result.h"
#include "metadata/token.h"
#include "types/assembly.h"

namespace celer {

// A TypeDef that is not necessarily loaded.
struct TypeDefinition {
    Module* module = nullptr;
    uint32_t rid = 0;
    friend bool operator==(TypeDefinition, TypeDefinition) = default;
};

// TypeDef, TypeRef (through forwarders) or TypeSpec of a class or generic instance (then its definition).
Result<TypeDefinition> resolve_definition(Module* module, metadata::Token token);

// The arguments for the Var variables of a signature: `count` types in blob form, standing in `module`, whose own
// variables `next` replaces (null: they stay variables). Lives on the stack of whoever walks up a parent chain.
struct Substitution {
    Module* module = nullptr;
    Bytes arguments;  // the types of a GenericInst, one after the other
    uint32_t count = 0;
    const Substitution* next = nullptr;
};

// The parent of a definition: its definition and the Substitution that turns the parent's variables into the child's.
struct ParentDefinition {
    TypeDefinition definition;  // module null: none (Object, interfaces)
    Substitution substitution;  // next is the caller's to set; count 0 when the parent is not generic
};
Result<ParentDefinition> parent_definition(TypeDefinition child);

// Equality of two method signatures (MethodDefSig or MethodRefSig): calling convention without the sentinel's tail,
// generic parameter count, parameter count, types. Custom modifiers are compared when `compare_modifiers`.
struct SignatureScope {
    Module* module = nullptr;
    Bytes blob;
    const Substitution* substitution = nullptr;
};
bool same_method_signature(const SignatureScope& a, const SignatureScope& b, bool compare_modifiers = true);
// The same; fails where one that is damaged makes itself felt: what stands behind the first difference is not read.
Result<bool> compare_method_signatures(const SignatureScope& a, const SignatureScope& b, bool compare_modifiers = true);
Result<bool> compare_field_signatures(const SignatureScope& a, const SignatureScope& b);

}  // namespace celer
