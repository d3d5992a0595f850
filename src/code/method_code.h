// What the engine keeps of a piece of compiled code, and the map from instruction addresses to it. Section::CodeData.
#pragma once

#include <cstdint>

#include "types/member.h"

namespace celer {

enum class CodeKind : uint8_t { Baseline, Optimized, Stub };

enum class HandlerKind : uint8_t { Catch, Filter, Finally, Fault };

// Native offsets from the code's start. Inner clauses come before outer ones. `try` ranges are half-open and compared
// with (return address - 1) for calls and with the exact ip for faults.
struct EhClause {
    HandlerKind kind;
    uint8_t unused[3];  // named, so that copies have no indeterminate padding (arena rule); also below
    uint32_t try_begin, try_end;
    uint32_t handler_begin, handler_end;
    uint32_t filter_begin;  // Filter
    uintptr_t catch_type;   // Catch: TypeHandle
    // Catch and filter handlers that lie inside a finally, fault or filter handler: [rbp - slot] holds that one's rsp,
    // with which the inner handler goes on (the outer one's return address lies on the stack). 0 for all others: the
    // method's own rsp.
    uint32_t stack_pointer_slot;
    uint32_t unused_end;
};

struct IlMapEntry {
    uint32_t native_offset;
    uint32_t il_offset;
};

struct MethodCode {
    MethodDesc* method;  // null for stubs that belong to no method
    uint8_t* start;      // Section::Code
    uint32_t size_bytes;
    CodeKind kind;
    uint8_t saves_callee_saved;  // rbx, r12-r15 lie at rbp-8 .. rbp-40
    uint8_t is_reverse_call;     // entered from native code: the walk continues at the thread's transition record
    uint8_t hides_from_stack_trace;
    uint32_t frame_size;          // rsp == rbp - frame_size in the body (grows with localloc)
    uint32_t stack_pointer_slot;  // methods with localloc: [rbp - stack_pointer_slot] holds the body's rsp; else 0
    uint32_t prologue_size;       // bytes until rbp and rsp are set up
    uint32_t clause_count;
    uint32_t il_map_count;
    uint32_t unused;
    EhClause* clauses;
    IlMapEntry* il_map;  // sorted by native_offset
    MethodCode* next;    // older code of the same method
};

// Code memory in Section::Code (16-byte aligned) that lives as long as the entity it is for (null: for ever); write
// through code_alias(). Thread-safe.
uint8_t* allocate_code(uint32_t size_bytes, const void* entity = nullptr);
// Publishes: lookups by ip find it from now on. Also perf map and DOTNET_JitStdOutFile listings hang here.
void register_code(MethodCode* code);
void install_code_map();  // code that is unloaded leaves the map
// The code that contains ip, or null. Lock-free; safe in signal handlers.
MethodCode* find_code(uintptr_t ip);
uint32_t il_offset_at(const MethodCode* code, uintptr_t ip);

}  // namespace celer
