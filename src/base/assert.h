// Our own bugs end here: an assertion prints its condition and message and aborts. Bad input never does (see result.h).
//
// CELER_CHECK stands in every build: use it where going on would corrupt memory and the cost does not matter.
// CELER_ASSERT stands in debug and verify builds only: use it freely, one condition each.
// CELER_FATAL ends the process with a message, for what has no other way out (no memory for the engine itself).
#pragma once

namespace celer {

[[noreturn]] void assertion_failed(const char* condition, const char* message, const char* file, int line);
[[noreturn, gnu::format(printf, 1, 2)]] void fatal(const char* format, ...);

}  // namespace celer

#define CELER_CHECK(condition, message) \
    (__builtin_expect(!!(condition), 1) ? (void)0 : ::celer::assertion_failed(#condition, message, __FILE__, __LINE__))

#define CELER_UNREACHABLE(message) ::celer::assertion_failed("unreachable", message, __FILE__, __LINE__)

#define CELER_FATAL(...) ::celer::fatal(__VA_ARGS__)

#if defined(CELER_VERIFY) || !defined(NDEBUG)
#define CELER_ASSERTIONS 1
#define CELER_ASSERT(condition, message) CELER_CHECK(condition, message)
#else
#define CELER_ASSERTIONS 0
#define CELER_ASSERT(condition, message) ((void)sizeof(!(condition)))
#endif
