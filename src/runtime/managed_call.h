// Calling managed code from C++. The only way in: an asm frame that is a catch-all boundary for exceptions and saves
// all callee-saved registers, so that an exception may abandon every frame above it.
#pragma once

#include <cstdint>
#include <initializer_list>

#include "code/cpu.h"
#include "object/object.h"
#include "runtime/thread.h"
#include "types/member.h"

namespace celer {

// What a vector register holds, as far as managed calls use it: a float, half of a struct, or a vector.
struct VectorRegister {
    uint8_t bytes[32];
};

struct CallResult {
    uint64_t value;  // the result registers: of integers
    uint64_t high;
    VectorRegister vector[2];  // of floats and vectors
    Object* exception;         // null unless one came out; the others are then undefined
};

// What happens with an exception that nothing above the boundary catches.
enum class Boundary : uint8_t {
    CatchAll,   // it is returned in CallResult::exception
    Unhandled,  // pass 1 stops here: the exception is unhandled, reported at its throw, the process ends with 134
};

// Once, at start, when the options are known.
void initialize_managed_calls();

// Integer and pointer arguments only, as many as travel in registers (the common case): this and references are just
// pointers.
CallResult call_managed(Thread& thread, const void* code, std::initializer_list<uint64_t> arguments,
                        Boundary boundary = Boundary::CatchAll);
CallResult call_managed(Thread& thread, MethodDesc* method, std::initializer_list<uint64_t> arguments,
                        Boundary boundary = Boundary::CatchAll);

// General form: register files and a copied stack area, as code/abi.h lays arguments out.
struct RegisterArguments {
    uint64_t integer[abi::integer_register_count];
    VectorRegister vector[abi::float_register_count];
    const uint64_t* stack;  // stack_words words, copied to the callee's argument area
    uint64_t stack_words;
};
CallResult call_managed_with(Thread& thread, const void* code, const RegisterArguments& arguments, Boundary boundary);

}  // namespace celer
