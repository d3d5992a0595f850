// The throwing helpers of code/helpers.def.
#include "base/result.h"
#include "code/helpers.h"
#include "runtime/exception_dispatch.h"
#include "runtime/exceptions.h"
#include "runtime/throwing_helpers.h"

namespace celer {

const Error& registered_error(uint32_t index);  // import/: errors of tokens that could not be resolved

}  // namespace celer

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
    throw_error(registered_error(error_index));
}

}  // namespace celer
}
