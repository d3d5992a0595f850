// Methods that are vector operations: those of System.Runtime.Intrinsics.X86, each one instruction, and those of the
// vector types, which are one or a few (vector_methods.def).
//
// A method that is declined here stays a call; every method of the vector types has a body in IL, which says the same.
#include <cstring>

#include "base/assert.h"
#include "import/arithmetic.h"
#include "import/arrays.h"
#include "import/call_emission.h"
#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/handles.h"
#include "import/import_state.h"
#include "import/intrinsic_operations.h"
#include "import/memory.h"
#include "import/objects.h"
#include "import/type_facts.h"
#include "import/x64/vector_expander.h"

namespace celer {

// The immediate, which is on top: a constant goes away. False: the call stays, to the method whose body can choose.
bool VectorExpander::take_immediate(const VectorInstruction& instruction, int64_t& immediate, bool& is_variable) {
    const Value& value = in.top();
    if (value.known == Known::Integer && in.droppable(value)) {
        immediate = value.imm & 0xff;
        if (!instruction.accepts_immediate(immediate)) return false;
        in.drop();
        return true;
    }
    is_variable = state.method == target;
    return is_variable;
}

// As the signature wants them. False: the block has ended.
bool VectorExpander::coerce_arguments(uint32_t& vector_bytes) {
    for (uint32_t i = 0; i < signature->parameter_count; i++) {
        TypeHandle type = signature->parameters[i];
        Shape shape;
        if (!types.struct_shape(type, shape)) return false;
        if (shape.kind == Kind::Vector && shape.size_bytes > vector_bytes) vector_bytes = shape.size_bytes;
        if (!in.coerce_below(signature->parameter_count - 1 - i, shape.kind, shape.type)) return false;
    }
    return true;
}

Inst& VectorExpander::emit(Id id, uint32_t operands, Kind kind, TypeHandle type, uint32_t bytes) {
    constexpr uint32_t wide_bytes = 64;
    if (bytes == wide_bytes) id = wide_form(id);
    CELER_ASSERT(id != Id::None, "an instruction that is not as wide as its vectors");
    Inst& inst = in.emit(Op::Vector, kind);
    inst.target = static_cast<uint32_t>(id);
    inst.count = static_cast<uint16_t>(bytes);
    if (is_aggregate(kind)) inst.type = type.method_table();
    bool is_pure = kind != Kind::Struct && !vector_instruction(id).touches_memory() && !may_throw_;
    if (kind == Kind::Void) {
        for (uint32_t i = 0; i < operands; i++) in.pop();
    } else {
        in.push_result(operands, kind, is_pure, is_aggregate(kind) ? type : TypeHandle());
    }
    return state.code.insts.back();
}

bool VectorExpander::expand_instruction(Id id) {
    const VectorInstruction& instruction = vector_instruction(id);
    uint32_t operands = signature->parameter_count;
    CELER_ASSERT(operands == instruction.operand_count(), "x86_methods.def and vector_instructions.def disagree");
    uint32_t bytes = 0;
    Shape result;
    if (!coerce_arguments(bytes)) return true;
    if (signature->return_type.verification_type() != ElementType::Void &&
        !types.struct_shape(signature->return_type, result))
        return true;
    if (result.kind == Kind::Vector && result.size_bytes > bytes) bytes = result.size_bytes;
    constexpr uint32_t with_general_registers = 16;
    if (std::strpbrk(instruction.form, "gGS") != nullptr && bytes != 0) bytes = with_general_registers;
    int64_t immediate = 0;
    bool is_variable = false;
    if (instruction.has_immediate()) {
        if (!take_immediate(instruction, immediate, is_variable)) return false;
        if (!is_variable) operands--;
        constexpr int64_t any = 255;
        may_throw_ = is_variable && !instruction.accepts_immediate(any);
    }
    Inst& inst = emit(id, operands, result.kind, result.type, bytes);
    inst.imm = immediate;
    if (instruction.is_masked()) {
        auto mask = static_cast<uint32_t>(std::strchr(instruction.form, 'K') - instruction.form);
        inst.type = signature->parameters[mask].method_table();
    }
    if (is_variable) inst.flags |= inst_flags::variable_immediate;
    return true;
}

bool IntrinsicOperations::expand_vector_instruction(MethodDesc* target, const MethodSignature* signature,
                                                    uint32_t row) {
    return VectorExpander{state_, stack_, types_, arithmetic_, memory_, target, signature}.expand_instruction(
        static_cast<VectorInstructionId>(row));
}

bool IntrinsicOperations::truncate_natively(Kind kind) {
    using enum VectorInstructionId;
    bool from_double = stack_.top().kind == Kind::F8;
    bool wide = kind == Kind::I8;
    VectorInstructionId id = from_double ? (wide ? CVTTSD2SI_Q : CVTTSD2SI_D) : (wide ? CVTTSS2SI_Q : CVTTSS2SI_D);
    return operate_on_scalar(id, kind);
}

bool IntrinsicOperations::operate_on_scalar(VectorInstructionId id, Kind result) {
    stack_.emit(Op::Vector, result).target = static_cast<uint32_t>(id);
    stack_.push_result(1, result, true);
    return true;
}

bool IntrinsicOperations::expand_vector_method(MethodDesc* target, const MethodSignature* signature, uint32_t row) {
    return VectorExpander{state_, stack_, types_, arithmetic_, memory_, target, signature}.expand_method(row);
}

bool IntrinsicOperations::expand_vector_constructor(MethodDesc* constructor, const MethodSignature* signature) {
    return VectorExpander{state_, stack_, types_, arithmetic_, memory_, constructor, signature}.construct();
}

}  // namespace celer
