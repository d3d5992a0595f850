// What a host hands over beside the list of properties: the runtime contract, a structure of functions whose address
// is in the property HOST_RUNTIME_CONTRACT, and two properties of older hosts with the address of one function each.
#pragma once

#include <span>
#include <string>

#include "base/upcalls.h"
#include "types/bundle.h"

namespace celer {

using NativeCallOverride = decltype(Upcalls::native_call_override);

struct HostFunctions {
    BundleProbe bundle_probe = nullptr;
    NativeCallOverride native_call_override = nullptr;
    std::string bundle_extraction_folder;  // where native libraries of a bundle are, with a slash at its end; or empty
};

// Each null or empty that the host does not have. Values are addresses in hexadecimal.
HostFunctions host_functions(std::span<const char*> keys, std::span<const char*> values);

}  // namespace celer
