// An interpreter of the importer's form: what the operations mean, written to be read, the oracle for the compilers.
// For tests only. Variables lie in a frame of real memory, so addresses are what compiled code sees.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <unordered_map>

#include "import/code.h"

namespace celer::form {

// How a body ended: a value, an exception by the name of its class, or something the interpreter does not do.
struct Outcome {
    enum class How : uint8_t { Returned, Threw, Unsupported, TooLong } how = How::Returned;
    uint64_t bits = 0;      // Returned: I4 sign-extended, F4 and F8 as bits
    std::string exception;  // Threw
    friend bool operator==(const Outcome&, const Outcome&) = default;
};

using Methods = std::unordered_map<const MethodDesc*, const ImportedCode*>;  // what calls lead to

Outcome interpret(const ImportedCode& code, std::span<const uint64_t> arguments, const Methods& methods,
                  uint64_t most_steps = 1'000'000);

// --- arithmetic.cpp: values are bits; I4 is sign-extended, F4 lies in the lower half
enum class Fault : uint8_t { None, Overflow, DivideByZero, Unsupported };
Fault binary(Op op, Kind kind, uint64_t a, uint64_t b, uint64_t& result);
Fault unary(Op op, Kind kind, uint64_t a, uint64_t& result);
Fault convert(const Inst& inst, uint64_t value, uint64_t& result);
bool compare(Condition condition, Kind kind, uint64_t a, uint64_t b);
uint64_t bits_operation(BitsOp op, Kind kind, uint64_t a, uint64_t b);

}  // namespace celer::form
