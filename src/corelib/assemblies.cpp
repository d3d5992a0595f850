// System.Reflection.RuntimeAssembly: what an assembly is and holds. (load_contexts.cpp: loading them.)
#include <algorithm>
#include <atomic>
#include <vector>

#include "base/assert.h"
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/barrier.h"
#include "metadata/assembly_identity.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "reflection/assembly_names.h"
#include "reflection/exposed_objects.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/loader.h"

namespace celer {

using metadata::Image;
using metadata::Table;
using metadata::Token;

namespace {

const Image& image_of(const QCallAssembly& assembly) {
    return *assembly.assembly->module->image();
}

void set_string(const StringHandleOnStack& result, std::string_view text) {
    result.set(new_string_or_throw(text));
}

StringObject* text_or_null(std::string_view text) {
    return text.empty() ? nullptr : new_string_or_throw(text);
}

// --- Identity --------------------------------------------------------------------------------------------------------

StringObject* full_name_of(Assembly* assembly) {
    return new_string(metadata::display_name(assembly_identity(assembly)));
}

void full_name(QCallAssembly assembly, StringHandleOnStack result) {
    StringObject* name = full_name_of(assembly.assembly);
    if (name == nullptr) throw_out_of_memory();
    result.set(name);
}

void simple_name(QCallAssembly assembly, StringHandleOnStack result) {
    set_string(result, assembly.assembly->simple_name);
}

void version(QCallAssembly assembly, int32_t* major, int32_t* minor, int32_t* build, int32_t* revision) {
    metadata::AssemblyVersion version = assembly_identity(assembly.assembly).version;
    *major = version.major;
    *minor = version.minor;
    *build = version.build;
    *revision = version.revision;
}

void culture(QCallAssembly assembly, StringHandleOnStack result) {
    result.set(text_or_null(assembly_identity(assembly.assembly).culture));
}

void public_key(QCallAssembly assembly, ObjectHandleOnStack result) {
    const Image& image = image_of(assembly);
    result.set(new_byte_array(image.blob(image.assembly_def(1).public_key)));
}

int32_t flags(QCallAssembly assembly) {
    return static_cast<int32_t>(image_of(assembly).assembly_def(1).flags);
}

int32_t hash_algorithm(QCallAssembly assembly) {
    return static_cast<int32_t>(image_of(assembly).assembly_def(1).hash_algorithm);
}

void image_runtime_version(QCallAssembly assembly, StringHandleOnStack result) {
    set_string(result, assembly.assembly->is_dynamic ? "" : image_of(assembly).runtime_version());
}

void location(QCallAssembly assembly, StringHandleOnStack result) {
    set_string(result, assembly_location(assembly.assembly));
}

StringObject* code_base_of(const std::string& path) {
    return new_string("file://" + path);
}

QBool code_base(QCallAssembly assembly, StringHandleOnStack result) {
    const std::string& path = assembly_location(assembly.assembly);
    if (path.empty()) return false;
    result.set(code_base_of(path));
    return true;
}

QBool is_collectible(QCallAssembly assembly) {
    return assembly.assembly->is_collectible;
}

QBool is_dynamic(Assembly* assembly) {
    return assembly->is_dynamic;
}

int32_t assembly_token(Object*) {
    return static_cast<int32_t>(Token(Table::Assembly, 1).value());
}

QBool raw_metadata(QCallAssembly assembly, const std::byte** data, int32_t* size) {
    Bytes metadata = image_of(assembly).metadata();
    *data = metadata.data();
    *size = static_cast<int32_t>(metadata.size());
    return true;
}

// --- Modules ---------------------------------------------------------------------------------------------------------

Object* manifest_module(Object* runtime_assembly) {
    return module_object_if_exists(assembly_of_object(runtime_assembly)->module);
}

void manifest_module_slow(ObjectHandleOnStack runtime_assembly, ObjectHandleOnStack result) {
    result.set(module_object(assembly_of_object(runtime_assembly.get())->module));
}

void modules(QCallAssembly assembly, QBool, QBool, ObjectHandleOnStack result) {
    ArrayObject* array = new_array(well_known(WellKnown::RuntimeModule), 1);
    gc::store_element(array, 0, module_object(assembly.assembly->module));
    result.set(array);
}

bool is_module_name(const Image& image, const char16_t* name) {
    std::u16string own = to_utf16(image.string(image.module_def(1).name));
    return own == std::u16string_view(name);
}

void module_by_name(QCallAssembly assembly, const char16_t* name, ObjectHandleOnStack result) {
    if (name == nullptr) throw_argument_null("name");
    if (*name == 0) throw_argument("Empty name is not legal.", "name");
    if (is_module_name(image_of(assembly), name)) result.set(module_object(assembly.assembly->module));
}

void entry_point(QCallAssembly assembly, ObjectHandleOnStack result) {
    MethodDesc* method = value_or_throw(resolve_entry_point(assembly.assembly->module));
    if (method != nullptr) result.set(method_stub_object(method));
}

// --- Types -----------------------------------------------------------------------------------------------------------

Result<TypeHandle> type_of_rid(Module* module, uint32_t rid) {
    TypeHandle type = CELER_TRY(load_type(module, Token(Table::TypeDef, rid).value(), {}));
    CELER_TRY_VOID(ensure_loaded(type.method_table()));
    return type;
}

// A null handle: the assembly has no such type, or only says where it should be, or has not created it.
Result<TypeHandle> find_top_level(Assembly* assembly, std::string_view full_name) {
    size_t dot = full_name.rfind('.');
    std::string_view name_space = dot == std::string_view::npos ? std::string_view() : full_name.substr(0, dot);
    std::string_view name = dot == std::string_view::npos ? full_name : full_name.substr(dot + 1);
    Result<MethodTable*> found = find_type(assembly, name_space, name);
    if (found) return TypeHandle(*found);
    bool is_defined = !assembly->is_dynamic && assembly->module->image()->find_type_def(name_space, name) != 0;
    if (found.error().kind == ErrorKind::TypeLoad && !is_defined) return TypeHandle();
    return std::unexpected(std::move(found).error());
}

Result<TypeHandle> find_nested(Assembly* assembly, std::string_view name, const char* const* nested, int32_t count) {
    TypeHandle type = CELER_TRY(find_top_level(assembly, name));
    for (int32_t i = 0; i < count && !type.is_null(); i++) {
        MethodTable* enclosing = type.method_table();
        uint32_t rid = enclosing->module->image()->find_type_def({}, nested[i], Token(enclosing->info->token).rid());
        type =
            rid == 0 ? TypeHandle() : CELER_TRY(load_type(enclosing->module, Token(Table::TypeDef, rid).value(), {}));
    }
    if (!type.is_null()) CELER_TRY_VOID(ensure_loaded(type.method_table()));
    return type;
}

void type_by_name(QCallAssembly assembly, const char* name, const char* const* nested, int32_t count,
                  ObjectHandleOnStack result) {
    TypeHandle type = value_or_throw(find_nested(assembly.assembly, name, nested, count));
    result.set(type.is_null() ? nullptr : type_object(type));
}

// What CoreCLR's own table of letters does not say as CoreLib's does.
char16_t lower_case(char16_t original, char16_t lower) {
    constexpr std::u16string_view title_case = u"\u01c5\u01c8\u01cb\u01f2";
    constexpr char16_t dotted_capital_i = 0x130;
    bool is_surrogate = original >= 0xd800 && original < 0xe000;
    if (is_surrogate || title_case.contains(original)) return original;
    return original == dotted_capital_i ? u'i' : lower;
}

constexpr size_t all_characters = 0x10000;

// The lower case of every UTF-16 unit, as CoreLib knows it. Null if memory is short.
const char16_t* make_lower_case_table() {
    auto* table = new char16_t[all_characters];
    for (size_t c = 0; c < all_characters; c++) table[c] = static_cast<char16_t>(c);
    MethodDesc* to_lower =
        find_method(corelib_type("System.Globalization", "InvariantModeCasing"), "ToLower", "string (string)");
    CELER_ASSERT(to_lower != nullptr, "CoreLib has no InvariantModeCasing.ToLower(string)");
    auto text = reinterpret_cast<uint64_t>(new_string_utf16({table, all_characters}));
    CallResult result = text == 0 ? CallResult{} : call_managed(current_thread(), to_lower, {text});
    if (text == 0 || result.exception != nullptr) {
        delete[] table;
        return nullptr;
    }
    std::u16string_view lower = view(reinterpret_cast<StringObject*>(result.value));
    for (size_t c = 0; c < all_characters; c++) table[c] = lower_case(table[c], lower[c]);
    return table;
}

const char16_t* lower_case_table() {
    static std::atomic<const char16_t*> g_table;
    const char16_t* table = g_table.load(std::memory_order_acquire);
    if (table != nullptr) return table;
    const char16_t* made = make_lower_case_table();
    if (made == nullptr || g_table.compare_exchange_strong(table, made)) return made;
    delete[] made;  // another thread was faster
    return table;
}

// A name in lower case, for comparisons.
std::u16string lower_case(std::string_view utf8) {
    std::u16string name = to_utf16(utf8);
    bool is_ascii = std::ranges::all_of(name, [](char16_t c) { return c < 0x80; });
    const char16_t* table = is_ascii ? nullptr : lower_case_table();
    for (char16_t& c : name) {
        if (table != nullptr) c = table[c];
        if (c >= 'A' && c <= 'Z') c = static_cast<char16_t>(c + ('a' - 'A'));
    }
    return name;
}

std::string qualified_name(const Image& image, metadata::StringIndex name_space, metadata::StringIndex name) {
    std::string text(image.string(name_space));
    if (!text.empty()) text += '.';
    return text += image.string(name);
}

uint32_t find_ignoring_case(const Image& image, std::u16string_view wanted, uint32_t enclosing) {
    for (uint32_t rid = 1; rid <= image.row_count(Table::TypeDef); rid++) {
        metadata::TypeDefRow row = image.type_def(rid);
        if (lower_case(qualified_name(image, row.name_space, row.name)) == wanted &&
            image.enclosing_type(rid) == enclosing)
            return rid;
    }
    return 0;
}

Result<TypeHandle> find_forwarded_ignoring_case(Assembly* assembly, std::u16string_view wanted) {
    const Image& image = *assembly->module->image();
    for (uint32_t rid = 1; rid <= image.row_count(Table::ExportedType); rid++) {
        metadata::ExportedTypeRow row = image.exported_type(rid);
        if (row.implementation.is(Table::ExportedType)) continue;  // nested
        if (lower_case(qualified_name(image, row.name_space, row.name)) != wanted) continue;
        return TypeHandle(CELER_TRY(find_type(assembly, image.string(row.name_space), image.string(row.name))));
    }
    return TypeHandle();
}

Result<TypeHandle> find_nested_ignoring_case(Assembly* assembly, const char16_t* name, const char16_t* const* nested,
                                             int32_t count) {
    std::u16string wanted = lower_case(utf8_of(name));
    TypeHandle type;
    if (uint32_t rid = find_ignoring_case(*assembly->module->image(), wanted, 0)) {
        type = CELER_TRY(type_of_rid(assembly->module, rid));
    } else {
        type = CELER_TRY(find_forwarded_ignoring_case(assembly, wanted));
    }
    for (int32_t i = 0; i < count && !type.is_null(); i++) {
        Module* module = type.method_table()->module;
        uint32_t enclosing = Token(type.method_table()->info->token).rid();
        uint32_t rid = find_ignoring_case(*module->image(), lower_case(utf8_of(nested[i])), enclosing);
        type = rid == 0 ? TypeHandle() : CELER_TRY(type_of_rid(module, rid));
    }
    return type;
}

void type_by_name_ignoring_case(QCallAssembly assembly, const char16_t* name, const char16_t* const* nested,
                                int32_t count, ObjectHandleOnStack result) {
    TypeHandle type = value_or_throw(find_nested_ignoring_case(assembly.assembly, name, nested, count));
    result.set(type.is_null() ? nullptr : type_object(type));
}

bool is_exported(const Image& image, uint32_t rid) {
    for (; rid != 0; rid = image.enclosing_type(rid)) {
        uint32_t visibility = image.type_def(rid).flags & metadata::type_flags::kVisibilityMask;
        if (visibility != metadata::type_flags::kPublic && visibility != metadata::type_flags::kNestedPublic)
            return false;
    }
    return true;
}

Result<std::vector<TypeHandle>> find_exported_types(Module* module) {
    std::vector<TypeHandle> types;
    const Image& image = *module->image();
    for (uint32_t rid = 1; rid <= image.row_count(Table::TypeDef); rid++) {
        if (is_exported(image, rid)) types.push_back(CELER_TRY(type_of_rid(module, rid)));
    }
    return types;
}

void exported_types(QCallAssembly assembly, ObjectHandleOnStack result) {
    auto* types = new std::vector<TypeHandle>(value_or_throw(find_exported_types(assembly.assembly->module)));
    ArrayObject* array = new_type_array(*types, false);
    delete types;
    result.set(array);
}

Result<TypeHandle> find_forwarded(Module* module, Token token) {
    const Image& image = *module->image();
    metadata::ExportedTypeRow row = image.exported_type(token.rid());
    if (!row.implementation.is(Table::AssemblyRef)) return TypeHandle();
    Assembly* target = CELER_TRY(resolve_assembly_ref(module, row.implementation.rid()));
    MethodTable* table = CELER_TRY(find_type(target, image.string(row.name_space), image.string(row.name)));
    CELER_TRY_VOID(ensure_loaded(table));
    return TypeHandle(table);
}

void forwarded_type(QCallAssembly assembly, uint32_t token, ObjectHandleOnStack result) {
    TypeHandle type = value_or_throw(find_forwarded(assembly.assembly->module, Token(token)));
    if (!type.is_null()) result.set(type_object(type));
}

// --- Resources -------------------------------------------------------------------------------------------------------

uint32_t find_resource(const Image& image, const char16_t* name) {
    return image.find_manifest_resource(utf8_of(name));
}

const std::byte* resource(QCallAssembly assembly, const char16_t* name, uint32_t* length) {
    const Image& image = image_of(assembly);
    uint32_t rid = find_resource(image, name);
    *length = 0;
    if (rid == 0 || !image.manifest_resource(rid).implementation.is_nil()) return nullptr;
    Bytes bytes = image.resource(image.manifest_resource(rid).offset);
    *length = static_cast<uint32_t>(bytes.size());
    return bytes.data();
}

// System.Reflection.ResourceLocation, or -1
int32_t resource_info(QCallAssembly assembly, const char16_t* name, ObjectHandleOnStack other_assembly,
                      StringHandleOnStack file) {
    constexpr int32_t embedded_in_manifest_file = 1 | 4;
    constexpr int32_t in_another_assembly = 2;
    const Image& image = image_of(assembly);
    uint32_t rid = find_resource(image, name);
    if (rid == 0) return -1;
    Token implementation = image.manifest_resource(rid).implementation;
    if (implementation.is_nil()) return embedded_in_manifest_file;
    if (implementation.is(Table::File)) {
        set_string(file, image.string(image.file(implementation.rid()).name));
        return 0;
    }
    Assembly* target = value_or_throw(resolve_assembly_ref(assembly.assembly->module, implementation.rid()));
    other_assembly.set(assembly_object(target));
    return in_another_assembly;
}

void resource_names(QCallAssembly assembly, ObjectHandleOnStack result) {
    const Image& image = image_of(assembly);
    uint32_t count = image.row_count(Table::ManifestResource);
    ArrayObject* array = new_array(well_known(WellKnown::String), count);
    for (uint32_t i = 0; i < count; i++) {
        Object* name = new_string_or_throw(image.string(image.manifest_resource(i + 1).name));
        gc::store_element(array, i, name);
    }
    result.set(array);
}

// --- References ------------------------------------------------------------------------------------------------------

void referenced_assemblies(QCallAssembly assembly, ObjectHandleOnStack result) {
    const Image& image = image_of(assembly);
    uint32_t count = image.row_count(Table::AssemblyRef);
    ArrayObject* array = new_array(corelib_type("System.Reflection", "AssemblyName"), count);
    for (uint32_t i = 0; i < count; i++) {
        NewAssemblyName made = new_assembly_name(current_thread(), image, i + 1);
        if (made.exception != nullptr) rethrow_exception(made.exception);
        gc::store_element(array, i, made.name);
    }
    result.set(array);
}

const NativeEntry entries[] = {
    CELER_QCALL("AssemblyNative_GetFullName", full_name),
    CELER_QCALL("AssemblyNative_GetSimpleName", simple_name),
    CELER_QCALL("AssemblyNative_GetVersion", version),
    CELER_QCALL("AssemblyNative_GetLocale", culture),
    CELER_QCALL("AssemblyNative_GetPublicKey", public_key),
    CELER_QCALL("AssemblyNative_GetFlags", flags),
    CELER_QCALL("AssemblyNative_GetHashAlgorithm", hash_algorithm),
    CELER_QCALL("AssemblyNative_GetImageRuntimeVersion", image_runtime_version),
    CELER_QCALL("AssemblyNative_GetLocation", location),
    CELER_QCALL("AssemblyNative_GetCodeBase", code_base),
    CELER_QCALL("AssemblyNative_GetIsCollectible", is_collectible),
    CELER_INTERNAL_CALL("System.Reflection.RuntimeAssembly", "GetIsDynamic", is_dynamic),
    CELER_INTERNAL_CALL("System.Reflection.RuntimeAssembly", "GetTokenInternal", assembly_token),
    CELER_QCALL("AssemblyNative_InternalTryGetRawMetadata", raw_metadata),

    CELER_INTERNAL_CALL("System.Reflection.RuntimeAssembly", "GetManifestModule", manifest_module),
    CELER_QCALL("AssemblyHandle_GetManifestModuleSlow", manifest_module_slow),
    CELER_QCALL("AssemblyNative_GetModules", modules),
    CELER_QCALL("AssemblyNative_GetModule", module_by_name),
    CELER_QCALL("AssemblyNative_GetEntryPoint", entry_point),

    CELER_QCALL("AssemblyNative_GetTypeCore", type_by_name),
    CELER_QCALL("AssemblyNative_GetTypeCoreIgnoreCase", type_by_name_ignoring_case),
    CELER_QCALL("AssemblyNative_GetExportedTypes", exported_types),
    CELER_QCALL("AssemblyNative_GetForwardedType", forwarded_type),

    CELER_QCALL("AssemblyNative_GetResource", resource),
    CELER_QCALL("AssemblyNative_GetManifestResourceInfo", resource_info),
    CELER_QCALL("AssemblyNative_GetManifestResourceNames", resource_names),
    CELER_QCALL("AssemblyNative_GetReferencedAssemblies", referenced_assemblies),
};

}  // namespace

NativeTable assemblies_contract() {
    return entries;
}

}  // namespace celer
