// The registers that C++ has saved, by its unwind tables.
#include "runtime/callee_saved.h"

#include <unwind.h>

#include "base/assert.h"
#include "platform/arena.h"
#include "runtime/x64/calls.h"

namespace celer {

namespace {

constexpr int dwarf_numbers[] = {3, 12, 13, 14, 15};  // rbx r12 r13 r14 r15
static_assert(sizeof dwarf_numbers / sizeof dwarf_numbers[0] == callee_saved_count);

struct Found {
    CalleeSaved registers;
    bool is_complete;
};

_Unwind_Reason_Code look(_Unwind_Context* context, void* raw) {
    uintptr_t ip = _Unwind_GetIP(context);
    // A method that cannot be prepared may have been called by C++.
    bool is_boundary = ip == reinterpret_cast<uintptr_t>(celer_managed_call_return);
    if (!in_managed_code(ip) && !is_boundary) return _URC_NO_REASON;
    auto* found = static_cast<Found*>(raw);
    for (uint32_t i = 0; i < callee_saved_count; i++) {
        found->registers.values[i] = _Unwind_GetGR(context, dwarf_numbers[i]);
    }
    found->is_complete = true;
    return _URC_END_OF_STACK;
}

}  // namespace

CalleeSaved managed_caller_registers() {
    Found found{};
    _Unwind_Backtrace(look, &found);
    CELER_ASSERT(found.is_complete, "the engine's own frames cannot be unwound");
    return found.registers;
}

}  // namespace celer
