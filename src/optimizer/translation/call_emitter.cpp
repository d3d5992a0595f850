#include "optimizer/translation/call_emitter.h"

#include "code/effects.h"
#include "optimizer/translation/landing_pads.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

llvm::CallBase* CallEmitter::emit(llvm::FunctionType* type, Value* target, const std::vector<Value*>& arguments,
                                  bool may_throw) {
    const Pad* pad = may_throw ? pads_.unwind_target() : nullptr;
    llvm::CallBase* call;
    if (pad == nullptr) {
        call = builder_.CreateCall(type, target, arguments);
        call->addFnAttr(llvm::Attribute::NoUnwind);
    } else {
        BasicBlock* next = body_.new_block("called");
        call = builder_.CreateInvoke(type, target, next, pad->landing, arguments);
        builder_.SetInsertPoint(next);
    }
    if (!may_throw) call->addFnAttr(llvm::Attribute::get(body_.state.context, never_throws));
    call->addFnAttr(llvm::Attribute::NoMerge);
    return call;
}

llvm::CallBase* CallEmitter::call_helper(Helper helper, Kind result, std::initializer_list<Value*> arguments) {
    std::vector<llvm::Type*> types;
    for (Value* argument : arguments) types.push_back(argument->getType());
    auto* type = llvm::FunctionType::get(values_.type_of(result), types, false);
    Value* target = builder_.CreateLoad(builder_.getPtrTy(), values_.address_of(helper_slot(helper)));
    bool may_throw = effects_of(helper) & (effects::throws | effects::calls);
    llvm::CallBase* call = emit(type, target, arguments, may_throw);
    if (effects_of(helper) & effects::ends) call->addFnAttr(llvm::Attribute::NoReturn);
    return call;
}

}  // namespace celer::optimizer
