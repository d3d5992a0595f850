// [UnsafeAccessorType]: what the importer asks to find the type that such an attribute names. Names are read by
// CoreLib's own resolver, so they have all its forms: nested, generic, arrays, and the accessor's type parameters (!0,
// !!0).
#pragma once

namespace celer {

void install_accessor_types();

}  // namespace celer
