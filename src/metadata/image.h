// Image: one PE file with CLI metadata (ECMA-335 II.24, II.25), as its bytes lie on disk.
//
// Invariants
// - The Image views the bytes and does not own them; they must outlive it and not change. Nothing is copied; apart from
// the
//   name indexes (built once, at the first lookup by name) nothing is allocated after open().
// - open() checks everything that later reads rely on: the heaps and every table lie inside the file. After a
// successful
//   open() no call reads outside the file, whatever the file holds.
// - A rid or heap index that is out of range is bad input, not a bug: rows come back zeroed (all columns nil), names
// and
//   blobs empty. So a caller that must tell asks is_valid(token) first.
// - Everything const may be called from any number of threads at once.
// - Native code of ReadyToRun images is ignored; their IL is complete.
#pragma once

#include <atomic>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string_view>
#include <vector>

#include "base/bytes.h"
#include "base/result.h"
#include "metadata/attribute_index.h"
#include "metadata/precompiled.h"
#include "metadata/rows.h"
#include "metadata/token.h"

namespace celer::metadata {

class NameIndex;

// Where the columns of one table lie in its rows.
struct ColumnView {
    uint8_t offset = 0;
    uint8_t width = 0;  // 2 or 4 bytes
};

struct TableView {
    const std::byte* rows = nullptr;
    uint32_t row_count = 0;
    uint16_t row_size = 0;
    bool sorted = false;  // by the sort column of tables.def
    ColumnView columns[kMaxColumns];

    uint32_t read(uint32_t rid, size_t column) const;  // rid must be in range
};

// Consecutive rids: the methods, fields, ... of an owner. Follows the *Ptr tables of uncompressed (#-) metadata.
class RidList {
  public:
    class Iterator {
      public:
        Iterator(const TableView* indirection, uint32_t index) : indirection_(indirection), index_(index) {}
        uint32_t operator*() const { return indirection_ == nullptr ? index_ : indirection_->read(index_, 0); }
        Iterator& operator++() {
            ++index_;
            return *this;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.index_ == b.index_; }

      private:
        const TableView* indirection_;
        uint32_t index_;
    };

    RidList() = default;
    RidList(uint32_t first, uint32_t end, const TableView* indirection)
        : indirection_(indirection), first_(first), end_(end) {}

    Iterator begin() const { return {indirection_, first_}; }
    Iterator end() const { return {indirection_, end_}; }
    uint32_t size() const { return end_ - first_; }
    bool empty() const { return first_ == end_; }
    uint32_t operator[](uint32_t index) const { return *Iterator(indirection_, first_ + index); }

  private:
    const TableView* indirection_ = nullptr;
    uint32_t first_ = 0;
    uint32_t end_ = 0;
};

// The rids of a table's rows that have one key in one column: a run of a sorted table, or scattered over an unsorted
// one.
class MatchingRows {
  public:
    class Iterator {
      public:
        Iterator(const MatchingRows* rows, uint32_t rid) : rows_(rows), rid_(rid) {}
        uint32_t operator*() const { return rid_; }
        Iterator& operator++() {
            rid_ = rows_->next(rid_ + 1);
            return *this;
        }
        friend bool operator==(const Iterator& a, const Iterator& b) { return a.rid_ == b.rid_; }

      private:
        const MatchingRows* rows_;
        uint32_t rid_;
    };

    MatchingRows() = default;
    MatchingRows(const TableView& table, size_t column, uint32_t key, bool sorted);

    Iterator begin() const { return {this, first_}; }
    Iterator end() const { return {this, end_}; }
    bool empty() const { return first_ == end_; }
    uint32_t first() const { return empty() ? 0 : first_; }  // or 0
    uint32_t size() const;

  private:
    uint32_t next(uint32_t rid) const;

    const TableView* table_ = nullptr;
    uint32_t key_ = 0;
    uint32_t first_ = 0;
    uint32_t end_ = 0;
    uint8_t column_ = 0;
    bool sorted_ = false;  // by that column
};

// Large because it has a reader for each metadata table.
class Image {
  public:
    Image() = default;
    ~Image();
    Image(const Image&) = delete;
    Image& operator=(const Image&) = delete;

    // Parses the headers. Call once; on failure the Image stays empty. `file` is the whole file.
    Result<void> open(Bytes file);
    // What CoreCLR reads first of an assembly: the names of the module and its types.
    Result<void> check_names() const;

    // --- The file
    Bytes file() const { return file_; }
    bool is_pe32_plus() const { return pe32_plus_; }
    bool is_dll() const { return dll_; }
    uint16_t machine() const { return machine_; }
    uint32_t cor_flags() const { return cor_flags_; }  // cor_flags::*
    bool is_ready_to_run() const { return ready_to_run_; }
    // No native code that must run: pure IL, or IL with ReadyToRun code beside it.
    bool is_il_only() const { return il_only_ || ready_to_run_; }
    Token entry_point() const { return entry_point_; }             // MethodDef, File or nil
    std::string_view runtime_version() const { return version_; }  // "v4.0.30319"

    // The bytes from a relative virtual address to the end of its section's file data; empty when that is fewer than
    // min_size (> 0) bytes or the address lies in no section.
    Bytes rva(uint32_t rva, uint32_t min_size) const;
    // Where the data of a field (II.22.18) begin, to the end of the file: as CoreCLR has it, they may lie anywhere, and
    // what lies in no section is counted from the start of the file.
    Bytes field_data(uint32_t rva) const;
    std::vector<Bytes> writable_sections() const;  // in the file: data that the program may write (II.25.3)

    // The CLI header's resource blob, and one embedded resource in it by the offset of its ManifestResource row.
    Bytes resources() const { return resources_; }
    Bytes resource(uint32_t offset) const;

    Bytes mvid() const { return guid(module_def(1).mvid); }  // 16 bytes, or empty
    Bytes metadata() const { return metadata_; }             // the metadata root, II.24.2.1

    // --- Heaps (II.24.2.3 to II.24.2.5)
    // ------------------------------------------------------------------------------- Strings are zero-terminated:
    // string(...).data() is a C string.
    std::string_view string(StringIndex index) const;
    bool is_string(StringIndex index, std::string_view text) const;  // as string(index) == text, without its length
    Bytes blob(BlobIndex index) const;
    Bytes guid(GuidIndex index) const;  // 16 bytes, or empty
    // UTF-16 code units of a literal, without the flag byte that ends it. The bytes may be unaligned.
    Bytes user_string(uint32_t offset) const;
    bool is_user_string(uint32_t offset) const;
    // Whether there is one at that place; the readers give empty ones for those that are not there.
    bool has(StringIndex index) const { return index.offset < strings_.size(); }
    bool has(BlobIndex index) const { return blob(index).data() != nullptr; }

    // --- Tables
    uint32_t row_count(Table table) const;
    const TableView& table(Table table) const { return tables_[static_cast<size_t>(table)]; }  // a real table only
    // The token's table exists and has that row (or, for a user string, the heap has that offset).
    bool is_valid(Token token) const;

    // TypeDefRow type_def(uint32_t rid) const; and so on for every row of tables.def.
#define TABLE(name, accessor, number, sort_column) name##Row accessor(uint32_t rid) const;
#include "metadata/tables.def"

    // Lists of an owner (rid of a TypeDef or MethodDef), in metadata order.
    RidList fields_of(uint32_t type_rid) const;
    RidList methods_of(uint32_t type_rid) const;
    RidList params_of(
        uint32_t method_rid) const;  // Param rows may be missing: match ParamRow::sequence, 0 is the return
    RidList events_of(uint32_t type_rid) const;
    RidList properties_of(uint32_t type_rid) const;

    // The TypeDef rid that owns a member, 0 if none.
    uint32_t type_of_field(uint32_t field_rid) const;
    uint32_t type_of_method(uint32_t method_rid) const;
    uint32_t type_of_event(uint32_t event_rid) const;
    uint32_t type_of_property(uint32_t property_rid) const;
    bool has_valid_params(uint32_t method_rid) const;    // they begin at or before those of the next method, and exist
    uint32_t method_of_param(uint32_t param_rid) const;  // the MethodDef rid
    uint32_t enclosing_type(uint32_t type_rid) const;    // 0 when not nested

    // Rows that refer to an owner.
    MatchingRows interface_impls(uint32_t type_rid) const;
    MatchingRows method_impls(uint32_t type_rid) const;
    MatchingRows nested_types(uint32_t type_rid) const;  // NestedClass rows whose enclosing_type it is; a linear scan
    MatchingRows custom_attributes(Token parent) const;
    MatchingRows generic_params(Token owner) const;  // in number order in valid metadata
    MatchingRows generic_param_constraints(uint32_t generic_param_rid) const;
    MatchingRows method_semantics_of(Token event_or_property) const;

    // The one row that refers to an owner; 0 when there is none.
    uint32_t constant_of(Token field_param_or_property) const;
    bool is_whole(const ConstantRow& constant) const;  // its value is as long as its type says
    uint32_t field_marshal_of(Token field_or_param) const;
    uint32_t class_layout_of(uint32_t type_rid) const;
    uint32_t field_layout_of(uint32_t field_rid) const;
    uint32_t field_rva_of(uint32_t field_rid) const;
    uint32_t impl_map_of(Token field_or_method) const;

    // --- By name
    // ------------------------------------------------------------------------------------------------------ TypeDef
    // rid of a type; enclosing is the TypeDef rid of the type it is nested in, 0 for a top-level type. 0 if none.
    uint32_t find_type_def(std::string_view name_space, std::string_view name, uint32_t enclosing = 0) const;
    // ExportedType rid; enclosing is an ExportedType rid.
    uint32_t find_exported_type(std::string_view name_space, std::string_view name, uint32_t enclosing = 0) const;
    // The first method or field of that name after the member `after` (0: from the start); 0 if none.
    uint32_t find_method(uint32_t type_rid, std::string_view name, uint32_t after = 0) const;
    uint32_t find_field(uint32_t type_rid, std::string_view name) const;
    uint32_t find_manifest_resource(std::string_view name) const;

    // The value blob of the first custom attribute of that type on `parent`; data() is null when there is none.
    // Attribute types are compared by name only, as CoreCLR does for those the engine knows.
    Bytes find_custom_attribute(Token parent, std::string_view name_space, std::string_view name) const;
    bool has_custom_attribute(Token parent, std::string_view name_space, std::string_view name) const {
        return find_custom_attribute(parent, name_space, name).data() != nullptr;
    }
    // Which of the attributes that the engine acts on `parent` has: bits of known_attributes.
    uint8_t known_attributes_of(Token parent) const;
    uint8_t known_attribute(uint32_t custom_attribute_rid) const;  // the row's bit; 0: another attribute
    // Makes that cheap; before other threads know the image.
    void index_attributes() { attribute_index_ = AttributeIndex::make(*this); }
    // 0, or the HRESULT that says why a TypeDef or TypeRef has no name; 0 for a TypeSpec that is there.
    uint32_t check_type_name(Token type) const;
    // What CoreCLR meets on its way to the first attribute of that type on `parent`, or to the last row if there is
    // none: 0, or the HRESULT of a row that names no type.
    uint32_t check_custom_attributes(Token parent, std::string_view name_space, std::string_view name) const;
    bool is_custom_attribute(uint32_t custom_attribute_rid, std::string_view name_space, std::string_view name) const;
    // The type a CustomAttribute row is of; false if it is a generic instance or invalid.
    bool custom_attribute_type_name(uint32_t custom_attribute_rid, std::string_view& name_space,
                                    std::string_view& name) const;

  private:
    Result<void> parse_pe();
    Result<void> parse_cli_header(Bytes header);
    Result<void> parse_metadata_root();
    Result<void> parse_tables(Bytes stream);
    void lay_out_columns(uint8_t heap_sizes);
    bool lies_in_section(uint32_t rva, uint32_t size) const;
    Bytes rva_bytes(uint32_t rva, uint32_t size) const;
    RidList member_list(Table owner, uint32_t rid, size_t column, Table members, Table indirection) const;
    uint32_t owner_of(Table owner, size_t column, uint32_t rid, Table members, Table indirection) const;
    MatchingRows matching(Table table, size_t column, uint32_t key) const;
    MatchingRows matching(Table table, size_t column, CodedIndex coded, Token key) const;
    bool compressed_at(Bytes heap, uint32_t offset, Bytes& content) const;
    uint32_t check_custom_attribute(uint32_t custom_attribute_rid) const;
    Token type_of_constructor(Token constructor) const;
    struct TypeName {
        StringIndex name_space;
        StringIndex name;
    };
    bool name_of_attribute(uint32_t custom_attribute_rid, TypeName& type) const;
    TypeName name_of(Table table, uint32_t rid) const;  // of a TypeDef or an ExportedType
    uint32_t enclosing_of(Table table, uint32_t rid) const;
    bool has_name(Table table, uint32_t rid, std::string_view name_space, std::string_view name,
                  uint32_t enclosing) const;
    uint32_t find_by_name(std::atomic<NameIndex*>& slot, Table table, std::string_view name_space,
                          std::string_view name, uint32_t enclosing) const;
    NameIndex* build_name_index(Table table) const;
    uint32_t hash_of_type(Table table, uint32_t rid) const;

    // Column readers, one per kind of tables.def.
    uint32_t read_U1(const std::byte* row, ColumnView column, uint32_t) const;
    uint32_t read_U2(const std::byte* row, ColumnView column, uint32_t) const;
    uint32_t read_U4(const std::byte* row, ColumnView column, uint32_t) const;
    StringIndex read_String(const std::byte* row, ColumnView column, uint32_t) const;
    GuidIndex read_Guid(const std::byte* row, ColumnView column, uint32_t) const;
    BlobIndex read_Blob(const std::byte* row, ColumnView column, uint32_t) const;
    uint32_t read_Rid(const std::byte* row, ColumnView column, Table) const;
    Token read_Coded(const std::byte* row, ColumnView column, CodedIndex coded) const;

    Bytes file_;
    Bytes metadata_;
    Bytes resources_;
    Bytes strings_;
    Bytes user_strings_;
    Bytes guids_;
    Bytes blobs_;
    std::string_view version_;
    TableView tables_[kTableCount];
    Bytes section_headers_;
    Token entry_point_;
    uint32_t cor_flags_ = 0;
    uint16_t machine_ = 0;
    bool pe32_plus_ = false;
    bool dll_ = false;
    bool il_only_ = false;
    bool ready_to_run_ = false;
    AvailableTypes available_types_;
    std::unique_ptr<AttributeIndex> attribute_index_;
    mutable std::atomic<NameIndex*> type_def_index_{nullptr};
    mutable std::atomic<NameIndex*> exported_type_index_{nullptr};
    // By a constructor's rid: the rid and its type's in the upper half. The same few attributes are everywhere.
    mutable std::atomic<uint64_t> constructors_[64] = {};
};

}  // namespace celer::metadata

#include "metadata/image_inline.h"
