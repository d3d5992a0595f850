#include "host/composition.h"

#include "base/options.h"
#include "base/upcalls.h"
#include "baseline/baseline.h"
#include "baseline/disassembler.h"
#include "code/compiler.h"
#include "code/process_cells.h"
#include "corelib/contract.h"
#include "diagnostics/explanation.h"
#include "diagnostics/statistics.h"
#include "import/supplied_body.h"
#include "interop/com_wrappers.h"
#include "interop/interop.h"
#include "reflection/accessor_types.h"
#include "reflection/dynamic_methods.h"
#include "runtime/engine.h"
#include "runtime/gc_bridge.h"
#include "runtime/objects.h"

namespace celer {

namespace {

void note_sample(const MethodCode& code, SampledIn in) {
    if (*options().Explain != 0) explain_sample(code);
    if (*options().Stats != 0) count_sample(code, in);
}

void write_reports() {
    if (*options().Explain != 0) write_explanation();
    if (*options().Stats != 0) write_statistics();
}

}  // namespace

#pragma clang diagnostic error "-Wmissing-designated-field-initializers"

void compose_engine(const HostFunctions& host) {
    bool is_explained = *options().Explain != 0;
    bool is_counted = *options().Stats != 0;
    g_upcalls = Upcalls{
        .fill_cast_cache = fill_cast_cache,
        .fill_rva_data = fill_rva_cell,
        .fill_heap_string = fill_heap_string_cell,

        .native_references = &tracked_references(),

        .method_stub = [](MethodDesc* method) { return thunks().method_stub(method); },
        .callable_stub = callable_stub,
        .interface_dispatch = shared_interface_dispatch,
        .visit_thread_statics = visit_thread_statics,
        .clear_thread_statics = clear_thread_statics,
        .can_run_managed_code = is_in_managed_mode,
        .answer_question = answer_question,
        .announce_assembly = announce_assembly,

        .leave_managed_mode = leave_managed_mode,
        .return_to_managed_mode = return_to_managed_mode,

        .baseline = &baseline_compiler(),
        .thunks = &baseline_thunks(),

        .type_object = type_object,
        .unmanaged_entry = [](MethodDesc* method) { return thunks().reverse_call(method); },
        .marshalled_call = marshalled_call,
        .dynamic_body = dynamic_body,
        .dynamic_token = dynamic_token,
        .knows_dynamic_token = knows_dynamic_token,
        .accessor_type = accessor_type,

        .disassemble = disassemble,
        .compiled = is_explained ? explain_compilation : nullptr,

        .native_function = native_function,
        .pinvoke_code = pinvoke_code,
        .sampled = is_explained || is_counted ? note_sample : nullptr,
        .report_at_end = is_explained || is_counted ? write_reports : nullptr,

        .ask_for_library = ask_for_library,
        .native_call_override = host.native_call_override,
    };
}

}  // namespace celer
