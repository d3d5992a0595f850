// Binds P/Invoke methods. A signature of blittable types needs no marshalling: managed and native code share one
// calling convention, so a thunk only leaves and re-enters Managed mode. All others get a body of IL (call_out.h).
#include "base/hresults.h"
#include "code/compiler.h"
#include "code/native_code.h"
#include "interop/call_out.h"
#include "interop/delegates.h"
#include "interop/il_writer.h"
#include "interop/interop.h"
#include "interop/native_layout.h"
#include "interop/native_library.h"
#include "interop/stub_code.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "platform/arena.h"
#include "runtime/engine.h"
#include "types/loader.h"
#include "types/loader_allocator.h"
#include "types/well_known.h"

namespace celer {

namespace {

constexpr uint32_t flag_set_last_error = 0x0040;  // PInvokeAttributes, II.23.1.8
constexpr uint32_t char_set_mask = 0x0006;
constexpr uint32_t char_set_unicode = 0x0004;

LibrarySearch search_of(const MethodDesc* method) {
    const metadata::Image& image = *method->owner->module->image();
    LibrarySearch own = declared_search(image, metadata::Token(method->token));
    return own.given ? own : declared_search(image, assembly_token);
}

Result<void*> find_function(const MethodDesc* method, const std::string& library_name, const std::string& entry_name) {
    if (void* function = find_overridden_call(library_name, entry_name)) return function;
    void* library = CELER_TRY(load_native_library(method->owner->module->assembly, library_name, search_of(method)));
    if (void* function = find_native_symbol(library, entry_name.c_str())) return function;
    return fail(ErrorKind::EntryPointNotFound,
                "Unable to find an entry point named '" + entry_name + "' in shared library '" + library_name + "'.",
                entry_name);
}

}  // namespace

Result<void*> pinvoke_code(MethodDesc* method) {
    if (method->impl_attributes & metadata::method_impl_flags::kSynchronized)
        return fail(ErrorKind::TypeLoad, "Synchronized attribute cannot be used with this method type.");
    // CoreCLR has no text for VLDTR_E_FMD_PINVOKENOTSTATIC.
    if (!method->is_static()) return fail(ErrorKind::InvalidProgram, "Undefined resource string ID:0x80131277");
    const MethodSignature* signature = CELER_TRY(method_signature(method));
    const metadata::Image& image = *method->owner->module->image();
    uint32_t row = image.impl_map_of(metadata::Token(method->token));
    metadata::ImplMapRow import = image.impl_map(row);
    if (row == 0 || !image.has(import.import_name)) {
        return std::unexpected(Error{
            ErrorKind::OfResult, "ECall methods must be packaged into a system module.", {}, {}, hresult::security});
    }
    std::string entry_name(image.string(import.import_name));
    std::string library_name(image.string(image.module_ref(import.import_scope).name));
    if (library_name == "QCall") {
        return fail(ErrorKind::EntryPointNotFound,
                    "Celer does not implement the CoreLib entry " + entry_name + " (" + display_name(method) + ").",
                    entry_name);
    }
    MarshalContext context;
    context.marshalling_disabled = runtime_marshalling_disabled(method->owner->module);
    context.wide_characters = (import.flags & char_set_mask) == char_set_unicode;
    CallPlan plan = CELER_TRY(plan_call(method, context));
    void* function = CELER_TRY(find_function(method, library_name, entry_name));
    plan.suppress_transition =
        (signature->unmanaged_flags & signature_flags::suppress_gc_transition) != 0 ||
        image.has_custom_attribute(metadata::Token(method->token), "System.Runtime.InteropServices",
                                   "SuppressGCTransitionAttribute");
    plan.set_last_error = (import.flags & flag_set_last_error) != 0;
    if (plan.is_plain()) {
        return call_through_cell(method, function,
                                 {.transition = !plan.suppress_transition, .set_last_error = plan.set_last_error});
    }
    return code_through_cell(method, function,
                             [&](void** cell) { return make_call_out(method, plan, CallTarget::Cell, cell); });
}

Result<MarshalledCall> marshalled_call(MethodDesc* caller, const MethodSignature* signature) {
    if (runtime_marshalling_disabled(caller->owner->module)) return MarshalledCall{};
    CallPlan plan = CELER_TRY(plan_signature(signature, {}));
    if (plan.is_plain()) return MarshalledCall{};
    plan.suppress_transition = (signature->unmanaged_flags & signature_flags::suppress_gc_transition) != 0;
    std::vector<TypeHandle> parameters(signature->parameters, signature->parameters + signature->parameter_count);
    parameters.push_back(primitive_type(ElementType::I));
    const MethodSignature* with_function = make_signature(signature->return_type, parameters, false);
    const void* code = CELER_TRY(make_call_out(caller, plan, CallTarget::LastArgument, nullptr, with_function));
    return MarshalledCall{code, with_function};
}

void install_interop_unloading() {
    on_unload({.all = [] {
        forget_unloading_delegates();
        forget_unloading_layouts();
        forget_unloading_struct_stubs();
    }});
}

}  // namespace celer
