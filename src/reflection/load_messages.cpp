#include "reflection/load_messages.h"

#include <cstdio>

namespace celer {

std::string load_result_text(uint32_t hresult) {
    switch (hresult) {
#define CELER_LOAD_RESULT(value, text) \
    case value:                        \
        return text;
#include "reflection/load_messages.def"
#undef CELER_LOAD_RESULT
        default:
            break;
    }
    char text[48];
    std::snprintf(text, sizeof text, "Error %u (0x%08X)", hresult, hresult);
    return text;
}

}  // namespace celer
