#include "base/options.h"

#include <strings.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <string>

namespace celer {

constinit Options g_options;

namespace {

enum class OptionId : uint8_t {
#define OPTION(kind, name, default_value, property, doc) name,
#include "base/options.def"
#undef OPTION
};
constexpr int option_count = 0
#define OPTION(kind, name, default_value, property, doc) +1
#include "base/options.def"
#undef OPTION
    ;
bool g_set_by_environment[option_count];

bool parse(const char* text, int base, option_types::Integer& value) {
    char* end = nullptr;
    unsigned long long parsed = std::strtoull(text, &end, base);
    if (end == text || *end != 0) return false;
    value = static_cast<int64_t>(parsed);
    return true;
}

bool parse(const char* text, int, option_types::Decimal& value) {
    return parse(text, 0, value.value);
}

bool parse(const char* text, int base, option_types::Boolean& value) {
    if (strcasecmp(text, "true") == 0 || strcasecmp(text, "false") == 0) {
        value = strcasecmp(text, "true") == 0;
        return true;
    }
    int64_t number = 0;
    if (!parse(text, base, number)) return false;
    value = number != 0;
    return true;
}

[[maybe_unused]] bool parse(const char* text, int, option_types::Text& value) {
    value = strdup(text);  // lives as long as the process
    return true;
}

bool assign(OptionId id, const char* text, int base) {
    switch (id) {
#define OPTION(kind, name, default_value, property, doc) \
    case OptionId::name:                                 \
        return parse(text, base, g_options.name);
#include "base/options.def"
#undef OPTION
    }
    return false;
}

void read_environment(OptionId id, const char* name) {
    const char* text = std::getenv((std::string("CELER_") + name).c_str());
    int base = 0;
    for (const char* prefix : {"DOTNET_", "COMPlus_"}) {  // the older one still counts
        if (text != nullptr) break;
        text = std::getenv((std::string(prefix) + name).c_str());
        base = 16;
    }
    if (text != nullptr && assign(id, text, base)) g_set_by_environment[static_cast<int>(id)] = true;
}

}  // namespace

void options_initialize() {
#define OPTION(kind, name, default_value, property, doc) read_environment(OptionId::name, #name);
#include "base/options.def"
#undef OPTION
}

bool set_option_from_property(std::string_view property, const char* value) {
    static constexpr const char* properties[] = {
#define OPTION(kind, name, default_value, property, doc) property,
#include "base/options.def"
#undef OPTION
    };
    for (int i = 0; i < option_count; i++) {
        if (properties[i] == nullptr || property != properties[i]) continue;
        return g_set_by_environment[i] || assign(static_cast<OptionId>(i), value, 0);
    }
    return false;
}

bool set_option(std::string_view name, const char* value) {
#define OPTION(kind, option_name, default_value, property, doc) \
    if (name == #option_name) return assign(OptionId::option_name, value, 0);
#include "base/options.def"
#undef OPTION
    return false;
}

}  // namespace celer
