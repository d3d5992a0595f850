#include "optimizer/translation/casts.h"

#include <utility>
#include <vector>

#include "object/object.h"
#include "optimizer/translation/call_emitter.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/object_headers.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/values.h"
#include "types/dispatch.h"
#include "types/loader.h"

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

// Of an object whose class is known. False: it is left to a test.
bool Casts::cast_known(const Inst& inst, bool throws) {
    const Operand& operand = stack_.top();
    const MethodTable* known = operand.object_type.method_table();
    if (operand.kind != Kind::Ref || !operand.exact || known == nullptr) return false;
    if (known->flags2 & mt_flags2::is_dynamic_castable) return false;  // it is asked each time
    bool fits = can_cast(operand.object_type, TypeHandle(inst.type));
    if (!fits && throws) return false;
    if (!fits) {
        stack_.pop();
        stack_.push(Kind::Ref, llvm::ConstantPointerNull::get(builder_.getPtrTy()));
    }
    return true;
}

// Whatever takes more than to look at the class: each place keeps classes that it saw (CastCache), some that fit and
// some that do not, and asks a helper about others. The first class that fits stays in the first cache, so that two in
// turn do not drive each other out.
Value* Casts::cast_cached(MethodTable* type, Value* object, bool throws) {
    const MethodDesc* owner = body_.outermost().code.method;  // the caches live as long as its code
    CastCache* caches[] = {new_cast_cache(owner), new_cast_cache(owner)};
    Value* identity = headers_.method_table(object);
    BasicBlock* done = body_.new_block("cast.answered");
    std::vector<std::pair<Value*, BasicBlock*>> answers;
    auto compare = [&](MethodTable*& word, Value* answer) {
        llvm::LoadInst* seen = builder_.CreateLoad(builder_.getPtrTy(), values_.address_of(&word));
        seen->setAtomic(llvm::AtomicOrdering::Monotonic);
        BasicBlock* other = body_.new_block("cast.other");
        answers.emplace_back(answer, builder_.GetInsertBlock());
        builder_.CreateCondBr(builder_.CreateICmpEQ(identity, seen), done, other);
        builder_.SetInsertPoint(other);
        return seen;
    };
    Value* first = nullptr;
    for (CastCache* cache : caches) {
        Value* seen = compare(cache->succeeded, object);
        if (first == nullptr) first = seen;
        if (!throws) compare(cache->failed, llvm::ConstantPointerNull::get(builder_.getPtrTy()));
    }
    Value* place = builder_.CreateSelect(builder_.CreateIsNull(first), known_address(builder_, caches[0]),
                                         known_address(builder_, caches[1]));
    Helper helper = throws ? Helper::CastCached : Helper::IsInstanceCached;
    Value* answer = emitter_.call_helper(helper, Kind::Ref, {values_.constant_type(type), object, place});
    answers.emplace_back(answer, builder_.GetInsertBlock());
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    llvm::PHINode* result = builder_.CreatePHI(builder_.getPtrTy(), static_cast<unsigned>(answers.size()));
    for (auto [value, from] : answers) result->addIncoming(value, from);
    return result;
}

// Null passes; classes are told by their identity or by the ancestor at their depth.
void Casts::cast(const Inst& inst, bool throws) {
    if (cast_known(inst, throws)) return;
    CastKind kind = static_cast<CastKind>(inst.small);
    MethodTable* type = inst.type;
    Value* object = stack_.pop_address();
    BasicBlock* start = builder_.GetInsertBlock();
    BasicBlock* not_null = body_.new_block("cast");
    BasicBlock* done = body_.new_block("cast.done");
    llvm::Type* pointer = builder_.getPtrTy();
    builder_.CreateCondBr(builder_.CreateIsNull(object), done, not_null);
    builder_.SetInsertPoint(not_null);
    Helper helper = throws ? Helper::CastClass : Helper::IsInstance;
    bool by_display = kind == CastKind::Class && type->depth < display_size;
    if (kind != CastKind::ExactClass && !by_display) {
        Value* answer = cast_cached(type, object, throws);
        BasicBlock* asked = builder_.GetInsertBlock();
        builder_.CreateBr(done);
        builder_.SetInsertPoint(done);
        return stack_.push(Kind::Ref, either(builder_, object, start, answer, asked));
    }
    Value* identity = headers_.method_table(object);
    if (by_display) {
        auto at = static_cast<int64_t>(offsetof(MethodTable, display) + 8u * type->depth);
        llvm::LoadInst* ancestor = builder_.CreateLoad(pointer, values_.offset(identity, at));
        mark_invariant(ancestor);
        identity = ancestor;
    }
    Value* differs = builder_.CreateICmpNE(identity, values_.constant_type(type));
    if (throws) {
        BasicBlock* fits = body_.new_block("fits");
        checks_.branch_to_cold(differs, fits, "cast.fails");
        emitter_.call_helper(helper, Kind::Ref, {values_.constant_type(type), object});
        builder_.CreateBr(fits);  // an object that says so itself (IDynamicInterfaceCastable) may pass
        builder_.SetInsertPoint(fits);
        builder_.CreateBr(done);
        builder_.SetInsertPoint(done);
        return stack_.push(Kind::Ref, object);
    }
    Value* answer = builder_.CreateSelect(differs, llvm::ConstantPointerNull::get(builder_.getPtrTy()), object);
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    stack_.push(Kind::Ref, either(builder_, object, start, answer, not_null));
}

void Casts::object_type() {
    Value* object = stack_.pop_address();
    checks_.check_null(object);
    stack_.push(Kind::I8, values_.as({Kind::Ref, headers_.method_table(object), nullptr}, Kind::I8));
}

}  // namespace celer::optimizer
