#include "runtime/first_chance.h"

#include "base/computed_once.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/loader.h"

namespace celer {

namespace {

MethodTable* corelib_type(std::string_view name_space, std::string_view name) {
    Result<MethodTable*> table = find_type(corelib(), name_space, name);
    return table && ensure_loaded(*table) ? *table : nullptr;
}

Object* const* subscribers() {
    return computed_once<[] {
        MethodTable* context = corelib_type("System", "AppContext");
        return context == nullptr ? nullptr
                                  : static_cast<Object* const*>(static_field_address(context, "FirstChanceException"));
    }>();
}

}  // namespace

void notify_first_chance(Thread& thread, Object* exception) {
    Object* const* slot = subscribers();
    if (slot == nullptr || *slot == nullptr) [[likely]]
        return;
    MethodTable* table = corelib_type("System.Runtime.ExceptionServices", "FirstChanceExceptionEventArgs");
    if (table == nullptr) return;
    Object* arguments = allocate_object(table);
    if (arguments == nullptr) return;
    CallResult made = call_managed(thread, find_method(table, ".ctor", "void (System.Exception)"),
                                   {reinterpret_cast<uint64_t>(arguments), reinterpret_cast<uint64_t>(exception)});
    if (made.exception != nullptr) return;
    Object* handler = *slot;
    if (handler == nullptr) return;
    CallResult called = call_managed(thread, handler->method_table->info->delegate_invoke,
                                     {reinterpret_cast<uint64_t>(handler), 0, reinterpret_cast<uint64_t>(arguments)});
    if (called.exception != nullptr) fatal_error(thread, "Internal CLR error. (0x80131506)");
}

}  // namespace celer
