// One CIL instruction each to the functions that import it.
#include "import/importer.h"

namespace celer {

namespace {

Shape primitive_shape(ElementType element) {
    Shape shape;
    shape.kind = kind_of_element(element);
    shape.element = element;
    return shape;
}

}  // namespace

void Importer::import_instruction(const il::Instruction& instruction) {
    uint32_t token = instruction.token().value();
    uint32_t index = static_cast<uint32_t>(instruction.integer);
    TypeHandle type;
    auto indirect_load = [&](ElementType element) { load_indirect(primitive_shape(element)); };
    auto indirect_store = [&](ElementType element) { store_indirect(primitive_shape(element)); };
    is_prefix_ = false;
    switch (instruction.opcode) {
#define CELER_IMPORT(opcode, allowed, action)                      \
    case il::Opcode::opcode:                                       \
        if (prefixes_.used & ~prefixes::allowed) return invalid(); \
        action;                                                    \
        break;
#define CELER_IMPORT_TYPE(opcode, allowed, action)                 \
    case il::Opcode::opcode:                                       \
        if (prefixes_.used & ~prefixes::allowed) return invalid(); \
        if (type_operand(instruction, type)) action;               \
        break;
#define CELER_IMPORT_ACCESS(opcode, allowed, action)                            \
    case il::Opcode::opcode:                                                    \
        if (prefixes_.used & ~prefixes::allowed) return invalid();              \
        if (type_operand(instruction, type) && may_access(type, token)) action; \
        break;
#include "import/instructions.def"
#undef CELER_IMPORT
#undef CELER_IMPORT_TYPE
#undef CELER_IMPORT_ACCESS
    }
    if (!is_prefix_) {
        constexpr auto ret = static_cast<std::byte>(il::Opcode::Ret);
        bool before_return = next_offset_ < il_.size() && il_[next_offset_] == ret;
        if (prefixes_.has(prefixes::tail) && !before_return) return invalid();
        prefixes_ = {};
    }
    if (stack_.size() > body_.max_stack() + stack_base_ && supplied_ == nullptr) invalid();
}

void Importer::prefix(uint8_t bit) {
    prefixes_.used |= bit;
    is_prefix_ = true;
}

void Importer::unaligned_prefix(const il::Instruction& instruction) {
    int64_t alignment = instruction.integer;
    if (alignment != 1 && alignment != 2 && alignment != 4) return invalid();
    prefix(prefixes::unaligned);
}

void Importer::constrained_prefix(TypeHandle type) {
    prefixes_.constrained = type;
    prefix(prefixes::is_constrained);
}

// A signalling NaN as float constant comes out quiet: CoreCLR's compilers hold it as a double in between.
void Importer::push_float(Op op, Kind kind, int64_t bits) {
    constexpr int64_t exponent = 0x7f800000, fraction = 0x7fffff, quiet = 0x400000;
    if (kind == Kind::F4 && (bits & exponent) == exponent && (bits & fraction) != 0) bits |= quiet;
    emit(op, kind).imm = kind == Kind::F4 ? static_cast<uint32_t>(bits) : bits;
    push(kind, {}, true);
}

// Unlike what folding drops: a box of a ref struct may not be made at all.
void Importer::import_pop() {
    if (!require(1)) return;
    if (boxes_by_ref_like_ && top().end == position() && code_.insts.back().op == Op::Box &&
        code_.insts.back().type->is_by_ref_like()) {
        return invalid();
    }
    drop();
}

void Importer::duplicate() {
    if (!require(1)) return;
    Value value = top();
    // One instruction without operands is repeated; a variable's address must stay known.
    bool single = value.end == position() && value.first + 1 == value.end && value.pure;
    Op op = code_.insts.back().op;
    if (single &&
        (op == Op::LoadVar || op == Op::VarAddress || op == Op::ConstI4 || op == Op::ConstI8 || op == Op::ConstNull ||
         op == Op::ConstObject || op == Op::ConstAddress || op == Op::ConstF4 || op == Op::ConstF8)) {
        Inst copy = code_.insts.back();
        copy.il_offset = il_offset_;
        if (op == Op::VarAddress) ++scratch_.address_uses[copy.target];
        code_.insts.push_back(copy);
    } else {
        Inst& inst = emit(Op::Dup, value.kind);
        if (is_aggregate(value.kind)) inst.type = value.type.method_table();
        repeat_facts(value);
        inst.kind = value.made;
    }
    value.first = position() - 1;
    value.end = position();
    value.pure = true;
    stack_.push_back(value);
}

// ldsfld, ldsflda, stsfld: 0, 1, 2.
void Importer::static_field(uint32_t token, int what) {
    FieldDesc* field;
    Shape shape;
    if (!field_operand(token, field, shape, true) || (what == 2 && !require(1))) return;
    if (what == 0) {
        load_static(field);
    } else if (what == 1) {
        static_address(field, Kind::ByRef);
    } else {
        store_static(field);
    }
}

}  // namespace celer
