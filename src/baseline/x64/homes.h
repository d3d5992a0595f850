// Where the method's variables live: in registers, the hottest first, or in slots of the frame. Owned by
// MethodCompiler. rbx, r12-r15 hold variables in methods without exception clauses, as do caller-saved registers in
// methods that call nothing.
#pragma once

#include <span>
#include <vector>

#include "baseline/variable_plan.h"
#include "baseline/x64/assembler.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/frame.h"
#include "code/code_tables.h"

namespace celer::x64 {

struct Home {
    enum class In : uint8_t { Frame, Gpr, Xmm } in = In::Frame;
    uint8_t reg = 0;
    int32_t offset = 0;  // rbp-relative; 0: none
};

class Homes {
  public:
    Homes(const MethodPlan& plan, const Cursor& cursor, Frame& frame) : plan_(plan), cursor_(cursor), frame_(frame) {}

    void clear(size_t variable_count);
    void assign_registers();
    void place_arguments_in_frame();
    void place_locals_in_frame();

    const Home& operator[](uint32_t variable) const { return homes_[variable]; }
    Mem variable_slot(uint32_t variable) const { return at(rbp, homes_[variable].offset); }
    uint32_t gprs() const { return gprs_; }  // masks of the registers that are homes
    uint32_t xmms() const { return xmms_; }
    // As the record of the code has them (code/code_tables.h).
    std::span<const VariableHome> describe(bool has_osr_points);

  private:
    void rank_variables();
    void give_home(uint32_t variable, Gpr reg);
    void assign_leaf_registers();

    const MethodPlan& plan_;
    const Cursor& cursor_;
    Frame& frame_;
    std::vector<Home> homes_;
    std::vector<uint32_t> ranked_words_;
    std::vector<uint32_t> ranked_floats_;
    std::vector<VariableHome> described_;
    uint32_t gprs_ = 0;
    uint32_t xmms_ = 0;
};

}  // namespace celer::x64
