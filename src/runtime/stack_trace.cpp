#include "runtime/stack_trace.h"

#include <algorithm>
#include <cstring>

#include "base/assert.h"
#include "base/computed_once.h"
#include "gc/barrier.h"
#include "runtime/exception_objects.h"
#include "runtime/objects.h"
#include "types/loader.h"
#include "types/loader_allocator.h"
#include "types/well_known.h"

namespace celer {

namespace {

constexpr uint32_t header_words = 2;
constexpr uint32_t entry_words = 2;
constexpr uint32_t first_capacity = 2;  // an exception that is caught at once takes no more bytes than on CoreCLR
// The second word of an entry: an address of the arena, so below 2 GiB; the inline node; a flag.
constexpr uint32_t node_shift = 32;
constexpr uint64_t foreign_bit = uint64_t{1} << 63;

MethodTable* long_array_type() {
    return computed_once<[] { return sz_array_of(primitive_type(ElementType::I8)).value(); }>();
}

// The words of a value of _stackTrace.
ArrayObject* words_in(Object* trace) {
    auto* array = static_cast<ArrayObject*>(trace);
    if (array == nullptr || array->method_table == long_array_type()) return array;
    return static_cast<ArrayObject*>(array->references()[0]);
}

// What keeps its unloadable methods, behind the words; null if there are none.
ArrayObject* keepers_in(Object* trace) {
    return trace == nullptr || trace->method_table == long_array_type() ? nullptr : static_cast<ArrayObject*>(trace);
}

Object* value_of(Object* exception) {
    return exception->reference(exception_fields().stack_trace);
}

ArrayObject* trace_of(Object* exception) {
    return words_in(value_of(exception));
}

bool has_keeper(const ArrayObject* keepers, const Object* keeper) {
    if (keepers == nullptr) return false;
    Object* const* elements = keepers->references();
    return std::find(elements + 1, elements + keepers->length, keeper) != elements + keepers->length;
}

// A value of _stackTrace with the words, the keepers of another one and (unless null) one more. Arrays with keepers
// never change: a frozen trace may share them. Null if memory is short.
Object* make_value(ArrayObject* words, ArrayObject* keepers, Object* one_more) {
    if (has_keeper(keepers, one_more)) one_more = nullptr;
    if (keepers == nullptr && one_more == nullptr) return words;
    auto* type = computed_once<[] { return sz_array_of(TypeHandle(well_known(WellKnown::Object))).value(); }>();
    if (!ensure_loaded(type)) return nullptr;
    uint32_t known = keepers == nullptr ? 1 : keepers->length;
    ArrayObject* value = allocate_array(type, known + (one_more == nullptr ? 0 : 1));
    if (value == nullptr) return nullptr;
    gc::store_element(value, 0, words);
    for (uint32_t i = 1; i < known; i++) gc::store_element(value, i, keepers->references()[i]);
    if (one_more != nullptr) gc::store_element(value, known, one_more);
    return value;
}

uint64_t* words_of(ArrayObject* trace) {
    return trace->elements<uint64_t>();
}

uint32_t capacity_of(const ArrayObject* trace) {
    return (trace->length - header_words) / entry_words;
}

// Threads that throw one object at the same time may mix up its trace, but never leave the array.
uint32_t count_of(ArrayObject* trace) {
    uint64_t count = __atomic_load_n(&words_of(trace)[0], __ATOMIC_RELAXED);
    return count < capacity_of(trace) ? static_cast<uint32_t>(count) : capacity_of(trace);
}

bool is_frozen(ArrayObject* trace) {
    return words_of(trace)[1] != 0;
}

// Null if memory is short.
ArrayObject* copy_trace(ArrayObject* trace, uint32_t capacity) {
    ArrayObject* copy = allocate_array(long_array_type(), header_words + capacity * entry_words);
    if (copy == nullptr || trace == nullptr) return copy;
    uint64_t count = count_of(trace);
    if (count > capacity) count = capacity;
    words_of(copy)[0] = count;
    memcpy(words_of(copy) + header_words, words_of(trace) + header_words, count * entry_words * sizeof(uint64_t));
    return copy;
}

uint32_t exception_field(const char* name) {
    FieldDesc* field = find_field(well_known(WellKnown::Exception), name);
    CELER_ASSERT(field != nullptr, "System.Exception has no field %s", name);
    return field->offset;
}

}  // namespace

const ExceptionFields& exception_fields() {
    return *computed_once<[] {
        return new ExceptionFields{
            .message = exception_field("_message"),
            .inner_exception = exception_field("_innerException"),
            .stack_trace = exception_field("_stackTrace"),
            .stack_trace_string = exception_field("_stackTraceString"),
            .remote_stack_trace_string = exception_field("_remoteStackTraceString"),
            .hresult = exception_field("_HResult"),
            .code = exception_field("_xcode"),
        };
    }>();
}

bool is_exception(const Object* object) {
    const MethodTable* exception = well_known(WellKnown::Exception);
    for (const MethodTable* table = object->method_table; table != nullptr; table = table->parent) {
        if (table == exception) return true;
    }
    return false;
}

void start_stack_trace(Thread& thread, Object* exception) {
    if (is_immutable_exception(exception)) return;
    const ExceptionFields& fields = exception_fields();
    gc::store_field(exception, fields.stack_trace_string, nullptr);
    bool is_foreign = thread.flags & thread_flags::raising_foreign_exception;
    thread.flags &= ~thread_flags::raising_foreign_exception;
    ArrayObject* trace = trace_of(exception);
    if (trace == nullptr) return;
    Object* continued = nullptr;
    if (is_foreign && count_of(trace) != 0) {
        ArrayObject* copy = copy_trace(trace, count_of(trace) + first_capacity);
        if (copy != nullptr) {
            uint32_t last = count_of(copy) - 1;
            words_of(copy)[header_words + last * entry_words + 1] |= foreign_bit;
            continued = make_value(copy, keepers_in(value_of(exception)), nullptr);
        }
    }
    gc::store_field(exception, fields.stack_trace, continued);
}

namespace {

void append_entry(Object* exception, MethodDesc* method, uint64_t place) {
    if (is_immutable_exception(exception)) return;
    ArrayObject* trace = trace_of(exception);
    uint32_t count = trace == nullptr ? 0 : count_of(trace);
    ArrayObject* keepers = keepers_in(value_of(exception));
    Object* keeper = keeper_of(method);
    bool is_full = trace == nullptr || is_frozen(trace) || count == capacity_of(trace);
    if (is_full) trace = copy_trace(trace, count < first_capacity ? first_capacity : count * 2);
    if (trace == nullptr) return;
    if (is_full || (keeper != nullptr && !has_keeper(keepers, keeper))) {
        Object* value = make_value(trace, keepers, keeper);
        if (value == nullptr) return;
        gc::store_field(exception, exception_fields().stack_trace, value);
        count = count_of(trace);
    }
    uint64_t* words = words_of(trace);
    uint64_t* entry = words + header_words + count * entry_words;
    entry[0] = reinterpret_cast<uint64_t>(method);
    entry[1] = place;
    __atomic_store_n(&words[0], count + 1, __ATOMIC_RELEASE);
}

}  // namespace

void append_stack_frame(Object* exception, const StackFrame& frame) {
    append_entry(exception, frame.method(), frame.lookup_ip() | uint64_t{frame.inline_node} << node_shift);
}

void append_stack_frame(Object* exception, MethodDesc* method) {
    append_entry(exception, method, 0);
}

uint32_t stack_trace_length(Object* trace) {
    return trace == nullptr ? 0 : count_of(words_in(trace));
}

StackTraceEntry stack_trace_entry(Object* trace, uint32_t index) {
    const uint64_t* entry = words_of(words_in(trace)) + header_words + index * entry_words;
    uint64_t place = entry[1] & ~foreign_bit;
    return {
        .method = reinterpret_cast<MethodDesc*>(entry[0]),
        .lookup_ip = static_cast<uint32_t>(place),
        .inline_node = static_cast<uint32_t>(place >> node_shift),
        .ends_foreign_trace = (entry[1] & foreign_bit) != 0,
    };
}

Object* freeze_stack_trace(Object* exception) {
    Object* trace = value_of(exception);
    if (trace != nullptr) words_of(words_in(trace))[1] = 1;
    return trace;
}

}  // namespace celer
