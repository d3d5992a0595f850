#include "code/native_code.h"

#include "code/code_roots.h"
#include "code/compiler.h"
#include "platform/process_cells.h"

namespace celer {

NativeCode& native_code(MethodDesc* method) {
    if (NativeCode* known = __atomic_load_n(&method->native, __ATOMIC_ACQUIRE)) return *known;
    LoaderHeap* heap = loader_heap_of(method);
    auto* made = heap_new<NativeCode>(heap, Section::CodeData);
    made->method = method;
    made->cell = new_process_cell<void*>(ProcessCell::NativeFunction, heap);
    NativeCode* known = nullptr;
    if (!__atomic_compare_exchange_n(&method->native, &known, made, false, __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE))
        return *known;  // another thread was faster
    if (heap != nullptr) return *made;
    NativeCode*& first = code_roots().native_code;
    made->next = __atomic_load_n(&first, __ATOMIC_ACQUIRE);
    while (!__atomic_compare_exchange_n(&first, &made->next, made, true, __ATOMIC_RELEASE, __ATOMIC_ACQUIRE)) {
    }
    return *made;
}

void unbind_native_code() {
    for (NativeCode* one = code_roots().native_code; one != nullptr; one = one->next) thunks().unprepare(one->method);
}

}  // namespace celer
