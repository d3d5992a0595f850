// What tier 0's code notes of a method's calls and blocks, by IL offset, for the compiler of its better code.
//
// - At a call whose target is not known: the receiver's class or the delegate's target of the last time, and what came
//   before it the last three times that it changed, for `most_changes` changes. A comparison costs the call next to
//   nothing, counts would not; what is usual is likely to be among them, and a compiler's guess is checked where it is
//   used.
// - How often the method was entered and some of its blocks were run (baseline/profile_plan.h), as far as `most_times`.
//   Blocks outside of loops stop with the method's start, those of an outermost loop with the first of them that was
//   run so often, so they keep their relation. From then on threads only read, so that they do not take the memory from
//   each other.
#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "types/member.h"

namespace celer {

// Each goes one place up before a new one comes: one more place than guesses are made, so that a compiler that reads
// just then does not miss one. Whoever reads begins below.
struct CallSite {
    uint32_t il_offset;
    uint32_t met[4];  // addresses of MethodTables (virtual and interface calls) or of stubs (delegates); 0: nothing yet
    int32_t changes_left;  // threads that race may go on below 0
};

inline constexpr int32_t most_times = 1024;
inline constexpr int32_t most_changes = 4 * most_times;  // a later phase of a program is noted, too
inline constexpr int32_t least_changes_again = 256;
struct BlockCount {
    static constexpr int32_t settled = -(1 << 30);  // two bits: who still counts down does not make it positive

    uint32_t il_offset;
    // To most_times; threads that race may go on below 0. Of the first of those that stop together: at most 0 as soon
    // as they have, which another of them says by `settled`.
    int32_t missing;

    uint32_t times() const {
        int32_t left = __atomic_load_n(&missing, __ATOMIC_RELAXED) & ~settled;
        return static_cast<uint32_t>(left > most_times ? most_times : most_times - left);
    }
};

// In Section::CodeData: what a program is like is so in its next process, too. Lives as long as the method. Call sites
// and blocks follow.
struct MethodProfile {
    MethodProfile* next;  // CodeRoots::profiles
    uint32_t call_count;
    uint32_t block_count;

    std::span<CallSite> calls() { return {reinterpret_cast<CallSite*>(this + 1), call_count}; }
    std::span<BlockCount> blocks() { return {reinterpret_cast<BlockCount*>(calls().data() + call_count), block_count}; }
    std::span<const CallSite> calls() const { return const_cast<MethodProfile*>(this)->calls(); }
    std::span<const BlockCount> blocks() const { return const_cast<MethodProfile*>(this)->blocks(); }
};

// In place of an earlier one of the method.
MethodProfile* new_profile(MethodDesc* method, uint32_t call_count, uint32_t block_count);
// Null: there is none.
inline const MethodProfile* profile_of(const MethodDesc* method) {
    bool may_have_one = method->kind == MethodKind::IL || method->kind == MethodKind::Dynamic;
    return may_have_one ? __atomic_load_n(&method->profile, __ATOMIC_ACQUIRE) : nullptr;
}
// The call's, in the method's profile; null: it has none.
inline CallSite* call_site_at(const MethodDesc* method, uint32_t il_offset) {
    auto* profile = const_cast<MethodProfile*>(profile_of(method));
    if (profile == nullptr) return nullptr;
    auto site = std::ranges::find(profile->calls(), il_offset, &CallSite::il_offset);
    return site == profile->calls().end() ? nullptr : &*site;
}
// What was met at the call, each once, without what can be unloaded; 0: nothing more.
struct Met {
    uint32_t classes[3];
};
Met met_at(const MethodDesc* method, uint32_t il_offset);
// All but the last, when it shows that the method is worth better code: what its calls met while the program started
// would take the place of what they meet from now on. Calls whose changes were used up note some more.
void forget_what_calls_met_before(MethodDesc* method);
// A block, of its method or of a body of that which was put in elsewhere, was reached at an IL offset in it. If it had
// seldom been, its count grows by a small part of what it is measured by (optimizer/block_heat.h).
void note_reached(MethodDesc* method, uint32_t il_offset, bool is_put_in);
void install_profiles();  // they forget what is unloaded

}  // namespace celer
