#include "optimizer/translation/kept_results.h"

#include "optimizer/translation/frame.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/struct_copier.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::Value;

void KeptResults::keep(Value*& slot, Kind kind) {
    if (kind == Kind::Void) return;
    Operand operand = stack_.pop();
    if (kind == Kind::Struct) {
        uint32_t size = operand.type->instance_field_bytes;
        if (slot == nullptr) slot = frame_.temporary(size);
        return structs_.copy(slot, operand.value, size, operand.type);
    }
    bool is_vector = kind == Kind::Vector;
    if (slot == nullptr)
        slot = frame_.slot(is_vector ? values_.vector_type(operand.type->instance_field_bytes) : values_.type_of(kind));
    builder_.CreateAlignedStore(is_vector ? operand.value : values_.as(operand, kind), slot, llvm::Align(8));
}

void KeptResults::push(Value* slot, Kind kind, MethodTable* type) {
    if (kind == Kind::Void) return;
    if (kind == Kind::Struct) return stack_.push_struct(slot, type);
    if (kind == Kind::Vector) return stack_.load_vector(slot, type);
    stack_.push(kind, builder_.CreateLoad(values_.type_of(kind), slot));
}

}  // namespace celer::optimizer
