// Metadata tables, coded indexes and tokens (ECMA-335 II.22, II.24.2.6).
//
// A rid is a row number that counts from 1; rid 0 means "no row". A Token is a table number in the upper byte and a rid
// in the lower three. Token 0 and every token with rid 0 are nil.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

namespace celer::metadata {

enum class Table : uint8_t {
#define TABLE(name, accessor, number, sort_column) name = number,
#include "metadata/tables.def"
    UserString = 0x70,  // not a table: the token of an ldstr, its rid is an offset into #US
    None = 0xFF,
};

inline constexpr size_t kTableCount = 0x2D;
inline constexpr size_t kMaxColumns = 9;

enum class CodedIndex : uint8_t {
#define CODED_INDEX(name, tag_bits, ...) name,
#include "metadata/coded_indexes.def"
};

class Token {
  public:
    constexpr Token() = default;
    constexpr explicit Token(uint32_t value) : value_(value) {}
    constexpr Token(Table table, uint32_t rid) : value_(static_cast<uint32_t>(table) << 24 | (rid & 0xFFFFFF)) {}

    constexpr uint32_t value() const { return value_; }
    constexpr Table table() const { return static_cast<Table>(value_ >> 24); }
    constexpr uint32_t rid() const { return value_ & 0xFFFFFF; }
    constexpr bool is_nil() const { return rid() == 0; }
    constexpr bool is(Table table) const { return this->table() == table; }
    constexpr friend bool operator==(Token, Token) = default;

  private:
    uint32_t value_ = 0;
};

// "TypeDef" and so on; "?" for a number that is no table.
std::string_view table_name(Table table);

// The token a coded index stands for; nil when its tag is not in use. Defined in image_inline.h.
inline Token decode_coded_index(CodedIndex coded, uint32_t raw);

// The raw value a token has in a column of this coded index. False when the token's table is not one of its tables.
bool encode_coded_index(CodedIndex coded, Token token, uint32_t& raw);

}  // namespace celer::metadata
