// What tier 0's code has met at calls whose target is not known: at each one, the receiver's class or the delegate's
// target of the last time. A store costs the call next to nothing, counts would not; where one class is usual it is the
// likely one, and a compiler's guess is checked where it is used.
#pragma once

#include <cstdint>

#include "types/member.h"

namespace celer {

struct CallSite {
    uint32_t il_offset;
    uint32_t met;  // address of a MethodTable (virtual and interface calls) or of a stub (delegates); 0: nothing yet
};
// In Section::Process; lives as long as the method.
struct CallProfile {
    uint32_t count;
    uint32_t unused;
    CallSite sites[1];  // count
};

// In place of an earlier one of the method.
CallProfile* new_call_profile(MethodDesc* method, uint32_t count);
// What was met at the call; 0 if nothing is known, or if it can be unloaded.
uint32_t met_at(const MethodDesc* method, uint32_t il_offset);
void install_call_profiles();  // they forget what is unloaded

}  // namespace celer
