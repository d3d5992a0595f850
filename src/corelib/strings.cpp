// System.String: allocation and the table of interned strings.
#include "corelib/contract.h"
#include "corelib/tables.h"
#include "gc/heap.h"
#include "metadata/token.h"
#include "runtime/exceptions.h"
#include "runtime/managed_call.h"
#include "runtime/objects.h"
#include "types/literals.h"
#include "types/loader.h"
#include "types/well_known.h"

namespace celer {

namespace {

constexpr intptr_t longest_string = 0x3FFFFFDF;

Object* fast_allocate_string(MethodTable*, intptr_t length) {
    if (length < 0 || length > longest_string) throw_well_known("System", "OutOfMemoryException");
    if (length == 0) return intern_literal({});
    Object* string = allocate_string(static_cast<uint32_t>(length));
    if (string == nullptr) throw_out_of_memory();
    return string;
}

void intern(StringHandleOnStack string) {
    string.set(intern_string(static_cast<StringObject*>(*string.slot)));
}

void is_interned(StringHandleOnStack string) {
    string.set(find_interned(view(static_cast<StringObject*>(*string.slot))));
}

// Names of metadata, `size` bytes of UTF-8 each; as String.Equals with StringComparison.OrdinalIgnoreCase.
QBool names_equal_ignoring_case(const char* left, const char* right, int32_t size) {
    constexpr uint64_t ordinal_ignore_case = 5;
    size_t length = static_cast<size_t>(size);
    MethodDesc* equals =
        find_method(well_known(WellKnown::String), "Equals", "bool (string, string, System.StringComparison)");
    auto first = reinterpret_cast<uint64_t>(new_string({left, length}));
    auto second = reinterpret_cast<uint64_t>(new_string({right, length}));
    CallResult result = call_managed(current_thread(), equals, {first, second, ordinal_ignore_case});
    if (result.exception != nullptr) rethrow_exception(result.exception);
    return (result.value & 0xff) != 0;
}

const NativeEntry entries[] = {
    CELER_QCALL("MdUtf8String_EqualsCaseInsensitive", names_equal_ignoring_case),
    CELER_INTERNAL_CALL("System.String", "FastAllocateString", fast_allocate_string),
    CELER_QCALL("String_Intern", intern),
    CELER_QCALL("String_IsInterned", is_interned),
};

}  // namespace

NativeTable strings_contract() {
    return entries;
}

}  // namespace celer
