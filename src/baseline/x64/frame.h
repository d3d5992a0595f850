// What lies in a method's frame, from rbp down: saved callee-saved registers, home slots, temporaries, and at rsp
// outgoing arguments. Owned by MethodCompiler; whoever needs a slot asks here.
#pragma once

#include <vector>

#include "baseline/x64/assembler.h"
#include "baseline/x64/cursor.h"
#include "code/abi.h"
#include "code/method_code.h"

namespace celer::x64 {

inline constexpr Gpr callee_saved[] = {rbx, r12, r13, r14, r15};
static_assert(std::size(callee_saved) == callee_saved_count);

// Where the stack grows by more, it is touched so often: the smallest page of the architecture.
inline constexpr int32_t stack_probe_bytes = 4096;

// Slots are whole words.
inline uint32_t slot_bytes(uint32_t size_bytes) {
    return size_bytes == 0 ? 8 : (size_bytes + 7) & ~7u;
}

// What the frames look like to the unwinder. Tier 0's are the default; the others are those of LLVM's code, and are
// here for the compiler that tests load in its place (tests/second_compiler).
struct FrameShape {
    // r15 lies highest, rbx lowest, as prologues of pushes leave them.
    bool saves_last_first = false;
    // Landing restores callee-saved registers: methods that only have catch clauses keep variables there.
    bool handlers_expect_registers = false;
};

class Frame {
  public:
    Frame(const FrameShape& shape, const Cursor& cursor) : shape_(shape), cursor_(cursor) {}

    void clear();
    // First what the method's signature and clauses ask for, then the registers that variables live in, then slots.
    void plan_saves();
    void save(Gpr reg) { saved_gprs_ |= 1u << reg; }
    void place_fixed_slots();

    bool has_catch() const { return has_catch_; }
    bool keeps_registers_in_handlers() const;
    bool saves(uint32_t index) const { return saves_all_ || (saved_gprs_ & 1u << callee_saved[index]); }
    int32_t saved_slot(uint32_t index) const {  // rbp-relative
        int32_t slot = 1;
        for (uint32_t other = 0; other < callee_saved_count; other++) {
            bool lies_above = shape_.saves_last_first ? other > index : other < index;
            slot += lies_above && saves(other);
        }
        return -8 * slot;
    }
    SavedRegisters saved_registers() const;

    const abi::Result& result() const { return result_; }
    int32_t return_buffer() const { return return_buffer_; }
    int32_t stack_pointer_slot() const { return stack_pointer_slot_; }
    uint32_t incoming_stack_bytes() const { return incoming_stack_bytes_; }
    void set_incoming_stack_bytes(uint32_t bytes) { incoming_stack_bytes_ = bytes; }

    int32_t new_slot(uint32_t size_bytes);
    int32_t take_temp(uint32_t size_bytes);
    void free_temp(int32_t offset, uint32_t size_bytes);
    uint64_t size_bytes() const { return ((frame_bytes_ + 15) & ~uint64_t{15}) + outgoing_; }

    // Outgoing arguments, whose size is known at the end: instructions that name it are patched.
    void reserve_outgoing(uint32_t bytes) {
        if (bytes > outgoing_) outgoing_ = (bytes + 15) & ~15u;
    }
    void add_outgoing_size(uint32_t patch, int32_t more) { outgoing_patches_.push_back({patch, more}); }
    void patch_outgoing_size(Assembler& a) const;

  private:
    struct FreeTemp {
        uint32_t size_bytes;
        int32_t offset;
    };
    struct OutgoingPatch {
        uint32_t position;
        int32_t more;  // added to the size
    };

    const FrameShape shape_;
    const Cursor& cursor_;
    std::vector<FreeTemp> free_temps_;
    std::vector<OutgoingPatch> outgoing_patches_;
    uint32_t saved_gprs_ = 0;  // callee-saved registers the prologue saves
    bool saves_all_ = false;
    bool has_catch_ = false;
    uint64_t frame_bytes_ = 0;  // slots below rbp so far; there may be more than a frame can have
    uint32_t outgoing_ = 0;
    uint32_t incoming_stack_bytes_ = 0;
    int32_t return_buffer_ = 0;  // slot of the hidden result pointer
    int32_t stack_pointer_slot_ = 0;
    abi::Result result_;
};

}  // namespace celer::x64
