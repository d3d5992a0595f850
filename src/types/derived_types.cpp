// Types made of other types: generic instances, arrays, pointers, byrefs, function pointers. Each exists once.
#include "base/hash.h"
#include "metadata/flags.h"
#include "metadata/signature.h"
#include "types/loader_allocator.h"
#include "types/loader_state.h"
#include "types/type_desc.h"

namespace celer {

namespace {

uint64_t hash_types(std::span<const TypeHandle> types, uint64_t hash) {
    for (TypeHandle type : types) hash = hash_combine(hash, type.value);
    return hash;
}

bool any_variables(std::span<const TypeHandle> types) {
    for (TypeHandle type : types) {
        if (type.contains_variables()) return true;
    }
    return false;
}

Module* module_of(TypeHandle type) {
    while (type.is_type_desc() && is_pointer_like(type.type_desc())) {
        type = TypeHandle::from_raw(type.type_desc()->parameter);
    }
    if (!type.is_type_desc()) return type.method_table()->module;
    return is_variable(type.type_desc()) ? type.type_desc()->module : g_loader->corelib->module;
}

uint32_t nesting_below(TypeHandle type) {
    while (type.is_type_desc() && is_pointer_like(type.type_desc())) {
        type = TypeHandle::from_raw(type.type_desc()->parameter);
    }
    if (!type.is_type_desc()) return type.method_table()->info->nesting;
    const TypeDesc* desc = type.type_desc();
    if (desc->element() != ElementType::FnPtr) return 0;
    uint32_t deepest = 0;
    for (uint32_t i = 0; i <= desc->argument_count; i++) {
        if (uint32_t nesting = nesting_below(desc->return_and_arguments[i]); nesting > deepest) deepest = nesting;
    }
    return deepest + 1;
}

LoaderHeap* heap_of(TypeHandle type) {
    return loader_heap_of(type.value);
}

MethodTable* make_instance(MethodTable* typical, const Instantiation* instantiation) {
    const TypeInfo* definition = typical->info;
    MethodTable* table =
        allocate_type(typical->module, typical->num_virtuals, youngest_heap(typical, instantiation->span()));
    // What the definition's own layout set is not the instance's: its variables count as references there.
    constexpr uint32_t own =
        mt_flags::generics_mask | mt_flags::contains_generic_variables | mt_flags::contains_gc_pointers;
    table->flags |= (typical->flags & ~own) | mt_flags::generics_instantiated;
    if (any_variables(instantiation->span())) table->flags |= mt_flags::contains_generic_variables;
    constexpr uint32_t of_definition = mt_flags2::is_delegate | mt_flags2::has_variance | mt_flags2::is_inline_array |
                                       mt_flags2::has_explicit_layout | mt_flags2::is_intrinsic_type;
    table->flags2 = typical->flags2 & of_definition;
    table->element = typical->element;
    table->per_inst_info = new_beside<uintptr_t*>(table, Section::Types);
    table->per_inst_info[0] = reinterpret_cast<uintptr_t*>(const_cast<TypeHandle*>(instantiation->arguments));
    TypeInfo* info = table->info;
    info->token = definition->token;
    info->attributes = definition->attributes;
    info->typical = typical;
    info->enclosing = definition->enclosing;
    info->instantiation = instantiation;
    info->packing = definition->packing;
    info->class_size = definition->class_size;
    info->is_inline_array = definition->is_inline_array;
    info->inline_array_length = definition->inline_array_length;
    info->first_method = definition->first_method;
    info->method_count = definition->method_count;
    info->definition_methods = definition->definition_methods;
    info->first_field = definition->first_field;
    info->field_count = definition->field_count;
    info->nesting = nesting_of(instantiation->span());
    return table;
}

// What a value of the element takes in an array, where Named tells; structs' sizes are known at Layout.
uint32_t named_component_size(TypeHandle element) {
    ElementType kind = element.verification_type();
    if (kind == ElementType::ValueType) return 0;
    bool is_number = kind >= ElementType::Boolean && kind <= ElementType::R8;
    return is_number ? metadata::element_type_size(static_cast<metadata::ElementType>(kind)) : 8;
}

Result<void> check_element(TypeHandle element, uint32_t rank) {
    Module* module = module_of(element);
    std::string_view format;
    std::string name;
    if (element.is_byref()) {
        format = "Could not create array type '{type}' from assembly '{assembly}' because the element type is ByRef.";
        name = display_name(element);
    } else if (rank > metadata::kMaxArrayRank) {
        format = "'{type}' from assembly '{assembly}' has too many dimensions.";
    } else if (element.verification_type() == ElementType::Void) {
        format =
            "Could not create array type '{type}' from assembly '{assembly}' because the element type is System.Void.";
    } else if (!element.is_type_desc() && element.method_table()->is_by_ref_like()) {
        format =
            "Could not create array type '{type}' from assembly '{assembly}' because the element type is ByRef-like.";
    } else {
        return {};
    }
    if (name.empty()) name = display_name(element) + "[" + std::string(rank - 1, ',') + "]";
    return std::unexpected(type_load_error_by_name(module, name, format));
}

Result<MethodTable*> make_array(TypeHandle element, uint32_t rank, bool sz) {
    CELER_TRY_VOID(check_element(element, rank));
    MethodTable* parent = well_known(WellKnown::Array);
    MethodTable* table = allocate_type(module_of(element), parent->num_virtuals, heap_of(element));
    table->flags |= mt_flags::has_component_size | (sz ? mt_flags::category_sz_array : mt_flags::category_array) |
                    named_component_size(element);
    if (element.contains_variables()) table->flags |= mt_flags::contains_generic_variables;
    table->element = sz ? ElementType::SzArray : ElementType::Array;
    table->rank = static_cast<uint8_t>(rank);
    table->base_size = array_base_size + (sz ? 0 : 8 * rank);
    table->element_type = element.value;
    TypeInfo* info = table->info;
    info->attributes =
        metadata::type_flags::kPublic | metadata::type_flags::kSealed | metadata::type_flags::kSerializable;
    info->typical = table;
    info->nesting = nesting_of(element);
    info->method_count = array_method_count(sz, element);
    return table;
}

MethodTable* find_array(MethodTable* first, uint32_t rank) {
    for (; first != nullptr; first = load_acquire(first->info->next_array)) {
        if (first->rank == rank) return first;
    }
    return nullptr;
}

TypeDesc* make_parameterized(ElementType element, TypeHandle target) {
    auto* desc = heap_new<TypeDesc>(heap_of(target), Section::Types);
    desc->type_and_flags = static_cast<uint32_t>(element);
    if (target.contains_variables()) desc->type_and_flags |= type_desc_contains_variables;
    desc->parameter = target.value;
    return desc;
}

TypeHandle parameterized(ArenaPointer<TypeDesc>& slot, ElementType element, TypeHandle target) {
    if (TypeDesc* known = load_acquire(slot)) return known;
    LoaderLock lock;
    if (slot == nullptr) store_release(slot, make_parameterized(element, target));
    return slot.get();
}

// What no generic type takes, whatever its constraints.
bool is_no_argument(TypeHandle argument) {
    if (const TypeDesc* desc = argument.type_desc()) return !is_variable(desc);
    return argument == TypeHandle(primitive_type(ElementType::TypedByRef)) ||
           argument == TypeHandle(primitive_type(ElementType::Void));
}

}  // namespace

uint16_t nesting_of(TypeHandle type) {
    uint32_t nesting = nesting_below(type);
    return nesting > maximum_nesting ? maximum_nesting + 1 : static_cast<uint16_t>(nesting);
}

uint16_t nesting_of(std::span<const TypeHandle> arguments) {
    uint32_t deepest = 0;
    for (TypeHandle argument : arguments) {
        if (uint32_t nesting = nesting_below(argument); nesting > deepest) deepest = nesting;
    }
    return deepest >= maximum_nesting ? maximum_nesting + 1 : static_cast<uint16_t>(deepest + 1);
}

const Instantiation* intern_instantiation(std::span<const TypeHandle> arguments) {
    uint64_t hash = hash_types(arguments, arguments.size());
    auto same = [&](const Instantiation& other) {
        if (other.count != arguments.size()) return false;
        for (uint32_t i = 0; i < other.count; i++) {
            if (other.arguments[i] != arguments[i]) return false;
        }
        return true;
    };
    if (const Instantiation* known = g_loader->instantiations.find(hash, same)) return known;
    LoaderLock lock;
    if (const Instantiation* known = g_loader->instantiations.find(hash, same)) return known;
    size_t size = sizeof(Instantiation) + (arguments.size() == 0 ? 0 : arguments.size() - 1) * sizeof(TypeHandle);
    LoaderHeap* heap = youngest_heap(nullptr, arguments);
    auto* made = static_cast<Instantiation*>(heap_allocate(heap, Section::Types, size));
    made->count = static_cast<uint32_t>(arguments.size());
    for (uint32_t i = 0; i < made->count; i++) made->arguments[i] = arguments[i];
    g_loader->instantiations.insert(hash, made);
    return made;
}

Result<MethodTable*> instantiate(MethodTable* typical, std::span<const TypeHandle> arguments) {
    typical = typical->info->typical;
    const Instantiation* own = typical->info->instantiation;
    if (own == nullptr || own->count != arguments.size()) {
        return std::unexpected(type_load_error(typical,
                                               "The generic type '{type}' was used with the wrong number of generic "
                                               "arguments in assembly '{assembly}'."));
    }
    const Instantiation* instantiation = intern_instantiation(arguments);
    if (instantiation == own) return typical;
    uint64_t hash = hash_combine(hash_pointer(typical), reinterpret_cast<uintptr_t>(instantiation));
    auto same = [&](const MethodTable& other) {
        return other.info->instantiation == instantiation && other.info->typical == typical;
    };
    if (MethodTable* known = g_loader->instances.find(hash, same)) return known;
    LoaderLock lock;
    if (MethodTable* known = g_loader->instances.find(hash, same)) return known;
    for (TypeHandle argument : arguments) {
        if (is_no_argument(argument)) {
            return std::unexpected(type_load_error(
                typical, "The generic type '{type}' was used with an invalid instantiation in assembly '{assembly}'."));
        }
    }
    if (nesting_of(arguments) > maximum_nesting) return std::unexpected(type_load_error(typical));
    MethodTable* made = make_instance(typical, instantiation);
    g_loader->instances.insert(hash, made);
    return made;
}

Result<MethodTable*> sz_array_of(TypeHandle element) {
    ArenaPointer<MethodTable>& slot =
        element.is_type_desc() ? element.type_desc()->sz_array_of : element.method_table()->info->sz_array_of;
    if (MethodTable* known = load_acquire(slot)) return known;
    LoaderLock lock;
    if (slot == nullptr) store_release(slot, CELER_TRY(make_array(element, 1, true)));
    return slot;
}

Result<MethodTable*> array_of(TypeHandle element, uint32_t rank) {
    if (rank == 0) return std::unexpected(bad_image(module_of(element)));
    ArenaPointer<MethodTable>& first =
        element.is_type_desc() ? element.type_desc()->arrays_of : element.method_table()->info->arrays_of;
    if (MethodTable* known = find_array(load_acquire(first), rank)) return known;
    LoaderLock lock;
    if (MethodTable* known = find_array(first, rank)) return known;
    MethodTable* made = CELER_TRY(make_array(element, rank, false));
    made->info->next_array = first;
    store_release(first, made);
    return made;
}

TypeHandle pointer_to(TypeHandle target) {
    ArenaPointer<TypeDesc>& slot =
        target.is_type_desc() ? target.type_desc()->pointer_to : target.method_table()->info->pointer_to;
    return parameterized(slot, ElementType::Ptr, target);
}

TypeHandle byref_to(TypeHandle target) {
    ArenaPointer<TypeDesc>& slot =
        target.is_type_desc() ? target.type_desc()->byref_to : target.method_table()->info->byref_to;
    return parameterized(slot, ElementType::ByRef, target);
}

Result<TypeHandle> checked_pointer_to(TypeHandle target) {
    if (!target.is_byref()) return pointer_to(target);
    return std::unexpected(
        type_load_error_by_name(module_of(target), display_name(target),
                                "Could not create a pointer to a ByRef. Type: '{type}'. Assembly: '{assembly}'."));
}

Result<TypeHandle> checked_byref_to(TypeHandle target) {
    if (!target.is_byref()) return byref_to(target);
    return std::unexpected(
        type_load_error_by_name(module_of(target), display_name(target),
                                "Could not create a ByRef of a ByRef. Type: '{type}'. Assembly: '{assembly}'."));
}

TypeHandle function_pointer(std::span<const TypeHandle> return_and_arguments, uint32_t calling_convention) {
    uint64_t hash = hash_types(return_and_arguments, calling_convention + 1);
    auto same = [&](const TypeDesc& other) {
        if (other.calling_convention != calling_convention || other.argument_count + 1 != return_and_arguments.size())
            return false;
        for (uint32_t i = 0; i <= other.argument_count; i++) {
            if (other.return_and_arguments[i] != return_and_arguments[i]) return false;
        }
        return true;
    };
    if (TypeDesc* known = g_loader->function_pointers.find(hash, same)) return known;
    LoaderLock lock;
    if (TypeDesc* known = g_loader->function_pointers.find(hash, same)) return known;
    LoaderHeap* heap = youngest_heap(nullptr, return_and_arguments);
    auto* desc = heap_new<TypeDesc>(heap, Section::Types);
    desc->type_and_flags = static_cast<uint32_t>(ElementType::FnPtr);
    if (any_variables(return_and_arguments)) desc->type_and_flags |= type_desc_contains_variables;
    desc->argument_count = static_cast<uint32_t>(return_and_arguments.size() - 1);
    desc->calling_convention = calling_convention;
    desc->return_and_arguments = heap_new<TypeHandle>(heap, Section::Types, return_and_arguments.size());
    for (size_t i = 0; i < return_and_arguments.size(); i++) desc->return_and_arguments[i] = return_and_arguments[i];
    g_loader->function_pointers.insert(hash, desc);
    return desc;
}

TypeDesc* type_variable(MethodTable* definition, uint32_t index) {
    const Instantiation* own = definition->info->typical->info->instantiation;
    CELER_ASSERT(own != nullptr && index < own->count, "no such type variable");
    return own->arguments[index].type_desc();
}

}  // namespace celer
