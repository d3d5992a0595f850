// Signatures as text, without loading types: for look-ups by the contract's tables and for messages.
#include "metadata/signature.h"
#include "types/loader_state.h"

namespace celer {

namespace {

using metadata::Image;
using metadata::SignatureReader;
using metadata::Table;
using metadata::Token;
using Element = metadata::ElementType;

// Contract: C# keywords, "Outer/Inner", "List`1<int>", "int&". Message: "Int32", "Outer+Inner", "List`1<Int32>", "Int32
// ByRef".
enum class Style : uint8_t { Contract, Message };

struct PrimitiveName {
    Element element;
    std::string_view contract;
    std::string_view message;
};
constexpr PrimitiveName primitive_names[] = {
    {Element::Void, "void", "Void"},
    {Element::Boolean, "bool", "Boolean"},
    {Element::Char, "char", "Char"},
    {Element::I1, "sbyte", "SByte"},
    {Element::U1, "byte", "Byte"},
    {Element::I2, "short", "Int16"},
    {Element::U2, "ushort", "UInt16"},
    {Element::I4, "int", "Int32"},
    {Element::U4, "uint", "UInt32"},
    {Element::I8, "long", "Int64"},
    {Element::U8, "ulong", "UInt64"},
    {Element::R4, "float", "Single"},
    {Element::R8, "double", "Double"},
    {Element::I, "nint", "IntPtr"},
    {Element::U, "nuint", "UIntPtr"},
    {Element::String, "string", "System.String"},
    {Element::Object, "object", "System.Object"},
    {Element::TypedByRef, "typedref", "System.TypedReference"},
};

class Writer {
  public:
    Writer(Module* module, Style style) : image_(*module->image()), style_(style) {}

    void method(SignatureReader& reader, std::string_view qualified_name) {
        metadata::MethodSignatureHeader header = reader.read_method_header();
        type(reader, 0);
        text_ += ' ';
        text_ += qualified_name;
        if (header.is_generic() && style_ == Style::Contract) {
            text_ += '<';
            text_ += std::to_string(header.generic_parameter_count);
            text_ += '>';
        }
        parameters(reader, header.parameter_count, 0);
    }

    void type(SignatureReader& reader, uint32_t depth) {
        reader.skip_modifiers();
        Element element =
            reader.failed() || depth > metadata::kMaxTypeDepth ? Element::End : reader.read_element_type();
        for (const PrimitiveName& name : primitive_names) {
            if (name.element == element) {
                text_ += style_ == Style::Contract ? name.contract : name.message;
                return;
            }
        }
        constructed(reader, element, depth);
    }

    std::string take() { return std::move(text_); }

  private:
    void constructed(SignatureReader& reader, Element element, uint32_t depth) {
        if (element == Element::Class || element == Element::ValueType) {
            token(reader.read_type_def_or_ref());
        } else if (element == Element::Pointer || element == Element::ByRef || element == Element::SzArray) {
            type(reader, depth + 1);
            if (element == Element::Pointer) text_ += '*';
            if (element == Element::ByRef) text_ += style_ == Style::Contract ? "&" : " ByRef";
            if (element == Element::SzArray) text_ += "[]";
        } else if (element == Element::Array) {
            type(reader, depth + 1);
            metadata::ArrayShape shape;
            reader.read_array_shape(shape);
            text_ += '[';
            if (shape.rank > 1) text_.append(shape.rank - 1, ',');
            text_ += ']';
        } else if (element == Element::Var || element == Element::MVar) {
            text_ += element == Element::Var ? "!" : "!!";
            text_ += std::to_string(reader.read_compressed());
        } else if (element == Element::GenericInst) {
            reader.read_element_type();
            token(reader.read_type_def_or_ref());
            uint32_t count = reader.read_compressed();
            text_ += '<';
            for (uint32_t i = 0; i < count && !reader.failed(); i++) {
                if (i != 0) text_ += style_ == Style::Contract ? ", " : ",";
                type(reader, depth + 1);
            }
            text_ += '>';
        } else if (element == Element::FunctionPointer) {
            metadata::MethodSignatureHeader header = reader.read_method_header();
            type(reader, depth + 1);
            text_ += style_ == Style::Contract ? "*" : " ";
            parameters(reader, header.parameter_count, depth + 1);
        } else {
            text_ += '?';
        }
    }

    void parameters(SignatureReader& reader, uint32_t count, uint32_t depth) {
        text_ += '(';
        for (uint32_t i = 0; i < count && !reader.failed(); i++) {
            if (i != 0) text_ += ", ";
            reader.skip_sentinel();
            type(reader, depth);
        }
        text_ += ')';
    }

    void qualified(std::string_view name_space, std::string_view name) {
        text_ += name_space;
        if (!name_space.empty()) text_ += '.';
        text_ += name;
    }

    void token(Token token) {
        char separator = style_ == Style::Contract ? '/' : '+';
        if (token.is(Table::TypeRef)) {
            metadata::TypeRefRow row = image_.type_ref(token.rid());
            if (row.resolution_scope.is(Table::TypeRef) && row.resolution_scope != token) {
                this->token(row.resolution_scope);
                text_ += separator;
            }
            qualified(image_.string(row.name_space), image_.string(row.name));
        } else if (token.is(Table::TypeDef)) {
            metadata::TypeDefRow row = image_.type_def(token.rid());
            if (uint32_t enclosing = image_.enclosing_type(token.rid()); enclosing != 0 && enclosing != token.rid()) {
                this->token({Table::TypeDef, enclosing});
                text_ += separator;
            }
            qualified(image_.string(row.name_space), image_.string(row.name));
        } else {
            text_ += '?';
        }
    }

    const Image& image_;
    Style style_;
    std::string text_;
};

}  // namespace

std::string contract_signature(Module* module, Bytes blob) {
    SignatureReader reader(blob);
    Writer writer(module, Style::Contract);
    writer.method(reader, {});
    return writer.take();
}

std::string message_signature(Module* module, Bytes blob, std::string_view qualified_name) {
    SignatureReader reader(blob);
    Writer writer(module, Style::Message);
    writer.method(reader, qualified_name);
    return writer.take();
}

}  // namespace celer
