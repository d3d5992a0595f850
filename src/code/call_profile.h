// What tier 0's code has met at calls whose target is not known: at each one, the receiver's class or the delegate's
// target of the last time, and what came before it the last two times that it changed. A comparison costs the call next
// to nothing, counts would not; what is usual is likely to be among them, and a compiler's guess is checked where it is
// used.
#pragma once

#include <cstdint>

#include "types/member.h"

namespace celer {

struct CallSite {
    uint32_t il_offset;
    uint32_t met[3];  // addresses of MethodTables (virtual and interface calls) or of stubs (delegates); 0: nothing yet
};
// In Section::Process; lives as long as the method.
struct CallProfile {
    uint32_t count;
    uint32_t unused;
    CallSite sites[1];  // count
};

// In place of an earlier one of the method.
CallProfile* new_call_profile(MethodDesc* method, uint32_t count);
// What was met at the call, each once; 0: nothing, or what can be unloaded.
struct Met {
    uint32_t classes[3];
};
Met met_at(const MethodDesc* method, uint32_t il_offset);
void install_call_profiles();  // they forget what is unloaded

}  // namespace celer
