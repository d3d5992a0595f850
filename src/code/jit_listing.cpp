#include "code/jit_listing.h"

#include <cstdio>
#include <string_view>

#include "base/lock.h"
#include "base/options.h"
#include "code/cpu.h"
#include "types/loader.h"

namespace celer {

namespace {

constinit Lock g_lock(LockRank::Listing);
uint32_t g_method_number;

// The C# keyword, as CoreCLR's listings have it; empty for types with a name of their own.
std::string_view listing_keyword(ElementType element) {
    struct Keyword {
        ElementType element;
        std::string_view name;
    };
    static constexpr Keyword keywords[] = {
        {ElementType::Void, "void"}, {ElementType::Boolean, "bool"}, {ElementType::Char, "char"},
        {ElementType::I1, "sbyte"},  {ElementType::U1, "byte"},      {ElementType::I2, "short"},
        {ElementType::U2, "ushort"}, {ElementType::I4, "int"},       {ElementType::U4, "uint"},
        {ElementType::I8, "long"},   {ElementType::U8, "ulong"},     {ElementType::R4, "float"},
        {ElementType::R8, "double"}, {ElementType::I, "nint"},       {ElementType::U, "nuint"},
        {ElementType::Ptr, "ptr"},   {ElementType::FnPtr, "ptr"},    {ElementType::ByRef, "byref"},
    };
    for (const Keyword& keyword : keywords) {
        if (keyword.element == element) return keyword.name;
    }
    return {};
}

void append_listing_type(std::string& text, TypeHandle type) {
    if (std::string_view keyword = listing_keyword(type.element_type()); !keyword.empty()) {
        text += keyword;
        return;
    }
    MethodTable* table = type.method_table();
    if (table == nullptr) {
        text += display_name(type);
        return;
    }
    if (table->is_array()) {
        append_listing_type(text, TypeHandle::from_raw(table->element_type));
        text += '[';
        text.append(table->rank > 1 ? table->rank - 1u : 0u, ',');
        text += ']';
        return;
    }
    text += display_name(TypeHandle(table->info->typical))
                .substr(0, display_name(TypeHandle(table->info->typical)).find('['));
    if (table->info->instantiation == nullptr) return;
    text += '[';
    for (uint32_t i = 0; i < table->info->instantiation->count; i++) {
        if (i != 0) text += ',';
        append_listing_type(text, table->info->instantiation->arguments[i]);
    }
    text += ']';
}

FILE* listing_file() {
    static FILE* file = [] {
        const char* path = options().JitStdOutFile;
        FILE* opened = *path == 0 ? nullptr : std::fopen(path, "ae");
        return opened != nullptr ? opened : stdout;
    }();
    return file;
}

bool glob_matches(std::string_view pattern, std::string_view text) {
    if (pattern.empty()) return text.empty();
    if (pattern[0] == '*') {
        for (size_t skip = 0; skip <= text.size(); skip++) {
            if (glob_matches(pattern.substr(1), text.substr(skip))) return true;
        }
        return false;
    }
    return !text.empty() && (pattern[0] == '?' || pattern[0] == text[0]) &&
           glob_matches(pattern.substr(1), text.substr(1));
}

}  // namespace

bool is_in_method_set(std::string_view patterns, MethodDesc* method) {
    while (!patterns.empty()) {
        size_t space = patterns.find(' ');
        std::string_view pattern = patterns.substr(0, space);
        size_t colon = pattern.rfind(':');
        bool type_matches = true;
        if (colon != std::string_view::npos) {
            std::string type;
            append_listing_type(type, TypeHandle(method->owner));
            type_matches = glob_matches(pattern.substr(0, colon), type);
            pattern = pattern.substr(colon + 1);
        }
        if (!pattern.empty() && type_matches && glob_matches(pattern, method_name(method))) return true;
        if (space == std::string_view::npos) break;
        patterns.remove_prefix(space + 1);
    }
    return false;
}

void write_listing(std::string_view text) {
    g_lock.lock();
    std::fwrite(text.data(), 1, text.size(), listing_file());
    std::fflush(listing_file());
    g_lock.unlock();
}

std::string listing_name(MethodDesc* method, bool with_result) {
    std::string text;
    append_listing_type(text, TypeHandle(method->owner));
    text += ':';
    text += method_name(method);
    if (method->instantiation != nullptr) {
        text += '[';
        for (uint32_t i = 0; i < method->instantiation->count; i++) {
            if (i != 0) text += ',';
            append_listing_type(text, method->instantiation->arguments[i]);
        }
        text += ']';
    }
    Result<const MethodSignature*> signature = method_signature(method);
    if (!signature) return text;
    text += '(';
    for (uint32_t i = 0; i < (*signature)->parameter_count; i++) {
        if (i != 0) text += ',';
        append_listing_type(text, (*signature)->parameters[i]);
    }
    text += ')';
    if (!with_result) return text;
    if ((*signature)->return_type.element_type() != ElementType::Void) {
        text += ':';
        append_listing_type(text, (*signature)->return_type);
    }
    if ((*signature)->has_this != 0) text += ":this";
    return text;
}

void list_compiled_method(const MethodCode* code, uint32_t il_size, Disassembler disassemble) {
    const Options& option = options();
    bool summary = option.JitDisasmSummary;
    bool listed = *option.JitDisasm != 0 && is_in_method_set(option.JitDisasm, code->method);
    if (!summary && !listed) return;
    const char* tier = tier_name(*code);
    g_lock.lock();
    FILE* file = listing_file();
    if (listed) {
        std::fprintf(file, "; Assembly listing for method %s (%s)\n", listing_name(code->method, true).c_str(), tier);
        std::fprintf(file, "; Emitting BLENDED_CODE for generic %s on Unix\n; %s code\n; %s based frame\n\n",
                     processor_name, tier, frame_pointer_name);
        std::fprintf(file, "%s\n; Total bytes of code %u\n\n", disassemble(code).c_str(), code->size_bytes);
    }
    if (summary) {
        std::fprintf(file, "%4u: JIT compiled %s [%s, IL size=%u, code size=%u]\n", ++g_method_number,
                     listing_name(code->method, false).c_str(), tier, il_size, code->size_bytes);
    }
    std::fflush(file);
    g_lock.unlock();
}

}  // namespace celer
