#include "il/method_body.h"

#include <fmt/format.h>

#include "base/assert.h"
#include "metadata/image.h"

namespace celer::il {

namespace {

constexpr uint8_t kFormatMask = 0x03;  // II.25.4.1
constexpr uint8_t kTinyFormat = 0x02;
constexpr uint8_t kFatFormat = 0x03;
constexpr uint16_t kMoreSections = 0x0008;  // II.25.4.4
constexpr uint16_t kInitLocals = 0x0010;
constexpr size_t kFatHeaderSize = 12;
constexpr uint8_t kSectionEHTable = 0x01;  // II.25.4.5
constexpr uint8_t kSectionKindMask = 0x3f;
constexpr uint8_t kSectionFat = 0x40;
constexpr uint8_t kSectionMore = 0x80;
constexpr size_t kSmallClauseSize = 12;  // II.25.4.6
constexpr size_t kFatClauseSize = 24;
constexpr uint32_t kTinyMaxStack = 8;
constexpr uint32_t kClauseKindMask = 7;  // CoreCLR ignores the other bits
constexpr char kBadFormat[] = "Bad IL format.";
constexpr char kBadRange[] = "Bad IL range.";

// CoreCLR reads headers when it loads a method, and clauses when it compiles it: the exceptions differ.
std::unexpected<Error> bad_header(const char* message) {
    return fail(ErrorKind::BadImageFormat, message);
}

std::unexpected<Error> invalid(const char* what) {
    return fail(ErrorKind::InvalidProgram, fmt::format("Invalid method body: {}.", what));
}

}  // namespace

std::string_view clause_kind_name(ClauseKind kind) {
    switch (kind) {
        case ClauseKind::Catch:
            return "catch";
        case ClauseKind::Filter:
            return "filter";
        case ClauseKind::Finally:
            return "finally";
        case ClauseKind::Fault:
            return "fault";
    }
    return "?";
}

Result<MethodBody> MethodBody::parse(Bytes bytes) {
    MethodBody body;
    if (bytes.empty()) return bad_header(kBadRange);
    uint8_t first = static_cast<uint8_t>(bytes[0]);
    if ((first & kFormatMask) == kTinyFormat) {
        size_t size = first >> 2;
        if (bytes.size() - 1 < size) return bad_header(kBadRange);
        body.code_ = bytes.subspan(1, size);
        body.max_stack_ = kTinyMaxStack;
        return body;
    }
    if ((first & kFormatMask) != kFatFormat || bytes.size() < kFatHeaderSize) return bad_header(kBadFormat);
    uint16_t flags = load_unaligned<uint16_t>(bytes.data());
    size_t header_size = size_t{flags} >> 12 << 2;
    size_t code_size = load_unaligned<uint32_t>(bytes.data() + 4);
    if (header_size < kFatHeaderSize) return bad_header(kBadFormat);
    if (header_size > bytes.size() || bytes.size() - header_size < code_size) return bad_header(kBadRange);
    body.max_stack_ = load_unaligned<uint16_t>(bytes.data() + 2);
    body.local_signature_ = metadata::Token(load_unaligned<uint32_t>(bytes.data() + 8));
    body.init_locals_ = (flags & kInitLocals) != 0;
    body.code_ = bytes.subspan(header_size, code_size);
    if ((flags & kMoreSections) != 0) {
        // Sections are aligned to four bytes, as the header is.
        CELER_TRY_VOID(body.parse_sections(bytes, align_up<size_t>(header_size + code_size, 4)));
    }
    return body;
}

// All sections must lie inside the image, but only the first one is looked into, and only if it has clauses.
Result<void> MethodBody::parse_sections(Bytes bytes, size_t offset) {
    Bytes clauses;
    bool are_fat = false;
    for (bool is_first = true;; is_first = false) {
        Bytes header = subspan_or_empty(bytes, offset, 4);
        if (header.empty()) return bad_header(kBadRange);
        uint8_t kind = static_cast<uint8_t>(header[0]);
        bool fat = (kind & kSectionFat) != 0;
        size_t size = fat ? load_unaligned<uint32_t>(header.data()) >> 8 : static_cast<uint8_t>(header[1]);
        bool has_clauses = (kind & kSectionKindMask) == kSectionEHTable;
        // Some compilers write a size without the section's own header: round down to whole clauses.
        size_t clause_size = fat ? kFatClauseSize : kSmallClauseSize;
        if (has_clauses) size = header.size() + size / clause_size * clause_size;
        Bytes section = subspan_or_empty(bytes, offset, size);
        if (section.empty()) return bad_header(kBadRange);
        if (is_first && has_clauses) {
            clauses = section.subspan(header.size());
            are_fat = fat;
        }
        if ((kind & kSectionMore) == 0) break;
        offset = align_up<size_t>(offset + size, 4);
    }
    return set_clauses(clauses, are_fat);
}

Result<void> MethodBody::set_clauses(Bytes clauses, bool fat) {
    clauses_ = clauses;
    fat_clauses_ = fat;
    clause_count_ = static_cast<uint32_t>(clauses.size() / (fat ? kFatClauseSize : kSmallClauseSize));
    uint32_t code_size = static_cast<uint32_t>(code_.size());
    for (uint32_t i = 0; i < clause_count_; ++i) {
        ExceptionClause entry = clause(i);
        switch (static_cast<uint32_t>(entry.kind)) {
            case static_cast<uint32_t>(ClauseKind::Catch):
            case static_cast<uint32_t>(ClauseKind::Finally):
            case static_cast<uint32_t>(ClauseKind::Fault):
                break;
            case static_cast<uint32_t>(ClauseKind::Filter):
                if (entry.filter_start >= entry.handler_start) return invalid("a filter does not precede its handler");
                break;
            default:
                return invalid("unknown kind of exception clause");
        }
        // A sum that wrapped around gives an end at or before its start.
        if (entry.try_end > code_size || entry.try_start >= entry.try_end)
            return invalid("a try block is out of range");
        if (entry.handler_end > code_size || entry.handler_start >= entry.handler_end) {
            return invalid("an exception handler is out of range");
        }
    }
    return {};
}

Result<MethodBody> MethodBody::of_method(const metadata::Image& image, uint32_t method_rid) {
    uint32_t rva = image.method_def(method_rid).rva;
    if (rva == 0) return invalid("the method has none");
    return parse(image.rva(rva, 1));
}

Result<MethodBody> MethodBody::from_parts(Bytes code, uint32_t max_stack, bool init_locals,
                                          metadata::Token local_signature, Bytes fat_clauses) {
    MethodBody body;
    body.code_ = code;
    body.max_stack_ = max_stack;
    body.init_locals_ = init_locals;
    body.local_signature_ = local_signature;
    if (fat_clauses.size() % kFatClauseSize != 0) return invalid("a truncated exception clause");
    CELER_TRY_VOID(body.set_clauses(fat_clauses, true));
    return body;
}

ExceptionClause MethodBody::clause(uint32_t index) const {
    CELER_ASSERT(index < clause_count_);
    ExceptionClause entry;
    uint32_t kind;
    uint32_t token_or_filter;
    if (fat_clauses_) {
        ByteReader reader(clauses_.subspan(index * kFatClauseSize, kFatClauseSize));
        kind = reader.read_u32();
        entry.try_start = reader.read_u32();
        entry.try_end = entry.try_start + reader.read_u32();
        entry.handler_start = reader.read_u32();
        entry.handler_end = entry.handler_start + reader.read_u32();
        token_or_filter = reader.read_u32();
    } else {
        ByteReader reader(clauses_.subspan(index * kSmallClauseSize, kSmallClauseSize));
        kind = reader.read_u16();
        entry.try_start = reader.read_u16();
        entry.try_end = entry.try_start + reader.read_u8();
        entry.handler_start = reader.read_u16();
        entry.handler_end = entry.handler_start + reader.read_u8();
        token_or_filter = reader.read_u32();
    }
    entry.kind = static_cast<ClauseKind>(kind & kClauseKindMask);
    if (entry.kind == ClauseKind::Filter) entry.filter_start = token_or_filter;
    if (entry.kind == ClauseKind::Catch) entry.catch_type = metadata::Token(token_or_filter);
    return entry;
}

}  // namespace celer::il
