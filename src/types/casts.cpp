// Assignability (I.8.7.1, and what CoreCLR adds to it). Class checks are a load from the display and interface checks a
// short scan; what needs recursion (variance, arrays, interfaces of arrays) goes through a global lock-free cache.
#include <atomic>

#include "base/hash.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "object/object.h"
#include "types/assembly.h"
#include "types/dispatch.h"
#include "types/interface_map.h"
#include "types/loader.h"
#include "types/loader_lock.h"
#include "types/loader_state.h"
#include "types/type_desc.h"
#include "types/well_known.h"

namespace celer {

namespace {

using metadata::Table;
using metadata::Token;

// --- The cache
// One word per entry: handles are below 2 GiB and aligned by 8 (but for the TypeDesc bit), so a pair and the answer
// fit.

constexpr size_t cache_size = 4096;
constinit std::atomic<uint64_t> g_cast_cache[cache_size];

uint64_t cache_key(TypeHandle from, TypeHandle to) {
    return (uint64_t{from.value >> 1} << 31 | to.value >> 1) << 1;  // bit 0 is the answer; from >> 1 is not zero
}
std::atomic<uint64_t>& cache_slot(uint64_t key) {
    return g_cast_cache[hash_u64(key) % cache_size];
}

// Types under comparison further up the stack: a circle through variance is no reason to say no (CoreCLR says no, too).
struct Pending {
    TypeHandle from;
    TypeHandle to;
    const Pending* next;
};

bool is_pending(const Pending* pending, TypeHandle from, TypeHandle to) {
    for (; pending != nullptr; pending = pending->next) {
        if (pending->from == from && pending->to == to) return true;
    }
    return false;
}

bool cast_handles(TypeHandle from, TypeHandle to, const Pending* pending);

// --- Constraints of variables

GenericContext context_of_variable(const TypeDesc* variable) {
    if (variable->is_method_variable) return context_of(reinterpret_cast<const MethodDesc*>(variable->owner));
    return context_of(reinterpret_cast<const MethodTable*>(variable->owner));
}

// Calls `holds` with the constraints that can be loaded until one does.
template <typename Predicate>
bool any_constraint(const TypeDesc* variable, Predicate holds) {
    const metadata::Image& image = *variable->module->image();
    for (uint32_t row : image.generic_param_constraints(Token(variable->token).rid())) {
        Token token = image.generic_param_constraint(row).constraint;
        auto constraint = load_type(variable->module, token.value(), context_of_variable(variable));
        if (constraint && holds(*constraint)) return true;
    }
    return false;
}

bool extends_class(const TypeDesc* variable, const Pending* pending) {
    if (is_pending(pending, variable, {})) return false;
    Pending self{variable, {}, pending};
    return any_constraint(variable, [&](TypeHandle constraint) {
        if (constraint.is_type_desc())
            return is_variable(constraint.type_desc()) && extends_class(constraint.type_desc(), &self);
        const MethodTable* table = constraint.method_table();
        return !table->is_interface() && !table->is_value_type() && table != well_known(WellKnown::Object) &&
               table != well_known(WellKnown::ValueType) && table != well_known(WellKnown::Enum);
    });
}

// --- Variance

bool is_reference_argument(TypeHandle type) {
    if (!type.is_type_desc()) return !type.method_table()->is_value_type();
    return is_reference_variable(type.type_desc());
}

bool cast_argument(TypeHandle from, TypeHandle to, const Pending* pending) {
    return is_reference_argument(from) && is_reference_argument(to) && cast_handles(from, to, pending);
}

// Two instances of one variant definition.
bool cast_instances(const MethodTable* from, const MethodTable* to, const Pending* pending) {
    const Instantiation* from_arguments = from->info->instantiation;
    const Instantiation* to_arguments = to->info->instantiation;
    const metadata::Image& image = *to->module->image();
    uint32_t index = 0;
    for (uint32_t rid : image.generic_params(Token(to->info->token))) {
        if (index >= to_arguments->count) return false;
        TypeHandle from_argument = from_arguments->arguments[index];
        TypeHandle to_argument = to_arguments->arguments[index];
        index++;
        if (from_argument == to_argument) continue;
        uint32_t variance = image.generic_param(rid).flags & metadata::generic_param_flags::kVarianceMask;
        if (variance == metadata::generic_param_flags::kCovariant) {
            if (!cast_argument(from_argument, to_argument, pending)) return false;
        } else if (variance == metadata::generic_param_flags::kContravariant) {
            if (!cast_argument(to_argument, from_argument, pending)) return false;
        } else {
            return false;
        }
    }
    return true;
}

bool is_variant_instance_of(const MethodTable* table, const MethodTable* definition_instance) {
    return table->info->typical == definition_instance->info->typical && table->has_instantiation();
}

// --- Elements of arrays, pointers and byrefs

// Integers of one size count as the same element; bool and char stand for themselves.
ElementType unsigned_element(ElementType element) {
    bool is_signed = element == ElementType::I1 || element == ElementType::I2 || element == ElementType::I4 ||
                     element == ElementType::I8 || element == ElementType::I;
    return is_signed ? static_cast<ElementType>(static_cast<uint8_t>(element) + 1) : element;  // the unsigned is next
}

bool cast_element(TypeHandle from, TypeHandle to, const Pending* pending) {
    if (from == to) return true;
    if (from.is_type_desc()) {
        return is_variable(from.type_desc()) && is_reference_argument(from) && cast_handles(from, to, pending);
    }
    if (!from.is_value_type()) return cast_handles(from, to, pending);
    if (!to.is_value_type()) return false;
    const MethodTable* from_table = from.method_table();
    const MethodTable* to_table = to.method_table();
    if (from_table->element == ElementType::ValueType || to_table->element == ElementType::ValueType) return false;
    return unsigned_element(from_table->element) == unsigned_element(to_table->element);
}

bool cast_arrays(const MethodTable* from, const MethodTable* to, const Pending* pending) {
    if (!from->is_array() || from->rank != to->rank) return false;
    if (to->is_sz_array() && !from->is_sz_array()) return false;
    return cast_element(TypeHandle::from_raw(from->element_type), TypeHandle::from_raw(to->element_type), pending);
}

// --- MethodTables

bool derives_from(const MethodTable* from, const MethodTable* to) {
    if (from->depth < to->depth) return false;
    if (to->depth < display_size) return from->display[to->depth] == to;
    for (; from != nullptr; from = from->parent) {
        if (from == to) return true;
    }
    return false;
}

bool cast_to_interface_slowly(MethodTable* table, MethodTable* interface, const Pending* pending) {
    if (interface->flags2 & mt_flags2::has_variance) {
        if (is_variant_instance_of(table, interface) && cast_instances(table, interface, pending)) return true;
        for (uint32_t i = 0; i < table->num_interfaces; i++) {
            const MethodTable* own = table->interface_map[i];
            if (is_variant_instance_of(own, interface) && cast_instances(own, interface, pending)) return true;
        }
    }
    if (!table->is_sz_array() || !interface->has_instantiation() || !is_array_interface(interface)) return false;
    return cast_element(TypeHandle::from_raw(table->element_type), interface->info->instantiation->arguments[0],
                        pending);
}

bool cast_tables_slowly(MethodTable* from, MethodTable* to, const Pending* pending) {
    if (to->is_interface()) return cast_to_interface_slowly(from, to, pending);
    if (to->is_array()) return cast_arrays(from, to, pending);
    if (to->is_nullable()) return to->info->instantiation->arguments[0] == TypeHandle(from);
    for (const MethodTable* table = from; table != nullptr; table = table->parent) {  // variant delegates
        if (is_variant_instance_of(table, to)) return cast_instances(table, to, pending);
    }
    return false;
}

// Whether anything but the display and the exact interface map can make the cast succeed.
bool has_slow_case(const MethodTable* from, const MethodTable* to) {
    if (to->is_interface()) {
        if (from->is_nullable() || !to->has_instantiation()) return false;
        return (to->flags2 & mt_flags2::has_variance) || from->is_sz_array();
    }
    if (to->is_array()) return from->is_array();
    return to->is_nullable() || (to->flags2 & mt_flags2::has_variance);
}

// What the display and the interface map say. A type below Hierarchy has neither yet: the answer is no.
bool cast_exactly(const MethodTable* from, const MethodTable* to) {
    return to->is_interface() ? maps_interface(from, to) : derives_from(from, to);
}

bool cast_tables(MethodTable* from, MethodTable* to, const Pending* pending) {
    if (from == to || cast_exactly(from, to)) return true;
    if (!(from->flags2 & to->flags2 & mt_flags2::vtable_built)) [[unlikely]] {
        if (!ensure_loaded(from, LoadLevel::Hierarchy) || !ensure_loaded(to, LoadLevel::Hierarchy)) return false;
        if (cast_exactly(from, to)) return true;
    }
    if (from->is_interface() && !to->is_interface()) return to == well_known(WellKnown::Object);
    if (!has_slow_case(from, to)) return false;

    uint64_t key = cache_key(from, to);
    std::atomic<uint64_t>& slot = cache_slot(key);
    uint64_t known = slot.load(std::memory_order_relaxed);
    if ((known & ~uint64_t{1}) == key) return known & 1;
    if (is_pending(pending, from, to)) return false;
    Pending self{from, to, pending};
    bool result = cast_tables_slowly(from, to, &self);
    if (is_question_pending()) return false;
    if (result || pending == nullptr) slot.store(key | (result ? 1 : 0), std::memory_order_relaxed);
    return result;
}

// --- Variables and other TypeDescs

bool cast_variable(const TypeDesc* variable, TypeHandle to, const Pending* pending) {
    MethodTable* target = to.method_table();
    if (target != nullptr && target == well_known(WellKnown::Object)) return true;
    uint32_t flags = variable->module->image()->generic_param(Token(variable->token).rid()).flags;
    if (target != nullptr && (flags & metadata::generic_param_flags::kNotNullableValueTypeConstraint) &&
        target == well_known(WellKnown::ValueType)) {
        return true;
    }
    if (is_pending(pending, variable, to)) return false;
    Pending self{variable, to, pending};
    return any_constraint(variable, [&](TypeHandle constraint) { return cast_handles(constraint, to, &self); });
}

bool cast_desc(const TypeDesc* from, TypeHandle to, const Pending* pending) {
    if (is_variable(from)) return cast_variable(from, to, pending);
    if (!is_pointer_like(from) || !to.is_type_desc() || to.element_type() != from->element()) return false;
    return cast_element(TypeHandle::from_raw(from->parameter), TypeHandle::from_raw(to.type_desc()->parameter),
                        pending);
}

bool cast_handles(TypeHandle from, TypeHandle to, const Pending* pending) {
    if (from == to) return true;
    if (from.is_null() || to.is_null()) return false;
    if (from.is_type_desc()) return cast_desc(from.type_desc(), to, pending);
    if (to.is_type_desc()) return false;
    return cast_tables(from.method_table(), to.method_table(), pending);
}

}  // namespace

void forget_casts() {
    for (std::atomic<uint64_t>& entry : g_cast_cache) entry.store(0, std::memory_order_relaxed);
}

bool can_cast(TypeHandle from, TypeHandle to) {
    return cast_handles(from, to, nullptr);
}

bool is_reference_variable(const TypeDesc* type) {
    if (!is_variable(type)) return false;
    uint32_t flags = type->module->image()->generic_param(Token(type->token).rid()).flags;
    return (flags & metadata::generic_param_flags::kReferenceTypeConstraint) || extends_class(type, nullptr);
}

bool is_instance_of(Object* object, TypeHandle type) {
    return object != nullptr && cast_handles(object->method_table, type, nullptr);
}

bool implements_interface(MethodTable* table, MethodTable* interface) {
    return interface->is_interface() && cast_tables(table, interface, nullptr);
}

}  // namespace celer
