#include "metadata/writer.h"

#include <gtest/gtest.h>

#include "metadata/image.h"

namespace celer::metadata {
namespace {

TEST(MetadataWriter, WritesWhatImageReads) {
    MetadataWriter writer;
    ModuleRow module;
    module.name = writer.add_string("dynamic");
    std::byte guid[16] = {std::byte{7}};
    module.mvid = writer.add_guid(guid);
    writer.add(module);
    TypeDefRow type;
    type.name = writer.add_string("<Module>");
    writer.add(type);
    type.name = writer.add_string("First");
    type.name_space = writer.add_string("Name.Space");
    uint32_t first = writer.add(type);
    type.name = writer.add_string("Second");
    type.extends = Token(Table::TypeDef, first);
    uint32_t second = writer.add(type);
    auto method = [&](uint32_t owner, const char* name) {
        MethodDefRow row;
        row.name = writer.add_string(name);
        writer.add_member(Table::MethodDef, owner, writer.add(row));
    };
    method(first, "a");
    method(second, "b");
    method(first, "c");
    std::byte body[] = {std::byte{1}, std::byte{2}, std::byte{3}};
    uint32_t rva = writer.add_data(body, 4);
    uint32_t literal = writer.add_user_string(u"text");

    std::vector<std::byte> file = writer.write();
    Image image;
    auto opened = image.open(file);
    ASSERT_TRUE(opened) << opened.error().message;
    EXPECT_EQ(image.string(image.module_def(1).name), "dynamic");
    EXPECT_EQ(image.mvid()[0], std::byte{7});
    EXPECT_EQ(image.find_type_def("Name.Space", "Second"), second);
    EXPECT_EQ(image.type_def(second).extends, Token(Table::TypeDef, first));
    RidList methods = image.methods_of(first);
    ASSERT_EQ(methods.size(), 2u);
    EXPECT_EQ(image.string(image.method_def(methods[0]).name), "a");
    EXPECT_EQ(image.string(image.method_def(methods[1]).name), "c");
    EXPECT_EQ(image.type_of_method(2), second);
    EXPECT_EQ(image.type_of_method(3), first);
    EXPECT_EQ(image.rva(rva, 3)[2], std::byte{3});
    EXPECT_EQ(image.user_string(Token(literal).rid()).size(), 8u);
}

}  // namespace
}  // namespace celer::metadata
