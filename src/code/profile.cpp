#include "code/profile.h"

#include <algorithm>
#include <iterator>
#include <unordered_map>
#include <vector>

#include "base/lock.h"
#include "code/code_roots.h"
#include "platform/loader_heap.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

constinit Lock g_lock(LockRank::Profiles);

constexpr uint32_t parts_of_most = 64;  // that a count grows by

// Those with calls that are unloaded, by what they are unloaded with. All others are in CodeRoots::profiles.
std::unordered_map<LoaderAllocator*, std::vector<MethodProfile*>>& profiles() {
    static auto* all = new std::unordered_map<LoaderAllocator*, std::vector<MethodProfile*>>;
    return *all;
}

void forget_unloading_types_in(MethodProfile& profile) {
    for (CallSite& site : profile.calls()) {
        for (uint32_t& met : site.met) {
            if (is_unloading(reinterpret_cast<const void*>(static_cast<uintptr_t>(met)))) met = 0;
        }
    }
}

// With the world stopped. Types that are unloaded may have been met by methods that are not.
void forget_unloading_types() {
    LockGuard guard(g_lock);
    for (MethodProfile* profile = code_roots().profiles; profile != nullptr; profile = profile->next)
        forget_unloading_types_in(*profile);
    for (auto& [allocator, its_profiles] : profiles()) {
        for (MethodProfile* profile : its_profiles) forget_unloading_types_in(*profile);
    }
}

void forget_profiles_of(LoaderAllocator& dying) {
    LockGuard guard(g_lock);
    profiles().erase(&dying);
}

}  // namespace

MethodProfile* new_profile(MethodDesc* method, uint32_t call_count, uint32_t block_count) {
    size_t size = sizeof(MethodProfile) + call_count * sizeof(CallSite) + block_count * sizeof(BlockCount);
    auto* profile = static_cast<MethodProfile*>(heap_allocate(loader_heap_of(method), Section::CodeData, size));
    profile->call_count = call_count;
    profile->block_count = block_count;
    for (CallSite& site : profile->calls()) site.changes_left = most_changes;
    for (BlockCount& block : profile->blocks()) block.missing = most_times;
    if (call_count != 0) {
        LockGuard guard(g_lock);
        if (LoaderAllocator* allocator = loader_allocator_of(method)) {
            profiles()[allocator].push_back(profile);
        } else {
            profile->next = code_roots().profiles;
            code_roots().profiles = profile;
        }
    }
    __atomic_store_n(&method->profile, profile, __ATOMIC_RELEASE);
    return profile;
}

Met met_at(const MethodDesc* method, uint32_t il_offset) {
    const CallSite* site = call_site_at(method, il_offset);
    if (site == nullptr) return {};
    Met result = {};
    uint32_t* end = result.classes;
    for (const uint32_t& place : site->met) {
        uint32_t met = __atomic_load_n(&place, __ATOMIC_ACQUIRE);
        // Code that checks for it outlives what can be unloaded, whose address may come again.
        bool counts = met != 0 && loader_heap_of(static_cast<uintptr_t>(met)) == nullptr;
        if (counts && end != std::end(result.classes) && std::find(result.classes, end, met) == end) *end++ = met;
    }
    return result;
}

void forget_what_calls_met_before(MethodDesc* method) {
    auto* profile = const_cast<MethodProfile*>(profile_of(method));
    if (profile == nullptr) return;
    for (CallSite& site : profile->calls()) {
        for (uint32_t& earlier : std::span(site.met).subspan<1>()) __atomic_store_n(&earlier, 0, __ATOMIC_RELAXED);
        int32_t left = __atomic_load_n(&site.changes_left, __ATOMIC_RELAXED);
        if (left < least_changes_again) __atomic_store_n(&site.changes_left, least_changes_again, __ATOMIC_RELAXED);
    }
}

// The first block is the method's start, whose count is what others are measured by.
void note_reached(MethodDesc* method, uint32_t il_offset, bool is_put_in) {
    auto* profile = const_cast<MethodProfile*>(profile_of(method));
    if (profile == nullptr || profile->block_count == 0) return;
    std::span<BlockCount> blocks = profile->blocks();
    BlockCount* own = &blocks[0];
    for (BlockCount& block : blocks) {
        if (block.il_offset <= il_offset && block.il_offset > own->il_offset) own = &block;
    }
    uint32_t most = blocks[0].times();
    if (!is_put_in) most = std::ranges::max(blocks, {}, &BlockCount::times).times();
    uint32_t times = own->times();
    if (own == &blocks[0] || times > most * 3 / 4) return;
    auto more = static_cast<int32_t>(times + most / parts_of_most + 1);
    int32_t marks = __atomic_load_n(&own->missing, __ATOMIC_RELAXED) & BlockCount::settled;
    __atomic_store_n(&own->missing, marks | (most_times - more), __ATOMIC_RELAXED);
}

void install_profiles() {
    on_unload({.all = forget_unloading_types, .each = forget_profiles_of});
}

}  // namespace celer
