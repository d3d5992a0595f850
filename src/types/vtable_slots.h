// Which vtable slot each virtual method of a definition takes, from metadata alone (II.10.3). Internal to types/.
#pragma once

#include <cstdint>
#include <string_view>

#include "types/loading_steps.h"

namespace celer {

struct TypeDefinition;

// The most derived method that took a slot by name and signature (not through a MethodImpl).
// (Packed so that no word looks like an address to the check of the arena rule.)
struct SlotDeclaration {
    uint32_t name_hash;
    uint32_t rid_and_depth;

    SlotDeclaration() = default;
    SlotDeclaration(uint32_t hash, uint32_t rid, uint32_t depth)
        : name_hash(hash), rid_and_depth((depth + 1) << 24 | rid) {}
    uint32_t method_rid() const { return rid_and_depth & 0xffffff; }
    uint32_t depth() const { return (rid_and_depth >> 24) - 1; }  // of the class that declares it; Object is 0
};

uint32_t method_name_hash(std::string_view name);

// Whether a method is strict (checks access on override) and belongs to an assembly that does not share its internals.
bool is_hidden_from(uint32_t attributes, const Module* declaring, const Module* overriding);

// The flags of the method that took a slot of a class last, by name and signature.
uint32_t slot_flags(const MethodTable* table, uint32_t slot);

// Whether the methods of a definition may override what they override by name and signature (II.10.3.3).
Result<void> check_overrides(const MethodTable* table);

}  // namespace celer
