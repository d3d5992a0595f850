// What the failure to load an assembly says about an HRESULT.
#pragma once

#include <cstdint>
#include <string>

namespace celer {

// Null: nothing special is said about that one.
const char* known_load_result(uint32_t hresult);
// With "Error 2147500037 (0x80004005)" for the others.
std::string load_result_text(uint32_t hresult);

}  // namespace celer
