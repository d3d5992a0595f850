// The #~ stream (ECMA-335 II.24.2.6): which tables there are, how wide their columns are, where their rows begin.
#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/assert.h"
#include "base/hresults.h"
#include "metadata/image.h"

namespace celer::metadata {

namespace {

enum class ColumnKind : uint8_t { U1, U2, U4, String, Guid, Blob, Rid, Coded };

struct ColumnSchema {
    ColumnKind kind;
    uint8_t of;  // Table or CodedIndex
};

struct TableSchema {
    std::string_view name;
    int8_t sort_column = -1;
    uint8_t column_count = 0;
    ColumnSchema columns[kMaxColumns] = {};
};

#define CELER_OF_U1(of) 0
#define CELER_OF_U2(of) 0
#define CELER_OF_U4(of) 0
#define CELER_OF_String(of) 0
#define CELER_OF_Guid(of) 0
#define CELER_OF_Blob(of) 0
#define CELER_OF_Rid(of) static_cast<uint8_t>(Table::of)
#define CELER_OF_Coded(of) static_cast<uint8_t>(CodedIndex::of)

template <typename... Column>
constexpr TableSchema make_schema(std::string_view name, int8_t sort_column, Column... columns) {
    static_assert(sizeof...(columns) <= kMaxColumns);
    return {name, sort_column, sizeof...(columns), {columns...}};
}

// clang-format off
constexpr TableSchema kSchema[kTableCount] = {
#define TABLE(name, accessor, number, sort_column) make_schema(#name, sort_column
#define COLUMN(field, kind, of) , ColumnSchema{ColumnKind::kind, CELER_OF_##kind(of)}
#define END_TABLE(name) ),
#include "metadata/tables.def"
};
// clang-format on

constexpr uint16_t kVersion2 = 0x0002;  // the major version is the lower byte
constexpr uint16_t kVersion1 = 0x0001;
constexpr uint8_t kWideStrings = 0x01;
constexpr uint8_t kWideGuids = 0x02;
constexpr uint8_t kWideBlobs = 0x04;
constexpr uint8_t kExtraData = 0x40;  // not in the standard: four bytes after the row counts of #-

std::unexpected<Error> bad_tables(std::string message) {
    return fail(ErrorKind::BadImageFormat, fmt::format("Bad IL format: {}.", message));
}

uint8_t coded_width(const TableView* tables, CodedIndex coded) {
    const coded_detail::CodedTables& targets = coded_detail::kCodedTables[static_cast<size_t>(coded)];
    uint32_t rows = 0;
    for (Table table : targets.tables) {
        if (table != Table::None) rows = std::max(rows, tables[static_cast<size_t>(table)].row_count);
    }
    return rows < 1u << (16 - targets.tag_bits) ? 2 : 4;
}

uint8_t column_width(const TableView* tables, ColumnSchema column, uint8_t heap_sizes) {
    switch (column.kind) {
        case ColumnKind::U1:
        case ColumnKind::U2:
            return 2;
        case ColumnKind::U4:
            return 4;
        case ColumnKind::String:
            return heap_sizes & kWideStrings ? 4 : 2;
        case ColumnKind::Guid:
            return heap_sizes & kWideGuids ? 4 : 2;
        case ColumnKind::Blob:
            return heap_sizes & kWideBlobs ? 4 : 2;
        case ColumnKind::Rid:
            return tables[column.of].row_count < 0x10000 ? 2 : 4;
        case ColumnKind::Coded:
            return coded_width(tables, static_cast<CodedIndex>(column.of));
    }
    CELER_PANIC("column kind %d", static_cast<int>(column.kind));
}

}  // namespace

std::string_view table_name(Table table) {
    size_t number = static_cast<size_t>(table);
    if (number < kTableCount) return kSchema[number].name;
    return table == Table::UserString ? "UserString" : "?";
}

bool encode_coded_index(CodedIndex coded, Token token, uint32_t& raw) {
    const coded_detail::CodedTables& tables = coded_detail::kCodedTables[static_cast<size_t>(coded)];
    for (uint32_t tag = 0; tag < 1u << tables.tag_bits; ++tag) {
        if (tables.tables[tag] == token.table() && token.table() != Table::None) {
            raw = token.rid() << tables.tag_bits | tag;
            return true;
        }
    }
    return false;
}

void Image::lay_out_columns(uint8_t heap_sizes) {
    for (size_t number = 0; number < kTableCount; ++number) {
        TableView& table = tables_[number];
        uint8_t offset = 0;
        for (size_t i = 0; i < kSchema[number].column_count; ++i) {
            uint8_t width = column_width(tables_, kSchema[number].columns[i], heap_sizes);
            table.columns[i] = {offset, width};
            offset = static_cast<uint8_t>(offset + width);
        }
        table.row_size = offset;
    }
}

Result<void> Image::parse_tables(Bytes stream) {
    ByteReader reader(stream);
    reader.skip(4);  // reserved
    uint16_t version = reader.read_u16();
    uint8_t heap_sizes = reader.read_u8();
    reader.skip(1);
    uint64_t present = reader.read_u64();
    uint64_t sorted = reader.read_u64();
    if (version != kVersion2 && version != kVersion1) return fail(hresult::old_version);
    if (present >> kTableCount != 0) return bad_tables("unknown metadata tables");
    for (size_t number = 0; number < kTableCount; ++number) {
        if ((present >> number & 1) == 0) continue;
        uint32_t rows = reader.read_u32();
        if (rows > 0xFFFFFF) return bad_tables(fmt::format("too many rows in table {}", kSchema[number].name));
        tables_[number].row_count = rows;
        tables_[number].sorted = (sorted >> number & 1) != 0;
    }
    if (heap_sizes & kExtraData) reader.skip(4);
    lay_out_columns(heap_sizes);
    for (size_t number = 0; number < kTableCount; ++number) {
        TableView& table = tables_[number];
        table.rows = reader.read_bytes(size_t{table.row_count} * table.row_size).data();
        if (reader.failed()) return bad_tables(fmt::format("table {} lies outside the metadata", kSchema[number].name));
    }
    if (tables_[static_cast<size_t>(Table::Module)].row_count != 1) return bad_tables("not exactly one module row");
    return {};
}

MatchingRows Image::matching(Table table, size_t column, uint32_t key) const {
    const TableView& view = tables_[static_cast<size_t>(table)];
    bool sorted = view.sorted && kSchema[static_cast<size_t>(table)].sort_column == static_cast<int>(column);
    return MatchingRows(view, column, key, sorted);
}

}  // namespace celer::metadata
