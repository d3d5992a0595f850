// Assertions: our own bugs. They stay on in every build (they are cheap); CELER_VERIFY builds add the expensive
// checkers. Bad input is a Result<T>; a managed exception has its own path; neither is an assertion.
#pragma once

namespace celer {

[[noreturn, gnu::cold, gnu::format(printf, 3, 4)]] void panic(const char* file, int line, const char* format, ...);

}  // namespace celer

#define CELER_PANIC(...) ::celer::panic(__FILE__, __LINE__, __VA_ARGS__)
#define CELER_ASSERT(condition, ...)                                                                         \
    do {                                                                                                     \
        if (!(condition)) [[unlikely]]                                                                       \
            ::celer::panic(__FILE__, __LINE__, "assertion failed: " #condition __VA_OPT__(" ") __VA_ARGS__); \
    } while (false)
