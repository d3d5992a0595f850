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

TEST_F(PrecompiledTest, DamagedTablesAreCutShort) {
    for (size_t i = file_.size() / 2; i < file_.size(); i += 97) file_[i] ^= std::byte{0x5a};
    Image image;
    if (!image.open(file_)) return;
    PrecompiledCode code(image);
    for (uint32_t rid = 1; rid < 2000; rid++) static_cast<void>(code.inlines(rid, rid + 1));
}

}  // namespace
}  // namespace celer::metadata
