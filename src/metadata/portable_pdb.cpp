#include "metadata/portable_pdb.h"

#include "metadata/signature.h"
#include "metadata/streams.h"

namespace celer::metadata {

namespace {

constexpr size_t version_length_offset = 12;
constexpr uint32_t document_table = 0x30;
constexpr uint32_t method_table = 0x31;
constexpr uint8_t wide_guids = 0x02;
constexpr uint8_t wide_blobs = 0x04;
constexpr uint32_t most_two_byte_rows = 0xffff;

uint32_t read_index(ByteReader& reader, uint32_t bytes) {
    return bytes == 2 ? reader.read_u16() : reader.read_u32();
}

}  // namespace

PortablePdb::PortablePdb(Bytes file) : file_(file), tables_(stream("#~")), blobs_(stream("#Blob")) {
    read_tables();
}

Bytes PortablePdb::stream(std::string_view name) const {
    ByteReader reader(file_);
    if (reader.read_u32() != metadata_signature) return {};
    reader.seek(version_length_offset);
    reader.skip(reader.read_u32());
    reader.skip(2);  // flags
    Bytes found;
    for_each_stream(reader, file_, [&](std::string_view its_name, Bytes bytes, uint32_t) {
        if (its_name == name) found = bytes;
    });
    return found;
}

void PortablePdb::read_tables() {
    ByteReader reader(tables_);
    reader.skip(6);
    uint8_t heap_sizes = reader.read_u8();
    reader.skip(1);
    uint64_t present = reader.read_u64();
    reader.skip(8);  // which are sorted
    guid_bytes_ = heap_sizes & wide_guids ? 4 : 2;
    index_bytes_ = heap_sizes & wide_blobs ? 4 : 2;
    uint32_t documents = 0;
    uint32_t methods = 0;
    for (uint32_t table = 0; table < 64; table++) {
        if ((present >> table & 1) == 0) continue;
        uint32_t rows = reader.read_u32();
        if (table < document_table) return;  // a table of another kind of file lies before ours
        if (table == document_table) documents = rows;
        if (table == method_table) methods = rows;
    }
    if (reader.failed()) return;
    document_count_ = documents;
    method_count_ = methods;
    first_row_ = static_cast<uint32_t>(reader.offset());
}

Bytes PortablePdb::blob(uint32_t offset) const {
    if (offset >= blobs_.size()) return {};
    ByteReader reader(blobs_.subspan(offset));
    uint32_t size = reader.read_compressed();
    return reader.read_bytes(size);
}

Bytes PortablePdb::row(uint32_t first, uint32_t row_size, uint32_t rid, uint32_t count) const {
    if (rid == 0 || rid > count) return {};
    return subspan_or_empty(tables_, first + size_t{rid - 1} * row_size, row_size);
}

// A separator, then the parts of the path.
std::string PortablePdb::document(uint32_t rid) const {
    uint32_t row_size = 2 * index_bytes_ + 2 * guid_bytes_;
    ByteReader reader(row(first_row_, row_size, rid, document_count_));
    ByteReader name(blob(read_index(reader, index_bytes_)));
    uint8_t separator = name.read_u8();
    std::string path;
    for (bool is_first = true; !name.at_end() && !name.failed(); is_first = false) {
        if (!is_first && separator != 0) path += static_cast<char>(separator);
        path += as_text(blob(name.read_compressed()));
    }
    return path;
}

std::optional<SourceLine> PortablePdb::line_of(uint32_t method_rid, uint32_t il_offset) const {
    uint32_t document_bytes = document_count_ > most_two_byte_rows ? 4 : 2;
    uint32_t first_method = first_row_ + document_count_ * (2 * index_bytes_ + 2 * guid_bytes_);
    ByteReader method(row(first_method, document_bytes + index_bytes_, method_rid, method_count_));
    uint32_t document_rid = read_index(method, document_bytes);
    SignatureReader points(blob(read_index(method, index_bytes_)));
    if (method.failed() || points.at_end()) return std::nullopt;
    points.read_compressed();  // the signature of the locals
    if (document_rid == 0) document_rid = points.read_compressed();
    uint32_t offset = 0;
    int64_t line = -1;
    std::optional<SourceLine> found;
    uint32_t found_document = 0;
    for (bool is_first = true; !points.at_end() && !points.failed(); is_first = false) {
        uint32_t delta = points.read_compressed();
        if (delta == 0 && !is_first) {
            document_rid = points.read_compressed();
            continue;
        }
        offset += delta;
        uint32_t lines = points.read_compressed();
        int32_t columns = lines == 0 ? static_cast<int32_t>(points.read_compressed()) : points.read_compressed_signed();
        bool is_hidden = lines == 0 && columns == 0;
        if (!is_hidden && line < 0) {
            line = points.read_compressed();
            points.read_compressed();
        } else if (!is_hidden) {
            line += points.read_compressed_signed();
            points.read_compressed_signed();
        }
        if (points.failed() || (offset > il_offset && found)) break;
        if (is_hidden) continue;
        found = SourceLine{{}, static_cast<uint32_t>(line)};
        found_document = document_rid;
    }
    if (found) found->document = document(found_document);
    return found;
}

}  // namespace celer::metadata
