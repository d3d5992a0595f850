// Vector operations: operands to where the instruction's form wants them (import/x64/vector_instructions.def), the
// instruction, the result. A VEX instruction does not overwrite its operands and takes unaligned memory, so variables
// and temporaries in the frame are operands as they lie there.
#include "baseline/x64/vectors.h"

#include <bit>
#include <cstring>

#include "base/assert.h"
#include "baseline/x64/assembler.h"
#include "baseline/x64/cold.h"
#include "baseline/x64/compare.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/homes.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/value_reader.h"
#include "import/vector_instructions.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::x64 {

// The fields of one instruction.
struct VectorEncoding {
    const VectorInstruction& instruction;
    uint32_t size_bytes;
    const MethodTable* mask = nullptr;  // the type of the vector that is the mask
    unsigned reg = 0;
    unsigned vvvv = 0;
    unsigned rm = 0;
    Mem memory;
    bool in_memory = false;
    int immediate = -1;
    Gpr variable_immediate = no_gpr;
    Mem low_half;               // where the register in vvvv is stored afterwards
    Gpr variable_rdi = no_gpr;  // where the variable that lives in rdi waits

    void emit_opcode(Assembler& a) const;
    void emit_evex(Assembler& a) const;
    void emit(Assembler& a) const;
    void emit_table(Assembler& a, Gpr address, Label& out_of_range) const;
    bool is_scale() const {
        return instruction.has_immediate() && instruction.form[instruction.operand_count() - 1] == 'e';
    }
};

namespace {

// Of moves between k1 and a vector: by the bytes of an element.
constexpr unsigned mask_register = 1;
constexpr int rounding_mask = 3;

uint8_t length_of(uint32_t vector_bytes) {
    return vector_bytes == 64 ? 2 : vector_bytes == 32 ? 1 : 0;
}

// VPMOVB2M and its like, VPMOVM2B and its like.
void move_to_mask(Assembler& a, const MethodTable* type, unsigned from) {
    uint32_t element = vector_element_bytes(type);
    uint8_t opcode = element <= 2 ? 0x29 : 0x39;
    a.evex_r({2, 2, element == 2 || element == 8, length_of(type->instance_field_bytes), opcode}, mask_register, 0,
             from);
}
void move_from_mask(Assembler& a, const MethodTable* type, unsigned to) {
    uint32_t element = vector_element_bytes(type);
    uint8_t opcode = element <= 2 ? 0x28 : 0x38;
    a.evex_r({2, 2, element == 2 || element == 8, length_of(type->instance_field_bytes), opcode}, to, 0, mask_register);
}

// KMOVD, KMOVQ
void move_from_mask(Assembler& a, Kind kind, unsigned to) {
    a.vex_r({3, 1, kind == Kind::I8, false, 0x93}, to, 0, mask_register);
}

constexpr uint8_t legacy_prefixes[] = {0, 0x66, 0xf3, 0xf2};
constexpr uint32_t legacy_maps[] = {0, 0x0f00, 0x0f3800, 0x0f3a00, 0};

Flags flags_of(int16_t condition) {
    switch (static_cast<VectorCondition>(condition)) {
        case CcE:
            return {Cc::E};
        case CcB:
            return {Cc::B};
        case CcA:
            return {Cc::A};
        case CcAE:
            return {Cc::Ae};
        case CcEqual:
            return {Cc::E, Flags::Parity::AndClear};
        case CcNotEqual:
            return {Cc::Ne, Flags::Parity::OrSet};
    }
    CELER_PANIC("baseline: no such condition");
}

// Instructions whose ModRM.reg is not an operand, but a part of the opcode.
bool extends_opcode(const VectorInstruction& instruction) {
    char result = instruction.result();
    return result == 'v' || result == 'W' || result == 'T' || (result == 0 && instruction.is_legacy());
}

}  // namespace

void VectorEncoding::emit_opcode(Assembler& a) const {
    const VectorInstruction& i = instruction;
    if (i.is_evex()) return emit_evex(a);
    if (!i.is_legacy()) {
        Assembler::Vex op{i.prefix, i.map, i.is_wide, size_bytes == 32, i.opcode};
        return in_memory ? a.vex_m(op, reg, vvvv, memory) : a.vex_r(op, reg, vvvv, rm);
    }
    if (i.map == 0) {
        a.byte(legacy_prefixes[i.prefix]);
        return a.byte(i.opcode);
    }
    constexpr uint8_t operand_size_prefix = 0x66;
    if (i.extra == operand_size_prefix) a.byte(operand_size_prefix);
    uint8_t prefix = legacy_prefixes[i.prefix];
    uint32_t opcode = legacy_maps[i.map] | i.opcode;
    constexpr uint32_t crc32_of_byte = 0x0f38f0;
    in_memory ? a.op_m(prefix, i.is_wide, opcode, reg, memory)
              : a.op_r(prefix, i.is_wide, opcode, reg, rm, opcode == crc32_of_byte);
}

void VectorEncoding::emit_evex(Assembler& a) const {
    const VectorInstruction& i = instruction;
    if (i.result() == 'X') return;  // the mask is all there is
    Assembler::Evex op{i.prefix, i.map, i.is_wide, length_of(size_bytes), i.opcode, i.is_masked(), i.has_rounding()};
    if (i.has_rounding()) op.length = static_cast<uint8_t>(immediate & rounding_mask);
    in_memory ? a.evex_m(op, reg, vvvv, memory) : a.evex_r(op, reg, vvvv, rm);
}

void VectorEncoding::emit(Assembler& a) const {
    if (is_scale()) {
        VectorEncoding scaled = *this;
        scaled.memory.scale_log2 = static_cast<uint8_t>(std::countr_zero(static_cast<unsigned>(immediate)));
        return scaled.emit_opcode(a);
    }
    emit_opcode(a);
    if (immediate >= 0 && !instruction.has_rounding()) a.byte(static_cast<uint8_t>(immediate));
}

// One instruction for each immediate, of which the register chooses one.
void VectorEncoding::emit_table(Assembler& a, Gpr address, Label& out_of_range) const {
    uint32_t slot_log2 = instruction.is_evex() ? 5 : 4;  // of an instruction and the jump behind it
    uint32_t slot_bytes = 1u << slot_log2;
    int slots = instruction.has_rounding() ? rounding_mask + 1 : 256;
    Label end;
    if (instruction.has_rounding()) a.alu_ri(Alu::And, 4, variable_immediate, rounding_mask);
    uint32_t patch = a.lea_rip(address);
    a.shift_ri(Shift::Shl, 4, variable_immediate, static_cast<uint8_t>(slot_log2));
    a.alu_rr(Alu::Add, 8, address, variable_immediate);
    a.jump_r(address);
    a.patch32(patch, static_cast<int32_t>(a.position() - (patch + 4)));
    VectorEncoding one = *this;
    for (one.immediate = 0; one.immediate < slots; one.immediate++) {
        uint32_t start = a.position();
        if (instruction.accepts_immediate(one.immediate)) {
            one.emit(a);
            a.jump(end);
        } else {
            a.jump(out_of_range);
        }
        CELER_ASSERT(a.position() - start <= slot_bytes);
        while (a.position() - start < slot_bytes) a.int3();
    }
    a.bind(end);
}

void VectorOperations::place_vector_operand(char letter, Value& value, VectorEncoding& fields) {
    switch (letter) {
        case 'r':
            fields.reg = stack_.xmm(value);
            return;
        case 'v':
            fields.vvvv = stack_.xmm(value);
            return;
        case 'm':
            if (reader_.is_frame_operand(value)) {
                fields.in_memory = true;
                fields.memory = reader_.frame_operand(value);
                return;
            }
            [[fallthrough]];
        case 'n':
            fields.rm = stack_.xmm(value);
            return;
        case 'b':
            fields.vvvv = fields.rm = stack_.xmm(value);
            return;
        case 'd':
            fields.reg = stack_.own_xmm(value);
            return;
        case 'c':
            fields.rm = stack_.own_xmm(value);
            return;
        case 'K':
            return move_to_mask(a_, fields.mask, stack_.xmm(value));
        case 's':
            fields.immediate = stack_.xmm(value) << 4;
            return;
        case 'p':
            fields.in_memory = true;
            fields.memory = stack_.address(value, 0);
            return;
        case 'i':
        case 'j':
        case 'h':
        case 'e':
        case 'o':
            fields.variable_immediate = stack_.own(value);
            return;
        case 'x':
            fields.memory.index = static_cast<Gpr>(stack_.xmm(value));
            return;
        case 'k':
            fields.vvvv = stack_.own_xmm(value);
            return;
        case 'l':
            fields.low_half = stack_.address(value, 0);
            return;
        default:
            return place_general_operand(letter, value, fields);
    }
}

void VectorOperations::place_general_operand(char letter, Value& value, VectorEncoding& fields) {
    switch (letter) {
        case 'D':
            if (homes_.gprs() & 1u << rdi) {
                fields.variable_rdi = stack_.scratch();
                a_.mov_rr(8, fields.variable_rdi, rdi);
            }
            stack_.claim(rdi);
            reader_.load_into(rdi, value);
            return;
        case 'L':
        case 'U': {
            Gpr to = letter == 'L' ? rax : rdx;
            stack_.claim(to);
            return reader_.load_into(to, value);
        }
        case 'a':
            fields.reg = stack_.gpr(value);
            return;
        case 'A':
            fields.reg = stack_.own(value);
            return;
        case 'w':
            fields.vvvv = stack_.gpr(value);
            return;
        case 'g':
            fields.rm = stack_.gpr(value);
            return;
        default:
            CELER_PANIC("baseline: no such operand '%c'", letter);
    }
}

void VectorOperations::vector_operation(const Inst& inst) {
    const VectorInstruction& instruction = vector_instruction(static_cast<VectorInstructionId>(inst.target));
    uint32_t count = instruction.operand_count();
    bool is_variable = inst.flags & inst_flags::variable_immediate;
    if (instruction.has_immediate() && !is_variable) count--;
    if (instruction.touches_memory()) stack_.flush_aliases(count);
    VectorEncoding encoding{.instruction = instruction, .size_bytes = inst.count, .mask = inst.type};
    if (instruction.has_immediate() && !is_variable) encoding.immediate = static_cast<int>(inst.imm);
    if (instruction.extra >= 0 && !instruction.is_legacy() && instruction.result() != 'F' &&
        !extends_opcode(instruction))
        encoding.immediate = instruction.extra;
    if (extends_opcode(instruction) && instruction.extra >= 0) encoding.reg = static_cast<unsigned>(instruction.extra);
    for (uint32_t i = 0; i < count; i++) place_vector_operand(instruction.form[i], stack_.top(count - 1 - i), encoding);
    Gpr table = is_variable ? stack_.scratch() : no_gpr;
    push_vector_result(inst, encoding, count);
    is_variable ? encoding.emit_table(a_, table, cold_.throw_label(Helper::ThrowArgumentOutOfRange))
                : encoding.emit(a_);
    finish_vector_result(inst, encoding);
}

// Whether the mask that the instruction makes becomes a number at once, so that no vector has to be made of it.
bool VectorOperations::wants_only_bits(const Inst& inst) const {
    const Inst& next = *cursor_.next_inst();
    return next.op == Op::Vector && static_cast<VectorInstructionId>(next.target) == VectorInstructionId::KMOV_MASK &&
           vector_element_bytes(next.type) == vector_element_bytes(inst.type);
}

// Replaces the operands by the result, whose register the instruction is about to write. It is chosen while the
// operands are still held: their temporaries must not be used again before they are read.
void VectorOperations::push_vector_result(const Inst& inst, VectorEncoding& encoding, uint32_t operands) {
    switch (char result = encoding.instruction.result()) {
        case 'd':
        case 'c':
        case 'A': {
            const char* form = encoding.instruction.form;
            auto place = static_cast<uint32_t>(std::strchr(form, result) - form);
            if (place != 0) std::swap(stack_.top(operands - 1), stack_.top(operands - 1 - place));
            stack_.drop(operands - 1);  // the operand is the result
            if (inst.kind == Kind::Vector) stack_.top().type = inst.type;
            return;
        }
        case 'r':
        case 'v':
        case 'm':
        case 'z': {
            Xmm to = stack_.scratch_xmm();
            if (result == 'r' || result == 'z') encoding.reg = to;
            if (result == 'v' || result == 'z') encoding.vvvv = to;
            if (result == 'm' || result == 'z') encoding.rm = to;
            stack_.drop(operands);
            return inst.kind == Kind::Vector ? stack_.push_vector(inst.type, to) : stack_.push_xmm(inst.kind, to);
        }
        case 'K': {
            encoding.reg = mask_register;
            if (wants_only_bits(inst)) {
                stack_.drop(operands);
                return stack_.push_gpr(cursor_.next_inst()->kind, stack_.scratch());
            }
            Xmm to = stack_.scratch_xmm();
            stack_.drop(operands);
            return stack_.push_vector(inst.type, to);
        }
        case 'X': {
            stack_.drop(operands);
            return stack_.push_gpr(inst.kind, stack_.scratch());
        }
        case 'Y': {
            Xmm to = stack_.scratch_xmm();
            Xmm ones = stack_.scratch_xmm();
            encoding.reg = to;
            encoding.vvvv = ones;
            a_.vex_r({1, 1, false, false, 0xef}, to, to, to);                            // VPXOR
            a_.vex_r({1, 1, false, encoding.size_bytes == 32, 0x76}, ones, ones, ones);  // VPCMPEQD
            stack_.drop(operands);
            return stack_.push_vector(inst.type, to);
        }
        case 'R':
        case 'H':
        case 'W':
        case 'G':
        case 'S': {
            Gpr to = stack_.scratch();
            if (result == 'R' || result == 'H') encoding.reg = to;
            if (result == 'H') encoding.vvvv = stack_.scratch();
            if (result == 'W') encoding.vvvv = to;
            if (result == 'G' || result == 'S') encoding.rm = to;
            stack_.drop(operands);
            return stack_.push_gpr(result == 'S' ? Kind::I4 : inst.kind, to);
        }
        default:
            return stack_.drop(operands);
    }
}

// What is left to do for results that are not vectors.
void VectorOperations::finish_vector_result(const Inst& inst, const VectorEncoding& encoding) {
    char result = encoding.instruction.result();
    if (encoding.variable_rdi != no_gpr) a_.mov_rr(8, rdi, encoding.variable_rdi);
    if (std::strchr(encoding.instruction.form, 'l') != nullptr)
        a_.mov_mr(encoding.instruction.is_wide ? 8 : 4, encoding.low_half, static_cast<Gpr>(encoding.vvvv));
    if (result == 'K' && wants_only_bits(inst)) {
        move_from_mask(a_, cursor_.next_inst()->kind, stack_.top().reg);
        return cursor_.skip_next();
    }
    if (result == 'K') return move_from_mask(a_, inst.type, stack_.top().reg);
    if (result == 'X') return move_from_mask(a_, inst.kind, stack_.top().reg);
    if (result == 'F') return comparisons_.push_flags(flags_of(encoding.instruction.extra));
    if (result == 'T') {
        uint32_t size = inst.type->instance_field_bytes;
        int32_t pair = stack_.push_temp(Kind::Struct, inst.type, size).displacement;
        int word = static_cast<int>(size) / 2;
        a_.mov_mr(word, at(rbp, pair), rax);
        return a_.mov_mr(word, at(rbp, pair + word), rdx);
    }
    if (result != 'S') return;
    Gpr bits = stack_.gpr(stack_.top());
    Xmm to = stack_.allocate_xmm();
    a_.mov_xmm_gpr(4, to, bits);
    stack_.drop();
    stack_.push_xmm(inst.kind, to);
}

}  // namespace celer::x64
