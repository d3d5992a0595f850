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

// Whether all types of a method's signature can be named, as messages about methods that are missing need it: 0, or the
// HRESULT.
uint32_t check_method_text(const Image& image, Bytes signature);

// The signatures of locals are read without regard to their length: what stands behind a damaged one belongs to it.
Bytes to_end_of_metadata(const Image& image, Bytes signature);

}  // namespace celer::metadata
