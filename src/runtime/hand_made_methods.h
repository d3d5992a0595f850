// For tests only: "managed" methods assembled by hand, and a runtime that can dispatch exceptions over them.
#pragma once

#include <cstring>
#include <string>
#include <vector>

#include "code/code_tables.h"
#include "code/helpers.h"
#include "gc/heap.h"
#include "platform/arena.h"
#include "runtime/cpu.h"
#include "runtime/exceptions.h"
#include "runtime/gc_bridge.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "runtime/x64/machine_code.h"
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
    take_helper_slots();
    install_fault_handlers();
}

// A method of a class of CoreLib that the code is said to be of, so that stack traces can name it.
inline MethodDesc* named_method(std::string_view name) {
    return find_method(core_type("System", "Object"), name);
}

// A method as it grows, with a frame; positions are offsets from its start.
class MethodWriter : public MachineCode {
  public:
    void save_register(uint32_t index, uint32_t slot) {
        saved_registers.save(index, slot);
        store_register(index, slot);
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
        write_code(start, code().data(), code().size());
        return publish_code({
            .method = method,
            .start = start,
            .size_bytes = position(),
            .tier = CodeTier::Optimized,
            .flags = flags,
            .prologue_size = prologue_size,
            .frame_size = frame_size,
            .saved_registers = saved_registers,
            .clauses = clauses_,
            .inlined = inlined,
            .il_map = il_map,
            .faults = faults,
        });
    }

    // Of the record.
    std::vector<InlineNode> inlined;
    std::vector<IlMapEntry> il_map;
    std::vector<FaultEntry> faults;
    SavedRegisters saved_registers;
    uint8_t flags = 0;

  private:
    std::vector<EhClause> clauses_;
};

inline CallResult run(const MethodCode* code) {
    RegisterArguments arguments{};
    CallResult result;
    celer_managed_call(code->start, &arguments, &result, static_cast<uint64_t>(Boundary::CatchAll));
    return result;
}

}  // namespace celer::testing_support
