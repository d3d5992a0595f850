#include "metadata/signature_check.h"

#include "base/hresults.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "metadata/signature_forms.h"

namespace celer::metadata {

namespace {

constexpr uint8_t kLastElement = 0x22;  // of those that II.23.1.16 and CoreCLR number in a row
constexpr uint8_t kModifierBit = 0x40;  // Sentinel, Pinned, and values that mean nothing

// The methods return 0 or an HRESULT.
class TypeCheck {
  public:
    TypeCheck(const Image& image, SignatureReader& reader) : image_(image), reader_(reader) {}

    uint32_t check(bool may_be_void, uint32_t depth = 0) {
        if (depth > kMaxTypeDepth) return hresult::signature_bad_element_type;
        for (;;) {
            uint8_t element = reader_.read_u8();
            if (reader_.failed()) return hresult::signature_missing_argument;
            while (element & kModifierBit) {
                if (element == static_cast<uint8_t>(ElementType::Sentinel))
                    return hresult::signature_sentinel_in_definition;
                element = reader_.read_u8();
                if (reader_.failed()) return hresult::signature_missing_element_type;
            }
            auto type = static_cast<ElementType>(element);
            if (type != ElementType::RequiredModifier && type != ElementType::OptionalModifier)
                return check_element(type, may_be_void, depth);
            if (uint32_t error = check_token()) return error;
        }
    }

  private:
    uint32_t check_element(ElementType type, bool may_be_void, uint32_t depth) {
        switch (form_of(type)) {
            case SignatureForm::Primitive:
                return type == ElementType::Void && !may_be_void ? hresult::signature_bad_void : 0;
            case SignatureForm::Token:
                return check_token();
            case SignatureForm::Element:
                return check(type == ElementType::Pointer, depth + 1);
            case SignatureForm::Array:
                return check_array(depth);
            case SignatureForm::Variable:
                return number(hresult::signature_missing_count);
            case SignatureForm::Instance:
                return check_instance(depth);
            case SignatureForm::FunctionPointer:
                return check_function_pointer(depth);
            case SignatureForm::Internal:
            case SignatureForm::Invalid:
                break;
        }
        return hresult::signature_bad_element_type;
    }

    // Reads a number; `missing` if it is not there.
    uint32_t number(uint32_t missing, uint32_t* value = nullptr) {
        uint32_t read = reader_.read_compressed();
        if (value != nullptr) *value = read;
        return reader_.failed() ? missing : 0;
    }

    uint32_t check_token() {
        Token token = reader_.read_type_def_or_ref();
        if (reader_.failed()) return hresult::signature_missing_token;
        // CoreCLR leaves room for one type more.
        uint32_t last = image_.row_count(token.table()) + (token.is(Table::TypeDef) ? 1 : 0);
        return token.is_nil() || token.rid() > last ? hresult::signature_bad_token : 0;
    }

    uint32_t check_numbers(uint32_t missing_count, uint32_t missing_number) {
        uint32_t count = 0;
        if (uint32_t error = number(missing_count, &count)) return error;
        for (; count != 0; --count) {
            if (uint32_t error = number(missing_number)) return error;
        }
        return 0;
    }

    uint32_t check_array(uint32_t depth) {
        if (uint32_t error = check(false, depth + 1)) return error;
        uint32_t rank = 0;
        if (uint32_t error = number(hresult::signature_missing_rank, &rank)) return error;
        if (rank == 0) return 0;
        if (uint32_t error = check_numbers(hresult::signature_missing_size_count, hresult::signature_missing_size))
            return error;
        return check_numbers(hresult::signature_missing_bound_count, hresult::signature_missing_bound);
    }

    uint32_t check_instance(uint32_t depth) {
        if (uint32_t error = check(false, depth + 1)) return error;
        return check_types(depth);
    }

    // A count and so many types.
    uint32_t check_types(uint32_t depth) {
        uint32_t count = 0;
        if (uint32_t error = number(hresult::signature_missing_count, &count)) return error;
        for (; count != 0; --count) {
            if (uint32_t error = check(false, depth + 1)) return error;
        }
        return 0;
    }

    uint32_t check_function_pointer(uint32_t depth) {
        uint32_t convention = 0, count = 0;
        if (uint32_t error = number(hresult::signature_missing_function_pointer, &convention)) return error;
        bool is_unbound = (convention & kSignatureExplicitThis) && !(convention & kSignatureHasThis);
        if ((convention & kSignatureKindMask) > static_cast<uint8_t>(SignatureKind::NativeVarArg) || is_unbound)
            return hresult::signature_bad_convention;
        if (uint32_t error = number(hresult::signature_missing_count, &count)) return error;
        if (uint32_t error = check(true, depth + 1)) return error;
        for (; count != 0; --count) {
            if (uint32_t error = check(false, depth + 1)) return error;
        }
        return 0;
    }

    const Image& image_;
    SignatureReader& reader_;
};

}  // namespace

namespace {

// Passes over types as CoreCLR does when it only walks them; what it makes of the tokens comes from `image`.
class TypeWalk {
  public:
    TypeWalk(const Image& image, SignatureReader& reader) : image_(image), reader_(reader) {}

    uint32_t pass(uint32_t depth = 0) {
        if (depth > kMaxTypeDepth) return hresult::bad_signature;
        reader_.skip_sentinel();
        reader_.skip_modifiers();
        auto type = static_cast<ElementType>(reader_.read_u8());
        if (reader_.failed()) return hresult::bad_signature;
        if (type == ElementType::End) return 0;
        switch (form_of(type)) {
            case SignatureForm::Primitive:
                return 0;
            case SignatureForm::Token:
                return pass_token();
            case SignatureForm::Element:
                return pass(depth + 1);
            case SignatureForm::Array:
                return pass_array(depth);
            case SignatureForm::Variable:
                reader_.read_compressed();
                return readable();
            case SignatureForm::Instance: {
                if (uint32_t error = pass(depth + 1)) return error;
                return pass_counted(reader_.read_compressed(), depth);
            }
            case SignatureForm::FunctionPointer:
                return pass_method(depth + 1);
            case SignatureForm::Internal:
                reader_.read_internal_handle();
                return readable();
            case SignatureForm::Invalid:
                break;
        }
        return is_last_ && static_cast<uint8_t>(type) <= kLastElement ? 0 : hresult::bad_signature;
    }

    uint32_t pass_method(uint32_t depth = 0) {
        uint32_t convention = reader_.read_u8();
        if (convention & kSignatureGeneric) reader_.read_compressed();
        uint32_t count = reader_.read_compressed();
        if (reader_.failed()) return hresult::bad_signature;
        if (uint32_t error = pass(depth)) return error;
        return pass_counted(count, depth);
    }

    // The last parameter is only written, not passed over: unknown types of small numbers and shapes do not matter
    // there.
    uint32_t pass_outermost() {
        uint32_t convention = reader_.read_u8();
        if (convention & kSignatureGeneric) reader_.read_compressed();
        uint32_t count = reader_.read_compressed();
        if (reader_.failed()) return hresult::bad_signature;
        if (uint32_t error = pass()) return error;
        if (count == 0) return 0;
        if (uint32_t error = pass_counted(count - 1, 0)) return error;
        is_last_ = true;
        return pass();
    }

  private:
    uint32_t pass_token() {
        constexpr uint32_t unused_tag = 3;  // CoreCLR writes such a type as an empty name
        SignatureReader raw = reader_;
        Token token = reader_.read_type_def_or_ref();
        if (!reader_.failed()) return token.is(Table::TypeSpec) ? 0 : image_.check_type_name(token);
        if ((raw.read_compressed() & 3) != unused_tag || raw.failed()) return hresult::bad_signature;
        reader_ = raw;
        return 0;
    }

    uint32_t readable() const { return reader_.failed() ? hresult::bad_signature : 0; }

    uint32_t pass_counted(uint32_t count, uint32_t depth) {
        for (; count != 0 && !reader_.failed(); --count) {
            if (uint32_t error = pass(depth + 1)) return error;
        }
        return readable();
    }

    uint32_t pass_array(uint32_t depth) {
        if (uint32_t error = pass(depth + 1)) return error;
        if (reader_.read_compressed() == 0 || is_last_) return readable();
        for (int list = 0; list < 2; ++list) {  // sizes, lower bounds
            for (uint32_t count = reader_.read_compressed(); count != 0 && !reader_.failed(); --count)
                reader_.read_compressed();
        }
        return readable();
    }

    const Image& image_;
    SignatureReader& reader_;
    bool is_last_ = false;
};

}  // namespace

Bytes to_end_of_metadata(const Image& image, Bytes signature) {
    Bytes metadata = image.metadata();
    const std::byte* end = metadata.data() + metadata.size();
    bool is_inside = !signature.empty() && signature.data() >= metadata.data() && signature.data() < end;
    return is_inside ? Bytes(signature.data(), end) : signature;
}

uint32_t check_method_text(const Image& image, Bytes signature) {
    SignatureReader reader(signature);
    return TypeWalk(image, reader).pass_outermost();
}

uint32_t check_field_signature(const Image& image, Bytes signature) {
    if (signature.empty()) return hresult::signature_empty;
    SignatureReader reader(signature);
    uint32_t convention = reader.read_u8();
    if ((convention & kSignatureKindMask) != static_cast<uint8_t>(SignatureKind::Field))
        return hresult::signature_bad_convention;
    return TypeCheck(image, reader).check(false);
}

uint32_t check_method_signature(const Image& image, Bytes signature, bool is_static) {
    if (signature.empty()) return hresult::signature_empty;
    SignatureReader reader(signature);
    uint32_t convention = reader.read_u8();
    bool has_this = (convention & kSignatureHasThis) != 0;
    if (has_this && is_static) return hresult::signature_this_in_static;
    if (!has_this && !is_static) return hresult::signature_without_this;
    TypeCheck types(image, reader);
    auto kind = static_cast<SignatureKind>(convention & kSignatureKindMask);
    if (kind == SignatureKind::Field) return types.check(false);
    bool is_known = kind == SignatureKind::Default || kind == SignatureKind::VarArg;
    if (!is_known || (convention & kSignatureExplicitThis)) return hresult::signature_bad_convention;
    if (convention & kSignatureGeneric) reader.read_compressed();
    uint32_t count = reader.read_compressed();
    if (reader.failed()) return hresult::signature_missing_parameter_count;
    for (uint32_t i = 0; i < count; ++i) {
        if (uint32_t error = types.check(i == 0)) return error;
    }
    return 0;
}

}  // namespace celer::metadata
