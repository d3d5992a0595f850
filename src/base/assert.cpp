#include "base/assert.h"

#include <cstdarg>
#include <cstdio>
#include <cstdlib>

namespace celer {

void panic(const char* file, int line, const char* format, ...) {
    std::fprintf(stderr, "celer: internal error at %s:%d: ", file, line);
    va_list arguments;
    va_start(arguments, format);
    std::vfprintf(stderr, format, arguments);
    va_end(arguments);
    std::fputc('\n', stderr);
    std::fflush(stderr);
    std::abort();
}

}  // namespace celer
