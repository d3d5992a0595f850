#include "optimizer/translator.h"

#include <algorithm>
#include <tuple>

#include "base/assert.h"
#include "gc/barrier.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::optimizer {

constexpr uint32_t most_unrolled_bytes = 256;  // of a copy

using llvm::BasicBlock;
using llvm::Value;

BodyTranslator::BodyTranslator(llvm::Module& module, const ImportedCode& code, Inlining& inlining,
                               const OsrEntry* entry, std::optional<uint32_t> filter)
    : module_(module),
      context_(module.getContext()),
      own_builder_(context_),
      builder_(own_builder_),
      code_(code),
      heat_(inlining.ignores_counts ? BlockHeat() : BlockHeat(code, false)),
      layout_(*code.signature),
      osr_(entry),
      filter_(filter),
      inlining_(&inlining) {
    inlining.whole.add(code.insts.size());
    inlining.without_tiny.add(code.insts.size());
}

bool has_filters(const ImportedCode& code) {
    return std::ranges::any_of(code.clauses, [](const Clause& clause) { return clause.kind == ClauseKind::Filter; });
}

const char* BodyTranslator::run() {
    if (code_.invalid) return "invalid";
    if (!code_.clauses.empty() && !has_only_fixed_stack_blocks(code_)) return "localloc beside handlers";
    if (gc::g_records_stores) return "stores are recorded";
    std::optional<uint32_t> first = is_filter() ? code_.clauses[*filter_].filter_block : is_osr() ? osr_block() : 0;
    if (!first) return refusal_;
    declare();
    count_stores();
    receive();
    builder_.CreateBr(block(body_, *first));
    translate_waiting();
    return refusal_;
}

void BodyTranslator::translate_waiting() {
    while (!waiting_.empty() && refusal_ == nullptr) {
        uint32_t number;
        std::tie(copy_, number) = waiting_.back();
        waiting_.pop_back();
        translate_block(number);
    }
    if (refusal_ == nullptr) connect_continuations(body_);
}

void BodyTranslator::receive() {
    if (is_filter()) return receive_shared_variables();
    share_variables();
    is_osr() ? receive_frame() : receive_arguments(layout_);
}

void BodyTranslator::declare() {
    if (is_filter()) {
        declare_filter();
    } else if (!is_osr()) {
        CallShape shape = shape_of_self(layout_);
        function_ = llvm::Function::Create(shape.type, llvm::Function::ExternalLinkage, "method", module_);
        function_->setAttributes(shape.attributes);
    } else {
        declare_osr();
    }
    for (const char* attribute : {"no-realign-stack"}) function_->addFnAttr(attribute);
    function_->addFnAttr("frame-pointer", "all");
    function_->addFnAttr("disable-tail-calls", "true");  // traces show every frame
    function_->addFnAttr("probe-stack", "inline-asm");
    function_->addFnAttr(llvm::Attribute::NoRedZone);
    function_->addFnAttr(llvm::Attribute::NoUnwind);  // until there is a landing pad

    llvm::DIBuilder debug(module_);
    llvm::DIFile* file = debug.createFile("method", ".");
    debug.createCompileUnit(llvm::dwarf::DW_LANG_C, file, "celer", true, "", 0, "",
                            llvm::DICompileUnit::LineTablesOnly);
    llvm::DISubroutineType* nothing = debug.createSubroutineType(debug.getOrCreateTypeArray({}));
    llvm::DISubprogram* scope = debug.createFunction(file, "method", "method", file, 1, nothing, 1,
                                                     llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
    function_->setSubprogram(scope);
    scope_ = scope;
    debug.finalize();

    entry_ = BasicBlock::Create(context_, "entry", function_);
    builder_.SetInsertPoint(entry_);
    builder_.SetCurrentDebugLocation(llvm::DILocation::get(context_, 1, 0, scope));
}

llvm::Type* BodyTranslator::variable_type(const Variable& variable) {
    if (variable.kind == Kind::Vector) return vector_type(variable.size_bytes);
    if (variable.kind != Kind::Struct) return memory_type(variable.element);
    return llvm::ArrayType::get(builder_.getInt8Ty(), std::max(variable.size_bytes, 1u));
}

void BodyTranslator::receive_arguments(const abi::CallLayout& layout) {
    for (uint32_t i = 0; i < code_.variables.size(); i++) variables_.push_back(new_home(i));
    llvm::Argument* next = function_->arg_begin();
    if (layout.result().in_memory) result_buffer_ = &*next++;
    for (uint32_t i = 0; i < code_.argument_count; i++) {
        const Variable& variable = code_.variables[i];
        const abi::Location& location = layout.argument(i);
        Value* home = variables_[i];
        if (variable.kind == Kind::Vector && location.piece_count != 0) {
            builder_.CreateAlignedStore(&*next++, home, llvm::Align(8));
        } else if (!is_aggregate(variable.kind)) {
            Value* value = &*next++;
            if (variable.kind == Kind::I4) value = builder_.CreateTrunc(value, builder_.getInt32Ty());
            builder_.CreateStore(to_memory(value, variable.element), home);
        } else if (location.piece_count == 0) {
            copy(home, &*next++, variable.size_bytes);
        } else {
            for (uint32_t k = 0; k < location.piece_count; k++) {
                Value* piece = &*next++;
                Value* whole = builder_.CreateAlloca(piece->getType());
                builder_.CreateStore(piece, whole);
                copy(offset(home, 8 * k), whole, location.pieces[k].size_bytes);
            }
        }
    }
    for (uint32_t i = code_.argument_count; i < variables_.size(); i++) {
        if (code_.variables[i].kind != Kind::Struct || code_.variables[i].needs_zero) clear_variable(i);
    }
}

BasicBlock* BodyTranslator::block(Copy& copy, uint32_t number) {
    BasicBlock*& block = copy.blocks[number];
    if (block == nullptr) {
        block = BasicBlock::Create(context_, "b" + std::to_string(number), function_);
        waiting_.emplace_back(&copy, number);
    }
    return block;
}

void BodyTranslator::translate_block(uint32_t number) {
    const Block& block = code_.blocks[number];
    block_ = number;
    builder_.SetInsertPoint(copy_->blocks.at(number));
    stack_.clear();
    for (uint32_t i = block.first_inst; i < block.first_inst + block.inst_count && refusal_ == nullptr; i++) {
        const Inst& inst = code_.insts[i];
        il_offset_ = inst.il_offset;
        builder_.SetCurrentDebugLocation(
            llvm::DILocation::get(context_, inst.il_offset + 1, 0, scope_, call_location_));
        translate(inst);
        bool has_ended = builder_.GetInsertBlock()->getTerminator() != nullptr;
        if (has_ended || inst.op == Op::EndFinally) return;  // whose end is connected when all ways are known
        note_facts(inst);
    }
    if (refusal_ == nullptr) refuse("a block without an end");
}

Operand BodyTranslator::pop() {
    CELER_ASSERT(!stack_.empty(), "the evaluation stack is empty");
    Operand operand = stack_.back();
    stack_.pop_back();
    return operand;
}

// --- Types and values

llvm::Type* BodyTranslator::type_of(Kind kind) {
    switch (kind) {
        case Kind::I4:
            return builder_.getInt32Ty();
        case Kind::I8:
            return builder_.getInt64Ty();
        case Kind::F4:
            return builder_.getFloatTy();
        case Kind::F8:
            return builder_.getDoubleTy();
        case Kind::Ref:
        case Kind::ByRef:
        case Kind::Struct:
            return builder_.getPtrTy();
        case Kind::Void:
            return builder_.getVoidTy();
        case Kind::Vector:
            break;
    }
    return nullptr;
}

llvm::Type* BodyTranslator::memory_type(ElementType element) {
    switch (element) {
        case ElementType::Boolean:
        case ElementType::I1:
        case ElementType::U1:
            return builder_.getInt8Ty();
        case ElementType::Char:
        case ElementType::I2:
        case ElementType::U2:
            return builder_.getInt16Ty();
        case ElementType::I4:
        case ElementType::U4:
            return builder_.getInt32Ty();
        case ElementType::R4:
            return builder_.getFloatTy();
        case ElementType::R8:
            return builder_.getDoubleTy();
        case ElementType::Class:
        case ElementType::ByRef:
            return builder_.getPtrTy();
        default:
            return builder_.getInt64Ty();
    }
}

Value* BodyTranslator::from_memory(Value* value, ElementType element, Kind kind) {
    bool is_signed = element == ElementType::I1 || element == ElementType::I2;
    if (kind == Kind::I4 && value->getType() != builder_.getInt32Ty())
        return is_signed ? builder_.CreateSExt(value, builder_.getInt32Ty())
                         : builder_.CreateZExt(value, builder_.getInt32Ty());
    return as({value->getType()->isPointerTy()     ? Kind::Ref
               : value->getType()->isIntegerTy(64) ? Kind::I8
                                                   : kind,
               value, nullptr},
              kind);
}

// `value` is of any kind that the element's memory can take.
Value* BodyTranslator::to_memory(Value* value, ElementType element) {
    llvm::Type* type = memory_type(element);
    if (value->getType() == type) return value;
    if (type->isPointerTy()) return builder_.CreateIntToPtr(value, type);
    if (value->getType()->isPointerTy()) return builder_.CreatePtrToInt(value, type);
    CELER_ASSERT(type->isIntegerTy() && value->getType()->isIntegerTy(), "a value of another kind than its memory");
    return builder_.CreateZExtOrTrunc(value, type);
}

Value* BodyTranslator::as(const Operand& operand, Kind kind) {
    llvm::Type* type = type_of(kind);
    if (operand.value->getType() == type) return operand.value;
    if (type->isPointerTy() && operand.value->getType()->isIntegerTy(64))
        return builder_.CreateIntToPtr(operand.value, type);
    if (type->isIntegerTy(64) && operand.value->getType()->isPointerTy())
        return builder_.CreatePtrToInt(operand.value, type);
    if (type->isIntegerTy(64) && operand.value->getType()->isIntegerTy(32))
        return builder_.CreateSExt(operand.value, type);
    refuse("a value of an unexpected kind");
    return llvm::UndefValue::get(type);
}

Value* BodyTranslator::address_of(const void* pointer) {
    return known_address(builder_, pointer);
}

Value* BodyTranslator::offset(Value* base, int64_t bytes) {
    return bytes == 0 ? base : builder_.CreatePtrAdd(base, builder_.getInt64(static_cast<uint64_t>(bytes)));
}

Value* BodyTranslator::inside(Value* object, int64_t bytes) {
    return builder_.CreateInBoundsPtrAdd(object, builder_.getInt64(static_cast<uint64_t>(bytes)));
}

llvm::AllocaInst* BodyTranslator::slot(llvm::Type* type) {
    llvm::IRBuilder<> at_entry(entry_, entry_->begin());
    llvm::AllocaInst* home = at_entry.CreateAlloca(type);
    home->setAlignment(llvm::Align(8));
    return home;
}

Value* BodyTranslator::temporary(uint32_t size_bytes) {
    return slot(llvm::ArrayType::get(builder_.getInt8Ty(), std::max(size_bytes, 1u)));
}

Value* BodyTranslator::thread_local_word(int32_t offset) {
    return thread_local_address(builder_, offset);
}

// Large blocks by an instruction with a loop of its own. Values with references consist of whole words.
void BodyTranslator::repeat(const char* instruction, Value* to, Value* from_or_zero, uint32_t size_bytes) {
    bool has_whole_words = size_bytes % 8 == 0;
    llvm::Type* types[] = {builder_.getPtrTy(), from_or_zero->getType(), builder_.getInt64Ty()};
    bool is_copy = types[1]->isPointerTy();
    auto* type = llvm::FunctionType::get(llvm::StructType::get(context_, llvm::ArrayRef(types)), types, false);
    const char* constraints = is_copy ? "={di},={si},={cx},0,1,2,~{memory},~{dirflag},~{fpsr},~{flags}"
                                      : "={di},={ax},={cx},0,1,2,~{memory},~{dirflag},~{fpsr},~{flags}";
    std::string text = std::string(instruction) + (has_whole_words ? "q" : "b");
    builder_.CreateCall(llvm::InlineAsm::get(type, text, constraints, true),
                        {to, from_or_zero, builder_.getInt64(has_whole_words ? size_bytes / 8 : size_bytes)});
}

void BodyTranslator::copy(Value* to, Value* from, uint32_t size_bytes) {
    if (size_bytes > most_unrolled_bytes) return repeat("rep;movs", to, from, size_bytes);
    builder_.CreateMemCpyInline(to, llvm::Align(1), from, llvm::Align(1), builder_.getInt64(size_bytes));
}

void BodyTranslator::clear(Value* to, uint32_t size_bytes) {
    if (size_bytes > most_unrolled_bytes) return repeat("rep;stos", to, builder_.getInt64(0), size_bytes);
    builder_.CreateMemSetInline(to, llvm::Align(1), builder_.getInt8(0), builder_.getInt64(size_bytes));
}

void BodyTranslator::clear_variable(uint32_t number) {
    Value* home = variables_[number];
    const Variable& variable = code_.variables[number];
    if (is_aggregate(variable.kind)) return clear(home, variable.size_bytes);
    builder_.CreateStore(llvm::Constant::getNullValue(variable_type(variable)), home);
}

void BodyTranslator::retype(const Inst& inst) {
    Operand& operand = stack_[stack_.size() - 1 - inst.count];
    operand.value = as(operand, inst.kind);
    operand.kind = inst.kind;
}

// --- Operations

void BodyTranslator::translate(const Inst& inst) {
    switch (inst.op) {
#define CELER_TRANSLATE(operation, action) \
    case Op::operation: {                  \
        action;                            \
        return;                            \
    }
#include "optimizer/translations.def"
#undef CELER_TRANSLATE
        default:
            refuse("an operation that has no translation yet");
    }
}

}  // namespace celer::optimizer
