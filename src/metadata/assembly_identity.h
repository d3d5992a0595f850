// The identity of an assembly: name, version, culture and public key token (ECMA-335 II.6.2.1).
//
// Identities view the image or text they were read from and are valid as long as it is. An identity with has_version or
// has_public_key_token false leaves that part open, as a partial name in Assembly.Load does.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "base/bytes.h"
#include "base/result.h"

namespace celer::metadata {

class Image;

using PublicKeyToken = std::array<uint8_t, 8>;

struct AssemblyVersion {
    uint16_t major = 0;
    uint16_t minor = 0;
    uint16_t build = 0;
    uint16_t revision = 0;

    friend auto operator<=>(const AssemblyVersion&, const AssemblyVersion&) = default;
};

// A part of the wanted version with all bits set, and what follows it, is left open.
bool is_at_least(const AssemblyVersion& found, const AssemblyVersion& wanted);

struct AssemblyIdentity {
    std::string_view name;
    std::string_view culture;  // empty: neutral
    AssemblyVersion version;
    PublicKeyToken public_key_token{};
    bool has_version = true;
    bool has_culture = true;
    bool has_public_key_token = false;  // false: none (null), or left open in a partial name
    bool retargetable = false;
    bool is_for_other_machine = false;  // a reference: to the assembly for a machine that this one is not
};

// Identity of the image itself; fails when it has no Assembly row (a module), or one that is damaged.
Result<AssemblyIdentity> assembly_identity(const Image& image);
// Fails when the row is damaged.
Result<AssemblyIdentity> assembly_ref_identity(const Image& image, uint32_t assembly_ref_rid);

// The last eight bytes, reversed, of the SHA-1 of a public key (II.6.2.1.3).
PublicKeyToken public_key_token(Bytes public_key);

// Simple names and cultures compare without regard to ASCII case.
bool same_assembly_name(std::string_view a, std::string_view b);

// `definition` can serve where `reference` is asked for: same name, culture and (if given) public key token, and a
// version that is not lower than the one asked for.
bool satisfies(const AssemblyIdentity& definition, const AssemblyIdentity& reference);

// "System.Runtime, Version=10.0.0.0, Culture=neutral, PublicKeyToken=b03f5f7f11d50a3a"
std::string display_name(const AssemblyIdentity& identity);

}  // namespace celer::metadata
