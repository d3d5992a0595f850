// Which method is which intrinsic. The table is small and read once per method: a hash over type and method name.
#include "import/intrinsics.h"

#include <string>
#include <string_view>

#include "import/vector_instructions.h"
#include "import/vector_methods.h"
#include "metadata/image.h"
#include "platform/instruction_sets.h"
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

struct Index {
    uint8_t slots[slot_count] = {};  // row number + 1
};

constexpr Index make_index() {
    Index index;
    for (uint32_t i = 0; i < row_count; ++i) {
        uint32_t slot = add_hash(add_hash(add_hash(empty_hash, rows[i].type), "."), rows[i].method) % slot_count;
        while (index.slots[slot] != 0) slot = (slot + 1) % slot_count;
        index.slots[slot] = static_cast<uint8_t>(i + 1);
    }
    return index;
}
constexpr Index g_index = make_index();
static_assert(row_count < 255);

Expansion look_up(std::string_view name_space, std::string_view type, std::string_view method) {
    uint32_t hash = add_hash(empty_hash, name_space);
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

// Methods of the classes of instruction sets. A set may have parts: Sse41.X64, Gfni.V256.
Intrinsic find_hardware(MethodDesc* method, const MethodTable* outer, std::string_view name_space) {
    std::string_view name = method_name(method);
    std::string class_name;
    for (const MethodTable* type = method->owner; type != outer; type = type->info->enclosing)
        class_name.insert(0, type_name(type)).insert(0, ".");
    class_name.insert(0, type_name(outer));
    std::string_view set_name = class_name;
    if (set_name.ends_with(".X64")) set_name.remove_suffix(4);
    bool is_x86 = name_space == "System.Runtime.Intrinsics.X86";
    InstructionSet set = is_x86 ? find_instruction_set(set_name) : InstructionSet::None;
    bool supported = set != InstructionSet::None && is_supported(set);
    if (name == "get_IsSupported") return {supported ? Expansion::ConstantTrue : Expansion::ConstantFalse};
    if (!supported) return {Expansion::HardwareInstruction};
    Result<const MethodSignature*> signature = method_signature(method);
    if (!signature) return {Expansion::None};
    VectorInstructionId id = find_x86_method(class_name, name, **signature);
    if (id == VectorInstructionId::None) return {Expansion::None};
    return {Expansion::X86Instruction, static_cast<uint16_t>(id)};
}

bool is_vector_class(std::string_view name_space, std::string_view type) {
    if (type.ends_with("`1")) type.remove_suffix(2);
    if (name_space == "System.Numerics") return type == "Vector";
    return name_space == "System.Runtime.Intrinsics" &&
           (type == "Vector128" || type == "Vector256" || type == "Vector512");
}

// Methods of Vector128 and Vector128<T> and their like, also as those of the interface that all vectors have.
Intrinsic find_vector_method(std::string_view name_space, std::string_view type, std::string_view name) {
    if (!is_vector_class(name_space, type) && !is_vector_struct_method(name_space, type, name)) return {};
    if (name.starts_with("System.Runtime.Intrinsics.ISimdVector<")) name = name.substr(name.rfind('.') + 1);
    for (uint32_t row = 0; row < vector_method_count(); ++row) {
        if (vector_method_name(row) == name) return {Expansion::VectorMethod, static_cast<uint16_t>(row)};
    }
    return {};
}

Intrinsic find(MethodDesc* method) {
    const MethodTable* type = method->owner;
    if (type->module != corelib()->module || method->token == 0x06000000) return {Expansion::None};
    std::string_view name = method_name(method);
    const MethodTable* outer = type;
    while (outer->info->enclosing != nullptr) outer = outer->info->enclosing;
    std::string_view name_space = type_namespace(outer);
    if (is_hardware_namespace(name_space)) return find_hardware(method, outer, name_space);
    if (outer != type) return {Expansion::None};
    Expansion expansion = look_up(name_space, type_name(type), name);
    if (expansion != Expansion::None) return {expansion};
    return find_vector_method(name_space, type_name(type), name);
}

}  // namespace

namespace {

// As MethodDesc::intrinsic keeps it; 0 is unknown.
constexpr uint32_t first_instruction = 0x4000;
constexpr uint32_t first_vector_method = 0x8000;

uint16_t pack(Intrinsic intrinsic) {
    uint32_t code = static_cast<uint32_t>(intrinsic.expansion) + 1;
    if (intrinsic.expansion == Expansion::X86Instruction) code = first_instruction + intrinsic.row;
    if (intrinsic.expansion == Expansion::VectorMethod) code = first_vector_method + intrinsic.row;
    return static_cast<uint16_t>(code);
}

Intrinsic unpack(uint32_t code) {
    if (code >= first_vector_method)
        return {Expansion::VectorMethod, static_cast<uint16_t>(code - first_vector_method)};
    if (code >= first_instruction) return {Expansion::X86Instruction, static_cast<uint16_t>(code - first_instruction)};
    return {static_cast<Expansion>(code - 1)};
}

}  // namespace

Intrinsic intrinsic_of(MethodDesc* method) {
    MethodDesc* typical = method->typical == nullptr ? method : method->typical;
    uint16_t known = __atomic_load_n(&typical->intrinsic, __ATOMIC_RELAXED);
    if (known == 0) {
        known = pack(find(typical));
        __atomic_store_n(&typical->intrinsic, known, __ATOMIC_RELAXED);
    }
    return unpack(known);
}

}  // namespace celer
