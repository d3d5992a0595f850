// Which rows have the attributes that the engine acts on, for an image that is asked about most of its rows: one walk
// over the table of attributes instead of a search for each row.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string_view>

#include "metadata/token.h"

namespace celer::metadata {

class Image;

// Bits.
namespace known_attributes {
inline constexpr uint8_t intrinsic = 1;
inline constexpr uint8_t unmanaged_callers_only = 2;
inline constexpr uint8_t is_by_ref_like = 4;
inline constexpr uint8_t inline_array = 8;
}  // namespace known_attributes

// What attributes the engine acts on, and by what they are known.
struct KnownAttribute {
    uint8_t bit;
    std::string_view name_space;
    std::string_view name;
};
extern const std::span<const KnownAttribute> known_attribute_table;

class AttributeIndex {
  public:
    // Null if the table is not sorted, which searches find other rows in.
    static std::unique_ptr<AttributeIndex> make(const Image& image);

    // The bits of a MethodDef or TypeDef; other tables are not indexed.
    static bool covers(Token parent) { return parent.is(Table::MethodDef) || parent.is(Table::TypeDef); }
    uint8_t of(Token parent) const {
        return parent.is(Table::MethodDef) ? of_methods_[parent.rid()] : of_types_[parent.rid()];
    }

  private:
    std::unique_ptr<uint8_t[]> of_methods_;  // by rid
    std::unique_ptr<uint8_t[]> of_types_;
};

}  // namespace celer::metadata
