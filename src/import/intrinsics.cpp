// Which method is which intrinsic. The table is small and read once per method: a hash over type and method name.
#include "import/intrinsics.h"

#include <string_view>

#include "metadata/image.h"
#include "types/assembly.h"
#include "types/loader.h"

namespace celer {

namespace {

struct Row {
    Expansion expansion;
    std::string_view type, method;
};

constexpr Row rows[] = {
#define CELER_INTRINSIC(expansion, type, method) {Expansion::expansion, type, method},
#include "import/intrinsics.def"
#undef CELER_INTRINSIC
};
constexpr uint32_t row_count = sizeof(rows) / sizeof(rows[0]);
constexpr uint32_t slot_count = 512;
static_assert(row_count * 2 < slot_count);

constexpr uint32_t add_hash(uint32_t hash, std::string_view text) {
    for (char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 16777619u;
    return hash;
}

struct Index {
    uint8_t slots[slot_count] = {};  // row number + 1
};

constexpr Index make_index() {
    Index index;
    for (uint32_t i = 0; i < row_count; ++i) {
        uint32_t slot = add_hash(add_hash(add_hash(2166136261u, rows[i].type), "."), rows[i].method) % slot_count;
        while (index.slots[slot] != 0) slot = (slot + 1) % slot_count;
        index.slots[slot] = static_cast<uint8_t>(i + 1);
    }
    return index;
}
constexpr Index g_index = make_index();
static_assert(row_count < 255);

Expansion look_up(std::string_view name_space, std::string_view type, std::string_view method) {
    uint32_t hash = add_hash(2166136261u, name_space);
    hash = add_hash(add_hash(add_hash(add_hash(hash, "."), type), "."), method);
    for (uint32_t slot = hash % slot_count; g_index.slots[slot] != 0; slot = (slot + 1) % slot_count) {
        const Row& row = rows[g_index.slots[slot] - 1];
        if (row.method == method && row.type.size() == name_space.size() + 1 + type.size() &&
            row.type.starts_with(name_space) && row.type.ends_with(type)) {
            return row.expansion;
        }
    }
    return Expansion::None;
}

bool is_hardware_namespace(std::string_view name_space) {
    constexpr std::string_view prefix = "System.Runtime.Intrinsics.";
    return name_space.starts_with(prefix) && name_space.size() > prefix.size();
}

Expansion find(const MethodDesc* method) {
    const MethodTable* type = method->owner;
    if (type->module != corelib()->module || method->token == 0x06000000) return Expansion::None;
    std::string_view name = method_name(method);
    const MethodTable* outer = type;
    while (outer->info->enclosing != nullptr) outer = outer->info->enclosing;
    std::string_view name_space = type_namespace(outer);
    if (is_hardware_namespace(name_space)) {
        return name == "get_IsSupported" ? Expansion::ConstantFalse : Expansion::HardwareInstruction;
    }
    if (outer != type) return Expansion::None;
    return look_up(name_space, type_name(type), name);
}

}  // namespace

Expansion expansion_of(MethodDesc* method) {
    MethodDesc* typical = method->typical == nullptr ? method : method->typical;
    uint16_t known = __atomic_load_n(&typical->intrinsic, __ATOMIC_RELAXED);
    if (known == 0) {
        known = static_cast<uint16_t>(static_cast<uint16_t>(find(typical)) + 1);
        __atomic_store_n(&typical->intrinsic, known, __ATOMIC_RELAXED);
    }
    return static_cast<Expansion>(known - 1);
}

}  // namespace celer
