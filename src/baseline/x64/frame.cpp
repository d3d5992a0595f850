#include "baseline/x64/frame.h"

#include <algorithm>

namespace celer::x64 {

void Frame::clear() {
    free_temps_.clear();
    outgoing_patches_.clear();
    saved_gprs_ = 0;
    saves_all_ = has_catch_ = false;
    frame_bytes_ = outgoing_ = 0;
    return_buffer_ = stack_pointer_slot_ = 0;
}

void Frame::plan_saves() {
    result_ = abi::classify_result(cursor_.code().signature->return_type);
    for (const Clause& clause : cursor_.code().clauses) {
        if (clause.kind == ClauseKind::Catch || clause.kind == ClauseKind::Filter) has_catch_ = true;
    }
    saves_all_ = has_catch_ && !keeps_registers_in_handlers();
}

void Frame::place_fixed_slots() {
    if (saves_all_) {
        frame_bytes_ = 8 * static_cast<uint32_t>(std::size(callee_saved));
    } else {
        frame_bytes_ = 8 * static_cast<uint32_t>(__builtin_popcount(saved_gprs_));
    }
    if (result_.in_memory) return_buffer_ = new_slot(8);
    if (cursor_.code().has_localloc) stack_pointer_slot_ = new_slot(8);
}

int32_t Frame::new_slot(uint32_t size_bytes) {
    frame_bytes_ += slot_bytes(size_bytes);
    return static_cast<int32_t>(-frame_bytes_);
}

int32_t Frame::take_temp(uint32_t size_bytes) {
    uint32_t size = slot_bytes(size_bytes);
    for (size_t i = free_temps_.size(); i > 0; i--) {
        if (free_temps_[i - 1].size_bytes != size) continue;
        int32_t offset = free_temps_[i - 1].offset;
        free_temps_.erase(free_temps_.begin() + static_cast<ptrdiff_t>(i - 1));
        return offset;
    }
    return new_slot(size);
}

void Frame::free_temp(int32_t offset, uint32_t size_bytes) {
    free_temps_.push_back({slot_bytes(size_bytes), offset});
}

void Frame::patch_outgoing_size(Assembler& a) const {
    for (const OutgoingPatch& patch : outgoing_patches_)
        a.patch32(patch.position, patch.more + static_cast<int32_t>(outgoing_));
}

bool Frame::keeps_registers_in_handlers() const {
    if (!shape_.handlers_expect_registers || cursor_.code().clauses.empty()) return false;
    return std::ranges::all_of(cursor_.code().clauses, [](const Clause& one) { return one.kind == ClauseKind::Catch; });
}

SavedRegisters Frame::saved_registers() const {
    SavedRegisters saved;
    for (uint32_t i = 0; i < callee_saved_count; i++) {
        if (saves(i)) saved.save(i, static_cast<uint32_t>(-saved_slot(i) / 8));
    }
    return saved;
}

}  // namespace celer::x64
