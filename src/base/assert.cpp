#include "base/assert.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace celer {

void assertion_failed(const char* condition, const char* message, const char* file, int line) {
    std::fprintf(stderr, "celer: %s:%d: assertion failed: %s: %s\n", file, line, condition, message);
    std::fflush(stderr);
    std::abort();
}

void fatal(const char* format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    std::fputs("celer: fatal: ", stderr);
    std::vfprintf(stderr, format, arguments);
    std::fputc('\n', stderr);
    std::fflush(stderr);
    va_end(arguments);
    std::abort();
}

}  // namespace celer
