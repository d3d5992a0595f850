#include "metadata/image_checks.h"

#include <gtest/gtest.h>

#include "metadata/framework_files.h"
#include "metadata/image.h"

namespace celer::metadata {
namespace {

TEST(ImageChecks, StreamsThatOverlapOrLieOutside) {
    ASSERT_FALSE(framework_directory().empty()) << "no installed .NET 10 found through DOTNET_ROOT or PATH";
    std::vector<std::byte> file = read_file(framework_directory() + "/System.Runtime.dll");
    Image image;
    ASSERT_TRUE(image.open(file));
    std::vector<std::byte> metadata(image.metadata().begin(), image.metadata().end());
    ASSERT_TRUE(are_streams_in_order(metadata));

    size_t header = 16 + load_unaligned<uint32_t>(metadata.data() + 12) + 4;
    auto offset = load_unaligned<uint32_t>(metadata.data() + header);
    auto size = load_unaligned<uint32_t>(metadata.data() + header + 4);
    auto refuses = [&](uint32_t new_offset, uint32_t new_size) {
        std::vector<std::byte> damaged = metadata;
        store_unaligned(damaged.data() + header, new_offset);
        store_unaligned(damaged.data() + header + 4, new_size);
        return !are_streams_in_order(damaged);
    };
    EXPECT_FALSE(refuses(offset, size));
    EXPECT_TRUE(refuses(0, size));
    EXPECT_TRUE(refuses(offset, size + 4));
    EXPECT_TRUE(refuses(offset, 0xffffffff));
    EXPECT_TRUE(refuses(static_cast<uint32_t>(metadata.size()), 0));
    for (size_t end = 0; end < header + 40; ++end) EXPECT_FALSE(are_streams_in_order(Bytes(metadata).first(end)));
}

}  // namespace
}  // namespace celer::metadata
