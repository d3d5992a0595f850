#include "reflection/assembly_names.h"

#include <cstring>

#include "metadata/flags.h"
#include "metadata/image.h"
#include "reflection/exposed_objects.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/loader.h"

namespace celer {

namespace {

constexpr uint16_t open_part = 0xffff;
constexpr int32_t is_public_key = 1;

NewAssemblyName construct(Thread& thread, const char* signature, const void* argument) {
    MethodTable* table = corelib_type("System.Reflection", "AssemblyName");
    Object* object = allocate_or_throw(table);
    CallResult call = call_managed(thread, find_method(table, ".ctor", signature),
                                   {reinterpret_cast<uint64_t>(object), reinterpret_cast<uint64_t>(argument)});
    return {call.exception == nullptr ? object : nullptr, call.exception};
}

}  // namespace

void append_utf8(std::string& text, char32_t c) {
    if (c < 0x80) {
        text += static_cast<char>(c);
        return;
    }
    if (c < 0x800) {
        text += static_cast<char>(0xc0 | c >> 6);
    } else {
        if (c < 0x10000) {
            text += static_cast<char>(0xe0 | c >> 12);
        } else {
            text += static_cast<char>(0xf0 | c >> 18);
            text += static_cast<char>(0x80 | (c >> 12 & 0x3f));
        }
        text += static_cast<char>(0x80 | (c >> 6 & 0x3f));
    }
    text += static_cast<char>(0x80 | (c & 0x3f));
}

std::string utf8_of(const char16_t* text) {
    std::string result;
    if (text == nullptr) return result;
    std::u16string_view source(text);
    for (size_t i = 0; i < source.size(); i++) {
        char32_t c = source[i];
        if (c >= 0xd800 && c < 0xdc00 && i + 1 < source.size())
            c = 0x10000 + ((c - 0xd800) << 10) + (source[++i] - 0xdc00u);
        append_utf8(result, c);
    }
    return result;
}

void read_assembly_name(const NativeAssemblyNameParts& parts, NamedIdentity& result) {
    result.name = utf8_of(parts.name);
    result.culture = utf8_of(parts.culture);
    metadata::AssemblyIdentity& identity = result.identity;
    identity.name = result.name;
    identity.culture = result.culture;
    identity.has_culture = true;  // left open means neutral
    identity.has_version = parts.major != open_part;
    auto part = [](uint16_t value) { return value == open_part ? uint16_t{0} : value; };
    identity.version = {part(parts.major), part(parts.minor), part(parts.build), part(parts.revision)};
    if (!identity.has_version) identity.version = {};
    Bytes key(reinterpret_cast<const std::byte*>(parts.public_key_or_token),
              static_cast<size_t>(parts.public_key_or_token_size));
    if (key.empty()) return;
    identity.has_public_key_token = true;
    if (parts.flags & is_public_key) {
        identity.public_key_token = metadata::public_key_token(key);
    } else if (key.size() == identity.public_key_token.size()) {
        std::memcpy(identity.public_key_token.data(), key.data(), key.size());
    }
}

NewAssemblyName new_assembly_name(Thread& thread, const metadata::Image& image, uint32_t assembly_ref_rid) {
    metadata::AssemblyRefRow row = image.assembly_ref(assembly_ref_rid);
    auto* name = new std::u16string(to_utf16(image.string(row.name)));
    auto* culture = new std::u16string(to_utf16(image.string(row.culture)));
    Bytes key = image.blob(row.public_key_or_token);
    NativeAssemblyNameParts parts{name->c_str(),
                                  static_cast<uint16_t>(row.major),
                                  static_cast<uint16_t>(row.minor),
                                  static_cast<uint16_t>(row.build),
                                  static_cast<uint16_t>(row.revision),
                                  culture->c_str(),
                                  reinterpret_cast<const uint8_t*>(key.data()),
                                  static_cast<int32_t>(key.size()),
                                  static_cast<int32_t>(row.flags)};
    NewAssemblyName made = construct(thread, "void (System.Reflection.NativeAssemblyNameParts*)", &parts);
    delete name;
    delete culture;
    return made;
}

NewAssemblyName new_assembly_name(Thread& thread, std::string_view display_name) {
    return construct(thread, "void (string)", new_string_or_throw(display_name));
}

}  // namespace celer
