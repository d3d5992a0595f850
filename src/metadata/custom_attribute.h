// Decoding the value blob of a custom attribute (ECMA-335 II.23.3), for the attributes the engine itself reads.
//
// The reader walks the blob once, in order: fixed arguments by the types of the constructor's signature, then named
// ones. A malformed blob sets failed() and ends the walk. Enum arguments need the enum's underlying type, which the
// caller may know better; without it they are taken as int32, which all enums of the attributes known to the engine
// are.
#pragma once

#include <cstdint>
#include <string_view>

#include "base/bytes.h"
#include "metadata/signature.h"

namespace celer::metadata {

struct AttributeValue {
    ElementType type = ElementType::End;  // Boolean ... R8, String, SystemType (text is the type's name), Enum, SzArray
    bool is_null = false;                 // of String, SystemType, SzArray
    uint64_t bits = 0;                    // numbers, sign-extended; a float's bits
    std::string_view text;                // String, SystemType
    Token enum_token;                     // Enum in a fixed argument: its TypeDef or TypeRef
    std::string_view enum_name;           // Enum in a named or boxed argument: its name as the blob has it
    uint32_t enum_size = 4;               // bytes of it in the blob
    Bytes array;                          // SzArray: the elements, to be read with AttributeReader::next_element
    uint32_t array_count = 0;
    ElementType array_element = ElementType::End;

    bool as_bool() const { return bits != 0; }
    int32_t as_int32() const { return static_cast<int32_t>(bits); }
};

struct NamedAttributeArgument {
    bool is_field = false;
    std::string_view name;
    AttributeValue value;
};

// Tells the underlying type of an enum (Boolean, Char, I1 ... U8), given as a token of the constructor's image or by
// name.
struct EnumResolver {
    ElementType (*underlying_type)(void* context, Token token, std::string_view name) = nullptr;
    void* context = nullptr;
};

class AttributeReader {
  public:
    // `constructor_signature` is that of the attribute's constructor (MethodDefSig or MethodRefSig).
    AttributeReader(Bytes value, Bytes constructor_signature, EnumResolver resolver = {});

    bool failed() const { return value_.failed() || signature_.failed(); }
    uint32_t fixed_count() const { return fixed_count_; }
    uint32_t named_count();  // reads past the fixed arguments

    // The next fixed argument; false after the last or on malformed input.
    bool next_fixed(AttributeValue& argument);
    // The next named argument, after all fixed ones (those not yet read are skipped).
    bool next_named(NamedAttributeArgument& argument);
    // Takes the next element off an SzArray argument (`array` is its own cursor); false after the last.
    bool next_element(AttributeValue& array, AttributeValue& element) const;

  private:
    AttributeReader(Bytes elements, EnumResolver resolver) : value_(elements), resolver_(resolver) {}

    void resolve_enum(AttributeValue& argument) const;
    bool start_named();
    bool read_signature_type(AttributeValue& argument);
    bool read_named_type(AttributeValue& argument, uint32_t depth);
    bool read_value(AttributeValue& argument, uint32_t depth);
    std::string_view read_ser_string(bool& is_null);

    ByteReader value_;
    EnumResolver resolver_;
    SignatureReader signature_;
    uint32_t fixed_count_ = 0;
    uint32_t fixed_read_ = 0;
    uint32_t named_left_ = 0;
    bool named_started_ = false;
};

// The constructor signature blob of a CustomAttribute row.
Bytes attribute_constructor_signature(const Image& image, uint32_t custom_attribute_rid);

}  // namespace celer::metadata
