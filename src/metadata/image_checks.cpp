#include "metadata/image_checks.h"

#include <vector>

#include "metadata/flags.h"

namespace celer::metadata {

namespace {

constexpr size_t kRootSize = 16;          // II.24.2.1, up to the version's text
constexpr size_t kStreamCountSize = 4;    // flags and number of streams
constexpr size_t kStreamHeaderSize = 40;  // II.24.2.2, with the longest name
constexpr size_t kMaxStreamName = 32;

struct Stream {
    uint64_t begin, end;
};

uint32_t word(Bytes bytes, size_t at) {
    return load_unaligned<uint32_t>(bytes.data() + at);
}

bool overlaps(const std::vector<Stream>& streams, Stream stream) {
    for (Stream other : streams) {
        if (stream.begin < other.end && stream.end > other.begin) return true;
    }
    return false;
}

}  // namespace

bool is_cli_header_consistent(Bytes header) {
    using namespace cor_flags;
    constexpr uint32_t known = kILOnly | k32BitRequired | kILLibrary | kStrongNameSigned | kNativeEntryPoint |
                               kTrackDebugData | k32BitPreferred;
    constexpr size_t strong_name = 32, fixups_size = 52, jumps_size = 60, native_size = 68;
    uint32_t flags = word(header, 16);
    if (word(header, 0) < header.size() || (flags & ~known) != 0) return false;
    bool has_native_parts = word(header, fixups_size) != 0 || word(header, jumps_size) != 0;
    if ((flags & kILOnly) && (has_native_parts || (flags & kNativeEntryPoint))) return false;
    if ((flags & kStrongNameSigned) && word(header, strong_name) == 0) return false;
    return (flags & kILLibrary) || word(header, native_size) == 0;
}

bool are_streams_in_order(Bytes metadata) {
    if (metadata.size() < kRootSize) return false;
    size_t at = kRootSize + word(metadata, 12);
    if (at + kStreamCountSize > metadata.size()) return false;
    uint32_t count = load_unaligned<uint16_t>(metadata.data() + at + 2);
    at += kStreamCountSize;
    std::vector<size_t> headers;
    for (; count != 0; --count) {
        if (at + kStreamHeaderSize > metadata.size()) return false;
        std::string_view name = as_text(metadata.subspan(at + 8, kMaxStreamName));
        size_t length = name.find('\0');
        if (length == 0 || length == name.npos) return false;
        headers.push_back(at);
        at += align_up<size_t>(8 + length + 1, 4);
    }
    std::vector<Stream> streams;
    for (size_t header : headers) {
        Stream stream{word(metadata, header), uint64_t{word(metadata, header)} + word(metadata, header + 4)};
        bool is_inside = stream.begin >= at && stream.begin < metadata.size() && stream.end <= metadata.size();
        if (!is_inside || overlaps(streams, stream)) return false;
        streams.push_back(stream);
    }
    return true;
}

}  // namespace celer::metadata
