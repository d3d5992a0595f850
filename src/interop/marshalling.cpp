#include "interop/marshalling.h"

#include <initializer_list>

#include "interop/native_layout.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/native_types.h"
#include "types/well_known.h"

namespace celer {

namespace {

using namespace metadata::native_types;

constexpr const char* interop_services = "System.Runtime.InteropServices";
constexpr const char* not_compatible = "Signature is not Interop compatible.";
constexpr const char* non_blittable_generic = "Non-blittable generic types cannot be marshaled.";
constexpr const char* no_support = "There is no marshaling support for this type.";
constexpr const char* restricted = "This type can only be marshaled in restricted ways.";
constexpr const char* com_pointers = "Marshaling to and from COM interface pointers isn't supported";

std::unexpected<Error> refused(std::string message) {
    return fail(ErrorKind::MarshalDirective, std::move(message));
}

std::unexpected<Error> invalid_combination(const char* rule = nullptr) {
    std::string message = "Invalid managed/unmanaged type combination";
    if (rule != nullptr) message.append(" (").append(rule).append(")");
    return refused(message + ".");
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

bool is_corelib_type(const MethodTable* table, std::string_view name_space,
                     std::initializer_list<std::string_view> names) {
    if (!table->module->assembly->is_corelib || type_namespace(table) != name_space) return false;
    for (std::string_view name : names) {
        if (type_name(table) == name) return true;
    }
    return false;
}

bool is_int128(const MethodTable* table) {
    return is_corelib_type(table, "System", {"Int128", "UInt128"});
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

bool is_one_of(NativeType as, std::initializer_list<NativeType> allowed) {
    for (NativeType one : allowed) {
        if (as == one) return true;
    }
    return false;
}

// A type and its surroundings; one member function per kind of type.
class Classifier {
  public:
    Classifier(TypeHandle type, Bytes marshal_as, MarshalContext context, MarshalUse use)
        : type_(type), rest_(marshal_as), context_(context), use_(use) {
        if (!marshal_as.empty() && !context.marshalling_disabled) {
            as_ = static_cast<NativeType>(rest_.read<uint8_t>());
        }
    }

    Result<Conversion> classify();

  private:
    bool is_none_or(std::initializer_list<NativeType> allowed) { return as_ == type_none || is_one_of(as_, allowed); }
    bool is_field() const { return use_ == MarshalUse::Field; }
    // What lies in fields and elements is looked at when it crosses.
    Result<const NativeLayout*> layout_of(MethodTable* table) const {
        bool crosses = use_ == MarshalUse::Parameter || use_ == MarshalUse::Result;
        return crosses ? marshalable_layout(table) : native_layout(table);
    }
    bool is_wide() const { return as_ == type_lpwstr || (as_ == type_none && context_.wide_characters); }

    Result<Conversion> same(uint32_t size_bytes, std::initializer_list<NativeType> allowed, const char* rule);
    Result<Conversion> integer(ElementType element);
    Result<Conversion> boolean();
    Result<Conversion> character();
    Result<Conversion> string();
    Result<Conversion> array();
    Result<Conversion> array_elements(MarshalContext context);
    Result<Conversion> reference();
    Result<Conversion> class_with_layout();
    Result<Conversion> object();
    Result<Conversion> value_type();
    Result<Conversion> corelib_struct(MethodTable* table, bool& known);
    Result<Conversion> handle();

    TypeHandle type_;
    ByteReader rest_;
    MarshalContext context_;
    MarshalUse use_;
    NativeType as_ = type_none;
};

Result<Conversion> Classifier::same(uint32_t size_bytes, std::initializer_list<NativeType> allowed, const char* rule) {
    if (!is_none_or(allowed)) return invalid_combination(rule);
    return value(Native::Same, type_, type_, size_bytes);
}

Result<Conversion> Classifier::integer(ElementType element) {
    if (element == ElementType::I1 || element == ElementType::U1) {
        return same(1, {type_i1, type_u1}, "Byte/SByte must be paired with I1 or U1");
    }
    if (element == ElementType::I2 || element == ElementType::U2) {
        return same(2, {type_i2, type_u2}, "Int16/UInt16 must be paired with I2 or U2");
    }
    if (element == ElementType::I4 || element == ElementType::U4) {
        return same(4, {type_i4, type_u4, type_error}, "Int32/UInt32 must be paired with I4 or U4");
    }
    if (element == ElementType::I8 || element == ElementType::U8) {
        return same(8, {type_i8, type_u8}, "Int64/UInt64 must be paired with I8 or U8");
    }
    return same(8, {type_sys_int, type_sys_uint}, "Int/UInt must be paired with SysInt or SysUInt");
}

Result<Conversion> Classifier::boolean() {
    if (context_.marshalling_disabled) return same(1, {}, nullptr);
    if (is_one_of(as_, {type_i1, type_u1})) return value(Native::Bool, type_, primitive_type(ElementType::U1), 1);
    if (is_none_or({type_bool})) return value(Native::Bool, type_, primitive_type(ElementType::I4), 4);
    return invalid_combination("booleans must be paired with I1, U1, or Bool");
}

Result<Conversion> Classifier::character() {
    bool is_small = is_one_of(as_, {type_i1, type_u1});
    bool is_large = is_one_of(as_, {type_i2, type_u2}) || context_.marshalling_disabled;
    if (as_ != type_none && !is_small && !is_large) {
        return invalid_combination("chars must be paired with I1, I2, U1, or U2");
    }
    if (is_large || (as_ == type_none && context_.wide_characters)) {
        return value(Native::Same, type_, primitive_type(ElementType::U2), 2);
    }
    return value(Native::AnsiChar, type_, primitive_type(ElementType::U1), 1);
}

Result<Conversion> Classifier::string() {
    if (as_ == type_by_value_string && is_field()) {
        bool wide = context_.wide_characters;
        Conversion conversion = value(wide ? Native::FixedWide : Native::FixedUtf8, type_, {}, 1);
        conversion.count = rest_.read_compressed();
        conversion.alignment = wide ? 2 : 1;
        conversion.size_bytes = conversion.count * conversion.alignment;
        return conversion;
    }
    if (as_ == type_lptstr) as_ = context_.wide_characters ? type_lpwstr : type_lpstr;
    if (as_ == type_tbstr) as_ = context_.wide_characters ? type_bstr : type_ansi_bstr;
    if (as_ == type_bstr) return pointer(Native::BStr, type_);
    if (as_ == type_ansi_bstr) return pointer(Native::AnsiBStr, type_);
    if (as_ == type_custom && !is_field()) return pointer(Native::Custom, type_);
    if (is_none_or({type_lpstr, type_lpwstr, type_lputf8str})) {
        return pointer(is_wide() ? Native::WideString : Native::Utf8String, type_);
    }
    return invalid_combination(is_field() ? "String fields must be paired with LPStr, LPWStr, LPTStr, or ByValTStr"
                                          : "String parameters and return types must be paired with LPStr, LPWStr, or "
                                            "LPTStr");
}

// The blob goes on with the elements' unmanaged type.
Result<Conversion> Classifier::array_elements(MarshalContext context) {
    TypeHandle element = TypeHandle::from_raw(type_.method_table()->element_type);
    Bytes blob;
    if (rest_.remaining() != 0) {
        blob = rest_.rest().subspan(0, 1);
        rest_.read<uint8_t>();
        if (static_cast<uint8_t>(blob[0]) == type_max) blob = {};
    }
    return celer::classify(element, blob, context, MarshalUse::Element);
}

bool is_blittable_generic(MethodTable* table) {
    bool is_span = table->is_by_ref_like() && table->module->assembly->is_corelib;
    if (table->is_nullable() || is_span || !has_native_layout(table)) return false;
    Result<const NativeLayout*> layout = native_layout(table);
    return layout && (*layout)->is_same;
}

Result<Conversion> Classifier::array() {
    if (as_ == type_custom && !is_field()) return pointer(Native::Custom, type_);
    MethodTable* element_table = TypeHandle::from_raw(type_.method_table()->element_type).method_table();
    if (element_table != nullptr && element_table->info != nullptr && element_table->info->instantiation != nullptr &&
        !(element_table->is_value_type() && is_blittable_generic(element_table))) {
        return refused(non_blittable_generic);
    }
    bool in_place = as_ == type_by_value_array && is_field();
    if (is_field() && as_ == type_lparray) {
        CELER_TRY(array_elements(context_));
        return refused(restricted);
    }
    if (is_field() && !in_place) return invalid_combination("Array fields must be paired with ByValArray");
    if (!in_place && !is_none_or({type_lparray})) {
        return invalid_combination("Arrays can only be marshaled as LPArray or ByValArray");
    }
    if (use_ == MarshalUse::Element) return refused("There is no marshaling support for nested arrays.");
    uint32_t count = in_place ? rest_.read_compressed() : 0;
    Conversion element = CELER_TRY(array_elements(context_));
    if (use_ == MarshalUse::Result) return invalid_combination();
    bool is_plain = element.native == Native::Same;
    Conversion conversion = in_place ? value(Native::FixedArray, type_, {}, element.size_bytes)
                                     : pointer(is_plain ? Native::Array : Native::CopiedArray, type_);
    if (in_place) {
        conversion.alignment = element.alignment;
        conversion.count = count;
        conversion.size_bytes *= count;
    } else if (rest_.remaining() != 0) {
        constexpr uint32_t parameter_given = 1;
        conversion.count_parameter = static_cast<int32_t>(rest_.read_compressed());
        if (rest_.remaining() != 0) conversion.count = rest_.read_compressed();
        if (rest_.remaining() != 0 && (rest_.read_compressed() & parameter_given) == 0) conversion.count_parameter = -1;
    }
    conversion.element = std::make_shared<const Conversion>(std::move(element));
    return conversion;
}

Result<Conversion> Classifier::object() {
    if (use_ == MarshalUse::Element) return refused(not_compatible);
    if (is_none_or({type_struct})) return invalid_combination("Marshaling to and from COM VARIANTs isn't supported");
    if (is_one_of(as_, {type_iunknown, type_idispatch, type_interface})) return invalid_combination(com_pointers);
    if (as_ == type_as_any && use_ == MarshalUse::Parameter) return pointer(Native::AsAny, type_);
    if (as_ == type_as_any) return refused(is_field() ? restricted : as_any_only_in);
    if (is_field()) {
        return invalid_combination("the Object class must be paired with Interface, IUnknown, IDispatch, or Struct");
    }
    return invalid_combination("the Object class must be paired with Interface, IUnknown, IDispatch, AsAny, or Struct");
}

Result<Conversion> Classifier::handle() {
    bool is_safe = is_or_derives(type_.method_table(), interop_services, "SafeHandle");
    if (use_ == MarshalUse::Element && as_ == type_none) {
        return invalid_combination(is_safe ? "Arrays of SafeHandles are not supported"
                                           : "Arrays of CriticalHandles are not supported");
    }
    if (as_ != type_none) {
        return invalid_combination(
            is_safe ? "SafeHandles must not have a MarshalAs attribute set and cannot be used in arrays"
                    : "CriticalHandles must not have a MarshalAs attribute set and cannot be used in arrays");
    }
    return pointer(is_safe ? Native::SafeHandle : Native::CriticalHandle, type_);
}

Result<Conversion> Classifier::class_with_layout() {
    if (is_field() ? !is_none_or({type_struct}) : !is_none_or({type_lpstruct})) {
        if (!is_field()) return invalid_combination("this type must be paired with LPStruct or Interface");
        return refused(
            "Invalid managed/unmanaged type combination  (Classes with layout fields must be paired with Struct or "
            "Interface).");
    }
    const NativeLayout* layout = CELER_TRY(layout_of(type_.method_table()));
    if (!is_field()) return pointer(layout->is_same ? Native::LayoutClass : Native::CopiedClass, type_);
    Conversion conversion = value(Native::EmbeddedClass, type_, layout->native, layout->size_bytes);
    conversion.alignment = layout->alignment;
    return conversion;
}

Result<Conversion> Classifier::reference() {
    MethodTable* table = type_.method_table();
    CELER_TRY_VOID(ensure_loaded(table));
    if (as_ == type_custom && !is_field()) return pointer(Native::Custom, type_);
    if (table == well_known(WellKnown::Object)) return object();
    if (is_corelib_type(table, "System.Text", {"StringBuilder"})) {
        if (use_ == MarshalUse::Element) return refused(not_compatible);
        if (is_field()) {
            return refused(
                "Struct or class fields cannot be of type StringBuilder. The same effect can usually be achieved by "
                "using a String field and preinitializing it to a string with length matching the length of the "
                "appropriate buffer.");
        }
        if (!is_none_or({type_lpstr, type_lpwstr, type_lptstr, type_lputf8str})) {
            return invalid_combination("StringBuilders must be paired with LPStr, LPWStr, or LPTStr");
        }
        if (as_ == type_lptstr) as_ = context_.wide_characters ? type_lpwstr : type_lpstr;
        return pointer(is_wide() ? Native::WideBuilder : Native::Utf8Builder, type_);
    }
    if (is_or_derives(table, interop_services, "SafeHandle") ||
        is_or_derives(table, interop_services, "CriticalHandle")) {
        return handle();
    }
    if (use_ == MarshalUse::Element) return refused(not_compatible);
    if (table->info->instantiation != nullptr) return refused(non_blittable_generic);
    if (is_or_derives(table, "System", "MulticastDelegate") || table == well_known(WellKnown::Delegate)) {
        if (!is_none_or({type_function})) {
            return invalid_combination("Delegates must be paired with FunctionPtr or IDispatch");
        }
        return pointer(Native::Function, type_);
    }
    if (has_native_layout(table)) return class_with_layout();
    if (is_none_or({type_interface})) return invalid_combination(com_pointers);
    return refused("The type definition of this type has no layout information.");
}

// Structs of CoreLib with rules of their own.
Result<Conversion> Classifier::corelib_struct(MethodTable* table, bool& known) {
    known = true;
    bool is_value = use_ == MarshalUse::Parameter || use_ == MarshalUse::Result;
    if (is_corelib_type(table, "System", {"TypedReference"})) return refused(no_support);
    if (is_corelib_type(table, "System", {"ArgIterator"}) && as_ != type_none) return invalid_combination();
    if (is_corelib_type(table, interop_services, {"HandleRef"}) && use_ != MarshalUse::Element) {
        if (as_ != type_none || is_field()) return invalid_combination();
        return pointer(Native::HandleRef, type_);
    }
    if (is_corelib_type(table, "System", {"RuntimeTypeHandle", "RuntimeMethodHandle", "RuntimeFieldHandle"})) {
        if (as_ != type_none || is_field()) return invalid_combination();
        return pointer(Native::TypeHandle, type_);
    }
    bool is_guid = is_corelib_type(table, "System", {"Guid"});
    bool is_decimal = is_corelib_type(table, "System", {"Decimal"});
    if (is_decimal && as_ == type_currency) {
        return value(Native::Currency, type_, primitive_type(ElementType::I8), 8);
    }
    if ((is_guid || is_decimal) && as_ == type_lpstruct && is_value) return pointer(Native::StructPointer, type_);
    if (is_guid || is_decimal) {
        Conversion conversion = CELER_TRY(same(
            16, {type_struct},
            is_guid      ? "the Guid class must be paired with Struct or LPStruct"
            : is_field() ? "Decimal fields must be paired with Struct"
                         : "Decimal parameters and return types must be paired with Struct, LPStruct, or Currency"));
        conversion.alignment = is_guid ? 4 : 8;
        return conversion;
    }
    if (is_corelib_type(table, "System", {"DateTime"})) {
        if (!is_none_or({type_struct})) return invalid_combination("the DateTime class must be paired with Struct");
        return value(Native::Date, type_, primitive_type(ElementType::R8), 8);
    }
    known = false;
    return {};
}

Result<Conversion> Classifier::value_type() {
    MethodTable* table = type_.method_table();
    CELER_TRY_VOID(ensure_loaded(table, LoadLevel::Layout));
    Conversion plain = value(Native::Same, type_, type_, table->instance_field_bytes);
    plain.alignment = 1u << table->alignment_log2;
    if (context_.marshalling_disabled) {
        if (table->contains_gc_pointers()) return invalid_combination();
        return plain;
    }
    bool known = false;
    Conversion special = CELER_TRY(corelib_struct(table, known));
    if (known) return special;
    bool is_generic = table->info->instantiation != nullptr;
    bool is_vector = is_generic && table->module->assembly->is_corelib &&
                     (type_namespace(table) == "System.Runtime.Intrinsics" ||
                      is_corelib_type(table, "System.Numerics", {"Vector`1"}));
    bool is_value = use_ == MarshalUse::Parameter || use_ == MarshalUse::Result;
    if (!is_field() && is_generic && (!is_blittable_generic(table) || (is_vector && is_value))) {
        return refused(non_blittable_generic);
    }
    bool is_plain_element = use_ == MarshalUse::Element && !table->contains_gc_pointers();
    if (!has_native_layout(table) && is_plain_element) return plain;
    if (!has_native_layout(table)) {
        return refused("Structures marked with [StructLayout(LayoutKind.Auto)] cannot be marshaled.");
    }
    if (!is_none_or({type_struct})) return invalid_combination("this value type must be paired with Struct");
    if (table->is_by_ref_like() && table->contains_gc_pointers()) return invalid_combination();
    const NativeLayout* layout = CELER_TRY(layout_of(table));
    if (layout->is_same) {
        bool is_wide = is_vector || is_int128(table);
        if (!is_wide) plain.alignment = layout->alignment;
        return plain;
    }
    Conversion copied = value(Native::CopiedStruct, type_, layout->native, layout->size_bytes);
    copied.alignment = layout->alignment;
    return copied;
}

Result<Conversion> Classifier::classify() {
    ElementType element = type_.verification_type();
    if (element == ElementType::Class && !type_.is_type_desc()) element = type_.method_table()->element;
    if (as_ == type_custom && is_field()) return refused("Custom marshalers cannot be used on fields of structures.");
    if (as_ == type_custom && !type_.is_reference()) {
        return refused("Custom marshalers are only allowed on classes, strings, arrays, and boxed value types.");
    }
    switch (element) {
        case ElementType::Void:
            return value(Native::Same, type_, type_, 0);
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
            return integer(element);
        case ElementType::R4:
            return same(4, {type_r4}, "Single must be paired with R4");
        case ElementType::R8:
            return same(8, {type_r8}, "Double must be paired with R8");
        case ElementType::Ptr:
            return same(8, {}, "pointers must not have a MarshalAs attribute set");
        case ElementType::FnPtr:
            return same(8, {type_function}, "function pointers must be paired with FunctionPtr");
        case ElementType::Boolean:
            return boolean();
        case ElementType::Char:
            return character();
        case ElementType::ValueType:
            return value_type();
        case ElementType::String:
            if (context_.marshalling_disabled) return invalid_combination();
            return string();
        case ElementType::SzArray:
        case ElementType::Array:
            if (context_.marshalling_disabled) return invalid_combination();
            return array();
        case ElementType::Class:
        case ElementType::Object:
            if (context_.marshalling_disabled) return invalid_combination();
            return reference();
        case ElementType::ByRef:
            if (is_field()) return value(Native::Same, type_, type_, 8);
            return invalid_combination();
        case ElementType::End:
        case ElementType::Var:
        case ElementType::GenericInst:
        case ElementType::TypedByRef:
        case ElementType::MVar:
            return invalid_combination();
    }
    return invalid_combination();
}

}  // namespace

Result<Conversion> classify(TypeHandle type, Bytes marshal_as, MarshalContext context, MarshalUse use) {
    return Classifier(type, marshal_as, context, use).classify();
}

Result<bool> has_int128(TypeHandle type) {
    if (type.verification_type() != ElementType::ValueType) return false;
    MethodTable* table = type.method_table();
    if (is_int128(table)) return true;
    CELER_TRY_VOID(ensure_loaded(table, LoadLevel::Layout));
    for (FieldDesc& field : std::span(table->info->fields.get(), table->info->field_count)) {
        if (field.is_static()) continue;
        TypeHandle part = CELER_TRY(field_type(&field));
        if (CELER_TRY(has_int128(part))) return true;
    }
    return false;
}

bool is_custom_marshaled(Bytes marshal_as) {
    return !marshal_as.empty() && static_cast<uint8_t>(marshal_as[0]) == type_custom;
}

bool runtime_marshalling_disabled(const Module* module) {
    return module->image()->has_custom_attribute(metadata::Token(metadata::Table::Assembly, 1),
                                                 "System.Runtime.CompilerServices",
                                                 "DisableRuntimeMarshallingAttribute");
}

Bytes marshal_blob(const metadata::Image& image, metadata::Token field_or_param) {
    static constexpr std::byte no_native_type{0x50};  // stands for an empty descriptor, which is refused as well
    uint32_t row = image.field_marshal_of(field_or_param);
    if (row == 0 || !image.has(image.field_marshal(row).native_type)) return {};
    Bytes blob = image.blob(image.field_marshal(row).native_type);
    return blob.empty() ? Bytes(&no_native_type, 1) : blob;
}

NativeShape shape_of(Native native) {
    switch (native) {
        case Native::Same:
        case Native::Bool:
        case Native::AnsiChar:
        case Native::Utf8String:
        case Native::WideString:
        case Native::BStr:
        case Native::AnsiBStr:
        case Native::Date:
        case Native::Currency:
        case Native::Function:
        case Native::HandleRef:
        case Native::TypeHandle:
            return NativeShape::Value;
        case Native::Utf8Builder:
        case Native::WideBuilder:
            return NativeShape::Builder;
        case Native::Array:
        case Native::CopiedArray:
            return NativeShape::Array;
        case Native::LayoutClass:
        case Native::CopiedClass:
            return NativeShape::Object;
        case Native::CopiedStruct:
            return NativeShape::Struct;
        case Native::StructPointer:
            return NativeShape::StructPointer;
        case Native::SafeHandle:
        case Native::CriticalHandle:
            return NativeShape::Handle;
        case Native::AsAny:
            return NativeShape::Any;
        case Native::Custom:
            return NativeShape::Custom;
        case Native::FixedUtf8:
        case Native::FixedWide:
        case Native::FixedArray:
        case Native::EmbeddedClass:
            return NativeShape::InPlace;
    }
    return NativeShape::Value;
}

Conversion as_copied_array(const Conversion& array) {
    Conversion copied = array;
    copied.native = Native::CopiedArray;
    return copied;
}

uint32_t managed_size(TypeHandle type) {
    MethodTable* table = type.method_table();
    return table != nullptr && table->is_value_type() ? table->instance_field_bytes : sizeof(Object*);
}

}  // namespace celer
