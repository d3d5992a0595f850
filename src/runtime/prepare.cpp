// The first call of a method: what the prestub does in C++.
#include "base/assert.h"
#include "base/hresults.h"
#include "base/options.h"
#include "base/upcalls.h"
#include "code/compiler.h"
#include "code/helpers.h"
#include "code/native_code.h"
#include "compile/services.h"
#include "platform/loader_heap.h"
#include "runtime/class_init.h"
#include "runtime/delegates.h"
#include "runtime/engine.h"
#include "runtime/exceptions.h"
#include "runtime/tiering.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

// OsrAtOnce. Of many loops some, throughout the method: each means another compilation of all of it.
void replace_loops(MethodCode& code) {
    constexpr size_t most_loops = 8;
    std::vector<OsrPoint> points = osr_points(code);
    size_t step = (points.size() + most_loops - 1) / most_loops;
    for (size_t i = 0; i < points.size(); i += step) replace_on_stack(*second_compiler(), code, points[i]);
}

Result<void*> compile_method(MethodDesc* method) {
    // Of a mapped arena: the entry led to the prestub for the sake of the module's initialiser.
    MethodCode* known = __atomic_load_n(&method->code, __ATOMIC_ACQUIRE);
    if (known != nullptr && arena_is_mapped()) return install_code(method, known)->start;
    bool is_promoted = may_promote(method);
    CompileRequest request = {.method = method,
                              .may_be_replaced = is_promoted && options().TC_OnStackReplacement,
                              .is_profiled = is_promoted && options().TieredPGO};
    Compiler& compiler = compiler_for(request);
    MethodCode* code = CELER_TRY(Compilation(request).run(compiler));
    int64_t every = options().OsrAtOnce;
    if (every != 0 && second_compiler() != nullptr && is_in_sample(method, every)) replace_loops(*code);
    code = install_code(method, code);
    promote_if_asked_for(*code);
    return code->start;
}

Error not_implemented(MethodDesc* method, const char* what) {
    return Error{ErrorKind::EntryPointNotFound,
                 std::string("Celer does not implement the ") + what + " " + display_name(method) + ".",
                 display_name(method)};
}

// Entry cells hold arena addresses only (the arena rule): a jump through a cell of this process leads out.
void* jump_to_native(MethodDesc* method, void* function) {
    return call_through_cell(method, function, {.transition = false, .set_last_error = false});
}

Result<void*> bind_native(MethodDesc* method) {
    if (void* function = g_upcalls.native_function(method)) return jump_to_native(method, function);
    if (method->kind == MethodKind::InternalCall) {
        if (method->owner->module->assembly->is_corelib)
            return std::unexpected(not_implemented(method, "internal call"));
        if (method->owner->is_interface() && method->is_virtual()) return fail(hresult::bad_format);
        return fail(ErrorKind::Security, "ECall methods must be packaged into a system module.");
    }
    return g_upcalls.pinvoke_code(method);
}

void construct_delegate(Object* delegate, Object* target, void* function) {
    celer_make_delegate(delegate, target, function, nullptr);
}

// The code of methods without IL.
Result<void*> make_thunk(MethodDesc* method) {
    switch (method->kind) {
        case MethodKind::IL:
        case MethodKind::Dynamic:
        case MethodKind::UnsafeAccessor:
            break;
        case MethodKind::InternalCall:
        case MethodKind::PInvoke:
            return bind_native(method);
        case MethodKind::DelegateCtor:
            return jump_to_native(method, reinterpret_cast<void*>(construct_delegate));
        case MethodKind::DelegateInvoke:
            return delegate_thunk(method, DelegateThunk::Invoke);
        case MethodKind::ArrayCtor:
        case MethodKind::ArrayGet:
        case MethodKind::ArraySet:
        case MethodKind::ArrayAddress:
        case MethodKind::ArrayReadonlyAddress:
            return thunks().array_method(method);
        case MethodKind::DelegateOther:
            return fail(ErrorKind::PlatformNotSupported, "Operation is not supported on this platform.");
        case MethodKind::Abstract:
            return fail(ErrorKind::BadImageFormat, "Bad IL format.");
        case MethodKind::StringCtor:
            return std::unexpected(not_implemented(method, "direct call of"));
    }
    CELER_PANIC("no thunk for methods of kind %d", static_cast<int>(method->kind));
}

bool has_il(const MethodDesc* method) {
    return method->kind == MethodKind::IL || method->kind == MethodKind::Dynamic ||
           method->kind == MethodKind::UnsafeAccessor;
}

// What remembers calls: answers of casts, stubs and entries.
void forget_calls() {
    forget_cast_answers();
    thunks().forget_unloading();
}

}  // namespace

void* call_through_cell(MethodDesc* method, void* function, NativeCallOptions options) {
    return *code_through_cell(method, function, [&](void** cell) -> Result<const void*> {
        return thunks().native_call(method, cell, options);
    });
}

void install_call_unloading() {
    on_unload({.all = forget_calls});
    install_dispatch_unloading();
}

Result<MethodCode*> compile_supplied(MethodDesc* method, const SuppliedBody& body, uint8_t flags) {
    return Compilation({.method = method, .code_flags = flags, .body = &body}).run(baseline());
}

Error open_method_error() {
    return Error{ErrorKind::InvalidOperation,
                 "Could not execute the method because either the method itself or the containing type is not fully "
                 "instantiated.",
                 {}};
}

Result<void*> prepare_method(MethodDesc* method) {
    if (method->is_open()) return std::unexpected(open_method_error());
    CELER_TRY_VOID(admit_growth());
    CELER_TRY_VOID(ensure_loaded(method->owner));  // a type named only by its token (Main's) is not laid out yet
    if (has_il(method)) return compile_method(method);
    void* thunk = CELER_TRY(make_thunk(method));
    __atomic_store_n(&method->entry, thunk, __ATOMIC_RELEASE);
    return thunk;
}

void* callable_stub(MethodDesc* method) {
    if (method->owner->is_value_type() && !method->is_static()) return thunks().unboxing_stub(method);
    return method_stub(method);
}

// How many frames CoreCLR's stack traces show for a method that cannot be prepared. For IL it is its own; for a
// P/Invoke the stub's and the transition's, or the stub's alone if it marshals.
static uint32_t frames_of_unprepared(MethodDesc* method) {
    if (method->kind != MethodKind::PInvoke) return has_il(method) ? 1 : 0;
    Result<const MethodSignature*> signature = method_signature(method);
    if (!signature) return 0;
    auto is_marshalled = [](TypeHandle type) {
        ElementType element = type.verification_type();
        return type.is_reference() || element == ElementType::Boolean || element == ElementType::Char;
    };
    bool marshals = is_marshalled((*signature)->return_type);
    for (uint32_t i = 0; i < (*signature)->parameter_count; i++) marshals |= is_marshalled((*signature)->parameters[i]);
    return marshals ? 1 : 2;
}

Object* run_initializers(Thread& thread, MethodDesc* method) {
    if (Object* exception = initialize_module(thread, method->owner->module)) return exception;
    if (method->kind != MethodKind::PInvoke || !ensure_loaded(method->owner)) return nullptr;
    bool is_precise = (method->owner->flags2 & mt_flags2::has_precise_cctor) != 0;
    return is_precise ? initialize_class(thread, method->owner) : nullptr;
}

extern "C" void celer_prepare_method(MethodDesc* method) {
    if (Object* exception = run_initializers(current_thread(), method)) throw_exception(exception);
    Error* error = nullptr;
    if (Result<void*> code = prepare_method(method); !code) error = new Error(std::move(code).error());
    if (error != nullptr) throw_error_owned_in(method, frames_of_unprepared(method), error);
}

}  // namespace celer
