// What CoreCLR checks of a field's signature before it looks at the type.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace celer::metadata {

class Image;

// 0, or the HRESULT that says what is wrong (base/hresults.h). What follows the type is not looked at.
uint32_t check_field_signature(const Image& image, Bytes signature);

}  // namespace celer::metadata
