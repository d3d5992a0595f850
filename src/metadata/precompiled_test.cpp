// What the installed framework's images say about their precompiled code.
#include "metadata/precompiled.h"

#include <gtest/gtest.h>

#include "metadata/test_corelib.h"

namespace celer::metadata {
namespace {

uint32_t find_method(const Image& image, std::string_view name_space, std::string_view type, std::string_view name) {
    for (uint32_t rid : image.methods_of(image.find_type_def(name_space, type))) {
        if (image.string(image.method_def(rid).name) == name) return rid;
    }
    return 0;
}

class PrecompiledTest : public CoreLibTest {};

TEST_F(PrecompiledTest, Inlining) {
    PrecompiledCode code(image_);
    ASSERT_TRUE(code.exists());
    uint32_t length = find_method(image_, "System.Collections", "BitArray", "get_Item");
    uint32_t get = find_method(image_, "System.Collections", "BitArray", "Get");
    ASSERT_NE(length * get, 0u);
    EXPECT_FALSE(code.inlines(get, length));
    uint32_t parse = find_method(image_, "System", "Int32", "Parse");
    uint32_t binary = find_method(image_, "System", "Number", "ParseBinaryInteger");
    EXPECT_TRUE(code.inlines(parse, binary));
    EXPECT_FALSE(code.inlines(binary, parse));
}

TEST_F(PrecompiledTest, Instances) {
    PrecompiledCode code(image_);
    uint32_t add = find_method(image_, "System.Collections.Generic", "List`1", "Add");
    auto instances = code.instances_of(add);
    EXPECT_GT(instances.size(), 2u);
    for (const PrecompiledCode::Instance& instance : instances) {
        EXPECT_TRUE(instance.flags & instance_flags::has_owner);
        ByteReader owner(code.instance_section());
        owner.seek(instance.owner);
        EXPECT_TRUE(skip_type_signature(owner));
    }
    EXPECT_TRUE(code.instances_of(0).empty());
}

TEST_F(PrecompiledTest, AvailableTypes) {
    AvailableTypes types(image_);
    ASSERT_TRUE(types.exists());
    for (uint32_t rid = 2; rid <= image_.row_count(Table::TypeDef); rid++) {
        uint32_t hash = 0;
        for (uint32_t type = rid; type != 0; type = image_.enclosing_type(type)) {
            TypeDefRow row = image_.type_def(type);
            hash ^= AvailableTypes::hash(image_.string(row.name_space), image_.string(row.name));
        }
        uint32_t candidates = 0;
        EXPECT_EQ(types.find(hash, false, [&](uint32_t found) { return ++candidates != 0 && found == rid; }), rid);
        EXPECT_LE(candidates, 8u);
        EXPECT_EQ(types.find(hash, true, [](uint32_t) { return true; }), 0u);
        TypeDefRow row = image_.type_def(rid);
        uint32_t enclosing = image_.enclosing_type(rid);
        EXPECT_EQ(image_.find_type_def(image_.string(row.name_space), image_.string(row.name), enclosing), rid);
    }
    EXPECT_EQ(image_.find_type_def("System", "NoSuchType"), 0u);
    EXPECT_EQ(image_.find_exported_type("System", "String"), 0u);
}

// One part of the file after the other; damage to the metadata is found before the tables are looked at.
TEST_F(PrecompiledTest, DamagedTablesAreCutShort) {
    constexpr size_t parts = 8, step = 97;
    size_t looked_at = 0;
    for (size_t part = 0; part < parts; part++) {
        std::vector<std::byte> damaged = file_;
        for (size_t i = damaged.size() / parts * part; i < damaged.size() / parts * (part + 1); i += step)
            damaged[i] ^= std::byte{0x5a};
        Image image;
        if (!image.open(damaged)) continue;
        PrecompiledCode code(image);
        looked_at += code.exists();
        for (uint32_t rid = 1; rid < 2000; rid += parts) {
            static_cast<void>(code.inlines(rid, rid + 1));
            static_cast<void>(code.instances_of(rid));
            uint32_t found = AvailableTypes(image).find(rid * 0x101, false, [](uint32_t) { return false; });
            EXPECT_EQ(found, 0u);
        }
    }
    EXPECT_GE(looked_at, parts / 2);
}

}  // namespace
}  // namespace celer::metadata
