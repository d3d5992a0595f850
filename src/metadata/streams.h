// The streams of a metadata root (ECMA-335 II.24.2.1): of an image, and of a portable PDB.
#pragma once

#include <string_view>

#include "base/bytes.h"

namespace celer::metadata {

inline constexpr uint32_t metadata_signature = 0x424a5342;  // "BSJB"

// The reader stands before the number of streams. visit(name, bytes, size): `bytes` is empty if the stream, of that
// size, does not lie inside the metadata. The reader fails if the list is cut short.
template <typename Visit>
void for_each_stream(ByteReader& reader, Bytes metadata, Visit visit) {
    for (uint32_t left = reader.read_u16(); left != 0 && !reader.failed(); left--) {
        uint32_t offset = reader.read_u32();
        uint32_t size = reader.read_u32();
        std::string_view name = as_text(reader.rest());
        name = name.substr(0, name.find('\0'));
        reader.skip(align_up<size_t>(name.size() + 1, 4));
        visit(name, subspan_or_empty(metadata, offset, size), size);
    }
}

}  // namespace celer::metadata
