#include "metadata/image.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/assert.h"
#include "base/hresults.h"
#include "metadata/flags.h"
#include "metadata/image_checks.h"
#include "metadata/streams.h"

namespace celer::metadata {

namespace {

constexpr uint16_t kDosMagic = 0x5A4D;         // "MZ"
constexpr uint32_t kPeSignature = 0x00004550;  // "PE\0\0"
constexpr uint16_t kPe32 = 0x010B;
constexpr uint16_t kPe32Plus = 0x020B;
constexpr uint16_t kCharacteristicDll = 0x2000;
constexpr uint32_t kCliHeaderDirectory = 14;  // II.25.2.3.3
constexpr uint32_t kCliHeaderSize = 72;       // II.25.3.3
constexpr uint16_t kRuntimeVersion = 2;
constexpr size_t kCliDirectories[] = {24, 32, 40, 48, 56, 64};  // in the CLI header: all but the metadata
constexpr uint32_t kRootVersion = 0x00010001;                   // 1.1
constexpr uint32_t kReadyToRunSignature = 0x00525452;           // "RTR\0"
constexpr size_t kSectionHeaderSize = 40;
constexpr uint32_t kCanBeWritten = 0x80000000;  // II.25.3, a section's characteristics

std::unexpected<Error> bad_image(std::string_view what) {
    return fail(ErrorKind::BadImageFormat, fmt::format("Bad IL format: {}.", what));
}

struct Directory {
    uint32_t rva;
    uint32_t size;
};

Directory directory_at(Bytes header, size_t offset) {
    return {load_unaligned<uint32_t>(header.data() + offset), load_unaligned<uint32_t>(header.data() + offset + 4)};
}

}  // namespace

Result<void> Image::open(Bytes file) {
    CELER_ASSERT(file_.empty(), "an Image is opened once");
    file_ = file;
    Result<void> result = parse_pe();
    if (!result) {
        file_ = metadata_ = resources_ = strings_ = user_strings_ = guids_ = blobs_ = section_headers_ = {};
        for (TableView& table : tables_) table = {};
    } else if (ready_to_run_) {
        available_types_ = AvailableTypes(*this);
    }
    return result;
}

// II.25.2: DOS header, PE header, optional header, section headers.
Result<void> Image::parse_pe() {
    ByteReader reader(file_);
    if (reader.read_u16() != kDosMagic) return bad_image("not a PE file");
    reader.seek(0x3C);
    uint32_t pe_offset = reader.read_u32();
    reader.seek(pe_offset);
    if (reader.read_u32() != kPeSignature) return bad_image("no PE signature");
    machine_ = reader.read_u16();
    uint16_t section_count = reader.read_u16();
    reader.skip(12);
    uint16_t optional_header_size = reader.read_u16();
    dll_ = (reader.read_u16() & kCharacteristicDll) != 0;

    Bytes optional_header = reader.read_bytes(optional_header_size);
    section_headers_ = reader.read_bytes(section_count * kSectionHeaderSize);
    if (reader.failed()) return bad_image("truncated PE headers");

    ByteReader optional(optional_header);
    uint16_t magic = optional.read_u16();
    if (magic != kPe32 && magic != kPe32Plus) return bad_image("unknown PE format");
    pe32_plus_ = magic == kPe32Plus;
    optional.seek(pe32_plus_ ? 108 : 92);
    uint32_t directory_count = optional.read_u32();
    optional.skip(kCliHeaderDirectory * 8);
    Directory cli{optional.read_u32(), optional.read_u32()};
    if (optional.failed() || directory_count <= kCliHeaderDirectory || cli.rva == 0) {
        return bad_image("the file has no CLI header, it is not a managed assembly");
    }
    Bytes cli_header = rva_bytes(cli.rva, kCliHeaderSize);
    if (cli_header.empty()) return bad_image("the CLI header lies outside the file");
    return parse_cli_header(cli_header);
}

// II.25.3.3.
Result<void> Image::parse_cli_header(Bytes header) {
    uint16_t runtime_version = load_unaligned<uint16_t>(header.data() + 4);
    if (runtime_version != kRuntimeVersion) return bad_image("unknown version of the CLI header");
    Directory metadata = directory_at(header, 8);
    cor_flags_ = load_unaligned<uint32_t>(header.data() + 16);
    il_only_ = (cor_flags_ & cor_flags::kILOnly) != 0;
    if ((cor_flags_ & cor_flags::kNativeEntryPoint) == 0) {
        entry_point_ = Token(load_unaligned<uint32_t>(header.data() + 20));
    }
    if (!is_cli_header_consistent(header)) return bad_image("the CLI header is damaged");
    for (size_t at : kCliDirectories) {
        Directory directory = directory_at(header, at);
        bool absent = directory.rva == 0 && directory.size == 0;
        if (!absent && !lies_in_section(directory.rva, directory.size))
            return bad_image("a directory of the CLI header lies outside the file");
    }
    Directory resources = directory_at(header, 24);
    if (resources.rva != 0) resources_ = rva_bytes(resources.rva, resources.size);
    Directory native = directory_at(header, 64);
    if (native.rva != 0) {
        Bytes native_header = rva_bytes(native.rva, 4);
        ready_to_run_ =
            !native_header.empty() && load_unaligned<uint32_t>(native_header.data()) == kReadyToRunSignature;
    }
    metadata_ = rva_bytes(metadata.rva, metadata.size);
    if (metadata_.empty() || !lies_in_section(metadata.rva, metadata.size))
        return bad_image("the metadata lies outside the file");
    return parse_metadata_root();
}

// II.24.2.1, II.24.2.2.
Result<void> Image::parse_metadata_root() {
    ByteReader reader(metadata_);
    if (reader.read_u32() != metadata_signature) return bad_image("no metadata signature");
    if (!are_streams_in_order(metadata_)) return bad_image("the metadata streams are damaged");
    uint32_t root_version = reader.read_u32();
    reader.skip(4);
    uint32_t version_size = reader.read_u32();
    std::string_view version = as_text(reader.read_bytes(version_size));
    version_ = version.substr(0, version.find('\0'));
    uint16_t flags = reader.read_u16();
    if (root_version != kRootVersion) return fail(hresult::old_version);
    if ((flags & 0xff) != 0) return fail(hresult::file_corrupt);
    Bytes tables;
    bool is_outside = false;
    for_each_stream(reader, metadata_, [&](std::string_view name, Bytes stream, uint32_t size) {
        is_outside |= stream.empty() && size != 0;
        Bytes* slot = name == "#~" || name == "#-" ? &tables
                      : name == "#Strings"         ? &strings_
                      : name == "#US"              ? &user_strings_
                      : name == "#GUID"            ? &guids_
                      : name == "#Blob"            ? &blobs_
                                                   : nullptr;
        if (slot != nullptr && slot->empty()) *slot = stream;
    });
    if (is_outside) return bad_image("a metadata stream lies outside the metadata");
    if (reader.failed()) return bad_image("truncated metadata header");
    if (tables.empty()) return fail(hresult::file_corrupt);
    if (strings_.empty()) return bad_image("no metadata strings");
    // So that every string ends with a zero inside the heap.
    while (!strings_.empty() && strings_.back() != std::byte{0}) strings_ = strings_.first(strings_.size() - 1);
    return parse_tables(tables);
}

Result<void> Image::check_names() const {
    if (ready_to_run_) return {};
    if (!has(module_def(1).name)) return bad_image("the module's name is damaged");
    for (uint32_t rid = 2; rid <= row_count(Table::TypeDef); ++rid) {  // <Module> is looked up by no name
        TypeDefRow row = type_def(rid);
        if (!has(row.name) || !has(row.name_space)) return bad_image("a type's name is damaged");
    }
    // A type stands behind the one around it. Rows that are found for no type do not matter.
    for (uint32_t rid = 2; rid <= row_count(Table::TypeDef) && row_count(Table::NestedClass) != 0; ++rid) {
        uint32_t row = matching(Table::NestedClass, 0, rid).first();
        if (row != 0 && nested_class(row).enclosing_type - 1 >= rid - 1)
            return bad_image("an enclosing type is missing");
    }
    return {};
}

namespace {

struct Section {
    uint32_t virtual_size, start, file_size, file_offset;
    bool is_writable;
};

Section read_section(const std::byte* header) {
    return {load_unaligned<uint32_t>(header + 8), load_unaligned<uint32_t>(header + 12),
            load_unaligned<uint32_t>(header + 16), load_unaligned<uint32_t>(header + 20),
            (load_unaligned<uint32_t>(header + 36) & kCanBeWritten) != 0};
}

}  // namespace

Bytes Image::rva(uint32_t rva, uint32_t min_size) const {
    for (size_t at = 0; at + kSectionHeaderSize <= section_headers_.size(); at += kSectionHeaderSize) {
        Section header = read_section(section_headers_.data() + at);
        if (rva < header.start || rva - header.start >= header.file_size) continue;
        Bytes section = subspan_or_empty(file_, header.file_offset, header.file_size);
        if (section.empty() && header.file_offset < file_.size())
            section = file_.subspan(header.file_offset);  // truncated file
        uint32_t within = rva - header.start;
        if (within >= section.size() || section.size() - within < min_size) return {};
        return section.subspan(within);
    }
    return {};
}

Bytes Image::field_data(uint32_t rva) const {
    if (Bytes found = this->rva(rva, 1); !found.empty())
        return file_.subspan(static_cast<size_t>(found.data() - file_.data()));
    return rva < file_.size() ? file_.subspan(rva) : Bytes{};
}

std::vector<Bytes> Image::writable_sections() const {
    std::vector<Bytes> sections;
    for (size_t at = 0; at + kSectionHeaderSize <= section_headers_.size(); at += kSectionHeaderSize) {
        Section header = read_section(section_headers_.data() + at);
        if (!header.is_writable) continue;
        Bytes section = subspan_or_empty(file_, header.file_offset, header.file_size);
        if (!section.empty()) sections.push_back(section);
    }
    return sections;
}

// Wholly in one section, which the program cannot write.
bool Image::lies_in_section(uint32_t rva, uint32_t size) const {
    for (size_t at = 0; at + kSectionHeaderSize <= section_headers_.size(); at += kSectionHeaderSize) {
        Section header = read_section(section_headers_.data() + at);
        if (rva < header.start || rva - header.start >= header.virtual_size) continue;
        uint32_t within = rva - header.start;
        uint32_t end = std::min(header.virtual_size, header.file_size);
        return within <= end && size <= end - within && !header.is_writable;
    }
    return false;
}

Bytes Image::rva_bytes(uint32_t address, uint32_t size) const {
    Bytes bytes = rva(address, size);
    return bytes.empty() ? bytes : bytes.first(size);
}

Bytes Image::resource(uint32_t offset) const {
    Bytes size = subspan_or_empty(resources_, offset, 4);
    return size.empty() ? Bytes{}
                        : subspan_or_empty(resources_, size_t{offset} + 4, load_unaligned<uint32_t>(size.data()));
}

// Heaps --------------------------------------------------------------------------------------------------------------

// II.24.2.4: a length in one, two or four bytes, and that many bytes.
bool Image::compressed_at(Bytes heap, uint32_t offset, Bytes& content) const {
    if (offset >= heap.size()) return false;
    const std::byte* at = heap.data() + offset;
    size_t left = heap.size() - offset;
    uint32_t first = static_cast<uint8_t>(at[0]);
    size_t size;
    size_t header;
    if (first < 0x80) {
        size = first;
        header = 1;
    } else if (first < 0xC0) {
        if (left < 2) return false;
        size = (first & 0x3F) << 8 | static_cast<uint8_t>(at[1]);
        header = 2;
    } else {
        if (left < 4 || first >= 0xE0) return false;
        size = (first & 0x1F) << 24 | static_cast<uint32_t>(at[1]) << 16 | static_cast<uint32_t>(at[2]) << 8 |
               static_cast<uint32_t>(at[3]);
        header = 4;
    }
    if (size > left - header) return false;
    content = {at + header, size};
    return true;
}

Bytes Image::blob(BlobIndex index) const {
    Bytes content;
    compressed_at(blobs_, index.offset, content);
    return content;
}

Bytes Image::guid(GuidIndex index) const {
    return index.number == 0 ? Bytes{} : subspan_or_empty(guids_, size_t{index.number - 1} * 16, 16);
}

Bytes Image::user_string(uint32_t offset) const {
    Bytes content;
    if (!compressed_at(user_strings_, offset, content)) return {};
    return content.first(content.size() & ~size_t{1});
}

bool Image::is_user_string(uint32_t offset) const {
    Bytes content;
    return compressed_at(user_strings_, offset, content) && !content.empty();
}

bool Image::is_valid(Token token) const {
    if (token.is(Table::UserString)) return is_user_string(token.rid());
    return token.rid() - 1 < row_count(token.table());
}

}  // namespace celer::metadata
