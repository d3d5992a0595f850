#include "metadata/assembly_identity.h"

#include <fmt/format.h>

#include <algorithm>

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
    constexpr uint16_t unspecified = 0xffff;
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
    AssemblyIdentity identity;
    identity.name = image.string(row.name);
    identity.culture = image.string(row.culture);
    identity.version = version_of(row);
    identity.retargetable = (row.flags & assembly_flags::kRetargetable) != 0;
    Bytes key = image.blob(row.public_key);
    identity.has_public_key_token = !key.empty();
    if (!key.empty()) identity.public_key_token = public_key_token(key);
    return identity;
}

AssemblyIdentity assembly_ref_identity(const Image& image, uint32_t assembly_ref_rid) {
    AssemblyRefRow row = image.assembly_ref(assembly_ref_rid);
    AssemblyIdentity identity;
    identity.name = image.string(row.name);
    identity.culture = image.string(row.culture);
    identity.version = version_of(row);
    identity.retargetable = (row.flags & assembly_flags::kRetargetable) != 0;
    Bytes key = image.blob(row.public_key_or_token);
    identity.has_public_key_token = !key.empty();
    if ((row.flags & assembly_flags::kPublicKey) != 0) {
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
    if (identity.has_version) {
        const AssemblyVersion& version = identity.version;
        text += fmt::format(", Version={}.{}.{}.{}", version.major, version.minor, version.build, version.revision);
    }
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
