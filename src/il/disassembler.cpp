#include "il/disassembler.h"

#include <fmt/format.h>

#include <iterator>

#include "metadata/image.h"
#include "metadata/signature.h"

namespace celer::il {

namespace {

using metadata::Image;
using metadata::Table;
using metadata::Token;

std::string print_operand_token(Token token, TokenPrinter printer, void* context) {
    return printer != nullptr ? printer(context, token) : fmt::format("{:08x}", token.value());
}

std::string print_switch(const Instruction& instruction) {
    std::string text = "(";
    for (uint32_t i = 0; i < instruction.switch_count(); ++i) {
        fmt::format_to(std::back_inserter(text), "{}IL_{:04x}", i == 0 ? "" : ", ", instruction.switch_target(i));
    }
    return text + ")";
}

// UTF-16 as the ASCII part of it and \uXXXX for the rest.
std::string print_literal(Bytes utf16) {
    std::string text = "\"";
    for (size_t at = 0; at + 2 <= utf16.size(); at += 2) {
        uint16_t unit = load_unaligned<uint16_t>(utf16.data() + at);
        if (unit == '"' || unit == '\\') {
            text += '\\';
            text += static_cast<char>(unit);
        } else if (unit >= 0x20 && unit < 0x7F) {
            text += static_cast<char>(unit);
        } else {
            fmt::format_to(std::back_inserter(text), "\\u{:04x}", unit);
        }
    }
    return text + "\"";
}

std::string print_image_token(void* context, Token token) {
    const Image& image = *static_cast<const Image*>(context);
    if (token.is(Table::UserString)) return print_literal(image.user_string(token.rid()));
    return metadata::print_token(image, token);
}

}  // namespace

std::string disassemble(const Instruction& instruction, TokenPrinter printer, void* context) {
    std::string text = fmt::format("IL_{:04x}: {}", instruction.offset, opcode_name(instruction.opcode));
    auto out = std::back_inserter(text);
    switch (instruction.operand) {
        case OperandKind::None:
            break;
        case OperandKind::I1:
        case OperandKind::U1:
        case OperandKind::I4:
        case OperandKind::I8:
        case OperandKind::VarU1:
        case OperandKind::VarU2:
        case OperandKind::ArgU1:
        case OperandKind::ArgU2:
            fmt::format_to(out, " {}", instruction.integer);
            break;
        case OperandKind::R4:
            fmt::format_to(out, " {}", instruction.float32());
            break;
        case OperandKind::R8:
            fmt::format_to(out, " {}", instruction.float64());
            break;
        case OperandKind::Branch1:
        case OperandKind::Branch4:
            fmt::format_to(out, " IL_{:04x}", instruction.target);
            break;
        case OperandKind::Switch:
            fmt::format_to(out, " {}", print_switch(instruction));
            break;
        case OperandKind::Method:
        case OperandKind::Field:
        case OperandKind::Type:
        case OperandKind::Token:
        case OperandKind::String:
        case OperandKind::Signature:
            fmt::format_to(out, " {}", print_operand_token(instruction.token(), printer, context));
            break;
    }
    return text;
}

std::string disassemble(const MethodBody& body, TokenPrinter printer, void* context) {
    std::string text = fmt::format(".maxstack {}\n", body.max_stack());
    auto out = std::back_inserter(text);
    if (!body.local_signature().is_nil()) {
        fmt::format_to(out, ".locals {}({})\n", body.init_locals() ? "init " : "",
                       print_operand_token(body.local_signature(), printer, context));
    }
    Decoder decoder(body.code());
    Instruction instruction;
    while (decoder.next(instruction)) {
        text += disassemble(instruction, printer, context);
        text += '\n';
    }
    if (decoder.failed()) fmt::format_to(out, "IL_{:04x}: <malformed>\n", instruction.offset);
    for (uint32_t i = 0; i < body.clause_count(); ++i) {
        ExceptionClause clause = body.clause(i);
        fmt::format_to(out, ".try IL_{:04x} to IL_{:04x} {}", clause.try_start, clause.try_end,
                       clause_kind_name(clause.kind));
        if (clause.kind == ClauseKind::Filter) fmt::format_to(out, " IL_{:04x}", clause.filter_start);
        if (clause.kind == ClauseKind::Catch) {
            fmt::format_to(out, " {}", print_operand_token(clause.catch_type, printer, context));
        }
        fmt::format_to(out, " handler IL_{:04x} to IL_{:04x}\n", clause.handler_start, clause.handler_end);
    }
    return text;
}

std::string disassemble_method(const Image& image, uint32_t method_rid) {
    std::string text = metadata::print_token(image, Token(Table::MethodDef, method_rid)) + "\n";
    Result<MethodBody> body = MethodBody::of_method(image, method_rid);
    if (!body) return text + body.error().message + "\n";
    return text + disassemble(*body, print_image_token, const_cast<Image*>(&image));
}

}  // namespace celer::il
