#include "metadata/assembly_identity.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>

#include "base/hresults.h"
#include "metadata/digests.h"
#include "metadata/flags.h"
#include "metadata/image.h"

namespace celer::metadata {

namespace {

char lower(char c) {
    return c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
}

AssemblyVersion version_of(const auto& row) {
    return {static_cast<uint16_t>(row.major), static_cast<uint16_t>(row.minor), static_cast<uint16_t>(row.build),
            static_cast<uint16_t>(row.revision)};
}

constexpr uint16_t unspecified = 0xffff;

// Parts that are left open are not written, and a version of one part is none.
std::string version_text(const AssemblyVersion& version) {
    const uint16_t parts[] = {version.major, version.minor, version.build, version.revision};
    auto count = std::ranges::find(parts, unspecified) - std::begin(parts);
    if (count < 2) return {};
    std::string text = ", Version=";
    for (ptrdiff_t i = 0; i < count; ++i) text += fmt::format("{}{}", i == 0 ? "" : ".", parts[i]);
    return text;
}

// The blob that II.6.2.1.3 describes: what signs, what digests, the size of the key, and the key.
bool is_public_key(Bytes key) {
    constexpr size_t header_size = 12;
    constexpr uint32_t class_mask = 0xe000, signature_class = 0x2000, digest_class = 0x8000;
    constexpr uint32_t number_mask = 0x1ff, first_digest = 4;  // SHA-1
    constexpr std::byte public_key_blob{6};
    constexpr uint8_t standard_key[16] = {0, 0, 0, 0, 0, 0, 0, 0, 4, 0, 0, 0, 0, 0, 0, 0};  // II.6.2.1.3, ECMA's
    if (key.size() == sizeof(standard_key) && std::memcmp(key.data(), standard_key, sizeof(standard_key)) == 0)
        return true;
    if (key.size() <= header_size) return false;
    auto word = [&](size_t at) { return load_unaligned<uint32_t>(key.data() + at); };
    uint32_t signs = word(0), digests = word(4);
    if (key.size() != header_size + size_t{word(8)} || key[header_size] != public_key_blob) return false;
    if (signs != 0 && (signs & class_mask) != signature_class) return false;
    return digests == 0 || ((digests & class_mask) == digest_class && (digests & number_mask) >= first_digest);
}

// Special characters are escaped. Quotes stand around what has some, or spaces at its ends; the quotes that it has not.
std::string quoted(std::string_view name) {
    constexpr std::string_view blanks = " \t";
    bool blank_ends = !name.empty() && (blanks.contains(name.front()) || blanks.contains(name.back()));
    bool quotes = blank_ends || name.find_first_of("\"'") != name.npos;
    char quote = name.contains('"') && !name.contains('\'') ? '\'' : '"';
    std::string text;
    for (char c : name) {
        constexpr std::string_view special = ",=\\\t\r\n";
        constexpr std::string_view written = ",=\\trn";
        size_t index = special.find(c);
        if (index != special.npos || c == quote) text += '\\';
        text += index != special.npos ? written[index] : c;
    }
    return quotes ? quote + text + quote : text;
}

}  // namespace

bool is_at_least(const AssemblyVersion& found, const AssemblyVersion& wanted) {
    const uint16_t found_parts[] = {found.major, found.minor, found.build, found.revision};
    const uint16_t wanted_parts[] = {wanted.major, wanted.minor, wanted.build, wanted.revision};
    for (size_t i = 0; i < std::size(wanted_parts); ++i) {
        if (wanted_parts[i] == unspecified) return true;
        if (found_parts[i] != wanted_parts[i]) return found_parts[i] > wanted_parts[i];
    }
    return true;
}

Result<AssemblyIdentity> assembly_identity(const Image& image) {
    if (image.row_count(Table::Assembly) == 0) {
        return fail(ErrorKind::BadImageFormat, "The module was expected to contain an assembly manifest.");
    }
    AssemblyRow row = image.assembly_def(1);
    if (!image.has(row.public_key) || !image.has(row.name) || !image.has(row.culture))
        return fail(hresult::index_not_found);
    AssemblyIdentity identity;
    identity.name = image.string(row.name);
    identity.culture = image.string(row.culture);
    identity.version = version_of(row);
    identity.retargetable = (row.flags & assembly_flags::kRetargetable) != 0;
    uint32_t content = row.flags & assembly_flags::kContentTypeMask;
    bool is_content_known = content == 0 || content == assembly_flags::kContentTypeWindowsRuntime;
    if (identity.name.empty() || !is_content_known) return fail(hresult::bad_assembly_name);
    Bytes key = image.blob(row.public_key);
    if (!key.empty() && !is_public_key(key)) return fail(hresult::bad_public_key);
    identity.has_public_key_token = !key.empty();
    if (!key.empty()) identity.public_key_token = public_key_token(key);
    return identity;
}

Result<AssemblyIdentity> assembly_ref_identity(const Image& image, uint32_t assembly_ref_rid) {
    AssemblyRefRow row = image.assembly_ref(assembly_ref_rid);
    if (!image.has(row.public_key_or_token) || !image.has(row.name) || !image.has(row.culture))
        return fail(hresult::index_not_found);
    AssemblyIdentity identity;
    identity.name = image.string(row.name);
    identity.culture = image.string(row.culture);
    identity.version = version_of(row);
    identity.retargetable = (row.flags & assembly_flags::kRetargetable) != 0;
    uint32_t machine = row.flags & assembly_flags::kArchitectureMask;
    identity.is_for_other_machine =
        machine != 0 && machine != assembly_flags::kArchitectureAny && machine != assembly_flags::kArchitectureAmd64;
    Bytes key = image.blob(row.public_key_or_token);
    identity.has_public_key_token = !key.empty();
    if ((row.flags & assembly_flags::kPublicKey) != 0) {
        if (!key.empty() && !is_public_key(key)) return fail(hresult::bad_public_key);
        if (!key.empty()) identity.public_key_token = public_key_token(key);
    } else if (key.size() == identity.public_key_token.size()) {
        std::memcpy(identity.public_key_token.data(), key.data(), key.size());
    } else {
        identity.has_public_key_token = false;
    }
    return identity;
}

PublicKeyToken public_key_token(Bytes public_key) {
    std::array<uint8_t, 20> digest = sha1(public_key);
    PublicKeyToken token;
    std::reverse_copy(digest.end() - token.size(), digest.end(), token.begin());
    return token;
}

bool same_assembly_name(std::string_view a, std::string_view b) {
    return std::ranges::equal(a, b, [](char x, char y) { return lower(x) == lower(y); });
}

bool satisfies(const AssemblyIdentity& definition, const AssemblyIdentity& reference) {
    if (!same_assembly_name(definition.name, reference.name)) return false;
    if (reference.has_culture && !same_assembly_name(definition.culture, reference.culture)) return false;
    if (reference.has_public_key_token &&
        (!definition.has_public_key_token || definition.public_key_token != reference.public_key_token)) {
        return false;
    }
    return !reference.has_version || is_at_least(definition.version, reference.version);
}

std::string display_name(const AssemblyIdentity& identity) {
    std::string text = quoted(identity.name);
    if (identity.has_version) text += version_text(identity.version);
    if (identity.has_culture) {
        text += fmt::format(", Culture={}", identity.culture.empty() ? "neutral" : identity.culture);
    }
    if (identity.has_public_key_token) {
        text += ", PublicKeyToken=";
        for (uint8_t byte : identity.public_key_token) text += fmt::format("{:02x}", byte);
    } else {
        text += ", PublicKeyToken=null";
    }
    if (identity.retargetable) text += ", Retargetable=Yes";
    return text;
}

}  // namespace celer::metadata
