// The assembly entry points of x64/calls.S.
#pragma once

#include <cstdint>

#include "object/object.h"

namespace celer {

struct CallResult;
struct RegisterArguments;

extern "C" {
void celer_managed_call(const void* code, const RegisterArguments* arguments, CallResult* result, uint64_t boundary);
extern const uint8_t celer_managed_call_return[];  // the return address that tells a boundary frame
[[noreturn]] void celer_land_at_boundary(uintptr_t frame_pointer, Object* exception);
[[noreturn]] void celer_land(uintptr_t stack_pointer, uintptr_t frame_pointer, const void* handler, Object* exception,
                             const uint64_t* registers, uint64_t selector);
uint64_t celer_call_handler(const void* handler, uintptr_t frame_pointer, Object* exception, uintptr_t* resume,
                            uintptr_t shared_variables);
[[noreturn]] void celer_leave_filter(uintptr_t resume);
void celer_fault_entry();
}

// The boundary kind that the frame of a celer_managed_call carries.
inline uint64_t boundary_of_frame(uintptr_t frame_pointer) {
    return *reinterpret_cast<const uint64_t*>(frame_pointer - 56);
}

}  // namespace celer
