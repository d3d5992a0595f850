#include "corelib/debug_directory.h"

#include "base/bytes.h"
#include "metadata/image.h"

namespace celer {

namespace {

// PE/COFF: offset of the PE signature, and what follows it.
constexpr size_t pe_offset_field = 0x3c;
constexpr size_t file_header_size = 4 + 20;  // with the signature
constexpr uint16_t pe32_plus = 0x20b;
constexpr size_t directories_offset_pe32 = 96;
constexpr size_t directories_offset_pe32_plus = 112;
constexpr size_t debug_directory_index = 6;
constexpr size_t debug_entry_size = 28;
constexpr size_t debug_entry_type_offset = 12;
constexpr uint32_t type_code_view = 2;
constexpr uint32_t type_embedded_pdb = 17;

}  // namespace

bool has_debug_directory(const metadata::Image& image) {
    ByteReader reader(image.file());
    reader.seek(pe_offset_field);
    size_t optional_header = reader.read_u32() + file_header_size;
    reader.seek(optional_header);
    size_t directories = reader.read_u16() == pe32_plus ? directories_offset_pe32_plus : directories_offset_pe32;
    reader.seek(optional_header + directories + debug_directory_index * 8);
    uint32_t address = reader.read_u32();
    uint32_t size = reader.read_u32();
    if (reader.failed() || address == 0 || size < debug_entry_size) return false;
    Bytes entries = image.rva(address, size);
    if (entries.size() < size) return false;
    for (size_t offset = 0; offset + debug_entry_size <= size; offset += debug_entry_size) {
        auto type = load_unaligned<uint32_t>(entries.data() + offset + debug_entry_type_offset);
        if (type == type_code_view || type == type_embedded_pdb) return true;
    }
    return false;
}

}  // namespace celer
