// Helpers around calls between managed and native code, and the constructors of arrays.
#include <cerrno>

#include "code/helpers.h"
#include "gc/barrier.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "runtime/thread.h"
#include "types/assembly.h"
#include "types/loader.h"

namespace celer {

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

void celer_collected_delegate(MethodDesc* invoke) {
    std::string name = invoke->owner->module->assembly->simple_name;
    name.append("!").append(display_name(TypeHandle(invoke->owner))).append("::Invoke");
    fail_fast(current_thread(), {}, "A callback was made on a garbage collected delegate of type '" + name + "'.",
              nullptr);
}

void celer_clear_last_error() {
    errno = 0;
}

void celer_save_last_error() {
    current_thread().last_pinvoke_error = errno;
}

// new T[a, b] with lengths, or pairs of lower bound and length; for a jagged array new T[a][b]: the inner arrays too.
Object* celer_allocate_arrays(MethodTable* type, uint32_t count, const int32_t* sizes) {
    uint32_t rank = type->rank;
    if (!type->is_sz_array() && count == rank) return new_dimensions_or_throw(type, sizes, nullptr);
    if (!type->is_sz_array()) {
        constexpr uint32_t most_dimensions = 32;
        int32_t lengths[most_dimensions];
        int32_t lower_bounds[most_dimensions];
        for (uint32_t i = 0; i < rank; i++) {
            lower_bounds[i] = sizes[2 * i];
            lengths[i] = sizes[2 * i + 1];
        }
        return new_dimensions_or_throw(type, lengths, lower_bounds);
    }
    ArrayObject* array = new_vector_or_throw(type, sizes[0]);
    if (count > 1) {
        MethodTable* inner = TypeHandle::from_raw(type->element_type).method_table();
        for (int32_t i = 0; i < sizes[0]; i++)
            gc::store_element(array, i, celer_allocate_arrays(inner, count - 1, sizes + 1));
    }
    return array;
}

}  // extern "C"

}  // namespace celer
