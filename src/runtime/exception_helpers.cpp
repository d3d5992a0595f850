// The throwing helpers of code/helpers.def.
#include "base/result.h"
#include "code/helpers.h"
#include "platform/cpu.h"
#include "runtime/exception_dispatch.h"
#include "runtime/exceptions.h"
#include "runtime/throwing_helpers.h"
#include "types/saved_errors.h"

extern "C" {
namespace celer {

void celer_throw(Object* exception) {
    throw_exception(exception);
}
void celer_rethrow(Object* exception) {
    rethrow_caught_exception(exception);
}
void celer_continue_unwind(Object* exception) {
    continue_unwind(exception);
}
void celer_throw_null_reference() {
    throw_null_reference();
}
// An access where the kernel's addresses are is no exception: it ends the process.
void celer_throw_no_address(uintptr_t address) {
    if (address >= -lower_half_bytes) (void)*reinterpret_cast<volatile const char*>(address);
    throw_null_reference();
}
void celer_throw_divide_by_zero() {
    throw_well_known("System", "DivideByZeroException");
}
void celer_throw_index_out_of_range() {
    throw_in_helper(ThrowingHelper::IndexOutOfRange, "IndexOutOfRangeException");
}
void celer_throw_argument_out_of_range() {
    throw_well_known("System", "ArgumentOutOfRangeException");
}
void celer_throw_overflow() {
    throw_in_helper(ThrowingHelper::Overflow, "OverflowException");
}
void celer_throw_quotient_overflow() {
    throw_well_known("System", "OverflowException");
}
void celer_throw_array_type_mismatch() {
    throw_in_helper(ThrowingHelper::ArrayTypeMismatch, "ArrayTypeMismatchException");
}
void celer_throw_error(uint32_t error_index) {
    throw_error_owned(new Error(registered_error(error_index)));
}

}  // namespace celer
}
