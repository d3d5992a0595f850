#include "metadata/writer.h"

#include <cstring>

#include "base/assert.h"
#include "metadata/image.h"
#include "metadata/signature.h"

namespace celer::metadata {

namespace {

constexpr uint32_t headers_size = 0x200;
constexpr uint32_t section_rva = 0x2000;
constexpr uint32_t cli_header_size = 72;
constexpr uint32_t data_rva = section_rva + 80;  // behind the CLI header, aligned to 16

class Buffer {
  public:
    template <typename T>
    void put(T value) {
        const auto* bytes = reinterpret_cast<const std::byte*>(&value);
        bytes_.insert(bytes_.end(), bytes, bytes + sizeof(T));
    }
    void put_u16(uint32_t value) { put(static_cast<uint16_t>(value)); }
    void put_u32(uint32_t value) { put(value); }
    void put_bytes(const std::vector<std::byte>& bytes) { bytes_.insert(bytes_.end(), bytes.begin(), bytes.end()); }
    void put_text(std::string_view text, size_t size) {
        size_t start = bytes_.size();
        bytes_.resize(start + size);
        std::memcpy(bytes_.data() + start, text.data(), text.size() < size ? text.size() : size);
    }
    void align(size_t alignment) { bytes_.resize(align_up(bytes_.size(), alignment)); }
    void zero_to(size_t size) { bytes_.resize(size); }
    size_t size() const { return bytes_.size(); }
    std::vector<std::byte> take() { return std::move(bytes_); }

  private:
    std::vector<std::byte> bytes_;
};

enum class Kind : uint8_t { U1, U2, U4, String, Guid, Blob, Rid, Coded };
struct Column {
    Kind kind;
    Table table;       // Rid
    CodedIndex coded;  // Coded
};

#define CELER_WRITER_U1(of)       \
    {                             \
        Kind::U1, Table::None, {} \
    }
#define CELER_WRITER_U2(of)       \
    {                             \
        Kind::U2, Table::None, {} \
    }
#define CELER_WRITER_U4(of)       \
    {                             \
        Kind::U4, Table::None, {} \
    }
#define CELER_WRITER_String(of)       \
    {                                 \
        Kind::String, Table::None, {} \
    }
#define CELER_WRITER_Guid(of)       \
    {                               \
        Kind::Guid, Table::None, {} \
    }
#define CELER_WRITER_Blob(of)       \
    {                               \
        Kind::Blob, Table::None, {} \
    }
#define CELER_WRITER_Rid(of)     \
    {                            \
        Kind::Rid, Table::of, {} \
    }
#define CELER_WRITER_Coded(of) {Kind::Coded, Table::None, CodedIndex::of}

// clang-format off
#define TABLE(name, accessor, number, sort_column) constexpr Column columns_of_##name[] = {
#define COLUMN(field, kind, of) CELER_WRITER_##kind(of),
#define END_TABLE(name) };
#include "metadata/tables.def"
// clang-format on

std::span<const Column> columns_of(size_t table) {
    switch (table) {
#define TABLE(name, accessor, number, sort_column) \
    case number:                                   \
        return columns_of_##name;
#include "metadata/tables.def"
    }
    return {};
}

std::string key_of(Bytes bytes) {
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

uint32_t raw(uint32_t value) {
    return value;
}
uint32_t raw(StringIndex index) {
    return index.offset;
}
uint32_t raw(BlobIndex index) {
    return index.offset;
}
uint32_t raw(GuidIndex index) {
    return index.number;
}
uint32_t raw(Token token) {
    return token.value();
}

using Tables = std::vector<std::array<uint32_t, kMaxColumns>>;

// Writes the tables stream: widths follow from the row counts (II.24.2.6), heap indexes are always wide.
class TableStream {
  public:
    explicit TableStream(const Tables* tables) : tables_(tables) {}

    std::vector<std::byte> write() {
        constexpr uint8_t wide_heaps = 7;
        uint64_t present = 0;
        for (size_t i = 0; i < kTableCount; i++) {
            if (!tables_[i].empty()) present |= uint64_t{1} << i;
        }
        buffer_.put_u32(0);
        buffer_.put<uint8_t>(2);
        buffer_.put<uint8_t>(0);
        buffer_.put<uint8_t>(wide_heaps);
        buffer_.put<uint8_t>(1);
        buffer_.put<uint64_t>(present);
        buffer_.put<uint64_t>(0);  // none sorted
        for (size_t i = 0; i < kTableCount; i++) {
            if (!tables_[i].empty()) buffer_.put_u32(static_cast<uint32_t>(tables_[i].size()));
        }
        for (size_t i = 0; i < kTableCount; i++) write_table(i);
        buffer_.align(4);
        return buffer_.take();
    }

  private:
    void write_table(size_t table) {
        std::span<const Column> columns = columns_of(table);
        for (const auto& row : tables_[table]) {
            for (size_t i = 0; i < columns.size(); i++) write_cell(columns[i], row[i]);
        }
    }

    void write_cell(const Column& column, uint32_t value) {
        switch (column.kind) {
            case Kind::U1:
            case Kind::U2:
                buffer_.put_u16(value);
                break;
            case Kind::U4:
            case Kind::String:
            case Kind::Guid:
            case Kind::Blob:
                buffer_.put_u32(value);
                break;
            case Kind::Rid:
                put_index(value, count(column.table) < 0x10000);
                break;
            case Kind::Coded: {
                uint32_t encoded = 0;
                bool known = value == 0 || encode_coded_index(column.coded, Token(value), encoded);
                CELER_ASSERT(known, "a token that its column cannot hold");
                put_index(encoded, is_narrow(column.coded));
                break;
            }
        }
    }

    bool is_narrow(CodedIndex coded) const {
        const coded_detail::CodedTables& tables = coded_detail::kCodedTables[static_cast<size_t>(coded)];
        for (Table table : tables.tables) {
            if (table != Table::None && count(table) >= (1u << (16 - tables.tag_bits))) return false;
        }
        return true;
    }
    size_t count(Table table) const { return tables_[static_cast<size_t>(table)].size(); }
    void put_index(uint32_t value, bool narrow) {
        if (narrow) {
            buffer_.put_u16(value);
        } else {
            buffer_.put_u32(value);
        }
    }

    const Tables* tables_;
    Buffer buffer_;
};

std::vector<std::byte> metadata_root(const std::vector<std::byte>& tables, const std::vector<std::byte>& strings,
                                     const std::vector<std::byte>& user_strings, const std::vector<std::byte>& guids,
                                     const std::vector<std::byte>& blobs) {
    struct Stream {
        std::string_view name;
        const std::vector<std::byte>* bytes;
    };
    const Stream streams[] = {
        {"#-", &tables}, {"#Strings", &strings}, {"#US", &user_strings}, {"#GUID", &guids}, {"#Blob", &blobs}};
    constexpr std::string_view version = "v4.0.30319";
    Buffer root;
    root.put_u32(0x424A5342);
    root.put_u16(1);
    root.put_u16(1);
    root.put_u32(0);
    root.put_u32(12);
    root.put_text(version, 12);
    root.put_u16(0);
    root.put_u16(std::size(streams));
    size_t offset = root.size();
    for (const Stream& stream : streams) offset += 8 + align_up<size_t>(stream.name.size() + 1, 4);
    for (const Stream& stream : streams) {
        size_t size = align_up<size_t>(stream.bytes->size(), 4);
        root.put_u32(static_cast<uint32_t>(offset));
        root.put_u32(static_cast<uint32_t>(size));
        root.put_text(stream.name, align_up<size_t>(stream.name.size() + 1, 4));
        offset += size;
    }
    for (const Stream& stream : streams) {
        root.put_bytes(*stream.bytes);
        root.align(4);
    }
    return root.take();
}

void put_pe_headers(Buffer& file, uint32_t section_size) {  // II.25.2
    constexpr uint32_t pe_offset = 0x80;
    file.put_u16(0x5A4D);
    file.zero_to(0x3C);
    file.put_u32(pe_offset);
    file.zero_to(pe_offset);
    file.put_u32(0x00004550);
    file.put_u16(0x8664);
    file.put_u16(1);  // sections
    file.zero_to(file.size() + 12);
    constexpr uint32_t optional_header_size = 240;
    file.put_u16(optional_header_size);
    file.put_u16(0x2022);  // executable, large addresses, library
    size_t optional = file.size();
    file.put_u16(0x20B);
    file.zero_to(optional + 32);
    file.put_u32(0x2000);  // section alignment
    file.put_u32(0x200);   // file alignment
    file.zero_to(optional + 108);
    file.put_u32(16);
    file.zero_to(optional + 112 + 14 * 8);
    file.put_u32(section_rva);
    file.put_u32(cli_header_size);
    file.zero_to(optional + optional_header_size);
    file.put_text(".text", 8);
    file.put_u32(section_size);
    file.put_u32(section_rva);
    file.put_u32(section_size);
    file.put_u32(headers_size);
    file.zero_to(file.size() + 12);
    file.put_u32(0x60000020);
    file.zero_to(headers_size);
}

}  // namespace

void put_compressed(std::vector<std::byte>& bytes, uint32_t value) {
    auto put = [&](uint32_t byte) { bytes.push_back(static_cast<std::byte>(byte)); };
    if (value < 0x80) {
        put(value);
    } else if (value < 0x4000) {
        put(0x80 | value >> 8);
        put(value & 0xff);
    } else {
        put(0xC0 | value >> 24);
        put(value >> 16 & 0xff);
        put(value >> 8 & 0xff);
        put(value & 0xff);
    }
}

MetadataWriter::MetadataWriter() : strings_(1), user_strings_(1), blobs_(1) {
    known_strings_.emplace("", 0);
    known_blobs_.emplace("", 0);
}

StringIndex MetadataWriter::add_string(std::string_view text) {
    auto [known, is_new] = known_strings_.try_emplace(std::string(text), static_cast<uint32_t>(strings_.size()));
    if (is_new) {
        Bytes bytes = as_bytes(text);
        strings_.insert(strings_.end(), bytes.begin(), bytes.end());
        strings_.push_back(std::byte{0});
    }
    return {known->second};
}

BlobIndex MetadataWriter::add_blob(Bytes bytes) {
    auto [known, is_new] = known_blobs_.try_emplace(key_of(bytes), static_cast<uint32_t>(blobs_.size()));
    if (is_new) {
        put_compressed(blobs_, static_cast<uint32_t>(bytes.size()));
        blobs_.insert(blobs_.end(), bytes.begin(), bytes.end());
    }
    return {known->second};
}

Bytes MetadataWriter::blob(uint32_t offset) const {
    SignatureReader reader(Bytes(blobs_).subspan(offset));
    uint32_t size = reader.read_compressed();
    return reader.rest().first(size);
}

GuidIndex MetadataWriter::add_guid(Bytes guid) {
    guids_.insert(guids_.end(), guid.begin(), guid.end());
    guids_.resize(align_up<size_t>(guids_.size(), 16));
    return {static_cast<uint32_t>(guids_.size() / 16)};
}

uint32_t MetadataWriter::add_user_string(std::u16string_view text) {
    Bytes bytes{reinterpret_cast<const std::byte*>(text.data()), text.size() * sizeof(char16_t)};
    auto [known, is_new] = known_user_strings_.try_emplace(key_of(bytes), static_cast<uint32_t>(user_strings_.size()));
    if (is_new) {
        put_compressed(user_strings_, static_cast<uint32_t>(bytes.size() + 1));
        user_strings_.insert(user_strings_.end(), bytes.begin(), bytes.end());
        user_strings_.push_back(std::byte{0});
    }
    return Token(Table::UserString, known->second).value();
}

uint32_t MetadataWriter::add_data(Bytes bytes, uint32_t alignment) {
    data_.resize(align_up<size_t>(data_.size(), alignment));
    auto rva = static_cast<uint32_t>(data_rva + data_.size());
    data_.insert(data_.end(), bytes.begin(), bytes.end());
    return rva;
}

uint32_t MetadataWriter::append(Table table, const Cells& cells) {
    tables_[static_cast<size_t>(table)].push_back(cells);
    return row_count(table);
}

// clang-format off
#define TABLE(name, accessor, number, sort_column)        \
    uint32_t MetadataWriter::add(const name##Row& row) {  \
        Cells cells{};                                    \
        size_t column = 0;
#define COLUMN(field, kind, of) cells[column++] = raw(row.field);
#define END_TABLE(name) return append(Table::name, cells); }
#include "metadata/tables.def"
// clang-format on

void MetadataWriter::add_member(Table members, uint32_t owner_rid, uint32_t member_rid) {
    auto& lists = members == Table::Field       ? fields_of_
                  : members == Table::MethodDef ? methods_of_
                  : members == Table::Param     ? params_of_
                  : members == Table::Event     ? events_of_
                                                : properties_of_;
    if (lists.size() <= owner_rid) lists.resize(owner_rid + 1);
    lists[owner_rid].push_back(member_rid);
    auto& owners = owners_[static_cast<size_t>(members)];
    if (owners.size() < member_rid) owners.resize(member_rid);
    owners[member_rid - 1] = owner_rid;
}

uint32_t MetadataWriter::owner_of(Table members, uint32_t member_rid) const {
    const auto& owners = owners_[static_cast<size_t>(members)];
    return member_rid - 1 < owners.size() ? owners[member_rid - 1] : 0;
}

uint32_t MetadataWriter::find_row(Table table, size_t column, uint32_t value) const {
    const auto& rows = tables_[static_cast<size_t>(table)];
    for (size_t i = 0; i < rows.size(); i++) {
        if (rows[i][column] == value) return static_cast<uint32_t>(i + 1);
    }
    return 0;
}

std::vector<std::byte> MetadataWriter::write() const {
    Tables tables[kTableCount];
    for (size_t i = 0; i < kTableCount; i++) tables[i] = tables_[i];
    // Each owner's list column becomes the start of its run in the pointer table.
    auto lay_out_members = [&](Table owner, size_t column, Table pointers,
                               const std::vector<std::vector<uint32_t>>& lists) {
        auto& pointer_rows = tables[static_cast<size_t>(pointers)];
        auto& owner_rows = tables[static_cast<size_t>(owner)];
        for (size_t i = 0; i < owner_rows.size(); i++) {
            owner_rows[i][column] = static_cast<uint32_t>(pointer_rows.size() + 1);
            if (i + 1 >= lists.size()) continue;
            for (uint32_t member : lists[i + 1]) pointer_rows.push_back({member});
        }
    };
    lay_out_members(Table::TypeDef, static_cast<size_t>(TypeDefColumn::field_list), Table::FieldPtr, fields_of_);
    lay_out_members(Table::TypeDef, static_cast<size_t>(TypeDefColumn::method_list), Table::MethodPtr, methods_of_);
    lay_out_members(Table::MethodDef, static_cast<size_t>(MethodDefColumn::param_list), Table::ParamPtr, params_of_);
    lay_out_members(Table::EventMap, static_cast<size_t>(EventMapColumn::event_list), Table::EventPtr, events_of_);
    lay_out_members(Table::PropertyMap, static_cast<size_t>(PropertyMapColumn::property_list), Table::PropertyPtr,
                    properties_of_);

    std::vector<std::byte> root = metadata_root(TableStream(tables).write(), strings_, user_strings_, guids_, blobs_);
    auto metadata_rva = static_cast<uint32_t>(align_up<size_t>(data_rva + data_.size(), 16));
    auto section_size = static_cast<uint32_t>(metadata_rva + root.size() - section_rva);

    Buffer file;
    put_pe_headers(file, section_size);
    size_t cli_header = file.size();
    file.put_u32(cli_header_size);
    file.put_u16(2);
    file.put_u16(5);
    file.put_u32(metadata_rva);
    file.put_u32(static_cast<uint32_t>(root.size()));
    file.put_u32(1);  // IL only
    file.zero_to(cli_header + (data_rva - section_rva));
    file.put_bytes(data_);
    file.zero_to(headers_size + metadata_rva - section_rva);
    file.put_bytes(root);
    return file.take();
}

}  // namespace celer::metadata
