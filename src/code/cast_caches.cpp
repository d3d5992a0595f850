#include <vector>

#include "base/lock.h"
#include "code/helpers.h"
#include "code/process_cells.h"
#include "platform/process_cells.h"
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
    auto* cache =
        static_cast<CastCache*>(take_recorded_cell(ProcessCell::CastCache, loader_heap_of(method), sizeof(CastCache)));
    LockGuard guard(caches().lock);
    caches().all.push_back(cache);
    return cache;
}

bool fill_cast_cache(const CellRecord& record) {
    caches().all.push_back(static_cast<CastCache*>(record.cell.get()));
    return true;
}

void install_cast_caches() {
    on_unload({.all = forget});
}

}  // namespace celer
