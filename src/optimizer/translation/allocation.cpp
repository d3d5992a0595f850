#include "optimizer/translation/allocation.h"

#include "gc/alloc_context.h"
#include "gc/space.h"
#include "object/object.h"
#include "optimizer/allocations.h"
#include "optimizer/translation/call_emitter.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::Value;

static uint32_t align8(uint32_t size) {
    return (size + 7) & ~7u;
}

Value* Allocation::allocate(MethodTable* type) {
    uint32_t size = align8(type->base_size);
    bool is_inline = has_inline_allocation() && !type->has_finalizer() && !type->has_component_size() &&
                     size <= gc::max_inline_size && size >= minimum_object_size;
    if (!is_inline) return emitter_.call_helper(Helper::AllocateObject, Kind::Ref, {values_.constant_type(type)});
    return allocate_inline(type, nullptr);
}

void Allocation::new_array(const Inst& inst) {
    MethodTable* type = inst.type;
    Value* length = stack_.pop_as(Kind::I8);
    bool is_inline = has_inline_allocation() && type->component_size() != 0 && type->base_size == array_base_size;
    if (is_inline) return stack_.push(Kind::Ref, allocate_inline(type, length));
    stack_.push(Kind::Ref,
                emitter_.call_helper(Helper::AllocateArray, Kind::Ref, {values_.constant_type(type), length}));
}

// A filter may look at variables when there is no memory, which LLVM does not expect of an allocation.
bool Allocation::has_inline_allocation() const {
    return !body_.state.has_filters && g_tls_offsets.alloc_limit != g_tls_offsets.alloc_pointer;
}

// The header is stored for LLVM to know; lowering does it again.
Value* Allocation::allocate_inline(MethodTable* type, Value* length) {
    llvm::Function* function = allocation_function(body_.state.module);
    Value* count = length == nullptr ? builder_.getInt64(0) : length;
    llvm::CallBase* object = emitter_.emit(function->getFunctionType(), function, {values_.constant_type(type), count});
    object->addRetAttr(
        llvm::Attribute::getWithDereferenceableBytes(body_.state.context, type->base_size - gc::object_prefix));
    builder_.CreateStore(values_.constant_type(type), object);
    if (length != nullptr)
        builder_.CreateStore(builder_.CreateTrunc(length, builder_.getInt32Ty()),
                             values_.offset(object, array_length_offset));
    return object;
}

}  // namespace celer::optimizer
