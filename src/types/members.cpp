// MethodDescs: made on first use, one per exact owner and exact own arguments.
#include "base/hash.h"
#include "metadata/flags.h"
#include "metadata/signature.h"
#include "object/object.h"
#include "types/loader_allocator.h"
#include "types/loader_state.h"

namespace celer {

using metadata::Image;
using metadata::Table;
using metadata::Token;

namespace {

constexpr std::string_view compiler_services = "System.Runtime.CompilerServices";

uint32_t method_rid(const TypeInfo* info, const Image& image, uint32_t index) {
    if (image.row_count(Table::MethodPtr) == 0) return info->first_method + index;
    return image.methods_of(Token(info->token).rid())[index];
}

// Index of a MethodDef among the methods of its type.
uint32_t method_index(const TypeInfo* info, const Image& image, uint32_t rid) {
    if (image.row_count(Table::MethodPtr) == 0) return rid - info->first_method;
    for (uint32_t i = 0; i < info->method_count; i++) {
        if (method_rid(info, image, i) == rid) return i;
    }
    return no_method_index;
}

MethodKind classify_delegate_method(std::string_view name) {
    if (name == ".ctor") return MethodKind::DelegateCtor;
    return name == "Invoke" ? MethodKind::DelegateInvoke : MethodKind::DelegateOther;
}

MethodKind classify(const MethodTable* owner, uint32_t rid, const metadata::MethodDefRow& row) {
    const Image& image = *owner->module->image();
    uint32_t code_type = row.impl_flags & metadata::method_impl_flags::kCodeTypeMask;
    if (owner->is_delegate() && code_type == metadata::method_impl_flags::kRuntime) {
        return classify_delegate_method(image.string(row.name));
    }
    if (row.flags & metadata::method_flags::kAbstract) return MethodKind::Abstract;
    if (row.flags & metadata::method_flags::kPInvokeImpl) return MethodKind::PInvoke;
    if (row.impl_flags & metadata::method_impl_flags::kInternalCall) {
        bool constructor = image.string(row.name) == ".ctor";
        return constructor && owner->element == ElementType::String ? MethodKind::StringCtor : MethodKind::InternalCall;
    }
    if (row.rva == 0 &&
        image.has_custom_attribute({Table::MethodDef, rid}, compiler_services, "UnsafeAccessorAttribute")) {
        return MethodKind::UnsafeAccessor;
    }
    return MethodKind::IL;
}

uint32_t flags_of_attributes(const Image& image, Token method, bool is_corelib) {
    uint8_t attributes = image.known_attributes_of(method);
    uint32_t flags = 0;
    if (is_corelib && (attributes & metadata::known_attributes::intrinsic)) flags |= method_flags::is_intrinsic;
    if (attributes & metadata::known_attributes::unmanaged_callers_only)
        flags |= method_flags::is_unmanaged_callers_only;
    return flags;
}

uint16_t flags_of(const MethodTable* owner, uint32_t rid, const metadata::MethodDefRow& row) {
    using namespace metadata::method_flags;
    const Image& image = *owner->module->image();
    Token token(Table::MethodDef, rid);
    uint32_t flags = 0;
    if (row.flags & kStatic) flags |= method_flags::is_static;
    if (row.flags & kVirtual) flags |= method_flags::is_virtual;
    if (row.flags & kAbstract) flags |= method_flags::is_abstract;
    if ((row.flags & kFinal) || (owner->info->attributes & metadata::type_flags::kSealed))
        flags |= method_flags::is_final;
    if (row.flags & kRTSpecialName) {
        std::string_view name = image.string(row.name);
        if (name == ".ctor" || name == ".cctor") flags |= method_flags::is_constructor;
    }
    if (row.impl_flags & metadata::method_impl_flags::kSynchronized) flags |= method_flags::is_synchronized;
    if (row.impl_flags & metadata::method_impl_flags::kNoInlining) flags |= method_flags::no_inlining;
    if (row.impl_flags & metadata::method_impl_flags::kAggressiveInlining) flags |= method_flags::aggressive_inlining;
    // Only CoreLib's [Intrinsic] means anything.
    bool is_corelib = owner->module->assembly->is_corelib;
    if (is_corelib || (row.flags & kStatic)) flags |= flags_of_attributes(image, token, is_corelib);
    return static_cast<uint16_t>(flags);
}

// The definition of a generic method is the instance over its own variables.
void make_generic(MethodDesc* method, uint32_t rid) {
    Module* module = method->owner->module;
    const Image& image = *module->image();
    TypeList variables;
    for (uint32_t param : image.generic_params({Table::MethodDef, rid})) {
        auto* variable = new_beside<TypeDesc>(method, Section::Types);
        variable->type_and_flags = static_cast<uint32_t>(ElementType::MVar) | type_desc_contains_variables;
        variable->module = module;
        variable->token = Token(Table::GenericParam, param).value();
        variable->index = static_cast<uint16_t>(variables.size());
        variable->is_method_variable = 1;
        variable->owner = reinterpret_cast<uintptr_t>(method);
        variables.push(variable);
    }
    if (variables.size() == 0) return;
    method->instantiation = intern_instantiation(variables.span());
    method->flags |= method_flags::is_generic | method_flags::is_open;
}

void describe_from_metadata(MethodDesc* method, uint32_t index, uint32_t rid) {
    MethodTable* owner = method->owner;
    const Image& image = *owner->module->image();
    metadata::MethodDefRow row = image.method_def(rid);
    method->typical = method;
    method->token = Token(Table::MethodDef, rid).value();
    method->attributes = static_cast<uint16_t>(row.flags);
    method->impl_attributes = static_cast<uint16_t>(row.impl_flags);
    method->slot = owner->info->definition_methods->slots[index];
    method->kind = classify(owner, rid, row);
    method->flags = flags_of(owner, rid, row);
    Bytes signature = image.blob(row.signature);
    if (!signature.empty() && (static_cast<uint8_t>(signature[0]) & metadata::kSignatureGeneric))
        make_generic(method, rid);
}

void describe_from_typical(MethodDesc* method, MethodDesc* typical) {
    method->typical = typical;
    method->token = typical->token;
    method->attributes = typical->attributes;
    method->impl_attributes = typical->impl_attributes;
    method->slot = typical->slot;
    method->kind = typical->kind;
    method->instantiation = typical->instantiation;
    uint16_t open = typical->is_generic() ? method_flags::is_open : 0;
    method->flags = static_cast<uint16_t>((typical->flags & ~method_flags::is_open) | open);
}

MethodDesc* make_instance(MethodTable* owner, MethodDesc* typical, const Instantiation* instantiation) {
    MethodDesc* method = allocate_method(youngest_heap(owner, instantiation->span()));
    method->owner = owner;
    describe_from_typical(method, typical);
    method->instantiation = instantiation;
    bool open = owner->contains_generic_variables();
    for (TypeHandle argument : instantiation->span()) open |= argument.contains_variables();
    method->flags =
        static_cast<uint16_t>((method->flags & ~method_flags::is_open) | (open ? method_flags::is_open : 0));
    return method;
}

MethodDesc* make_method(MethodTable* owner, uint32_t index) {
    TypeInfo* info = owner->info;
    const Image& image = *owner->module->image();
    uint32_t rid = method_rid(info, image, index);
    MethodDesc* typical = info->typical == owner ? nullptr : declared_method(info->typical, index);
    MethodDesc* method = allocate_method(loader_heap_of(owner));
    method->owner = owner;
    if (typical != nullptr) {
        describe_from_typical(method, typical);
    } else {
        describe_from_metadata(method, index, rid);
    }
    if (owner->contains_generic_variables()) method->flags |= method_flags::is_open;
    if (owner->is_interface() && method->slot != no_slot) {
        method->dispatch_index = dispatch_index_of(owner->info->id, method->slot);
    }
    if (typical == nullptr) store_release(owner->module->method_defs[rid], method);
    return method;
}

}  // namespace

MethodDesc* allocate_method(LoaderHeap* heap) {
    auto* method = heap_new<MethodDesc>(heap, Section::Types);
    method->id = ++g_loader->last_method_id;
    method->dispatch_index = static_cast<uint8_t>(method->id % interface_dispatch_size);
    method->slot = no_slot;
    return method;
}

Result<MethodDesc*> new_dynamic_method(LoaderHeap& heap, MethodTable* owner, Bytes signature) {
    MethodDesc* method = nullptr;
    {
        LoaderLock lock;
        method = allocate_method(&heap);
    }
    method->owner = owner;
    method->typical = method;
    method->kind = MethodKind::Dynamic;
    method->token = Token(Table::MethodDef, 0).value();
    method->attributes = metadata::method_flags::kPublic | metadata::method_flags::kStatic;
    method->flags = method_flags::is_static;
    const MethodSignature* read = CELER_TRY(signature_from_blob(owner->module, signature, {}, method));
    method->signature_cache = const_cast<MethodSignature*>(read);
    return method;
}

MethodDesc* declared_method(MethodTable* table, uint32_t index) {
    TypeInfo* info = table->info;
    CELER_ASSERT(index < info->method_count, "no such declared method");
    ArenaPointer<MethodDesc>* methods = load_acquire(info->methods);
    if (methods != nullptr) {
        if (MethodDesc* known = load_acquire(methods[index])) return known;
    }
    LoaderLock lock;
    if (table->is_array()) {
        if (info->methods == nullptr) make_array_methods(table);
        return info->methods[index];
    }
    if (info->methods == nullptr)
        store_release(info->methods, new_beside<ArenaPointer<MethodDesc>>(table, Section::Types, info->method_count));
    if (info->methods[index] == nullptr) store_release(info->methods[index], make_method(table, index));
    return info->methods[index];
}

bool declares_method(const MethodTable* table, uint32_t rid) {
    return method_index(table->info, *table->module->image(), rid) < table->info->method_count;
}

bool declares_field(const MethodTable* table, uint32_t rid) {
    const TypeInfo* info = table->info;
    const Image& image = *table->module->image();
    if (image.row_count(Table::FieldPtr) == 0) return rid - info->first_field < info->field_count;
    for (uint32_t field : image.fields_of(Token(info->token).rid())) {
        if (field == rid) return true;
    }
    return false;
}

MethodDesc* declared_method_of_rid(MethodTable* table, uint32_t rid) {
    return declared_method(table, method_index(table->info, *table->module->image(), rid));
}

Result<MethodDesc*> instantiate_method(MethodDesc* definition, std::span<const TypeHandle> arguments) {
    MethodDesc* typical = definition->typical;
    if (!typical->is_generic() || typical->instantiation->count != arguments.size()) {
        return std::unexpected(bad_image(definition->owner->module));
    }
    const Instantiation* instantiation = intern_instantiation(arguments);
    MethodTable* owner = definition->owner;
    if (instantiation == typical->instantiation) return declared_method_of_rid(owner, Token(typical->token).rid());
    uint64_t hash =
        hash_combine(hash_combine(hash_pointer(owner), typical->token), reinterpret_cast<uintptr_t>(instantiation));
    auto same = [&](const MethodDesc& other) {
        return other.instantiation == instantiation && other.owner == owner && other.token == typical->token;
    };
    if (MethodDesc* known = g_loader->method_instances.find(hash, same)) return known;
    return with_loader_lock([&]() -> Result<MethodDesc*> {
        if (MethodDesc* known = g_loader->method_instances.find(hash, same)) return known;
        if (nesting_of(arguments) > maximum_nesting) return std::unexpected(type_load_error(owner));
        MethodDesc* method = make_instance(owner, typical, instantiation);
        CELER_TRY_VOID(check_constraints(method));
        g_loader->method_instances.insert(hash, method);
        return method;
    });
}

MethodDesc* method_on(MethodTable* exact_owner, MethodDesc* method) {
    if (method->owner == exact_owner) return method;
    MethodDesc* on_owner = declared_method_of_rid(exact_owner, Token(method->token).rid());
    if (method->instantiation == method->typical->instantiation) return on_owner;
    auto instance = instantiate_method(on_owner, method->instantiation->span());
    CELER_ASSERT(instance, "the method exists on another instance");
    return *instance;
}

FieldDesc* find_field(MethodTable* table, std::string_view name) {
    if (!ensure_loaded(table, LoadLevel::Layout)) return nullptr;
    const Image& image = *table->module->image();
    uint32_t rid = image.find_field(Token(table->info->token).rid(), name);
    return rid == 0 ? nullptr : declared_field_of_rid(table, rid);
}

FieldDesc* declared_field_of_rid(MethodTable* table, uint32_t rid) {
    TypeInfo* info = table->info;
    const Image& image = *table->module->image();
    if (image.row_count(Table::FieldPtr) == 0) return &info->fields[rid - info->first_field];
    uint32_t index = 0;
    for (uint32_t field : image.fields_of(Token(info->token).rid())) {
        if (field == rid) return &info->fields[index];
        index++;
    }
    CELER_PANIC("a field that is not its owner's");
}

MethodDesc* find_method(MethodTable* table, std::string_view name, std::string_view signature) {
    const Image& image = *table->module->image();
    uint32_t type_rid = Token(table->info->token).rid();
    for (std::string_view prefix : {"static ", "instance "}) {
        if (signature.starts_with(prefix)) signature.remove_prefix(prefix.size());
    }
    for (uint32_t rid = image.find_method(type_rid, name); rid != 0; rid = image.find_method(type_rid, name, rid)) {
        if (signature.empty() ||
            signature == contract_signature(table->module, image.blob(image.method_def(rid).signature))) {
            return declared_method_of_rid(table, rid);
        }
    }
    return nullptr;
}

}  // namespace celer
