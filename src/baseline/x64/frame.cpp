// The frame: homes of variables, temporaries, prologue and epilogue.
#include <algorithm>

#include "base/assert.h"
#include "baseline/x64/compiler.h"
#include "baseline/x64/small_integers.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::x64 {

namespace {

constexpr Gpr argument_gprs[] = {rdi, rsi, rdx, rcx, r8, r9};
constexpr Gpr callee_saved[] = {rbx, r12, r13, r14, r15};
static_assert(std::size(callee_saved) == callee_saved_count);
constexpr Gpr leaf_registers[] = {r10, r11, r8, r9};  // homes in methods that call nothing
constexpr uint32_t minimum_weight = 3;                // of a variable that pays for saving a register
constexpr uint8_t float_argument_registers = 8;
constexpr int32_t page_bytes = 4096;
constexpr int32_t max_unrolled_probes = 16;

uint32_t round_up(uint32_t size, uint32_t unit) {
    return (size + unit - 1) & ~(unit - 1);
}

}  // namespace

int32_t MethodCompiler::new_slot(uint32_t size_bytes) {
    frame_bytes_ += round_up(size_bytes == 0 ? 8 : size_bytes, 8);
    return static_cast<int32_t>(-frame_bytes_);
}

int32_t MethodCompiler::take_temp(uint32_t size_bytes) {
    uint32_t size = round_up(size_bytes == 0 ? 8 : size_bytes, 8);
    for (size_t i = free_temps_.size(); i > 0; i--) {
        if (free_temps_[i - 1].size_bytes != size) continue;
        int32_t offset = free_temps_[i - 1].offset;
        free_temps_.erase(free_temps_.begin() + static_cast<ptrdiff_t>(i - 1));
        return offset;
    }
    return new_slot(size);
}

void MethodCompiler::free_temp(int32_t offset, uint32_t size_bytes) {
    free_temps_.push_back({round_up(size_bytes == 0 ? 8 : size_bytes, 8), offset});
}

// Variables by falling weight.
void MethodCompiler::rank_variables() {
    ranked_words_.clear();
    ranked_floats_.clear();
    for (uint32_t i = 0; i < code_->variables.size(); i++) {
        const Variable& variable = code_->variables[i];
        if (variable.address_taken || is_aggregate(variable.kind) || variable.kind == Kind::Void) continue;
        if (plan_.variables[i].weight == 0) continue;
        (is_float(variable.kind) ? ranked_floats_ : ranked_words_).push_back(i);
    }
    auto hotter = [this](uint32_t left, uint32_t right) {
        uint32_t left_weight = plan_.variables[left].weight;
        uint32_t right_weight = plan_.variables[right].weight;
        return left_weight != right_weight ? left_weight > right_weight : left < right;
    };
    std::sort(ranked_words_.begin(), ranked_words_.end(), hotter);
    std::sort(ranked_floats_.begin(), ranked_floats_.end(), hotter);
}

void MethodCompiler::give_home(uint32_t variable, Gpr reg) {
    homes_[variable] = {Home::In::Gpr, reg, 0};
    variable_gprs_ |= 1u << reg;
}

// Methods that call nothing: arguments stay in the registers they come in where nothing else needs those, and the
// hottest locals get the remaining ones. Five registers are left for values.
void MethodCompiler::assign_leaf_registers() {
    constexpr uint32_t most_homes = 4;
    abi::CallLayout layout(*code_->signature);
    auto incoming = [&](uint32_t variable) -> const abi::Piece* {
        if (variable >= layout.count() || layout.argument(variable).piece_count != 1) return nullptr;
        return &layout.argument(variable).pieces[0];
    };
    uint32_t given = 0;
    for (uint32_t variable : ranked_words_) {
        const abi::Piece* piece = incoming(variable);
        if (piece == nullptr || given == most_homes) continue;
        Gpr reg = argument_gprs[piece->index];
        if (reg == rcx || reg == rdx) continue;
        give_home(variable, reg);
        given++;
    }
    for (uint32_t variable : ranked_words_) {
        if (given == most_homes) break;
        if (homes_[variable].in != Home::In::Frame) continue;
        for (Gpr reg : leaf_registers) {
            if (variable_gprs_ & 1u << reg) continue;
            give_home(variable, reg);
            given++;
            break;
        }
    }
    constexpr uint32_t most_float_homes = 10;
    uint8_t next_float = float_argument_registers;
    for (uint32_t variable : ranked_floats_) {
        if (static_cast<uint32_t>(__builtin_popcount(variable_xmms_)) == most_float_homes) break;
        const abi::Piece* piece = incoming(variable);
        uint8_t reg = piece != nullptr ? piece->index : next_float++;
        if (reg > 15) continue;
        homes_[variable] = {Home::In::Xmm, reg, 0};
        variable_xmms_ |= 1u << reg;
    }
}

void MethodCompiler::assign_registers() {
    rank_variables();
    if (!plan_.makes_calls && code_->clauses.empty()) assign_leaf_registers();
    size_t next = 0;
    for (Gpr reg : callee_saved) {
        while (next < ranked_words_.size() && homes_[ranked_words_[next]].in != Home::In::Frame) next++;
        if (next >= ranked_words_.size() || plan_.variables[ranked_words_[next]].weight < minimum_weight) break;
        give_home(ranked_words_[next], reg);
        saved_gprs_ |= 1u << reg;
    }
}

bool MethodCompiler::keeps_registers_in_handlers() const {
    if (!shape_.handlers_expect_registers || code_->clauses.empty()) return false;
    return std::ranges::all_of(code_->clauses, [](const Clause& one) { return one.kind == ClauseKind::Catch; });
}

void MethodCompiler::plan_frame() {
    result_ = abi::classify_result(code_->signature->return_type);
    for (const Clause& clause : code_->clauses) {
        if (clause.kind == ClauseKind::Catch || clause.kind == ClauseKind::Filter) has_catch_ = true;
    }
    saves_all_ = has_catch_ && !keeps_registers_in_handlers();
    bool may_move = (code_->clauses.empty() || keeps_registers_in_handlers()) && !code_->has_localloc;
    if (compilation_->enter(Phase::Registers) && may_move) assign_registers();
    if (saves_all_) {
        frame_bytes_ = 8 * static_cast<uint32_t>(std::size(callee_saved));
    } else {
        frame_bytes_ = 8 * static_cast<uint32_t>(__builtin_popcount(saved_gprs_));
    }
    if (result_.in_memory) return_buffer_ = new_slot(8);
    if (code_->has_localloc) stack_pointer_slot_ = new_slot(8);
    place_arguments_in_frame();
    for (bool zeroed : {true, false}) {  // the zeroed ones together
        for (uint32_t i = code_->argument_count; i < code_->variables.size(); i++) {
            const Variable& variable = code_->variables[i];
            if (homes_[i].in != Home::In::Frame || variable.needs_zero != zeroed) continue;
            if (plan_.variables[i].weight == 0 && !variable.address_taken) continue;
            homes_[i].offset = new_slot(is_aggregate(variable.kind) ? variable.size_bytes : 8);
        }
    }
}

// Arguments that come on the stack stay where the caller put them.
void MethodCompiler::place_arguments_in_frame() {
    abi::CallLayout layout(*code_->signature);
    CELER_ASSERT(layout.count() == code_->argument_count, "signature and variables disagree");
    incoming_stack_bytes_ = layout.stack_bytes();
    for (uint32_t i = 0; i < layout.count(); i++) {
        if (homes_[i].in != Home::In::Frame) continue;
        const abi::Location& location = layout.argument(i);
        if (location.piece_count == 0) {
            homes_[i].offset = 16 + static_cast<int32_t>(location.stack_offset);
        } else if (plan_.variables[i].weight != 0 || code_->variables[i].address_taken || i == 0) {
            homes_[i].offset = new_slot(location.size_bytes);
        }
    }
}

// Moves rsp as it goes, so that a fault of the guard page's lies near it: that is how a stack overflow is known.
void MethodCompiler::probe_pages(int32_t frame) {
    Label next;
    prologue_.lea(8, r11, at(rsp, -(frame - frame % page_bytes)));
    prologue_.bind(next);
    prologue_.alu_ri(Alu::Sub, 8, rsp, page_bytes);
    prologue_.test_mi8(at(rsp), 0);
    prologue_.alu_rr(Alu::Cmp, 8, rsp, r11);
    prologue_.jump(Cc::Ne, next);
}

void MethodCompiler::emit_prologue() {
    Assembler& p = prologue_;
    p.clear();
    p.push(rbp);
    p.mov_rr(8, rbp, rsp);
    auto frame = static_cast<int32_t>(frame_size());
    bool probes_in_loop = frame >= max_unrolled_probes * page_bytes;
    if (probes_in_loop) {
        probe_pages(frame);
    } else {
        for (int32_t offset = page_bytes; offset < frame; offset += page_bytes) p.test_mi8(at(rsp, -offset), 0);
    }
    int32_t rest = probes_in_loop ? frame % page_bytes : frame;
    if (rest != 0) p.alu_ri(Alu::Sub, 8, rsp, rest);
    for (uint32_t i = 0; i < callee_saved_count; i++) {
        if (saves(i)) p.mov_mr(8, at(rbp, saved_slot(i)), callee_saved[i]);
    }
    if (stack_pointer_slot_ != 0) p.mov_mr(8, at(rbp, stack_pointer_slot_), rsp);
    emit_argument_homes();
    emit_zeroing();
}

// First to the frame, then between registers, then from the caller's stack: nothing is overwritten before it is read.
void MethodCompiler::emit_argument_homes() {
    abi::CallLayout layout(*code_->signature);
    if (return_buffer_ != 0) prologue_.mov_mr(8, at(rbp, return_buffer_), rdi);
    store_arguments_in_frame(layout);
    move_register_arguments(layout);
    load_stack_arguments(layout);
}

void MethodCompiler::store_arguments_in_frame(const abi::CallLayout& layout) {
    for (uint32_t i = 0; i < layout.count(); i++) {
        const abi::Location& location = layout.argument(i);
        if (homes_[i].in != Home::In::Frame || homes_[i].offset == 0) continue;
        for (uint32_t k = 0; k < location.piece_count; k++) {
            const abi::Piece& piece = location.pieces[k];
            Mem slot = at(rbp, homes_[i].offset + 8 * static_cast<int32_t>(k));
            if (piece.size_bytes > 8) {
                prologue_.vmov_mr(piece.size_bytes, slot, static_cast<Xmm>(piece.index));
            } else if (piece.is_float) {
                prologue_.movf_mr(piece.size_bytes > 4 ? 8 : 4, slot, static_cast<Xmm>(piece.index));
            } else {
                prologue_.mov_mr(8, slot, argument_gprs[piece.index]);  // slots are whole words
            }
        }
    }
}

// Each move waits until nobody reads its target any more. There are no cycles: an argument whose own register can be a
// home keeps it, so only registers without a home are moved from.
void MethodCompiler::move_register_arguments(const abi::CallLayout& layout) {
    uint32_t waiting[abi::integer_register_count];
    uint32_t count = 0;
    for (uint32_t i = 0; i < layout.count(); i++) {
        const abi::Location& location = layout.argument(i);
        if (location.piece_count == 0) continue;
        if (homes_[i].in == Home::In::Gpr) waiting[count++] = i;
        if (homes_[i].in == Home::In::Xmm && homes_[i].reg != location.pieces[0].index) {
            prologue_.movf_rr(static_cast<Xmm>(homes_[i].reg), static_cast<Xmm>(location.pieces[0].index));
        }
    }
    auto source = [&](uint32_t argument) { return argument_gprs[layout.argument(argument).pieces[0].index]; };
    while (count > 0) {
        uint32_t before = count;
        for (uint32_t i = 0; i < count; i++) {
            Gpr to = static_cast<Gpr>(homes_[waiting[i]].reg);
            bool read = false;
            for (uint32_t k = 0; k < count; k++) read = read || (k != i && source(waiting[k]) == to);
            if (read) continue;
            const Variable& variable = code_->variables[waiting[i]];
            if (to != source(waiting[i]) || variable.kind == Kind::I4) {
                move_integer(prologue_, variable.element, size_of(variable.kind), to, source(waiting[i]));
            }
            waiting[i--] = waiting[--count];
        }
        CELER_ASSERT(count < before, "argument registers in a circle");
    }
}

void MethodCompiler::load_stack_arguments(const abi::CallLayout& layout) {
    for (uint32_t i = 0; i < layout.count(); i++) {
        const abi::Location& location = layout.argument(i);
        if (location.piece_count != 0 || homes_[i].in == Home::In::Frame) continue;
        const Variable& variable = code_->variables[i];
        Mem slot = at(rbp, 16 + static_cast<int32_t>(location.stack_offset));
        if (homes_[i].in == Home::In::Xmm) {
            prologue_.movf_rm(size_of(variable.kind), static_cast<Xmm>(homes_[i].reg), slot);
        } else {
            load_integer(prologue_, variable.element, size_of(variable.kind), static_cast<Gpr>(homes_[i].reg), slot);
        }
    }
}

// Runs after the arguments are home, so registers that are no homes are free.
void MethodCompiler::emit_zeroing() {
    Assembler& p = prologue_;
    int32_t lowest = 1;  // slots lie below rbp
    int32_t highest = 1;
    for (uint32_t i = code_->argument_count; i < code_->variables.size(); i++) {
        const Variable& variable = code_->variables[i];
        if (!variable.needs_zero) continue;
        bool needed = plan_.variables[i].exposed || variable.address_taken || !code_->clauses.empty();
        if (!needed) continue;
        const Home& home = homes_[i];
        if (home.in == Home::In::Gpr) {
            p.alu_rr(Alu::Xor, 4, static_cast<Gpr>(home.reg), static_cast<Gpr>(home.reg));
        } else if (home.in == Home::In::Xmm) {
            p.xorps(static_cast<Xmm>(home.reg), static_cast<Xmm>(home.reg));
        } else if (home.offset != 0) {
            int32_t end =
                home.offset + static_cast<int32_t>(round_up(is_aggregate(variable.kind) ? variable.size_bytes : 8, 8));
            if (lowest == 1 || home.offset < lowest) lowest = home.offset;
            if (highest == 1 || end > highest) highest = end;
        }
    }
    int32_t bytes = highest - lowest;
    if (bytes == 0) return;
    if (bytes > 256) {
        bool is_home = variable_gprs_ & 1u << rdi;
        if (is_home) p.push(rdi);
        p.lea(8, rdi, at(rbp, lowest));
        p.mov_ri(4, rcx, bytes / 8);
        p.alu_rr(Alu::Xor, 4, rax, rax);
        p.rep_stosq();
        if (is_home) p.pop(rdi);
        return;
    }
    Xmm zero = static_cast<Xmm>(__builtin_ctz(~variable_xmms_));
    if (bytes >= 16) p.xorps(zero, zero);
    for (; bytes >= 16; bytes -= 16, lowest += 16) p.movups_mr(at(rbp, lowest), zero);
    if (bytes >= 8) p.mov_mi(8, at(rbp, lowest), 0);
}

void MethodCompiler::emit_epilogue() {
    emit_frame_exit();
    a_.ret();
}

void MethodCompiler::emit_frame_exit() {
    restore_saved_registers();
    a_.leave();
}

bool MethodCompiler::saves(uint32_t index) const {
    return saves_all_ || (saved_gprs_ & 1u << callee_saved[index]);
}

int32_t MethodCompiler::saved_slot(uint32_t index) const {
    int32_t slot = 1;
    for (uint32_t other = 0; other < callee_saved_count; other++) {
        bool lies_above = shape_.saves_last_first ? other > index : other < index;
        slot += lies_above && saves(other);
    }
    return -8 * slot;
}

SavedRegisters MethodCompiler::saved_registers() const {
    SavedRegisters saved;
    for (uint32_t i = 0; i < callee_saved_count; i++) {
        if (saves(i)) saved.save(i, static_cast<uint32_t>(-saved_slot(i) / 8));
    }
    return saved;
}

void MethodCompiler::restore_saved_registers() {
    for (uint32_t i = 0; i < callee_saved_count; i++) {
        if (saves(i)) a_.mov_rm(8, callee_saved[i], at(rbp, saved_slot(i)));
    }
}

}  // namespace celer::x64
