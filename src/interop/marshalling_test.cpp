// How types cross to native code, the native form of structs, and where libraries are looked for.
#include "interop/marshalling.h"

#include <gtest/gtest.h>

#include "interop/native_layout.h"
#include "interop/native_library.h"
#include "metadata/image.h"
#include "types/test_framework.h"

namespace celer {
namespace {

using testing_support::core_instance;
using testing_support::core_type;

class Marshalling : public testing::Test {
  protected:
    void SetUp() override { ASSERT_NO_FATAL_FAILURE(testing_support::start_types()); }
};

// Of a descriptor of one byte; 0: none.
Result<Conversion> crossing(TypeHandle type, uint8_t native_type = 0, MarshalContext context = {},
                            MarshalUse use = MarshalUse::Parameter) {
    std::byte blob[] = {std::byte{native_type}};
    return classify(type, native_type == 0 ? Bytes() : Bytes(blob, 1), context, use);
}

constexpr MarshalContext wide = {.wide_characters = true};
constexpr MarshalContext disabled = {.marshalling_disabled = true};

TEST_F(Marshalling, OfPrimitiveValues) {
    struct {
        ElementType type;
        uint8_t native_type;
        MarshalContext context;
        Native native;
        uint32_t size_bytes;
    } cases[] = {{ElementType::I4, 0, {}, Native::Same, 4},        {ElementType::I4, 7, {}, Native::Same, 4},
                 {ElementType::I8, 0, {}, Native::Same, 8},        {ElementType::R8, 12, {}, Native::Same, 8},
                 {ElementType::U1, 0, {}, Native::Same, 1},        {ElementType::Boolean, 0, {}, Native::Bool, 4},
                 {ElementType::Boolean, 2, {}, Native::Bool, 4},   {ElementType::Boolean, 4, {}, Native::Bool, 1},
                 {ElementType::Char, 0, {}, Native::AnsiChar, 1},  {ElementType::Char, 0, wide, Native::Same, 2},
                 {ElementType::Char, 5, {}, Native::Same, 2},      {ElementType::Char, 3, wide, Native::AnsiChar, 1},
                 {ElementType::I, 0x1f, {}, Native::Same, 8},      {ElementType::Boolean, 0, disabled, Native::Same, 1},
                 {ElementType::Char, 0, disabled, Native::Same, 2}};
    for (const auto& example : cases) {
        Result<Conversion> conversion = crossing(primitive_type(example.type), example.native_type, example.context);
        ASSERT_TRUE(conversion) << conversion.error().message;
        EXPECT_EQ(conversion->native, example.native) << static_cast<int>(example.type);
        EXPECT_EQ(conversion->size_bytes, example.size_bytes) << static_cast<int>(example.type);
    }
    constexpr struct {
        ElementType type;
        uint8_t native_type;
    } refused[] = {{ElementType::I4, 5},      {ElementType::I8, 7},   {ElementType::R4, 12},
                   {ElementType::Boolean, 7}, {ElementType::Char, 2}, {ElementType::String, 7}};
    for (auto [type, native_type] : refused) {
        Result<Conversion> conversion = crossing(primitive_type(type), native_type);
        ASSERT_FALSE(conversion) << static_cast<int>(type);
        EXPECT_EQ(conversion.error().kind, ErrorKind::MarshalDirective);
        EXPECT_NE(conversion.error().message.find("Invalid managed/unmanaged type combination"), std::string::npos);
    }
}

TEST_F(Marshalling, OfReferences) {
    TypeHandle text = primitive_type(ElementType::String);
    struct {
        TypeHandle type;
        uint8_t native_type;
        MarshalContext context;
        Native native;
    } cases[] = {{text, 0, {}, Native::Utf8String},
                 {text, 0, wide, Native::WideString},
                 {text, 0x13, {}, Native::BStr},
                 {text, 0x15, {}, Native::WideString},
                 {text, 0x30, wide, Native::Utf8String},
                 {text, 0x24, {}, Native::AnsiBStr},
                 {core_type("System.Text", "StringBuilder"), 0, {}, Native::Utf8Builder},
                 {core_type("System.Text", "StringBuilder"), 0x15, {}, Native::WideBuilder},
                 {core_type("System.Runtime.InteropServices", "SafeHandle"), 0, {}, Native::SafeHandle},
                 {core_type("Microsoft.Win32.SafeHandles", "SafeFileHandle"), 0, {}, Native::SafeHandle},
                 {core_type("System.Runtime.InteropServices", "HandleRef"), 0, {}, Native::HandleRef},
                 {core_type("System", "Action"), 0, {}, Native::Function},
                 {core_type("System", "DateTime"), 0, {}, Native::Date},
                 {core_type("System", "Decimal"), 0x0f, {}, Native::Currency},
                 {core_type("System", "Decimal"), 0x2b, {}, Native::StructPointer},
                 {core_type("System", "Guid"), 0, {}, Native::Same},
                 {well_known(WellKnown::Object), 0x28, {}, Native::AsAny}};
    for (const auto& example : cases) {
        Result<Conversion> conversion = crossing(example.type, example.native_type, example.context);
        ASSERT_TRUE(conversion) << display_name(example.type) << ": " << conversion.error().message;
        EXPECT_EQ(conversion->native, example.native) << display_name(example.type);
    }
    for (TypeHandle type : {TypeHandle(core_type("System", "Exception")), TypeHandle(core_type("System", "Version")),
                            TypeHandle(core_instance("System.Collections.Generic", "List`1", {text})),
                            TypeHandle(core_instance("System", "Nullable`1", {primitive_type(ElementType::I4)}))}) {
        EXPECT_FALSE(crossing(type)) << display_name(type);
    }
    EXPECT_FALSE(crossing(text, 0, disabled));
}

TEST_F(Marshalling, OfArrays) {
    auto array = [](ElementType element) {
        return TypeHandle(testing_support::expect_value(sz_array_of(primitive_type(element))));
    };
    Result<Conversion> numbers = crossing(array(ElementType::I4));
    ASSERT_TRUE(numbers);
    EXPECT_EQ(numbers->native, Native::Array);
    EXPECT_EQ(numbers->element->size_bytes, 4u);
    Result<Conversion> flags = crossing(array(ElementType::Boolean));
    ASSERT_TRUE(flags);
    EXPECT_EQ(flags->native, Native::CopiedArray);
    EXPECT_EQ(flags->element->native, Native::Bool);
    EXPECT_EQ(as_copied_array(*numbers).native, Native::CopiedArray);
    EXPECT_FALSE(crossing(array(ElementType::I4), 0, {}, MarshalUse::Result));
    EXPECT_FALSE(crossing(array(ElementType::I4), 0, {}, MarshalUse::Field));

    // LPArray of I4, counted by parameter 1 and 7 more.
    constexpr std::byte counted[] = {std::byte{0x2a}, std::byte{7}, std::byte{1}, std::byte{7}, std::byte{1}};
    Result<Conversion> parameter = classify(array(ElementType::I4), counted, {}, MarshalUse::Parameter);
    ASSERT_TRUE(parameter);
    EXPECT_EQ(parameter->count_parameter, 1);
    EXPECT_EQ(parameter->count, 7u);
    // ByValArray of 6, ByValTStr of 9 characters: in place in fields.
    constexpr std::byte in_place[] = {std::byte{0x1e}, std::byte{6}};
    Result<Conversion> field = classify(array(ElementType::I2), in_place, {}, MarshalUse::Field);
    ASSERT_TRUE(field);
    EXPECT_EQ(field->native, Native::FixedArray);
    EXPECT_EQ(field->size_bytes, 12u);
    EXPECT_EQ(field->alignment, 2u);
    constexpr std::byte text[] = {std::byte{0x17}, std::byte{9}};
    for (bool is_wide : {false, true}) {
        Result<Conversion> fixed =
            classify(primitive_type(ElementType::String), text, {.wide_characters = is_wide}, MarshalUse::Field);
        ASSERT_TRUE(fixed);
        EXPECT_EQ(fixed->native, is_wide ? Native::FixedWide : Native::FixedUtf8);
        EXPECT_EQ(fixed->size_bytes, is_wide ? 18u : 9u);
    }
}

TEST_F(Marshalling, DescriptorsThatEndEarlyAreNoHarm) {
    TypeHandle types[] = {primitive_type(ElementType::String),
                          testing_support::expect_value(sz_array_of(primitive_type(ElementType::I4))),
                          well_known(WellKnown::Object), core_type("System", "Guid"),
                          primitive_type(ElementType::Boolean)};
    size_t refused = 0, taken = 0;
    for (TypeHandle type : types) {
        for (uint32_t first = 0; first < 256; first++) {
            for (size_t size = 1; size <= 3; size++) {
                const std::byte blob[] = {static_cast<std::byte>(first), std::byte{0xff}, std::byte{0xff}};
                for (MarshalUse use :
                     {MarshalUse::Parameter, MarshalUse::Result, MarshalUse::Field, MarshalUse::Element})
                    (classify(type, Bytes(blob, size), {}, use) ? taken : refused)++;
            }
        }
    }
    EXPECT_GT(refused, 1000u);
    EXPECT_GT(taken, 100u);
}

TEST_F(Marshalling, NativeLayouts) {
    // A struct of numbers is itself; its fields lie where the managed ones do.
    MethodTable* guid = core_type("System", "Guid");
    const NativeLayout* layout = testing_support::expect_value(native_layout(guid));
    ASSERT_NE(layout, nullptr);
    EXPECT_TRUE(layout->is_same);
    EXPECT_EQ(layout->size_bytes, 16u);
    EXPECT_EQ(layout->alignment, 4u);
    EXPECT_EQ(layout->field_count, 11u);
    EXPECT_EQ(layout->native, guid);
    EXPECT_EQ(testing_support::expect_value(native_layout(guid)), layout);  // computed once
    for (uint32_t i = 1; i < layout->field_count; i++)
        EXPECT_GT(layout->fields[i].offset, layout->fields[i - 1].offset);
    EXPECT_FALSE(has_native_layout(core_type("System", "DateTime")));
    EXPECT_FALSE(native_layout(core_type("System", "Exception")));
}

// Every type of CoreLib with layout: fields do not overlap the end, and what is the same has the managed size.
TEST_F(Marshalling, NativeLayoutsOfCoreLib) {
    const metadata::Image& image = *corelib()->module->image();
    uint32_t laid_out = 0, same = 0;
    for (uint32_t rid = 2; rid <= image.row_count(metadata::Table::TypeDef); rid++) {
        Result<TypeHandle> type =
            load_type(corelib()->module, metadata::Token(metadata::Table::TypeDef, rid).value(), {});
        MethodTable* table = type ? type->method_table() : nullptr;
        if (table == nullptr || table->contains_generic_variables() || table->is_enum() || !ensure_loaded(table) ||
            !has_native_layout(table))
            continue;
        Result<const NativeLayout*> layout = native_layout(table);
        if (!layout) continue;
        std::string name = display_name(TypeHandle(table));
        laid_out++;
        EXPECT_GT((*layout)->size_bytes, 0u) << name;
        ASSERT_GT((*layout)->alignment, 0u) << name;
        EXPECT_EQ((*layout)->alignment & ((*layout)->alignment - 1), 0u) << name;
        for (uint32_t i = 0; i < (*layout)->field_count; i++) {
            const NativeField& field = (*layout)->fields[i];
            EXPECT_LE(field.offset + field.conversion.size_bytes * field.repeat, (*layout)->size_bytes) << name;
        }
        if (!(*layout)->is_same || !table->is_value_type()) continue;
        same++;
        EXPECT_EQ((*layout)->size_bytes, table->instance_field_bytes) << name;
    }
    std::printf("%u types with native layout, %u structs the same\n", laid_out, same);
    EXPECT_GT(laid_out, 100u);
    EXPECT_GT(same, 80u);
}

TEST_F(Marshalling, Int128CrossesByReferenceOnly) {
    EXPECT_TRUE(testing_support::expect_value(has_int128(core_type("System", "Int128"))));
    EXPECT_TRUE(testing_support::expect_value(
        has_int128(core_instance("System", "Nullable`1", {core_type("System", "UInt128")}))));
    EXPECT_FALSE(testing_support::expect_value(has_int128(core_type("System", "Guid"))));
    EXPECT_FALSE(testing_support::expect_value(has_int128(primitive_type(ElementType::I8))));
}

TEST(NativeLibraries, AreFoundUnderAllFormsOfTheirName) {
    LibrarySearch everywhere;
    for (const char* name : {"libc", "libc.so.6", "c.so.6"}) {
        Result<void*> library = open_native_library(nullptr, name, everywhere);
        ASSERT_TRUE(library) << name << ": " << library.error().message;
        EXPECT_NE(find_native_symbol(*library, "strlen"), nullptr);
        EXPECT_EQ(find_native_symbol(*library, "celer_has_no_such_function"), nullptr);
        close_native_library(*library);
    }
}

TEST(NativeLibraries, MissingOnesAreNamedWithAllThatWasTried) {
    Result<void*> library = open_native_library(nullptr, "celer-absent", {});
    ASSERT_FALSE(library);
    EXPECT_EQ(library.error().kind, ErrorKind::DllNotFound);
    const std::string& message = library.error().message;
    size_t at = 0;
    for (const char* tried : {"\nceler-absent.so:", "\nlibceler-absent.so:", "\nceler-absent:", "\nlibceler-absent:"}) {
        at = message.find(tried, at);
        ASSERT_NE(at, std::string::npos) << tried << " in its place in " << message;
    }
    Result<void*> absolute = open_native_library(nullptr, "/celer/absent.so", {});
    ASSERT_FALSE(absolute);
    EXPECT_EQ(absolute.error().message.find("libceler"), std::string::npos);
    EXPECT_FALSE(open_native_library(nullptr, "", {}));
    // Only beside the assembly, and there is no assembly.
    EXPECT_FALSE(open_native_library(nullptr, "libc.so.6", {.given = true, .flags = search_assembly_directory}));
}

}  // namespace
}  // namespace celer
