// Assembly names as CoreLib passes them to the engine and back.
#pragma once

#include <cstdint>
#include <string>

#include "metadata/assembly_identity.h"
#include "object/object.h"
#include "runtime/thread.h"

namespace celer {

struct NativeAssemblyNameParts {  // System.Reflection.NativeAssemblyNameParts
    const char16_t* name;
    uint16_t major, minor, build, revision;  // 0xffff: left open
    const char16_t* culture;                 // null: left open
    const uint8_t* public_key_or_token;
    int32_t public_key_or_token_size;
    int32_t flags;  // System.Reflection.AssemblyNameFlags: 1 if it is a whole public key
};

void append_utf8(std::string& text, char32_t code_point);
std::string utf8_of(const char16_t* text);  // null: empty

// An identity with the text that it views.
struct NamedIdentity {
    std::string name;
    std::string culture;
    metadata::AssemblyIdentity identity;
};
void read_assembly_name(const NativeAssemblyNameParts& parts, NamedIdentity& result);  // result must not move after

// A System.Reflection.AssemblyName; null and an exception if its constructor threw.
struct NewAssemblyName {
    Object* name;
    Object* exception;
};
NewAssemblyName new_assembly_name(Thread& thread, const metadata::Image& image, uint32_t assembly_ref_rid);
NewAssemblyName new_assembly_name(Thread& thread, std::string_view display_name);

}  // namespace celer
