// The engine's options: a plain struct with one field per row of options.def, filled once at start and read-only after.
#pragma once

#include <cstdint>
#include <string_view>

namespace celer {

namespace option_types {
using Integer = int64_t;
struct Decimal {  // read as decimal from DOTNET_, too
    int64_t value;
    constexpr Decimal(int64_t number = 0) : value(number) {}
    operator int64_t() const { return value; }
};
using Boolean = bool;
using Text = const char*;
}  // namespace option_types

struct Options {
#define OPTION(kind, name, default_value, property, doc) option_types::kind name = default_value;
#include "base/options.def"
#undef OPTION
};

extern Options g_options;

inline const Options& options() {
    return g_options;
}

// Reads the environment. Call once at start, after all set_option_from_property calls have been made or before: the
// environment wins in either order.
void options_initialize();

// A runtimeconfig property ("System.GC.HeapHardLimit" = "0x1000" or "4096" or "true"). False if no option has that
// property.
bool set_option_from_property(std::string_view property, const char* value);

// For tests and the command line: sets an option by its name; false if unknown or the text does not parse.
bool set_option(std::string_view name, const char* value);

}  // namespace celer
