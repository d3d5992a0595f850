// Methods that the runtime implements (II.14.6): only delegates have them, and those that they must have.
#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "types/loader_state.h"
#include "types/loading_steps.h"
#include "types/signature_compare.h"

namespace celer {

namespace {

namespace impl = metadata::method_impl_flags;

enum Special : uint32_t { Constructor, Invoke, BeginInvoke, EndInvoke, special_count };
constexpr std::string_view special_names[] = {".ctor", "Invoke", "BeginInvoke", "EndInvoke"};

Special special_of(std::string_view name) {
    uint32_t i = 0;
    while (i < special_count && special_names[i] != name) i++;
    return static_cast<Special>(i);
}

bool is_runtime(const metadata::MethodDefRow& row) {
    return (row.impl_flags & impl::kCodeTypeMask) == impl::kRuntime;
}

// What is wrong with one method, whatever the others are.
const char* problem_of(const metadata::Image& image, const metadata::MethodDefRow& row, bool is_delegate) {
    if (!is_runtime(row)) {
        bool misses = is_delegate && special_of(image.string(row.name)) != special_count;
        return misses ? "Illegal definition for runtime implemented delegate method." : nullptr;
    }
    if (!is_delegate || (row.flags & metadata::method_flags::kStatic)) return "Bad use of Runtime Impl attribute.";
    metadata::SignatureReader reader(image.blob(row.signature));
    if (reader.read_method_header().generic_parameter_count != 0)
        return "Generic method is marked runtime-implemented.";
    return nullptr;
}

const char* problem_of_delegate(const metadata::Image& image, uint32_t type_rid) {
    bool seen[special_count] = {};
    for (uint32_t rid : image.methods_of(type_rid)) {
        metadata::MethodDefRow row = image.method_def(rid);
        if (!is_runtime(row)) continue;
        Special special = special_of(image.string(row.name));
        if (special == special_count) return "Unknown runtime implemented delegate method.";
        if (seen[special]) return "Duplicate definition for runtime implemented delegate method.";
        seen[special] = true;
    }
    bool complete = seen[Constructor] && seen[Invoke];
    return complete ? nullptr : "Missing definition for required runtime implemented delegate method.";
}

}  // namespace

Result<void> check_runtime_methods(TypeDefinition self, TypeDefinition parent) {
    const metadata::Image& image = *self.module->image();
    uint32_t attributes = image.type_def(self.rid).flags;
    constexpr std::string_view because = "Could not load type '{type}' from assembly '{assembly}' because ";
    auto refuse = [&](std::string_view format) {
        return std::unexpected(type_load_error_by_name(self.module, message_name(self), format));
    };
    bool known_parent = parent.module != nullptr;
    bool is_delegate = known_parent && is_well_known_definition(parent, WellKnown::MulticastDelegate);
    if (known_parent && is_well_known_definition(parent, WellKnown::Delegate) &&
        !is_well_known_definition(self, WellKnown::MulticastDelegate)) {
        return refuse(std::string(because) + "it cannot inherit directly from the delegate class.");
    }
    if (is_delegate && !(attributes & metadata::type_flags::kSealed))
        return refuse(std::string(because) + "delegate classes must be sealed.");
    if (attributes & metadata::type_flags::kImport) return {};  // a COM class: its methods are its interfaces'
    for (uint32_t rid : image.methods_of(self.rid)) {
        if (const char* problem = problem_of(image, image.method_def(rid), is_delegate)) return refuse(problem);
    }
    const char* problem = is_delegate ? problem_of_delegate(image, self.rid) : nullptr;
    return problem == nullptr ? Result<void>() : refuse(problem);
}

}  // namespace celer
