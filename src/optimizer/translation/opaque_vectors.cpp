#include "optimizer/translation/opaque_vectors.h"

#include <algorithm>
#include <cctype>
#include <optional>
#include <string_view>

#include "import/vector_instructions.h"
#include "optimizer/translation/frame.h"
#include "optimizer/translation/lanes.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/values.h"
#include "optimizer/translation/vector_encoder.h"

namespace celer::optimizer {

using llvm::Align;
using llvm::Value;

namespace {

// Numbers of the registers that encoded instructions use.
enum : uint8_t { rax = 0, rcx = 1, rsi = 6, rdi = 7 };
constexpr const char* integer_names[] = {"ax", "cx", "dx", "bx", "sp", "bp", "si", "di"};

bool is_one_of(std::string_view letters, char letter) {
    return letters.find(letter) != std::string_view::npos;
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

// As inline assembly has it: by the size of what lies in the register.
std::string register_name(const llvm::Type* type, uint32_t number) {
    constexpr uint32_t wide_bits = 8 * wide_vector_bytes;
    uint64_t bits = type->getPrimitiveSizeInBits();
    return (bits == wide_bits ? "zmm" : bits == wide_bits / 2 ? "ymm" : "xmm") + std::to_string(number);
}

}  // namespace

void OpaqueVectors::translate(const Inst& inst, const VectorInstruction& row, const std::vector<Operand>& operands) {
    std::string_view form = row.form;
    std::string_view places = form.substr(0, form.find('>'));
    bool is_plain =
        !row.is_legacy() && row.result() == 'r' && places.find_first_not_of("vmnij") == std::string_view::npos;
    if (std::optional<std::string> name = mnemonic(row);
        is_plain && name && places.find("mv") == std::string_view::npos) {
        return assembled(inst, row, *name, operands);
    }
    encoded(inst, row, operands);
}

// By the assembler's name, with registers of LLVM's choice.
void OpaqueVectors::assembled(const Inst& inst, const VectorInstruction& row, const std::string& name,
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
    llvm::Type* result =
        inst.kind == Kind::Vector ? values_.vector_type(inst.type->instance_field_bytes) : values_.type_of(inst.kind);
    auto* type = llvm::FunctionType::get(result, types, false);
    Value* value = builder_.CreateCall(llvm::InlineAsm::get(type, text, constraints, false), values);
    inst.kind == Kind::Vector ? stack_.push_vector(value, inst.type) : stack_.push(inst.kind, value);
}

// In bytes, with fixed registers.
void OpaqueVectors::encoded(const Inst& inst, const VectorInstruction& row, const std::vector<Operand>& operands) {
    VectorEncoder encoder(row, inst.count);
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
            values.push_back(lanes_.mask_of(operands[i].value, inst.type));
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
        if (!encoder.place(letter, number))
            return body_.refuse("a vector instruction of a form that has no translation yet");
        bool is_tied = letter == 'd' || letter == 'c' || letter == 'A';
        inputs += is_tied      ? ",0"
                  : is_integer ? std::string(",{") + integer_names[number] + "}"
                               : ",{" + register_name(value->getType(), number) + "}";
        values.push_back(value);
        types.push_back(value->getType());
    }
    constexpr uint8_t mask_register = 1;
    bool is_known = encoder.place(result == 0 ? 'F' : result, result == 'K' ? mask_register : 0);
    push(inst, row, is_known ? encoder.text() : "", inputs, types, values);
}

void OpaqueVectors::push(const Inst& inst, const VectorInstruction& row, const std::string& text,
                         const std::string& inputs, const std::vector<llvm::Type*>& types,
                         const std::vector<Value*>& values) {
    if (text.empty()) return body_.refuse("a vector instruction with a result that has no translation yet");
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
        returned = lanes_.mask_type(lane_count(inst.type));
        outputs = "={k1}";
    } else if (result != 0) {
        returned = inst.kind == Kind::Vector ? values_.vector_type(inst.type->instance_field_bytes)
                                             : values_.type_of(inst.kind);
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
        Value* pair = frame_.temporary(inst.type->instance_field_bytes);
        builder_.CreateAlignedStore(builder_.CreateExtractValue(value, 0), pair, Align(1));
        builder_.CreateAlignedStore(builder_.CreateExtractValue(value, 1),
                                    values_.offset(pair, inst.type->instance_field_bytes / 2), Align(1));
        return stack_.push_struct(pair, inst.type);
    }
    if (result == 'K') value = lanes_.lanes_of_mask(value, inst.type);
    if (inst.kind == Kind::Vector) return stack_.push_vector(value, inst.type);
    if (result == 'S') value = builder_.CreateBitCast(value, builder_.getFloatTy());
    if (inst.kind == Kind::I4 && value->getType()->isIntegerTy(64))
        value = builder_.CreateTrunc(value, builder_.getInt32Ty());
    stack_.push(inst.kind, value);
}

}  // namespace celer::optimizer
