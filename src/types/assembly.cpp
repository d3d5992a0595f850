// Binding: from names to files to Assembly and Module. What points outside the arena (the image, its bytes, the path)
// is in the process table of AssemblyRecords, by Assembly::index, which is also Module::index.
#include "types/assembly.h"

#include <fcntl.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cstring>
#include <memory>
#include <optional>
#include <unordered_map>

#include "base/hresults.h"
#include "metadata/assembly_identity.h"
#include "metadata/flags.h"
#include "platform/cpu.h"
#include "platform/memory.h"
#include "platform/process_cells.h"
#include "types/dynamic_module.h"
#include "types/loader_allocator.h"
#include "types/loader_state.h"

namespace celer {

namespace {

struct AssemblyRecord {
    const metadata::Image* image = nullptr;
    std::vector<std::unique_ptr<metadata::Image>> images;            // one; a dynamic module's every published one
    std::vector<std::unique_ptr<std::vector<std::byte>>> published;  // their bytes
    std::unique_ptr<DynamicModule> dynamic;
    Bytes file;
    std::vector<std::byte> memory;  // assemblies loaded from memory
    std::string path;
    bool is_bundled = false;
    metadata::AssemblyIdentity identity;
    Assembly* assembly = nullptr;
};

struct LoadContext {
    uintptr_t managed_handle = 0;
    LoaderAllocator* allocator = nullptr;                   // of a collectible context
    std::unordered_map<std::string, Assembly*> assemblies;  // by assembly_key()
};

struct Binder {
    BindingProperties properties;
    std::unordered_map<std::string, const std::string*> trusted;  // lower-case simple name to full path
    std::vector<std::unique_ptr<LoadContext>> contexts;
    std::vector<uint32_t> retired;          // contexts that were unloaded; their managed objects may still be there
    std::vector<uint32_t> free_assemblies;  // indexes
};

constexpr uint32_t maximum_assemblies = 1 << 16;
AssemblyRecord* g_records[maximum_assemblies];
uint32_t g_assembly_count;
Binder* g_binder;

std::string lower_case(std::string_view text) {
    std::string lower(text);
    for (char& c : lower) {
        if (c >= 'A' && c <= 'Z') c = static_cast<char>(c | 0x20);
    }
    return lower;
}

// Lower-case simple name; a satellite's has its culture after it.
std::string assembly_key(std::string_view name, std::string_view culture) {
    std::string key = lower_case(name);
    if (!culture.empty()) key.append("/").append(lower_case(culture));
    return key;
}

std::string_view file_stem(std::string_view path) {
    size_t slash = path.rfind('/');
    std::string_view name = slash == std::string_view::npos ? path : path.substr(slash + 1);
    size_t dot = name.rfind('.');
    return dot == std::string_view::npos ? name : name.substr(0, dot);
}

bool file_exists(const std::string& path) {
    struct stat status;
    return stat(path.c_str(), &status) == 0 && S_ISREG(status.st_mode);
}

Error file_not_found(const std::string& name) {
    return Error{ErrorKind::FileNotFound,
                 "Could not load file or assembly '" + name + "'. The system cannot find the file specified.\n", name};
}

Error not_an_assembly(const std::string& path) {
    std::string message = "Bad IL format.";
    if (!path.empty()) message += " The format of the file '" + path + "' is invalid.";
    return Error{ErrorKind::BadImageFormat, message, {}};
}

// What is wrong with a file that was not opened.
Error load_failure(Error error, const std::string& path) {
    return error.kind == ErrorKind::OfResult ? error : not_an_assembly(path);
}

// II.25.2.2.1: pure IL says I386 or the machine that it is meant for. Code compiled ahead for another system than
// Windows has the number changed; its IL runs all the same.
Result<void> check_machine(const metadata::Image& image, const std::string& path,
                           const metadata::AssemblyIdentity& identity) {
    constexpr uint16_t i386 = 0x014c;
    constexpr uint16_t system_marks[] = {0, 0x7b79, 0x4644, 0xadc4, 0x1993, 0x1992};
    using namespace metadata::cor_flags;
    std::string subject = path.empty() ? metadata::display_name(identity) : path;
    std::string message = "Could not load file or assembly '" + subject + "'. ";
    bool needs_32_bits = (image.cor_flags() & (k32BitRequired | k32BitPreferred)) == k32BitRequired;
    for (uint16_t mark : system_marks) {
        uint16_t machine = image.machine() ^ mark;
        if (machine != image_machine && machine != i386) continue;
        if (machine == image_machine && !image.is_pe32_plus()) return std::unexpected(not_an_assembly(path));
        if (image.is_il_only() && !needs_32_bits) return {};
        message += "The assembly architecture is not compatible with the current process architecture.\n";
        return fail(ErrorKind::FileLoad, message, subject);
    }
    message += "An attempt was made to load a program with an incorrect format.\n";
    return fail(ErrorKind::BadImageFormat, message, subject);
}

// Where an assembly is: in a file of its own, or in the program's bundle.
struct Place {
    std::string path;
    std::optional<BundledFile> bundled = std::nullopt;
};

// Pages come in when touched.
Result<Bytes> map_file(const Place& place) {
    const std::string& executable = g_binder->properties.bundle.executable();
    if (place.bundled && place.bundled->is_compressed) {
        return fail(ErrorKind::NotSupported, "'" + place.path + "' lies compressed in '" + executable +
                                                 "': publish without EnableCompressionInSingleFile.");
    }
    int file = open((place.bundled ? executable : place.path).c_str(), O_RDONLY | O_CLOEXEC);
    if (file < 0) return std::unexpected(file_not_found(place.path));
    struct stat status;
    void* address = MAP_FAILED;
    size_t offset = place.bundled ? place.bundled->offset : 0;
    size_t size = 0, slack = offset % page_size();
    if (fstat(file, &status) == 0) {
        auto end = static_cast<size_t>(status.st_size);
        size = place.bundled ? place.bundled->size_bytes : end;
        if (size != 0 && offset <= end && size <= end - offset)
            address = mmap(nullptr, size + slack, PROT_READ, MAP_PRIVATE, file, static_cast<off_t>(offset - slack));
    }
    close(file);
    if (address == MAP_FAILED) return std::unexpected(not_an_assembly(place.path));
    return Bytes{static_cast<const std::byte*>(address) + slack, size};
}

void unmap_file(Bytes file) {
    uintptr_t slack = reinterpret_cast<uintptr_t>(file.data()) % page_size();
    munmap(const_cast<std::byte*>(file.data()) - slack, file.size() + slack);
}

// The pages of the mapped file that hold data which the program may write. They are private to this mapping.
void make_data_writable(const metadata::Image& image) {
    for (Bytes section : image.writable_sections()) {
        uintptr_t start = reinterpret_cast<uintptr_t>(section.data()) & ~(page_size() - 1);
        uintptr_t end = reinterpret_cast<uintptr_t>(section.data() + section.size());
        mprotect(reinterpret_cast<void*>(start), end - start, PROT_READ | PROT_WRITE);
    }
}

template <typename T>
T* rid_table(const Module* module, const metadata::Image& image, metadata::Table table) {
    return new_beside<T>(module, Section::Types, image.row_count(table) + 1);
}

Module* allocate_module(Assembly* assembly) {
    auto* module = new_beside<Module>(assembly, Section::Types);
    module->assembly = assembly;
    module->index = assembly->index;
    module->exposed_handle = new_process_cell<uintptr_t>(ProcessCell::ExposedHandle, loader_heap_of(assembly));
    return module;
}

// The members of <Module> begin with the first rows and end where those of the next type begin.
bool has_member_lists(const metadata::Image& image) {
    using metadata::Table;
    metadata::TypeDefRow first = image.type_def(1);
    if (image.row_count(Table::TypeDef) == 1) return first.field_list != 0 && first.method_list != 0;
    metadata::TypeDefRow next = image.type_def(2);
    auto is_list = [](uint32_t begin, uint32_t end) { return begin == end || (begin != 0 && begin < end); };
    return is_list(first.field_list, next.field_list) && is_list(first.method_list, next.method_list);
}

// <Module> may not have them: nothing of such a module runs.
bool has_instance_members(const metadata::Image& image, uint32_t type_rid) {
    if (image.is_ready_to_run()) return false;
    for (uint32_t rid : image.methods_of(type_rid)) {
        if (!(image.method_def(rid).flags & metadata::method_flags::kStatic)) return true;
    }
    for (uint32_t rid : image.fields_of(type_rid)) {
        if (!(image.field_def(rid).flags & metadata::field_flags::kStatic)) return true;
    }
    return false;
}

Module* create_module(Assembly* assembly, const AssemblyRecord& record) {
    using metadata::Table;
    const metadata::Image& image = *record.image;
    Module* module = allocate_module(assembly);
    module->type_def_count = image.row_count(Table::TypeDef);
    module->type_defs = rid_table<MethodTable*>(module, image, Table::TypeDef);
    module->definition_methods = rid_table<const DefinitionMethods*>(module, image, Table::TypeDef);
    module->type_refs = rid_table<uintptr_t>(module, image, Table::TypeRef);
    module->type_ref_definitions = rid_table<uint64_t>(module, image, Table::TypeRef);
    module->type_specs = rid_table<uintptr_t>(module, image, Table::TypeSpec);
    module->member_refs = rid_table<uintptr_t>(module, image, Table::MemberRef);
    module->method_specs = rid_table<uintptr_t>(module, image, Table::MethodSpec);
    module->method_defs = rid_table<MethodDesc*>(module, image, Table::MethodDef);
    module->assembly_refs = rid_table<Assembly*>(module, image, Table::AssemblyRef);
    constexpr uint32_t global_type = 1;  // <Module>
    module->has_initializer = image.find_method(global_type, ".cctor") != 0 || !has_member_lists(image) ||
                              has_instance_members(image, global_type);
    return module;
}

Error too_many_assemblies() {
    return Error{ErrorKind::OutOfMemory, "Too many assemblies are loaded.", {}};
}

bool is_table_full() {
    return g_binder->free_assemblies.empty() && g_assembly_count == maximum_assemblies;
}

// Null allocator: it stays for ever.
Assembly* allocate_assembly(std::string_view name, uint32_t load_context, LoaderAllocator* allocator) {
    LoaderHeap* heap = allocator == nullptr ? nullptr : &allocator->heap;
    if (allocator != nullptr) allocator->owns_types = true;
    auto* assembly = heap_new<Assembly>(heap, Section::Types);
    assembly->index = g_binder->free_assemblies.empty() ? g_assembly_count : g_binder->free_assemblies.back();
    assembly->load_context = load_context;
    assembly->is_collectible = allocator != nullptr;
    auto* text = static_cast<char*>(heap_allocate(heap, Section::Types, name.size() + 1, 1));
    assembly->simple_name = static_cast<char*>(std::memcpy(text, name.data(), name.size()));
    assembly->exposed_handle = new_process_cell<uintptr_t>(ProcessCell::ExposedHandle, heap);
    return assembly;
}

void add_record(std::unique_ptr<AssemblyRecord> record, Assembly* assembly) {
    record->assembly = assembly;
    store_release(g_records[assembly->index], record.release());
    if (assembly->index == g_assembly_count) {
        store_release(g_assembly_count, g_assembly_count + 1);
    } else {
        g_binder->free_assemblies.pop_back();
    }
}

// Code that stays for ever cannot name code that goes.
Result<void> check_reference(const Module* from, const Assembly* to) {
    if (!to->is_collectible || from->assembly->is_collectible) return {};
    return fail(ErrorKind::NotSupported, "A non-collectible assembly may not reference a collectible assembly.");
}

// What another process opens again: a file of its own that the default context has.
void note_file(Assembly* assembly, const AssemblyRecord& record) {
    bool has_file = record.memory.empty() && !record.path.empty() && !record.is_bundled;
    if (!has_file || assembly->load_context != 0 || assembly->is_collectible) return;
    Bytes mvid = record.image->mvid();
    if (mvid.size() != sizeof assembly->mvid) return;
    std::memcpy(assembly->mvid, mvid.data(), mvid.size());
    assembly->path = arena_string(record.path.data(), record.path.size());
    assembly->next = g_loader->assemblies;
    g_loader->assemblies = assembly;
}

// Takes the record over and publishes its assembly in the context.
Result<Assembly*> publish(std::unique_ptr<AssemblyRecord> record, const std::string& name, uint32_t load_context) {
    record->images.push_back(std::make_unique<metadata::Image>());
    record->image = record->images.back().get();
    if (auto opened = record->images.back()->open(record->file); !opened)
        return std::unexpected(load_failure(std::move(opened).error(), name));
    auto identity = metadata::assembly_identity(*record->image);
    if (!identity) return std::unexpected(load_failure(std::move(identity).error(), name));
    CELER_TRY_VOID(check_machine(*record->image, name, *identity));
    if (!record->image->check_names()) return std::unexpected(not_an_assembly(name));
    metadata::Token manifest(metadata::Table::Assembly, 1);
    constexpr std::string_view diagnostics = "System.Diagnostics", debuggable = "DebuggableAttribute";
    if (uint32_t error = record->image->check_custom_attributes(manifest, diagnostics, debuggable)) return fail(error);
    Bytes value = record->image->find_custom_attribute(manifest, diagnostics, debuggable);
    bool has_prolog = value.size() >= 2 && load_unaligned<uint16_t>(value.data()) == 1;  // II.23.3
    if (!value.empty() && !has_prolog) return fail(hresult::bad_format);
    bool names_corelib = identity->culture.empty() && metadata::same_assembly_name(identity->name, corelib_name);
    if (names_corelib && g_loader->corelib != nullptr)  // not even the same file once more
        return std::unexpected(file_not_found(name.empty() ? metadata::display_name(*identity) : name));
    if (names_corelib) record->images.front()->index_attributes();
    record->identity = *identity;
    LoadContext& context = *g_binder->contexts[load_context];
    Assembly*& slot = context.assemblies[assembly_key(identity->name, identity->culture)];
    if (slot != nullptr) return slot;
    if (is_table_full()) return std::unexpected(too_many_assemblies());
    Assembly* assembly = allocate_assembly(identity->name, load_context, context.allocator);
    assembly->is_corelib = names_corelib;
    assembly->module = create_module(assembly, *record);
    note_file(assembly, *record);
    add_record(std::move(record), assembly);
    announce_later(assembly);
    return slot = assembly;
}

void add_bundled(std::vector<Place>& places, const std::string& relative) {
    const Bundle& bundle = g_binder->properties.bundle;
    if (auto file = bundle.find(relative)) places.push_back({bundle.folder() + relative, file});
}

// A satellite assembly lies in a folder of its culture.
std::vector<Place> satellite_candidates(const metadata::AssemblyIdentity& identity) {
    std::vector<Place> places;
    const BindingProperties& properties = g_binder->properties;
    std::string relative = std::string(identity.culture) + "/" + std::string(identity.name) + ".dll";
    add_bundled(places, relative);
    for (const auto* roots : {&properties.resource_roots, &properties.app_paths}) {
        for (const std::string& root : *roots) places.push_back({root + "/" + relative});
    }
    return places;
}

// Where an assembly may lie, in the order of CoreCLR: the bundle, the trusted list, the application's directories. A
// file that the list names may be absent.
std::vector<Place> candidates(const metadata::AssemblyIdentity& identity) {
    if (!identity.culture.empty()) return satellite_candidates(identity);
    std::vector<Place> places;
    std::string name(identity.name);
    add_bundled(places, name + ".dll");
    if (auto found = g_binder->trusted.find(lower_case(name)); found != g_binder->trusted.end())
        places.push_back({*found->second});
    for (const std::string& directory : g_binder->properties.app_paths) {
        for (const char* extension : {".dll", ".exe"}) places.push_back({directory + "/" + name + extension});
    }
    return places;
}

bool is_older(const Assembly* assembly, const metadata::AssemblyIdentity& wanted) {
    return wanted.has_version && !is_at_least(g_records[assembly->index]->identity.version, wanted.version);
}

Result<Assembly*> load_from(const Place& place, uint32_t load_context) {
    return with_loader_lock([&]() -> Result<Assembly*> {
        CELER_TRY_VOID(check_may_be_seen());
        auto record = std::make_unique<AssemblyRecord>();
        record->path = place.path;
        record->is_bundled = place.bundled.has_value();
        record->file = CELER_TRY(map_file(place));
        Bytes file = record->file;
        Result<Assembly*> assembly = publish(std::move(record), place.path, load_context);
        if (!assembly || g_records[(*assembly)->index]->file.data() != file.data()) {
            unmap_file(file);
        } else {
            make_data_writable(*g_records[(*assembly)->index]->image);
        }
        return assembly;
    });
}

// Null: there is no such file.
Result<Assembly*> bind_in_default(const metadata::AssemblyIdentity& identity) {
    if (Assembly* loaded = find_loaded_assembly(identity.name, 0, identity.culture)) return loaded;
    for (const Place& place : candidates(identity)) {
        if (place.bundled || file_exists(place.path)) return load_from(place, 0);
    }
    return nullptr;
}

// A context's Load is asked first, then the default context with its events (not for satellite assemblies), then the
// context's events. Null: none of them knows.
Result<Assembly*> bind_in_contexts(const metadata::AssemblyIdentity& identity, ManagedQuestion question) {
    uint32_t load_context = question.load_context;
    if (Assembly* loaded = find_loaded_assembly(identity.name, load_context, identity.culture);
        loaded != nullptr && !is_older(loaded, identity)) {
        return loaded;
    }
    question.kind = QuestionKind::LoadAssembly;
    if (load_context != 0) {
        if (Assembly* found = CELER_TRY(ask_managed_code(question))) return found;
    }
    question.kind = QuestionKind::ResolveAssembly;
    if (load_context == 0 || identity.culture.empty()) {
        Assembly* assembly = CELER_TRY(bind_in_default(identity));
        if (assembly != nullptr && !is_older(assembly, identity)) return assembly;
        question.load_context = 0;
        if (Assembly* found = CELER_TRY(ask_managed_code(question))) return found;
    }
    question.load_context = load_context;
    return load_context != 0 ? ask_managed_code(question) : nullptr;
}

// AppDomain.AssemblyResolve has the last word, also when a handler has failed because it did not find a file.
Result<Assembly*> bind(const metadata::AssemblyIdentity& identity, uint32_t load_context, Module* requesting) {
    ManagedQuestion question{QuestionKind::ResolveAnywhere, load_context, requesting, metadata::display_name(identity)};
    Result<Assembly*> found = bind_in_contexts(identity, question);
    if (found ? *found != nullptr : found.error().kind != ErrorKind::FileNotFound) return found;
    if (Assembly* answer = CELER_TRY(ask_managed_code(question))) return answer;
    return found ? std::unexpected(file_not_found(question.name)) : found;
}

Result<Assembly*> make_dynamic_assembly(const metadata::AssemblyIdentity& identity, Bytes public_key,
                                        uint32_t load_context, LoaderAllocator* allocator) {
    if (is_table_full()) return std::unexpected(too_many_assemblies());
    Assembly* assembly = allocate_assembly(identity.name, load_context, allocator);
    assembly->is_dynamic = 1;
    Module* module = allocate_module(assembly);
    assembly->module = module;
    auto record = std::make_unique<AssemblyRecord>();
    record->dynamic = std::make_unique<DynamicModule>(module, identity, public_key);
    DynamicModule& dynamic = *record->dynamic;
    store_release(g_records[assembly->index], record.get());
    auto publish = [&]() -> Result<metadata::AssemblyIdentity> {
        CELER_TRY_VOID(dynamic.publish());
        return metadata::assembly_identity(*record->image);
    };
    Result<metadata::AssemblyIdentity> published = publish();
    if (!published) {
        store_release(g_records[assembly->index],
                      static_cast<AssemblyRecord*>(nullptr));  // nobody has seen the assembly
        return std::unexpected(std::move(published).error());
    }
    record->identity = *std::move(published);
    add_record(std::move(record), assembly);
    announce_later(assembly);
    return assembly;
}

}  // namespace

const metadata::Image* Module::image() const {
    return load_acquire(g_records[index]->image);
}

const uint8_t* Module::rva_data(uint32_t rva, uint32_t size_bytes) const {
    Bytes bytes = image()->field_data(rva);
    bool is_inside = !bytes.empty() && bytes.size() >= size_bytes;
    return is_inside ? reinterpret_cast<const uint8_t*>(bytes.data()) : nullptr;
}

void initialize_binding(BindingProperties properties) {
    CELER_ASSERT(g_binder == nullptr, "binding is initialised once");
    g_binder = new Binder;
    g_binder->properties = std::move(properties);
    g_binder->trusted.reserve(g_binder->properties.trusted_assemblies.size());
    for (const std::string& path : g_binder->properties.trusted_assemblies) {
        g_binder->trusted.try_emplace(lower_case(file_stem(path)), &path);  // the first of a name wins
    }
    g_binder->contexts.push_back(std::make_unique<LoadContext>());
}

const BindingProperties& binding_properties() {
    return g_binder->properties;
}

Result<Assembly*> load_assembly(std::string_view simple_name) {
    metadata::AssemblyIdentity identity;
    identity.name = simple_name;
    identity.has_version = false;
    return load_assembly_by_name(identity, 0);
}

Result<Assembly*> load_assembly_from_path(const std::string& path, uint32_t load_context) {
    return load_from({path}, load_context);
}

Result<Assembly*> load_program(const std::string& path) {
    const Bundle& bundle = g_binder->properties.bundle;
    bool may_be_bundled = bundle.exists() && path.starts_with(bundle.folder());
    return load_from({path, may_be_bundled ? bundle.find(path.substr(bundle.folder().size())) : std::nullopt}, 0);
}

Result<Assembly*> load_assembly_from_memory(std::vector<std::byte> bytes, uint32_t load_context) {
    return with_loader_lock([&] {
        auto record = std::make_unique<AssemblyRecord>();
        record->memory = std::move(bytes);
        record->file = record->memory;
        return publish(std::move(record), "", load_context);
    });
}

Result<Assembly*> load_assembly_by_name(const metadata::AssemblyIdentity& identity, uint32_t load_context,
                                        Module* requesting) {
    // CoreLib is one for all contexts, whatever they say.
    if (metadata::same_assembly_name(identity.name, corelib_name)) load_context = 0;
    return with_loader_lock([&] { return bind(identity, load_context, requesting); });
}

Result<Assembly*> create_dynamic_assembly(const metadata::AssemblyIdentity& identity, Bytes public_key,
                                          uint32_t load_context, LoaderAllocator* allocator) {
    return with_loader_lock([&] { return make_dynamic_assembly(identity, public_key, load_context, allocator); });
}

DynamicModule* dynamic_module(const Module* module) {
    return g_records[module->index]->dynamic.get();
}

Result<void> replace_image(Module* module, std::vector<std::byte> file) {
    AssemblyRecord& record = *g_records[module->index];
    record.published.push_back(std::make_unique<std::vector<std::byte>>(std::move(file)));
    std::vector<std::byte>* kept = record.published.back().get();  // stays: see types/dynamic_module.h
    auto image = std::make_unique<metadata::Image>();
    CELER_TRY_VOID(image->open(*kept));
    record.file = *kept;
    record.images.push_back(std::move(image));
    store_release(record.image, static_cast<const metadata::Image*>(record.images.back().get()));
    return {};
}

Assembly* find_loaded_assembly(std::string_view simple_name, uint32_t load_context, std::string_view culture) {
    LoaderLock lock;
    const auto& assemblies = g_binder->contexts[load_context]->assemblies;
    auto found = assemblies.find(assembly_key(simple_name, culture));
    return found == assemblies.end() ? nullptr : found->second;
}

Result<Assembly*> resolve_assembly_ref(Module* module, uint32_t rid) {
    const metadata::Image* image = module->image();
    if (rid == 0 || rid > image->row_count(metadata::Table::AssemblyRef)) return std::unexpected(bad_image(module));
    if (Assembly* known = load_acquire(module->assembly_refs[rid])) return known;
    metadata::AssemblyIdentity identity = CELER_TRY(metadata::assembly_ref_identity(*image, rid));
    if (identity.name.empty()) return std::unexpected(file_not_found("<Unknown>"));
    if (identity.is_for_other_machine) return std::unexpected(file_not_found(metadata::display_name(identity)));
    Assembly* assembly = CELER_TRY(load_assembly_by_name(identity, module->assembly->load_context, module));
    CELER_TRY_VOID(check_reference(module, assembly));
    refer_to(loader_allocator_of(module), loader_allocator_of(assembly));
    store_release(module->assembly_refs[rid], assembly);
    return assembly;
}

Assembly* corelib() {
    return g_loader->corelib;
}

const std::string& assembly_file(const Assembly* assembly) {
    return g_records[assembly->index]->path;
}
const std::string& assembly_location(const Assembly* assembly) {
    static const auto* none = new std::string;
    const AssemblyRecord& record = *g_records[assembly->index];
    return record.is_bundled ? *none : record.path;
}
const metadata::AssemblyIdentity& assembly_identity(const Assembly* assembly) {
    return g_records[assembly->index]->identity;
}
Assembly* assembly_at(uint32_t index) {
    const AssemblyRecord* record = load_acquire(g_records[index]);
    return record == nullptr ? nullptr : record->assembly;
}
Module* module_at(uint32_t index) {
    return g_records[index]->assembly->module;
}
uint32_t assembly_count() {
    return load_acquire(g_assembly_count);
}

// An index is free when nobody can have it: managed code keeps it in the context's object.
static uint32_t take_context_index() {
    for (uint32_t& index : g_binder->retired) {
        auto handle = reinterpret_cast<gc::Handle>(g_binder->contexts[index]->managed_handle);
        if (*handle != nullptr) continue;
        gc::free_handle(handle);
        uint32_t taken = index;
        index = g_binder->retired.back();
        g_binder->retired.pop_back();
        return taken;
    }
    g_binder->contexts.emplace_back();
    return static_cast<uint32_t>(g_binder->contexts.size() - 1);
}

uint32_t create_load_context(uintptr_t managed_handle, LoaderAllocator* allocator) {
    LoaderLock lock;
    uint32_t index = take_context_index();
    g_binder->contexts[index] = std::make_unique<LoadContext>();
    g_binder->contexts[index]->managed_handle = managed_handle;
    g_binder->contexts[index]->allocator = allocator;
    return index;
}

LoaderAllocator* load_context_allocator(uint32_t load_context) {
    LoaderLock lock;
    return g_binder->contexts[load_context]->allocator;
}

// The file of an assembly that a mapped arena has.
static Result<void> reopen(Assembly* assembly) {
    auto record = std::make_unique<AssemblyRecord>();
    record->path = assembly->path;
    record->file = CELER_TRY(map_file({record->path}));
    record->images.push_back(std::make_unique<metadata::Image>());
    metadata::Image& image = *record->images.back();
    CELER_TRY_VOID(image.open(record->file));
    record->image = &image;
    record->identity = CELER_TRY(metadata::assembly_identity(image));
    Bytes mvid = image.mvid();
    bool is_same = mvid.size() == sizeof assembly->mvid && std::memcmp(mvid.data(), assembly->mvid, mvid.size()) == 0 &&
                   image.check_names();
    if (!is_same) return fail(ErrorKind::FileLoad, "'" + record->path + "' is another file than it was");
    make_data_writable(image);
    const metadata::AssemblyIdentity& identity = record->identity;
    g_binder->contexts[0]->assemblies[assembly_key(identity.name, identity.culture)] = assembly;
    record->assembly = assembly;
    CELER_ASSERT(assembly->index < maximum_assemblies && g_records[assembly->index] == nullptr);
    g_assembly_count = std::max(g_assembly_count, assembly->index + 1);
    store_release(g_records[assembly->index], record.release());
    return {};
}

Result<void> reopen_assemblies() {
    for (Assembly* assembly = g_loader->assemblies; assembly != nullptr; assembly = assembly->next)
        CELER_TRY_VOID(reopen(assembly));
    for (uint32_t i = 0; i < g_assembly_count; i++) {
        if (g_records[i] == nullptr) g_binder->free_assemblies.push_back(i);
    }
    return {};
}

Result<void> check_assemblies_persist() {
    for (uint32_t i = 0; i < g_assembly_count; i++) {
        const Assembly* assembly = assembly_at(i);
        if (assembly == nullptr || assembly->is_collectible || assembly->path != nullptr) continue;
        return fail(ErrorKind::NotSupported,
                    std::string(assembly->simple_name) + " is no file of the default load context");
    }
    return {};
}

// World stopped.
void forget_assemblies() {
    for (uint32_t i = 0; i < g_assembly_count; i++) {
        AssemblyRecord* record = g_records[i];
        if (record == nullptr || !is_unloading(record->assembly)) continue;
        bool is_mapped = record->memory.empty() && record->published.empty();
        if (is_mapped) unmap_file(record->file);
        delete record;
        g_records[i] = nullptr;
        g_binder->free_assemblies.push_back(i);
    }
    for (uint32_t i = 0; i < g_binder->contexts.size(); i++) {
        LoadContext& context = *g_binder->contexts[i];
        if (context.allocator == nullptr || !context.allocator->heap.is_dying) continue;
        context.allocator = nullptr;
        context.assemblies.clear();
        g_binder->retired.push_back(i);
    }
}

uintptr_t load_context_handle(uint32_t load_context) {
    LoaderLock lock;
    return g_binder->contexts[load_context]->managed_handle;
}

void set_load_context_handle(uint32_t load_context, uintptr_t managed_handle) {
    LoaderLock lock;
    g_binder->contexts[load_context]->managed_handle = managed_handle;
}

}  // namespace celer
