#include "interop/blittable.h"

#include "metadata/image.h"
#include "types/loader.h"

namespace celer {

namespace {

constexpr uint32_t layout_mask = 0x18;  // TypeAttributes, II.23.1.15: sequential 0x08, explicit 0x10

bool fields_are_blittable(MethodTable* table) {
    if (!ensure_loaded(table, LoadLevel::Layout)) return false;
    for (uint32_t i = 0; i < table->info->field_count; i++) {
        FieldDesc& field = table->info->fields[i];
        if (field.is_static()) continue;
        Result<TypeHandle> type = field_type(&field);
        if (!type || !is_blittable(*type, false)) return false;
    }
    return true;
}

}  // namespace

bool runtime_marshalling_disabled(const Module* module) {
    return module->image()->has_custom_attribute(metadata::Token(metadata::Table::Assembly, 1),
                                                 "System.Runtime.CompilerServices",
                                                 "DisableRuntimeMarshallingAttribute");
}

bool has_native_layout(const MethodTable* table) {
    return (table->info->attributes & layout_mask) != 0;
}

bool is_blittable(TypeHandle type, bool marshalling_disabled) {
    switch (type.verification_type()) {
        case ElementType::Void:
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
        case ElementType::Ptr:
        case ElementType::FnPtr:
            return true;
        case ElementType::Boolean:
        case ElementType::Char:
            return marshalling_disabled;
        case ElementType::ByRef:
            return is_blittable(TypeHandle::from_raw(type.type_desc()->parameter), marshalling_disabled);
        case ElementType::ValueType:
            if (type.method_table()->contains_gc_pointers()) return false;
            return marshalling_disabled || fields_are_blittable(type.method_table());
        case ElementType::End:
        case ElementType::String:
        case ElementType::Class:
        case ElementType::Var:
        case ElementType::Array:
        case ElementType::GenericInst:
        case ElementType::TypedByRef:
        case ElementType::Object:
        case ElementType::SzArray:
        case ElementType::MVar:
            return false;
    }
    return false;
}

Result<void> check_blittable(const MethodSignature* signature, bool marshalling_disabled, const MethodDesc* of) {
    bool blittable = is_blittable(signature->return_type, marshalling_disabled);
    for (uint32_t i = 0; i < signature->parameter_count; i++)
        blittable = blittable && is_blittable(signature->parameters[i], marshalling_disabled);
    if (blittable) return {};
    return fail(ErrorKind::MarshalDirective, "Celer does not marshal arguments yet: " + display_name(of) +
                                                 " has a parameter or result that is not blittable.");
}

Result<uint32_t> native_size(TypeHandle type) {
    ElementType element = type.verification_type();
    if (element == ElementType::Boolean) return 4;  // BOOL
    if (element == ElementType::Char) return 1;     // ANSI by default
    MethodTable* table = type.method_table();
    if (table != nullptr) CELER_TRY_VOID(ensure_loaded(table, LoadLevel::Layout));
    bool is_primitive = element != ElementType::ValueType && element != ElementType::Class;
    if (table == nullptr || (!is_primitive && !has_native_layout(table))) {
        return fail(
            ErrorKind::Argument,
            "Type '" + display_name(type) +
                "' cannot be marshaled as an unmanaged structure; no meaningful size or offset can be computed.");
    }
    if (!is_primitive && !(table->parent != nullptr && fields_are_blittable(table))) {
        return fail(ErrorKind::NotSupported,
                    "Celer does not marshal structures yet: " + display_name(type) + " is not blittable.");
    }
    return table->instance_field_bytes;
}

}  // namespace celer
