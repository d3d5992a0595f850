// System.String: allocation and the table of interned strings.
#include "corelib/contract.h"
#include "corelib/tables.h"

#include "gc/heap.h"
#include "metadata/token.h"
#include "runtime/exceptions.h"
#include "runtime/objects.h"
#include "types/literals.h"
#include "types/well_known.h"

namespace celer {

namespace {

constexpr intptr_t longest_string = 0x3FFFFFDF;

Object* fast_allocate_string(MethodTable*, intptr_t length) {
    if (length < 0 || length > longest_string) throw_out_of_memory();
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

const NativeEntry entries[] = {
    CELER_INTERNAL_CALL("System.String", "FastAllocateString", fast_allocate_string),
    CELER_QCALL("String_Intern", intern),
    CELER_QCALL("String_IsInterned", is_interned),
};

}  // namespace

NativeTable strings_contract() {
    return entries;
}

}  // namespace celer
