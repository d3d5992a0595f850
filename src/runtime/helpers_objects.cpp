// Helpers that compiled code calls for allocation, casts, boxing, arrays, delegates and class initialisation. Each is
// the outermost C++ frame below managed code, so each may throw.
#include <atomic>
#include <cmath>
#include <cstring>
#include <iterator>

#include "code/compiler.h"
#include "code/helpers.h"
#include "gc/barrier.h"
#include "gc/heap.h"
#include "runtime/class_init.h"
#include "runtime/delegates.h"
#include "runtime/dynamic_castable.h"
#include "runtime/engine.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "runtime/throwing_helpers.h"
#include "types/dispatch.h"
#include "types/well_known.h"

namespace celer {

namespace {

MethodTable* element_table(Object* array) {
    return TypeHandle::from_raw(array->method_table->element_type).method_table();
}

// Answers about casts, which never change for a pair of types: one word per entry holds both MethodTables (arena
// addresses are below 2 GiB and multiples of 8) and the answer in bit 0, so that readers need no lock.
std::atomic<uint64_t> g_cast_cache[1024];

// What IL casts through: a value type's box may be cast to Nullable<T> of it.
bool casts_to(Object* object, MethodTable* target, bool throws = false) {
    MethodTable* table = object->method_table;
    if (table == target) return true;
    uint64_t from = reinterpret_cast<uint64_t>(table);
    uint64_t to = reinterpret_cast<uint64_t>(target);
    uint64_t key = from << 32 | to;
    std::atomic<uint64_t>& entry = g_cast_cache[(from / 8 * 31 + to / 8) % std::size(g_cast_cache)];
    uint64_t known = entry.load(std::memory_order_relaxed);
    if ((known & ~uint64_t{1}) == key) return known & 1;
    if (table->flags2 & mt_flags2::is_dynamic_castable) return is_instance_of_object(object, target, throws);
    bool answer = is_instance_of(object, TypeHandle(target));
    entry.store(key | answer, std::memory_order_relaxed);
    return answer;
}

}  // namespace

void forget_cast_answers() {
    for (std::atomic<uint64_t>& entry : g_cast_cache) entry.store(0, std::memory_order_relaxed);
}

extern "C" Object* celer_allocate_object(MethodTable* table) {
    Object* object = gc::allocate(table);
    if (object == nullptr) throw_out_of_memory();
    return object;
}

extern "C" Object* celer_allocate_array(MethodTable* table, int64_t length) {
    return new_vector_or_throw(table, length);
}

extern "C" Object* celer_box_nullable(MethodTable* nullable, void* value) {
    auto* bytes = static_cast<uint8_t*>(value);
    if (bytes[0] == 0) return nullptr;
    MethodTable* underlying = TypeHandle::from_raw(nullable->per_inst_info[0][0]).method_table();
    Object* object = box(underlying, bytes + nullable->nullable_value_offset);
    if (object == nullptr) throw_out_of_memory();
    return object;
}

extern "C" void celer_unbox_nullable(MethodTable* nullable, void* destination, Object* object) {
    auto* bytes = static_cast<uint8_t*>(destination);
    gc::clear_values(bytes, nullable->instance_field_bytes);
    if (object == nullptr) return;
    MethodTable* underlying = TypeHandle::from_raw(nullable->per_inst_info[0][0]).method_table();
    if (object->method_table != underlying) throw_cast_failure(ThrowingHelper::Unbox, object, TypeHandle(nullable));
    bytes[0] = 1;
    gc::move_values(bytes + nullable->nullable_value_offset, object->field_base(), underlying->instance_field_bytes);
}

extern "C" void* celer_unbox_slow(MethodTable* target, Object* object) {
    if (object == nullptr) throw_null_reference();
    MethodTable* actual = object->method_table;
    bool same_primitive = actual->element == target->element && (actual->is_enum() || actual->is_true_primitive()) &&
                          (target->is_enum() || target->is_true_primitive());
    if (actual != target && !same_primitive) throw_cast_failure(ThrowingHelper::Unbox, object, TypeHandle(target));
    return object->field_base();
}

extern "C" Object* celer_cast_class(MethodTable* target, Object* object) {
    if (object != nullptr && !casts_to(object, target, true))
        throw_cast_failure(ThrowingHelper::Cast, object, TypeHandle(target));
    return object;
}

extern "C" Object* celer_is_instance(MethodTable* target, Object* object) {
    return object != nullptr && casts_to(object, target) ? object : nullptr;
}

namespace {

void remember(MethodTable*& word, MethodTable* table) {
    if (!(table->flags2 & mt_flags2::is_dynamic_castable)) __atomic_store_n(&word, table, __ATOMIC_RELAXED);
}

}  // namespace

extern "C" Object* celer_cast_cached(MethodTable* target, Object* object, CastCache* cache) {
    if (!casts_to(object, target, true)) throw_cast_failure(ThrowingHelper::Cast, object, TypeHandle(target));
    remember(cache->succeeded, object->method_table);
    return object;
}

extern "C" Object* celer_is_instance_cached(MethodTable* target, Object* object, CastCache* cache) {
    bool answer = casts_to(object, target);
    remember(answer ? cache->succeeded : cache->failed, object->method_table);
    return answer ? object : nullptr;
}

extern "C" void celer_store_element_reference(Object* raw_array, int64_t index, Object* value) {
    if (raw_array == nullptr) throw_null_reference();
    auto* array = static_cast<ArrayObject*>(raw_array);
    if (static_cast<uint64_t>(index) >= array->length) celer_throw_index_out_of_range();
    if (value != nullptr) {
        MethodTable* element = element_table(array);
        if (element != value->method_table && element != well_known(WellKnown::Object) && !casts_to(value, element)) {
            celer_throw_array_type_mismatch();
        }
    }
    gc::store_element(array, index, value);
}

extern "C" void* celer_element_address_reference(Object* raw_array, int64_t index, MethodTable* element) {
    if (raw_array == nullptr) throw_null_reference();
    auto* array = static_cast<ArrayObject*>(raw_array);
    if (static_cast<uint64_t>(index) >= array->length) celer_throw_index_out_of_range();
    if (element_table(array) != element) celer_throw_array_type_mismatch();
    return array->elements<uint64_t>() + index;
}

extern "C" void celer_class_init(MethodTable* table) {
    Object* exception = initialize_class(current_thread(), table);
    if (exception != nullptr) throw_in_helper(ThrowingHelper::ClassInit, exception);
}

extern "C" void* celer_resolve_virtual(Object* receiver, MethodDesc* declared) {
    if (receiver == nullptr) throw_null_reference();
    Error* error = nullptr;
    void* stub = nullptr;
    if (Result<ResolvedMethod> target = resolve_for_object(receiver, declared); target) {
        stub = callable_stub(target->method);
    } else {
        error = new Error(std::move(target).error());
    }
    if (error != nullptr) throw_error_owned(error);
    return stub;
}

extern "C" void celer_make_delegate(Object* delegate, Object* target, void* function, MethodDesc* method) {
    Error* error = nullptr;
    if (Result<void> made = bind_delegate(delegate, target, function, method); !made)
        error = new Error(std::move(made).error());
    if (error != nullptr) throw_error_owned(error);
}

extern "C" Object* celer_type_object(uintptr_t type_handle) {
    if (type_handle == 0) return nullptr;  // __reftype of a default TypedReference
    return type_object(TypeHandle::from_raw(type_handle));
}

extern "C" float celer_remainder_f4(float dividend, float divisor) {
    return std::fmod(dividend, divisor);
}

extern "C" double celer_remainder_f8(double dividend, double divisor) {
    return std::fmod(dividend, divisor);
}

extern "C" int64_t celer_f8_to_i8_overflow(double value) {
    if (!(value >= -9223372036854775808.0 && value < 9223372036854775808.0)) celer_throw_overflow();
    return static_cast<int64_t>(value);
}

extern "C" uint64_t celer_f8_to_u8_overflow(double value) {
    if (!(value > -1.0 && value < 18446744073709551616.0)) celer_throw_overflow();
    return static_cast<uint64_t>(value);
}

}  // namespace celer
