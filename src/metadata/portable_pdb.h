// The part of a portable PDB (the Portable PDB specification of the .NET runtime) that says from which source line IL
// comes.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "base/bytes.h"

namespace celer::metadata {

struct SourceLine {
    std::string document;  // as the compiler was given it
    uint32_t line;
};

// A view of the file's bytes, which must outlive it. Malformed files have no lines; nothing is read outside of them.
class PortablePdb {
  public:
    explicit PortablePdb(Bytes file);
    // Of the last sequence point at or before the offset that is not hidden; if there is none, of the first one.
    std::optional<SourceLine> line_of(uint32_t method_rid, uint32_t il_offset) const;

  private:
    Bytes stream(std::string_view name) const;
    void read_tables();
    Bytes blob(uint32_t offset) const;
    Bytes row(uint32_t first, uint32_t row_size, uint32_t rid, uint32_t count) const;
    std::string document(uint32_t rid) const;

    Bytes file_;
    Bytes tables_;
    Bytes blobs_;
    uint32_t index_bytes_ = 2;  // of a blob
    uint32_t guid_bytes_ = 2;
    uint32_t document_count_ = 0;
    uint32_t method_count_ = 0;
    uint32_t first_row_ = 0;  // in tables_: documents, then methods
};

}  // namespace celer::metadata
