#include "gc/census.h"

#include <algorithm>
#include <cstdio>
#include <unordered_map>
#include <vector>

#include "gc/heap_state.h"

namespace celer::gc {

void print_census(size_t types) {
    struct Share {
        const MethodTable* type;
        size_t count;
        size_t bytes;
    };
    std::unordered_map<const MethodTable*, Share> shares;
    for_each_object(
        [](void* context, Object* object) {
            Share& share = (*static_cast<decltype(shares)*>(context))[object->method_table];
            share.type = object->method_table;
            share.count++;
            share.bytes += object->size_bytes();
        },
        &shares);
    std::vector<Share> sorted;
    for (const auto& [type, share] : shares) sorted.push_back(share);
    std::ranges::sort(sorted, [](const Share& left, const Share& right) { return left.bytes > right.bytes; });
    if (sorted.size() > types) sorted.resize(types);
    std::fprintf(stderr, "%12s %10s  live after collection %u\n", "bytes", "objects", heap().collections.load());
    for (const Share& share : sorted) {
        std::fprintf(stderr, "%12zu %10zu  %s\n", share.bytes, share.count,
                     heap().controller->type_name(share.type).c_str());
    }
}

}  // namespace celer::gc
