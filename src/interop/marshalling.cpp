#include "interop/marshalling.h"

#include <pthread.h>

#include <algorithm>
#include <map>
#include <vector>

#include "metadata/flags.h"
#include "metadata/image.h"
#include "platform/arena.h"
#include "types/well_known.h"

namespace celer {

namespace {

enum UnmanagedType : uint8_t {  // II.23.4, System.Runtime.InteropServices.UnmanagedType
    type_default = 0,
    type_bool = 2,
    type_i1 = 3,
    type_u1 = 4,
    type_r8 = 12,
    type_lpstr = 0x14,
    type_lpwstr = 0x15,
    type_lptstr = 0x16,
    type_by_value_string = 0x17,
    type_struct = 0x1b,
    type_by_value_array = 0x1e,
    type_sys_int = 0x1f,
    type_sys_uint = 0x20,
    type_function = 0x26,
    type_lparray = 0x2a,
    type_lpstruct = 0x2b,
    type_error = 0x2d,
    type_lputf8str = 0x30,
    type_none = 0xff,
};

std::unexpected<Error> invalid_combination() {
    return fail(ErrorKind::MarshalDirective, "Invalid managed/unmanaged type combination.");
}

MethodTable* find_corelib_type(std::string_view name_space, std::string_view name) {
    Result<MethodTable*> found = find_type(corelib(), name_space, name);
    return found && ensure_loaded(*found) ? *found : nullptr;
}

bool derives_from(const MethodTable* table, const MethodTable* ancestor) {
    for (; table != nullptr; table = table->parent) {
        if (table == ancestor) return true;
    }
    return false;
}

bool is_corelib_type(const MethodTable* table, std::string_view name_space, std::string_view name) {
    return table->module->assembly->is_corelib && type_name(table) == name && type_namespace(table) == name_space;
}

bool is_or_derives(const MethodTable* table, std::string_view name_space, std::string_view name) {
    MethodTable* ancestor = find_corelib_type(name_space, name);
    return ancestor != nullptr && derives_from(table, ancestor);
}

Conversion value(Native native, TypeHandle managed, TypeHandle type, uint32_t size_bytes) {
    Conversion conversion;
    conversion.native = native;
    conversion.managed = managed;
    conversion.type = type;
    conversion.size_bytes = conversion.alignment = size_bytes;
    return conversion;
}

Conversion pointer(Native native, TypeHandle managed) {
    return value(native, managed, primitive_type(ElementType::I), 8);
}

// A compressed unsigned number of the blob (II.23.2), or 0.
uint32_t compressed(ByteReader& reader) {
    uint32_t first = reader.read<uint8_t>();
    if ((first & 0x80) == 0) return first;
    if ((first & 0x40) == 0) return (first & 0x3f) << 8 | reader.read<uint8_t>();
    uint32_t rest = reader.read<uint8_t>();
    rest = rest << 8 | reader.read<uint8_t>();
    return (first & 0x1f) << 24 | rest << 8 | reader.read<uint8_t>();
}

Result<Conversion> classify_bool(TypeHandle type, UnmanagedType as, bool same) {
    if (same || as == type_i1 || as == type_u1) {
        return value(same ? Native::Same : Native::Bool, type, primitive_type(ElementType::U1), 1);
    }
    if (as == type_none || as == type_bool) return value(Native::Bool, type, primitive_type(ElementType::I4), 4);
    return invalid_combination();
}

Result<Conversion> classify_char(TypeHandle type, UnmanagedType as, MarshalContext context) {
    bool small = as == type_i1 || as == type_u1;
    if (!small && as != type_none && as != 5 && as != 6) return invalid_combination();
    bool wide = context.marshalling_disabled || context.wide_characters || as == 5 || as == 6;
    if (wide && !small) return value(Native::Same, type, primitive_type(ElementType::U2), 2);
    return value(Native::AnsiChar, type, primitive_type(ElementType::U1), 1);
}

bool is_wide(UnmanagedType as, MarshalContext context) {
    return as == type_lpwstr || (as == type_none && context.wide_characters);
}

Result<Conversion> classify_string(TypeHandle type, UnmanagedType as, ByteReader& rest, MarshalContext context,
                                   MarshalUse use) {
    if (as == type_by_value_string && use == MarshalUse::Field) {
        Conversion conversion = value(context.wide_characters ? Native::FixedWide : Native::FixedUtf8, type, {}, 1);
        conversion.count = compressed(rest);
        conversion.alignment = context.wide_characters ? 2 : 1;
        conversion.size_bytes = conversion.count * conversion.alignment;
        return conversion;
    }
    if (as != type_none && as != type_lpstr && as != type_lpwstr && as != type_lptstr && as != type_lputf8str) {
        return invalid_combination();
    }
    if (as == type_lptstr) as = context.wide_characters ? type_lpwstr : type_lpstr;
    return pointer(is_wide(as, context) ? Native::WideString : Native::Utf8String, type);
}

Result<Conversion> classify_array(TypeHandle type, UnmanagedType as, ByteReader& rest, MarshalContext context,
                                  MarshalUse use) {
    TypeHandle element = TypeHandle::from_raw(type.method_table()->element_type);
    uint32_t count = 0;
    if (as == type_by_value_array) {
        if (use != MarshalUse::Field) return invalid_combination();
        count = compressed(rest);
    } else if (use != MarshalUse::Parameter || (as != type_none && as != type_lparray)) {
        return invalid_combination();
    }
    // The blob goes on with the elements' unmanaged type.
    Bytes element_blob = rest.remaining() != 0 ? rest.rest().subspan(0, 1) : Bytes();
    if (!element_blob.empty() && static_cast<uint8_t>(element_blob[0]) == 0x50) element_blob = {};  // none given
    Conversion inner = CELER_TRY(classify(element, element_blob, context, MarshalUse::Field));
    bool byte_bool = inner.native == Native::Bool && inner.size_bytes == 1;
    if (inner.native != Native::Same && !byte_bool) {
        return fail(ErrorKind::MarshalDirective, "Celer does not marshal arrays of " + display_name(element) + " yet.");
    }
    if (as != type_by_value_array) return pointer(Native::Array, type);
    Conversion conversion = value(Native::FixedArray, type, {}, inner.size_bytes);
    conversion.alignment = inner.alignment;
    conversion.count = count;
    conversion.size_bytes *= count;
    return conversion;
}

bool is_int128(const MethodTable* table) {
    return is_corelib_type(table, "System", "Int128") || is_corelib_type(table, "System", "UInt128");
}

Result<Conversion> classify_value_type(TypeHandle type, MarshalContext context) {
    MethodTable* table = type.method_table();
    CELER_TRY_VOID(ensure_loaded(table, LoadLevel::Layout));
    if (is_corelib_type(table, "System.Runtime.InteropServices", "HandleRef")) return pointer(Native::HandleRef, type);
    Conversion same = value(Native::Same, type, type, table->instance_field_bytes);
    if (context.marshalling_disabled) {
        if (table->contains_gc_pointers()) return invalid_combination();
        return same;
    }
    if (is_corelib_type(table, "System", "Decimal") || is_corelib_type(table, "System", "Guid")) {
        same.alignment = is_corelib_type(table, "System", "Guid") ? 4 : 8;
        return same;
    }
    if (is_corelib_type(table, "System", "DateTime") || is_corelib_type(table, "System", "DateTimeOffset")) {
        return fail(ErrorKind::MarshalDirective, "Celer does not marshal " + display_name(type) + " yet.");
    }
    if (table->is_by_ref_like() && table->contains_gc_pointers()) return invalid_combination();
    if (is_int128(table)) {
        same.alignment = 16;
        return same;
    }
    const NativeLayout* layout = CELER_TRY(native_layout(table));
    if (layout->is_same) {
        same.alignment = layout->alignment;
        return same;
    }
    Conversion copied = value(Native::CopiedStruct, type, {}, layout->size_bytes);
    copied.alignment = layout->alignment;
    return copied;
}

Result<Conversion> classify_class(TypeHandle type, UnmanagedType as, MarshalContext context, MarshalUse use) {
    MethodTable* table = type.method_table();
    CELER_TRY_VOID(ensure_loaded(table));
    if (is_or_derives(table, "System", "MulticastDelegate") || table == well_known(WellKnown::Delegate)) {
        if (as != type_none && as != type_function) return invalid_combination();
        return pointer(Native::Function, type);
    }
    bool is_field = use == MarshalUse::Field;
    if (!is_field && is_or_derives(table, "System.Runtime.InteropServices", "SafeHandle")) {
        return pointer(Native::SafeHandle, type);
    }
    if (!is_field && is_or_derives(table, "System.Runtime.InteropServices", "CriticalHandle")) {
        return pointer(Native::CriticalHandle, type);
    }
    if (use == MarshalUse::Parameter && is_corelib_type(table, "System.Text", "StringBuilder")) {
        return pointer(is_wide(as, context) ? Native::WideBuilder : Native::Utf8Builder, type);
    }
    if (use != MarshalUse::Parameter || !has_native_layout(table) || table == well_known(WellKnown::Object)) {
        return invalid_combination();
    }
    const NativeLayout* layout = CELER_TRY(native_layout(table));
    return pointer(layout->is_same ? Native::LayoutClass : Native::CopiedClass, type);
}

uint32_t primitive_size(ElementType element) {
    if (element == ElementType::I1 || element == ElementType::U1) return 1;
    if (element == ElementType::I2 || element == ElementType::U2) return 2;
    bool is_word = element == ElementType::I4 || element == ElementType::U4 || element == ElementType::R4;
    return is_word ? 4 : 8;
}

}  // namespace

Result<bool> has_int128(TypeHandle type) {
    if (type.verification_type() != ElementType::ValueType) return false;
    MethodTable* table = type.method_table();
    if (is_int128(table)) return true;
    CELER_TRY_VOID(ensure_loaded(table, LoadLevel::Layout));
    for (FieldDesc& field : std::span(table->info->fields, table->info->field_count)) {
        if (field.is_static()) continue;
        TypeHandle part = CELER_TRY(field_type(&field));
        if (CELER_TRY(has_int128(part))) return true;
    }
    return false;
}

Result<Conversion> classify(TypeHandle type, Bytes marshal_as, MarshalContext context, MarshalUse use) {
    ByteReader rest(marshal_as);
    auto as = marshal_as.empty() ? type_none : static_cast<UnmanagedType>(rest.read<uint8_t>());
    if (context.marshalling_disabled) as = type_none;
    ElementType element = type.verification_type();
    if (element == ElementType::Class && !type.is_type_desc()) element = type.method_table()->element;
    switch (element) {
        case ElementType::Void:
            return value(Native::Same, type, type, 0);
        case ElementType::I1:
        case ElementType::U1:
        case ElementType::I2:
        case ElementType::U2:
        case ElementType::I4:
        case ElementType::U4:
        case ElementType::I8:
        case ElementType::U8:
        case ElementType::I:
        case ElementType::U:
        case ElementType::R4:
        case ElementType::R8:
            return value(Native::Same, type, type, primitive_size(element));
        case ElementType::Ptr:
        case ElementType::FnPtr:
            return value(Native::Same, type, type, 8);
        case ElementType::Boolean:
            return classify_bool(type, as, context.marshalling_disabled);
        case ElementType::Char:
            return classify_char(type, as, context);
        case ElementType::ValueType:
            return classify_value_type(type, context);
        case ElementType::String:
            if (context.marshalling_disabled) return invalid_combination();
            return classify_string(type, as, rest, context, use);
        case ElementType::SzArray:
            if (context.marshalling_disabled) return invalid_combination();
            return classify_array(type, as, rest, context, use);
        case ElementType::Class:
            if (context.marshalling_disabled) return invalid_combination();
            return classify_class(type, as, context, use);
        case ElementType::End:
        case ElementType::ByRef:
        case ElementType::Var:
        case ElementType::Array:
        case ElementType::GenericInst:
        case ElementType::TypedByRef:
        case ElementType::Object:
        case ElementType::MVar:
            return invalid_combination();
    }
    return invalid_combination();
}

bool runtime_marshalling_disabled(const Module* module) {
    return module->image()->has_custom_attribute(metadata::Token(metadata::Table::Assembly, 1),
                                                 "System.Runtime.CompilerServices",
                                                 "DisableRuntimeMarshallingAttribute");
}

Bytes marshal_blob(const metadata::Image& image, metadata::Token field_or_param) {
    uint32_t row = image.field_marshal_of(field_or_param);
    return row == 0 ? Bytes() : image.blob(image.field_marshal(row).native_type);
}

// --- Layout ----------------------------------------------------------------------------------------------------------

namespace {

pthread_mutex_t g_layout_lock = PTHREAD_MUTEX_INITIALIZER;
std::map<const MethodTable*, Result<const NativeLayout*>>& known_layouts() {
    static auto* layouts = new std::map<const MethodTable*, Result<const NativeLayout*>>;
    return *layouts;
}

uint32_t layout_kind(const MethodTable* table) {
    return table->info->attributes & metadata::type_flags::kLayoutMask;
}

Error unmarshalable_field(const FieldDesc& field, const Error& reason) {
    return {ErrorKind::TypeLoad,
            "Cannot marshal field '" + std::string(field_name(&field)) + "' of type '" + display_name(field.owner) +
                "': " + reason.message,
            display_name(field.owner)};
}

// Appends the fields that `table` declares, after its parents'.
Result<void> add_fields(MethodTable* table, NativeLayout& layout, std::vector<NativeField>& fields) {
    if (table->parent != nullptr && has_native_layout(table->parent) && !table->is_value_type()) {
        CELER_TRY_VOID(add_fields(table->parent, layout, fields));
    }
    const TypeInfo& info = *table->info;
    const metadata::Image& image = *table->module->image();
    MarshalContext context;
    context.wide_characters =
        (info.attributes & metadata::type_flags::kStringFormatMask) == metadata::type_flags::kUnicodeClass;
    bool is_explicit = layout_kind(table) == metadata::type_flags::kExplicitLayout;
    constexpr uint32_t default_packing = 32;
    uint32_t packing = info.packing == 0 ? default_packing : info.packing;
    uint32_t managed_base = table->is_value_type() ? 0 : sizeof(Object*);
    uint32_t end = layout.size_bytes;
    for (uint32_t i = 0; i < info.field_count; i++) {
        FieldDesc& field = info.fields[i];
        if (field.is_static()) continue;
        TypeHandle type = CELER_TRY(field_type(&field));
        metadata::Token token(field.token);
        Result<Conversion> conversion = classify(type, marshal_blob(image, token), context, MarshalUse::Field);
        if (!conversion) return std::unexpected(unmarshalable_field(field, conversion.error()));
        uint32_t alignment = std::min(conversion->alignment, packing);
        uint32_t offset = align_up(end, alignment);
        if (is_explicit) offset = image.field_layout(image.field_layout_of(token.rid())).offset;
        layout.alignment = std::max(layout.alignment, alignment);
        layout.is_same &= conversion->native == Native::Same && offset == field.offset - managed_base;
        fields.push_back({&field, *conversion, offset});
        end = is_explicit ? std::max(end, offset + conversion->size_bytes) : offset + conversion->size_bytes;
    }
    layout.size_bytes = align_up(end, layout.alignment);
    if (info.is_inline_array != 0 && fields.size() == 1) layout.size_bytes *= info.inline_array_length;
    layout.size_bytes = std::max(layout.size_bytes, info.class_size);
    return {};
}

Result<const NativeLayout*> compute_layout(MethodTable* table) {
    CELER_TRY_VOID(ensure_loaded(table, LoadLevel::Layout));
    if (!has_native_layout(table)) {
        return fail(
            ErrorKind::MarshalDirective,
            "Type '" + display_name(table) +
                "' cannot be marshaled as an unmanaged structure; no meaningful size or offset can be computed.");
    }
    NativeLayout layout;
    std::vector<NativeField> fields;
    CELER_TRY_VOID(add_fields(table, layout, fields));
    if (layout.size_bytes == 0) layout.size_bytes = 1;
    layout.is_same &= !table->contains_gc_pointers();
    if (table->is_value_type()) layout.is_same &= layout.size_bytes == table->instance_field_bytes;
    auto* result = new NativeLayout(layout);
    result->field_count = static_cast<uint32_t>(fields.size());
    result->fields = new NativeField[fields.size()];
    std::copy(fields.begin(), fields.end(), result->fields);
    return result;
}

}  // namespace

bool has_native_layout(const MethodTable* table) {
    return table->info != nullptr && layout_kind(table) != metadata::type_flags::kAutoLayout;
}

Result<const NativeLayout*> native_layout(MethodTable* table) {
    pthread_mutex_lock(&g_layout_lock);
    auto known = known_layouts().find(table);
    bool found = known != known_layouts().end();
    pthread_mutex_unlock(&g_layout_lock);
    if (found) return known->second;
    Result<const NativeLayout*> layout = compute_layout(table);
    pthread_mutex_lock(&g_layout_lock);
    known = known_layouts().emplace(table, std::move(layout)).first;
    pthread_mutex_unlock(&g_layout_lock);
    return known->second;
}

}  // namespace celer
