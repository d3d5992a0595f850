// Binds methods of CoreLib to native functions through one hash table over all rows.
#include <pthread.h>

#include <atomic>
#include <string>
#include <vector>

#include "corelib/contract.h"
#include "corelib/tables.h"
#include "metadata/image.h"
#include "reflection/accessor_types.h"
#include "reflection/dynamic_methods.h"
#include "runtime/engine.h"
#include "types/loader.h"

namespace celer {

namespace {

std::vector<const NativeEntry*> g_rows;  // open addressing, power of two
pthread_once_t g_rows_once = PTHREAD_ONCE_INIT;

uint64_t key_hash(std::string_view type, std::string_view name) {
    uint64_t hash = 0xcbf29ce484222325;
    for (char c : type) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
    hash = (hash ^ ':') * 0x100000001b3;
    for (char c : name) hash = (hash ^ static_cast<uint8_t>(c)) * 0x100000001b3;
    return hash ^ hash >> 29;
}

std::string_view text(const char* characters) {
    return characters != nullptr ? std::string_view(characters) : std::string_view();
}

void fill_rows() {
    size_t count = 0;
    for (NativeTable table : contract_tables()) count += table.size();
    size_t capacity = 64;
    while (capacity < count * 2) capacity *= 2;
    g_rows.assign(capacity, nullptr);
    for (NativeTable table : contract_tables()) {
        for (const NativeEntry& entry : table) {
            size_t slot = key_hash(text(entry.type), entry.name) & (capacity - 1);
            while (g_rows[slot] != nullptr) slot = (slot + 1) & (capacity - 1);
            g_rows[slot] = &entry;
        }
    }
}

template <typename Matches>
const NativeEntry* find_row(std::string_view type, std::string_view name, Matches matches) {
    pthread_once(&g_rows_once, fill_rows);
    size_t mask = g_rows.size() - 1;
    for (size_t slot = key_hash(type, name) & mask; g_rows[slot] != nullptr; slot = (slot + 1) & mask) {
        const NativeEntry* entry = g_rows[slot];
        if (text(entry->type) == type && text(entry->name) == name && matches(*entry)) return entry;
    }
    return nullptr;
}

Assembly* g_entry_assembly;
std::atomic<int> g_exit_code;

}  // namespace

void* native_function(MethodDesc* method) {
    if (!method->owner->module->assembly->is_corelib) return nullptr;
    if (method->kind == MethodKind::InternalCall) {
        std::string type = display_name(TypeHandle(method->owner->info->typical));
        const NativeEntry* entry = find_row(type, method_name(method), [&](const NativeEntry& candidate) {
            return candidate.signature == nullptr ||
                   find_method(method->owner, method_name(method), candidate.signature) == method;
        });
        return entry != nullptr ? entry->function : nullptr;
    }
    const metadata::Image& image = *method->owner->module->image();
    metadata::ImplMapRow import = image.impl_map(image.impl_map_of(metadata::Token(method->token)));
    if (image.string(image.module_ref(import.import_scope).name) != "QCall") return nullptr;
    const NativeEntry* entry = find_qcall(image.string(import.import_name));
    return entry != nullptr ? entry->function : nullptr;
}

const NativeEntry* find_internal_call(std::string_view type, std::string_view method, std::string_view signature) {
    return find_row(type, method, [&](const NativeEntry& entry) {
        return entry.signature == nullptr || entry.signature == signature;
    });
}

const NativeEntry* find_qcall(std::string_view entry_point) {
    return find_row({}, entry_point, [](const NativeEntry&) { return true; });
}

void set_entry_assembly(Assembly* assembly) {
    g_entry_assembly = assembly;
}

Assembly* entry_assembly() {
    return g_entry_assembly;
}

int latched_exit_code() {
    return g_exit_code.load(std::memory_order_acquire);
}

void set_latched_exit_code(int code) {
    g_exit_code.store(code, std::memory_order_release);
}

}  // namespace celer
