#include "host/diagnostic_requests.h"

#include <strings.h>

#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

namespace celer {

namespace {

enum class Asked { Number, Text, Debug };

bool asks(Asked how, const char* value) {
    switch (how) {
        case Asked::Number:
            return std::strtoull(value, nullptr, 16) != 0;
        case Asked::Text:
            return *value != 0;
        case Asked::Debug:
            return strcasecmp(value, "debug") == 0;
    }
    return false;
}

void refuse(std::string variable, Asked how, const char* what) {
    constexpr std::string_view prefix = "DOTNET_";
    const char* value = std::getenv(variable.c_str());
    if (value == nullptr && variable.starts_with(prefix)) {
        variable.replace(0, prefix.size(), "COMPlus_");
        value = std::getenv(variable.c_str());
    }
    if (value != nullptr && asks(how, value))
        std::fprintf(stderr, "celer: %s is set, but Celer %s.\n", variable.c_str(), what);
}

}  // namespace

void refuse_diagnostic_requests() {
#define DIAGNOSTIC_REQUEST(variable, asked, what) refuse(variable, Asked::asked, what);
#include "host/diagnostic_requests.def"
#undef DIAGNOSTIC_REQUEST
}

}  // namespace celer
