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

enum Style : uint8_t {
    Contract,  // C# keywords, "Outer/Inner", "List`1<int>", "int&"
    Message,   // "Int32", "Outer+Inner", "List`1<Int32>", "Int32 ByRef"
    Guid,      // "int32", "class Inner", "class List`1<int32>", "int32&": what CoreCLR makes GUIDs of interfaces from
};

struct PrimitiveName {
    Element element;
    std::string_view by_style[3];
};
constexpr PrimitiveName primitive_names[] = {
    {Element::Void, {"void", "Void", "void"}},
    {Element::Boolean, {"bool", "Boolean", "bool"}},
    {Element::Char, {"char", "Char", "wchar"}},
    {Element::I1, {"sbyte", "SByte", "int8"}},
    {Element::U1, {"byte", "Byte", "unsigned int8"}},
    {Element::I2, {"short", "Int16", "int16"}},
    {Element::U2, {"ushort", "UInt16", "unsigned int16"}},
    {Element::I4, {"int", "Int32", "int32"}},
    {Element::U4, {"uint", "UInt32", "unsigned int32"}},
    {Element::I8, {"long", "Int64", "int64"}},
    {Element::U8, {"ulong", "UInt64", "unsigned int64"}},
    {Element::R4, {"float", "Single", "float32"}},
    {Element::R8, {"double", "Double", "float64"}},
    {Element::I, {"nint", "IntPtr", "int"}},
    {Element::U, {"nuint", "UIntPtr", "unsigned int"}},
    {Element::String, {"string", "System.String", "class System.String"}},
    {Element::Object, {"object", "System.Object", "class System.Object"}},
    {Element::TypedByRef, {"typedref", "System.TypedReference", "refany"}},
};

class Writer {
  public:
    Writer(Module* module, Style style) : image_(*module->image()), style_(style) {}

    void method(SignatureReader& reader, std::string_view qualified_name, uint32_t depth = 0) {
        metadata::MethodSignatureHeader header = reader.read_method_header();
        if (style_ == Guid) {
            if (header.has_this()) text_ += "instance ";
            if (header.is_generic()) text_ += "generic ";
            if (header.is_vararg()) text_ += "vararg ";
        }
        type(reader, depth);
        if (style_ != Guid) text_ += ' ';
        text_ += qualified_name;
        if (header.is_generic() && style_ == Contract) {
            text_ += '<';
            text_ += std::to_string(header.generic_parameter_count);
            text_ += '>';
        }
        parameters(reader, header.parameter_count, depth);
    }

    void type(SignatureReader& reader, uint32_t depth) {
        modifiers(reader);
        Element element =
            reader.failed() || depth > metadata::kMaxTypeDepth ? Element::End : reader.read_element_type();
        for (const PrimitiveName& name : primitive_names) {
            if (name.element == element) {
                text_ += name.by_style[style_];
                return;
            }
        }
        constructed(reader, element, depth);
    }

    std::string take() { return std::move(text_); }

  private:
    void modifiers(SignatureReader& reader) {
        metadata::CustomModifier modifier;
        while (reader.read_modifier(modifier)) {
            if (style_ != Guid) continue;
            text_ += modifier.required ? "required_modifier " : "optional_modifier ";
            token(modifier.type);
            text_ += ' ';
        }
    }

    void named(SignatureReader& reader, Element kind) {
        if (style_ == Guid) text_ += kind == Element::ValueType ? "value class " : "class ";
        token(reader.read_type_def_or_ref());
    }

    void constructed(SignatureReader& reader, Element element, uint32_t depth) {
        if (element == Element::Class || element == Element::ValueType) {
            named(reader, element);
        } else if (element == Element::Pointer || element == Element::ByRef || element == Element::SzArray) {
            type(reader, depth + 1);
            if (element == Element::Pointer) text_ += '*';
            if (element == Element::ByRef) text_ += style_ == Message ? " ByRef" : "&";
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
            named(reader, reader.read_element_type());
            uint32_t count = reader.read_compressed();
            text_ += '<';
            for (uint32_t i = 0; i < count && !reader.failed(); i++) {
                if (i != 0) text_ += style_ == Contract ? ", " : ",";
                type(reader, depth + 1);
            }
            text_ += '>';
        } else if (element == Element::FunctionPointer && style_ == Guid) {
            text_ += "fnptr ";
            method(reader, {}, depth + 1);
        } else if (element == Element::FunctionPointer) {
            metadata::MethodSignatureHeader header = reader.read_method_header();
            type(reader, depth + 1);
            text_ += style_ == Contract ? "*" : " ";
            parameters(reader, header.parameter_count, depth + 1);
        } else {
            text_ += '?';
        }
    }

    void parameters(SignatureReader& reader, uint32_t count, uint32_t depth) {
        text_ += '(';
        for (uint32_t i = 0; i < count && !reader.failed(); i++) {
            if (i != 0) text_ += style_ == Guid ? "," : ", ";
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
        char separator = style_ == Contract ? '/' : '+';
        bool with_outer = style_ != Guid;
        if (token.is(Table::TypeRef)) {
            metadata::TypeRefRow row = image_.type_ref(token.rid());
            if (with_outer && row.resolution_scope.is(Table::TypeRef) && row.resolution_scope != token) {
                this->token(row.resolution_scope);
                text_ += separator;
            }
            qualified(image_.string(row.name_space), image_.string(row.name));
        } else if (token.is(Table::TypeDef)) {
            metadata::TypeDefRow row = image_.type_def(token.rid());
            uint32_t enclosing = image_.enclosing_type(token.rid());
            if (with_outer && enclosing != 0 && enclosing != token.rid()) {
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
    Writer writer(module, Contract);
    writer.method(reader, {});
    return writer.take();
}

std::string message_signature(Module* module, Bytes blob, std::string_view qualified_name) {
    SignatureReader reader(blob);
    Writer writer(module, Message);
    writer.method(reader, qualified_name);
    return writer.take();
}

std::string guid_signature(Module* module, Bytes blob) {
    SignatureReader reader(blob);
    Writer writer(module, Guid);
    constexpr auto field = static_cast<uint8_t>(metadata::SignatureKind::Field);
    if (blob.empty() || (static_cast<uint8_t>(blob[0]) & metadata::kSignatureKindMask) != field) {
        writer.method(reader, {});
        return writer.take();
    }
    reader.read_field_header();
    writer.type(reader, 0);
    std::string text = writer.take();
    if (!text.empty()) text.pop_back();  // CoreCLR takes it for a terminating zero
    return text;
}

}  // namespace celer
