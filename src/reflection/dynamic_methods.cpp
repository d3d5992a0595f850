#include "reflection/dynamic_methods.h"

#include <cstring>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "base/lock.h"
#include "import/supplied_body.h"
#include "platform/arena.h"
#include "reflection/exposed_objects.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/dispatch.h"
#include "types/literals.h"
#include "types/loader.h"
#include "types/loader_allocator.h"
#include "types/type_info.h"

namespace celer {

namespace {

// What the resolver answered. It does not change once an entry has it: several threads may import the method at once.
struct OwnedBody {
    std::vector<std::byte> code;
    std::vector<std::byte> local_signature;
    std::vector<std::byte> clauses;
    uint32_t max_stack = 0;
    bool init_locals = false;

    DynamicBody view() const { return {code, local_signature, clauses, max_stack, init_locals}; }
};

// LoaderAllocator::context of a dynamic method.
struct DynamicEntry {
    std::string name;
    Lock lock{LockRank::DynamicMethod};
    std::unique_ptr<const OwnedBody> body;
    std::unordered_map<uint32_t, DynamicToken> tokens;
};

DynamicEntry& entry_of(const MethodDesc* method) {
    return *static_cast<DynamicEntry*>(loader_allocator_of(method)->context);
}

// A call of one of the Resolver's virtual methods. Its exceptions become errors: the method cannot be compiled.
Result<uint64_t> ask(Object* resolver, const char* name, std::initializer_list<uint64_t> arguments) {
    MethodDesc* declared = find_method(corelib_type("System", "Resolver"), name);
    if (declared == nullptr) return fail(ErrorKind::MissingMethod, "System.Resolver lacks a method.");
    MethodDesc* method = CELER_TRY(resolve_virtual(resolver->method_table, declared));
    RegisterArguments registers{};
    registers.integer[0] = reinterpret_cast<uint64_t>(resolver);
    size_t count = 1;
    for (uint64_t argument : arguments) registers.integer[count++] = argument;
    CallResult call = call_managed_with(current_thread(), method_stub(method), registers, Boundary::CatchAll);
    if (call.exception != nullptr) {
        return fail(ErrorKind::InvalidProgram, "Common Language Runtime detected an invalid program.");
    }
    return call.value;
}

std::vector<std::byte> copy_array(uint64_t object) {
    auto* array = reinterpret_cast<ArrayObject*>(object);
    if (array == nullptr) return {};
    const auto* bytes = array->elements<std::byte>();
    return {bytes, bytes + array->length};
}

struct FatClause {  // II.25.4.6; also System.Resolver.CORINFO_EH_CLAUSE
    uint32_t flags, try_offset, try_length, handler_offset, handler_length, token_or_filter;
};

void append_clause(std::vector<std::byte>& clauses, const FatClause& clause) {
    const auto* bytes = reinterpret_cast<const std::byte*>(&clause);
    clauses.insert(clauses.end(), bytes, bytes + sizeof clause);
}

// A section as it stands in a method body: four bytes of header, then clauses in the small or the fat form.
std::vector<std::byte> clauses_of_section(const std::vector<std::byte>& section) {
    constexpr size_t header_size = 4;
    constexpr size_t small_clause_size = 12;
    std::vector<std::byte> clauses;
    if (section.size() < header_size) return clauses;
    if ((section[0] & std::byte{0x40}) != std::byte{0}) {
        clauses.assign(section.begin() + header_size, section.end());
        return clauses;
    }
    for (size_t at = header_size; at + small_clause_size <= section.size(); at += small_clause_size) {
        ByteReader reader(Bytes(section).subspan(at, small_clause_size));
        FatClause clause;
        clause.flags = reader.read_u16();
        clause.try_offset = reader.read_u16();
        clause.try_length = reader.read_u8();
        clause.handler_offset = reader.read_u16();
        clause.handler_length = reader.read_u8();
        clause.token_or_filter = reader.read_u32();
        append_clause(clauses, clause);
    }
    return clauses;
}

Result<std::vector<std::byte>> read_clauses(Object* resolver, int32_t count) {
    std::vector<std::byte> section = copy_array(CELER_TRY(ask(resolver, "GetRawEHInfo", {})));
    if (!section.empty()) return clauses_of_section(section);
    std::vector<std::byte> clauses;
    for (int32_t i = 0; i < count; i++) {
        FatClause clause{};
        CELER_TRY(ask(resolver, "GetEHInfo", {static_cast<uint64_t>(i), reinterpret_cast<uint64_t>(&clause)}));
        append_clause(clauses, clause);
    }
    return clauses;
}

Result<std::unique_ptr<const OwnedBody>> read_body(Object* resolver) {
    auto body = std::make_unique<OwnedBody>();
    int32_t stack_size = 0, init_locals = 0, clause_count = 0;
    body->code =
        copy_array(CELER_TRY(ask(resolver, "GetCodeInfo",
                                 {reinterpret_cast<uint64_t>(&stack_size), reinterpret_cast<uint64_t>(&init_locals),
                                  reinterpret_cast<uint64_t>(&clause_count)})));
    body->local_signature = copy_array(CELER_TRY(ask(resolver, "GetLocalsSignature", {})));
    body->clauses = CELER_TRY(read_clauses(resolver, clause_count));
    body->max_stack = static_cast<uint32_t>(stack_size);
    body->init_locals = init_locals != 0;
    return body;
}

Error method_is_gone() {
    return Error{ErrorKind::InvalidProgram, "The dynamic method has been collected.", {}};
}

const OwnedBody* known_body(DynamicEntry& entry) {
    LockGuard lock(entry.lock);
    return entry.body.get();
}

FieldDesc* field_on(MethodTable* owner, FieldDesc* field) {
    if (field->owner == owner || field->owner->info->typical != owner->info->typical) return field;
    return &owner->info->fields[field - field->owner->info->fields];
}

// A token of a generic type's member comes with the exact type.
Result<DynamicToken> resolve_member(Object* resolver, uint32_t token) {
    uintptr_t type = 0, method = 0, field = 0;
    CELER_TRY(ask(resolver, "ResolveToken",
                  {token, reinterpret_cast<uint64_t>(&type), reinterpret_cast<uint64_t>(&method),
                   reinterpret_cast<uint64_t>(&field)}));
    DynamicToken found;
    MethodTable* owner = TypeHandle::from_raw(type).method_table();
    if (owner != nullptr) CELER_TRY_VOID(ensure_loaded(owner));
    if (method != 0) {
        found.method = reinterpret_cast<MethodDesc*>(method);
        bool other_instance = owner != nullptr && !owner->is_array() && found.method->owner != owner &&
                              !found.method->owner->is_array() &&
                              found.method->owner->info->typical == owner->info->typical;
        if (other_instance) found.method = method_on(owner, found.method);
    } else if (field != 0) {
        found.field = reinterpret_cast<FieldDesc*>(field);
        CELER_TRY_VOID(ensure_loaded(found.field->owner));
        if (owner != nullptr) found.field = field_on(owner, found.field);
    } else {
        found.type = TypeHandle::from_raw(type);
    }
    return found;
}

Result<DynamicToken> ask_for_token(MethodDesc* method, uint32_t token) {
    Object* resolver = dynamic_method_resolver(method);
    if (resolver == nullptr) return std::unexpected(method_is_gone());
    constexpr uint32_t string_table = 0x70, signature_table = 0x11;
    if (token >> 24 == string_table) {
        auto* string = reinterpret_cast<StringObject*>(CELER_TRY(ask(resolver, "GetStringLiteral", {token})));
        DynamicToken found;
        if (string != nullptr) found.string = keep_literal(string, loader_allocator_of(method));
        return found;
    }
    if (token >> 24 == signature_table) {
        std::vector<std::byte> blob = copy_array(CELER_TRY(ask(resolver, "ResolveSignature", {token, 0})));
        DynamicToken found;
        found.signature = CELER_TRY(signature_from_blob(method->owner->module, blob, {}, method));
        return found;
    }
    return resolve_member(resolver, token);
}

std::optional<DynamicToken> known_token(const MethodDesc* method, uint32_t token) {
    DynamicEntry& entry = entry_of(method);
    LockGuard lock(entry.lock);
    auto known = entry.tokens.find(token);
    return known == entry.tokens.end() ? std::nullopt : std::optional(known->second);
}

}  // namespace

Result<DynamicBody> dynamic_body(MethodDesc* method) {
    DynamicEntry& entry = entry_of(method);
    if (const OwnedBody* known = known_body(entry)) return known->view();
    Object* resolver = dynamic_method_resolver(method);
    if (resolver == nullptr) return std::unexpected(method_is_gone());
    std::unique_ptr<const OwnedBody> body = CELER_TRY(read_body(resolver));
    LockGuard lock(entry.lock);
    if (entry.body == nullptr) entry.body = std::move(body);  // unless another thread was first
    return entry.body->view();
}

bool knows_dynamic_token(const MethodDesc* method, uint32_t token) {
    return known_token(method, token).has_value();
}

// What was found stays: the resolver keeps it alive.
Result<DynamicToken> dynamic_token(MethodDesc* method, uint32_t token) {
    if (std::optional<DynamicToken> known = known_token(method, token)) return *known;
    DynamicToken found = CELER_TRY(ask_for_token(method, token));
    DynamicEntry& entry = entry_of(method);
    LockGuard lock(entry.lock);
    entry.tokens.emplace(token, found);
    return found;
}

Result<MethodDesc*> create_dynamic_method(Module* module, std::string_view name, Bytes signature_blob,
                                          Object* resolver) {
    CELER_TRY_VOID(admit_growth());
    MethodTable* owner = CELER_TRY(global_type(module));
    LoaderAllocator* allocator = create_loader_allocator(resolver);
    if (allocator == nullptr) return fail(ErrorKind::OutOfMemory, {});
    auto* entry = new DynamicEntry;
    entry->name = name;
    allocator->context = entry;
    allocator->on_free = [](LoaderAllocator& dying) { delete static_cast<DynamicEntry*>(dying.context); };
    Result<MethodDesc*> method = new_dynamic_method(allocator->heap, owner, signature_blob);
    if (!method) destroy_loader_allocator(allocator);
    return method;
}

void destroy_dynamic_method(MethodDesc* method) {
    destroy_loader_allocator(loader_allocator_of(method));
}

Object* dynamic_method_resolver(const MethodDesc* method) {
    return keeper_of(method);
}

const char* dynamic_method_name(const MethodDesc* method) {
    return entry_of(method).name.c_str();
}

}  // namespace celer
