// The record of a piece of compiled code, whichever compiler made it, and the map from instruction addresses to
// records. Stack walks, exception dispatch, traces and the fault handlers read nothing else about code.
//
// A record is small (Section::CodeData): what few ask for lies in `tables`, encoded, and is decoded when somebody asks
// (code/code_tables.h, code/inline_tree.h).
#pragma once

#include <cstdint>

#include "code/saved_registers.h"
#include "types/member.h"

namespace celer {

// What made the code. Code of a higher tier takes the place of code of a lower one, never the other way round.
enum class CodeTier : uint8_t { Stub, Baseline, Optimized };

enum class HandlerKind : uint8_t { Catch, Filter, Finally, Fault };

// Native offsets from the code's start. Inner clauses come before outer ones. `try` ranges are half-open and compared
// with (return address - 1) for calls and with the exact ip for faults.
struct EhClause {
    HandlerKind kind;
    uint8_t open_unwinds;  // code with handlers_expect_registers: handlers around this one that exceptions have entered
    uint16_t selector;     // the same: what tells the handler apart where several begin at one address
    uint32_t try_begin, try_end;
    uint32_t handler_begin, handler_end;
    int32_t filter_begin;  // Filter; of code with handlers_expect_registers: that of a piece of code of its own
    union {
        uintptr_t catch_type;  // Catch: TypeHandle
        uint64_t
            filter_variables;  // Filter, handlers_expect_registers: how far below the frame pointer the variables lie
    };
    // Catch and filter handlers that lie inside a finally, fault or filter handler: so far below the frame pointer lies
    // that one's stack pointer, with which the inner handler goes on (the outer one's return address lies on the
    // stack). 0 for all others: the method's own.
    uint32_t stack_pointer_slot;
    uint32_t inline_node;  // whose clause it is (code/inline_tree.h)
};

namespace code_flags {
inline constexpr uint8_t is_reverse_call =
    1;  // entered from native code: walks go on at the thread's transition record
inline constexpr uint8_t hides_from_stack_trace = 2;
inline constexpr uint8_t has_inline_tree = 4;
inline constexpr uint8_t has_faults = 8;
// Handlers are entered as landing pads of C++ are: jumped to, with the callee-saved registers as they were in the
// method's frame, the exception in the first result register and the clause's selector in the second. Finally and fault
// handlers too: they end with a call of Helper::ContinueUnwind. Without the flag: catch handlers are jumped to, with
// the exception only, all others are called.
inline constexpr uint8_t handlers_expect_registers = 16;
inline constexpr uint8_t has_osr_points = 32;
// Entered at an OSR point: its caller, by way of the engine, is a frame of the method's tier 0 code, which waits for
// the result and returns it. Walks stop at both frames; what programs see of them is one (StackFrame::is_replaced).
inline constexpr uint8_t replaces_frame = 64;
// A filter of code with handlers_expect_registers: its caller, by way of the engine, is the frame of its method, which
// walks pass over; what programs see of the two is one. With replaces_frame if the method's code has that.
inline constexpr uint8_t is_filter = 128;
}  // namespace code_flags

inline constexpr uint32_t code_bytes_of_tiny = 128;  // in tier 0, of a body that is hardly larger than a call of it

struct MethodCode {
    MethodDesc* method;  // null for stubs that belong to no method
    uint8_t* start;      // Section::Code
    uint32_t size_bytes;
    uint32_t prologue_size;       // bytes until the frame is set up; 0: code without a frame
    uint32_t frame_size;          // from the stack to the frame pointer in the body (grows with localloc)
    uint32_t stack_pointer_slot;  // methods with localloc: where, below the frame pointer, the body's is kept; else 0
    SavedRegisters saved_registers;
    CodeTier tier;
    uint8_t flags;  // code_flags
    uint16_t unused;
    uint32_t clause_count;
    uint32_t tables_size;
    const EhClause* clauses;
    const uint8_t* tables;  // tables_size bytes

    bool is(uint8_t flag) const { return (flags & flag) != 0; }
    bool is_reverse_call() const { return is(code_flags::is_reverse_call); }
    bool hides_from_stack_trace() const { return is(code_flags::hides_from_stack_trace); }
    bool handlers_expect_registers() const { return is(code_flags::handlers_expect_registers); }
};

const char* tier_name(const MethodCode& code);  // in listings: as CoreCLR's have it

bool any_handlers_expect_registers();  // of any code so far

// Code memory in Section::Code (16-byte aligned) that lives as long as the entity it is for (null: for ever); write it
// with write_code(). Thread-safe.
uint8_t* allocate_code(uint32_t size_bytes, const void* entity = nullptr);
// Publishes: lookups by ip find it from now on.
void register_code(MethodCode* code);
void install_code_map();  // code that is unloaded leaves the map
void for_each_code(void (*visit)(MethodCode& code));
// The code that contains ip, or null. Lock-free; safe in signal handlers.
MethodCode* find_code(uintptr_t ip);

// Makes calls of the method reach the code, unless they already reach code of a higher tier, or of the same one that
// is to be kept. Returns the code that they reach now. The only way in for compiled code. Thread-safe, lock-free.
enum class SameTier : uint8_t { Kept, Replaced };
MethodCode* install_code(MethodDesc* method, MethodCode* code, SameTier same_tier = SameTier::Kept);

}  // namespace celer
