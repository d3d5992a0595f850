// The first call of a method, and of an interface method on a type: what the prestub and the dispatch resolver do in
// C++.
#include <pthread.h>
#include <time.h>

#include <cstring>
#include <vector>

#include "base/assert.h"
#include "code/abi.h"
#include "code/compiler.h"
#include "code/helpers.h"
#include "import/code.h"
#include "import/hooks.h"
#include "platform/arena.h"
#include "runtime/class_init.h"
#include "runtime/delegates.h"
#include "runtime/dynamic_castable.h"
#include "runtime/engine.h"
#include "runtime/exceptions.h"
#include "types/dispatch.h"
#include "types/loader.h"

namespace celer {

namespace {

NativeBinder g_native_binder;
PInvokeBinder g_pinvoke_binder;
pthread_mutex_t g_dispatch_lock = PTHREAD_MUTEX_INITIALIZER;
CompileTimes g_times;
thread_local CompileTimes t_times;  // the calling thread's share

uint64_t now_ns() {
    timespec now;
    clock_gettime(CLOCK_MONOTONIC, &now);
    return static_cast<uint64_t>(now.tv_sec) * 1'000'000'000 + static_cast<uint64_t>(now.tv_nsec);
}

// ImportedCode keeps its vectors' memory from method to method, so it is used again; one is enough unless threads
// compile at the same time or compiling one method runs into another.
pthread_mutex_t g_import_pool_lock = PTHREAD_MUTEX_INITIALIZER;
std::vector<ImportedCode*>& import_pool() {
    static auto* pool = new std::vector<ImportedCode*>;
    return *pool;
}

ImportedCode* take_import() {
    pthread_mutex_lock(&g_import_pool_lock);
    ImportedCode* code = nullptr;
    if (!import_pool().empty()) {
        code = import_pool().back();
        import_pool().pop_back();
    }
    pthread_mutex_unlock(&g_import_pool_lock);
    return code != nullptr ? code : new ImportedCode;
}

void return_import(ImportedCode* code) {
    pthread_mutex_lock(&g_import_pool_lock);
    import_pool().push_back(code);
    pthread_mutex_unlock(&g_import_pool_lock);
}

void count_compilation(const CompileTimes& one) {
    uint64_t CompileTimes::* counters[] = {&CompileTimes::methods, &CompileTimes::import_ns, &CompileTimes::compile_ns,
                                           &CompileTimes::il_bytes, &CompileTimes::code_bytes};
    for (uint64_t CompileTimes::* counter : counters) {
        __atomic_fetch_add(&(g_times.*counter), one.*counter, __ATOMIC_RELAXED);
        t_times.*counter += one.*counter;
    }
}

Error failure_of(const ImportedCode& imported) {
    return Error{imported.invalid_kind, imported.invalid, imported.invalid_subject, imported.invalid_exception};
}

// With a place for it, the error of a method that cannot be imported goes there and null is returned; without one there
// is code that throws it.
MethodCode* compile(MethodDesc* method, const SuppliedBody* body, Error* failure) {
    uint64_t start = now_ns();
    ImportedCode* imported = take_import();
    if (body != nullptr) {
        import_supplied(method, *body, *imported);
    } else {
        import_method(method, *imported);
    }
    uint64_t middle = now_ns();
    MethodCode* code = nullptr;
    if (failure != nullptr && !imported->invalid.empty()) {
        *failure = failure_of(*imported);
    } else {
        code = baseline().compile(*imported);
        uint64_t end = now_ns();
        count_compilation({1, middle - start, end - middle, imported->il_size, code->size_bytes});
    }
    return_import(imported);
    return code;
}

// A failure is not kept: an assembly that is missing now may be found when the method is called again.
Result<void*> compile_method(MethodDesc* method) {
    Error failure{};
    MethodCode* code = compile(method, nullptr, &failure);
    if (code == nullptr) return std::unexpected(std::move(failure));
    __atomic_store_n(&method->code, code, __ATOMIC_RELEASE);
    return code->start;
}

Error not_implemented(MethodDesc* method, const char* what) {
    return Error{ErrorKind::EntryPointNotFound,
                 std::string("Celer does not implement the ") + what + " " + display_name(method) + ".",
                 display_name(method)};
}

// Entry cells hold arena addresses only (the arena rule): a jump through a cell of this process leads out.
void* jump_to_native(MethodDesc* method, void* function) {
    void** cell = arena_new<void*>(Section::Process);
    *cell = function;
    return thunks().native_call(method, cell, {.transition = false, .set_last_error = false});
}

Result<void*> bind_native(MethodDesc* method) {
    if (g_native_binder != nullptr) {
        if (void* function = g_native_binder(method)) return jump_to_native(method, function);
    }
    if (method->kind == MethodKind::InternalCall) return std::unexpected(not_implemented(method, "internal call"));
    CELER_ASSERT(g_pinvoke_binder != nullptr, "no P/Invoke binder installed");
    return g_pinvoke_binder(method);
}

void construct_delegate(Object* delegate, Object* target, void* function) {
    celer_make_delegate(delegate, target, function, nullptr);
}

Result<void*> make_code(MethodDesc* method) {
    switch (method->kind) {
        case MethodKind::IL:
        case MethodKind::Dynamic:
        case MethodKind::UnsafeAccessor:
            return compile_method(method);
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
    CELER_PANIC("unknown method kind %d", static_cast<int>(method->kind));
}

void** g_shared_dispatch;  // every entry resolves at run time; in Section::Types

// A type's own dispatch table, copied from the shared default one at the first resolution.
void** own_dispatch_table(MethodTable* table) {
    void** shared = shared_interface_dispatch();
    if (table->interface_dispatch != shared) return table->interface_dispatch;
    void** own = static_cast<void**>(arena_allocate(Section::Types, sizeof(void*) * interface_dispatch_size));
    std::memcpy(own, shared, sizeof(void*) * interface_dispatch_size);
    __atomic_store_n(&table->interface_dispatch, own, __ATOMIC_RELEASE);
    return own;
}

}  // namespace

void** shared_interface_dispatch() {
    if (g_shared_dispatch == nullptr) {
        void** table = static_cast<void**>(arena_allocate(Section::Types, sizeof(void*) * interface_dispatch_size));
        void* resolver = thunks().helper_jump(Helper::InterfaceResolve);
        for (int i = 0; i < interface_dispatch_size; i++) table[i] = resolver;
        g_shared_dispatch = table;
    }
    return g_shared_dispatch;
}

void set_native_binder(NativeBinder binder) {
    g_native_binder = binder;
}

void set_pinvoke_binder(PInvokeBinder binder) {
    g_pinvoke_binder = binder;
}

MethodCode* compile_supplied(MethodDesc* method, const SuppliedBody& body) {
    return compile(method, &body, nullptr);
}

const CompileTimes& compile_times() {
    return g_times;
}

const CompileTimes& thread_compile_times() {
    return t_times;
}

Error open_method_error() {
    return Error{ErrorKind::InvalidOperation,
                 "Could not execute the method because either the method itself or the containing type is not fully "
                 "instantiated.",
                 {}};
}

Result<void*> prepare_method(MethodDesc* method) {
    if (method->is_open()) return std::unexpected(open_method_error());
    CELER_TRY_VOID(ensure_loaded(method->owner));  // a type named only by its token (Main's) is not laid out yet
    void* code = CELER_TRY(make_code(method));
    __atomic_store_n(&method->entry, code, __ATOMIC_RELEASE);
    return code;
}

void* callable_stub(MethodDesc* method) {
    if (method->owner->is_value_type() && !method->is_static()) return thunks().unboxing_stub(method);
    return method_stub(method);
}

// How many frames CoreCLR's stack traces show for a method that cannot be prepared. For IL it is its own; for a
// P/Invoke the stub's and the transition's, or the stub's alone if it marshals.
static uint32_t frames_of_unprepared(MethodDesc* method) {
    bool has_il = method->kind == MethodKind::IL || method->kind == MethodKind::Dynamic ||
                  method->kind == MethodKind::UnsafeAccessor;
    if (method->kind != MethodKind::PInvoke) return has_il ? 1 : 0;
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

static void remember_interface_method(MethodTable* table, MethodDesc* declared, void* stub) {
    pthread_mutex_lock(&g_dispatch_lock);
    void** dispatch = own_dispatch_table(table);
    void* previous = dispatch[declared->dispatch_index];
    void* chain = thunks().interface_collision(&declared, &stub, 1, previous);
    __atomic_store_n(&dispatch[declared->dispatch_index], chain, __ATOMIC_RELEASE);
    pthread_mutex_unlock(&g_dispatch_lock);
}

// The receiver is the first argument, or the second if the first is the buffer of a struct result; the thunk passes
// both.
extern "C" void* celer_resolve_interface(Object* first, Object* second, MethodDesc* declared) {
    Error* error = nullptr;
    void* stub = nullptr;
    Result<const MethodSignature*> signature = method_signature(declared);
    bool has_buffer = signature && abi::classify_result((*signature)->return_type).in_memory;
    Object* receiver = has_buffer ? second : first;  // not null: the call site has loaded its type
    if (Result<ResolvedMethod> target = resolve_for_object(receiver, declared); !target) {
        error = new Error(std::move(target).error());
    } else {
        stub = callable_stub(target->method);
        if (target->is_of_type) remember_interface_method(receiver->method_table, declared, stub);
    }
    if (error != nullptr) throw_error_owned(error);
    return stub;
}

}  // namespace celer
