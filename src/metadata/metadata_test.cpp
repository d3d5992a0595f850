#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "metadata/assembly_identity.h"
#include "metadata/custom_attribute.h"
#include "metadata/digests.h"
#include "metadata/flags.h"
#include "metadata/framework_files.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "metadata/walk.h"

namespace celer::metadata {
namespace {

// CoreLib, opened once for all tests.
class CoreLib : public testing::Test {
  protected:
    static void SetUpTestSuite() {
        file_ = new std::vector<std::byte>(read_framework_file("System.Private.CoreLib.dll"));
        image_ = new Image;
        ASSERT_FALSE(file_->empty()) << "no installed .NET 10 found through DOTNET_ROOT or PATH";
        Result<void> result = image_->open(*file_);
        ASSERT_TRUE(result.has_value()) << result.error().message;
    }
    static void TearDownTestSuite() {
        delete image_;
        delete file_;
    }

    const Image& image() { return *image_; }
    static bool is_surveyed_version() { return framework_directory().ends_with("/10.0.12"); }

    static inline std::vector<std::byte>* file_ = nullptr;
    static inline Image* image_ = nullptr;
};

TEST_F(CoreLib, Headers) {
    EXPECT_TRUE(image().is_pe32_plus());
    EXPECT_TRUE(image().is_dll());
    EXPECT_TRUE(image().is_ready_to_run());
    EXPECT_TRUE(image().is_il_only());
    EXPECT_TRUE(image().entry_point().is_nil());
    EXPECT_EQ(image().runtime_version(), "v4.0.30319");
    EXPECT_EQ(image().mvid().size(), 16u);
    EXPECT_EQ(image().string(image().module_def(1).name), "System.Private.CoreLib.dll");
}

TEST_F(CoreLib, CountsOfTheSurvey) {
    if (!is_surveyed_version()) GTEST_SKIP() << "the counts are those of 10.0.12";
    EXPECT_EQ(image().row_count(Table::TypeDef), 2760u);
    EXPECT_EQ(image().row_count(Table::MethodDef), 41564u);
    EXPECT_EQ(image().row_count(Table::Field), 9296u);
    EXPECT_EQ(image().row_count(Table::MethodImpl), 4120u);
    EXPECT_EQ(image().row_count(Table::ClassLayout), 153u);
    EXPECT_EQ(image().row_count(Table::FieldRVA), 150u);
    size_t inline_arrays = 0;
    size_t interfaces = 0;
    size_t generic_types = 0;
    for (uint32_t rid = 1; rid <= image().row_count(Table::TypeDef); ++rid) {
        Token type(Table::TypeDef, rid);
        inline_arrays += image().has_custom_attribute(type, "System.Runtime.CompilerServices", "InlineArrayAttribute");
        interfaces += (image().type_def(rid).flags & type_flags::kInterface) != 0;
        generic_types += !image().generic_params(type).empty();
    }
    EXPECT_EQ(inline_arrays, 27u);
    EXPECT_EQ(interfaces, 167u);
    EXPECT_EQ(generic_types, 421u);
}

TEST_F(CoreLib, EverythingDecodes) {
    WalkCounts counts = walk(image());
    EXPECT_EQ(counts.bad_signatures, 0u);
    EXPECT_EQ(counts.orphans, 0u);
    EXPECT_GT(counts.attributes, 1000u);
    EXPECT_EQ(counts.bad_attributes, 0u);
}

TEST_F(CoreLib, FindsTypesAndMembersByName) {
    uint32_t string = image().find_type_def("System", "String");
    ASSERT_NE(string, 0u);
    EXPECT_EQ(print_token(image(), image().type_def(string).extends), "System.Object");
    EXPECT_EQ(image().find_type_def("System", "NoSuchType"), 0u);
    EXPECT_EQ(image().find_type_def("", "String"), 0u);
    EXPECT_EQ(print_field_signature(
                  image().blob(image().field_def(image().find_field(string, "_stringLength")).signature), &image()),
              "int32");

    uint32_t list = image().find_type_def("System.Collections.Generic", "List`1");
    uint32_t enumerator = image().find_type_def("", "Enumerator", list);
    ASSERT_NE(enumerator, 0u);
    EXPECT_EQ(image().enclosing_type(enumerator), list);
    EXPECT_EQ(image().find_type_def("", "Enumerator"), 0u);
    EXPECT_EQ(print_token(image(), Token(Table::TypeDef, enumerator)), "System.Collections.Generic.List`1/Enumerator");

    uint32_t add = image().find_method(list, "Add");
    ASSERT_NE(add, 0u);
    EXPECT_EQ(image().type_of_method(add), list);
    EXPECT_EQ(print_token(image(), Token(Table::MethodDef, add)),
              "instance void System.Collections.Generic.List`1::Add(!0)");
    size_t constructors = 0;
    for (uint32_t rid = 0; (rid = image().find_method(list, ".ctor", rid)) != 0;) ++constructors;
    EXPECT_EQ(constructors, 3u);
}

TEST_F(CoreLib, NamesAreComparedInTheHeap) {
    StringIndex name = image().type_def(image().find_type_def("System", "FlagsAttribute")).name;
    EXPECT_TRUE(image().is_string(name, "FlagsAttribute"));
    EXPECT_FALSE(image().is_string(name, "FlagsAttribut"));
    EXPECT_FALSE(image().is_string(name, "FlagsAttributes"));
    EXPECT_FALSE(image().is_string(name, {}));
    EXPECT_TRUE(image().is_string({0}, {}));
    StringIndex outside{UINT32_MAX};
    EXPECT_TRUE(image().is_string(outside, {}));
    EXPECT_FALSE(image().is_string(outside, "FlagsAttribute"));
}

TEST_F(CoreLib, AttributesAreOfTheTypeThatTheirRowNames) {
    size_t named = 0;
    for (uint32_t rid = 1; rid <= image().row_count(Table::CustomAttribute); rid++) {
        std::string_view name_space;
        std::string_view name;
        if (!image().custom_attribute_type_name(rid, name_space, name)) continue;
        Token type(Table::TypeDef, image().type_of_method(image().custom_attribute(rid).constructor.rid()));
        if (image().custom_attribute(rid).constructor.is(Table::MethodDef))
            ASSERT_EQ(image().string(image().type_def(type.rid()).name), name);
        ASSERT_TRUE(image().is_custom_attribute(rid, name_space, name));
        ASSERT_FALSE(image().is_custom_attribute(rid, name_space, "FlagsAttributes"));
        named++;
    }
    EXPECT_GT(named, 1000u);
}

TEST_F(CoreLib, DecodesCustomAttributes) {
    uint32_t type = image().find_type_def("System", "FlagsAttribute");
    Token token(Table::TypeDef, type);
    ASSERT_TRUE(image().has_custom_attribute(token, "System", "AttributeUsageAttribute"));
    for (uint32_t rid : image().custom_attributes(token)) {
        std::string_view name_space;
        std::string_view name;
        ASSERT_TRUE(image().custom_attribute_type_name(rid, name_space, name));
        if (name != "AttributeUsageAttribute") continue;
        AttributeReader reader(image().blob(image().custom_attribute(rid).value),
                               attribute_constructor_signature(image(), rid));
        AttributeValue target;
        ASSERT_TRUE(reader.next_fixed(target));
        EXPECT_EQ(target.type, ElementType::Enum);
        EXPECT_EQ(target.as_int32(), 16);  // AttributeTargets.Enum
        EXPECT_FALSE(reader.next_fixed(target));
        NamedAttributeArgument named;
        ASSERT_TRUE(reader.next_named(named));
        EXPECT_EQ(named.name, "Inherited");
        EXPECT_FALSE(named.value.as_bool());
        EXPECT_FALSE(reader.next_named(named));
        EXPECT_FALSE(reader.failed());
    }
}

TEST_F(CoreLib, Identity) {
    Result<AssemblyIdentity> identity = assembly_identity(image());
    ASSERT_TRUE(identity.has_value());
    EXPECT_EQ(display_name(*identity),
              "System.Private.CoreLib, Version=10.0.0.0, Culture=neutral, PublicKeyToken=7cec85d7bea7798e");
}

TEST(Image, ReadsEveryFrameworkAssembly) {
    namespace fs = std::filesystem;
    size_t assemblies = 0;
    for (const fs::directory_entry& entry : fs::directory_iterator(framework_directory())) {
        if (entry.path().extension() != ".dll") continue;
        std::vector<std::byte> file = read_file(entry.path());
        Image image;
        Result<void> result = image.open(file);
        ASSERT_TRUE(result.has_value()) << entry.path() << ": " << result.error().message;
        ASSERT_TRUE(assembly_identity(image).has_value());
        ++assemblies;
        if (entry.file_size() > 400 * 1024) continue;  // the walk of all of them takes too long for a unit test
        WalkCounts counts = walk(image);
        EXPECT_EQ(counts.bad_signatures, 0u) << entry.path();
        EXPECT_EQ(counts.orphans, 0u) << entry.path();
    }
    EXPECT_GT(assemblies, 100u);
}

TEST(Image, ForwardersAreExportedTypes) {
    std::vector<std::byte> file = read_framework_file("System.Runtime.dll");
    Image image;
    ASSERT_TRUE(image.open(file).has_value());
    uint32_t rid = image.find_exported_type("System", "Object");
    ASSERT_NE(rid, 0u);
    Token implementation = image.exported_type(rid).implementation;
    ASSERT_TRUE(implementation.is(Table::AssemblyRef));
    EXPECT_EQ(assembly_ref_identity(image, implementation.rid())->name, "System.Private.CoreLib");
}

// Malformed input
// ------------------------------------------------------------------------------------------------------

void open_and_walk(std::span<const std::byte> bytes) {
    // An exact copy on the heap, so that a sanitizer sees the first byte past the end.
    std::vector<std::byte> copy(bytes.begin(), bytes.end());
    Image image;
    if (image.open(copy).has_value()) walk(image, 64);
}

TEST(MalformedImage, Truncated) {
    std::vector<std::byte> file = read_framework_file("System.Threading.Overlapped.dll");
    ASSERT_FALSE(file.empty());
    for (size_t size = 0; size < file.size(); size += 64) open_and_walk(std::span(file).first(size));
}

TEST(MalformedImage, DamagedBytes) {
    std::vector<std::byte> file = read_framework_file("System.Threading.Overlapped.dll");
    ASSERT_FALSE(file.empty());
    Image image;
    ASSERT_TRUE(image.open(file).has_value());
    size_t metadata_start = static_cast<size_t>(image.metadata().data() - file.data());
    std::mt19937 random(1);
    for (int round = 0; round < 400; ++round) {
        std::vector<std::byte> damaged = file;
        for (int i = 0; i < 4; ++i) {
            bool headers = i == 0 && round % 4 == 0;
            size_t at = headers ? random() % 1024 : metadata_start + random() % image.metadata().size();
            damaged[at % damaged.size()] ^= std::byte{static_cast<uint8_t>(1u << random() % 8)};
        }
        open_and_walk(damaged);
    }
}

TEST(MalformedImage, NotManaged) {
    Image image;
    std::vector<std::byte> file(4096);
    Result<void> result = image.open(file);
    ASSERT_FALSE(result.has_value());
    EXPECT_EQ(result.error().kind, ErrorKind::BadImageFormat);
    EXPECT_EQ(image.row_count(Table::TypeDef), 0u);
    EXPECT_EQ(image.find_type_def("System", "Object"), 0u);
}

// Parts
// ----------------------------------------------------------------------------------------------------------------

template <size_t size>
Bytes bytes_of(const uint8_t (&array)[size]) {
    return {reinterpret_cast<const std::byte*>(array), size};
}

TEST(Token, CodedIndexesRoundTrip) {
    Token token = decode_coded_index(CodedIndex::TypeDefOrRef, 0x49);
    EXPECT_EQ(token, Token(Table::TypeRef, 0x12));
    uint32_t raw = 0;
    EXPECT_TRUE(encode_coded_index(CodedIndex::TypeDefOrRef, token, raw));
    EXPECT_EQ(raw, 0x49u);
    EXPECT_FALSE(encode_coded_index(CodedIndex::TypeDefOrRef, Token(Table::Field, 1), raw));
    EXPECT_EQ(decode_coded_index(CodedIndex::TypeDefOrRef, 3), Token());
    EXPECT_EQ(decode_coded_index(CodedIndex::CustomAttributeType, 0x08), Token());
}

TEST(Signature, CompressedNumbersOfTheStandard) {
    const uint8_t unsigned_bytes[] = {0x03, 0x7F, 0x80, 0x80, 0xAE, 0x57, 0xBF, 0xFF,
                                      0xC0, 0x00, 0x40, 0x00, 0xDF, 0xFF, 0xFF, 0xFF};
    SignatureReader reader(bytes_of(unsigned_bytes));
    for (uint32_t expected : {0x03u, 0x7Fu, 0x80u, 0x2E57u, 0x3FFFu, 0x4000u, 0x1FFFFFFFu}) {
        EXPECT_EQ(reader.read_compressed(), expected);
    }
    EXPECT_TRUE(reader.at_end() && !reader.failed());

    const uint8_t signed_bytes[] = {0x06, 0x7B, 0x80, 0x80, 0x01, 0xC0, 0x00, 0x40, 0x00, 0x80,
                                    0x01, 0xDF, 0xFF, 0xFF, 0xFE, 0xC0, 0x00, 0x00, 0x01};
    SignatureReader signed_reader(bytes_of(signed_bytes));
    for (int32_t expected : {3, -3, 64, -64, 8192, -8192, 268435455, -268435456}) {
        EXPECT_EQ(signed_reader.read_compressed_signed(), expected);
    }
    EXPECT_TRUE(signed_reader.at_end() && !signed_reader.failed());
}

TEST(Signature, PrintsEveryShape) {
    // instance !0[,] <[1]>(!!0&, native int*, method void (int32), int32[0...3,], typedref)
    const uint8_t blob[] = {0x30, 0x01, 0x05, 0x14, 0x13, 0x00, 0x02, 0x00, 0x00, 0x10, 0x1E, 0x00, 0x0F, 0x18,
                            0x1B, 0x00, 0x01, 0x01, 0x08, 0x14, 0x08, 0x02, 0x01, 0x04, 0x01, 0x00, 0x16};
    EXPECT_EQ(print_method_signature(bytes_of(blob), nullptr, "M"),
              "instance !0[,] M<[1]>(!!0&, native int*, method void *(int32), int32[0...3,], typedref)");
}

TEST(Signature, DeepNestingFails) {
    std::vector<std::byte> blob(100000, std::byte{0x0F});
    SignatureReader reader{Bytes(blob)};
    reader.skip_type();
    EXPECT_TRUE(reader.failed());
    EXPECT_FALSE(print_type(Bytes(blob), nullptr).empty());
}

TEST(Signature, ImpossibleCountsFail) {
    const uint8_t blob[] = {0x00, 0xC0, 0x10, 0x00, 0x00, 0x01};
    SignatureReader reader(bytes_of(blob));
    reader.read_method_header();
    EXPECT_TRUE(reader.failed());
}

TEST(CustomAttribute, DecodesArraysBoxedValuesAndNamedArguments) {
    // .ctor(int32[], object, string, class Type) with ({1, -2}, (object)'x', null, "System.Int32") and field F = true
    const uint8_t signature[] = {0x20, 0x04, 0x01, 0x1D, 0x08, 0x1C, 0x0E, 0x12, 0x05};
    const uint8_t value[] = {0x01, 0x00, 0x02, 0x00, 0x00, 0x00, 0x01, 0x00, 0x00, 0x00, 0xFE, 0xFF, 0xFF,
                             0xFF, 0x03, 'x',  0x00, 0xFF, 0x0C, 'S',  'y',  's',  't',  'e',  'm',  '.',
                             'I',  'n',  't',  '3',  '2',  0x01, 0x00, 0x53, 0x02, 0x01, 'F',  0x01};
    AttributeReader reader(bytes_of(value), bytes_of(signature));
    AttributeValue argument;
    ASSERT_TRUE(reader.next_fixed(argument));
    EXPECT_EQ(argument.array_count, 2u);
    EXPECT_EQ(argument.array.size(), 8u);
    AttributeValue element;
    ASSERT_TRUE(reader.next_element(argument, element));
    EXPECT_EQ(element.as_int32(), 1);
    ASSERT_TRUE(reader.next_element(argument, element));
    EXPECT_EQ(element.as_int32(), -2);
    EXPECT_FALSE(reader.next_element(argument, element));
    ASSERT_TRUE(reader.next_fixed(argument));
    EXPECT_EQ(argument.type, ElementType::Char);
    EXPECT_EQ(argument.bits, uint64_t{'x'});
    ASSERT_TRUE(reader.next_fixed(argument));
    EXPECT_TRUE(argument.is_null);
    ASSERT_TRUE(reader.next_fixed(argument));
    EXPECT_EQ(argument.text, "System.Int32");
    NamedAttributeArgument named;
    ASSERT_TRUE(reader.next_named(named));
    EXPECT_TRUE(named.is_field);
    EXPECT_EQ(named.name, "F");
    EXPECT_TRUE(named.value.as_bool());
    EXPECT_FALSE(reader.next_named(named));
    EXPECT_FALSE(reader.failed());
}

std::string hex(std::span<const uint8_t> digest) {
    std::string result;
    for (uint8_t byte : digest) {
        result += "0123456789abcdef"[byte >> 4];
        result += "0123456789abcdef"[byte & 15];
    }
    return result;
}

TEST(Digests, KnownSha1) {
    EXPECT_EQ(hex(sha1(as_bytes(""))), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    EXPECT_EQ(hex(sha1(as_bytes("abc"))), "a9993e364706816aba3e25717850c26c9cd0d89d");
    EXPECT_EQ(hex(sha1(as_bytes("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq"))),
              "84983e441c3bd26ebaae4aa1f95129e5e54670f1");
    EXPECT_EQ(hex(sha1(as_bytes(std::string(1000000, 'a')))), "34aa973cd4c4daa4f61eeb2bdbad27316534016f");
}

TEST(Digests, KnownMd5) {
    EXPECT_EQ(hex(md5(as_bytes(""))), "d41d8cd98f00b204e9800998ecf8427e");
    EXPECT_EQ(hex(md5(as_bytes("message digest"))), "f96b697d7cb7938d525a2f31aaf161d0");
    EXPECT_EQ(hex(md5(as_bytes("1234567890123456789012345678901234567890123456789012345678901234567890"
                               "1234567890"))),
              "57edf4a22be3c955ac49da2e2107b67a");
}

TEST(AssemblyIdentity, DisplayNames) {
    PublicKeyToken token = {0xb0, 0x3f, 0x5f, 0x7f, 0x11, 0xd5, 0x0a, 0x3a};
    AssemblyIdentity full{"System.Runtime", "", {10, 0, 0, 0}, token, true, true, true};
    EXPECT_EQ(display_name(full), "System.Runtime, Version=10.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a");
    AssemblyIdentity odd{" a,\"b\\", "", {}, {}, false, false};
    EXPECT_EQ(display_name(odd), "' a\\,\"b\\\\', PublicKeyToken=null");
}

TEST(AssemblyIdentity, PartialReferencesAreSatisfied) {
    AssemblyIdentity definition{"System.Runtime", "", {10, 0, 0, 0}, {1}, true, true, true};
    AssemblyIdentity reference{"system.runtime", "", {8, 0, 0, 0}, {}, true, false};
    EXPECT_TRUE(satisfies(definition, reference));
    EXPECT_FALSE(satisfies(reference, definition));
}

}  // namespace
}  // namespace celer::metadata
