#include "runtime/dynamic_castable.h"

#include "base/assert.h"
#include "base/computed_once.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/dispatch.h"
#include "types/loader.h"
#include "types/type_info.h"

namespace celer {

namespace {

MethodDesc* helper(std::string_view name) {
    Result<MethodTable*> table =
        find_type(corelib(), "System.Runtime.InteropServices", "DynamicInterfaceCastableHelpers");
    CELER_ASSERT(table.has_value() && ensure_loaded(*table).has_value(), "CoreLib has the helpers of dynamic casts");
    return find_method(*table, name);
}

uint64_t call_helper(MethodDesc* method, Object* object, MethodTable* interface, bool throws) {
    CallResult call = call_managed(
        current_thread(), method,
        {reinterpret_cast<uint64_t>(object), reinterpret_cast<uint64_t>(type_object(TypeHandle(interface))), throws});
    if (call.exception != nullptr) rethrow_exception(call.exception);
    return call.value;
}

}  // namespace

bool is_instance_of_object(Object* object, MethodTable* target, bool throws) {
    if (object == nullptr) return false;
    if (is_instance_of(object, TypeHandle(target))) return true;
    if ((object->method_table->flags2 & mt_flags2::is_dynamic_castable) == 0 || !target->is_interface()) return false;
    auto* is_implemented = computed_once<[] { return helper("IsInterfaceImplemented"); }>();
    return (call_helper(is_implemented, object, target, throws) & 0xff) != 0;
}

Result<ResolvedMethod> resolve_for_object(Object* receiver, MethodDesc* declared) {
    MethodTable* table = receiver->method_table;
    bool asks = (table->flags2 & mt_flags2::is_dynamic_castable) != 0 && declared->owner->is_interface() &&
                !implements_interface(table, declared->owner);
    if (!asks) return ResolvedMethod{CELER_TRY(resolve_virtual(table, declared)), true};
    auto* get_implementation = computed_once<[] { return helper("GetInterfaceImplementation"); }>();
    auto* type = reinterpret_cast<Object*>(call_helper(get_implementation, receiver, declared->owner, false));
    MethodTable* implementation = type_of_object(type).method_table();
    CELER_TRY_VOID(ensure_loaded(implementation));
    return ResolvedMethod{CELER_TRY(resolve_virtual(implementation, declared)), false};
}

}  // namespace celer
