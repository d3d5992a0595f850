#include "baseline/x64/homes.h"

#include <algorithm>

#include "base/assert.h"
#include "code/code_tables.h"

namespace celer::x64 {

namespace {

constexpr Gpr leaf_registers[] = {r10, r11, r8, r9};  // homes in methods that call nothing
constexpr uint32_t minimum_weight = 3;                // of a variable that pays for saving a register
constexpr uint8_t float_argument_registers = 8;

}  // namespace

void Homes::clear(size_t variable_count) {
    homes_.assign(variable_count, {});
    gprs_ = xmms_ = 0;
}

// Variables by falling weight.
void Homes::rank_variables() {
    ranked_words_.clear();
    ranked_floats_.clear();
    for (uint32_t i = 0; i < cursor_.code().variables.size(); i++) {
        const Variable& variable = cursor_.code().variables[i];
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

void Homes::give_home(uint32_t variable, Gpr reg) {
    homes_[variable] = {Home::In::Gpr, reg, 0};
    gprs_ |= 1u << reg;
}

// Methods that call nothing: arguments stay in the registers they come in where nothing else needs those, and the
// hottest locals get the remaining ones. Five registers are left for values.
void Homes::assign_leaf_registers() {
    constexpr uint32_t most_homes = 4;
    abi::CallLayout layout(*cursor_.code().signature);
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
            if (gprs_ & 1u << reg) continue;
            give_home(variable, reg);
            given++;
            break;
        }
    }
    constexpr uint32_t most_float_homes = 10;
    uint8_t next_float = float_argument_registers;
    for (uint32_t variable : ranked_floats_) {
        if (static_cast<uint32_t>(__builtin_popcount(xmms_)) == most_float_homes) break;
        const abi::Piece* piece = incoming(variable);
        uint8_t reg = piece != nullptr ? piece->index : next_float++;
        if (reg > 15) continue;
        homes_[variable] = {Home::In::Xmm, reg, 0};
        xmms_ |= 1u << reg;
    }
}

void Homes::assign_registers() {
    rank_variables();
    if (!plan_.makes_calls && cursor_.code().clauses.empty()) assign_leaf_registers();
    size_t next = 0;
    for (Gpr reg : callee_saved) {
        while (next < ranked_words_.size() && homes_[ranked_words_[next]].in != Home::In::Frame) next++;
        if (next >= ranked_words_.size() || plan_.variables[ranked_words_[next]].weight < minimum_weight) break;
        give_home(ranked_words_[next], reg);
        frame_.save(reg);
    }
}

// Arguments that come on the stack stay where the caller put them.
void Homes::place_arguments_in_frame() {
    abi::CallLayout layout(*cursor_.code().signature);
    CELER_ASSERT(layout.count() == cursor_.code().argument_count, "signature and variables disagree");
    frame_.set_incoming_stack_bytes(layout.stack_bytes());
    for (uint32_t i = 0; i < layout.count(); i++) {
        if (homes_[i].in != Home::In::Frame) continue;
        const abi::Location& location = layout.argument(i);
        if (location.piece_count == 0) {
            homes_[i].offset = 16 + static_cast<int32_t>(location.stack_offset);
        } else if (plan_.variables[i].weight != 0 || cursor_.code().variables[i].address_taken || i == 0) {
            homes_[i].offset = frame_.new_slot(location.size_bytes);
        }
    }
}

void Homes::place_locals_in_frame() {
    const ImportedCode& code = cursor_.code();
    for (bool zeroed : {true, false}) {  // the zeroed ones together
        for (uint32_t i = code.argument_count; i < code.variables.size(); i++) {
            const Variable& variable = code.variables[i];
            if (homes_[i].in != Home::In::Frame || variable.needs_zero != zeroed) continue;
            if (plan_.variables[i].weight == 0 && !variable.address_taken) continue;
            homes_[i].offset = frame_.new_slot(is_aggregate(variable.kind) ? variable.size_bytes : 8);
        }
    }
}

std::span<const VariableHome> Homes::describe(bool has_osr_points) {
    described_.assign(cursor_.root().variables.size(), {});
    for (size_t i = 0; i < described_.size(); i++) {
        const Home& home = homes_[i];
        VariableHome& known = described_[i];
        switch (home.in) {
            case Home::In::Frame:
                if (home.offset != 0) known = {VariableHome::In::Frame, 0, home.offset};
                break;
            case Home::In::Gpr:
                known = {VariableHome::In::Integer, home.reg, 0};
                break;
            case Home::In::Xmm:
                known = {VariableHome::In::Float, home.reg, 0};
                break;
        }
    }
    if (frame_.return_buffer() != 0 && has_osr_points)
        described_.push_back({VariableHome::In::Frame, 0, frame_.return_buffer()});
    return described_;
}

}  // namespace celer::x64
