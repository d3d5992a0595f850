// Which vtable slot each virtual method of a definition takes, from metadata alone (II.10.3). Internal to types/.
#pragma once

#include <cstdint>
#include <string_view>

#include "types/loading_steps.h"

namespace celer {

// The most derived method that took a slot by name and signature (not through a MethodImpl).
struct SlotDeclaration {
    uint32_t name_hash;
    uint32_t method_rid;
    uint16_t depth;  // of the class that declares it; Object is 0
    uint16_t padding;
};

uint32_t method_name_hash(std::string_view name);

// Whether the assembly names the other in an InternalsVisibleToAttribute.
bool shares_internals(const Module* owner, const Module* friend_module);

}  // namespace celer
