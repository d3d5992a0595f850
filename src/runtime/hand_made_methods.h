// For tests only: "managed" methods assembled by hand, and a runtime that can dispatch exceptions over them.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "code/code_tables.h"
#include "code/helpers.h"
#include "gc/heap.h"
#include "platform/arena.h"
#include "runtime/exceptions.h"
#include "runtime/gc_bridge.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "runtime/x64/calls.h"
#include "types/test_framework.h"

namespace celer::testing_support {

inline void start_runtime() {
    static bool started = false;
    if (started) return;
    started = true;
    start_types();
    if (testing::Test::HasFatalFailure()) return;
    initialize_collector();
    initialize_threads();
    leave_native(current_thread());
    initialize_collector_types();
    g_helper_slots = arena_new<void*>(Section::Process, static_cast<size_t>(Helper::Count));
    install_fault_handlers();
}

// A method of a class of CoreLib that the code is said to be of, so that stack traces can name it.
inline MethodDesc* named_method(std::string_view name) {
    return find_method(core_type("System", "Object"), name);
}

// Machine code as it grows; positions are offsets from the method's start.
class MethodWriter {
  public:
    MethodWriter() {
        bytes({0x55, 0x48, 0x89, 0xe5, 0x48, 0x83, 0xec, frame_size});
    }  // push rbp; mov rbp, rsp; sub rsp

    uint32_t position() const { return static_cast<uint32_t>(code_.size()); }
    void bytes(std::initializer_list<uint8_t> bytes) { code_.insert(code_.end(), bytes); }
    // mov rax, function; call rax
    void call(void* function) {
        bytes({0x48, 0xb8});
        auto target = reinterpret_cast<uintptr_t>(function);
        for (int i = 0; i < 8; i++) code_.push_back(static_cast<uint8_t>(target >> (8 * i)));
        bytes({0xff, 0xd0});
    }
    template <typename R, typename... A>
    void call(R (*function)(A...)) {
        call(reinterpret_cast<void*>(function));
    }
    // Callee-saved registers by index: rbx r12 r13 r14 r15.
    void set_register(uint32_t index, uint32_t value) {
        static constexpr uint8_t opcodes[][3] = {
            {0x48, 0xc7, 0xc3}, {0x49, 0xc7, 0xc4}, {0x49, 0xc7, 0xc5}, {0x49, 0xc7, 0xc6}, {0x49, 0xc7, 0xc7}};
        code_.insert(code_.end(), opcodes[index], opcodes[index] + 3);
        for (int i = 0; i < 4; i++) code_.push_back(static_cast<uint8_t>(value >> (8 * i)));
    }
    void save_register(uint32_t index, uint32_t slot) {
        saved_registers.save(index, slot);
        move_register(0x89, index, slot);
    }
    void restore_register(uint32_t index, uint32_t slot) { move_register(0x8b, index, slot); }
    void return_rax() { bytes({0xc9, 0xc3}); }  // leave; ret
    // A finally, fault or filter handler that calls the function (a filter's exception is in rdi).
    template <typename R, typename... A>
    uint32_t funclet(R (*function)(A...)) {
        uint32_t begin = position();
        bytes({0x48, 0x83, 0xec, 0x08});  // sub rsp, 8
        call(function);
        bytes({0x48, 0x83, 0xc4, 0x08, 0xc3});  // add rsp, 8; ret
        return begin;
    }
    // A catch handler that returns what the function makes of the exception.
    template <typename R, typename... A>
    uint32_t catch_handler(R (*function)(A...)) {
        uint32_t begin = position();
        bytes({0x48, 0x89, 0xc7});  // mov rdi, rax
        call(function);
        return_rax();
        return begin;
    }

    void clause(HandlerKind kind, uint32_t try_begin, uint32_t try_end, uint32_t handler, TypeHandle type = {},
                uint32_t filter = 0, uint32_t stack_pointer_slot = 0, uint32_t inline_node = 0) {
        clauses_.push_back({.kind = kind,
                            .selector = static_cast<uint16_t>(clauses_.size()),
                            .try_begin = try_begin,
                            .try_end = try_end,
                            .handler_begin = handler,
                            .handler_end = position(),
                            .filter_begin = static_cast<int32_t>(filter),
                            .catch_type = type.value,
                            .stack_pointer_slot = stack_pointer_slot,
                            .inline_node = inline_node});
    }

    MethodCode* finish(MethodDesc* method = nullptr) {
        uint8_t* start = allocate_code(position());
        memcpy(code_alias(start), code_.data(), code_.size());
        return publish_code({
            .method = method,
            .start = start,
            .size_bytes = position(),
            .tier = CodeTier::Optimized,
            .flags = flags,
            .prologue_size = 8,
            .frame_size = frame_size,
            .saved_registers = saved_registers,
            .clauses = clauses_,
            .inlined = inlined,
            .il_map = il_map,
            .faults = faults,
        });
    }

    static constexpr uint32_t frame_size = 64;

    // Of the record.
    std::vector<InlineNode> inlined;
    std::vector<IlMapEntry> il_map;
    std::vector<FaultEntry> faults;
    SavedRegisters saved_registers;
    uint8_t flags = 0;

  private:
    void move_register(uint8_t opcode, uint32_t index, uint32_t slot) {
        static constexpr uint8_t modes[] = {0x5d, 0x65, 0x6d, 0x75, 0x7d};
        bytes({static_cast<uint8_t>(index == 0 ? 0x48 : 0x4c), opcode, modes[index],
               static_cast<uint8_t>(256 - 8 * slot)});
    }

    std::vector<uint8_t> code_;
    std::vector<EhClause> clauses_;
};

inline CallResult run(const MethodCode* code) {
    RegisterArguments arguments{};
    CallResult result;
    celer_managed_call(code->start, &arguments, &result, static_cast<uint64_t>(Boundary::CatchAll));
    return result;
}

}  // namespace celer::testing_support
