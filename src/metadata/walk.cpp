#include "metadata/walk.h"

#include <algorithm>

#include "metadata/assembly_identity.h"
#include "metadata/custom_attribute.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/signature.h"

namespace celer::metadata {

namespace {

class Walker {
  public:
    Walker(const Image& image, uint32_t row_limit) : image_(image), row_limit_(row_limit) {}

    WalkCounts run();

  private:
    void visit(StringIndex index) { counts_.strings += image_.string(index).size(); }
    void visit(BlobIndex index) { counts_.blobs += image_.blob(index).size(); }
    void visit(GuidIndex index) { counts_.blobs += image_.guid(index).size(); }
    void visit(Token token) { counts_.orphans += image_.is_valid(token) && token.is_nil(); }
    void visit(uint32_t) {}

    void walk_rows();
    void walk_types();
    void walk_methods();
    void walk_signatures();
    void walk_attributes();
    void check(const SignatureReader& reader) { counts_.bad_signatures += reader.failed() || !reader.at_end(); }
    uint32_t rows(Table table) const { return std::min(image_.row_count(table), row_limit_); }

    const Image& image_;
    uint32_t row_limit_;
    WalkCounts counts_;
};

void Walker::walk_rows() {
    // clang-format off
#define TABLE(name, accessor, number, sort_column)                \
    for (uint32_t rid = 0; rid <= rows(Table::name) + 1; ++rid) { \
        name##Row row = image_.accessor(rid);
#define COLUMN(field, kind, of) visit(row.field);
#define END_TABLE(name) }
#include "metadata/tables.def"
    // clang-format on
}

void Walker::walk_types() {
    for (uint32_t type = 1; type <= rows(Table::TypeDef); ++type) {
        uint32_t left = row_limit_;  // malformed lists may all overlap
        for (uint32_t rid : image_.fields_of(type)) {
            if (left-- == 0) break;
            counts_.orphans += image_.type_of_field(rid) != type;
        }
        left = row_limit_;
        for (uint32_t rid : image_.methods_of(type)) {
            if (left-- == 0) break;
            counts_.orphans += image_.type_of_method(rid) != type;
        }
        for (uint32_t rid : image_.interface_impls(type)) visit(image_.interface_impl(rid).interface_type);
        for (uint32_t rid : image_.method_impls(type)) visit(image_.method_impl(rid).body);
        for (uint32_t rid : image_.generic_params(Token(Table::TypeDef, type))) {
            counts_.strings += image_.generic_param_constraints(rid).size();
        }
        TypeDefRow row = image_.type_def(type);
        uint32_t found =
            image_.find_type_def(image_.string(row.name_space), image_.string(row.name), image_.enclosing_type(type));
        counts_.orphans += found == 0;
        counts_.strings += image_.class_layout_of(type);
    }
    for (uint32_t rid = 1; rid <= rows(Table::ExportedType); ++rid) {
        ExportedTypeRow row = image_.exported_type(rid);
        image_.find_exported_type(image_.string(row.name_space), image_.string(row.name));
    }
}

void Walker::walk_methods() {
    for (uint32_t method = 1; method <= rows(Table::MethodDef); ++method) {
        uint32_t left = row_limit_;
        for (uint32_t rid : image_.params_of(method)) {
            if (left-- == 0) break;
            visit(image_.param_def(rid).name);
        }
        Token token(Table::MethodDef, method);
        visit(image_.impl_map(image_.impl_map_of(token)).import_name);
        SignatureReader reader(image_.blob(image_.method_def(method).signature));
        reader.skip_method_signature();
        check(reader);
    }
    for (uint32_t rid = 1; rid <= rows(Table::Field); ++rid) {
        SignatureReader reader(image_.blob(image_.field_def(rid).signature));
        reader.read_field_header();
        reader.skip_type();
        check(reader);
        uint32_t rva = image_.field_rva(image_.field_rva_of(rid)).rva;
        if (rva != 0) counts_.blobs += image_.rva(rva, 1).size() != 0;
        visit(image_.constant(image_.constant_of(Token(Table::Field, rid))).value);
    }
}

void skip_any_signature(SignatureReader& reader) {
    uint8_t first = static_cast<uint8_t>(reader.peek_element_type()) & kSignatureKindMask;
    uint32_t types = 1;
    if (first == static_cast<uint8_t>(SignatureKind::LocalVars)) {
        types = reader.read_local_vars_header();
    } else if (first == static_cast<uint8_t>(SignatureKind::Field)) {
        reader.read_field_header();
    } else if (first == static_cast<uint8_t>(SignatureKind::Property)) {
        types = reader.read_property_header() + 1;
    } else if (first == static_cast<uint8_t>(SignatureKind::GenericInst)) {
        types = reader.read_method_spec_header();
    } else {
        reader.skip_method_signature();
        return;
    }
    for (uint32_t i = 0; i < types && !reader.failed(); ++i) reader.skip_type();
}

void Walker::walk_signatures() {
    auto visit_blob = [&](BlobIndex index, Token token) {
        SignatureReader reader(image_.blob(index));
        if (token.is(Table::TypeSpec)) {
            reader.skip_type();
        } else {
            skip_any_signature(reader);
        }
        check(reader);
        counts_.strings += print_token(image_, token).size();
    };
    for (uint32_t rid = 1; rid <= rows(Table::MemberRef); ++rid) {
        visit_blob(image_.member_ref(rid).signature, Token(Table::MemberRef, rid));
    }
    for (uint32_t rid = 1; rid <= rows(Table::StandAloneSig); ++rid) {
        visit_blob(image_.stand_alone_sig(rid).signature, Token(Table::StandAloneSig, rid));
    }
    for (uint32_t rid = 1; rid <= rows(Table::TypeSpec); ++rid) {
        visit_blob(image_.type_spec(rid).signature, Token(Table::TypeSpec, rid));
    }
    for (uint32_t rid = 1; rid <= rows(Table::MethodSpec); ++rid) {
        visit_blob(image_.method_spec(rid).instantiation, Token(Table::MethodSpec, rid));
    }
    for (uint32_t rid = 1; rid <= rows(Table::Property); ++rid) {
        visit_blob(image_.property_def(rid).signature, Token(Table::Property, rid));
    }
}

// The type of an enum's one instance field; int32 where it is defined in another image.
ElementType underlying_type(void* context, Token token, std::string_view name) {
    const Image& image = *static_cast<const Image*>(context);
    uint32_t type = token.is(Table::TypeDef) ? token.rid() : 0;
    name = name.substr(0, name.find(','));
    if (size_t dot = name.rfind('.'); dot != name.npos) {
        type = image.find_type_def(name.substr(0, dot), name.substr(dot + 1));
    }
    for (uint32_t rid : image.fields_of(type)) {
        FieldRow field = image.field_def(rid);
        if ((field.flags & field_flags::kStatic) != 0) continue;
        SignatureReader reader(image.blob(field.signature));
        reader.read_field_header();
        return reader.read_element_type();
    }
    return ElementType::I4;
}

void Walker::walk_attributes() {
    EnumResolver resolver{underlying_type, const_cast<Image*>(&image_)};
    for (uint32_t rid = 1; rid <= rows(Table::CustomAttribute); ++rid) {
        AttributeReader reader(image_.blob(image_.custom_attribute(rid).value),
                               attribute_constructor_signature(image_, rid), resolver);
        AttributeValue fixed;
        NamedAttributeArgument named;
        while (reader.next_fixed(fixed)) {
            counts_.strings += fixed.text.size();
            AttributeValue element;
            while (reader.next_element(fixed, element)) counts_.strings += element.text.size();
        }
        while (reader.next_named(named)) counts_.strings += named.name.size();
        counts_.bad_attributes += reader.failed();
        ++counts_.attributes;
        std::string_view name_space;
        std::string_view name;
        if (image_.custom_attribute_type_name(rid, name_space, name)) counts_.strings += name.size();
    }
    for (uint32_t rid = 1; rid <= rows(Table::AssemblyRef); ++rid) {
        if (auto identity = assembly_ref_identity(image_, rid)) counts_.strings += display_name(*identity).size();
    }
}

WalkCounts Walker::run() {
    walk_rows();
    walk_types();
    walk_methods();
    walk_signatures();
    walk_attributes();
    return counts_;
}

}  // namespace

WalkCounts walk(const Image& image, uint32_t row_limit) {
    return Walker(image, row_limit).run();
}

}  // namespace celer::metadata
