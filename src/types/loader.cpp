// Naming definitions, and driving types through their levels.
//
// A definition becomes a MethodTable at Named from its own TypeDef row, the identity of what it extends, and (enums)
// the signature of its value field. Nothing else is loaded, so naming always ends. The levels above are reached by
// ensure_loaded(), one step at a time; the step that is being worked on is kept in TypeInfo::building, so that a type
// that needs itself fails instead of looping.
#include "types/loader.h"

#include <algorithm>

#include "metadata/custom_attribute.h"
#include "metadata/flags.h"
#include "metadata/signature.h"
#include "platform/arena_roots.h"
#include "platform/process_cells.h"
#include "types/access.h"
#include "types/definition_checks.h"
#include "types/dynamic_module.h"
#include "types/loader_allocator.h"
#include "types/loader_state.h"
#include "types/mapped_types.h"
#include "types/saved_errors.h"

namespace celer {

using metadata::Image;
using metadata::Table;
using metadata::Token;

LoaderRoots* g_loader;

namespace {

constexpr std::string_view well_known_namespaces[] = {
#define CELER_WELL_KNOWN(enumerator, name_space, name) name_space,
#include "types/well_known.def"
#undef CELER_WELL_KNOWN
};
constexpr std::string_view well_known_names[] = {
#define CELER_WELL_KNOWN(enumerator, name_space, name) name,
#include "types/well_known.def"
#undef CELER_WELL_KNOWN
};

struct Primitive {
    WellKnown type;
    ElementType element;
};
constexpr Primitive true_primitives[] = {
    {WellKnown::Void, ElementType::Void}, {WellKnown::Boolean, ElementType::Boolean},
    {WellKnown::Char, ElementType::Char}, {WellKnown::SByte, ElementType::I1},
    {WellKnown::Byte, ElementType::U1},   {WellKnown::Int16, ElementType::I2},
    {WellKnown::UInt16, ElementType::U2}, {WellKnown::Int32, ElementType::I4},
    {WellKnown::UInt32, ElementType::U4}, {WellKnown::Int64, ElementType::I8},
    {WellKnown::UInt64, ElementType::U8}, {WellKnown::Single, ElementType::R4},
    {WellKnown::Double, ElementType::R8}, {WellKnown::IntPtr, ElementType::I},
    {WellKnown::UIntPtr, ElementType::U},
};

bool is_in_corelib(const Module* module) {
    return module->assembly->is_corelib;
}

// --- Naming

// What an enum is made of: the type of its one instance field, which may be an enum too. Int32 if it has none that an
// enum may have, which check_fields() and the layout tell.
Result<ElementType> underlying_element(TypeDefinition self, int depth = 0) {
    constexpr int maximum_depth = 50;
    const Image& image = *self.module->image();
    for (uint32_t field : image.fields_of(self.rid)) {
        metadata::FieldRow row = image.field_def(field);
        if (row.flags & metadata::field_flags::kStatic) continue;
        metadata::SignatureReader reader(image.blob(row.signature));
        reader.read_field_header();
        reader.skip_modifiers();
        auto element = static_cast<ElementType>(reader.read_element_type());
        if (reader.failed()) break;
        uint32_t size = metadata::element_type_size(static_cast<metadata::ElementType>(element));
        bool is_integer_like = size != 0 && element < ElementType::String;
        if (is_integer_like || element == ElementType::I || element == ElementType::U) return element;
        if (element != ElementType::ValueType || depth == maximum_depth) break;
        auto other = resolve_definition(self.module, reader.read_type_def_or_ref());
        if (is_question_pending()) return std::unexpected(pending_question_error());
        if (!other) break;
        Token extends = other->module->image()->type_def(other->rid).extends;
        auto parent = resolve_definition(other->module, extends);
        if (is_question_pending()) return std::unexpected(pending_question_error());
        if (!parent || !is_well_known_definition(*parent, WellKnown::Enum)) break;
        return underlying_element(*other, depth + 1);
    }
    return ElementType::I4;
}

// Category flags, element type, delegate flag: from what the definition extends.
Result<void> classify(MethodTable* table, TypeDefinition self, const metadata::TypeDefRow& row) {
    const Image& image = *self.module->image();
    table->element = ElementType::Class;
    if (row.flags & metadata::type_flags::kInterface) {
        table->flags |= mt_flags::category_interface;
        return {};
    }
    if (row.extends.is_nil()) {
        if (is_well_known_definition(self, WellKnown::Object)) table->element = ElementType::Object;
        return {};
    }
    TypeDefinition parent = CELER_TRY(resolve_definition(self.module, row.extends));
    if (is_well_known_definition(parent, WellKnown::Enum)) {
        table->flags |= mt_flags::category_primitive;
        table->element = CELER_TRY(underlying_element(self));
        return {};
    }
    bool value_type =
        is_well_known_definition(parent, WellKnown::ValueType) && !is_well_known_definition(self, WellKnown::Enum);
    if (value_type) {
        table->element = ElementType::ValueType;
        table->flags |= mt_flags::category_value_type;
        if (is_in_corelib(self.module)) {
            if (is_well_known_definition(self, WellKnown::Nullable)) table->flags |= mt_flags::category_nullable;
            for (const Primitive& primitive : true_primitives) {
                if (!is_well_known_definition(self, primitive.type)) continue;
                table->element = primitive.element;
                table->flags |= mt_flags::category_true_primitive;
            }
        }
        if (image.known_attributes_of({Table::TypeDef, self.rid}) & metadata::known_attributes::is_by_ref_like)
            table->flags |= mt_flags::is_by_ref_like;
        return {};
    }
    if (is_well_known_definition(parent, WellKnown::MulticastDelegate)) table->flags2 |= mt_flags2::is_delegate;
    if (is_well_known_definition(self, WellKnown::String)) {
        table->element = ElementType::String;
        table->flags |= mt_flags::has_component_size | 2;
        table->base_size = string_base_size;
    }
    return {};
}

// Class size, packing, inline array length, intrinsic types.
void read_layout_rows(MethodTable* table, TypeDefinition self) {
    const Image& image = *self.module->image();
    TypeInfo* info = table->info;
    uint32_t layout = info->attributes & metadata::type_flags::kLayoutMask;
    if (layout == metadata::type_flags::kExplicitLayout) table->flags2 |= mt_flags2::has_explicit_layout;
    if (layout != metadata::type_flags::kAutoLayout) {
        if (uint32_t row = image.class_layout_of(self.rid)) {
            metadata::ClassLayoutRow class_layout = image.class_layout(row);
            info->packing = static_cast<uint8_t>(class_layout.packing_size);
            info->class_size = class_layout.class_size;
        }
    }
    bool in_corelib = is_in_corelib(self.module);
    if (!in_corelib && !table->is_value_type()) return;
    Token token(Table::TypeDef, self.rid);
    uint8_t attributes = image.known_attributes_of(token);
    if (table->is_value_type() && (attributes & metadata::known_attributes::inline_array)) {
        Bytes value = image.find_custom_attribute(token, "System.Runtime.CompilerServices", "InlineArrayAttribute");
        if (value.size() >= 6) {
            info->is_inline_array = 1;
            info->inline_array_length = load_unaligned<uint32_t>(value.data() + 2);
            table->flags2 |= mt_flags2::is_inline_array;
        }
    }
    if (in_corelib && (attributes & metadata::known_attributes::intrinsic))
        table->flags2 |= mt_flags2::is_intrinsic_type;
}

// The definition becomes the instance over its own variables.
void make_generic_definition(MethodTable* table, TypeDefinition self) {
    const Image& image = *self.module->image();
    TypeList variables;
    for (uint32_t rid : image.generic_params({Table::TypeDef, self.rid})) {
        metadata::GenericParamRow row = image.generic_param(rid);
        auto* variable = new_beside<TypeDesc>(table, Section::Types);
        variable->type_and_flags = static_cast<uint32_t>(ElementType::Var) | type_desc_contains_variables;
        variable->module = self.module;
        variable->token = Token(Table::GenericParam, rid).value();
        variable->index = static_cast<uint16_t>(variables.size());
        variable->owner = reinterpret_cast<uintptr_t>(table);
        variables.push(variable);
        if (row.flags & metadata::generic_param_flags::kVarianceMask) table->flags2 |= mt_flags2::has_variance;
    }
    if (variables.size() == 0) return;
    TypeInfo* info = table->info;
    info->instantiation = intern_instantiation(variables.span());
    table->flags |= mt_flags::generics_definition | mt_flags::contains_generic_variables;
    table->per_inst_info = new_beside<uintptr_t*>(table, Section::Types);
    table->per_inst_info[0] = reinterpret_cast<uintptr_t*>(const_cast<TypeHandle*>(info->instantiation->arguments));
    info->nesting = 1;
}

// Lists through the *Ptr tables of uncompressed metadata may hold anything.
bool are_rids_valid(const metadata::RidList& rids, bool indirect, uint32_t row_count) {
    if (!indirect) return true;
    for (uint32_t rid : rids) {
        if (rid == 0 || rid > row_count) return false;
    }
    return true;
}

// Types of dynamic modules exist once the program has created them, and their parents.
bool is_created(TypeDefinition definition) {
    if (!definition.module->assembly->is_dynamic) return true;
    DynamicModule* dynamic = dynamic_module(definition.module);
    if (!dynamic->is_created(definition.rid)) return false;
    Token extends = definition.module->image()->type_def(definition.rid).extends;
    return !extends.is(Table::TypeDef) || extends.is_nil() || dynamic->is_created(extends.rid());
}

// AppDomain.TypeResolve: its handler may create the type.
Result<void> have_created(TypeDefinition definition) {
    std::string name = message_name(definition);
    CELER_TRY(ask_managed_code({QuestionKind::CreateType, 0, definition.module, name}));
    if (is_created(definition)) return {};
    return std::unexpected(type_load_error_by_name(definition.module, name));
}

// A dynamic module's nested type may be created, and named, before the type around it.
void adopt_nested(MethodTable* enclosing, uint32_t rid) {
    Module* module = enclosing->module;
    const Image& image = *module->image();
    for (uint32_t row = 1; row <= image.row_count(Table::NestedClass); row++) {
        metadata::NestedClassRow nested = image.nested_class(row);
        MethodTable* table = nested.enclosing_type == rid ? module->type_defs[nested.nested_type] : nullptr;
        if (table != nullptr) table->info->enclosing = enclosing;
    }
}

Result<MethodTable*> name_definition(TypeDefinition self) {
    Module* module = self.module;
    const Image& image = *module->image();
    metadata::TypeDefRow row = image.type_def(self.rid);
    CELER_TRY_VOID(check_class_spec(self, row.extends));
    const DefinitionMethods* methods = CELER_TRY(definition_methods(module, self.rid));
    bool is_interface = row.flags & metadata::type_flags::kInterface;
    MethodTable* enclosing = nullptr;
    if (uint32_t enclosing_rid = image.enclosing_type(self.rid)) {
        if (!is_nesting_valid(self)) return std::unexpected(bad_image(module));
        if (is_created({module, enclosing_rid})) enclosing = CELER_TRY(load_definition({module, enclosing_rid}));
        if (module->type_defs[self.rid] != nullptr) return module->type_defs[self.rid];
    }

    MethodTable* table = allocate_type(module, is_interface ? 0 : methods->virtual_count, loader_heap_of(module));
    TypeInfo* info = table->info;
    info->token = Token(Table::TypeDef, self.rid).value();
    info->attributes = row.flags;
    info->typical = table;
    info->enclosing = enclosing;
    info->definition_methods = methods;
    metadata::RidList method_rids = image.methods_of(self.rid);
    metadata::RidList field_rids = image.fields_of(self.rid);
    if (!are_rids_valid(method_rids, image.row_count(Table::MethodPtr) != 0, image.row_count(Table::MethodDef)) ||
        !are_rids_valid(field_rids, image.row_count(Table::FieldPtr) != 0, image.row_count(Table::Field))) {
        return std::unexpected(bad_image(module));
    }
    info->method_count = method_rids.size();
    info->first_method = method_rids.empty() ? 0 : method_rids[0];
    info->field_count = field_rids.size();
    info->first_field = field_rids.empty() ? 0 : field_rids[0];
    Result<void> classified = classify(table, self, row);
    read_layout_rows(table, self);
    make_generic_definition(table, self);
    if (!classified) {
        CELER_TRY_VOID(check_definition_head(table));  // comes first
        return std::unexpected(classified.error());
    }
    store_release(module->type_defs[self.rid], table);
    if (module->assembly->is_dynamic) adopt_nested(table, self.rid);
    return table;
}

// --- Levels

// What is checked once for all instances; framework definitions are in order.
Result<void> complete_definition(MethodTable* table) {
    if (table->is_array() || table->info->typical == table || table->module->image()->is_ready_to_run()) return {};
    return ensure_loaded(table->info->typical);
}

Result<void> build_complete(MethodTable* table) {
    CELER_TRY_VOID(complete_definition(table));
    if (table->parent != nullptr) CELER_TRY_VOID(ensure_loaded(table->parent, LoadLevel::Complete));
    CELER_TRY_VOID(check_constraints(table));
    bool is_definition = table->info->typical == table && !table->module->image()->is_ready_to_run();
    if (is_definition && table->parent != nullptr) CELER_TRY_VOID(check_open_constraints(table->parent));
    CELER_TRY_VOID(build_statics(table));
    CELER_TRY_VOID(build_vtable(table));
    CELER_TRY_VOID(check_method_constraints(table));
    CELER_TRY_VOID(check_interfaces(table));
    return check_definition_variables(table);
}

Result<void> check_virtual_methods_of_all(MethodTable* table) {
    if (table == nullptr || table->module->image()->is_ready_to_run()) return {};
    CELER_TRY_VOID(check_virtual_methods_of_all(table->parent));
    MethodTable* definition = table->info->typical;
    static_cast<void>(ensure_loaded(definition));  // what fails there besides its methods comes later
    return check_virtual_methods(definition);
}

// What is wrong with the definition of an ancestor comes before what is wrong with the type itself.
Error first_error(MethodTable* table, Error own) {
    if (is_transient(own) || table->parent == nullptr || table->module->image()->is_ready_to_run()) return own;
    Result<void> checked = ensure_loaded(table->parent, LoadLevel::Layout);
    if (checked) checked = check_virtual_methods_of_all(table->parent);
    return checked ? own : checked.error();
}

Result<void> build(MethodTable* table, LoadLevel level) {
    switch (level) {
        case LoadLevel::Named:
            return {};
        case LoadLevel::Hierarchy:
            CELER_TRY_VOID(check_definition_head(table));
            return build_hierarchy(table);
        case LoadLevel::Layout:
            CELER_TRY_VOID(check_definition(table));
            if (table->parent != nullptr) CELER_TRY_VOID(ensure_loaded(table->parent, LoadLevel::Layout));
            CELER_TRY_VOID(check_method_impls(table));
            CELER_TRY_VOID(build_layout(table));
            // Structs are used as far as their layout only, by fields and locals.
            return table->is_value_type() ? check_constraints(table) : Result<void>();
        case LoadLevel::Complete:
            return build_complete(table);
    }
    return {};
}

// Types that need each other's levels in a chain longer than this come from a generic expansion without end (struct
// S<T> { S<S<T>> f; }).
constexpr uint32_t maximum_load_depth = 500;
// Under the loader lock:
uint32_t g_load_depth;
MethodTable* g_needs_itself;  // a type that was found at work on itself, while the failure goes up to it

struct LoadDepth {
    LoadDepth() { g_load_depth++; }
    ~LoadDepth() { g_load_depth--; }
};

Result<void> advance(MethodTable* table, LoadLevel wanted) {
    TypeInfo* info = table->info;
    LoadDepth depth;
    if (g_load_depth > maximum_load_depth) {
        return std::unexpected(type_load_error(table));
    }
    while (info->level < wanted) {
        if (info->error != nullptr) return std::unexpected(error_of(*info->error));
        if (info->building > info->level) {
            // This thread is at work on the type further up its stack. Completing needs nothing of a type that is
            // itself being completed; the lower levels do.
            if (info->building == LoadLevel::Complete) return {};
            g_needs_itself = table;
            return std::unexpected(type_load_error(table));
        }
        auto next = static_cast<LoadLevel>(static_cast<uint8_t>(info->level) + 1);
        info->building = next;
        Result<void> result = build(table, next);
        if (!result && g_needs_itself == nullptr && !is_question_pending())
            result = std::unexpected(first_error(table, std::move(result.error())));
        bool closes_circle = g_needs_itself == table;
        if (closes_circle) g_needs_itself = nullptr;
        bool is_inside_circle = g_needs_itself != nullptr;
        if (!result || is_question_pending()) info->building = info->level;
        if (is_question_pending()) return std::unexpected(pending_question_error());
        if (!result) {
            // Every type of a circle fails in its own name when it is asked for.
            if (is_inside_circle || closes_circle || is_transient(result.error())) return result;
            info->error = save_error(result.error(), loader_heap_of(table));
            return result;
        }
        store_release(info->level, next);
    }
    return {};
}

Result<void> find_well_known_types() {
    Module* module = g_loader->corelib->module;
    for (uint32_t i = 0; i < well_known_count; i++) {
        uint32_t rid = module->image()->find_type_def(well_known_namespaces[i], well_known_names[i]);
        if (rid == 0) {
            return fail(ErrorKind::ExecutionEngine, "System.Private.CoreLib lacks the type " +
                                                        std::string(well_known_namespaces[i]) + "." +
                                                        std::string(well_known_names[i]));
        }
        g_loader->well_known_rids[i] = rid;
    }
    for (uint32_t i = 0; i < well_known_count; i++) {
        g_loader->well_known[i] = CELER_TRY(load_definition({module, g_loader->well_known_rids[i]}));
    }
    auto set = [](ElementType element, WellKnown type) {
        g_loader->primitives[static_cast<size_t>(element)] = well_known(type);
    };
    for (const Primitive& primitive : true_primitives) set(primitive.element, primitive.type);
    set(ElementType::String, WellKnown::String);
    set(ElementType::Object, WellKnown::Object);
    set(ElementType::TypedByRef, WellKnown::TypedReference);
    return {};
}

}  // namespace

// Everything in types/ that remembers types and methods which may be unloaded.
static void forget_types() {
    auto dies = [](const auto& entry) { return is_unloading(&entry); };
    g_loader->instantiations.remove_if(dies);
    g_loader->instances.remove_if(dies);
    g_loader->method_instances.remove_if(dies);
    g_loader->function_pointers.remove_if(dies);
    forget_casts();
    forget_dispatch();
    forget_assemblies();
}

void install_unloading() {
    on_unload({.all = forget_types});
}

Result<void> load_well_known_types() {
    CELER_ASSERT(g_loader == nullptr, "the loader starts once");
    return with_loader_lock([]() -> Result<void> {
        if (arena_is_mapped()) {
            store_release(g_loader, arena_roots().loader);
            fill_type_cells();
            return reopen_assemblies();
        }
        store_release(g_loader, arena_new<LoaderRoots>(Section::Types));
        arena_roots().loader = g_loader;
        g_loader->corelib = CELER_TRY(load_assembly(corelib_name));
        return find_well_known_types();
    });
}

MethodTable* well_known(WellKnown type) {
    return g_loader->well_known[static_cast<size_t>(type)];
}

MethodTable* primitive_type(ElementType element) {
    return static_cast<size_t>(element) < 32 ? g_loader->primitives[static_cast<size_t>(element)] : nullptr;
}

MethodTable* allocate_type(Module* module, uint32_t num_virtuals, LoaderHeap* heap) {
    auto* table = static_cast<MethodTable*>(
        heap_allocate(heap, Section::Types, sizeof(MethodTable) + num_virtuals * sizeof(void*), alignof(MethodTable)));
    table->info = heap_new<TypeInfo>(heap, Section::Types);
    table->auxiliary = new_process_cell<MethodTableAuxiliaryData>(ProcessCell::TypeData, heap);
    if (heap == nullptr) {
        table->info->next_type = g_loader->types;
        g_loader->types = table->info;
    } else {
        table->flags |= mt_flags::is_collectible;
    }
    table->module = module;
    table->num_virtuals = static_cast<uint16_t>(num_virtuals);
    table->auxiliary->loader_module = module;
    table->info->table = table;
    table->info->id = ++g_loader->last_type_id;
    return table;
}

Result<MethodTable*> load_definition(TypeDefinition definition) {
    if (definition.rid == 0 || definition.rid > definition.module->type_def_count)
        return std::unexpected(bad_image(definition.module));
    if (MethodTable* known = load_acquire(definition.module->type_defs[definition.rid])) return known;
    return with_loader_lock([definition]() -> Result<MethodTable*> {
        if (MethodTable* known = definition.module->type_defs[definition.rid]) return known;
        if (!is_created(definition)) CELER_TRY_VOID(have_created(definition));
        return name_definition(definition);
    });
}

Result<MethodTable*> find_type(Assembly* assembly, std::string_view name_space, std::string_view name) {
    TypeDefinition definition = CELER_TRY(find_definition(assembly->module, name_space, name));
    if (definition.module == nullptr) {
        std::string full_name(name_space);
        if (!full_name.empty()) full_name += '.';
        return std::unexpected(type_load_error_by_name(assembly->module, full_name.append(name)));
    }
    return load_definition(definition);
}

Result<void> ensure_loaded(MethodTable* table, LoadLevel level) {
    if (table->info->has_reached(level)) [[likely]]
        return {};
    return with_loader_lock([=] { return advance(table, level); });
}

bool needs_itself(const MethodTable* table) {
    return g_needs_itself == table;
}

Error open_type_error(const MethodTable* definition) {
    return type_load_error(definition);
}

bool is_com_class(const MethodTable* table) {
    return (table->info->attributes & metadata::type_flags::kImport) && !table->is_array() && !table->is_interface() &&
           !table->is_value_type() && !table->is_delegate();
}

Error com_error() {
    return {ErrorKind::PlatformNotSupported, "COM is not supported", {}};
}

Result<MethodTable*> global_type(Module* module) {
    constexpr uint32_t token = 0x02000001;
    TypeHandle type = CELER_TRY(load_type(module, token, {}));
    CELER_TRY_VOID(ensure_loaded(type.method_table()));
    return type.method_table();
}

MethodTable* pending_initializer(Module* module, bool may_assume) {
    if (!module->has_initializer) return nullptr;
    Result<MethodTable*> table = global_type(module);
    return table && !(may_assume && (*table)->is_initialized()) ? *table : nullptr;
}

}  // namespace celer
