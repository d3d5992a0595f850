#include "metadata/portable_pdb.h"

#include <gtest/gtest.h>

#include <vector>

namespace celer::metadata {
namespace {

class Builder {
  public:
    void u8(uint32_t value) { bytes.push_back(static_cast<uint8_t>(value)); }
    void u16(uint32_t value) { u8(value & 0xff), u8(value >> 8); }
    void u32(uint32_t value) { u16(value & 0xffff), u16(value >> 16); }
    void text(std::string_view value) { bytes.insert(bytes.end(), value.begin(), value.end()); }
    std::vector<uint8_t> bytes;
};

// One document, "/a/b.cs", and one method: line 10 from IL 0, hidden from 4, line 8 from 6, line 12 from 9.
std::vector<uint8_t> small_pdb() {
    Builder blobs;
    blobs.u8(0);
    blobs.u8(1), blobs.text("a");         // 1
    blobs.u8(4), blobs.text("b.cs");      // 3
    blobs.u8(4), blobs.text("/");         // 8: a separator, then the parts: empty, 1, 3
    blobs.u8(0), blobs.u8(1), blobs.u8(3);
    Builder points;
    points.u8(0);                                                                  // no locals
    points.u8(0), points.u8(0), points.u8(5), points.u8(10), points.u8(1);         // IL 0, 0 lines, 5 columns, at 10:1
    points.u8(4), points.u8(0), points.u8(0);                                      // hidden
    points.u8(2), points.u8(0), points.u8(3), points.u8((-2 * 2 & 0x7f) | 1), points.u8(0);  // two lines up
    points.u8(3), points.u8(1), points.u8(2), points.u8(4 * 2), points.u8(0);      // four down, over two lines
    blobs.u8(static_cast<uint32_t>(points.bytes.size()));  // 13
    blobs.bytes.insert(blobs.bytes.end(), points.bytes.begin(), points.bytes.end());
    Builder tables;
    tables.u32(0), tables.u16(2), tables.u8(0), tables.u8(1);
    tables.u32(0), tables.u32(3u << 16);  // Document, MethodDebugInformation
    tables.u32(0), tables.u32(0);
    tables.u32(1), tables.u32(1);
    tables.u16(8), tables.u16(0), tables.u16(0), tables.u16(0);
    tables.u16(1), tables.u16(13);
    Builder file;
    file.u32(0x424a5342), file.u32(1), file.u32(0), file.u32(4), file.text("PDB1");
    file.u16(0), file.u16(2);
    uint32_t header = 20 + 4 + 12 + 16;
    file.u32(header), file.u32(static_cast<uint32_t>(tables.bytes.size()));
    file.text(std::string_view("#~\0\0", 4));
    file.u32(header + static_cast<uint32_t>(tables.bytes.size()));
    file.u32(static_cast<uint32_t>(blobs.bytes.size())), file.text(std::string_view("#Blob\0\0\0", 8));
    file.bytes.insert(file.bytes.end(), tables.bytes.begin(), tables.bytes.end());
    file.bytes.insert(file.bytes.end(), blobs.bytes.begin(), blobs.bytes.end());
    return file.bytes;
}

Bytes bytes_of(const std::vector<uint8_t>& file, size_t size) {
    return {reinterpret_cast<const std::byte*>(file.data()), size};
}

uint32_t line_at(const PortablePdb& pdb, uint32_t il_offset) {
    auto line = pdb.line_of(1, il_offset);
    return line ? line->line : 0;
}

TEST(PortablePdb, LinesOfOffsets) {
    std::vector<uint8_t> file = small_pdb();
    PortablePdb pdb(bytes_of(file, file.size()));
    ASSERT_TRUE(pdb.line_of(1, 0));
    EXPECT_EQ(pdb.line_of(1, 0)->document, "/a/b.cs");
    EXPECT_EQ(line_at(pdb, 3), 10u);
    EXPECT_EQ(line_at(pdb, 5), 10u);  // the hidden point has none of its own
    EXPECT_EQ(line_at(pdb, 6), 8u);
    EXPECT_EQ(line_at(pdb, 100), 12u);
    EXPECT_FALSE(pdb.line_of(0, 0));
    EXPECT_FALSE(pdb.line_of(2, 0));
}

TEST(PortablePdb, DamagedFilesHaveNoLinesOrOthers) {
    std::vector<uint8_t> file = small_pdb();
    for (size_t size = 0; size < file.size(); size++) PortablePdb(bytes_of(file, size)).line_of(1, 6);
    for (size_t at = 0; at < file.size(); at++) {
        for (uint8_t value : {0x00, 0x7f, 0x80, 0xff}) {
            std::vector<uint8_t> damaged = file;
            damaged[at] = value;
            PortablePdb(bytes_of(damaged, damaged.size())).line_of(1, 6);
        }
    }
    EXPECT_FALSE(PortablePdb({}).line_of(1, 0));
}

}  // namespace
}  // namespace celer::metadata
