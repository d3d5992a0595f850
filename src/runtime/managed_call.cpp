#include "runtime/managed_call.h"

#include <cstddef>

#include "base/assert.h"
#include "platform/instruction_sets.h"
#include "runtime/x64/calls.h"
#include "types/dispatch.h"

namespace celer {

static_assert(offsetof(RegisterArguments, vector) == 48);
static_assert(offsetof(RegisterArguments, stack) == 304);
static_assert(offsetof(RegisterArguments, stack_words) == 312);
static_assert(offsetof(CallResult, high) == 8);
static_assert(offsetof(CallResult, vector) == 16);
static_assert(offsetof(CallResult, exception) == 80);

// Whether vectors of 32 bytes travel in registers (runtime/x64/assembly.inc).
extern "C" {
[[gnu::visibility("hidden")]] uint8_t celer_has_wide_vectors = 0;
}

void initialize_managed_calls() {
    celer_has_wide_vectors = native_vector_bytes() > 16;
}

CallResult call_managed_with(Thread& thread, const void* code, const RegisterArguments& arguments, Boundary boundary) {
    CELER_ASSERT(thread.mode.load(std::memory_order_relaxed) == ThreadMode::Managed, "managed call in native mode");
    CallResult result;
    celer_managed_call(code, &arguments, &result, static_cast<uint64_t>(boundary));
    return result;
}

CallResult call_managed(Thread& thread, const void* code, std::initializer_list<uint64_t> arguments,
                        Boundary boundary) {
    RegisterArguments registers{};
    CELER_ASSERT(arguments.size() <= 6, "more than six register arguments");
    size_t count = 0;
    for (uint64_t argument : arguments) registers.integer[count++] = argument;
    return call_managed_with(thread, code, registers, boundary);
}

CallResult call_managed(Thread& thread, MethodDesc* method, std::initializer_list<uint64_t> arguments,
                        Boundary boundary) {
    return call_managed(thread, method_stub(method), arguments, boundary);
}

}  // namespace celer
