#include "baseline/x64/profile_counters.h"

#include "baseline/x64/assembler.h"
#include "baseline/x64/cold.h"
#include "baseline/x64/cursor.h"

namespace celer::x64 {

void ProfileCounters::plan_profile() {
    profile_ = nullptr;
    calls_profiled_ = blocks_profiled_ = 0;
    const CompileRequest& request = cursor_.request();
    notes_again_ = request.is_profiled && request.tier == CodeTier::Baseline && !cursor_.inline_nodes().empty();
    if (!request.is_profiled || request.tier != CodeTier::Baseline || notes_again_) return;
    counted_.analyse(cursor_.code(), plan_);
    uint32_t calls = counted_.call_count();
    if (calls + counted_.count() != 0) profile_ = new_profile(request.method, calls, counted_.count());
}

void ProfileCounters::count_block(uint32_t number) {
    if (profile_ == nullptr || !counted_.is_counted(number)) return;
    std::span<BlockCount> counts = profile_->blocks();
    BlockCount& count = counts[blocks_profiled_++];
    BlockCount& first = counts[counted_.group(number)];
    count.il_offset = cursor_.code().blocks[number].il_offset;
    a_.alu_mi(Alu::Cmp, 4, absolute(&first.missing), 0);
    // Most of the time of what matters lies behind the counts' end.
    Cold& cold = cold_.new_cold(ColdKind::Count, Helper::Throw);
    cold.place = absolute(&count.missing);
    bool is_in_loop = counted_.group(number) != 0;  // else the start ends the counts: it is run as often as any other
    if (is_in_loop && &count != &first) cold.imm = reinterpret_cast<int64_t>(&first.missing);
    a_.jump(Cc::G, cold.entry);
    a_.bind(cold.back);
}

CallSite* ProfileCounters::next_site() {
    if (profile_ == nullptr || calls_profiled_ == profile_->call_count) return nullptr;
    CallSite& site = profile_->calls()[calls_profiled_++];
    site.il_offset = cursor_.il_offset();
    return &site;
}

// In the profile of the method that the call is in, if that has one.
CallSite* ProfileCounters::site_of_before() const {
    if (cursor_.inst().flags & inst_flags::is_guessed) return nullptr;  // others would take the place of what is usual
    uint32_t node = cursor_.inline_node();
    const MethodDesc* method = node == 0 ? cursor_.request().method : cursor_.inline_nodes()[node - 1].method;
    return call_site_at(method, cursor_.il_offset());
}

void ProfileCounters::note_met(const CallInfo& info, Gpr met) {
    if (!ProfilePlan::has_unknown_target(info)) return;
    CallSite* site = notes_again_ ? site_of_before() : next_site();
    if (site == nullptr) return;
    a_.alu_mr(Alu::Cmp, 4, absolute(&site->met[0]), met);
    Cold& cold = cold_.new_cold(ColdKind::Met, Helper::Throw);
    cold.imm = reinterpret_cast<int64_t>(site);
    cold.source = met;
    a_.jump(Cc::Ne, cold.entry);
    a_.bind(cold.back);
}

}  // namespace celer::x64
