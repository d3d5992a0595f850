// What CoreCLR checks of the signatures of a type's fields and methods before it looks at their types.
#pragma once

#include <cstdint>

#include "base/bytes.h"

namespace celer::metadata {

class Image;

// 0, or the HRESULT that says what is wrong (base/hresults.h). What follows the type is not looked at.
uint32_t check_field_signature(const Image& image, Bytes signature);
// The last parameter's type, or the return type when there are no parameters, is not looked at either.
uint32_t check_method_signature(const Image& image, Bytes signature, bool is_static);

// Whether the signature of a reference to a method can be written out, as in messages about methods that are missing.
uint32_t check_method_text(const Image& image, Bytes signature);

}  // namespace celer::metadata
