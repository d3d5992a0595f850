#include <fmt/format.h>

#include <iterator>

#include "metadata/image.h"
#include "metadata/signature_forms.h"

namespace celer::metadata {

namespace {

constexpr uint32_t kMaxPrintDepth = 32;      // through TypeSpecs too, which may form cycles in malformed images
constexpr uint32_t kMaxPrintedTypes = 4096;  // in one text: nested TypeSpecs can double it at each level

class Printer {
  public:
    explicit Printer(const Image* image) : image_(image) {}
    explicit Printer(Printer* outer) : image_(outer->image_), budget_(outer->budget_) {}  // for a part of its text

    std::string take() { return std::move(text_); }

    void print_type(SignatureReader& reader, uint32_t depth = 0);
    void print_method(SignatureReader& reader, std::string_view name, uint32_t depth = 0);
    void print_field(SignatureReader& reader, std::string_view name);
    void print_locals(SignatureReader& reader);
    void print_token(Token token, uint32_t depth = 0);

  private:
    void print_array(SignatureReader& reader, uint32_t depth);
    void print_generic_instance(SignatureReader& reader, uint32_t depth);
    void print_type_name(Token token);
    void print_member_ref(uint32_t rid, uint32_t depth);
    void print_method_spec(uint32_t rid, uint32_t depth);

    void put(std::string_view text) { text_ += text; }

    bool too_deep(uint32_t depth, SignatureReader* reader) {
        if (depth < kMaxPrintDepth && *budget_ != 0) {
            --*budget_;
            return false;
        }
        put("<too deep>");
        if (reader != nullptr) reader->fail();
        return true;
    }

    const Image* image_;
    std::string text_;
    uint32_t own_budget_ = kMaxPrintedTypes;
    uint32_t* budget_ = &own_budget_;
};

void Printer::print_type(SignatureReader& reader, uint32_t depth) {
    if (too_deep(depth, &reader)) return;
    CustomModifier modifier;
    std::string after;
    while (reader.read_modifier(modifier)) {
        Printer printer(this);
        printer.print_token(modifier.type, depth + 1);
        after += fmt::format(" {}({})", modifier.required ? "modreq" : "modopt", printer.take());
    }
    ElementType type = reader.read_element_type();
    if (reader.failed()) return put("<malformed>");
    switch (form_of(type)) {
        case SignatureForm::Primitive:
            put(element_type_name(type));
            break;
        case SignatureForm::Token:
            print_token(reader.read_type_def_or_ref(), depth + 1);
            break;
        case SignatureForm::Element:
            print_type(reader, depth + 1);
            put(type == ElementType::Pinned ? " pinned" : element_type_name(type));
            break;
        case SignatureForm::Array:
            print_array(reader, depth);
            break;
        case SignatureForm::Variable:
            put(fmt::format("{}{}", element_type_name(type), reader.read_compressed()));
            break;
        case SignatureForm::Instance:
            print_generic_instance(reader, depth);
            break;
        case SignatureForm::FunctionPointer:
            put("method ");
            print_method(reader, "*", depth + 1);
            break;
        case SignatureForm::Internal:
            put(fmt::format("internal {:#x}", reader.read_internal_handle()));
            break;
        case SignatureForm::Invalid:
            reader.fail();
            put("<malformed>");
            break;
    }
    put(after);
}

void Printer::print_array(SignatureReader& reader, uint32_t depth) {
    print_type(reader, depth + 1);
    ArrayShape shape;
    reader.read_array_shape(shape);
    put("[");
    for (uint32_t i = 0; i < shape.rank; ++i) {
        if (i != 0) put(",");
        int64_t lower = i < shape.lower_bound_count ? shape.lower_bounds[i] : 0;
        if (i < shape.size_count) {
            put(fmt::format("{}...{}", lower, lower + shape.sizes[i] - 1));
        } else if (i < shape.lower_bound_count && lower != 0) {
            put(fmt::format("{}...", lower));
        }
    }
    put(shape.rank == 1 && shape.size_count == 0 && shape.lower_bound_count == 0 ? "*]" : "]");
}

void Printer::print_generic_instance(SignatureReader& reader, uint32_t depth) {
    print_type(reader, depth + 1);
    uint32_t count = reader.read_compressed();
    put("<");
    for (uint32_t i = 0; i < count && !reader.failed(); ++i) {
        if (i != 0) put(",");
        print_type(reader, depth + 1);
    }
    put(">");
}

void Printer::print_method(SignatureReader& reader, std::string_view name, uint32_t depth) {
    MethodSignatureHeader header = reader.read_method_header();
    if (reader.failed()) return put("<malformed>");
    static constexpr std::string_view kKinds[] = {
        "",
        "unmanaged cdecl ",
        "unmanaged stdcall ",
        "unmanaged thiscall ",
        "unmanaged fastcall ",
        "vararg ",
        "",
        "",
        "",
        "unmanaged ",
        "",
        "vararg ",
    };
    put(kKinds[static_cast<size_t>(header.kind())]);
    if (header.has_this()) put("instance ");
    if (header.explicit_this()) put("explicit ");
    print_type(reader, depth + 1);
    put(" ");
    put(name);
    if (header.is_generic()) put(fmt::format("<[{}]>", header.generic_parameter_count));
    put("(");
    for (uint32_t i = 0; i < header.parameter_count && !reader.failed(); ++i) {
        if (i != 0) put(", ");
        if (reader.skip_sentinel()) put("..., ");
        print_type(reader, depth + 1);
    }
    put(")");
}

void Printer::print_field(SignatureReader& reader, std::string_view name) {
    reader.read_field_header();
    print_type(reader);
    if (!name.empty()) put(" ");
    put(name);
}

void Printer::print_locals(SignatureReader& reader) {
    uint32_t count = reader.read_local_vars_header();
    for (uint32_t i = 0; i < count && !reader.failed(); ++i) {
        if (i != 0) put(", ");
        print_type(reader);
    }
    if (reader.failed()) put("<malformed>");
}

// The name of a TypeDef or TypeRef with those it is nested in.
void Printer::print_type_name(Token token) {
    std::string name;
    for (uint32_t depth = 0; depth < kMaxPrintDepth; ++depth) {
        Token outer;
        std::string_view name_space;
        std::string_view own;
        if (token.is(Table::TypeRef)) {
            TypeRefRow row = image_->type_ref(token.rid());
            name_space = image_->string(row.name_space);
            own = image_->string(row.name);
            if (row.resolution_scope.is(Table::TypeRef)) outer = row.resolution_scope;
        } else {
            TypeDefRow row = image_->type_def(token.rid());
            name_space = image_->string(row.name_space);
            own = image_->string(row.name);
            outer = Token(Table::TypeDef, image_->enclosing_type(token.rid()));
        }
        name = fmt::format("{}{}{}{}{}", name_space, name_space.empty() ? "" : ".", own, name.empty() ? "" : "/", name);
        if (outer.is_nil()) break;
        token = outer;
    }
    put(name);
}

void Printer::print_member_ref(uint32_t rid, uint32_t depth) {
    MemberRefRow row = image_->member_ref(rid);
    Printer parent(this);
    parent.print_token(row.parent, depth + 1);
    std::string name = fmt::format("{}::{}", parent.take(), image_->string(row.name));
    SignatureReader reader(image_->blob(row.signature));
    bool is_field = (static_cast<uint8_t>(reader.peek_element_type()) & kSignatureKindMask) ==
                    static_cast<uint8_t>(SignatureKind::Field);
    if (!is_field) return print_method(reader, name, depth + 1);
    reader.read_field_header();
    print_type(reader, depth + 1);
    put(" ");
    put(name);
}

void Printer::print_method_spec(uint32_t rid, uint32_t depth) {
    MethodSpecRow row = image_->method_spec(rid);
    print_token(row.method, depth + 1);
    SignatureReader reader(image_->blob(row.instantiation));
    uint32_t count = reader.read_method_spec_header();
    put(" with <");
    for (uint32_t i = 0; i < count && !reader.failed(); ++i) {
        if (i != 0) put(",");
        print_type(reader, depth + 1);
    }
    put(">");
}

void Printer::print_token(Token token, uint32_t depth) {
    if (too_deep(depth, nullptr)) return;
    if (image_ == nullptr || !image_->is_valid(token)) {
        return put(fmt::format("{}:{:#x}", table_name(token.table()), token.rid()));
    }
    switch (static_cast<uint8_t>(token.table())) {
        case static_cast<uint8_t>(Table::TypeDef):
        case static_cast<uint8_t>(Table::TypeRef):
            return print_type_name(token);
        case static_cast<uint8_t>(Table::TypeSpec): {
            SignatureReader reader(image_->blob(image_->type_spec(token.rid()).signature));
            return print_type(reader, depth + 1);
        }
        case static_cast<uint8_t>(Table::Field): {
            FieldRow row = image_->field_def(token.rid());
            SignatureReader reader(image_->blob(row.signature));
            reader.read_field_header();
            print_type(reader, depth + 1);
            put(" ");
            print_token(Token(Table::TypeDef, image_->type_of_field(token.rid())), depth + 1);
            put("::");
            return put(image_->string(row.name));
        }
        case static_cast<uint8_t>(Table::MethodDef): {
            MethodDefRow row = image_->method_def(token.rid());
            Printer owner(this);
            owner.print_token(Token(Table::TypeDef, image_->type_of_method(token.rid())), depth + 1);
            SignatureReader reader(image_->blob(row.signature));
            return print_method(reader, fmt::format("{}::{}", owner.take(), image_->string(row.name)), depth + 1);
        }
        case static_cast<uint8_t>(Table::MemberRef):
            return print_member_ref(token.rid(), depth);
        case static_cast<uint8_t>(Table::MethodSpec):
            return print_method_spec(token.rid(), depth);
        case static_cast<uint8_t>(Table::StandAloneSig): {
            SignatureReader reader(image_->blob(image_->stand_alone_sig(token.rid()).signature));
            if (reader.peek_element_type() == ElementType{static_cast<uint8_t>(SignatureKind::LocalVars)}) {
                return print_locals(reader);
            }
            return print_method(reader, "*", depth + 1);
        }
        default:
            return put(fmt::format("{}:{:#x}", table_name(token.table()), token.rid()));
    }
}

}  // namespace

std::string print_type(SignatureReader& reader, const Image* image) {
    Printer printer(image);
    printer.print_type(reader);
    return printer.take();
}

std::string print_type(Bytes blob, const Image* image) {
    SignatureReader reader(blob);
    return print_type(reader, image);
}

std::string print_method_signature(Bytes blob, const Image* image, std::string_view name) {
    Printer printer(image);
    SignatureReader reader(blob);
    printer.print_method(reader, name);
    return printer.take();
}

std::string print_field_signature(Bytes blob, const Image* image, std::string_view name) {
    Printer printer(image);
    SignatureReader reader(blob);
    printer.print_field(reader, name);
    return printer.take();
}

std::string print_local_signature(Bytes blob, const Image* image) {
    Printer printer(image);
    SignatureReader reader(blob);
    printer.print_locals(reader);
    return printer.take();
}

std::string print_token(const Image& image, Token token) {
    Printer printer(&image);
    printer.print_token(token);
    return printer.take();
}

}  // namespace celer::metadata
