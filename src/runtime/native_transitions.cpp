// Helpers around calls between managed and native code, and the constructors of arrays.
#include <cerrno>

#include "code/helpers.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "runtime/thread.h"

namespace celer {

namespace {

// lengths, or pairs of lower bound and length.
Object* allocate_dimensions(MethodTable* type, uint32_t count, const int32_t* sizes) {
    uint32_t rank = type->rank;
    bool has_bounds = count == 2 * rank;
    int32_t lengths[32];
    int32_t lower_bounds[32];
    uint64_t total = 1;
    for (uint32_t i = 0; i < rank; i++) {
        lengths[i] = sizes[has_bounds ? 2 * i + 1 : i];
        lower_bounds[i] = has_bounds ? sizes[2 * i] : 0;
        if (lengths[i] < 0) throw_well_known("System", "OverflowException");
        total *= static_cast<uint32_t>(lengths[i]);
        if (static_cast<uint32_t>(lengths[i]) > largest_array_length || total > 0x7fffffff)
            throw_well_known("System", "OutOfMemoryException", "Array dimensions exceeded supported range.");
    }
    ArrayObject* array = allocate_array(type, static_cast<uint32_t>(total));
    for (uint32_t i = 0; i < rank; i++) {
        array->bounds()[i] = lengths[i];
        array->bounds()[rank + i] = lower_bounds[i];
    }
    return array;
}

}  // namespace

extern "C" {

void celer_enter_native(void* transition_record) {
    Thread& thread = current_thread();
    auto* record = static_cast<TransitionRecord*>(transition_record);
    record->previous = thread.transition;
    thread.transition = record;
    enter_native(thread);
}

void celer_leave_native(void* transition_record) {
    Thread& thread = current_thread();
    leave_native(thread);
    thread.transition = static_cast<TransitionRecord*>(transition_record)->previous;
}

void celer_enter_managed() {
    if (t_thread == nullptr) attach_current_thread();
    leave_native(current_thread());
}

void celer_leave_managed() {
    enter_native(current_thread());
}

void celer_clear_last_error() {
    errno = 0;
}

void celer_save_last_error() {
    current_thread().last_pinvoke_error = errno;
}

// new T[a, b], or for a jagged array new T[a][b]: the inner arrays too.
Object* celer_allocate_arrays(MethodTable* type, uint32_t count, const int32_t* sizes) {
    if (!type->is_sz_array()) return allocate_dimensions(type, count, sizes);
    if (sizes[0] < 0) throw_well_known("System", "OverflowException");
    ArrayObject* array = allocate_array(type, static_cast<uint32_t>(sizes[0]));
    if (count > 1) {
        MethodTable* inner = TypeHandle::from_raw(type->element_type).method_table();
        for (int32_t i = 0; i < sizes[0]; i++)
            array->elements<Object*>()[i] = celer_allocate_arrays(inner, count - 1, sizes + 1);
    }
    return array;
}

}  // extern "C"

}  // namespace celer
