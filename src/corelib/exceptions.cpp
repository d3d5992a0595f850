// System.Exception, System.Diagnostics.StackTrace and StackFrame, and the throw helpers that CoreLib's own code calls.
#include "runtime/exceptions.h"

#include "code/helpers.h"
#include "corelib/contract.h"
#include "corelib/debug_directory.h"
#include "corelib/tables.h"
#include "gc/barrier.h"
#include "metadata/image.h"
#include "reflection/exposed_objects.h"
#include "runtime/dynamic_castable.h"
#include "runtime/exception_objects.h"
#include "runtime/objects.h"
#include "runtime/precompiled_frames.h"
#include "runtime/stack_trace.h"
#include "runtime/thread.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/loader_allocator.h"
#include "types/well_known.h"

namespace celer {

namespace {

// --- System.Exception ------------------------------------------------------------------------------------------------

bool is_immutable_agile_exception(Object* exception) {
    return is_immutable_exception(exception);
}

void prepare_for_foreign_exception_raise() {
    current_thread().flags |= thread_flags::raising_foreign_exception;
}

void get_frozen_stack_trace(ObjectHandleOnStack exception, ObjectHandleOnStack trace) {
    trace.set(freeze_stack_trace(exception.get()));
}

enum class MessageKind : int32_t { ThreadAbort = 1, ThreadInterrupted, OutOfMemory };

void get_message_from_native_resources(MessageKind kind, StringHandleOnStack message) {
    std::string_view text;
    switch (kind) {
        case MessageKind::ThreadAbort:
            text = "Thread was being aborted.";
            break;
        case MessageKind::ThreadInterrupted:
            text = "Thread was interrupted from a waiting state.";
            break;
        case MessageKind::OutOfMemory:
            text = "Insufficient memory to continue the execution of the program.";
            break;
    }
    message.set(new_string(text));
}

// System.Runtime.InteropServices.Marshal: what Windows calls the code of a managed exception.
int32_t exception_code() {
    constexpr int32_t managed_exception = static_cast<int32_t>(0xE0434352);
    return current_thread().current_exception == nullptr ? 0 : managed_exception;
}

// --- System.Diagnostics.StackTrace -----------------------------------------------------------------------------------

// The columns of a StackFrameHelper that the engine fills, by field name. Those that are absent stay null: managed code
// asks for them only with a method token.
struct FrameColumns {
    int32_t* native_offsets;
    int32_t* il_offsets;
    uint64_t* methods;
    uint8_t* ends_foreign_trace;
    // With file information only:
    ArrayObject* assembly_paths;
    ArrayObject* assemblies;
    uint64_t* image_addresses;
    int32_t* image_sizes;
    uint8_t* is_file_layout;
    int32_t* tokens;
};

// The array type that a field is declared with, ready for allocation; null if that fails.
MethodTable* array_type_of(FieldDesc* field) {
    Result<TypeHandle> type = field_type(field);
    if (!type || !ensure_loaded(type->method_table())) return nullptr;
    return type->method_table();
}

ArrayObject* add_array(Object* helper, std::string_view name, uint32_t length) {
    FieldDesc* field = find_field(helper->method_table, name);
    MethodTable* type = array_type_of(field);
    ArrayObject* array = type == nullptr ? nullptr : allocate_array(type, length);
    if (array == nullptr) throw_out_of_memory();
    gc::store_field(helper, field->offset, array);
    return array;
}

template <typename T>
T* add_column(Object* helper, std::string_view name, uint32_t length) {
    return add_array(helper, name, length)->elements<T>();
}

FrameColumns add_columns(Object* helper, uint32_t count, bool is_exception_trace, bool with_file_information) {
    FrameColumns columns{};
    columns.native_offsets = add_column<int32_t>(helper, "rgiOffset", count);
    columns.il_offsets = add_column<int32_t>(helper, "rgiILOffset", count);
    columns.methods = add_column<uint64_t>(helper, "rgMethodHandle", count);
    if (is_exception_trace) {
        columns.ends_foreign_trace = add_column<uint8_t>(helper, "rgiLastFrameFromForeignExceptionStackTrace", count);
    }
    if (!with_file_information) return columns;
    columns.assembly_paths = add_array(helper, "rgAssemblyPath", count);
    columns.assemblies = add_array(helper, "rgAssembly", count);
    columns.image_addresses = add_column<uint64_t>(helper, "rgLoadedPeAddress", count);
    columns.image_sizes = add_column<int32_t>(helper, "rgiLoadedPeSize", count);
    columns.is_file_layout = add_column<uint8_t>(helper, "rgiIsFileLayout", count);
    columns.tokens = add_column<int32_t>(helper, "rgiMethodToken", count);
    add_column<uint64_t>(helper, "rgInMemoryPdbAddress", count);
    add_column<int32_t>(helper, "rgiInMemoryPdbSize", count);
    add_array(helper, "rgFilename", count);
    add_column<int32_t>(helper, "rgiLineNumber", count);
    add_column<int32_t>(helper, "rgiColumnNumber", count);
    return columns;
}

// Managed code looks into the file for a PDB only if the row has a method token.
void fill_file_information(const FrameColumns& columns, uint32_t row, const MethodDesc* method) {
    Module* module = method->typical->owner->module;
    const metadata::Image& image = *module->image();
    if (metadata::Token(method->token).rid() == 0 || !has_debug_directory(image)) return;
    Assembly* assembly = module->assembly;
    gc::store_element(columns.assemblies, row, assembly_object(assembly));
    if (const std::string& path = assembly_file(assembly); !path.empty())
        gc::store_element(columns.assembly_paths, row, new_string(path));
    if (assembly_location(assembly).empty()) {
        columns.image_addresses[row] = reinterpret_cast<uint64_t>(image.file().data());
        columns.image_sizes[row] = static_cast<int32_t>(image.file().size());
        columns.is_file_layout[row] = 1;
    }
    columns.tokens[row] = static_cast<int32_t>(method->token);
}

void fill_row(const FrameColumns& columns, uint32_t row, const TraceFrame& frame) {
    columns.methods[row] = reinterpret_cast<uint64_t>(frame.method);
    if (const MethodCode* code = find_code(frame.lookup_ip)) {
        columns.native_offsets[row] = static_cast<int32_t>(frame.lookup_ip - reinterpret_cast<uintptr_t>(code->start));
        columns.il_offsets[row] = static_cast<int32_t>(il_offset_in_node(*code, frame.lookup_ip, frame.inline_node));
    }
    if (columns.tokens != nullptr) fill_file_information(columns, row, frame.method);
}

uint32_t count_frames(StackWalk walk) {
    uint32_t count = 0;
    StackFrame frame;
    while (walk.next(frame)) count += frame.is_shown();
    return count;
}

void set_frame_count(Object* helper, uint32_t count) {
    helper->field<int32_t>(find_field(helper->method_table, "iFrameCount")->offset) = static_cast<int32_t>(count);
}

// Memory for frames in an array of the heap: nothing is left behind if an exception crosses this code.
std::span<TraceFrame> new_frames(uint32_t count) {
    static_assert(sizeof(TraceFrame) % sizeof(uint64_t) == 0);
    MethodTable* type = nullptr;
    {
        Result<MethodTable*> longs = sz_array_of(primitive_type(ElementType::I8));
        if (longs && ensure_loaded(*longs)) type = *longs;
    }
    ArrayObject* array =
        type == nullptr ? nullptr : allocate_array(type, count * sizeof(TraceFrame) / sizeof(uint64_t));
    if (array == nullptr) throw_out_of_memory();
    return {array->elements<TraceFrame>(), count};
}

std::span<TraceFrame> frames_of_thread() {
    StackWalk walk(current_thread());
    std::span<TraceFrame> frames = new_frames(count_frames(walk));
    StackFrame frame;
    for (uint32_t row = 0; row < frames.size() && walk.next(frame);) {
        if (frame.is_shown()) frames[row++] = trace_frame(frame);
    }
    return frames;
}

std::span<TraceFrame> frames_of_trace(Object* trace) {
    std::span<TraceFrame> frames = new_frames(stack_trace_length(trace));
    for (uint32_t row = 0; row < frames.size(); row++) {
        StackTraceEntry entry = stack_trace_entry(trace, row);
        frames[row] = {entry.method, entry.lookup_ip, entry.inline_node, entry.ends_foreign_trace, 0};
    }
    return frames;
}

void get_method_from_stack_trace(ObjectHandleOnStack trace, ObjectHandleOnStack method) {
    std::span<TraceFrame> frames = frames_of_trace(trace.get());
    hide_precompiled_frames(frames);
    for (const TraceFrame& frame : frames) {
        if (!frame.is_hidden) return method.set(celer_method_object(frame.method->typical));
    }
}

// Until managed code has made MethodBases of the handles.
void keep_methods(Object* helper, std::span<TraceFrame> frames) {
    uint32_t count = 0;
    for (const TraceFrame& frame : frames) count += keeper_of(frame.method) != nullptr;
    if (count == 0) return;
    ArrayObject* keepers = new_array(well_known(WellKnown::Object), count);
    uint32_t row = 0;
    for (const TraceFrame& frame : frames) {
        if (Object* keeper = keeper_of(frame.method)) gc::store_element(keepers, row++, keeper);
    }
    gc::store_field(helper, field_offset(helper->method_table, "dynamicMethods"), keepers);
}

void get_stack_frames(ObjectHandleOnStack helper, QBool with_file_information, ObjectHandleOnStack exception) {
    bool is_exception_trace = exception.get() != nullptr;
    std::span<TraceFrame> frames = is_exception_trace
                                       ? frames_of_trace(exception.get()->reference(exception_fields().stack_trace))
                                       : frames_of_thread();
    keep_methods(helper.get(), frames);
    hide_precompiled_frames(frames);
    uint32_t count = 0;
    for (const TraceFrame& frame : frames) count += frame.is_hidden == 0;
    FrameColumns columns = add_columns(helper.get(), count, is_exception_trace, with_file_information != 0);
    uint32_t row = 0;
    for (const TraceFrame& frame : frames) {
        if (frame.is_hidden) continue;
        fill_row(columns, row, frame);
        if (is_exception_trace) columns.ends_foreign_trace[row] = static_cast<uint8_t>(frame.ends_foreign_trace);
        row++;
    }
    set_frame_count(helper.get(), count);
}

MethodDesc* method_of_native_ip(uintptr_t ip) {
    const MethodCode* code = find_code(ip);
    return code == nullptr ? nullptr : code->method;
}

// --- Internal.Runtime.CompilerHelpers.ThrowHelpers, CastHelpers

std::string quoted_method(const MethodDesc* method) {
    return "'" + display_name(method) + "'";
}

[[noreturn]] void throw_access(ErrorKind kind, std::string message) {
    throw_error_owned(new Error{kind, std::move(message), {}});
}

void throw_method_access(MethodDesc* caller, MethodDesc* callee) {
    throw_access(ErrorKind::MethodAccess, "Attempt by method " + quoted_method(caller) + " to access method " +
                                              quoted_method(callee) + " failed.");
}

void throw_entry_point_not_found(MethodTable*, MethodTable*, MethodDesc* method) {
    throw_access(ErrorKind::EntryPointNotFound, "Entry point was not found: " + display_name(method));
}

void throw_ambiguous_resolution(MethodTable* type, MethodTable* interface, MethodDesc* method) {
    throw_access(ErrorKind::AmbiguousMatch,
                 "Could not call method '" + display_name(method) + "' on interface '" +
                     display_name(TypeHandle(interface)) + "' with type '" + display_name(TypeHandle(type)) +
                     "' because there are multiple incompatible interface methods overriding "
                     "this method.");
}

void throw_invalid_cast_of_types(uintptr_t from, uintptr_t to) {
    throw_invalid_cast(TypeHandle::from_raw(from), TypeHandle::from_raw(to));
}

// The question behind every cast that CoreLib's cast cache has no answer for.
QBool is_instance_of_uncached(uintptr_t to, QBool throws, ObjectHandleOnStack object) {
    TypeHandle type = TypeHandle::from_raw(to);
    bool is_instance = type.is_type_desc() ? is_instance_of(object.get(), type)
                                           : is_instance_of_object(object.get(), type.method_table(), throws != 0);
    if (!is_instance && throws) throw_invalid_cast(object.get(), type);
    return is_instance;
}

constexpr const char* exception_type = "System.Exception";

const NativeEntry rows[] = {
    CELER_INTERNAL_CALL(exception_type, "IsImmutableAgileException", is_immutable_agile_exception),
    CELER_INTERNAL_CALL(exception_type, "PrepareForForeignExceptionRaise", prepare_for_foreign_exception_raise),
    CELER_INTERNAL_CALL(exception_type, "GetExceptionCount", exception_count),
    CELER_QCALL("ExceptionNative_GetFrozenStackTrace", get_frozen_stack_trace),
    CELER_QCALL("ExceptionNative_GetMethodFromStackTrace", get_method_from_stack_trace),
    CELER_QCALL("ExceptionNative_GetMessageFromNativeResources", get_message_from_native_resources),
    CELER_INTERNAL_CALL("System.Runtime.InteropServices.Marshal", "GetExceptionCode", exception_code),
    CELER_QCALL("StackTrace_GetStackFramesInternal", get_stack_frames),
    CELER_QCALL("StackFrame_GetMethodDescFromNativeIP", method_of_native_ip),
    CELER_QCALL("ThrowInvalidCastException", throw_invalid_cast_of_types),
    CELER_QCALL("IsInstanceOf_NoCacheLookup", is_instance_of_uncached),
    CELER_QCALL("ExceptionNative_ThrowMethodAccessException", throw_method_access),
    CELER_QCALL("ExceptionNative_ThrowEntryPointNotFoundException", throw_entry_point_not_found),
    CELER_QCALL("ExceptionNative_ThrowAmbiguousResolutionException", throw_ambiguous_resolution),
};

}  // namespace

NativeTable exceptions_contract() {
    return rows;
}

}  // namespace celer
