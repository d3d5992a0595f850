// What code that better code may take the place of notes: which types and targets its calls meet, and how often its
// blocks are run (code/profile.h). Owned by MethodCompiler.
#pragma once

#include "baseline/profile_plan.h"
#include "baseline/variable_plan.h"
#include "baseline/x64/assembler.h"
#include "code/profile.h"
#include "import/code.h"

namespace celer::x64 {

class ColdPaths;
class Cursor;

class ProfileCounters {
  public:
    ProfileCounters(Assembler& a, const MethodPlan& plan, const Cursor& cursor, ColdPaths& cold)
        : a_(a), plan_(plan), cursor_(cursor), cold_(cold) {}

    bool is_on() const { return profile_ != nullptr || notes_again_; }
    void plan_profile();
    void note_met(const CallInfo& info, Gpr met);
    void count_block(uint32_t number);

  private:
    CallSite* next_site();
    CallSite* site_of_before() const;

    Assembler& a_;
    const MethodPlan& plan_;
    const Cursor& cursor_;
    ColdPaths& cold_;
    ProfilePlan counted_;
    MethodProfile* profile_ = nullptr;  // a new one
    bool notes_again_ = false;  // code with bodies put in: it counts nothing, and goes on noting what calls meet
    uint32_t calls_profiled_ = 0;
    uint32_t blocks_profiled_ = 0;
};

}  // namespace celer::x64
