// What the failure to load an assembly says about an HRESULT.
#pragma once

#include <cstdint>
#include <string>

namespace celer {

std::string load_result_text(uint32_t hresult);

}  // namespace celer
