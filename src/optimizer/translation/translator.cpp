#include "optimizer/translation/translator.h"

#include "gc/barrier.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // a switch over many operations

namespace celer::optimizer {

const char* BodyTranslator::run() {
    const ImportedCode& code = body_.code;
    if (code.invalid) return "invalid";
    if (has_filters(code) && !has_only_fixed_stack_blocks(code)) return "localloc beside filters";
    std::optional<uint32_t> first = first_block();
    if (!first) return body_.refusal;
    entry_.declare();
    variables_.count_stores();
    entry_.receive();
    stack_allocation_.keep_stack_pointer();
    translate_from(*first);
    return body_.refusal;
}

std::optional<uint32_t> BodyTranslator::first_block() {
    if (body_.is_filter()) return body_.code.clauses[*body_.filter].filter_block;
    return body_.is_osr() ? osr_.block() : 0;
}

InlinedBody BodyTranslator::run_inlined(std::span<const Operand> arguments, Kind return_kind, TypeHandle return_type) {
    returns_.expect(return_kind, return_type);
    variables_.receive_operands(arguments);
    translate_from(0);
    builder_.SetCurrentDebugLocation(body_.call_location);
    builder_.SetInsertPoint(returns_.continuation());
    if (body_.refusal != nullptr) body_.caller->refuse(body_.refusal);
    return {returns_.result(), returns_.fact()};
}

InlinedBody translate_inlined(Body& caller, const ImportedCode& code, uint32_t node, const Pad* around,
                              std::span<const Operand> arguments, Kind return_kind, TypeHandle return_type) {
    BodyTranslator translator(caller, code, node, around);
    return translator.run_inlined(arguments, return_kind, return_type);
}

// And all that it leads to.
void BodyTranslator::translate_from(uint32_t first_block) {
    builder_.CreateBr(blocks_.at(first_block));
    while (!blocks_.is_empty() && body_.refusal == nullptr) translate_block(blocks_.take());
    if (body_.refusal == nullptr) handlers_.connect_continuations(body_.main);
}

void BodyTranslator::translate_block(uint32_t number) {
    const Block& block = body_.code.blocks[number];
    body_.block = number;
    builder_.SetInsertPoint(body_.copy->blocks.at(number));
    stack_.clear();
    for (uint32_t i = block.first_inst; i < block.first_inst + block.inst_count && body_.refusal == nullptr; i++) {
        const Inst& inst = body_.code.insts[i];
        body_.il_offset = inst.il_offset;
        builder_.SetCurrentDebugLocation(
            llvm::DILocation::get(body_.state.context, inst.il_offset + 1, 0, body_.scope, body_.call_location));
        translate(inst);
        bool has_ended = builder_.GetInsertBlock()->getTerminator() != nullptr;
        if (has_ended || inst.op == Op::EndFinally) return;  // whose end is connected when all ways are known
        stack_.note_facts(inst);
    }
    if (body_.refusal == nullptr) body_.refuse("a block without an end");
}

void BodyTranslator::translate(const Inst& inst) {
    switch (inst.op) {
#define CELER_TRANSLATE(operation, action) \
    case Op::operation:                    \
        return action;
#include "optimizer/translation/translations.def"
#undef CELER_TRANSLATE
        default:
            body_.refuse("an operation that has no translation yet");
    }
}

void BodyTranslator::is_known_constant() {
    llvm::Value* value = stack_.pop().value;
    llvm::Value* answer = builder_.CreateIntrinsic(llvm::Intrinsic::is_constant, {value->getType()}, {value});
    stack_.push(Kind::I4, builder_.CreateZExt(answer, builder_.getInt32Ty()));
}

}  // namespace celer::optimizer
