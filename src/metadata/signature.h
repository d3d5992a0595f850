// Reading signature blobs (ECMA-335 II.23.2).
//
// SignatureReader is a cursor that never leaves its blob: a read past the end or of something malformed sets failed(),
// and from then on every read gives zero (ElementType::End), so a decoder may run through and ask once at the end.
// Recursion in a decoder over it must be bounded by the decoder; skip_type() is bounded by kMaxTypeDepth.
//
//   SignatureReader reader(image.blob(row.signature));
//   MethodSignatureHeader header = reader.read_method_header();
//   <return type>  then header.parameter_count times: reader.skip_sentinel(); <type>
//   <type>:  reader.read_element_type() and what that element type has after it:
//     Pointer, ByRef, SzArray, Pinned  <type>
//     ValueType, Class                 read_type_def_or_ref()
//     Var, MVar                        read_compressed()
//     Array                            <type> read_array_shape()
//     GenericInst                      ValueType|Class read_type_def_or_ref() read_compressed() <type>...
//     FunctionPointer                  read_method_header() and a method signature
//     RequiredModifier, OptionalModifier  read_type_def_or_ref() <type>
//     Internal                         read_internal_handle()
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "metadata/token.h"

namespace celer::metadata {

class Image;

enum class ElementType : uint8_t {
#define ELEMENT_TYPE(name, value, size_bytes, il_name) name = value,
#include "metadata/element_types.def"
};

std::string_view element_type_name(ElementType type);  // as ILASM writes it: "int32"
uint32_t element_type_size(ElementType type);          // bytes on a 64-bit machine, 0 where it depends on more
bool is_known_element_type(uint8_t value);

// Low nibble of a signature's first byte (II.23.2.3).
enum class SignatureKind : uint8_t {
    Default = 0x0,
    C = 0x1,
    StdCall = 0x2,
    ThisCall = 0x3,
    FastCall = 0x4,
    VarArg = 0x5,
    Field = 0x6,
    LocalVars = 0x7,
    Property = 0x8,
    Unmanaged = 0x9,  // convention in modopts of the return type
    GenericInst = 0xA,
    NativeVarArg = 0xB,
};

inline constexpr uint8_t kSignatureKindMask = 0x0F;
inline constexpr uint8_t kSignatureGeneric = 0x10;
inline constexpr uint8_t kSignatureHasThis = 0x20;
inline constexpr uint8_t kSignatureExplicitThis = 0x40;

inline constexpr uint32_t kMaxTypeDepth = 256;
inline constexpr uint32_t kMaxArrayRank = 32;

struct MethodSignatureHeader {
    uint8_t convention = 0;  // the first byte
    uint32_t generic_parameter_count = 0;
    uint32_t parameter_count = 0;  // without `this` unless explicit

    SignatureKind kind() const { return static_cast<SignatureKind>(convention & kSignatureKindMask); }
    bool has_this() const { return (convention & kSignatureHasThis) != 0; }
    bool explicit_this() const { return (convention & kSignatureExplicitThis) != 0; }
    bool is_generic() const { return (convention & kSignatureGeneric) != 0; }
    bool is_vararg() const { return kind() == SignatureKind::VarArg; }
    bool is_unmanaged() const;
};

struct ArrayShape {
    uint32_t rank = 0;
    uint32_t size_count = 0;
    uint32_t lower_bound_count = 0;
    uint32_t sizes[kMaxArrayRank];
    int32_t lower_bounds[kMaxArrayRank];
};

struct CustomModifier {
    bool required = false;
    Token type;                     // TypeDef, TypeRef or TypeSpec; nil for an internal one
    uintptr_t internal_handle = 0;  // of ElementType::InternalModifier
};

class SignatureReader {
  public:
    SignatureReader() = default;
    explicit SignatureReader(Bytes blob) : reader_(blob) {}

    bool failed() const { return reader_.failed(); }
    bool at_end() const { return reader_.at_end(); }
    size_t offset() const { return reader_.offset(); }
    Bytes rest() const { return reader_.rest(); }
    void fail() { reader_.fail(); }

    uint8_t read_u8() { return reader_.read_u8(); }
    uint32_t read_compressed();        // II.23.2, unsigned
    int32_t read_compressed_signed();  // II.23.2, signed
    ElementType read_element_type();   // fails on a value that is no element type
    ElementType peek_element_type() const { return static_cast<ElementType>(reader_.peek_u8()); }
    Token read_type_def_or_ref();  // TypeDefOrRefOrSpecEncoded, II.23.2.8
    uintptr_t read_internal_handle();
    void read_array_shape(ArrayShape& shape);  // II.23.2.13

    // Custom modifiers before a type: reads one and returns true, or leaves the cursor and returns false.
    bool read_modifier(CustomModifier& modifier);
    void skip_modifiers();
    bool skip_sentinel();  // true if there was one

    // The starts of the signatures. Each fails if the blob is another kind.
    MethodSignatureHeader read_method_header();  // II.23.2.1 to II.23.2.3
    void read_field_header();                    // II.23.2.4, then modifiers and a type
    uint32_t read_local_vars_header();           // II.23.2.6, the number of locals
    uint32_t read_property_header(
        bool* has_this = nullptr);       // II.23.2.5, the number of parameters; then type, parameters
    uint32_t read_method_spec_header();  // II.23.2.15, the number of arguments

    void skip_type();         // with its modifiers, and Pinned
    Bytes read_type_bytes();  // skips a type and gives its extent
    void skip_method_signature();

  private:
    void skip_type_nested(uint32_t depth);
    void skip_method_nested(uint32_t depth);

    ByteReader reader_;
};

// Text of signatures, as ILASM would write them; for dumps and tests. With an image, tokens become names.
std::string print_type(SignatureReader& reader, const Image* image);
std::string print_type(Bytes blob, const Image* image);
std::string print_method_signature(Bytes blob, const Image* image, std::string_view name = {});
std::string print_field_signature(Bytes blob, const Image* image, std::string_view name = {});
std::string print_local_signature(Bytes blob, const Image* image);

// "Namespace.Outer/Inner" of a TypeDef or TypeRef, the printed type of a TypeSpec, "Type::Name(…)" of a member.
std::string print_token(const Image& image, Token token);

}  // namespace celer::metadata
