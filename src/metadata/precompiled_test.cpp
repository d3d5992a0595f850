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
        }
    }
    EXPECT_GE(looked_at, parts / 2);
}

}  // namespace
}  // namespace celer::metadata
