#include "base/hresult_messages.h"

#include <cstdio>

#include "base/result.h"

namespace celer {

namespace {

constexpr uint32_t failure = 0x80000000;
constexpr uint32_t facility_mask = 0x1fff0000;
constexpr uint32_t facility_runtime = 0x00130000;
constexpr uint32_t upper_half = 0xffff0000;
constexpr uint32_t win32_failure = 0x80070000;
constexpr uint32_t bad_executable = 0x800700c1;
constexpr uint32_t runtime_codes = 0x3000;  // those that can have a text
constexpr uint32_t first_resource = 0x6000;

#define CELER_TEXT(value, text) \
    case value:                 \
        return text;

const char* runtime_message(uint32_t code) {
    switch (code) {
#define CELER_RUNTIME_MESSAGE CELER_TEXT
#include "base/hresult_messages.def"
        default:
            return nullptr;
    }
}

const char* name_of(uint32_t hresult) {
    switch (hresult) {
#define CELER_RESULT_NAME CELER_TEXT
#include "base/hresult_messages.def"
        default:
            return nullptr;
    }
}

const char* special_format(uint32_t hresult) {
    switch (hresult) {
#define CELER_LOAD_FORMAT CELER_TEXT
#include "base/hresult_messages.def"
        default:
            return nullptr;
    }
}

bool is_plain_in_loading(uint32_t hresult) {
    switch (hresult) {
#define CELER_LOAD_PLAIN(value) \
    case value:                 \
        return true;
#include "base/hresult_messages.def"
        default:
            return false;
    }
}

std::string formatted(const char* format, uint32_t value) {
    char text[64];
    std::snprintf(text, sizeof text, format, value);
    return text;
}

std::string text_of(uint32_t hresult) {
    if ((hresult & (failure | facility_mask)) == (failure | facility_runtime)) {
        uint32_t code = hresult & ~upper_half;
        if (const char* text = runtime_message(code)) return text;
        if (code < runtime_codes) return formatted("Undefined resource string ID:0x%X", first_resource + code);
        return formatted("Error %u", hresult);
    }
    uint32_t code = (hresult & upper_half) == win32_failure ? hresult & ~upper_half : hresult;
    if (const char* text = system_message(code)) return std::string(text) + '\n';
    return formatted("Error %u", code);
}

}  // namespace

const char* system_message(uint32_t code) {
    switch (code) {
#define CELER_SYSTEM_MESSAGE CELER_TEXT
#include "base/hresult_messages.def"
        default:
            return nullptr;
    }
}
#undef CELER_TEXT

std::string hresult_message(uint32_t hresult) {
    std::string text = text_of(hresult) + formatted(" (0x%08X", hresult);
    if (const char* name = name_of(hresult)) text.append(" (").append(name).push_back(')');
    return text + ')';
}

Error error_of_result(uint32_t hresult) {
    return {ErrorKind::OfResult, hresult_message(hresult), {}, {}, hresult};
}

std::string load_result_text(uint32_t hresult) {
    if (hresult == bad_executable) return "Format of the executable (.exe) or library (.dll) is invalid.";
    return is_plain_in_loading(hresult) ? text_of(hresult) : hresult_message(hresult);
}

std::string load_result_format(uint32_t hresult) {
    const char* special = special_format(hresult);
    return special != nullptr ? special : "Could not load file or assembly '{0}'. {1}";
}

}  // namespace celer
