#include "code/call_profile.h"

#include <algorithm>
#include <iterator>
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
            for (uint32_t& met : profile->sites[i].met) {
                if (is_unloading(reinterpret_cast<const void*>(static_cast<uintptr_t>(met)))) met = 0;
            }
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

Met met_at(const MethodDesc* method, uint32_t il_offset) {
    if (method->kind != MethodKind::IL) return {};
    const CallProfile* profile = __atomic_load_n(&method->call_profile, __ATOMIC_ACQUIRE);
    if (profile == nullptr) return {};
    const CallSite* end = profile->sites + profile->count;
    const CallSite* site =
        std::find_if(profile->sites, end, [&](const CallSite& one) { return one.il_offset == il_offset; });
    if (site == end) return {};
    Met result = {};
    for (size_t i = 0; i < std::size(result.classes); i++) {
        uint32_t met = site->met[i];
        // Code that checks for it outlives what can be unloaded, whose address may come again.
        bool counts = loader_heap_of(static_cast<uintptr_t>(met)) == nullptr &&
                      std::find(result.classes, result.classes + i, met) == result.classes + i;
        result.classes[i] = counts ? met : 0;
    }
    return result;
}

void install_call_profiles() {
    on_unload({.all = forget_unloading_types});
}

}  // namespace celer
