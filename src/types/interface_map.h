// Looking into MethodTable::interface_map. Internal to types/.
#pragma once

#include "object/method_table.h"
#include "types/type_info.h"
#include "types/well_known.h"

namespace celer {

// Whether the map holds exactly this interface. Nullable<T> has none: the map's word means something else there.
inline bool maps_interface(const MethodTable* table, const MethodTable* interface) {
    if (table->is_nullable()) return false;
    for (uint32_t i = 0; i < table->num_interfaces; i++) {
        if (table->interface_map[i] == interface) return true;
    }
    return false;
}

// The generic interfaces of one-dimensional arrays.
inline constexpr WellKnown array_interfaces[] = {WellKnown::IList, WellKnown::ICollection, WellKnown::IEnumerable,
                                                 WellKnown::IReadOnlyList, WellKnown::IReadOnlyCollection};
inline bool is_array_interface(const MethodTable* interface) {
    for (WellKnown known : array_interfaces) {
        if (interface->info->typical == well_known(known)) return true;
    }
    return false;
}

}  // namespace celer
