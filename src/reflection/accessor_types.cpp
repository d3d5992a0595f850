#include "reflection/accessor_types.h"

#include <string>

#include "base/assert.h"
#include "import/supplied_body.h"
#include "reflection/exposed_objects.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/loader.h"
#include "types/well_known.h"

namespace celer {

namespace {

// The error that throws an exception of this type and message again, at the accessor's call.
Error error_of(Object* exception) {
    uint32_t offset = field_offset(well_known(WellKnown::Exception), "_message");
    auto* message = exception->reference<StringObject>(offset);
    MethodTable* not_found = corelib_type("System.IO", "FileNotFoundException");
    bool no_file = exception->method_table == not_found;
    return {no_file ? ErrorKind::FileNotFound : ErrorKind::TypeLoad, message == nullptr ? "" : to_utf8(message), {}};
}

}  // namespace

Result<TypeHandle> accessor_type(MethodDesc* accessor, std::string_view name) {
    MethodDesc* resolve =
        find_method(corelib_type("System.Reflection", "TypeNameResolver"), "GetTypeHelper",
                    "System.RuntimeType (char*, System.Reflection.RuntimeAssembly, bool, bool, nint)");
    CELER_ASSERT(resolve != nullptr, "CoreLib has no TypeNameResolver.GetTypeHelper");
    StringObject* text = new_string_or_throw(name);  // ends with a zero, and does not move
    Object* assembly = assembly_object(accessor->owner->module->assembly);
    CallResult call = call_managed(current_thread(), resolve,
                                   {reinterpret_cast<uint64_t>(text->characters), reinterpret_cast<uint64_t>(assembly),
                                    1, 0, reinterpret_cast<uint64_t>(accessor)});
    if (call.exception != nullptr) return std::unexpected(error_of(call.exception));
    return type_of_object(reinterpret_cast<Object*>(call.value));
}

}  // namespace celer
