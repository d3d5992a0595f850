// MetadataWriter: metadata that grows row by row, written out as a whole file that Image can open. For Reflection.Emit.
//
// Rows keep their numbers: they are only appended or changed in place. Members are given to their owners in any order,
// so the tables are written in uncompressed form ("#-", II.24.2.6) with pointer tables between owners and members, and
// unsorted. What code refers to by address (method bodies, data of fields) is appended to one area at a fixed place in
// the file, so an RVA once given stays valid in every later file.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/bytes.h"
#include "metadata/rows.h"

namespace celer::metadata {

// One enumeration per table whose values are its columns: TypeDefColumn::extends.
// clang-format off
#define TABLE(name, accessor, number, sort_column) enum class name##Column : uint8_t {
#define COLUMN(field, kind, of) field,
#define END_TABLE(name) };
#include "metadata/tables.def"
// clang-format on

// Appends an unsigned number as blobs have it (II.23.2).
void put_compressed(std::vector<std::byte>& bytes, uint32_t value);

class MetadataWriter {
  public:
    MetadataWriter();

    StringIndex add_string(std::string_view text);
    BlobIndex add_blob(Bytes bytes);
    GuidIndex add_guid(Bytes guid);
    uint32_t add_user_string(std::u16string_view text);  // its token
    uint32_t add_data(Bytes bytes, uint32_t alignment);  // its RVA

    // Appends a row; its rid. Lists of members (field_list, ...) are left 0: see add_member().
#define TABLE(name, accessor, number, sort_column) uint32_t add(const name##Row& row);
#include "metadata/tables.def"
#define TABLE(name, accessor, number, sort_column)                    \
    void set(uint32_t rid, name##Column column, uint32_t value) {     \
        change(Table::name, rid, static_cast<size_t>(column), value); \
    }                                                                 \
    uint32_t get(uint32_t rid, name##Column column) const {           \
        return cell(Table::name, rid, static_cast<size_t>(column));   \
    }
#include "metadata/tables.def"

    // Makes a row of Field, MethodDef, Param, Event or Property a member of its owner: a TypeDef (Field, MethodDef), a
    // MethodDef (Param), an EventMap or PropertyMap.
    void add_member(Table members, uint32_t owner_rid, uint32_t member_rid);
    uint32_t owner_of(Table members, uint32_t member_rid) const;  // 0: not given to any yet

    // What was added; valid until the next add.
    std::string_view string(uint32_t offset) const { return reinterpret_cast<const char*>(strings_.data() + offset); }
    Bytes blob(uint32_t offset) const;

    uint32_t row_count(Table table) const { return static_cast<uint32_t>(tables_[static_cast<size_t>(table)].size()); }
    // The rid of the first row with this value in a column, 0 if there is none.
    uint32_t find_row(Table table, size_t column, uint32_t value) const;

    std::vector<std::byte> write() const;

  private:
    using Cells = std::array<uint32_t, kMaxColumns>;  // heap offsets, rids, numbers; coded columns as tokens

    uint32_t append(Table table, const Cells& cells);
    uint32_t cell(Table table, uint32_t rid, size_t column) const {
        return tables_[static_cast<size_t>(table)][rid - 1][column];
    }
    void change(Table table, uint32_t rid, size_t column, uint32_t value) {
        tables_[static_cast<size_t>(table)][rid - 1][column] = value;
    }

    std::vector<Cells> tables_[kTableCount];
    std::vector<std::vector<uint32_t>> fields_of_, methods_of_, params_of_, events_of_,
        properties_of_;                          // by owner's rid
    std::vector<uint32_t> owners_[kTableCount];  // by member's rid - 1
    std::vector<std::byte> strings_, user_strings_, blobs_, guids_, data_;
    std::unordered_map<std::string, uint32_t> known_strings_, known_blobs_, known_user_strings_;
};

}  // namespace celer::metadata
