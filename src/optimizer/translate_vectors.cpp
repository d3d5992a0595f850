// Vectors: one instruction of the machine for each operation, as import/vector_instructions.def has them.
//
// What LLVM has words for becomes IR (translate_vector_ir.cpp). The rest are opaque instructions that make their result
// from their operands. Those whose row is named as the assembler names them leave the choice of registers to LLVM; all
// others are encoded here, with a register for each letter of the form.
#include <algorithm>
#include <cctype>
#include <optional>

#include "base/assert.h"
#include "import/vector_instructions.h"
#include "optimizer/translator.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // a switch over a few of many instructions

namespace celer::optimizer {

using llvm::Align;
using llvm::Value;

namespace {

constexpr int rounding_mask = 3;
constexpr uint32_t wide_vector_bytes = 64;

// Numbers of the registers that encoded instructions use.
enum : uint8_t { rax = 0, rcx = 1, rsi = 6, rdi = 7 };
constexpr const char* integer_names[] = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};

bool is_one_of(std::string_view letters, char letter) {
    return letters.find(letter) != std::string_view::npos;
}

uint32_t lane_count(const MethodTable* vector) {
    return vector->instance_field_bytes / vector_element_bytes(vector);
}

// As in the baseline compiler: ModRM.reg is a part of the opcode.
bool extends_opcode(const VectorInstruction& row) {
    char result = row.result();
    return result == 'v' || result == 'W' || result == 'T' || (result == 0 && row.is_legacy());
}

// The assembler's name, if the row's is that with or without a fixed immediate behind it, or with an E for EVEX.
std::optional<std::string> mnemonic(const VectorInstruction& row) {
    std::string name = row.name;
    if (row.is_evex() && name.ends_with("_E")) name.resize(name.size() - 2);
    size_t suffix = name.find('_');
    bool has_fixed_immediate = row.extra >= 0;
    if ((suffix != std::string::npos) != has_fixed_immediate) return std::nullopt;
    name.resize(std::min(suffix, name.size()));
    std::ranges::transform(name, name.begin(), [](unsigned char c) { return std::tolower(c); });
    return "v" + name;
}

// The code of one instruction with registers chosen by letter.
class Encoder {
  public:
    Encoder(const VectorInstruction& row, uint32_t size_bytes)
        : row_(row),
          length_(size_bytes == wide_vector_bytes       ? 2
                  : size_bytes == wide_vector_bytes / 2 ? 1
                                                        : 0) {}

    // False: a letter that is not known here.
    bool place(char letter, uint8_t number) {
        switch (letter) {
            case 'r':
            case 'R':
            case 'K':  // the result, k1
            case 'd':
            case 'a':
            case 'A':
                reg_ = number;
                return true;
            case 'v':
            case 'w':
            case 'W':
                vvvv_ = number;
                return true;
            case 'm':
            case 'n':
            case 'c':
            case 'g':
            case 'G':
            case 'S':
                rm_ = number;
                return true;
            case 'b':
                vvvv_ = rm_ = number;
                return true;
            case 'z':
                reg_ = vvvv_ = rm_ = number;
                return true;
            case 'p':
                rm_ = number;
                in_memory_ = true;
                return true;
            case 's':
                immediate_ = number << 4;
                return true;
            default:
                return is_one_of("DLUFT", letter);  // fixed by the instruction
        }
    }
    void set_immediate(int immediate) { immediate_ = immediate; }
    void set_reg(uint8_t reg) { reg_ = reg; }

    std::string text() {
        if (row_.is_legacy()) {
            add_legacy_opcode();
        } else if (row_.is_evex()) {
            add_evex_opcode();
        } else {
            add({0xc4, static_cast<uint8_t>(0xe0 | row_.map),
                 static_cast<uint8_t>(row_.is_wide << 7 | (~vvvv_ & 15) << 3 | length_ << 2 | row_.prefix),
                 row_.opcode});
        }
        if (row_.map != 0 || !row_.is_legacy()) add({static_cast<uint8_t>((in_memory_ ? 0 : 0xc0) | reg_ << 3 | rm_)});
        if (immediate_ >= 0 && !row_.has_rounding()) add({static_cast<uint8_t>(immediate_)});
        add_answer();
        return text_;
    }

  private:
    void add(std::initializer_list<uint8_t> bytes) {
        for (uint8_t byte : bytes) text_ += (text_.empty() ? ".byte " : ",") + std::to_string(byte);
    }
    // All registers are below 8, the mask is k1.
    void add_evex_opcode() {
        uint8_t length = row_.has_rounding() ? static_cast<uint8_t>(immediate_ & rounding_mask) : length_;
        add({0x62, static_cast<uint8_t>(0xf0 | row_.map),
             static_cast<uint8_t>(row_.is_wide << 7 | (~vvvv_ & 15) << 3 | 4 | row_.prefix),
             static_cast<uint8_t>(length << 5 | row_.has_rounding() << 4 | 8 | row_.is_masked()), row_.opcode});
    }
    void add_legacy_opcode() {
        constexpr int16_t operand_size_prefix = 0x66;
        constexpr uint8_t prefixes[] = {0, 0x66, 0xf3, 0xf2};
        if (row_.map != 0 && row_.extra == operand_size_prefix) add({0x66});
        if (row_.prefix != 0) add({prefixes[row_.prefix]});
        if (row_.is_wide) add({0x48});
        if (row_.map >= 1 && row_.map <= 3) add({0x0f});
        if (row_.map == 2) add({0x38});
        if (row_.map == 3) add({0x3a});
        add({row_.opcode});
    }
    // The flags to eax; ecx is free.
    void add_answer() {
        if (row_.result() != 'F') return;
        switch (static_cast<VectorCondition>(row_.extra)) {
            case CcE:
                add({0x0f, 0x94, 0xc0});
                break;
            case CcB:
                add({0x0f, 0x92, 0xc0});
                break;
            case CcA:
                add({0x0f, 0x97, 0xc0});
                break;
            case CcAE:
                add({0x0f, 0x93, 0xc0});
                break;
            case CcEqual:  // sete al; setnp cl; and al, cl
                add({0x0f, 0x94, 0xc0, 0x0f, 0x9b, 0xc1, 0x20, 0xc8});
                break;
            case CcNotEqual:  // setne al; setp cl; or al, cl
                add({0x0f, 0x95, 0xc0, 0x0f, 0x9a, 0xc1, 0x08, 0xc8});
                break;
        }
        add({0x0f, 0xb6, 0xc0});
    }

    const VectorInstruction& row_;
    uint8_t length_;
    uint8_t reg_ = 0;
    uint8_t vvvv_ = 0;
    uint8_t rm_ = 0;
    int immediate_ = -1;
    bool in_memory_ = false;
    std::string text_;
};

}  // namespace

llvm::Type* BodyTranslator::vector_type(uint32_t size_bytes) {
    return llvm::FixedVectorType::get(builder_.getInt64Ty(), size_bytes / 8);
}

void BodyTranslator::push_vector(Value* value, MethodTable* type) {
    if (type->instance_field_bytes == wide_vector_bytes) inlining_->has_wide_vectors = true;
    llvm::Type* wanted = vector_type(type->instance_field_bytes);
    if (value->getType() != wanted) value = builder_.CreateBitCast(value, wanted);
    stack_.push_back({Kind::Vector, value, type});
}

void BodyTranslator::vector(const Inst& inst) {
    const VectorInstruction& row = vector_instruction(static_cast<VectorInstructionId>(inst.target));
    if (inst.flags & inst_flags::variable_immediate) return vector_by_immediate(inst);
    if (row.has_immediate() && !row.accepts_immediate(inst.imm)) return refuse("an immediate out of range");
    if (row.is_evex()) inlining_->has_wide_vectors = true;
    if (vector_as_ir(inst)) return;
    uint32_t count = row.operand_count() - row.has_immediate();
    std::vector<Operand> operands(count);
    for (uint32_t i = count; i-- > 0;) operands[i] = pop();
    for (uint32_t i = 0; i < count; i++) {
        if (row.form[i] != 'p' && row.form[i] != 'D') continue;
        check_pointer(operands[i]);
        operands[i] = {Kind::Ref, as(operands[i], Kind::Ref), nullptr};
    }
    std::string_view form = row.form;
    std::string_view places = form.substr(0, form.find('>'));
    bool is_plain =
        !row.is_legacy() && row.result() == 'r' && places.find_first_not_of("vmnij") == std::string_view::npos;
    if (std::optional<std::string> name = mnemonic(row);
        is_plain && name && places.find("mv") == std::string_view::npos) {
        return assembled_vector(inst, row, *name, operands);
    }
    encoded_vector(inst, row, operands);
}

// One instruction for each immediate; others throw.
void BodyTranslator::vector_by_immediate(const Inst& inst) {
    constexpr uint32_t any_byte = 0xff;
    const VectorInstruction& row = vector_instruction(static_cast<VectorInstructionId>(inst.target));
    uint32_t mask = row.has_rounding() ? rounding_mask : any_byte;
    Value* immediate = builder_.CreateAnd(pop_as(Kind::I4), mask);
    std::vector<Operand> operands = stack_;
    llvm::BasicBlock* other = new_block("out.of.range");
    llvm::BasicBlock* done = new_block("done");
    llvm::SwitchInst* cases = builder_.CreateSwitch(immediate, other, mask + 1);
    Value* result = nullptr;
    Inst one = inst;
    one.flags &= static_cast<decltype(one.flags)>(~inst_flags::variable_immediate);
    for (one.imm = 0; one.imm <= mask && refusal_ == nullptr; one.imm++) {
        if (!row.accepts_immediate(one.imm)) continue;
        llvm::BasicBlock* chosen = new_block("immediate");
        cases->addCase(builder_.getInt32(static_cast<uint32_t>(one.imm)), chosen);
        builder_.SetInsertPoint(chosen);
        stack_ = operands;
        vector(one);
        if (refusal_ == nullptr) keep_result(result, inst.kind);
        builder_.CreateBr(done);
    }
    if (refusal_ != nullptr) return;
    builder_.SetInsertPoint(other);
    call_helper(Helper::ThrowArgumentOutOfRange, Kind::Void, {});
    builder_.CreateUnreachable();
    builder_.SetInsertPoint(done);
    if (inst.kind == Kind::Vector) return load_vector(result, inst.type);
    if (inst.kind != Kind::Void) push(inst.kind, builder_.CreateLoad(type_of(inst.kind), result));
}

// By the assembler's name, with registers of LLVM's choice.
void BodyTranslator::assembled_vector(const Inst& inst, const VectorInstruction& row, const std::string& name,
                                      const std::vector<Operand>& operands) {
    std::string text = name + " ";
    if (row.has_immediate()) {
        text += "$$" + std::to_string(inst.imm & 0xff) + ", ";
    } else if (row.extra >= 0) {
        text += "$$" + std::to_string(row.extra) + ", ";
    }
    for (size_t i = operands.size(); i > 0; i--) text += "$" + std::to_string(i) + ", ";
    text += "$0";
    const char* any_register = row.is_evex() ? "v" : "x";
    std::string constraints = std::string("=") + any_register;
    std::vector<llvm::Type*> types;
    std::vector<Value*> values;
    for (const Operand& operand : operands) {
        constraints += std::string(",") + any_register;
        values.push_back(operand.value);
        types.push_back(operand.value->getType());
    }
    constraints += ",~{dirflag},~{fpsr},~{flags}";
    llvm::Type* result = inst.kind == Kind::Vector ? vector_type(inst.type->instance_field_bytes) : type_of(inst.kind);
    auto* type = llvm::FunctionType::get(result, types, false);
    Value* value = builder_.CreateCall(llvm::InlineAsm::get(type, text, constraints, false), values);
    inst.kind == Kind::Vector ? push_vector(value, inst.type) : push(inst.kind, value);
}

// As inline assembly has it: by the size of what lies in the register.
static std::string register_name(const llvm::Type* type, uint32_t number) {
    constexpr uint32_t wide_bits = 8 * wide_vector_bytes;
    uint64_t bits = type->getPrimitiveSizeInBits();
    return (bits == wide_bits ? "zmm" : bits == wide_bits / 2 ? "ymm" : "xmm") + std::to_string(number);
}

// In bytes, with fixed registers.
void BodyTranslator::encoded_vector(const Inst& inst, const VectorInstruction& row,
                                    const std::vector<Operand>& operands) {
    Encoder encoder(row, inst.count);
    if (row.has_immediate()) encoder.set_immediate(static_cast<int>(inst.imm & 0xff));
    char result = row.result();
    bool extends = extends_opcode(row);
    if (row.extra >= 0 && !row.is_legacy() && result != 'F' && !extends) encoder.set_immediate(row.extra);
    if (row.extra >= 0 && extends) encoder.set_reg(static_cast<uint8_t>(row.extra));
    std::string inputs;
    std::vector<llvm::Type*> types;
    std::vector<Value*> values;
    for (size_t i = 0; i < operands.size(); i++) {
        char letter = row.form[i];
        Value* value = operands[i].value;
        if (letter == 'K') {
            values.push_back(mask_of(operands[i].value, inst.type));
            types.push_back(values.back()->getType());
            inputs += ",{k1}";
            continue;
        }
        bool is_integer = value->getType()->isIntegerTy() || value->getType()->isPointerTy();
        uint8_t number = static_cast<uint8_t>(i);
        if (is_integer) {
            number = letter == 'p' || letter == 'D'             ? rdi
                     : letter == 'L' || is_one_of("aA", letter) ? rax
                     : letter == 'U'                            ? 2
                     : letter == 'w'                            ? rsi
                                                                : rcx;
        }
        if (!encoder.place(letter, number)) return refuse("a vector instruction of a form that has no translation yet");
        bool is_tied = letter == 'd' || letter == 'c' || letter == 'A';
        inputs += is_tied      ? ",0"
                  : is_integer ? std::string(",{") + integer_names[number] + "}"
                               : ",{" + register_name(value->getType(), number) + "}";
        values.push_back(value);
        types.push_back(value->getType());
    }
    constexpr uint8_t mask_register = 1;
    bool is_known = encoder.place(result == 0 ? 'F' : result, result == 'K' ? mask_register : 0);
    push_encoded(inst, row, is_known ? encoder.text() : "", inputs, types, values);
}

// --- Masks: in .NET vectors, of which the sign bits count

llvm::Type* BodyTranslator::mask_type(uint32_t lanes) {
    constexpr uint32_t least_bits = 8;
    return builder_.getIntNTy(std::max(lanes, least_bits));
}

// As a number with a bit for each element.
Value* BodyTranslator::mask_of(Value* vector, const MethodTable* type) {
    Value* value = elements(vector, 8 * vector_element_bytes(type));
    Value* negative = builder_.CreateICmpSLT(value, llvm::Constant::getNullValue(value->getType()));
    uint32_t lanes = lane_count(type);
    auto* mask = mask_type(lanes);
    uint32_t bits = mask->getIntegerBitWidth();
    if (lanes != bits) negative = widened(negative, bits);
    return builder_.CreateBitCast(negative, mask);
}

// Ones where the number has a bit.
Value* BodyTranslator::lanes_of_mask(Value* mask, const MethodTable* type) {
    uint32_t lanes = lane_count(type);
    uint32_t bits = mask->getType()->getIntegerBitWidth();
    Value* chosen = builder_.CreateBitCast(mask, llvm::FixedVectorType::get(builder_.getInt1Ty(), bits));
    if (lanes != bits) chosen = part_of(chosen, 0, lanes);
    llvm::Type* element = builder_.getIntNTy(8 * vector_element_bytes(type));
    return builder_.CreateSExt(chosen, llvm::FixedVectorType::get(element, lanes));
}

void BodyTranslator::push_encoded(const Inst& inst, const VectorInstruction& row, const std::string& text,
                                  const std::string& inputs, const std::vector<llvm::Type*>& types,
                                  const std::vector<Value*>& values) {
    if (text.empty()) return refuse("a vector instruction with a result that has no translation yet");
    char result = row.result();
    bool is_word = is_one_of("RWGSAF", result);
    std::string outputs;
    llvm::Type* returned = builder_.getVoidTy();
    if (result == 'T') {
        llvm::Type* half = builder_.getIntNTy(4 * inst.type->instance_field_bytes);
        returned = llvm::StructType::get(half, half);
        outputs = "={ax},={dx}";
    } else if (is_word) {
        returned = inst.kind == Kind::I8 && result != 'F' ? builder_.getInt64Ty() : builder_.getInt32Ty();
        if (result == 'A') returned = types[0];
        outputs = "={ax}";
    } else if (result == 'K') {
        returned = mask_type(lane_count(inst.type));
        outputs = "={k1}";
    } else if (result != 0) {
        returned = inst.kind == Kind::Vector ? vector_type(inst.type->instance_field_bytes) : type_of(inst.kind);
        outputs = "={" + register_name(returned, 0) + "}";
    }
    bool has_effects = row.touches_memory() || result == 0;
    std::string constraints = outputs + (outputs.empty() && !inputs.empty() ? inputs.substr(1) : inputs);
    if (!constraints.empty()) constraints += ",";
    if (has_effects) constraints += "~{memory},";
    if (result == 'F') constraints += "~{cx},";
    constraints += "~{dirflag},~{fpsr},~{flags}";
    auto* type = llvm::FunctionType::get(returned, types, false);
    Value* value = builder_.CreateCall(llvm::InlineAsm::get(type, text, constraints, has_effects), values);
    if (result == 0) return;
    if (result == 'T') {
        Value* pair = temporary(inst.type->instance_field_bytes);
        builder_.CreateAlignedStore(builder_.CreateExtractValue(value, 0), pair, Align(1));
        builder_.CreateAlignedStore(builder_.CreateExtractValue(value, 1),
                                    offset(pair, inst.type->instance_field_bytes / 2), Align(1));
        return push_struct(pair, inst.type);
    }
    if (result == 'K') value = lanes_of_mask(value, inst.type);
    if (inst.kind == Kind::Vector) return push_vector(value, inst.type);
    if (result == 'S') value = builder_.CreateBitCast(value, builder_.getFloatTy());
    if (inst.kind == Kind::I4 && value->getType()->isIntegerTy(64))
        value = builder_.CreateTrunc(value, builder_.getInt32Ty());
    push(inst.kind, value);
}

}  // namespace celer::optimizer
