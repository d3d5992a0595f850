#include <vector>

#include "base/lock.h"
#include "code/helpers.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

struct CastCaches {
    Lock lock{LockRank::CastCaches};  // taken in Managed mode: nobody holds it while the world is stopped
    std::vector<CastCache*> all;
};

CastCaches& caches() {
    static auto* instance = new CastCaches;
    return *instance;
}

void forget() {
    std::erase_if(caches().all, [](CastCache* cache) {
        if (is_unloading(cache)) return true;
        if (is_unloading(cache->succeeded)) cache->succeeded = nullptr;
        if (is_unloading(cache->failed)) cache->failed = nullptr;
        return false;
    });
}

}  // namespace

CastCache* new_cast_cache(const MethodDesc* method) {
    auto* cache = new_beside<CastCache>(method, Section::Process);
    LockGuard guard(caches().lock);
    caches().all.push_back(cache);
    return cache;
}

void install_cast_caches() {
    on_unload({.all = forget});
}

}  // namespace celer
