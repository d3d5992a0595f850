// Names, GUIDs and widened values as reflection shows them.
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstring>
#include <limits>

#include "metadata/image.h"
#include "reflection/assembly_names.h"
#include "reflection/primitive_widening.h"
#include "reflection/type_guid.h"
#include "reflection/type_names.h"
#include "types/test_framework.h"

namespace celer {
namespace {

using testing_support::core_instance;
using testing_support::core_type;
using namespace type_name_format;

class ReflectionNames : public testing::Test {
  protected:
    void SetUp() override { ASSERT_NO_FATAL_FAILURE(testing_support::start_types()); }
};

std::string full_name(TypeHandle type) {
    return reflection_name(type, with_namespace | full_instantiation);
}
std::string to_string(TypeHandle type) {
    return reflection_name(type, with_namespace);
}

TEST_F(ReflectionNames, OfAllKindsOfTypes) {
    TypeHandle int32 = primitive_type(ElementType::I4), text = primitive_type(ElementType::String);
    EXPECT_EQ(reflection_name(int32, basic), "Int32");
    EXPECT_EQ(to_string(int32), "System.Int32");
    MethodTable* dictionary = core_instance("System.Collections.Generic", "Dictionary`2", {int32, text});
    EXPECT_EQ(reflection_name(dictionary, basic), "Dictionary`2");
    EXPECT_EQ(to_string(dictionary), "System.Collections.Generic.Dictionary`2[System.Int32,System.String]");
    std::string library = metadata::display_name(assembly_identity(corelib()));
    EXPECT_EQ(full_name(dictionary), "System.Collections.Generic.Dictionary`2[[System.Int32, " + library +
                                         "],[System.String, " + library + "]]");
    MethodTable* definition = core_type("System.Collections.Generic", "Dictionary`2");
    EXPECT_EQ(to_string(definition), "System.Collections.Generic.Dictionary`2[TKey,TValue]");
    EXPECT_EQ(full_name(definition), "System.Collections.Generic.Dictionary`2");
    EXPECT_EQ(reflection_name(text, with_namespace | full_instantiation | with_assembly), "System.String, " + library);

    MethodTable* one = testing_support::expect_value(sz_array_of(text));
    EXPECT_EQ(to_string(one), "System.String[]");
    EXPECT_EQ(to_string(testing_support::expect_value(array_of(int32, 3))), "System.Int32[,,]");
    EXPECT_EQ(to_string(testing_support::expect_value(array_of(int32, 1))), "System.Int32[*]");
    EXPECT_EQ(to_string(testing_support::expect_value(sz_array_of(testing_support::expect_value(array_of(one, 2))))),
              "System.String[][,][]");
    EXPECT_EQ(to_string(pointer_to(pointer_to(int32))), "System.Int32**");
    EXPECT_EQ(type_argument_names(nullptr, with_namespace), "");
}

// Nested types stand behind their enclosing ones, and no name is empty.
TEST_F(ReflectionNames, OfEveryTypeOfCoreLib) {
    const metadata::Image& image = *corelib()->module->image();
    uint32_t nested = 0;
    for (uint32_t rid = 2; rid <= image.row_count(metadata::Table::TypeDef); rid++) {
        Result<TypeHandle> type =
            load_type(corelib()->module, metadata::Token(metadata::Table::TypeDef, rid).value(), {});
        ASSERT_TRUE(type) << type.error().message;
        std::string name = full_name(*type), simple = reflection_name(*type, basic);
        ASSERT_FALSE(simple.empty());
        uint32_t enclosing = image.enclosing_type(rid);
        if (enclosing == 0) continue;
        nested++;
        Result<TypeHandle> outer =
            load_type(corelib()->module, metadata::Token(metadata::Table::TypeDef, enclosing).value(), {});
        ASSERT_TRUE(outer);
        ASSERT_TRUE(name.starts_with(full_name(*outer) + "+")) << name;
    }
    EXPECT_GT(nested, 500u);
}

std::string guid_text(const std::array<uint8_t, 16>& guid) {
    constexpr int order[] = {3, 2, 1, 0, -1, 5, 4, -1, 7, 6, -1, 8, 9, -1, 10, 11, 12, 13, 14, 15};
    std::string text;
    for (int index : order) {
        char digits[3] = "-";
        if (index >= 0) std::snprintf(digits, sizeof digits, "%02x", guid[static_cast<size_t>(index)]);
        text += digits;
    }
    return text;
}

TEST_F(ReflectionNames, GuidsOfAttributesAndOfNames) {
    // As [Guid] says: the numbers of COM's own interfaces.
    EXPECT_EQ(guid_text(type_guid(core_type("System.Runtime.InteropServices.ComTypes", "IStream"))),
              "0000000c-0000-0000-c000-000000000046");
    EXPECT_EQ(guid_text(type_guid(core_type("System.Runtime.InteropServices.ComTypes", "ITypeInfo"))),
              "00020401-0000-0000-c000-000000000046");
    // Made ones: version 3, always the same, each its own.
    std::array<uint8_t, 16> text = type_guid(core_type("System", "String"));
    EXPECT_EQ(text[7] >> 4, 3);
    EXPECT_EQ(text, type_guid(core_type("System", "String")));
    EXPECT_NE(text, type_guid(core_type("System", "Object")));
    EXPECT_NE(type_guid(core_type("System", "IDisposable")), type_guid(core_type("System", "ICloneable")));
}

TEST_F(ReflectionNames, Utf8OfUtf16) {
    EXPECT_EQ(utf8_of(u"f\u00fcnf \u20ac \U0001f600"), "f\xc3\xbcnf \xe2\x82\xac \xf0\x9f\x98\x80");
    EXPECT_EQ(utf8_of(nullptr), "");
    EXPECT_EQ(utf8_of(u""), "");
}

TEST_F(ReflectionNames, AssemblyNamesAreRead) {
    constexpr uint8_t token[] = {1, 2, 3, 4, 5, 6, 7, 8};
    NativeAssemblyNameParts parts = {u"Some.Library", 1, 2, 0xffff, 0xffff, u"de", token, sizeof token, 0};
    NamedIdentity read;
    read_assembly_name(parts, read);
    EXPECT_EQ(read.identity.name, "Some.Library");
    EXPECT_EQ(read.culture, "de");
    std::string shown = metadata::display_name(read.identity);
    EXPECT_TRUE(shown.starts_with("Some.Library, Version=1.2")) << shown;
    EXPECT_NE(shown.find("0102030405060708"), std::string::npos) << shown;
}

// --- Widening --------------------------------------------------------------------------------------------------------

// The table of I.8.7.3 as reflection has it: each type and those it becomes.
constexpr struct {
    ElementType from;
    std::initializer_list<ElementType> to;
} widenings[] = {
    {ElementType::Boolean, {}},
    {ElementType::Char,
     {ElementType::U2, ElementType::I4, ElementType::U4, ElementType::I8, ElementType::U8, ElementType::R4,
      ElementType::R8}},
    {ElementType::I1, {ElementType::I2, ElementType::I4, ElementType::I8, ElementType::R4, ElementType::R8}},
    {ElementType::U1,
     {ElementType::Char, ElementType::I2, ElementType::U2, ElementType::I4, ElementType::U4, ElementType::I8,
      ElementType::U8, ElementType::R4, ElementType::R8}},
    {ElementType::I2, {ElementType::I4, ElementType::I8, ElementType::R4, ElementType::R8}},
    {ElementType::U2,
     {ElementType::Char, ElementType::I4, ElementType::U4, ElementType::I8, ElementType::U8, ElementType::R4,
      ElementType::R8}},
    {ElementType::I4, {ElementType::I8, ElementType::R4, ElementType::R8}},
    {ElementType::U4, {ElementType::I8, ElementType::U8, ElementType::R4, ElementType::R8}},
    {ElementType::I8, {ElementType::R4, ElementType::R8}},
    {ElementType::U8, {ElementType::R4, ElementType::R8}},
    {ElementType::R4, {ElementType::R8}},
    {ElementType::R8, {}},
};

TEST(Widening, OnlyWhatLosesNothing) {
    uint64_t value = 0, result = 0;
    for (const auto& row : widenings) {
        for (const auto& column : widenings) {
            bool expected = std::find(row.to.begin(), row.to.end(), column.from) != row.to.end();
            EXPECT_EQ(widen_primitive(row.from, &value, column.from, &result), expected)
                << static_cast<int>(row.from) << " to " << static_cast<int>(column.from);
        }
        EXPECT_FALSE(widen_primitive(row.from, &value, ElementType::I, &result));
        EXPECT_FALSE(widen_primitive(row.from, &value, ElementType::Object, &result));
    }
}

template <typename To, typename From>
To widened(ElementType from_type, From value, ElementType to_type) {
    uint64_t result = 0x5555555555555555;
    EXPECT_TRUE(widen_primitive(from_type, &value, to_type, &result));
    To converted;
    std::memcpy(&converted, &result, sizeof converted);
    return converted;
}

TEST(Widening, KeepsTheValue) {
    EXPECT_EQ((widened<int64_t>(ElementType::I1, int8_t{-5}, ElementType::I8)), -5);
    EXPECT_EQ((widened<int32_t>(ElementType::I2, int16_t{-300}, ElementType::I4)), -300);
    EXPECT_EQ((widened<uint64_t>(ElementType::U4, uint32_t{0xffffffff}, ElementType::U8)), 0xffffffffu);
    EXPECT_EQ((widened<int64_t>(ElementType::U1, uint8_t{255}, ElementType::I8)), 255);
    EXPECT_EQ((widened<uint16_t>(ElementType::U1, uint8_t{200}, ElementType::Char)), 200);
    EXPECT_EQ((widened<double>(ElementType::U8, std::numeric_limits<uint64_t>::max(), ElementType::R8)),
              18446744073709551616.0);
    EXPECT_EQ((widened<float>(ElementType::I8, int64_t{1} << 40, ElementType::R4)), 1099511627776.0f);
    EXPECT_EQ((widened<double>(ElementType::R4, 1.5f, ElementType::R8)), 1.5);
    EXPECT_EQ((widened<double>(ElementType::Char, uint16_t{0xffff}, ElementType::R8)), 65535.0);
}

}  // namespace
}  // namespace celer
