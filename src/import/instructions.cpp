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
    using il::Opcode;
    uint32_t token = instruction.token().value();
    uint32_t index = static_cast<uint32_t>(instruction.integer);
    TypeHandle type;
    auto indirect_load = [&](ElementType element) { load_indirect(primitive_shape(element)); };
    auto indirect_store = [&](ElementType element) { store_indirect(primitive_shape(element)); };
    // clang-format off: a table, one line a row
    switch (instruction.opcode) {
        case Opcode::Nop: case Opcode::Break: break;
        case Opcode::Ldarg0: load_argument_or_local(0, true); break;
        case Opcode::Ldarg1: load_argument_or_local(1, true); break;
        case Opcode::Ldarg2: load_argument_or_local(2, true); break;
        case Opcode::Ldarg3: load_argument_or_local(3, true); break;
        case Opcode::Ldloc0: load_argument_or_local(0, false); break;
        case Opcode::Ldloc1: load_argument_or_local(1, false); break;
        case Opcode::Ldloc2: load_argument_or_local(2, false); break;
        case Opcode::Ldloc3: load_argument_or_local(3, false); break;
        case Opcode::Stloc0: store_argument_or_local(0, false); break;
        case Opcode::Stloc1: store_argument_or_local(1, false); break;
        case Opcode::Stloc2: store_argument_or_local(2, false); break;
        case Opcode::Stloc3: store_argument_or_local(3, false); break;
        case Opcode::LdargS: case Opcode::Ldarg: load_argument_or_local(index, true); break;
        case Opcode::LdargaS: case Opcode::Ldarga: load_variable_address(index, true); break;
        case Opcode::StargS: case Opcode::Starg: store_argument_or_local(index, true); break;
        case Opcode::LdlocS: case Opcode::Ldloc: load_argument_or_local(index, false); break;
        case Opcode::LdlocaS: case Opcode::Ldloca: load_variable_address(index, false); break;
        case Opcode::StlocS: case Opcode::Stloc: store_argument_or_local(index, false); break;

        case Opcode::Ldnull: push_null(); break;
        case Opcode::LdcI4M1: push_integer(Kind::I4, -1); break;
        case Opcode::LdcI40: push_integer(Kind::I4, 0); break;
        case Opcode::LdcI41: push_integer(Kind::I4, 1); break;
        case Opcode::LdcI42: push_integer(Kind::I4, 2); break;
        case Opcode::LdcI43: push_integer(Kind::I4, 3); break;
        case Opcode::LdcI44: push_integer(Kind::I4, 4); break;
        case Opcode::LdcI45: push_integer(Kind::I4, 5); break;
        case Opcode::LdcI46: push_integer(Kind::I4, 6); break;
        case Opcode::LdcI47: push_integer(Kind::I4, 7); break;
        case Opcode::LdcI48: push_integer(Kind::I4, 8); break;
        case Opcode::LdcI4S: case Opcode::LdcI4: push_integer(Kind::I4, instruction.integer); break;
        case Opcode::LdcI8: push_integer(Kind::I8, instruction.integer); break;
        case Opcode::LdcR4:
            emit(Op::ConstF4, Kind::F4).imm = static_cast<uint32_t>(instruction.integer);
            push(Kind::F4, {}, true);
            break;
        case Opcode::LdcR8:
            emit(Op::ConstF8, Kind::F8).imm = instruction.integer;
            push(Kind::F8, {}, true);
            break;
        case Opcode::Dup: duplicate(); break;
        case Opcode::Pop: drop(); break;

        case Opcode::Jmp: import_jmp(token); break;
        case Opcode::Call: import_call(token, false); break;
        case Opcode::Callvirt: import_call(token, true); break;
        case Opcode::Calli: import_calli(token); break;
        case Opcode::Ret: import_return(); break;

        case Opcode::BrS: case Opcode::Br: jump_to(scratch_.block_at[instruction.target]); break;
        case Opcode::BrfalseS: case Opcode::Brfalse: branch_if(false, instruction); break;
        case Opcode::BrtrueS: case Opcode::Brtrue: branch_if(true, instruction); break;
        case Opcode::BeqS: case Opcode::Beq: branch_compare(Condition::Eq, instruction); break;
        case Opcode::BgeS: case Opcode::Bge: branch_compare(Condition::Ge, instruction); break;
        case Opcode::BgtS: case Opcode::Bgt: branch_compare(Condition::Gt, instruction); break;
        case Opcode::BleS: case Opcode::Ble: branch_compare(Condition::Le, instruction); break;
        case Opcode::BltS: case Opcode::Blt: branch_compare(Condition::Lt, instruction); break;
        case Opcode::BneUnS: case Opcode::BneUn: branch_compare(Condition::Ne, instruction); break;
        case Opcode::BgeUnS: case Opcode::BgeUn: branch_compare(Condition::GeUn, instruction); break;
        case Opcode::BgtUnS: case Opcode::BgtUn: branch_compare(Condition::GtUn, instruction); break;
        case Opcode::BleUnS: case Opcode::BleUn: branch_compare(Condition::LeUn, instruction); break;
        case Opcode::BltUnS: case Opcode::BltUn: branch_compare(Condition::LtUn, instruction); break;
        case Opcode::Switch: switch_on(instruction); break;

        case Opcode::LdindI1: indirect_load(ElementType::I1); break;
        case Opcode::LdindU1: indirect_load(ElementType::U1); break;
        case Opcode::LdindI2: indirect_load(ElementType::I2); break;
        case Opcode::LdindU2: indirect_load(ElementType::U2); break;
        case Opcode::LdindI4: case Opcode::LdindU4: indirect_load(ElementType::I4); break;
        case Opcode::LdindI8: case Opcode::LdindI: indirect_load(ElementType::I8); break;
        case Opcode::LdindR4: indirect_load(ElementType::R4); break;
        case Opcode::LdindR8: indirect_load(ElementType::R8); break;
        case Opcode::LdindRef: indirect_load(ElementType::Class); break;
        case Opcode::StindRef: indirect_store(ElementType::Class); break;
        case Opcode::StindI1: indirect_store(ElementType::I1); break;
        case Opcode::StindI2: indirect_store(ElementType::I2); break;
        case Opcode::StindI4: indirect_store(ElementType::I4); break;
        case Opcode::StindI8: case Opcode::StindI: indirect_store(ElementType::I8); break;
        case Opcode::StindR4: indirect_store(ElementType::R4); break;
        case Opcode::StindR8: indirect_store(ElementType::R8); break;

        case Opcode::Add: binary(Op::Add); break;
        case Opcode::Sub: binary(Op::Sub); break;
        case Opcode::Mul: binary(Op::Mul); break;
        case Opcode::Div: binary(Op::Div); break;
        case Opcode::DivUn: binary(Op::DivUn); break;
        case Opcode::Rem: binary(Op::Rem); break;
        case Opcode::RemUn: binary(Op::RemUn); break;
        case Opcode::And: binary(Op::And); break;
        case Opcode::Or: binary(Op::Or); break;
        case Opcode::Xor: binary(Op::Xor); break;
        case Opcode::Shl: shift(Op::Shl); break;
        case Opcode::Shr: shift(Op::Shr); break;
        case Opcode::ShrUn: shift(Op::ShrUn); break;
        case Opcode::Neg: unary(Op::Neg); break;
        case Opcode::Not: unary(Op::Not); break;
        case Opcode::AddOvf: binary(Op::AddOvf); break;
        case Opcode::AddOvfUn: binary(Op::AddOvfUn); break;
        case Opcode::MulOvf: binary(Op::MulOvf); break;
        case Opcode::MulOvfUn: binary(Op::MulOvfUn); break;
        case Opcode::SubOvf: binary(Op::SubOvf); break;
        case Opcode::SubOvfUn: binary(Op::SubOvfUn); break;
        case Opcode::Ckfinite: unary(Op::CheckFinite); break;
        case Opcode::Ceq: compare(Condition::Eq); break;
        case Opcode::Cgt: compare(Condition::Gt); break;
        case Opcode::CgtUn: compare(Condition::GtUn); break;
        case Opcode::Clt: compare(Condition::Lt); break;
        case Opcode::CltUn: compare(Condition::LtUn); break;

        case Opcode::ConvI1: convert(ElementType::I1, false, false); break;
        case Opcode::ConvI2: convert(ElementType::I2, false, false); break;
        case Opcode::ConvI4: convert(ElementType::I4, false, false); break;
        case Opcode::ConvI8: case Opcode::ConvI: convert(ElementType::I8, false, false); break;
        case Opcode::ConvU1: convert(ElementType::U1, false, false); break;
        case Opcode::ConvU2: convert(ElementType::U2, false, false); break;
        case Opcode::ConvU4: convert(ElementType::U4, false, false); break;
        case Opcode::ConvU8: case Opcode::ConvU: convert(ElementType::U8, false, false); break;
        case Opcode::ConvR4: convert(ElementType::R4, false, false); break;
        case Opcode::ConvR8: convert(ElementType::R8, false, false); break;
        case Opcode::ConvRUn: convert(ElementType::R8, false, true); break;
        case Opcode::ConvOvfI1: convert(ElementType::I1, true, false); break;
        case Opcode::ConvOvfI2: convert(ElementType::I2, true, false); break;
        case Opcode::ConvOvfI4: convert(ElementType::I4, true, false); break;
        case Opcode::ConvOvfI8: case Opcode::ConvOvfI: convert(ElementType::I8, true, false); break;
        case Opcode::ConvOvfU1: convert(ElementType::U1, true, false); break;
        case Opcode::ConvOvfU2: convert(ElementType::U2, true, false); break;
        case Opcode::ConvOvfU4: convert(ElementType::U4, true, false); break;
        case Opcode::ConvOvfU8: case Opcode::ConvOvfU: convert(ElementType::U8, true, false); break;
        case Opcode::ConvOvfI1Un: convert(ElementType::I1, true, true); break;
        case Opcode::ConvOvfI2Un: convert(ElementType::I2, true, true); break;
        case Opcode::ConvOvfI4Un: convert(ElementType::I4, true, true); break;
        case Opcode::ConvOvfI8Un: case Opcode::ConvOvfIUn: convert(ElementType::I8, true, true); break;
        case Opcode::ConvOvfU1Un: convert(ElementType::U1, true, true); break;
        case Opcode::ConvOvfU2Un: convert(ElementType::U2, true, true); break;
        case Opcode::ConvOvfU4Un: convert(ElementType::U4, true, true); break;
        case Opcode::ConvOvfU8Un: case Opcode::ConvOvfUUn: convert(ElementType::U8, true, true); break;

        case Opcode::Ldfld: load_field(token); break;
        case Opcode::Ldflda: load_field_address(token); break;
        case Opcode::Stfld: store_field(token); break;
        case Opcode::Ldsfld: static_field(token, 0); break;
        case Opcode::Ldsflda: static_field(token, 1); break;
        case Opcode::Stsfld: static_field(token, 2); break;
        case Opcode::Ldlen: load_length(); break;
        case Opcode::Localloc: local_alloc(); break;
        case Opcode::Cpblk: copy_block(false); break;
        case Opcode::Initblk: copy_block(true); break;
        case Opcode::LdelemI1: load_element(ElementType::I1, {}); break;
        case Opcode::LdelemU1: load_element(ElementType::U1, {}); break;
        case Opcode::LdelemI2: load_element(ElementType::I2, {}); break;
        case Opcode::LdelemU2: load_element(ElementType::U2, {}); break;
        case Opcode::LdelemI4: case Opcode::LdelemU4: load_element(ElementType::I4, {}); break;
        case Opcode::LdelemI8: case Opcode::LdelemI: load_element(ElementType::I8, {}); break;
        case Opcode::LdelemR4: load_element(ElementType::R4, {}); break;
        case Opcode::LdelemR8: load_element(ElementType::R8, {}); break;
        case Opcode::LdelemRef: load_element(ElementType::Class, {}); break;
        case Opcode::StelemI1: store_element(ElementType::I1, {}); break;
        case Opcode::StelemI2: store_element(ElementType::I2, {}); break;
        case Opcode::StelemI4: store_element(ElementType::I4, {}); break;
        case Opcode::StelemI8: case Opcode::StelemI: store_element(ElementType::I8, {}); break;
        case Opcode::StelemR4: store_element(ElementType::R4, {}); break;
        case Opcode::StelemR8: store_element(ElementType::R8, {}); break;
        case Opcode::StelemRef: store_element(ElementType::Class, {}); break;

        case Opcode::Ldstr: load_string(token); break;
        case Opcode::Newobj: new_object(token); break;
        case Opcode::Ldtoken: load_token(token); break;
        case Opcode::Ldftn: load_function(token); break;
        case Opcode::Ldvirtftn: load_virtual_function(token); break;
        case Opcode::Refanytype: typed_reference_type(); break;
        case Opcode::Arglist: invalid(); break;  // only methods with variable arguments have it
        case Opcode::Throw: import_throw(); break;
        case Opcode::Rethrow: import_rethrow(); break;
        case Opcode::Endfinally: end_finally(); break;
        case Opcode::Endfilter: end_filter(); break;
        case Opcode::Leave: case Opcode::LeaveS: leave(instruction.target); break;

        case Opcode::Cpobj: if (type_operand(instruction, type)) copy_object(type); break;
        case Opcode::Ldobj: if (type_operand(instruction, type)) load_object(type); break;
        case Opcode::Stobj: if (type_operand(instruction, type)) store_object(type); break;
        case Opcode::Initobj: if (type_operand(instruction, type)) init_object(type); break;
        case Opcode::Castclass: if (type_operand(instruction, type)) cast(type, false); break;
        case Opcode::Isinst: if (type_operand(instruction, type)) cast(type, true); break;
        case Opcode::Unbox: if (type_operand(instruction, type)) unbox(type); break;
        case Opcode::UnboxAny: if (type_operand(instruction, type)) unbox_any(type); break;
        case Opcode::Box: if (type_operand(instruction, type)) box(type); break;
        case Opcode::Newarr: if (type_operand(instruction, type)) new_array(type); break;
        case Opcode::Ldelema: if (type_operand(instruction, type)) element_address(type); break;
        case Opcode::Ldelem: if (type_operand(instruction, type)) load_element(ElementType::End, type); break;
        case Opcode::Stelem: if (type_operand(instruction, type)) store_element(ElementType::End, type); break;
        case Opcode::Sizeof: if (type_operand(instruction, type)) size_of(type); break;
        case Opcode::Mkrefany: if (type_operand(instruction, type)) make_typed_reference(type); break;
        case Opcode::Refanyval: if (type_operand(instruction, type)) typed_reference_value(type); break;

        case Opcode::Unaligned: prefixes_.unaligned = true; return;
        case Opcode::Volatile: prefixes_.is_volatile = true; return;
        case Opcode::Tail: prefixes_.tail = true; return;
        case Opcode::Readonly: prefixes_.readonly = true; return;
        case Opcode::No: return;  // permission to skip checks, not taken
        case Opcode::Constrained:
            type_operand(instruction, prefixes_.constrained);
            return;
    }
    // clang-format on
    prefixes_ = {};
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
        if (value.kind == Kind::Struct) inst.type = value.type.method_table();
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
    if (what == 2 && !require(1)) return;
    if (!field_operand(token, field, shape)) return;
    if (!field->is_static()) return invalid();
    if (what == 0) {
        load_static(field);
    } else if (what == 1) {
        static_address(field, Kind::ByRef);
    } else {
        store_static(field);
    }
}

}  // namespace celer
