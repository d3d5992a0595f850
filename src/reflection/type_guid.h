// Type.GUID: what [Guid] says, else the one that CoreCLR makes from the type's name.
#pragma once

#include <array>
#include <cstdint>

#include "types/type_handle.h"

namespace celer {

std::array<uint8_t, 16> type_guid(const MethodTable* table);  // as System.Guid lies in memory

}  // namespace celer
