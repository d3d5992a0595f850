// Dumps are made of every type and method of a library, and say what they are for.
#include "diagnostics/dump.h"

#include <gtest/gtest.h>

#include "metadata/image.h"
#include "types/test_framework.h"

namespace celer {
namespace {

using testing_support::core_instance;
using testing_support::core_type;

class Dump : public testing::Test {
  protected:
    void SetUp() override { ASSERT_NO_FATAL_FAILURE(testing_support::start_types()); }
};

::testing::AssertionResult has(const std::string& text, std::string_view part) {
    if (text.find(part) != std::string::npos) return ::testing::AssertionSuccess();
    return ::testing::AssertionFailure() << "no \"" << part << "\" in\n" << text;
}

TEST_F(Dump, OfTypes) {
    std::string exception = dump_type(core_type("System", "Exception"));
    EXPECT_TRUE(exception.starts_with("System.Exception\n"));
    EXPECT_TRUE(has(exception, "parent object") || has(exception, "parent System.Object"));
    EXPECT_TRUE(has(exception, "interface System.Runtime.Serialization.ISerializable"));
    EXPECT_TRUE(has(exception, "_innerException"));
    EXPECT_TRUE(has(exception, "references at "));
    EXPECT_TRUE(has(exception, "slot   0"));
    std::string number = dump_type(core_type("System", "Int32"));
    EXPECT_TRUE(has(number, "field bytes 4"));
    EXPECT_TRUE(has(number, "literal"));
    EXPECT_FALSE(has(number, "references at "));
    EXPECT_TRUE(
        has(dump_type(core_instance("System", "Nullable`1", {primitive_type(ElementType::I8)})), "field bytes 16"));
}

TEST_F(Dump, OfMethods) {
    MethodDesc* method = find_method(core_type("System", "String"), "IsNullOrEmpty");
    ASSERT_NE(method, nullptr);
    std::string il = dump_il(method);
    EXPECT_TRUE(has(il, "IsNullOrEmpty"));
    EXPECT_TRUE(has(il, "IL_0000: ldarg.0"));
    EXPECT_TRUE(has(il, "ret"));
    std::string imported = dump_imported(method);
    EXPECT_TRUE(has(imported, "IsNullOrEmpty"));
    EXPECT_FALSE(has(imported, "INVALID"));
}

TEST_F(Dump, OfEveryMethodOfALibrary) {
    Assembly* assembly = testing_support::expect_value(load_assembly("System.Collections"));
    ASSERT_NE(assembly, nullptr);
    const metadata::Image& image = *assembly->module->image();
    uint32_t types = 0, methods = 0;
    for (uint32_t rid = 2; rid <= image.row_count(metadata::Table::TypeDef); rid++) {
        Result<TypeHandle> type =
            load_type(assembly->module, metadata::Token(metadata::Table::TypeDef, rid).value(), {});
        if (!type || !ensure_loaded(type->method_table())) continue;
        MethodTable* table = type->method_table();
        std::string text = dump_type(table);
        ASSERT_TRUE(text.starts_with(display_name(*type) + "\n")) << text;
        types++;
        for (uint32_t i = 0; i < table->info->method_count; i++) {
            MethodDesc* method = declared_method(table, i);
            if (method == nullptr || method->kind != MethodKind::IL) continue;
            std::string il = dump_il(method);
            ASSERT_TRUE(has(il, "IL_0000: ")) << display_name(method);
            ASSERT_FALSE(has(il, "malformed")) << il;
            methods++;
        }
    }
    std::printf("%u types and %u methods dumped\n", types, methods);
    EXPECT_GT(types, 40u);
    EXPECT_GT(methods, 500u);
}

}  // namespace
}  // namespace celer
