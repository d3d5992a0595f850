#include "metadata/attribute_index.h"

#include <array>

#include "metadata/image.h"

namespace celer::metadata {

namespace {

constexpr std::string_view compiler_services = "System.Runtime.CompilerServices";

constexpr KnownAttribute table_of_known[] = {
    {known_attributes::intrinsic, compiler_services, "IntrinsicAttribute"},
    {known_attributes::unmanaged_callers_only, "System.Runtime.InteropServices", "UnmanagedCallersOnlyAttribute"},
    {known_attributes::is_by_ref_like, compiler_services, "IsByRefLikeAttribute"},
    {known_attributes::inline_array, compiler_services, "InlineArrayAttribute"},
};

// The bits of constructors: the same few attributes are everywhere.
class Constructors {
  public:
    explicit Constructors(const Image& image) : image_(image) {}

    uint8_t bit_of(uint32_t custom_attribute_rid, uint32_t constructor) {
        Entry& entry = entries_[(constructor >> coded_tag_bits) % entries_.size()];
        if (entry.constructor != constructor) entry = {constructor, image_.known_attribute(custom_attribute_rid)};
        return entry.bit;
    }

  private:
    static constexpr uint32_t coded_tag_bits = 3;
    struct Entry {
        uint32_t constructor = 0;  // as in the table
        uint8_t bit = 0;
    };

    const Image& image_;
    std::array<Entry, 256> entries_;
};

}  // namespace

const std::span<const KnownAttribute> known_attribute_table = table_of_known;

std::unique_ptr<AttributeIndex> AttributeIndex::make(const Image& image) {
    const TableView& table = image.table(Table::CustomAttribute);
    if (!table.sorted) return nullptr;
    auto index = std::make_unique<AttributeIndex>();
    index->of_methods_ = std::make_unique<uint8_t[]>(image.row_count(Table::MethodDef) + 1);
    index->of_types_ = std::make_unique<uint8_t[]>(image.row_count(Table::TypeDef) + 1);
    Constructors constructors(image);
    uint32_t last = 0;
    for (uint32_t rid = 1; rid <= table.row_count; rid++) {
        uint32_t raw_parent = table.read(rid, 0);
        if (raw_parent < last) return nullptr;
        last = raw_parent;
        uint8_t bit = constructors.bit_of(rid, table.read(rid, 1));
        if (bit == 0) continue;
        Token parent = image.custom_attribute(rid).parent;
        if (!image.is_valid(parent)) continue;
        if (parent.is(Table::MethodDef)) index->of_methods_[parent.rid()] |= bit;
        if (parent.is(Table::TypeDef)) index->of_types_[parent.rid()] |= bit;
    }
    return index;
}

}  // namespace celer::metadata
