// One struct per metadata table, with a field per column, generated from tables.def. For example
//
//   struct TypeDefRow {
//       static constexpr Table kTable = Table::TypeDef;
//       uint32_t flags; StringIndex name; StringIndex name_space; Token extends; uint32_t field_list; uint32_t
//       method_list;
//   };
//
// Heap columns are typed indexes for Image::string(), blob() and guid(). Columns that name a row of one table are plain
// rids; coded columns are tokens.
#pragma once

#include "metadata/token.h"

namespace celer::metadata {

struct StringIndex {
    uint32_t offset = 0;
};
struct BlobIndex {
    uint32_t offset = 0;
};
struct GuidIndex {
    uint32_t number = 0;  // counts from 1
};

namespace column_type {
using U1 = uint32_t;
using U2 = uint32_t;
using U4 = uint32_t;
using String = StringIndex;
using Guid = GuidIndex;
using Blob = BlobIndex;
using Rid = uint32_t;
using Coded = Token;
}  // namespace column_type

// clang-format off
#define TABLE(name, accessor, number, sort_column) struct name##Row { static constexpr Table kTable = Table::name;
#define COLUMN(field, kind, of) column_type::kind field{};
#define END_TABLE(name) };
#include "metadata/tables.def"
// clang-format on

}  // namespace celer::metadata
