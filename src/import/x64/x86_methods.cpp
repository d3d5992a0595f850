// Which instruction a method of System.Runtime.Intrinsics.X86 is: a hash over class and method, then the overload by
// its operands.
#include "import/intrinsics.h"
#include "import/vector_instructions.h"
#include "types/loader.h"

namespace celer {

namespace {

struct X86Method {  // texts lie in the row: no pointers, so nothing to relocate when the engine is loaded
    char type[16];
    char method[42];
    char operands[6];
    char elements[12];
    VectorInstructionId instruction;
};
constexpr X86Method methods[] = {
#define CELER_X86_METHOD(type, method, operands, elements, instruction) \
    {type, method, operands, elements, VectorInstructionId::instruction},
#include "import/x64/x86_methods.def"
#undef CELER_X86_METHOD
};
constexpr uint32_t method_count = sizeof(methods) / sizeof(methods[0]);
constexpr uint32_t slot_count = 4096;
static_assert(method_count * 2 < slot_count);

constexpr uint32_t slot_of(std::string_view type, std::string_view method) {
    return add_hash(add_hash(add_hash(empty_hash, type), "."), method) % slot_count;
}

struct Index {
    uint16_t slots[slot_count] = {};  // row number + 1; the overloads of a method follow each other
};
constexpr Index make_index() {
    Index index;
    for (uint32_t i = 0; i < method_count; ++i) {
        uint32_t slot = slot_of(methods[i].type, methods[i].method);
        while (index.slots[slot] != 0) slot = (slot + 1) % slot_count;
        index.slots[slot] = static_cast<uint16_t>(i + 1);
    }
    return index;
}
constexpr Index g_index = make_index();

char element_letter(ElementType element) {
    uint32_t index = vector_element_index(element);
    return index < vector_element_count ? "bBwWdDqQsf"[index] : 'v';
}

struct Operand {
    char operand;
    char element;
};

Operand classify(TypeHandle type) {
    if (type.is_type_desc()) {
        TypeHandle target = TypeHandle::from_raw(type.type_desc()->parameter);
        return {'P', element_letter(target.verification_type())};
    }
    const Instantiation* instantiation = type.method_table()->info->instantiation;
    if (instantiation != nullptr) return {'V', element_letter(instantiation->arguments[0].verification_type())};
    return {'I', element_letter(type.verification_type())};
}

// Whether an overload is the one that a row is for.
bool matches(const X86Method& row, const MethodSignature& signature) {
    std::string_view operands = row.operands;
    std::string_view elements = row.elements;
    if (operands.size() != signature.parameter_count) return false;
    for (uint32_t i = 0; i < signature.parameter_count; ++i) {
        Operand operand = classify(signature.parameters[i]);
        if (i == 0 && elements.find(operand.element) == std::string_view::npos) return false;
        if (operands[i] != operand.operand && operands[i] != operand.element) return false;
    }
    return true;
}

}  // namespace

VectorInstructionId find_x86_method(std::string_view class_name, std::string_view method,
                                    const MethodSignature& signature) {
    for (std::string_view part : {".V256", ".V512"}) {
        if (class_name.ends_with(part)) class_name.remove_suffix(part.size());
    }
    for (uint32_t slot = slot_of(class_name, method); g_index.slots[slot] != 0; slot = (slot + 1) % slot_count) {
        const X86Method& row = methods[g_index.slots[slot] - 1];
        if (row.type == class_name && row.method == method && matches(row, signature)) return row.instruction;
    }
    return VectorInstructionId::None;
}

}  // namespace celer
