// The row accessors of Image: they are on the start-up path of everything, so they are inline and read only the columns
// used.
#pragma once

#include <string_view>

#include "metadata/image.h"

namespace celer::metadata {

namespace coded_detail {

struct CodedTables {
    uint8_t tag_bits;
    Table tables[32];
};

inline constexpr Table None = Table::None;

#define TABLE(name, accessor, number, sort_column) inline constexpr Table name = Table::name;
#include "metadata/tables.def"

// Tags past the listed ones are None.
template <typename... T>
constexpr CodedTables make_coded_tables(uint8_t tag_bits, T... tables) {
    CodedTables result{tag_bits, {}};
    for (Table& table : result.tables) table = Table::None;
    const Table listed[] = {tables...};
    for (size_t i = 0; i < sizeof...(tables); ++i) result.tables[i] = listed[i];
    return result;
}

inline constexpr CodedTables kCodedTables[] = {
#define CODED_INDEX(name, tag_bits, ...) make_coded_tables(tag_bits, __VA_ARGS__),
#include "metadata/coded_indexes.def"
};

}  // namespace coded_detail

inline Token decode_coded_index(CodedIndex coded, uint32_t raw) {
    const coded_detail::CodedTables& tables = coded_detail::kCodedTables[static_cast<size_t>(coded)];
    Table table = tables.tables[raw & ((1u << tables.tag_bits) - 1)];
    return table == Table::None ? Token() : Token(table, raw >> tables.tag_bits);
}

inline uint32_t TableView::read(uint32_t rid, size_t column) const {
    const std::byte* cell = rows + static_cast<size_t>(rid - 1) * row_size + columns[column].offset;
    return columns[column].width == 2 ? load_unaligned<uint16_t>(cell) : load_unaligned<uint32_t>(cell);
}

inline uint32_t Image::read_U1(const std::byte* row, ColumnView column, uint32_t) const {
    return static_cast<uint8_t>(row[column.offset]);
}
inline uint32_t Image::read_U2(const std::byte* row, ColumnView column, uint32_t) const {
    return load_unaligned<uint16_t>(row + column.offset);
}
inline uint32_t Image::read_U4(const std::byte* row, ColumnView column, uint32_t) const {
    return load_unaligned<uint32_t>(row + column.offset);
}
inline uint32_t Image::read_Rid(const std::byte* row, ColumnView column, Table) const {
    return column.width == 2 ? load_unaligned<uint16_t>(row + column.offset)
                             : load_unaligned<uint32_t>(row + column.offset);
}
inline StringIndex Image::read_String(const std::byte* row, ColumnView column, uint32_t) const {
    return {read_Rid(row, column, Table::None)};
}
inline GuidIndex Image::read_Guid(const std::byte* row, ColumnView column, uint32_t) const {
    return {read_Rid(row, column, Table::None)};
}
inline BlobIndex Image::read_Blob(const std::byte* row, ColumnView column, uint32_t) const {
    return {read_Rid(row, column, Table::None)};
}
inline Token Image::read_Coded(const std::byte* row, ColumnView column, CodedIndex coded) const {
    return decode_coded_index(coded, read_Rid(row, column, Table::None));
}

#define CELER_OF_U1(of) of
#define CELER_OF_U2(of) of
#define CELER_OF_U4(of) of
#define CELER_OF_String(of) of
#define CELER_OF_Guid(of) of
#define CELER_OF_Blob(of) of
#define CELER_OF_Rid(of) Table::of
#define CELER_OF_Coded(of) CodedIndex::of

// clang-format off
#define TABLE(name, accessor, number, sort_column)                                        \
    inline name##Row Image::accessor(uint32_t rid) const {                                \
        name##Row result;                                                                 \
        const TableView& view = tables_[number];                                          \
        if (rid - 1 >= view.row_count) [[unlikely]] return result;                        \
        const std::byte* row = view.rows + static_cast<size_t>(rid - 1) * view.row_size;  \
        const ColumnView* column = view.columns;
#define COLUMN(field, kind, of) result.field = read_##kind(row, *column++, CELER_OF_##kind(of));
#define END_TABLE(name) return result; }
#include "metadata/tables.def"
// clang-format on

#undef CELER_OF_U1
#undef CELER_OF_U2
#undef CELER_OF_U4
#undef CELER_OF_String
#undef CELER_OF_Guid
#undef CELER_OF_Blob
#undef CELER_OF_Rid
#undef CELER_OF_Coded

inline uint32_t Image::row_count(Table table) const {
    return static_cast<size_t>(table) < kTableCount ? tables_[static_cast<size_t>(table)].row_count : 0;
}

inline std::string_view Image::string(StringIndex index) const {
    if (index.offset >= strings_.size()) [[unlikely]]
        return {"", 0};
    return reinterpret_cast<const char*>(strings_.data() + index.offset);  // open() cut the heap at its last zero
}

inline bool Image::is_string(StringIndex index, std::string_view text) const {
    if (index.offset >= strings_.size()) [[unlikely]]
        return text.empty();
    if (text.size() >= strings_.size() - index.offset) return false;
    auto* begin = reinterpret_cast<const char*>(strings_.data() + index.offset);
    return begin[text.size()] == 0 && std::string_view(begin, text.size()) == text;
}

}  // namespace celer::metadata
