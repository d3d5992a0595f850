// The text form (text_form.h). Addresses of descriptors appear as names, so that the text is the same in every process.
#include <cmath>
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "code/helpers.h"
#include "import/text_form.h"
#include "import/vector_instructions.h"
#include "object/object.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations

namespace celer {

namespace text_form {

Operand operand_of(Op op) {
    switch (op) {
        case Op::LoadVar:
        case Op::StoreVar:
        case Op::VarAddress:
        case Op::ClearVar:
            return Operand::Variable;
        case Op::ConstI4:
        case Op::ConstI8:
            return Operand::Integer;
        case Op::ConstF4:
        case Op::ConstF8:
            return Operand::Float;
        case Op::ConstObject:
            return Operand::Object;
        case Op::ConstAddress:
            return Operand::Address;
        case Op::RvaAddress:
        case Op::ThreadStaticAddress:
            return Operand::Field;
        case Op::Load:
        case Op::Store:
        case Op::LoadStructField:
        case Op::AddOffset:
            return Operand::Offset;
        case Op::ElementAddress:
        case Op::SpanElement:
            return Operand::Size;
        case Op::Convert:
            return Operand::Convert;
        case Op::Compare:
            return Operand::Condition;
        case Op::CastClass:
        case Op::IsInstance:
            return Operand::Cast;
        case Op::Bits:
            return Operand::Bits;
        case Op::Intrinsic:
            return Operand::Intrinsic;
        case Op::Vector:
            return Operand::Instruction;
        case Op::Jump:
            return Operand::Block;
        case Op::BranchIf:
            return Operand::TwoBlocks;
        case Op::Branch:
            return Operand::Compared;
        case Op::Switch:
            return Operand::Blocks;
        case Op::Leave:
            return Operand::Chain;
        case Op::Rethrow:
        case Op::EndFinally:
        case Op::EndFilter:
        case Op::CatchEntry:
            return Operand::Clause;
        case Op::Retype:
            return Operand::Depth;
        case Op::Call:
        case Op::NewObject:
        case Op::LoadVirtualFunction:
            return Operand::Call;
        default:
            return Operand::None;
    }
}

}  // namespace text_form

namespace {

using namespace text_form;

std::string quoted(std::string_view text) {
    std::string result = "\"";
    for (char c : text) {
        if (c == '"' || c == '\\') result += '\\';
        if (c == '\n') {
            result += "\\n";
        } else {
            result += c;
        }
    }
    return result + '"';
}

std::string named(const std::string& name) {
    return name.empty() || name.find_first_of(" \"\\\n") != std::string::npos ? quoted(name) : name;
}

class Printer {
  public:
    Printer(const ImportedCode& code, TextNames* names) : code_(code), names_(names) {}
    std::string run();

  private:
    [[gnu::format(printf, 2, 3)]] void append(const char* format, ...) {
        char buffer[256];
        va_list arguments;
        va_start(arguments, format);
        vsnprintf(buffer, sizeof(buffer), format, arguments);
        va_end(arguments);
        text_ += buffer;
    }
    std::string name(TypeHandle type) {
        if (!type) return "-";
        std::string text = display_name(type);
        if (names_ != nullptr) names_->types.try_emplace(text, type);
        return named(text);
    }
    std::string name(MethodDesc* method) {
        if (method == nullptr || method->owner == nullptr) return "-";  // made up by a test
        std::string text = display_name(method);
        if (names_ != nullptr) names_->methods.try_emplace(text, method);
        return named(text);
    }
    std::string name(FieldDesc* field) {
        std::string text = display_name(TypeHandle(field->owner)) + "." + std::string(field_name(field));
        if (names_ != nullptr) names_->fields.try_emplace(text, field);
        return named(text);
    }
    static const char* name(Kind kind) { return kind_names[static_cast<int>(kind)]; }
    static const char* name(ElementType element) {
        for (const ElementName& row : element_names) {
            if (row.element == element) return row.name;
        }
        return "?";
    }

    void print_header();
    void print_variable(size_t number);
    void print_clause(size_t number);
    void print_range(const char* part, const BlockRange& range);
    void print_block(size_t number);
    void print_inst(const Inst& inst);
    void print_operand(const Inst& inst);
    void print_float(const Inst& inst);
    void print_object(const Inst& inst);
    void print_string(const StringObject* string);
    void print_address(const Inst& inst);
    void print_blocks(const Inst& inst);
    void print_call(const CallInfo& call);

    const ImportedCode& code_;
    TextNames* names_;
    std::string text_;
};

void Printer::print_header() {
    if (code_.signature != nullptr) {
        TypeHandle type = code_.signature->return_type;
        text_ += "  returns " + name(type) + "\n";
    }
    append("  il_size %u", code_.il_size);
    if (code_.has_localloc) append(" localloc");
    if (code_.is_synchronized) append(" synchronized");
    text_ += "\n";
    for (const Assumption& assumption : code_.assumptions) {
        append("  assume %s ", assumption_names[static_cast<int>(assumption.kind)]);
        text_ += (assumption.type ? name(assumption.type) : name(assumption.method)) + "\n";
    }
}

void Printer::print_variable(size_t number) {
    const Variable& v = code_.variables[number];
    append("  v%zu: %s %s ", number, name(v.kind), name(v.element));
    text_ += name(v.type);
    append(" %s %u", origin_names[static_cast<int>(v.origin)], v.origin_index);
    if (v.address_taken) append(" address_taken");
    if (v.needs_zero) append(" zero");
    if (v.is_pinned) append(" pinned");
    text_ += "\n";
}

void Printer::print_range(const char* part, const BlockRange& range) {
    if (range.is_empty()) {
        append(" %s -", part);
    } else {
        append(" %s B%u..B%u", part, range.begin, range.end);
    }
}

void Printer::print_clause(size_t number) {
    const Clause& c = code_.clauses[number];
    append("  clause %zu: %s", number, clause_names[static_cast<int>(c.kind)]);
    print_range("try", c.try_blocks);
    print_range("handler", c.handler_blocks);
    print_range("filter", c.filter_blocks);
    text_ += " " + name(c.catch_type);
    if (c.exception_variable == no_variable) {
        append(" -");
    } else {
        append(" v%u", c.exception_variable);
    }
    append(" il %u %u %u %u %u\n", c.try_begin, c.try_end, c.handler_begin, c.handler_end, c.filter_begin);
}

// The shortest decimal text that reads back as the same bits; NaNs by their bits.
void Printer::print_float(const Inst& inst) {
    if (inst.op == Op::ConstF4) {
        float value;
        uint32_t bits = static_cast<uint32_t>(inst.imm);
        memcpy(&value, &bits, 4);
        std::isfinite(value) ? append(" %.9g", static_cast<double>(value)) : append(" 0x%08x", bits);
    } else {
        double value;
        memcpy(&value, &inst.imm, 8);
        std::isfinite(value) ? append(" %.17g", value)
                             : append(" 0x%016llx", static_cast<unsigned long long>(inst.imm));
    }
}

void Printer::print_object(const Inst& inst) {
    if (inst.target != 0) {
        text_ += " typeof " + name(TypeHandle::from_raw(inst.target));
        return;
    }
    text_ += " string ";
    print_string(reinterpret_cast<const StringObject*>(inst.imm));
}

void Printer::print_string(const StringObject* string) {
    text_ += "\"";
    for (uint32_t i = 0; i < static_cast<uint32_t>(string->length); ++i) {
        char16_t c = string->characters[i];
        bool is_plain = c >= ' ' && c < 0x7f && c != '"' && c != '\\';
        is_plain ? append("%c", static_cast<char>(c)) : append("\\u%04x", static_cast<unsigned>(c));
    }
    text_ += "\"";
}

void Printer::print_address(const Inst& inst) {
    auto what = static_cast<AddressOf>(inst.small);
    append(" %s ", address_names[inst.small]);
    auto raw = static_cast<uintptr_t>(inst.imm);
    switch (what) {
        case AddressOf::StaticField:
            text_ += name(inst.field);
            break;
        case AddressOf::Function:
            text_ += name(inst.method);
            break;
        case AddressOf::Type:
            text_ += name(TypeHandle::from_raw(raw));
            break;
        case AddressOf::Method:
            text_ += name(reinterpret_cast<MethodDesc*>(raw));
            break;
        case AddressOf::Field:
            text_ += name(reinterpret_cast<FieldDesc*>(raw));
            break;
        case AddressOf::HeapString:
            print_string(*reinterpret_cast<const StringObject* const*>(raw));
            break;
    }
}

void Printer::print_call(const CallInfo& call) {
    append(" %s ", call_names[static_cast<int>(call.kind)]);
    text_ += call.kind == CallKind::Helper ? helper_names[call.helper] : name(call.method);
    append(" (");
    for (size_t i = 0; i < call.argument_kinds.size(); ++i) {
        append("%s%s ", i == 0 ? " " : " ", name(call.argument_kinds[i]));
        text_ += name(call.argument_types[i]);
    }
    append(" ) %s ", name(call.return_kind));
    text_ += name(call.return_type);
    if (call.type != nullptr) text_ += " new " + name(TypeHandle(call.type));
    if (call.method == nullptr && call.signature != nullptr)
        append(" convention %u", call.signature->calling_convention);
    if (call.method == nullptr && call.signature != nullptr && call.signature->has_this) append(" has_this");
    if (call.null_check_this) append(" null_check_this");
    if (call.explicit_tail) append(" tail");
    if (call.returns_never) append(" returns_never");
}

void Printer::print_blocks(const Inst& inst) {
    if (inst.op == Op::Switch) {
        for (uint32_t i = 0; i < inst.count; ++i) {
            append(" B%u", code_.switch_targets[static_cast<size_t>(inst.imm) + i]);
        }
        append(" else B%u", inst.target);
    } else {
        append(" B%u", inst.target);
        if (inst.op == Op::Branch || inst.op == Op::BranchIf) append(" else B%lld", static_cast<long long>(inst.imm));
        for (uint32_t i = 0; inst.op == Op::Leave && i < inst.count; ++i) {
            append("%s %u", i == 0 ? " finally" : "", code_.finally_chain[static_cast<size_t>(inst.imm) + i]);
        }
    }
}

void Printer::print_operand(const Inst& inst) {
    switch (operand_of(inst.op)) {
        case Operand::None:
            return;
        case Operand::Variable:
            return append(" v%u", inst.target);
        case Operand::Integer:
        case Operand::Size:
        case Operand::Clause:
            return append(" %lld", static_cast<long long>(inst.imm));
        case Operand::Float:
            return print_float(inst);
        case Operand::Object:
            return print_object(inst);
        case Operand::Address:
            return print_address(inst);
        case Operand::Field:
            text_ += " " + name(inst.field);
            return;
        case Operand::Offset:
            return append(" +%lld", static_cast<long long>(inst.imm));
        case Operand::Convert:
            return append(" %s to %s", name(inst.from), name(inst.element));
        case Operand::Condition:
            return append(" %s", condition_names[inst.small]);
        case Operand::Cast:
            return append(" %s", cast_names[inst.small]);
        case Operand::Bits:
            return append(" %s", bits_names[inst.small]);
        case Operand::Intrinsic:
            return append(" %s", intrinsic_names[inst.small]);
        case Operand::Instruction:
            return append(" %s of %u imm %lld", vector_instruction(static_cast<VectorInstructionId>(inst.target)).name,
                          inst.count, static_cast<long long>(inst.imm));
        case Operand::Compared:
            append(" %s", condition_names[inst.small]);
            return print_blocks(inst);
        case Operand::Block:
        case Operand::TwoBlocks:
        case Operand::Blocks:
        case Operand::Chain:
            return print_blocks(inst);
        case Operand::Depth:
            return append(" below %u", inst.count);
        case Operand::Call:
            return print_call(*inst.call);
    }
}

void Printer::print_inst(const Inst& inst) {
    append("    %s", op_names[static_cast<int>(inst.op)]);
    if (inst.kind != Kind::Void) append(".%s", name(inst.kind));
    print_operand(inst);
    Operand operand = operand_of(inst.op);
    bool is_variable = operand == Operand::Variable;
    if (inst.element != ElementType::End && operand != Operand::Convert && !is_variable) {
        append(" element=%s", name(inst.element));
    }
    bool has_type = operand != Operand::Call && inst.op != Op::RvaAddress && !is_variable;
    if (has_type && inst.type != nullptr) text_ += " type=" + name(TypeHandle(inst.type));
    if (operand == Operand::Offset && inst.field != nullptr) text_ += " field=" + name(inst.field);
    if (inst.op == Op::MakeDelegate && inst.method != nullptr) text_ += " method=" + name(inst.method);
    if (TypeHandle result = inst.result_type()) text_ += " result=" + name(result);
    for (const FlagName& flag : flag_names) {
        if ((inst.flags & flag.bit) && flag.applies(inst.op)) append(" %s", flag.name);
    }
}

void Printer::print_block(size_t number) {
    const Block& block = code_.blocks[number];
    append("B%zu: IL_%04x", number, block.il_offset);
    if (!block.region.is_none()) {
        append(" %s %u", part_names[static_cast<int>(block.region.part())], block.region.clause());
    }
    text_ += block.is_loop_head ? " loop\n" : "\n";
    uint32_t il_offset = block.il_offset;
    for (uint32_t i = block.first_inst; i < block.first_inst + block.inst_count; ++i) {
        const Inst& inst = code_.insts[i];
        print_inst(inst);
        if (inst.il_offset != il_offset) append(" @%x", inst.il_offset);
        il_offset = inst.il_offset;
        text_ += "\n";
    }
}

std::string Printer::run() {
    text_ = "method " + name(code_.method) + "\n";
    if (code_.invalid) {
        append("  invalid %d ", static_cast<int>(code_.invalid->kind));
        text_ += quoted(code_.invalid->message) + " " + quoted(code_.invalid->subject) + "\n";
        return std::move(text_);
    }
    print_header();
    for (size_t i = 0; i < code_.variables.size(); ++i) print_variable(i);
    for (size_t i = 0; i < code_.clauses.size(); ++i) print_clause(i);
    for (size_t i = 0; i < code_.blocks.size(); ++i) print_block(i);
    return std::move(text_);
}

}  // namespace

std::string print(const ImportedCode& code, TextNames* names) {
    return Printer(code, names).run();
}

}  // namespace celer
