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

constexpr uint32_t widest_vector_bytes = 32;

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

// The assembler's name, if the row's is that with or without a fixed immediate behind it.
std::optional<std::string> mnemonic(const VectorInstruction& row) {
    std::string name = row.name;
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
    Encoder(const VectorInstruction& row, bool is_256) : row_(row), is_256_(is_256) {}

    // False: a letter that is not known here.
    bool place(char letter, uint8_t number) {
        switch (letter) {
            case 'r':
            case 'R':
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
        if (!row_.is_legacy()) {
            add({0xc4, static_cast<uint8_t>(0xe0 | row_.map),
                 static_cast<uint8_t>(row_.is_wide << 7 | (~vvvv_ & 15) << 3 | is_256_ << 2 | row_.prefix),
                 row_.opcode});
        } else {
            add_legacy_opcode();
        }
        if (row_.map != 0 || !row_.is_legacy()) add({static_cast<uint8_t>((in_memory_ ? 0 : 0xc0) | reg_ << 3 | rm_)});
        if (immediate_ >= 0) add({static_cast<uint8_t>(immediate_)});
        add_answer();
        return text_;
    }

  private:
    void add(std::initializer_list<uint8_t> bytes) {
        for (uint8_t byte : bytes) text_ += (text_.empty() ? ".byte " : ",") + std::to_string(byte);
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
    bool is_256_;
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
    if (type->instance_field_bytes > widest_vector_bytes) refuse("a vector of 64 bytes");
    llvm::Type* wanted = vector_type(type->instance_field_bytes);
    if (value->getType() != wanted) value = builder_.CreateBitCast(value, wanted);
    stack_.push_back({Kind::Vector, value, type});
}

void BodyTranslator::vector(const Inst& inst) {
    const VectorInstruction& row = vector_instruction(static_cast<VectorInstructionId>(inst.target));
    if (inst.flags & inst_flags::variable_immediate) return refuse("a vector instruction whose immediate varies");
    if (row.has_immediate() && !row.accepts_immediate(inst.imm)) return refuse("an immediate out of range");
    if (row.is_evex()) return refuse("an EVEX instruction");
    if (inst.count > widest_vector_bytes) return refuse("a vector of 64 bytes");
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
    std::string constraints = "=x";
    std::vector<llvm::Type*> types;
    std::vector<Value*> values;
    for (const Operand& operand : operands) {
        constraints += ",x";
        values.push_back(operand.value);
        types.push_back(operand.value->getType());
    }
    constraints += ",~{dirflag},~{fpsr},~{flags}";
    llvm::Type* result = inst.kind == Kind::Vector ? vector_type(inst.type->instance_field_bytes) : type_of(inst.kind);
    auto* type = llvm::FunctionType::get(result, types, false);
    Value* value = builder_.CreateCall(llvm::InlineAsm::get(type, text, constraints, false), values);
    inst.kind == Kind::Vector ? push_vector(value, inst.type) : push(inst.kind, value);
}

// In bytes, with fixed registers.
// As inline assembly has it: by the size of what lies in the register.
static std::string register_name(const llvm::Type* type, uint32_t number) {
    constexpr unsigned wide_bits = 256;
    return (type->getPrimitiveSizeInBits() == wide_bits ? "ymm" : "xmm") + std::to_string(number);
}

void BodyTranslator::encoded_vector(const Inst& inst, const VectorInstruction& row,
                                    const std::vector<Operand>& operands) {
    Encoder encoder(row, inst.count == widest_vector_bytes);
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
        bool is_tied = letter == 'd' || letter == 'A';
        inputs += is_tied      ? ",0"
                  : is_integer ? std::string(",{") + integer_names[number] + "}"
                               : ",{" + register_name(value->getType(), number) + "}";
        values.push_back(value);
        types.push_back(value->getType());
    }
    push_encoded(inst, row, encoder.place(result == 0 ? 'F' : result, 0) ? encoder.text() : "", inputs, types, values);
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
    if (inst.kind == Kind::Vector) return push_vector(value, inst.type);
    if (result == 'S') value = builder_.CreateBitCast(value, builder_.getFloatTy());
    if (inst.kind == Kind::I4 && value->getType()->isIntegerTy(64))
        value = builder_.CreateTrunc(value, builder_.getInt32Ty());
    push(inst.kind, value);
}

}  // namespace celer::optimizer
