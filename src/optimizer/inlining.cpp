// Bodies of callees in place of calls: translated into the same function, with what the caller knows of the arguments.
//
// What is put in has been imported before, unless somebody waits for the code: so a compilation in the background loads
// nothing. Each body that is put in is a node of the inline tree; its instructions carry a source file of that number.
#include <algorithm>

#include "code/compiler.h"
#include "code/profile.h"
#include "metadata/flags.h"
#include "object/object.h"
#include "optimizer/translator.h"
#include "types/dispatch.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

namespace {

constexpr uint32_t deepest = 12;
constexpr uint32_t most_of_recursion = 1;  // bodies of a method in itself
constexpr uint32_t most_bodies = 80;
constexpr uint32_t most_instructions = 1500;       // of all bodies in a function
constexpr uint32_t share_of_tiny = 4;              // they are still put in where others are not
constexpr size_t most_of_tiny = 12;                // instructions, once folded
constexpr size_t most_of_callee = 60;              // instructions
constexpr size_t most_of_aggressive_callee = 300;  // [AggressiveInlining]
constexpr size_t most_of_one_in_several = 40;      // that a call may lead to
// Of the method's most frequent block: below that, only small bodies are put in.
constexpr double lukewarm = 1.0 / 8;
constexpr size_t most_of_lukewarm_callee = 20;
constexpr uint32_t most_code_bytes = 4000;  // of the callee's code in tier 0; not imported if it is larger

bool asks_for_caller(const Inst& inst) {
    return inst.op == Op::Intrinsic && inst.small == static_cast<uint8_t>(IntrinsicOp::ReturnAddress);
}

// The caller's frame can only become values if all calls that get addresses in it are put in.
bool is_in_frame(const Operand& argument) {
    return argument.kind == Kind::ByRef && llvm::isa<llvm::AllocaInst>(llvm::getUnderlyingObject(argument.value));
}

bool has_tiny_code(const MethodDesc* method) {
    const MethodCode* code = __atomic_load_n(&method->code, __ATOMIC_ACQUIRE);
    return code != nullptr && code->size_bytes <= code_bytes_of_tiny;
}

// A place that has seldom been reached may be reached often later: then it matters most for these.
bool is_always_put_in(const MethodDesc* callee) {
    return has_tiny_code(callee) || (callee->flags & method_flags::aggressive_inlining);
}

// Null, or what keeps the body out.
const char* refusal_of(const ImportedCode& code, bool is_aggressive) {
    if (code.invalid) return "it is invalid";
    if (has_filters(code)) return "it has filters";
    if (!has_only_fixed_stack_blocks(code)) return "it has stackalloc of a size that is not known";
    if (code.insts.size() > (is_aggressive ? most_of_aggressive_callee : most_of_callee)) return "it is too large";
    for (const Inst& inst : code.insts) {
        if (asks_for_caller(inst)) return "it asks for its caller";
        if (inst.op == Op::Call && inst.call->explicit_tail) return "it has a tail call";
        if (inst.op == Op::Vector && (inst.flags & inst_flags::variable_immediate))
            return "it is a table of instructions";
    }
    return nullptr;
}

}  // namespace

BodyTranslator::BodyTranslator(BodyTranslator& caller, const ImportedCode& code, uint32_t node)
    : module_(caller.module_),
      context_(caller.context_),
      own_builder_(caller.context_),
      builder_(caller.builder_),
      code_(code),
      heat_(caller.inlining_->ignores_counts ? BlockHeat() : BlockHeat(code, true)),
      entry_heat_(caller.heat()),
      layout_(*code.signature),
      function_(caller.function_),
      entry_(caller.entry_),
      caller_(&caller),
      inlining_(caller.inlining_),
      node_(node),
      caller_pad_(caller.unwind_target()) {
    llvm::DICompileUnit* unit = function_->getSubprogram()->getUnit();
    llvm::DIBuilder debug(module_, true, unit);
    llvm::DIFile* file = debug.createFile(std::to_string(node), ".");
    llvm::DISubroutineType* nothing = debug.createSubroutineType(debug.getOrCreateTypeArray({}));
    scope_ = debug.createFunction(file, "inlined", "inlined." + std::to_string(node), file, 1, nothing, 1,
                                  llvm::DINode::FlagZero, llvm::DISubprogram::SPFlagDefinition);
    debug.finalizeSubprogram(scope_);
    body_.open_unwinds = caller.copy_->open_unwinds;
    call_location_ = builder_.getCurrentDebugLocation();
}

const char* BodyTranslator::refusal_to_put_in(const MethodDesc* callee) const {
    if (callee->kind != MethodKind::IL) return "it has no IL";
    if (callee->flags & method_flags::no_inlining) return "NoInlining";
    if (callee->flags & method_flags::is_synchronized) return "Synchronized";
    if (callee->flags & method_flags::is_unmanaged_callers_only) return "UnmanagedCallersOnly";
    if (callee->impl_attributes & metadata::method_impl_flags::kNoOptimization) return "NoOptimization";
    // By the place of a variable of its own (StackCrawlMark).
    if (callee->attributes & metadata::method_flags::kRequireSecurityObject) return "it looks for its caller";
    if (pending_initializer(callee->owner->module, inlining_->may_assume) != nullptr)
        return "its module is not initialised";
    const MethodCode* code = __atomic_load_n(&callee->code, __ATOMIC_ACQUIRE);
    bool was_imported = code != nullptr || __atomic_load_n(&callee->was_read_in_place, __ATOMIC_ACQUIRE) != 0;
    if (!was_imported && !inlining_->may_load) return "it has not run yet";
    bool is_aggressive = callee->flags & method_flags::aggressive_inlining;
    if (code != nullptr && code->size_bytes > most_code_bytes && !is_aggressive) return "it is too large";
    if (const char* refusal = refusal_by_size(is_always_put_in(callee))) return refusal;
    uint32_t depth = 0;
    uint32_t times = 0;
    for (const BodyTranslator* body = this; body != nullptr; body = body->caller_, depth++)
        times += body->code_.method == callee;
    if (depth > deepest) return "it is too deep in others";
    return times > most_of_recursion ? "it is in itself" : nullptr;
}

// By what has been put in already.
const char* BodyTranslator::refusal_by_size(bool is_tiny) const {
    uint32_t share = is_tiny ? share_of_tiny : 1;
    const Inlining::Size& size = is_tiny ? inlining_->whole : inlining_->without_tiny;
    if (size.bodies >= most_bodies * share) return "too many have been put in";
    if (size.instructions >= most_instructions * share) return "the method has become too large";
    return nullptr;
}

void BodyTranslator::note_call(const Guess& guess, const char* refusal) const {
    if (!inlining_->wants_remarks) return;
    Remark remark{.kind = RemarkKind::PutIn, .node = node_, .il_offset = il_offset_, .method = guess.callee};
    if (refusal == nullptr) {
        remark.type = guess.receiver;
    } else {
        remark.kind = RemarkKind::KeptCall;
        remark.text = refusal;
    }
    inlining_->remarks.push_back(std::move(remark));
}

const BodyTranslator& BodyTranslator::outermost() const {
    const BodyTranslator* body = this;
    while (body->caller_ != nullptr) body = body->caller_;
    return *body;
}

// What a virtual call on an object of exactly that class runs; null: not known.
MethodDesc* BodyTranslator::method_for(const CallInfo& info, MethodTable* receiver) const {
    if (receiver == nullptr) return nullptr;
    Result<MethodDesc*> target = resolve_virtual(receiver, info.method);
    return target && !(*target)->is_abstract() ? *target : nullptr;
}

std::vector<Guess> BodyTranslator::guess_targets(const CallInfo& info, std::span<const Operand> arguments) const {
    if (info.kind == CallKind::Direct) return {{.callee = info.method}};
    bool is_dispatched = info.is_dispatched();
    if (arguments.empty() || (!is_dispatched && info.kind != CallKind::Delegate)) return {};
    if (MethodTable* type = arguments[0].object_type.method_table(); is_dispatched && arguments[0].exact && type) {
        MethodDesc* callee = method_for(info, type);
        return callee == nullptr ? std::vector<Guess>{} : std::vector<Guess>{{.callee = callee}};
    }
    std::vector<Guess> guesses;
    for (uint32_t met : met_at(code_.method, il_offset_).classes) {
        auto* address = reinterpret_cast<void*>(static_cast<uintptr_t>(met));
        if (met == 0) continue;
        Guess guess;
        if (is_dispatched) {
            guess.receiver = static_cast<MethodTable*>(address);
            guess.callee = method_for(info, guess.receiver);
        } else {
            MethodDesc* method = thunks().method_of(address);
            bool is_closed = method != nullptr && !method->is_static() && !method->owner->is_value_type();
            if (is_closed) guess = {.callee = method, .stub = address};
        }
        if (guess.callee != nullptr) guesses.push_back(guess);
    }
    return guesses;
}

std::vector<ArgumentFact> BodyTranslator::facts_of(std::span<const Operand> arguments) const {
    std::vector<ArgumentFact> facts(arguments.size());
    for (size_t i = 0; i < arguments.size(); i++) {
        const Operand& argument = arguments[i];
        if (argument.kind == Kind::Ref) {
            facts[i].type = argument.object_type;
            facts[i].exact = argument.exact;
            facts[i].non_null = argument.non_null;
        } else if (auto* constant = llvm::dyn_cast<llvm::ConstantInt>(argument.value)) {
            facts[i].constant = constant->getSExtValue();
        }
    }
    return facts;
}

// Imports the body that a guess leads to; null: it stays a call.
std::unique_ptr<BodyTranslator::Candidate> BodyTranslator::candidate_for(const Guess& guess, const CallInfo& info,
                                                                         std::span<const Operand> arguments,
                                                                         size_t most_of_callee) {
    if (const char* refusal = refusal_to_put_in(guess.callee)) {
        note_call(guess, refusal);
        return nullptr;
    }
    auto made = std::make_unique<Candidate>();
    made->guess = guess;
    made->arguments.assign(arguments.begin(), arguments.end());
    std::vector<Operand>& known = made->arguments;
    if (guess.receiver != nullptr) {
        known[0].object_type = guess.receiver;
        known[0].exact = known[0].non_null = true;
    }
    // The methods of a value type get the address of the value in its box.
    made->is_boxed = info.kind != CallKind::Direct && guess.stub == nullptr && guess.callee->owner->is_value_type();
    if (made->is_boxed) known[0] = {.kind = Kind::ByRef, .value = as(known[0], Kind::Ref), .in_object = true};
    if (guess.stub != nullptr) {
        known[0] = {.kind = Kind::Ref, .value = known[0].value, .object_type = guess.callee->owner};
    }
    std::vector<ArgumentFact> facts = facts_of(known);
    import_method(guess.callee, made->code,
                  {.arguments = facts, .for_optimizer = true, .may_assume = inlining_->may_assume});
    const char* refusal = refusal_of(made->code, guess.callee->flags & method_flags::aggressive_inlining);
    if (made->code.argument_count != arguments.size()) refusal = "it is called with other arguments";
    if (!made->code.clauses.empty() && !has_only_fixed_stack_blocks(outermost().code_))
        refusal = "it has handlers, the method stackalloc";
    if (made->code.insts.size() > most_of_callee) refusal = "it is too large for this place";
    if (refusal == nullptr) refusal = refusal_by_size(made->code.insts.size() <= most_of_tiny);
    note_call(guess, refusal);
    return refusal == nullptr ? std::move(made) : nullptr;
}

bool BodyTranslator::put_in_target(const CallInfo& info, std::span<const TypeHandle> types,
                                   std::vector<Operand>& arguments, Kind return_kind, TypeHandle return_type) {
    if (!inlining_->is_allowed || is_throw_helper(info)) return false;
    std::vector<Guess> guesses = guess_targets(info, arguments);
    if (guesses.empty() && info.method != nullptr) note_call({.callee = info.method}, "its target is not known");
    double heat = std::ranges::any_of(arguments, is_in_frame) ? 1 : this->heat();
    std::vector<std::unique_ptr<Candidate>> candidates;
    for (const Guess& guess : guesses) {
        size_t most_of_callee = guesses.size() > 1 ? most_of_one_in_several : most_of_aggressive_callee;
        if (heat < lukewarm && !is_always_put_in(guess.callee)) {
            inlining_->has_cold_calls = true;
            if (heat < cold) {
                note_call(guess, "its place is seldom reached");
                continue;
            }
            most_of_callee = most_of_lukewarm_callee;
        }
        auto candidate = candidate_for(guess, info, arguments, most_of_callee);
        if (candidate != nullptr) candidates.push_back(std::move(candidate));
    }
    if (candidates.empty()) return false;
    bool has_receiver = info.kind != CallKind::Direct || info.null_check_this;
    Value* receiver = has_receiver ? as(arguments[0], Kind::Ref) : nullptr;
    if (has_receiver) check_null(receiver);
    if (candidates[0]->guess.is_sure()) {
        put_in(*candidates[0], return_kind, return_type);
        return true;
    }
    BasicBlock* done = new_block("done");
    Value* result = nullptr;
    for (const auto& candidate : candidates) {
        BasicBlock* likely = new_block("likely");
        BasicBlock* other = new_block("other");
        bool is_last = candidate == candidates.back();
        llvm::MDNode* weights = is_last ? llvm::MDBuilder(context_).createUnlikelyBranchWeights() : nullptr;
        builder_.CreateCondBr(is_guess_wrong(candidate->guess, receiver), other, likely, weights);
        builder_.SetInsertPoint(likely);
        put_in(*candidate, return_kind, return_type);
        if (refusal_ != nullptr) return true;
        keep_result(result, return_kind);
        builder_.CreateBr(done);
        builder_.SetInsertPoint(other);
    }
    emit_plain_call(info, types, arguments, return_kind, return_type, nullptr);
    if (refusal_ != nullptr) return true;
    keep_result(result, return_kind);
    builder_.CreateBr(done);
    builder_.SetInsertPoint(done);
    if (return_kind == Kind::Struct) {
        push_struct(result, return_type.method_table());
    } else if (return_kind == Kind::Vector) {
        load_vector(result, return_type.method_table());
    } else if (return_kind != Kind::Void) {
        push(return_kind, builder_.CreateLoad(type_of(return_kind), result));
    }
    return true;
}

Value* BodyTranslator::is_guess_wrong(const Guess& guess, Value* receiver) {
    if (guess.receiver != nullptr) return builder_.CreateICmpNE(method_table(receiver), address_of(guess.receiver));
    Value* stub = builder_.CreateLoad(builder_.getPtrTy(), offset(receiver, delegate_method_pointer_offset));
    return builder_.CreateICmpNE(stub, address_of(guess.stub));
}

void BodyTranslator::load_vector(Value* from, MethodTable* type) {
    push_vector(builder_.CreateAlignedLoad(vector_type(type->instance_field_bytes), from, llvm::Align(8)), type);
}

// Of one of the ways that a call goes.
void BodyTranslator::keep_result(Value*& slot, Kind kind) {
    if (kind == Kind::Void) return;
    Operand operand = pop();
    if (kind == Kind::Struct) {
        uint32_t size = operand.type->instance_field_bytes;
        if (slot == nullptr) slot = temporary(size);
        return copy(slot, operand.value, size);
    }
    bool is_vector = kind == Kind::Vector;
    if (slot == nullptr) slot = this->slot(is_vector ? vector_type(operand.type->instance_field_bytes) : type_of(kind));
    builder_.CreateAlignedStore(is_vector ? operand.value : as(operand, kind), slot, llvm::Align(8));
}

// Puts the body here and pushes its result.
void BodyTranslator::put_in(Candidate& candidate, Kind return_kind, TypeHandle return_type) {
    const ImportedCode& code = candidate.code;
    std::vector<Operand>& arguments = candidate.arguments;
    if (candidate.guess.stub != nullptr) {
        Value* target = offset(as(arguments[0], Kind::Ref), delegate_target_offset);
        arguments[0].value = builder_.CreateLoad(builder_.getPtrTy(), target);
    }
    if (candidate.is_boxed) arguments[0].value = offset(arguments[0].value, 8);
    inlining_->whole.add(code.insts.size());
    if (code.insts.size() > most_of_tiny) inlining_->without_tiny.add(code.insts.size());
    inlining_->nodes.push_back({candidate.guess.callee, node_, il_offset_});
    BodyTranslator body(*this, code, static_cast<uint32_t>(inlining_->nodes.size()));
    body.translate_inlined(arguments, return_kind, return_type);
    builder_.SetCurrentDebugLocation(body.call_location_);
    if (body.refusal_ != nullptr) refuse(body.refusal_);
    builder_.SetInsertPoint(body.continuation_);
    if (return_kind == Kind::Struct) {
        push_struct(body.result_, return_type.method_table());
    } else if (return_kind == Kind::Vector) {
        load_vector(body.result_, return_type.method_table());
    } else if (return_kind != Kind::Void) {
        ElementType element = return_type.verification_type();
        push(return_kind, from_memory(builder_.CreateLoad(memory_type(element), body.result_), element, return_kind));
        stack_.back().object_type = body.result_fact_.object_type;
        stack_.back().exact = body.result_fact_.exact;
        stack_.back().in_object = return_kind == Kind::ByRef && body.result_fact_.in_object;
        if (return_kind == Kind::ByRef) stack_.back().place = body.result_fact_.place;
    }
}

void BodyTranslator::translate_inlined(std::span<const Operand> arguments, Kind return_kind, TypeHandle return_type) {
    continuation_ = new_block("inlined");
    if (return_kind == Kind::Struct) {
        result_ = temporary(return_type.method_table()->instance_field_bytes);
    } else if (return_kind == Kind::Vector) {
        result_ = slot(vector_type(return_type.method_table()->instance_field_bytes));
    } else if (return_kind != Kind::Void) {
        result_ = slot(memory_type(return_type.verification_type()));
    }
    receive_operands(arguments);
    builder_.CreateBr(block(body_, 0));
    translate_waiting();
}

void BodyTranslator::receive_operands(std::span<const Operand> arguments) {
    for (const Variable& variable : code_.variables) variables_.push_back(slot(variable_type(variable)));
    count_stores();
    for (uint32_t i = 0; i < code_.argument_count; i++) {
        const Variable& variable = code_.variables[i];
        note_stored(i, arguments[i]);
        if (variable.kind == Kind::Struct) {
            copy(variables_[i], arguments[i].value, variable.size_bytes);
        } else if (variable.kind == Kind::Vector) {
            builder_.CreateAlignedStore(arguments[i].value, variables_[i], llvm::Align(8));
        } else {
            builder_.CreateStore(to_memory(as(arguments[i], variable.kind), variable.element), variables_[i]);
        }
    }
    for (uint32_t i = code_.argument_count; i < variables_.size(); i++) {
        if (code_.variables[i].kind != Kind::Struct || code_.variables[i].needs_zero) clear_variable(i);
    }
}

void BodyTranslator::return_to_caller() {
    if (!stack_.empty() && result_ != nullptr) {
        Operand operand = pop();
        note_returned(operand);
        TypeHandle type = code_.signature->return_type;
        if (operand.kind == Kind::Struct) {
            copy(result_, operand.value, type.method_table()->instance_field_bytes);
        } else if (operand.kind == Kind::Vector) {
            builder_.CreateAlignedStore(operand.value, result_, llvm::Align(8));
        } else {
            builder_.CreateStore(to_memory(operand.value, type.verification_type()), result_);
        }
    }
    builder_.CreateBr(continuation_);
}

void BodyTranslator::count_stores() {
    variable_facts_.resize(code_.variables.size());
    for (uint32_t i = 0; i < code_.argument_count; i++) variable_facts_[i].count = 1;
    for (const Inst& inst : code_.insts) {
        if (inst.op == Op::StoreVar || inst.op == Op::VarAddress) variable_facts_[inst.target].count++;
    }
}

// Before the store it holds null, of which all is true.
void BodyTranslator::note_stored(uint32_t variable, const Operand& operand) {
    Fact& fact = variable_facts_[variable];
    // A handler would have to see what reading null throws.
    bool is_safe = variable < code_.argument_count || (code_.clauses.empty() && caller_pad_ == nullptr);
    fact.in_object = is_safe && fact.count == 1 && operand.in_object && operand.kind == Kind::ByRef;
    if (fact.count == 1 && operand.kind == Kind::ByRef) fact.place = operand.place;
    if (fact.count != 1 || operand.kind != Kind::Ref || !operand.exact) return;
    fact.object_type = operand.object_type;
    fact.exact = true;
}

// The class of the object if every return has one of that.
void BodyTranslator::note_returned(const Operand& operand) {
    bool is_first = result_fact_.count == 0;
    result_fact_.place = is_first || result_fact_.place == operand.place ? operand.place : MemoryPlace{};
    result_fact_.in_object = operand.in_object && (result_fact_.count == 0 || result_fact_.in_object);
    bool is_alike =
        result_fact_.count++ == 0 || (result_fact_.exact && result_fact_.object_type == operand.object_type);
    result_fact_.exact = is_alike && operand.kind == Kind::Ref && operand.exact;
    result_fact_.object_type = result_fact_.exact ? operand.object_type : TypeHandle{};
}

// What the importer knows of a result. That of a call that was put in may know its class, too.
void BodyTranslator::note_facts(const Inst& inst) {
    if (inst.result_type_bits == 0 && !(inst.flags & (inst_flags::exact | inst_flags::non_null))) return;
    if (stack_.empty() || stack_.back().kind != Kind::Ref) return;
    Operand& result = stack_.back();
    if (result.exact && !(inst.flags & inst_flags::exact)) return;
    result.object_type = inst.result_type();
    result.exact = (inst.flags & inst_flags::exact) || is_sealed(result.object_type.method_table());
    result.non_null = inst.flags & inst_flags::non_null;
}

}  // namespace celer::optimizer
