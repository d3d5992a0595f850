#include "baseline/x64/osr_points.h"

#include "baseline/x64/assembler.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/frame.h"
#include "baseline/x64/frame_code.h"
#include "baseline/x64/helper_calls.h"
#include "baseline/x64/il_map.h"

namespace celer::x64 {

void OsrPoints::clear() {
    points_.clear();
    exits_.clear();
}

void OsrPoints::osr_point(uint32_t block) {
    void** cell = new_osr_cell(cursor_.request().method);
    points_.push_back({cursor_.code().blocks[block].il_offset, cell});
    Label& exit = exits_.emplace_back();
    a_.alu_mi(Alu::Cmp, 8, absolute(cell), 0);
    a_.jump(Cc::Ne, exit);
}

// Behind the body, so in no try region: what the other code does not catch is not caught here again.
void OsrPoints::emit_osr_exits() {
    for (size_t i = 0; i < exits_.size(); i++) {
        cursor_.go_to(points_[i].il_offset, 0);
        il_map_.mark();
        a_.bind(exits_[i]);
        a_.push_i(static_cast<int8_t>(frame_.saved_registers().mask()));
        a_.push_m(absolute(points_[i].cell));
        emit_helper_call(a_, Helper::EnterOsr);
        frame_code_.emit_epilogue();
    }
}

}  // namespace celer::x64
