#include "import/instructions.h"

#include "import/access.h"
#include "import/arithmetic.h"
#include "import/arrays.h"
#include "import/branches.h"
#include "import/calls.h"
#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/exceptions.h"
#include "import/fields.h"
#include "import/handles.h"
#include "import/import_state.h"
#include "import/memory.h"
#include "import/objects.h"
#include "import/tokens.h"
#include "import/variable_operations.h"

namespace celer {

namespace {

Shape primitive_shape(ElementType element) {
    Shape shape;
    shape.kind = kind_of_element(element);
    shape.element = element;
    return shape;
}

}  // namespace

void Instructions::import_instruction(const il::Instruction& instruction) {
    uint32_t token = instruction.token().value();
    uint32_t index = static_cast<uint32_t>(instruction.integer);
    TypeHandle type;
    auto indirect_load = [&](ElementType element) { memory_.load_indirect(primitive_shape(element)); };
    auto indirect_store = [&](ElementType element) { memory_.store_indirect(primitive_shape(element)); };
    state_.is_prefix = false;
    switch (instruction.opcode) {
#define CELER_IMPORT(opcode, allowed, action)                                   \
    case il::Opcode::opcode:                                                    \
        if (state_.prefixes.used & ~prefixes::allowed) return state_.invalid(); \
        action;                                                                 \
        break;
#define CELER_IMPORT_TYPE(opcode, allowed, action)                              \
    case il::Opcode::opcode:                                                    \
        if (state_.prefixes.used & ~prefixes::allowed) return state_.invalid(); \
        if (tokens_.type_operand(instruction, type)) action;                    \
        break;
#define CELER_IMPORT_ACCESS(opcode, allowed, action)                                            \
    case il::Opcode::opcode:                                                                    \
        if (state_.prefixes.used & ~prefixes::allowed) return state_.invalid();                 \
        if (tokens_.type_operand(instruction, type) && access_.may_access(type, token)) action; \
        break;
#include "import/instructions.def"
#undef CELER_IMPORT
#undef CELER_IMPORT_TYPE
#undef CELER_IMPORT_ACCESS
    }
    if (!state_.is_prefix) {
        constexpr auto ret = static_cast<std::byte>(il::Opcode::Ret);
        bool before_return = state_.next_offset < state_.il.size() && state_.il[state_.next_offset] == ret;
        if (state_.prefixes.has(prefixes::tail) && !before_return) return state_.invalid();
        state_.prefixes = {};
    }
    if (stack_.size() > state_.body.max_stack() + state_.stack_base && state_.supplied == nullptr) state_.invalid();
}

void Instructions::prefix(uint8_t bit) {
    state_.prefixes.used |= bit;
    state_.is_prefix = true;
}

void Instructions::unaligned_prefix(const il::Instruction& instruction) {
    int64_t alignment = instruction.integer;
    if (alignment != 1 && alignment != 2 && alignment != 4) return state_.invalid();
    prefix(prefixes::unaligned);
}

void Instructions::constrained_prefix(TypeHandle type) {
    state_.prefixes.constrained = type;
    prefix(prefixes::is_constrained);
}

// A signalling NaN as float constant comes out quiet: CoreCLR's compilers hold it as a double in between.
void Instructions::push_float(Op op, Kind kind, int64_t bits) {
    constexpr int64_t exponent = 0x7f800000, fraction = 0x7fffff, quiet = 0x400000;
    if (kind == Kind::F4 && (bits & exponent) == exponent && (bits & fraction) != 0) bits |= quiet;
    stack_.emit(op, kind).imm = kind == Kind::F4 ? static_cast<uint32_t>(bits) : bits;
    stack_.push(kind, {}, true);
}

// Unlike what folding drops: a box of a ref struct may not be made at all.
void Instructions::import_pop() {
    if (!stack_.require(1)) return;
    if (state_.boxes_by_ref_like && stack_.top().end == stack_.position() && code_.insts.back().op == Op::Box &&
        code_.insts.back().type->is_by_ref_like()) {
        return state_.invalid();
    }
    stack_.drop();
}

}  // namespace celer
