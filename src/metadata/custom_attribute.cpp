#include "metadata/custom_attribute.h"

#include "metadata/image.h"

namespace celer::metadata {

namespace {

constexpr uint16_t kProlog = 0x0001;
constexpr uint32_t kMaxNesting = 8;  // of boxed and array values

uint64_t sign_extend(uint64_t bits, uint32_t size) {
    uint32_t shift = 64 - 8 * size;
    return static_cast<uint64_t>(static_cast<int64_t>(bits << shift) >> shift);
}

bool is_signed(ElementType type) {
    return type == ElementType::I1 || type == ElementType::I2 || type == ElementType::I4 || type == ElementType::I8 ||
           type == ElementType::Enum;
}

bool is_number(ElementType type) {
    return type >= ElementType::Boolean && type <= ElementType::R8;
}

}  // namespace

AttributeReader::AttributeReader(Bytes value, Bytes constructor_signature, EnumResolver resolver)
    : value_(value), resolver_(resolver), signature_(constructor_signature) {
    MethodSignatureHeader header = signature_.read_method_header();
    signature_.skip_type();  // void
    fixed_count_ = header.parameter_count;
    // Some compilers write no blob at all for an attribute without arguments.
    if (value.empty() && fixed_count_ == 0) {
        named_started_ = true;
        return;
    }
    if (value_.read_u16() != kProlog) value_.fail();
}

bool AttributeReader::next_fixed(AttributeValue& argument) {
    if (failed() || fixed_read_ == fixed_count_) return false;
    ++fixed_read_;
    argument = {};
    return read_signature_type(argument) && read_value(argument, 0);
}

bool AttributeReader::start_named() {
    AttributeValue skipped;
    while (next_fixed(skipped)) {
    }
    if (!failed() && !named_started_) {
        named_started_ = true;
        named_left_ = value_.rest().empty() ? 0 : value_.read_u16();
    }
    return !failed();
}

uint32_t AttributeReader::named_count() {
    return start_named() ? named_left_ : 0;
}

bool AttributeReader::next_named(NamedAttributeArgument& argument) {
    if (!start_named() || named_left_ == 0) return false;
    --named_left_;
    argument = {};
    ElementType member = static_cast<ElementType>(value_.read_u8());
    if (member != ElementType::FieldMember && member != ElementType::PropertyMember) value_.fail();
    argument.is_field = member == ElementType::FieldMember;
    if (failed() || !read_named_type(argument.value, 0)) return false;
    bool is_null = false;
    argument.name = read_ser_string(is_null);
    return read_value(argument.value, 0);
}

// A parameter type of the constructor. ValueType is an enum, Class can only be System.Type.
bool AttributeReader::read_signature_type(AttributeValue& argument) {
    signature_.skip_modifiers();
    ElementType type = signature_.read_element_type();
    bool is_array = type == ElementType::SzArray;
    if (is_array) type = signature_.read_element_type();
    if (type == ElementType::ValueType) {
        argument.enum_token = signature_.read_type_def_or_ref();
        resolve_enum(argument);
        type = ElementType::Enum;
    } else if (type == ElementType::Class) {
        signature_.read_type_def_or_ref();
        type = ElementType::SystemType;
    } else if (type == ElementType::Object) {
        type = ElementType::BoxedObject;
    } else if (type != ElementType::String && !is_number(type)) {
        signature_.fail();
    }
    argument.type = is_array ? ElementType::SzArray : type;
    argument.array_element = is_array ? type : ElementType::End;
    return !failed();
}

// FieldOrPropType of II.23.3: an element type, and after Enum the enum's name.
bool AttributeReader::read_named_type(AttributeValue& argument, uint32_t depth) {
    ElementType type = static_cast<ElementType>(value_.read_u8());
    if (type == ElementType::SzArray && depth == 0) {
        if (!read_named_type(argument, depth + 1)) return false;
        argument.array_element = argument.type;
        argument.type = ElementType::SzArray;
        return true;
    }
    bool is_null = false;
    if (type == ElementType::Enum) {
        argument.enum_name = read_ser_string(is_null);
        resolve_enum(argument);
    } else if (type != ElementType::String && type != ElementType::SystemType && type != ElementType::BoxedObject &&
               !is_number(type)) {
        value_.fail();
    }
    argument.type = type;
    return !failed();
}

bool AttributeReader::read_value(AttributeValue& argument, uint32_t depth) {
    if (depth > kMaxNesting) value_.fail();
    if (failed()) return false;
    ElementType type = argument.type;
    if (type == ElementType::BoxedObject) {
        argument = {};
        return read_named_type(argument, 0) && read_value(argument, depth + 1);
    }
    if (type == ElementType::String || type == ElementType::SystemType) {
        argument.text = read_ser_string(argument.is_null);
        return !failed();
    }
    if (type == ElementType::SzArray) {
        uint32_t count = value_.read_u32();
        argument.is_null = count == 0xFFFFFFFF;
        argument.array_count = argument.is_null ? 0 : count;
        Bytes start = value_.rest();
        size_t before = value_.offset();
        for (uint32_t i = 0; i < argument.array_count && !failed(); ++i) {
            AttributeValue element;
            element.type = argument.array_element;
            element.enum_size = argument.enum_size;
            read_value(element, depth + 1);
        }
        if (failed()) return false;
        argument.array = start.first(value_.offset() - before);
        return true;
    }
    uint32_t size = type == ElementType::Enum ? argument.enum_size : element_type_size(type);
    Bytes bytes = value_.read_bytes(size);
    for (size_t i = 0; i < bytes.size(); ++i) argument.bits |= static_cast<uint64_t>(bytes[i]) << (8 * i);
    if (is_signed(type)) argument.bits = sign_extend(argument.bits, size);
    return !failed();
}

bool AttributeReader::next_element(AttributeValue& array, AttributeValue& element) const {
    if (array.array_count == 0) return false;
    AttributeReader reader(array.array, resolver_);
    element = {};
    element.type = array.array_element;
    element.enum_token = array.enum_token;
    element.enum_name = array.enum_name;
    element.enum_size = array.enum_size;
    if (!reader.read_value(element, 1)) return false;
    array.array = reader.value_.rest();
    --array.array_count;
    return true;
}

void AttributeReader::resolve_enum(AttributeValue& argument) const {
    if (resolver_.underlying_type == nullptr) return;
    ElementType type = resolver_.underlying_type(resolver_.context, argument.enum_token, argument.enum_name);
    uint32_t size = element_type_size(type);
    if (is_number(type) && size != 0) argument.enum_size = size;
}

// SerString: 0xFF is null, otherwise a compressed length and UTF-8.
std::string_view AttributeReader::read_ser_string(bool& is_null) {
    is_null = value_.peek_u8() == 0xFF;
    if (is_null) {
        value_.skip(1);
        return {};
    }
    SignatureReader length(value_.rest());
    uint32_t size = length.read_compressed();
    if (length.failed()) value_.fail();
    value_.skip(length.offset());
    return as_text(value_.read_bytes(size));
}

Bytes attribute_constructor_signature(const Image& image, uint32_t custom_attribute_rid) {
    Token constructor = image.custom_attribute(custom_attribute_rid).constructor;
    if (constructor.is(Table::MethodDef)) return image.blob(image.method_def(constructor.rid()).signature);
    return image.blob(image.member_ref(constructor.rid()).signature);
}

}  // namespace celer::metadata
