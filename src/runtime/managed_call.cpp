#include "runtime/managed_call.h"

#include "base/assert.h"
#include "runtime/cpu.h"
#include "types/dispatch.h"

namespace celer {

CallResult call_managed_with(Thread& thread, const void* code, const RegisterArguments& arguments, Boundary boundary) {
    CELER_ASSERT(thread.mode.load(std::memory_order_relaxed) == ThreadMode::Managed, "managed call in native mode");
    CallResult result;
    celer_managed_call(code, &arguments, &result, static_cast<uint64_t>(boundary));
    return result;
}

CallResult call_managed(Thread& thread, const void* code, std::initializer_list<uint64_t> arguments,
                        Boundary boundary) {
    RegisterArguments registers{};
    CELER_ASSERT(arguments.size() <= abi::integer_register_count, "more arguments than registers");
    size_t count = 0;
    for (uint64_t argument : arguments) registers.integer[count++] = argument;
    return call_managed_with(thread, code, registers, boundary);
}

CallResult call_managed(Thread& thread, MethodDesc* method, std::initializer_list<uint64_t> arguments,
                        Boundary boundary) {
    return call_managed(thread, method_stub(method), arguments, boundary);
}

}  // namespace celer
