// Names of types as System.Type shows them: Name, FullName, ToString() (the formats of System.TypeNameFormatFlags).
#pragma once

#include <cstdint>
#include <string>

#include "types/type_handle.h"

namespace celer {

namespace type_name_format {
inline constexpr uint32_t basic = 0;
inline constexpr uint32_t with_namespace = 1;
inline constexpr uint32_t full_instantiation = 2;
inline constexpr uint32_t with_assembly = 4;
}  // namespace type_name_format

std::string reflection_name(TypeHandle type, uint32_t format);
// "[A,B]", empty without arguments.
std::string type_argument_names(const Instantiation* arguments, uint32_t format);

}  // namespace celer
