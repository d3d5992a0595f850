// Where arguments and results lie: the System V x86-64 calling convention as clang applies it to the C prototype, with
// `this` as the first (pointer) argument. Used by the compilers, reflection and interop; managed and native code share
// it.
//
// Rules:
// - Structs of up to 16 bytes are classified by eightbytes (INTEGER or SSE, INTEGER wins where fields overlap) and
//   travel in registers if all of their pieces fit; otherwise, and larger or misaligned ones, by value on the stack.
// - A larger or misaligned struct result goes through a hidden pointer in the first integer register; the first result
//   register returns it.
// - A vector (MethodTable::is_vector) of 16 or 32 bytes is one piece in a vector register, as __m128 and __m256 are.
//   One of 64 bytes travels in memory, so that whoever saves argument registers has less to save. Structs that hold a
//   vector are still classified by the words of their fields.
// - Small integers are extended to 32 bits by the caller and, because not every caller does, again by the callee.
#pragma once

#include <cstdint>
#include <span>
#include <string>

#include "code/cpu.h"
#include "types/member.h"

namespace celer::abi {

// CoreCLR compiles no method that needs more, and every offset in a frame fits into a displacement.
inline constexpr uint32_t max_frame_bytes = 0x3fffffff;

// Part of a value in one register. index counts within its class: argument and result registers
// each in the order of code/x64/registers.h.
struct Piece {
    bool is_float;
    uint8_t index;
    uint8_t size_bytes;  // 1 .. 8, or 16 or 32 of a vector; it lies at offset 0 (first) or 8 (second) of the value
};

struct Location {
    uint8_t piece_count = 0;  // 0: in memory (or void)
    bool is_struct = false;   // the value has an address: pieces are copied from and to it
    Piece pieces[2];
    uint32_t size_bytes = 0;    // of the value; 0 for void
    uint32_t stack_offset = 0;  // in memory: from the first stack argument (at the stack pointer of the call)
};

struct Result {
    Location location;
    bool in_memory = false;  // through the hidden pointer
};

// How a value of a type is classified, before any register is used: piece_count 0 means memory.
Location classify_type(TypeHandle type);

// Hands out locations from left to right.
class ArgumentAssigner {
  public:
    explicit ArgumentAssigner(bool result_in_memory) : integer_used_(result_in_memory ? 1 : 0) {}

    Location next(TypeHandle type) { return place(classify_type(type)); }
    Location next_pointer();
    Location place(Location classified);
    uint32_t stack_bytes() const { return stack_bytes_; }  // multiple of 8
    uint32_t integer_used() const { return integer_used_; }
    uint32_t float_used() const { return float_used_; }

  private:
    uint32_t integer_used_ = 0;
    uint32_t float_used_ = 0;
    uint32_t stack_bytes_ = 0;
};

Result classify_result(TypeHandle return_type);

// The whole of a call. Arguments with `this` first if the signature has one.
inline constexpr uint32_t inline_arguments = 12;
class CallLayout {
  public:
    explicit CallLayout(const MethodSignature& signature);
    CallLayout(TypeHandle return_type, std::span<const TypeHandle> arguments);  // a null handle is a pointer (`this`)
    ~CallLayout() {
        if (arguments_ != inline_) delete[] arguments_;
    }
    CallLayout(const CallLayout&) = delete;
    CallLayout& operator=(const CallLayout&) = delete;

    const Result& result() const { return result_; }
    uint32_t count() const { return count_; }
    const Location& argument(uint32_t index) const { return arguments_[index]; }
    uint32_t stack_bytes() const { return stack_bytes_; }
    uint32_t integer_used() const { return integer_used_; }  // with the hidden pointer
    uint32_t float_used() const { return float_used_; }
    // Equal for two layouts whose arguments lie in the same places and whose results come back the same way: what code
    // that only moves arguments depends on. Names no type.
    std::string shape() const;

  private:
    void assign(uint32_t index, TypeHandle type, ArgumentAssigner& assigner);
    void reserve(uint32_t count);
    void finish(const ArgumentAssigner& assigner);

    Result result_;
    uint32_t count_ = 0;
    uint32_t stack_bytes_ = 0;
    uint32_t integer_used_ = 0;
    uint32_t float_used_ = 0;
    Location* arguments_ = inline_;
    Location inline_[inline_arguments];
};

}  // namespace celer::abi
