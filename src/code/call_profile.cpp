#include "code/call_profile.h"

#include <vector>

#include "base/lock.h"
#include "platform/loader_heap.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

constinit Lock g_lock(LockRank::CallProfiles);

std::vector<CallProfile*>& profiles() {
    static auto* all = new std::vector<CallProfile*>;
    return *all;
}

// With the world stopped. Types that are unloaded may have been met by methods that are not.
void forget_unloading_types() {
    for (CallProfile* profile : profiles()) {
        for (uint32_t i = 0; i < profile->count; i++) {
            CallSite& site = profile->sites[i];
            if (is_unloading(reinterpret_cast<const void*>(static_cast<uintptr_t>(site.met)))) site.met = 0;
        }
    }
}

}  // namespace

CallProfile* new_call_profile(MethodDesc* method, uint32_t count) {
    size_t size = sizeof(CallProfile) + (count - 1) * sizeof(CallSite);
    auto* profile = static_cast<CallProfile*>(arena_allocate(Section::Process, size));
    profile->count = count;
    {
        LockGuard guard(g_lock);
        profiles().push_back(profile);
    }
    __atomic_store_n(&method->call_profile, profile, __ATOMIC_RELEASE);
    return profile;
}

uint32_t met_at(const MethodDesc* method, uint32_t il_offset) {
    if (method->kind != MethodKind::IL) return 0;
    const CallProfile* profile = __atomic_load_n(&method->call_profile, __ATOMIC_ACQUIRE);
    if (profile == nullptr) return 0;
    for (uint32_t i = 0; i < profile->count; i++) {
        if (profile->sites[i].il_offset != il_offset) continue;
        uint32_t met = profile->sites[i].met;
        // Code that checks for it outlives what can be unloaded, whose address may come again.
        return loader_heap_of(static_cast<uintptr_t>(met)) == nullptr ? met : 0;
    }
    return 0;
}

void install_call_profiles() {
    on_unload({.all = forget_unloading_types});
}

}  // namespace celer
