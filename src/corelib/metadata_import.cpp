// System.Reflection.MetadataImport: reading metadata tables. The scope handle is the Module. Results are HRESULTs.
#include <cstring>

#include "base/hresults.h"
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/native_types.h"
#include "metadata/signature.h"
#include "reflection/exposed_objects.h"
#include "runtime/exceptions.h"
#include "types/loader.h"

namespace celer {

using metadata::Image;
using metadata::Table;
using metadata::Token;

namespace {

constexpr int32_t ok = 0;
constexpr int32_t bad_image_format = static_cast<int32_t>(0x8007000B);
constexpr int32_t record_not_found = static_cast<int32_t>(0x80131130);

struct ConstArray {  // System.Reflection.ConstArray
    int32_t length;
    const void* data;

    void set(Bytes bytes) {
        length = static_cast<int32_t>(bytes.size());
        data = bytes.data();
    }
};

const Image& image_of(const Module* scope) {
    return *scope->image();
}

Module* metadata_import(Object* runtime_module) {
    return module_of_object(runtime_module);
}

// --- Names -----------------------------------------------------------------------------------------------------------

bool name_of(const Image& image, Token token, metadata::StringIndex& name) {
    uint32_t rid = token.rid();
    if (!image.is_valid(token)) return false;
    if (token.is(Table::TypeDef))
        name = image.type_def(rid).name;
    else if (token.is(Table::TypeRef))
        name = image.type_ref(rid).name;
    else if (token.is(Table::MethodDef))
        name = image.method_def(rid).name;
    else if (token.is(Table::Field))
        name = image.field_def(rid).name;
    else if (token.is(Table::Param))
        name = image.param_def(rid).name;
    else if (token.is(Table::MemberRef))
        name = image.member_ref(rid).name;
    else if (token.is(Table::Property))
        name = image.property_def(rid).name;
    else if (token.is(Table::Event))
        name = image.event_def(rid).name;
    else if (token.is(Table::Module))
        name = image.module_def(rid).name;
    else if (token.is(Table::ModuleRef))
        name = image.module_ref(rid).name;
    else if (token.is(Table::GenericParam))
        name = image.generic_param(rid).name;
    else if (token.is(Table::Assembly))
        name = image.assembly_def(rid).name;
    else if (token.is(Table::AssemblyRef))
        name = image.assembly_ref(rid).name;
    else if (token.is(Table::File))
        name = image.file(rid).name;
    else if (token.is(Table::ManifestResource))
        name = image.manifest_resource(rid).name;
    else if (token.is(Table::ExportedType))
        name = image.exported_type(rid).name;
    else
        return false;
    return true;
}

int32_t get_name(Module* scope, uint32_t raw_token, const char** name) {
    metadata::StringIndex index;
    if (!name_of(image_of(scope), Token(raw_token), index) || !image_of(scope).has(index)) return bad_image_format;
    *name = image_of(scope).string(index).data();
    return ok;
}

int32_t get_namespace(Module* scope, uint32_t raw_token, const char** name_space) {
    const Image& image = image_of(scope);
    Token token(raw_token);
    if (!image.is_valid(token)) return bad_image_format;
    metadata::StringIndex index;
    if (token.is(Table::TypeDef))
        index = image.type_def(token.rid()).name_space;
    else if (token.is(Table::TypeRef))
        index = image.type_ref(token.rid()).name_space;
    else if (token.is(Table::ExportedType))
        index = image.exported_type(token.rid()).name_space;
    else
        return bad_image_format;
    *name_space = image.string(index).data();
    return ok;
}

// --- Properties of rows ----------------------------------------------------------------------------------------------

int32_t event_props(Module* scope, uint32_t token, const char** name, int32_t* flags) {
    auto row = image_of(scope).event_def(Token(token).rid());
    if (!image_of(scope).has(row.name)) return bad_image_format;
    *name = image_of(scope).string(row.name).data();
    *flags = static_cast<int32_t>(row.flags);
    return ok;
}

int32_t property_props(Module* scope, uint32_t token, const char** name, int32_t* flags, ConstArray* signature) {
    auto row = image_of(scope).property_def(Token(token).rid());
    if (!image_of(scope).has(row.name) || image_of(scope).blob(row.signature).data() == nullptr)
        return bad_image_format;
    *name = image_of(scope).string(row.name).data();
    *flags = static_cast<int32_t>(row.flags);
    signature->set(image_of(scope).blob(row.signature));
    return ok;
}

int32_t field_def_props(Module* scope, uint32_t token, int32_t* flags) {
    *flags = static_cast<int32_t>(image_of(scope).field_def(Token(token).rid()).flags);
    return ok;
}

int32_t param_def_props(Module* scope, uint32_t token, int32_t* sequence, int32_t* flags) {
    auto row = image_of(scope).param_def(Token(token).rid());
    if (!image_of(scope).has(row.name)) return bad_image_format;
    *sequence = static_cast<int32_t>(row.sequence);
    *flags = static_cast<int32_t>(row.flags);
    return ok;
}

int32_t generic_param_props(Module* scope, uint32_t token, int32_t* flags) {
    *flags = static_cast<int32_t>(image_of(scope).generic_param(Token(token).rid()).flags);
    return ok;
}

int32_t scope_props(Module* scope, uint8_t* mvid) {
    Bytes bytes = image_of(scope).mvid();
    if (bytes.size() != 16) return bad_image_format;
    std::memcpy(mvid, bytes.data(), 16);
    return ok;
}

int32_t method_def_signature(Module* scope, uint32_t token, ConstArray* signature) {
    signature->set(image_of(scope).blob(image_of(scope).method_def(Token(token).rid()).signature));
    return ok;
}

int32_t field_def_signature(Module* scope, uint32_t token, ConstArray* signature) {
    signature->set(image_of(scope).blob(image_of(scope).field_def(Token(token).rid()).signature));
    return ok;
}

// Module.ResolveMethod asks with whatever token it was given.
int32_t member_ref_props(Module* scope, uint32_t token, ConstArray* signature) {
    if (!image_of(scope).is_valid(Token(token))) return bad_image_format;
    signature->set(image_of(scope).blob(image_of(scope).member_ref(Token(token).rid()).signature));
    return ok;
}

int32_t signature_from_token(Module* scope, uint32_t raw_token, ConstArray* signature) {
    const Image& image = image_of(scope);
    Token token(raw_token);
    if (!image.is_valid(token)) return bad_image_format;
    if (token.is(Table::StandAloneSig))
        signature->set(image.blob(image.stand_alone_sig(token.rid()).signature));
    else if (token.is(Table::TypeSpec))
        signature->set(image.blob(image.type_spec(token.rid()).signature));
    else if (token.is(Table::MethodDef))
        return method_def_signature(scope, raw_token, signature);
    else if (token.is(Table::MethodSpec))
        signature->set(image.blob(image.method_spec(token.rid()).instantiation));
    else
        return bad_image_format;
    return ok;
}

int32_t custom_attribute_props(Module* scope, uint32_t token, uint32_t* constructor, ConstArray* value) {
    auto row = image_of(scope).custom_attribute(Token(token).rid());
    *constructor = row.constructor.value();
    value->set(image_of(scope).blob(row.value));
    return ok;
}

int32_t class_layout(Module* scope, uint32_t token, int32_t* packing, int32_t* size) {
    uint32_t row = image_of(scope).class_layout_of(Token(token).rid());
    *packing = row == 0 ? 0 : static_cast<int32_t>(image_of(scope).class_layout(row).packing_size);
    *size = row == 0 ? 0 : static_cast<int32_t>(image_of(scope).class_layout(row).class_size);
    return ok;
}

int32_t field_offset_of(Module* scope, uint32_t, uint32_t field, int32_t* offset, uint8_t* found) {
    uint32_t row = image_of(scope).field_layout_of(Token(field).rid());
    *found = row != 0;
    *offset = row == 0 ? 0 : static_cast<int32_t>(image_of(scope).field_layout(row).offset);
    return ok;
}

int32_t field_marshal(Module* scope, uint32_t token, ConstArray* native_type) {
    uint32_t row = image_of(scope).field_marshal_of(Token(token));
    native_type->set(row == 0 ? Bytes() : image_of(scope).blob(image_of(scope).field_marshal(row).native_type));
    return ok;
}

int32_t pinvoke_map(Module* scope, uint32_t token, int32_t* flags, const char** name, const char** library) {
    const Image& image = image_of(scope);
    uint32_t row = image.impl_map_of(Token(token));
    if (row == 0) return record_not_found;
    auto map = image.impl_map(row);
    *flags = static_cast<int32_t>(map.flags);
    *name = image.string(map.import_name).data();
    *library = image.string(image.module_ref(map.import_scope).name).data();
    return ok;
}

// --- Constants -------------------------------------------------------------------------------------------------------

int32_t default_value(Module* scope, uint32_t token, int64_t* value, const void** text, int32_t* length,
                      int32_t* element_type) {
    const Image& image = image_of(scope);
    *value = 0;
    *text = nullptr;
    *length = 0;
    *element_type = static_cast<int32_t>(metadata::ElementType::Void);  // none
    uint32_t row = image.constant_of(Token(token));
    if (row == 0) return ok;
    auto constant = image.constant(row);
    Bytes bytes = image.blob(constant.value);
    if (!image.is_whole(constant)) return static_cast<int32_t>(hresult::file_corrupt);
    *element_type = static_cast<int32_t>(constant.type);
    if (static_cast<metadata::ElementType>(constant.type) == metadata::ElementType::String) {
        *text = bytes.data();
        *length = static_cast<int32_t>(bytes.size() / sizeof(char16_t));
    } else {
        std::memcpy(value, bytes.data(), bytes.size() < sizeof *value ? bytes.size() : sizeof *value);
    }
    return ok;
}

int32_t user_string(Module* scope, uint32_t token, const void** text, int32_t* length) {
    if (!image_of(scope).is_valid(Token(token))) return bad_image_format;
    Bytes bytes = image_of(scope).user_string(Token(token).rid());
    *text = bytes.data();
    *length = static_cast<int32_t>(bytes.size() / sizeof(char16_t));
    return ok;
}

// --- Owners ----------------------------------------------------------------------------------------------------------

int32_t parent_token(Module* scope, uint32_t raw_token, uint32_t* parent) {
    const Image& image = image_of(scope);
    Token token(raw_token);
    uint32_t rid = token.rid();
    *parent = 0;
    if (!image.is_valid(token)) return bad_image_format;
    if (token.is(Table::TypeDef))
        *parent = Token(Table::TypeDef, image.enclosing_type(rid)).value();
    else if (token.is(Table::MethodDef))
        *parent = Token(Table::TypeDef, image.type_of_method(rid)).value();
    else if (token.is(Table::Field))
        *parent = Token(Table::TypeDef, image.type_of_field(rid)).value();
    else if (token.is(Table::Property))
        *parent = Token(Table::TypeDef, image.type_of_property(rid)).value();
    else if (token.is(Table::Event))
        *parent = Token(Table::TypeDef, image.type_of_event(rid)).value();
    else if (token.is(Table::Param))
        *parent = Token(Table::MethodDef, image.method_of_param(rid)).value();
    else if (token.is(Table::MemberRef))
        *parent = image.member_ref(rid).parent.value();
    else if (token.is(Table::CustomAttribute))
        *parent = image.custom_attribute(rid).parent.value();
    else if (token.is(Table::TypeRef))
        *parent = image.type_ref(rid).resolution_scope.value();
    else if (token.is(Table::GenericParam))
        *parent = image.generic_param(rid).owner.value();
    else if (token.is(Table::ExportedType))
        *parent = image.exported_type(rid).implementation.value();
    else if (token.is(Table::MethodSpec))
        *parent = image.method_spec(rid).method.value();
    else
        return bad_image_format;
    return ok;
}

QBool is_valid_token(Module* scope, uint32_t token) {
    return image_of(scope).is_valid(Token(token));
}

// --- Lists of tokens -------------------------------------------------------------------------------------------------

constexpr int32_t small_result_capacity = 16;

class TokenList {
  public:
    explicit TokenList(int32_t* small) : small_(small) {}
    ~TokenList() { delete[] large_; }
    TokenList(const TokenList&) = delete;

    void add(uint32_t token) {
        if (count_ < small_result_capacity) {
            small_[count_++] = static_cast<int32_t>(token);
            return;
        }
        if (count_ - small_result_capacity == large_capacity_) grow();
        large_[count_++ - small_result_capacity] = static_cast<int32_t>(token);
    }
    int32_t count() const { return count_; }
    const int32_t* large() const { return large_; }

  private:
    void grow() {
        int32_t capacity = large_capacity_ == 0 ? 64 : large_capacity_ * 2;
        auto* larger = new int32_t[static_cast<size_t>(capacity)];
        if (large_ != nullptr) std::memcpy(larger, large_, static_cast<size_t>(large_capacity_) * sizeof(int32_t));
        delete[] large_;
        large_ = larger;
        large_capacity_ = capacity;
    }

    int32_t* small_;
    int32_t* large_ = nullptr;
    int32_t large_capacity_ = 0;
    int32_t count_ = 0;
};

template <typename Rids>
void add_rids(TokenList& list, Table table, const Rids& rids) {
    for (uint32_t rid : rids) list.add(Token(table, rid).value());
}

void list_tokens(TokenList& list, const Image& image, Table kind, Token parent) {
    uint32_t rid = parent.rid();
    if (kind == Table::TypeDef) {
        for (uint32_t row : image.nested_types(rid)) {
            list.add(Token(Table::TypeDef, image.nested_class(row).nested_type).value());
        }
    } else if (kind == Table::Field) {
        add_rids(list, kind, image.fields_of(rid));
    } else if (kind == Table::MethodDef && parent.is(Table::TypeDef)) {
        add_rids(list, kind, image.methods_of(rid));
    } else if (kind == Table::MethodDef) {  // the accessors of a property or event, each with its semantics
        for (uint32_t row : image.method_semantics_of(parent)) {
            list.add(Token(Table::MethodDef, image.method_semantics(row).method).value());
            list.add(image.method_semantics(row).semantics);
        }
    } else if (kind == Table::Param) {
        if (!image.has_valid_params(rid)) throw_error(error_of_result(hresult::file_corrupt));
        add_rids(list, kind, image.params_of(rid));
    } else if (kind == Table::Property) {
        add_rids(list, kind, image.properties_of(rid));
    } else if (kind == Table::Event) {
        add_rids(list, kind, image.events_of(rid));
    } else if (kind == Table::CustomAttribute) {
        add_rids(list, kind, image.custom_attributes(parent));
    } else if (kind == Table::ExportedType || kind == Table::AssemblyRef || kind == Table::ManifestResource) {
        for (uint32_t row = 1; row <= image.row_count(kind); row++) list.add(Token(kind, row).value());
    } else if (kind == Table::GenericParam) {
        add_rids(list, kind, image.generic_params(parent));
    }
}

// Up to 16 tokens in place; more of them in an int[].
void enumerate(Module* scope, uint32_t kind, uint32_t parent, int32_t* length, int32_t* small,
               ObjectHandleOnStack result) {
    TokenList list(small);
    list_tokens(list, image_of(scope), Token(kind).table(), Token(parent));
    *length = list.count();
    if (list.count() <= small_result_capacity) return;
    ArrayObject* array = new_array(well_known(WellKnown::Int32), static_cast<uint32_t>(list.count()));
    auto* elements = array->elements<int32_t>();
    std::memcpy(elements, small, small_result_capacity * sizeof(int32_t));
    std::memcpy(elements + small_result_capacity, list.large(),
                static_cast<size_t>(list.count() - small_result_capacity) * sizeof(int32_t));
    result.set(array);
}

// --- Marshalling descriptors, II.23.4 --------------------------------------------------------------------------------

struct MarshalAs {
    int32_t* unmanaged_type;
    int32_t* array_sub_type;
    int32_t* size_parameter_index;
    int32_t* size_const;
    const std::byte** marshal_type;
    int32_t* marshal_type_length;
    const std::byte** marshal_cookie;
    int32_t* marshal_cookie_length;
};

Bytes read_text(metadata::SignatureReader& reader) {
    uint32_t size = reader.read_compressed();
    Bytes rest = reader.rest();
    if (reader.failed() || size > rest.size()) {
        reader.fail();
        return {};
    }
    for (uint32_t i = 0; i < size; i++) reader.read_u8();
    return rest.first(size);
}

void set_text(Bytes text, const std::byte** data, int32_t* length) {
    *data = text.data();
    *length = static_cast<int32_t>(text.size());
}

// What belongs to COM (subtypes of safe arrays, interface ids) is told on Windows only.
void read_marshal_as(metadata::SignatureReader& reader, const MarshalAs& out) {
    using namespace metadata::native_types;
    uint32_t type = reader.read_compressed();
    *out.unmanaged_type = static_cast<int32_t>(type);
    if (reader.at_end()) return;
    switch (type) {
        case type_by_value_string:
            *out.size_const = static_cast<int32_t>(reader.read_compressed());
            return;
        case type_by_value_array:
            *out.size_const = static_cast<int32_t>(reader.read_compressed());
            if (!reader.at_end()) *out.array_sub_type = static_cast<int32_t>(reader.read_compressed());
            return;
        case type_lparray:
            *out.array_sub_type = static_cast<int32_t>(reader.read_compressed());
            if (!reader.at_end()) *out.size_parameter_index = static_cast<int32_t>(reader.read_compressed());
            if (!reader.at_end()) *out.size_const = static_cast<int32_t>(reader.read_compressed());
            return;
        case type_custom:
            read_text(reader);  // type library's guid, and the native type's name: not in use
            read_text(reader);
            set_text(read_text(reader), out.marshal_type, out.marshal_type_length);
            set_text(read_text(reader), out.marshal_cookie, out.marshal_cookie_length);
            return;
        default:
            return;
    }
}

QBool get_marshal_as(const std::byte* blob, int32_t size, int32_t* unmanaged_type, int32_t*, const std::byte**,
                     int32_t*, int32_t* array_sub_type, int32_t* size_parameter_index, int32_t* size_const,
                     const std::byte** marshal_type, int32_t* marshal_type_length, const std::byte** marshal_cookie,
                     int32_t* marshal_cookie_length, int32_t*) {
    metadata::SignatureReader reader(Bytes(blob, static_cast<size_t>(size)));
    read_marshal_as(reader, {unmanaged_type, array_sub_type, size_parameter_index, size_const, marshal_type,
                             marshal_type_length, marshal_cookie, marshal_cookie_length});
    return !reader.failed();
}

constexpr const char* import = "System.Reflection.MetadataImport";

const NativeEntry entries[] = {
    CELER_INTERNAL_CALL(import, "GetMetadataImport", metadata_import),
    CELER_INTERNAL_CALL(import, "GetName", get_name),
    CELER_INTERNAL_CALL(import, "GetNamespace", get_namespace),
    CELER_INTERNAL_CALL(import, "GetEventProps", event_props),
    CELER_INTERNAL_CALL(import, "GetPropertyProps", property_props),
    CELER_INTERNAL_CALL(import, "GetFieldDefProps", field_def_props),
    CELER_INTERNAL_CALL(import, "GetParamDefProps", param_def_props),
    CELER_INTERNAL_CALL(import, "GetGenericParamProps", generic_param_props),
    CELER_INTERNAL_CALL(import, "GetScopeProps", scope_props),
    CELER_INTERNAL_CALL(import, "GetSigOfMethodDef", method_def_signature),
    CELER_INTERNAL_CALL(import, "GetSigOfFieldDef", field_def_signature),
    CELER_INTERNAL_CALL(import, "GetSignatureFromToken", signature_from_token),
    CELER_INTERNAL_CALL(import, "GetMemberRefProps", member_ref_props),
    CELER_INTERNAL_CALL(import, "GetCustomAttributeProps", custom_attribute_props),
    CELER_INTERNAL_CALL(import, "GetClassLayout", class_layout),
    CELER_INTERNAL_CALL(import, "GetFieldOffset", field_offset_of),
    CELER_INTERNAL_CALL(import, "GetFieldMarshal", field_marshal),
    CELER_INTERNAL_CALL(import, "GetPInvokeMap", pinvoke_map),
    CELER_INTERNAL_CALL(import, "GetDefaultValue", default_value),
    CELER_INTERNAL_CALL(import, "GetUserString", user_string),
    CELER_INTERNAL_CALL(import, "GetParentToken", parent_token),
    CELER_INTERNAL_CALL(import, "IsValidToken", is_valid_token),
    CELER_QCALL("MetadataImport_Enum", enumerate),
    CELER_QCALL("MetadataImport_GetMarshalAs", get_marshal_as),
};

}  // namespace

NativeTable metadata_import_contract() {
    return entries;
}

}  // namespace celer
