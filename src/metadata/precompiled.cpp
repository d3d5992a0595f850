#include "metadata/precompiled.h"

#include <algorithm>
#include <bit>
#include <optional>

#include "metadata/image.h"

namespace celer::metadata {

namespace {

constexpr size_t pe_offset_field = 0x3c;
constexpr size_t file_header_size = 4 + 20;  // with the signature
constexpr uint16_t pe32_plus = 0x20b;
constexpr size_t directories_offset_pe32 = 96;
constexpr size_t directories_offset_pe32_plus = 112;
constexpr size_t cli_directory_index = 14;
constexpr uint32_t cli_header_size = 72;
constexpr size_t managed_native_header_offset = 64;

constexpr uint32_t ready_to_run_signature = 0x00525452;  // "RTR"
constexpr uint32_t ready_to_run_header_size = 16;
constexpr uint32_t most_sections = 64;
constexpr uint32_t flag_multi_module_bubble = 0x40;
constexpr uint32_t section_available_types = 108;
constexpr uint32_t section_instance_entry_points = 109;
constexpr uint32_t section_cross_module_inline_info = 119;

constexpr uint32_t inlinee_is_cross_module = 1;
constexpr uint32_t inlinee_has_cross_module_inliners = 2;
constexpr uint32_t inlinee_rid_shift = 2;
constexpr uint32_t inliner_has_module = 1;
constexpr uint32_t inliner_rid_shift = 1;

struct Directory {
    uint32_t rva = 0;
    uint32_t size = 0;
};

Directory read_directory(ByteReader& reader) {
    Directory directory;
    directory.rva = reader.read_u32();
    directory.size = reader.read_u32();
    return directory;
}

Bytes ready_to_run_header(const Image& image) {
    ByteReader reader(image.file());
    reader.seek(pe_offset_field);
    size_t optional_header = reader.read_u32() + file_header_size;
    reader.seek(optional_header);
    size_t directories = reader.read_u16() == pe32_plus ? directories_offset_pe32_plus : directories_offset_pe32;
    reader.seek(optional_header + directories + cli_directory_index * 8);
    Directory cli = read_directory(reader);
    if (reader.failed() || cli.rva == 0) return {};
    ByteReader header(image.rva(cli.rva, cli_header_size));
    header.seek(managed_native_header_offset);
    Directory native = read_directory(header);
    if (header.failed() || native.rva == 0) return {};
    return image.rva(native.rva, ready_to_run_header_size);
}

// The variable-length numbers of ReadyToRun tables: the trailing ones of the first byte tell how many bytes follow.
uint32_t read_number(ByteReader& reader) {
    uint32_t first = reader.read_u8();
    uint32_t extra = first & 1 ? first & 2 ? first & 4 ? first & 8 ? 4u : 3u : 2u : 1u : 0u;
    if (extra == 4) return reader.read_u32();
    uint32_t value = first >> (extra + 1);
    for (uint32_t i = 0; i < extra; i++) value |= static_cast<uint32_t>(reader.read_u8()) << (7 - extra + 8 * i);
    return value;
}

int32_t read_signed_number(ByteReader& reader) {
    size_t start = reader.offset();
    uint32_t value = read_number(reader);
    size_t bytes = reader.offset() - start;
    if (bytes == 0 || bytes > 4) return static_cast<int32_t>(value);
    uint32_t unused = 32 - static_cast<uint32_t>(bytes) * 7;  // n bytes hold 7n bits
    return static_cast<int32_t>(value << unused) >> unused;
}

// A hash table: one byte with the number of buckets and the width of their offsets, the offsets, then in each bucket
// entries of one hash byte and a relative offset to the entry's data.
class HashTable {
  public:
    explicit HashTable(Bytes section) : section_(section) {
        if (section.empty()) return;
        uint32_t description = static_cast<uint32_t>(section[0]);
        width_log2_ = description & 3;
        if (width_log2_ > 2 || description >> 2 > 24) return;
        size_t count = size_t{1} << (description >> 2);
        if ((count + 1) << width_log2_ <= section.size() - base) bucket_count_ = count;
    }

    size_t bucket_count() const { return bucket_count_; }  // 0: damaged

    size_t begin_of(size_t bucket) const {
        ByteReader reader(section_);
        reader.seek(base + (bucket << width_log2_));
        return base + (width_log2_ == 0 ? reader.read_u8() : width_log2_ == 1 ? reader.read_u16() : reader.read_u32());
    }
    size_t end_of(size_t bucket) const { return begin_of(bucket + 1); }

  private:
    static constexpr size_t base = 1;
    Bytes section_;
    uint32_t width_log2_ = 0;
    size_t bucket_count_ = 0;
};

// Where the data of the entry are that the reader has come to, behind its hash byte.
size_t read_place(ByteReader& reader) {
    size_t here = reader.offset();
    return here + static_cast<size_t>(intptr_t{read_signed_number(reader)});
}

// Calls visit with the offset of the data of every entry.
template <typename Visit>
void for_each_entry(Bytes section, Visit visit) {
    HashTable table(section);
    size_t most_entries = section.size();  // buckets of damaged tables overlap
    for (size_t bucket = 0; bucket < table.bucket_count(); bucket++) {
        ByteReader reader(section);
        size_t end = table.end_of(bucket);
        reader.seek(table.begin_of(bucket));
        while (!reader.failed() && reader.offset() < end) {
            if (most_entries-- == 0) return;
            reader.skip(1);  // hash
            size_t place = read_place(reader);
            if (!reader.failed()) visit(place);
        }
    }
}

// Calls visit with the type and the place of every section of the image; returns the header's flags, nothing if the
// image has no precompiled code.
template <typename Visit>
std::optional<uint32_t> for_each_section(const Image& image, Visit visit) {
    Bytes header = ready_to_run_header(image);
    ByteReader reader(header);
    if (header.empty() || reader.read_u32() != ready_to_run_signature) return {};
    reader.skip(4);  // version
    uint32_t flags = reader.read_u32();
    uint32_t count = std::min(reader.read_u32(), most_sections);
    for (uint32_t i = 0; i < count; i++) {
        uint32_t type = reader.read_u32();
        Directory place = read_directory(reader);
        if (!reader.failed() && place.size != 0) visit(type, place);
    }
    return flags;
}

uint32_t hash_of(std::string_view text) {
    if (text.empty()) return 0;
    uint32_t even = 0x6da3b944;
    uint32_t odd = 0;
    for (size_t i = 0; i < text.size(); i++) {
        uint32_t& hash = i % 2 == 0 ? even : odd;
        hash = (hash + std::rotl(hash, 5)) ^ static_cast<uint32_t>(static_cast<int8_t>(text[i]));
    }
    even += std::rotl(even, 8);
    odd += std::rotl(odd, 8);
    return even ^ odd;
}

}  // namespace

AvailableTypes::AvailableTypes(const Image& image) {
    for_each_section(image, [&](uint32_t type, Directory place) {
        if (type != section_available_types) return;
        Bytes section = image.rva(place.rva, place.size);
        if (HashTable(section).bucket_count() != 0) section_ = section;
    });
}

uint32_t AvailableTypes::hash(std::string_view name_space, std::string_view name) {
    return hash_of(name_space) ^ hash_of(name);
}

AvailableTypes::Entries AvailableTypes::entries_of(uint32_t hash) const {
    HashTable table(section_);
    size_t bucket = hash >> 8 & (table.bucket_count() - 1);
    Entries entries{ByteReader(section_), table.end_of(bucket), static_cast<uint8_t>(hash)};
    entries.reader.seek(table.begin_of(bucket));
    return entries;
}

uint32_t AvailableTypes::Entries::next(bool exported) {
    constexpr uint32_t is_exported = 1;
    while (!reader.failed() && reader.offset() < end) {
        bool is_candidate = reader.read_u8() == hash;
        size_t place = read_place(reader);
        if (!is_candidate || reader.failed()) continue;
        ByteReader entry = reader;
        entry.seek(place);
        uint32_t value = read_number(entry);
        if (!entry.failed() && value >> 1 != 0 && (value & is_exported) == exported) return value >> 1;
    }
    return 0;
}

PrecompiledCode::PrecompiledCode(const Image& image) {
    std::optional<uint32_t> flags = for_each_section(image, [&](uint32_t type, Directory place) {
        if (type == section_cross_module_inline_info) inline_section_ = image.rva(place.rva, place.size);
        if (type == section_instance_entry_points) instance_section_ = image.rva(place.rva, place.size);
    });
    if (!flags) return;
    exists_ = true;
    for_each_entry(inline_section_, [&](size_t offset) { read_inlinee(offset, *flags & flag_multi_module_bubble); });
    for_each_entry(instance_section_, [&](size_t offset) { read_instance(offset); });
    std::ranges::sort(inlinees_, {}, &Inlinee::rid);
    std::ranges::sort(instances_, {}, &Instance::rid);
}

void PrecompiledCode::read_inlinee(size_t offset, bool has_module_index) {
    ByteReader reader(inline_section_);
    reader.seek(offset);
    uint32_t count = read_number(reader);
    uint32_t inlinee = read_number(reader);
    count--;
    if (reader.failed() || inlinee & inlinee_is_cross_module) return;
    if (has_module_index) {
        if (read_number(reader) != 0) return;
        count--;
    }
    if (inlinee & inlinee_has_cross_module_inliners) {
        uint32_t others = read_number(reader);
        count -= others + 1;
        for (uint32_t i = 0; i < others && !reader.failed(); i++) read_number(reader);
    }
    if (reader.failed()) return;
    inlinees_.push_back({inlinee >> inlinee_rid_shift, static_cast<uint32_t>(reader.offset()), count});
}

void PrecompiledCode::read_instance(size_t offset) {
    ByteReader reader(instance_section_);
    reader.seek(offset);
    Instance instance{};
    instance.flags = read_compressed(reader);
    if (instance.flags & (instance_flags::is_member_ref | instance_flags::has_module)) return;
    if (instance.flags & instance_flags::has_owner) {
        instance.owner = static_cast<uint32_t>(reader.offset());
        if (!skip_type_signature(reader)) return;
    }
    instance.rid = read_compressed(reader);
    instance.arguments = static_cast<uint32_t>(reader.offset());
    if (!reader.failed()) instances_.push_back(instance);
}

bool PrecompiledCode::inlines(uint32_t inliner_rid, uint32_t inlinee_rid) const {
    auto entry = std::ranges::lower_bound(inlinees_, inlinee_rid, {}, &Inlinee::rid);
    for (; entry != inlinees_.end() && entry->rid == inlinee_rid; ++entry) {
        ByteReader reader(inline_section_);
        reader.seek(entry->stream);
        uint32_t rid = 0;
        for (uint32_t left = entry->count; left > 0 && !reader.failed() && rid < inliner_rid; left--) {
            uint32_t delta = read_number(reader);
            rid += delta >> inliner_rid_shift;
            if ((delta & inliner_has_module) && left > 1) {
                read_number(reader);
                left--;
                continue;
            }
            if (rid == inliner_rid) return true;
        }
    }
    return false;
}

std::span<const PrecompiledCode::Instance> PrecompiledCode::instances_of(uint32_t method_rid) const {
    auto range = std::ranges::equal_range(instances_, method_rid, {}, &Instance::rid);
    return {range.begin(), range.end()};
}

uint32_t read_compressed(ByteReader& reader) {
    uint32_t first = reader.read_u8();
    if ((first & 0x80) == 0) return first;
    if ((first & 0x40) == 0) return (first & 0x3f) << 8 | reader.read_u8();
    uint32_t value = (first & 0x1f) << 24;
    value |= static_cast<uint32_t>(reader.read_u8()) << 16;
    value |= static_cast<uint32_t>(reader.read_u8()) << 8;
    return value | reader.read_u8();
}

bool skip_type_signature(ByteReader& reader) {
    constexpr uint32_t deepest = 64;
    uint32_t pending = 1;  // types still to be skipped
    for (uint32_t steps = 0; pending > 0 && !reader.failed(); steps++) {
        if (steps > deepest * deepest) return false;
        uint8_t code = reader.read_u8();
        pending--;
        switch (code) {
            case 0x11:  // value type
            case 0x12:  // class
            case 0x13:  // variables
            case 0x1e:
                read_compressed(reader);
                break;
            case 0x0f:  // pointer, byref, one-dimensional array
            case 0x10:
            case 0x1d:
                pending++;
                break;
            case 0x15:  // instance of a generic type
                reader.skip(1);
                read_compressed(reader);
                pending += read_compressed(reader);
                break;
            default:
                if (code != element_canonical && code > 0x1c) return false;
                break;
        }
    }
    return !reader.failed();
}

}  // namespace celer::metadata
