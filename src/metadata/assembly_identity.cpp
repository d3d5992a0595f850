#include "metadata/assembly_identity.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>

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

std::string_view trim(std::string_view text) {
    while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
    while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
    return text;
}

std::unexpected<Error> bad_name(std::string_view text) {
    return fail(ErrorKind::FileLoad, fmt::format("The given assembly name '{}' was invalid.", text), std::string(text));
}

bool parse_version(std::string_view text, AssemblyVersion& version) {
    uint16_t parts[4] = {};
    size_t count = 0;
    const char* at = text.data();
    const char* end = at + text.size();
    while (count < 4) {
        auto [stop, error] = std::from_chars(at, end, parts[count++]);
        if (error != std::errc()) return false;
        at = stop;
        if (at == end) break;
        if (*at++ != '.') return false;
    }
    version = {parts[0], parts[1], parts[2], parts[3]};
    return at == end && count >= 2;
}

bool parse_token(std::string_view text, PublicKeyToken& token) {
    if (text.size() != 16) return false;
    for (size_t i = 0; i < token.size(); ++i) {
        auto [stop, error] = std::from_chars(text.data() + 2 * i, text.data() + 2 * i + 2, token[i], 16);
        if (error != std::errc() || stop != text.data() + 2 * i + 2) return false;
    }
    return true;
}

// Special characters are escaped. Quotes stand around what has some, or spaces at its ends; the quotes that it has not.
std::string quoted(std::string_view name) {
    bool quotes = trim(name) != name || name.find_first_of("\"'") != name.npos;
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
    return !reference.has_version || definition.version >= reference.version;
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

Result<AssemblyIdentity> parse_display_name(std::string_view text) {
    AssemblyIdentity identity;
    identity.has_version = identity.has_culture = false;
    size_t comma = text.find(',');
    identity.name = trim(text.substr(0, comma));
    if (identity.name.empty() || identity.name.find_first_of("\\/:\"") != identity.name.npos) return bad_name(text);
    std::string_view rest = comma == text.npos ? std::string_view() : text.substr(comma + 1);
    while (!rest.empty()) {
        comma = rest.find(',');
        std::string_view part = rest.substr(0, comma);
        rest = comma == rest.npos ? std::string_view() : rest.substr(comma + 1);
        size_t equals = part.find('=');
        if (equals == part.npos) return bad_name(text);
        std::string_view key = trim(part.substr(0, equals));
        std::string_view value = trim(part.substr(equals + 1));
        if (same_assembly_name(key, "Version")) {
            if (!parse_version(value, identity.version)) return bad_name(text);
            identity.has_version = true;
        } else if (same_assembly_name(key, "Culture") || same_assembly_name(key, "Language")) {
            identity.culture = same_assembly_name(value, "neutral") ? std::string_view() : value;
            identity.has_culture = true;
        } else if (same_assembly_name(key, "PublicKeyToken")) {
            identity.has_public_key_token = !same_assembly_name(value, "null") && !value.empty();
            if (identity.has_public_key_token && !parse_token(value, identity.public_key_token)) return bad_name(text);
        } else if (same_assembly_name(key, "Retargetable")) {
            identity.retargetable = same_assembly_name(value, "Yes");
        }
        // Other parts (ProcessorArchitecture, ContentType) do not matter to this engine.
    }
    return identity;
}

}  // namespace celer::metadata
