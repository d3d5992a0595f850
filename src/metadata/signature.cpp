#include "metadata/signature.h"

#include "metadata/signature_forms.h"

namespace celer::metadata {

namespace {

struct ElementTypeInfo {
    std::string_view il_name;
    uint8_t size = 0;
};

struct ElementTypes {
    ElementTypeInfo info[256];
};

constexpr ElementTypes make_element_types() {
    ElementTypes types;
#define ELEMENT_TYPE(name, value, size_bytes, il_name) types.info[value] = {il_name, size_bytes};
#include "metadata/element_types.def"
    return types;
}

constexpr ElementTypes kElementTypes = make_element_types();

}  // namespace

std::string_view element_type_name(ElementType type) {
    return kElementTypes.info[static_cast<uint8_t>(type)].il_name;
}

uint32_t element_type_size(ElementType type) {
    return kElementTypes.info[static_cast<uint8_t>(type)].size;
}

bool is_known_element_type(uint8_t value) {
    return !kElementTypes.info[value].il_name.empty();
}

bool MethodSignatureHeader::is_unmanaged() const {
    switch (kind()) {
        case SignatureKind::C:
        case SignatureKind::StdCall:
        case SignatureKind::ThisCall:
        case SignatureKind::FastCall:
        case SignatureKind::Unmanaged:
        case SignatureKind::NativeVarArg:
            return true;
        case SignatureKind::Default:
        case SignatureKind::VarArg:
        case SignatureKind::Field:
        case SignatureKind::LocalVars:
        case SignatureKind::Property:
        case SignatureKind::GenericInst:
            return false;
    }
    return false;
}

uint32_t SignatureReader::read_compressed() {
    uint32_t first = reader_.read_u8();
    if (first < 0x80) return first;
    if (first < 0xC0) return (first & 0x3F) << 8 | reader_.read_u8();
    if (first >= 0xE0) {
        fail();
        return 0;
    }
    uint32_t second = reader_.read_u8();
    uint32_t third = reader_.read_u8();
    uint32_t fourth = reader_.read_u8();
    return failed() ? 0 : (first & 0x1F) << 24 | second << 16 | third << 8 | fourth;
}

// The sign is the lowest bit: the value was rotated left by one within 7, 14 or 29 bits.
int32_t SignatureReader::read_compressed_signed() {
    size_t before = reader_.offset();
    uint32_t raw = read_compressed();
    if (failed()) return 0;
    size_t size = reader_.offset() - before;
    uint32_t bits = size == 1 ? 6 : size == 2 ? 13 : 28;
    int32_t value = static_cast<int32_t>(raw >> 1);
    return (raw & 1) != 0 ? value - (1 << bits) : value;
}

ElementType SignatureReader::read_element_type() {
    uint8_t value = reader_.read_u8();
    if (is_known_element_type(value)) [[likely]]
        return static_cast<ElementType>(value);
    fail();
    return ElementType::End;
}

Token SignatureReader::read_type_def_or_ref() {
    static constexpr Table kTables[] = {Table::TypeDef, Table::TypeRef, Table::TypeSpec};
    uint32_t raw = read_compressed();
    if ((raw & 3) == 3 || failed()) {
        fail();
        return Token();
    }
    return Token(kTables[raw & 3], raw >> 2);
}

uintptr_t SignatureReader::read_internal_handle() {
    return reader_.read<uintptr_t>();
}

void SignatureReader::read_array_shape(ArrayShape& shape) {
    shape.rank = read_compressed();
    shape.size_count = read_compressed();
    if (shape.rank == 0 || shape.rank > kMaxArrayRank || shape.size_count > shape.rank) fail();
    if (failed()) shape.size_count = 0;
    for (uint32_t i = 0; i < shape.size_count; ++i) shape.sizes[i] = read_compressed();
    shape.lower_bound_count = read_compressed();
    if (shape.lower_bound_count > shape.rank) fail();
    if (failed()) shape.lower_bound_count = 0;
    for (uint32_t i = 0; i < shape.lower_bound_count; ++i) shape.lower_bounds[i] = read_compressed_signed();
    if (failed()) shape.rank = shape.size_count = shape.lower_bound_count = 0;
}

bool SignatureReader::read_modifier(CustomModifier& modifier) {
    modifier = {};
    switch (static_cast<uint8_t>(peek_element_type())) {
        case static_cast<uint8_t>(ElementType::RequiredModifier):
        case static_cast<uint8_t>(ElementType::OptionalModifier):
            modifier.required = read_element_type() == ElementType::RequiredModifier;
            modifier.type = read_type_def_or_ref();
            return !failed();
        case static_cast<uint8_t>(ElementType::InternalModifier):
            read_element_type();
            modifier.required = read_u8() != 0;
            modifier.internal_handle = read_internal_handle();
            return !failed();
        default:
            return false;
    }
}

void SignatureReader::skip_modifiers() {
    CustomModifier modifier;
    while (read_modifier(modifier)) {
    }
}

bool SignatureReader::skip_sentinel() {
    if (peek_element_type() != ElementType::Sentinel) return false;
    reader_.read_u8();
    return true;
}

MethodSignatureHeader SignatureReader::read_method_header() {
    MethodSignatureHeader header;
    header.convention = read_u8();
    switch (header.kind()) {
        case SignatureKind::Default:
        case SignatureKind::C:
        case SignatureKind::StdCall:
        case SignatureKind::ThisCall:
        case SignatureKind::FastCall:
        case SignatureKind::VarArg:
        case SignatureKind::Unmanaged:
        case SignatureKind::NativeVarArg:
            break;
        case SignatureKind::Field:
        case SignatureKind::LocalVars:
        case SignatureKind::Property:
        case SignatureKind::GenericInst:
            fail();
            return {};
        default:
            fail();
            return {};
    }
    if (header.is_generic()) header.generic_parameter_count = read_compressed();
    header.parameter_count = read_compressed();
    // A type takes a byte at least: a count that cannot be true must not make anyone allocate for it.
    if (header.parameter_count >= reader_.remaining()) fail();
    return failed() ? MethodSignatureHeader{} : header;
}

void SignatureReader::read_field_header() {
    if ((read_u8() & kSignatureKindMask) != static_cast<uint8_t>(SignatureKind::Field)) fail();
}

uint32_t SignatureReader::read_local_vars_header() {
    if (read_u8() != static_cast<uint8_t>(SignatureKind::LocalVars)) fail();
    uint32_t count = read_compressed();
    if (count > reader_.remaining()) fail();
    return failed() ? 0 : count;
}

uint32_t SignatureReader::read_property_header(bool* has_this) {
    uint8_t first = read_u8();
    if ((first & kSignatureKindMask) != static_cast<uint8_t>(SignatureKind::Property)) fail();
    if (has_this != nullptr) *has_this = (first & kSignatureHasThis) != 0;
    uint32_t count = read_compressed();
    if (count >= reader_.remaining()) fail();
    return failed() ? 0 : count;
}

uint32_t SignatureReader::read_method_spec_header() {
    if (read_u8() != static_cast<uint8_t>(SignatureKind::GenericInst)) fail();
    uint32_t count = read_compressed();
    if (count > reader_.remaining()) fail();
    return failed() ? 0 : count;
}

void SignatureReader::skip_type() {
    skip_type_nested(0);
}

Bytes SignatureReader::read_type_bytes() {
    Bytes before = reader_.rest();
    size_t start = reader_.offset();
    skip_type();
    return failed() ? Bytes{} : before.first(reader_.offset() - start);
}

void SignatureReader::skip_method_signature() {
    skip_method_nested(0);
}

void SignatureReader::skip_method_nested(uint32_t depth) {
    MethodSignatureHeader header = read_method_header();
    skip_type_nested(depth);
    for (uint32_t i = 0; i < header.parameter_count && !failed(); ++i) {
        skip_sentinel();
        skip_type_nested(depth);
    }
}

void SignatureReader::skip_type_nested(uint32_t depth) {
    if (depth > kMaxTypeDepth) fail();
    skip_modifiers();
    switch (form_of(read_element_type())) {
        case SignatureForm::Primitive:
            return;
        case SignatureForm::Token:
            read_type_def_or_ref();
            return;
        case SignatureForm::Element:
            return skip_type_nested(depth + 1);
        case SignatureForm::Array: {
            skip_type_nested(depth + 1);
            ArrayShape shape;
            read_array_shape(shape);
            return;
        }
        case SignatureForm::Variable:
            read_compressed();
            return;
        case SignatureForm::Instance: {
            skip_type_nested(depth + 1);
            uint32_t count = read_compressed();
            for (uint32_t i = 0; i < count && !failed(); ++i) skip_type_nested(depth + 1);
            return;
        }
        case SignatureForm::FunctionPointer:
            return skip_method_nested(depth + 1);
        case SignatureForm::Internal:
            read_internal_handle();
            return;
        case SignatureForm::Invalid:
            fail();
            return;
    }
}

SignatureForm form_of(ElementType type) {
    switch (type) {
        case ElementType::Void:
        case ElementType::Boolean:
        case ElementType::Char:
        case ElementType::I1:
        case ElementType::U1:
        case ElementType::I2:
        case ElementType::U2:
        case ElementType::I4:
        case ElementType::U4:
        case ElementType::I8:
        case ElementType::U8:
        case ElementType::R4:
        case ElementType::R8:
        case ElementType::String:
        case ElementType::TypedByRef:
        case ElementType::I:
        case ElementType::U:
        case ElementType::Object:
            return SignatureForm::Primitive;
        case ElementType::ValueType:
        case ElementType::Class:
            return SignatureForm::Token;
        case ElementType::Pointer:
        case ElementType::ByRef:
        case ElementType::SzArray:
        case ElementType::Pinned:
            return SignatureForm::Element;
        case ElementType::Array:
            return SignatureForm::Array;
        case ElementType::Var:
        case ElementType::MVar:
            return SignatureForm::Variable;
        case ElementType::GenericInst:
            return SignatureForm::Instance;
        case ElementType::FunctionPointer:
            return SignatureForm::FunctionPointer;
        case ElementType::Internal:
            return SignatureForm::Internal;
        case ElementType::End:
        case ElementType::RequiredModifier:
        case ElementType::OptionalModifier:
        case ElementType::InternalModifier:
        case ElementType::Sentinel:
        case ElementType::SystemType:
        case ElementType::BoxedObject:
        case ElementType::FieldMember:
        case ElementType::PropertyMember:
        case ElementType::Enum:
            return SignatureForm::Invalid;
    }
    return SignatureForm::Invalid;  // a value that is no element type
}

}  // namespace celer::metadata
