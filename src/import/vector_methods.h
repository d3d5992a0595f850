// Methods of the vector types that become instructions of this processor; Importer::expand_vector_method does it.
#pragma once

#include <cstdint>
#include <string_view>

#include "types/member.h"

namespace celer {

// Rows of vector_methods.def, in its order.
uint32_t vector_method_count();
std::string_view vector_method_name(uint32_t row);
// Whether a type is Vector2, Vector3 or Vector4, and whether a method of one is done as that of Vector128<float>.
bool is_vector_struct(const MethodTable* table);
bool is_vector_struct_method(std::string_view name_space, std::string_view type, std::string_view method);

}  // namespace celer
