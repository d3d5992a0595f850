#include "runtime/exceptions.h"

#include "base/assert.h"
#include "gc/barrier.h"
#include "runtime/exception_dispatch.h"
#include "runtime/exception_objects.h"
#include "runtime/first_chance.h"
#include "runtime/objects.h"
#include "runtime/process_end.h"
#include "runtime/stack_trace.h"
#include "runtime/throwing_helpers.h"
#include "types/loader.h"
#include "types/loader_state.h"

namespace celer {

namespace {

// Out of line, so that no caller's frame holds more than it must while handlers run.
[[noreturn, gnu::noinline]] void start_dispatch(Object* exception, ThrowKind kind) {
    Thread& thread = current_thread();
    StackWalk walk(thread);
    dispatch_exception(thread, exception, walk, kind);
}

Object* exception_to_throw(Object* thrown) {
    Thread& thread = current_thread();
    if (thrown == nullptr) return make_exception(thread, "System", "NullReferenceException", {});
    return is_exception(thrown) ? thrown : wrap_thrown_object(thread, thrown);
}

}  // namespace

void throw_exception(Object* exception) {
    start_dispatch(exception_to_throw(exception), ThrowKind::Throw);
}

void rethrow_exception(Object* exception) {
    start_dispatch(exception, ThrowKind::Continue);
}

void rethrow_caught_exception(Object* exception) {
    Thread& thread = current_thread();
    Object* meant = exception_to_rethrow(thread, StackWalk(thread), exception);
    start_dispatch(exception_to_throw(meant), ThrowKind::Rethrow);
}

void throw_error(const Error& error) {
    throw_exception(make_exception(current_thread(), error));
}

void throw_error_owned(Error* error) {
    Object* exception = make_exception(current_thread(), *error);
    delete error;
    throw_exception(exception);
}

void throw_error_owned_in(MethodDesc* method, uint32_t frames, Error* error) {
    Thread& thread = current_thread();
    Object* exception = make_exception(thread, *error);
    delete error;
    start_stack_trace(thread, exception);
    for (uint32_t i = 0; i < frames; i++) append_stack_frame(exception, method);
    notify_first_chance(thread, exception);
    start_dispatch(exception, ThrowKind::Continue);
}

void throw_well_known(std::string_view name_space, std::string_view name, std::string_view message) {
    throw_exception(make_exception(current_thread(), name_space, name, message));
}

void throw_null_reference() {
    throw_well_known("System", "NullReferenceException");
}

void throw_out_of_memory() {
    throw_exception(out_of_memory_exception(current_thread()));
}

void throw_argument_null(std::string_view parameter) {
    throw_well_known("System", "ArgumentNullException", parameter);
}

void throw_argument(std::string_view message, std::string_view parameter) {
    throw_exception(make_argument_exception(current_thread(), message, parameter));
}

void throw_out_of_range(std::string_view message) {
    Object* exception = make_exception(current_thread(), "System", "ArgumentOutOfRangeException", {});
    gc::store_field(exception, exception_fields().message, new_string(message));
    throw_exception(exception);
}

namespace {

std::string origin(char letter, const MethodTable* table) {
    const Assembly* assembly = table->module->assembly;
    const std::string& path = assembly_location(assembly);
    std::string place = path.empty() ? "in a byte array" : "at location '" + path + "'";
    return std::string(" Type ") + letter + " originates from '" + assembly_display_name(table->module) +
           "' in the context 'Default' " + place + ".";
}

// As CoreCLR names a type here: the outermost name stands without its enclosing types and their namespace.
std::string name_for_cast(TypeHandle type) {
    std::string name = display_name(type);
    size_t plus = name.substr(0, name.find('[')).rfind('+');
    return plus == std::string::npos ? name : name.substr(plus + 1);
}

std::string invalid_cast_message(TypeHandle from, TypeHandle to) {
    std::string source = name_for_cast(from);
    std::string target = name_for_cast(to);
    if (source != target || from.is_type_desc() || to.is_type_desc()) {
        return "Unable to cast object of type '" + source + "' to type '" + target + "'.";
    }
    return "[A]" + source + " cannot be cast to [B]" + target + "." + origin('A', from.method_table()) +
           origin('B', to.method_table());
}

Object* make_invalid_cast(Thread& thread, TypeHandle from, TypeHandle to) {
    return make_exception(thread, "System", "InvalidCastException", invalid_cast_message(from, to));
}

}  // namespace

void throw_invalid_cast(TypeHandle from, TypeHandle to) {
    throw_exception(make_invalid_cast(current_thread(), from, to));
}

void throw_invalid_cast(Object* object, TypeHandle target) {
    throw_invalid_cast(TypeHandle(object->method_table), target);
}

// --- Helpers

namespace {

struct HelperMethod {
    const char* name_space;
    const char* type;
    const char* method;
};

constexpr const char* cast_helpers[] = {"System.Runtime.CompilerServices", "CastHelpers"};

constexpr HelperMethod method_of(ThrowingHelper helper) {
    switch (helper) {
        case ThrowingHelper::IndexOutOfRange:
            return {"Internal.Runtime.CompilerHelpers", "ThrowHelpers", "ThrowIndexOutOfRangeException"};
        case ThrowingHelper::Overflow:
            return {"Internal.Runtime.CompilerHelpers", "ThrowHelpers", "ThrowOverflowException"};
        case ThrowingHelper::ArrayTypeMismatch:
            return {cast_helpers[0], cast_helpers[1], "ThrowArrayMismatchException"};
        case ThrowingHelper::Cast:
            return {cast_helpers[0], cast_helpers[1], "ChkCastAny_NoCacheLookup"};
        case ThrowingHelper::Unbox:
            return {cast_helpers[0], cast_helpers[1], "ThrowInvalidCastExceptionInternal"};
        case ThrowingHelper::ClassInit:
            return {"System.Runtime.CompilerServices", "InitHelpers", "InitClassSlow"};
    }
    return {};
}

// Null if this CoreLib has no such method: the trace goes without it.
MethodDesc* find_helper_method(ThrowingHelper helper) {
    HelperMethod sought = method_of(helper);
    Result<MethodTable*> type = find_type(corelib(), sought.name_space, sought.type);
    return type && ensure_loaded(*type) ? find_method(*type, sought.method) : nullptr;
}

}  // namespace

// What the engine's own thunks throw (those of arrays with several dimensions) no helper of CoreCLR's does.
static bool is_called_by_thunk(Thread& thread) {
    StackWalk walk(thread);
    StackFrame frame;
    return walk.advance(frame) == WalkStop::Managed && !frame.is_shown();
}

void throw_in_helper(ThrowingHelper helper, Object* exception) {
    Thread& thread = current_thread();
    start_stack_trace(thread, exception);
    MethodDesc* method = is_called_by_thunk(thread) ? nullptr : find_helper_method(helper);
    if (method != nullptr) append_stack_frame(exception, method);
    start_dispatch(exception, ThrowKind::Started);
}

void throw_in_helper(ThrowingHelper helper, const char* exception_of_system) {
    throw_in_helper(helper, make_exception(current_thread(), "System", exception_of_system, {}));
}

void throw_cast_failure(ThrowingHelper helper, Object* object, TypeHandle target) {
    throw_in_helper(helper, make_invalid_cast(current_thread(), TypeHandle(object->method_table), target));
}

// Called by celer_fault_entry on the stack of the thread that faulted.
extern "C" void celer_on_fault(FaultKind kind, uintptr_t ip, uint64_t is_fault, uintptr_t frame_pointer) {
    Thread& thread = current_thread();
    const char* name = "NullReferenceException";
    switch (kind) {
        case FaultKind::NullReference:
            break;
        case FaultKind::DivideByZero:
            name = "DivideByZeroException";
            break;
        case FaultKind::Overflow:
            name = "OverflowException";
            break;
    }
    Object* exception = make_exception(thread, "System", name, {});
    dispatch_exception(thread, exception, StackWalk(thread, ip, frame_pointer, is_fault != 0), ThrowKind::Throw);
}

}  // namespace celer
