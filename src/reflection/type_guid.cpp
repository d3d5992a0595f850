// A made GUID is of version 3 (RFC 4122): the MD5 digest of a namespace and a text, here in UTF-16. For a class the
// text is its name and what identifies the assembly; for an interface its name and the signatures of its members as COM
// sees them. The text is padded to whole characters.
#include "reflection/type_guid.h"

#include <string>
#include <vector>

#include "metadata/custom_attribute.h"
#include "metadata/digests.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "runtime/objects.h"
#include "types/loader.h"

namespace celer {

namespace {

using metadata::Image;
using metadata::Table;
using metadata::Token;

constexpr std::string_view interop_services = "System.Runtime.InteropServices";

// The first three groups of a GUID's text are numbers, so little-endian in memory.
constexpr uint8_t memory_order[16] = {3, 2, 1, 0, 5, 4, 7, 6, 8, 9, 10, 11, 12, 13, 14, 15};

int hex_digit(char c) {
    if (c >= '0' && c <= '9') return c - '0';
    if (c >= 'a' && c <= 'f') return c - 'a' + 10;
    return c >= 'A' && c <= 'F' ? c - 'A' + 10 : -1;
}

// "xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx"
bool parse_guid(std::string_view text, std::array<uint8_t, 16>& guid) {
    size_t count = 0;
    for (size_t i = 0; i + 1 < text.size() && count < 16; i++) {
        if (text[i] == '-' || text[i] == '{') continue;
        int high = hex_digit(text[i]), low = hex_digit(text[i + 1]);
        if (high < 0 || low < 0) return false;
        guid[memory_order[count++]] = static_cast<uint8_t>(high << 4 | low);
        i++;
    }
    return count == 16;
}

bool guid_of_attribute(const MethodTable* table, std::array<uint8_t, 16>& guid) {
    static constexpr std::byte constructor_signature[] = {std::byte{0x20}, std::byte{1}, std::byte{1}, std::byte{0x0e}};
    Bytes value =
        table->module->image()->find_custom_attribute(Token(table->info->token), interop_services, "GuidAttribute");
    if (value.empty()) return false;
    metadata::AttributeReader reader(value, constructor_signature);
    metadata::AttributeValue argument;
    return reader.next_fixed(argument) && parse_guid(argument.text, guid);
}

using Text = std::vector<std::byte>;

void append(Text& text, Bytes bytes) {
    text.insert(text.end(), bytes.begin(), bytes.end());
}
void append(Text& text, uint16_t number) {
    append(text, std::as_bytes(std::span(&number, 1)));
}
void append_utf16(Text& text, std::string_view utf8) {
    std::u16string wide = to_utf16(utf8);
    append(text, std::as_bytes(std::span(wide)));
}

std::string full_name(const Image& image, uint32_t rid) {
    metadata::TypeDefRow row = image.type_def(rid);
    std::string name(image.string(row.name));
    if (uint32_t enclosing = image.enclosing_type(rid)) return full_name(image, enclosing) + "+" + name;
    std::string_view name_space = image.string(row.name_space);
    return name_space.empty() ? name : std::string(name_space) + "." + name;
}

// The version counts its major number twice, and its minor one only if there is one.
void append_version(Text& text, const Module* module) {
    const Image& image = *module->image();
    metadata::AssemblyRow row = image.assembly_def(1);
    uint32_t version[4] = {row.major, row.minor, row.build, row.revision};
    Bytes compatible =
        image.find_custom_attribute({Table::Assembly, 1}, interop_services, "ComCompatibleVersionAttribute");
    if (compatible.size() >= 2 + sizeof version) {
        for (size_t i = 0; i < 4; i++) version[i] = load_unaligned<uint32_t>(compatible.data() + 2 + 4 * i);
    }
    for (uint32_t number : {version[0], version[0], version[2], version[3]})
        append(text, static_cast<uint16_t>(number));
    if (version[1] != 0) append(text, static_cast<uint16_t>(version[1]));
}

void append_assembly(Text& text, const Module* module) {
    const Image& image = *module->image();
    std::string name(image.string(image.assembly_def(1).name));
    for (char& c : name) {
        if (c == '.' || c == ' ') c = '_';
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    }
    append_utf16(text, name);
    append(text, as_bytes("TypeLib"));
    append_version(text, module);
    append(text, image.blob(image.assembly_def(1).public_key));
}

bool is_com_visible(const Image& image, Token member) {
    Bytes value = image.find_custom_attribute(member, interop_services, "ComVisibleAttribute");
    return value.size() < 3 || value[2] != std::byte{0};
}

void append_members(Text& text, Module* module, uint32_t type_rid) {
    const Image& image = *module->image();
    for (uint32_t rid : image.methods_of(type_rid)) {
        metadata::MethodDefRow row = image.method_def(rid);
        Token token(Table::MethodDef, rid);
        bool is_public = (row.flags & metadata::method_flags::kAccessMask) == metadata::method_flags::kPublic;
        if (!is_public || image.generic_params(token).size() != 0 || !is_com_visible(image, token)) continue;
        append(text, as_bytes(guid_signature(module, image.blob(row.signature))));
        for (uint32_t parameter : image.params_of(rid)) {
            metadata::ParamRow parameter_row = image.param_def(parameter);
            if (parameter_row.sequence != 0) text.push_back(static_cast<std::byte>(parameter_row.flags));
        }
    }
    for (uint32_t rid : image.fields_of(type_rid)) {
        metadata::FieldRow row = image.field_def(rid);
        bool is_public = (row.flags & metadata::field_flags::kAccessMask) == metadata::field_flags::kPublic;
        if (!is_public || !is_com_visible(image, {Table::Field, rid})) continue;
        append(text, as_bytes(guid_signature(module, image.blob(row.signature))));
    }
}

std::array<uint8_t, 16> guid_of_text(Bytes name) {
    static constexpr uint8_t name_space[16] = {0x69, 0xf9, 0xcb, 0xc9, 0xda, 0x05, 0x11, 0xd1,
                                               0x94, 0x08, 0x00, 0x00, 0xf8, 0x08, 0x34, 0x60};
    Text text;
    append(text, std::as_bytes(std::span(name_space)));
    append(text, name);
    if (text.size() % sizeof(char16_t) != 0) text.push_back(std::byte{0});
    std::array<uint8_t, 16> digest = metadata::md5(text);
    digest[6] = static_cast<uint8_t>((digest[6] & 0x0f) | 0x30);
    digest[8] = static_cast<uint8_t>((digest[8] & 0x3f) | 0x80);
    std::array<uint8_t, 16> guid;
    for (size_t i = 0; i < 16; i++) guid[memory_order[i]] = digest[i];
    return guid;
}

}  // namespace

std::array<uint8_t, 16> type_guid(const MethodTable* table) {
    std::array<uint8_t, 16> guid;
    if (guid_of_attribute(table, guid)) return guid;
    uint32_t rid = Token(table->info->token).rid();
    Text text;
    append_utf16(text, full_name(*table->module->image(), rid));
    if (table->is_interface()) {
        append_members(text, table->module, rid);
    } else {
        append_assembly(text, table->module);
    }
    return guid_of_text(text);
}

}  // namespace celer
