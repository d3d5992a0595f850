#include "optimizer/translation/variables.h"

#include "optimizer/translation/frame.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/shared_variables.h"
#include "optimizer/translation/struct_copier.h"
#include "optimizer/translation/values.h"

namespace celer::optimizer {

using llvm::Align;
using llvm::Value;

void Variables::load(const Inst& inst) {
    const Variable& variable = body_.code.variables[inst.target];
    Value* home = homes_[inst.target];
    if (variable.kind == Kind::Struct) {
        Value* value = frame_.temporary(variable.size_bytes);
        structs_.copy(value, home, variable.size_bytes, variable.type.method_table());
        return stack_.push_struct(value, variable.type.method_table());
    }
    if (variable.kind == Kind::Vector)
        return stack_.push_vector(builder_.CreateAlignedLoad(values_.variable_type(variable), home, Align(8)),
                                  variable.type.method_table());
    Value* value = builder_.CreateLoad(values_.variable_type(variable), home);
    stack_.push(inst.kind, values_.from_memory(value, variable.element, inst.kind));
    const ValueFact& fact = facts_[inst.target];
    stack_.top().in_object = fact.in_object && inst.kind == Kind::ByRef;
    if (inst.kind == Kind::ByRef) stack_.top().place = fact.place;
    if (inst.kind != Kind::Ref) return;
    stack_.top().likely_class = fact.likely_class;
    if (!fact.exact) return;
    stack_.top().object_type = fact.object_type;
    stack_.top().exact = true;
}

void Variables::store(const Inst& inst) {
    const Variable& variable = body_.code.variables[inst.target];
    Value* home = homes_[inst.target];
    Operand operand = stack_.pop();
    note_stored(inst.target, operand);
    if (variable.kind == Kind::Struct) {
        structs_.copy(home, operand.value, variable.size_bytes, variable.type.method_table());
    } else if (variable.kind == Kind::Vector) {
        builder_.CreateAlignedStore(operand.value, home, Align(8));
    } else {
        builder_.CreateStore(values_.to_memory(operand.value, variable.element), home);
        pin(inst.target, operand.value);
    }
}

// The program goes on with a number made of the reference, which may lie where nobody looks for roots. LLVM removes no
// volatile store.
void Variables::pin(uint32_t number, Value* value) {
    if (!body_.code.variables[number].is_pinned) return;
    Value*& place = pins_[number];
    if (place == nullptr) place = frame_.slot(builder_.getPtrTy());
    builder_.CreateStore(value, place, true);
}

void Variables::address(const Inst& inst) {
    stack_.push(Kind::ByRef, homes_[inst.target]);
    stack_.top().in_object = true;
}

void Variables::clear(uint32_t number) {
    Value* home = homes_[number];
    const Variable& variable = body_.code.variables[number];
    if (is_aggregate(variable.kind)) return structs_.clear(home, variable.size_bytes);
    llvm::Constant* null = llvm::Constant::getNullValue(values_.variable_type(variable));
    builder_.CreateStore(null, home);
    pin(number, null);
}

Value* Variables::new_home(uint32_t number) {
    if (Value* home = shared_.home_of(number)) return home;
    auto* home = builder_.CreateAlloca(values_.variable_type(body_.code.variables[number]));
    home->setAlignment(Align(8));
    shared_.note_elsewhere(number, home);
    return home;
}

void Variables::clear_locals() {
    for (uint32_t i = body_.code.argument_count; i < homes_.size(); i++) {
        const Variable& variable = body_.code.variables[i];
        if (variable.kind != Kind::Struct || variable.needs_zero) clear(i);
    }
}

void Variables::count_stores() {
    facts_.resize(body_.code.variables.size());
    homes_.resize(body_.code.variables.size());
    for (uint32_t i = 0; i < body_.code.argument_count; i++) facts_[i].count = 1;
    for (const Inst& inst : body_.code.insts) {
        if (inst.op == Op::StoreVar || inst.op == Op::VarAddress) facts_[inst.target].count++;
    }
}

void Variables::receive_operands(std::span<const Operand> arguments) {
    count_stores();
    for (size_t i = 0; i < homes_.size(); i++) homes_[i] = frame_.slot(values_.variable_type(body_.code.variables[i]));
    for (uint32_t i = 0; i < body_.code.argument_count; i++) {
        const Variable& variable = body_.code.variables[i];
        note_stored(i, arguments[i]);
        if (variable.kind == Kind::Struct) {
            structs_.copy(homes_[i], arguments[i].value, variable.size_bytes, variable.type.method_table());
        } else if (variable.kind == Kind::Vector) {
            builder_.CreateAlignedStore(arguments[i].value, homes_[i], llvm::Align(8));
        } else {
            builder_.CreateStore(values_.to_memory(values_.as(arguments[i], variable.kind), variable.element),
                                 homes_[i]);
        }
    }
    clear_locals();
}

// Before the store it holds null, of which all is true.
void Variables::note_stored(uint32_t variable, const Operand& operand) {
    ValueFact& fact = facts_[variable];
    // A handler would have to see what reading null throws.
    bool is_safe = variable < body_.code.argument_count || (body_.code.clauses.empty() && body_.caller_pad == nullptr);
    fact.in_object = is_safe && fact.count == 1 && operand.in_object && operand.kind == Kind::ByRef;
    if (fact.count == 1 && operand.kind == Kind::ByRef) fact.place = operand.place;
    if (fact.count != 1 || operand.kind != Kind::Ref) return;
    fact.likely_class = operand.likely_class;
    if (!operand.exact) return;
    fact.object_type = operand.object_type;
    fact.exact = true;
}

}  // namespace celer::optimizer
