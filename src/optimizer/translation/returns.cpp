#include "optimizer/translation/returns.h"

#include "optimizer/translation/frame.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/signatures.h"
#include "optimizer/translation/struct_copier.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::Value;

void Returns::expect(Kind kind, TypeHandle type) {
    continuation_ = body_.new_block("inlined");
    if (kind == Kind::Struct) {
        result_ = frame_.temporary(type.method_table()->instance_field_bytes);
    } else if (kind == Kind::Vector) {
        result_ = frame_.slot(values_.vector_type(type.method_table()->instance_field_bytes));
    } else if (kind != Kind::Void) {
        result_ = frame_.slot(values_.memory_type(type.verification_type()));
    }
}

void Returns::return_op() {
    if (body_.caller != nullptr) return return_to_caller();
    const abi::Result& result = body_.layout.result();
    if (stack_.is_empty() || result.location.size_bytes == 0) {
        builder_.CreateRetVoid();
        return;
    }
    Operand operand = stack_.pop();
    if (result.in_memory) {
        if (operand.kind == Kind::Vector) {
            builder_.CreateAlignedStore(operand.value, body_.result_buffer, llvm::Align(8));
        } else {
            structs_.copy(body_.result_buffer, operand.value, result.location.size_bytes, operand.type);
        }
        body_.osr == nullptr ? builder_.CreateRetVoid() : builder_.CreateRet(body_.result_buffer);
    } else if (operand.kind == Kind::Struct) {
        std::vector<Value*> pieces;
        signatures_.lower_argument(result.location, operand, pieces);
        Value* whole = llvm::PoisonValue::get(body_.state.function->getReturnType());
        if (pieces.size() == 1) {
            whole = pieces[0];
        } else {
            for (unsigned k = 0; k < pieces.size(); k++) whole = builder_.CreateInsertValue(whole, pieces[k], k);
        }
        builder_.CreateRet(whole);
    } else {
        return_word(operand);
    }
}

void Returns::return_word(const Operand& operand) {
    ElementType element = body_.code.signature->return_type.verification_type();
    Value* value = operand.value;
    llvm::Type* type = body_.state.function->getReturnType();
    if (value->getType()->isIntegerTy(32)) {
        llvm::Type* memory = values_.memory_type(element);
        if (memory->isIntegerTy() && memory != value->getType() && !memory->isIntegerTy(64))
            value = values_.from_memory(builder_.CreateTrunc(value, memory), element, Kind::I4);
        value = builder_.CreateZExt(value, type);
    } else if (value->getType()->isPointerTy() && type->isIntegerTy()) {
        value = builder_.CreatePtrToInt(value, type);
    }
    builder_.CreateRet(value);
}

void Returns::return_to_caller() {
    if (!stack_.is_empty() && result_ != nullptr) {
        Operand operand = stack_.pop();
        note_returned(operand);
        TypeHandle type = body_.code.signature->return_type;
        if (operand.kind == Kind::Struct) {
            structs_.copy(result_, operand.value, type.method_table()->instance_field_bytes, type.method_table());
        } else if (operand.kind == Kind::Vector) {
            builder_.CreateAlignedStore(operand.value, result_, llvm::Align(8));
        } else {
            builder_.CreateStore(values_.to_memory(operand.value, type.verification_type()), result_);
        }
    }
    builder_.CreateBr(continuation_);
}

// The class of the object if every return has one of that.
void Returns::note_returned(const Operand& operand) {
    bool is_first = fact_.count == 0;
    fact_.place = is_first || fact_.place == operand.place ? operand.place : MemoryPlace{};
    fact_.in_object = operand.in_object && (fact_.count == 0 || fact_.in_object);
    bool is_alike = fact_.count++ == 0 || (fact_.exact && fact_.object_type == operand.object_type);
    fact_.exact = is_alike && operand.kind == Kind::Ref && operand.exact;
    fact_.object_type = fact_.exact ? operand.object_type : TypeHandle{};
}

}  // namespace celer::optimizer
