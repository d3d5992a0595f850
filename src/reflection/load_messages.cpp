#include "reflection/load_messages.h"

#include <cstdio>

namespace celer {

const char* known_load_result(uint32_t hresult) {
    switch (hresult) {
#define CELER_LOAD_RESULT(value, text) \
    case value:                        \
        return text;
#include "reflection/load_messages.def"
#undef CELER_LOAD_RESULT
        default:
            return nullptr;
    }
}

std::string load_result_text(uint32_t hresult) {
    if (const char* known = known_load_result(hresult); known != nullptr) return known;
    char text[48];
    std::snprintf(text, sizeof text, "Error %u (0x%08X)", hresult, hresult);
    return text;
}

}  // namespace celer
