#include "interpreter.h"

#include <alloca.h>

#include <cstring>
#include <deque>
#include <vector>

#include "code/effects.h"
#include "object/object.h"
#include "runtime/objects.h"
#include "types/dispatch.h"
#include "types/well_known.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations

namespace celer::form {

namespace {

// Bits of a value, or the address of a struct's copy.
struct Value {
    Kind kind = Kind::Void;
    uint64_t bits = 0;
};

MethodTable* core_exception(const char* name) {
    Result<MethodTable*> found = find_type(corelib(), "System", name);
    return found ? *found : nullptr;
}

// One call of a body. Nested runs (handlers, filters) share it.
class Activation {
  public:
    Activation(const ImportedCode& code, const Methods& methods, uint64_t& steps, uint8_t* frame,
               const uint32_t* offsets)
        : code_(code), methods_(methods), steps_(steps), frame_(frame), offsets_(offsets) {}
    Outcome run(std::span<const uint64_t> arguments);

  private:
    // How a run of blocks went on: to a block, or out of it.
    enum class Exit : uint8_t { Block, Return, Throw, Leave, EndFinally, EndFilter, Stop };

    // --- Values
    void push(Kind kind, uint64_t bits) { stack_.push_back({kind, bits}); }
    Value pop() {
        Value value = stack_.back();
        stack_.pop_back();
        return value;
    }
    uint8_t* variable(uint32_t number) const { return frame_ + offsets_[number]; }
    uint64_t read(const void* from, ElementType element, const MethodTable* type);
    void write(void* to, ElementType element, const MethodTable* type, uint64_t bits);
    uint64_t copy_of(const void* from, const MethodTable* type);

    // --- Exceptions
    bool raise(Object* exception) {
        exception_ = exception;
        exit_ = Exit::Throw;
        return false;
    }
    bool raise(const char* name) {
        MethodTable* type = core_exception(name);
        return type == nullptr ? stop() : raise(allocate_object(type));
    }
    bool raise(Fault fault) {
        if (fault == Fault::None) return true;
        if (fault == Fault::Unsupported) return stop();
        return raise(fault == Fault::Overflow ? "OverflowException" : "DivideByZeroException");
    }
    bool stop(Outcome::How how = Outcome::How::Unsupported) {
        stopped_ = how;
        exit_ = Exit::Stop;
        return false;
    }
    bool check_address(uint64_t address) { return address < null_guard_bytes ? raise("NullReferenceException") : true; }

    // --- Blocks
    Exit run_from(uint32_t block, const BlockRange* handler);
    Exit run_block(uint32_t block);
    Exit dispatch(uint32_t block);
    bool catches(const Clause& clause);
    Exit run_handler(uint32_t clause);
    Exit leave(const Inst& inst);

    // --- Instructions: false: the block ends here
    bool step(const Inst& inst);
    bool step_constant(const Inst& inst);
    bool step_variable(const Inst& inst);
    bool step_arithmetic(const Inst& inst);
    bool step_memory(const Inst& inst);
    bool step_array(const Inst& inst);
    bool step_object(const Inst& inst);
    bool step_cast(const Inst& inst);
    bool step_atomic(const Inst& inst);
    bool step_call(const Inst& inst);
    bool step_control(const Inst& inst);
    bool check_index(uint64_t at, const Value& index);
    bool step_char_or_span(const Inst& inst);
    uint8_t* element(uint64_t array, const Value& index, uint32_t size_bytes);

    const ImportedCode& code_;
    const Methods& methods_;
    uint64_t& steps_;
    uint8_t* frame_;
    const uint32_t* offsets_;
    std::vector<Value> stack_;
    std::deque<std::vector<uint64_t>> copies_;  // of structs
    Exit exit_ = Exit::Block;
    uint32_t target_ = 0;  // Exit::Block
    uint64_t result_ = 0;  // Return, EndFilter
    const Inst* leaving_ = nullptr;
    Object* exception_ = nullptr;
    Outcome::How stopped_ = Outcome::How::Returned;
};

uint32_t bytes_of(ElementType element, const MethodTable* type) {
    switch (element) {
        case ElementType::I1:
        case ElementType::U1:
            return 1;
        case ElementType::I2:
        case ElementType::U2:
            return 2;
        case ElementType::I4:
        case ElementType::R4:
            return 4;
        case ElementType::ValueType:
            return type->instance_field_bytes;
        default:
            return 8;
    }
}

uint64_t Activation::copy_of(const void* from, const MethodTable* type) {
    uint32_t size = type->instance_field_bytes;
    std::vector<uint64_t>& copy = copies_.emplace_back(size / 8 + 1);
    memcpy(copy.data(), from, size);
    return reinterpret_cast<uintptr_t>(copy.data());
}

uint64_t Activation::read(const void* from, ElementType element, const MethodTable* type) {
    if (element == ElementType::ValueType) return copy_of(from, type);
    uint64_t bits = 0;
    memcpy(&bits, from, bytes_of(element, type));
    if (element == ElementType::I1) return static_cast<uint64_t>(int64_t{static_cast<int8_t>(bits)});
    if (element == ElementType::I2) return static_cast<uint64_t>(int64_t{static_cast<int16_t>(bits)});
    if (element == ElementType::I4) return static_cast<uint64_t>(int64_t{static_cast<int32_t>(bits)});
    return bits;
}

void Activation::write(void* to, ElementType element, const MethodTable* type, uint64_t bits) {
    const void* from = element == ElementType::ValueType ? reinterpret_cast<const void*>(bits) : &bits;
    memmove(to, from, bytes_of(element, type));
}

Outcome Activation::run(std::span<const uint64_t> arguments) {
    for (uint32_t i = 0; i < code_.argument_count; ++i) {
        const Variable& v = code_.variables[i];
        write(variable(i), v.element, v.type.method_table(), arguments[i]);
    }
    switch (run_from(0, nullptr)) {
        case Exit::Return:
            return {Outcome::How::Returned, result_, {}};
        case Exit::Throw:
            return {Outcome::How::Threw, 0, display_name(TypeHandle(exception_->method_table))};
        case Exit::Block:
        case Exit::Leave:
        case Exit::EndFinally:
        case Exit::EndFilter:
        case Exit::Stop:
            break;
    }
    return {stopped_, 0, {}};
}

// Runs until the body or the handler whose blocks are given is left.
Activation::Exit Activation::run_from(uint32_t block, const BlockRange* handler) {
    for (;;) {
        Exit exit = run_block(block);
        if (exit == Exit::Throw) exit = dispatch(block);
        if (exit == Exit::Leave) exit = leave(*leaving_);  // what its finally handlers throw has been dispatched
        if (exit != Exit::Block) return exit;
        if (handler != nullptr && !handler->contains(target_)) return exit;
        block = target_;
    }
}

Activation::Exit Activation::run_block(uint32_t number) {
    const Block& block = code_.blocks[number];
    stack_.clear();
    exit_ = Exit::Stop;
    for (uint32_t i = block.first_inst; i < block.first_inst + block.inst_count; ++i) {
        const Inst& inst = code_.insts[i];
        if (steps_-- == 0) {
            stop(Outcome::How::TooLong);
            break;
        }
        if (inst.op == Op::Leave) {
            leaving_ = &inst;
            return Exit::Leave;
        }
        if (!step(inst)) break;
    }
    return exit_;
}

// III.4.31, I.12.4.2.5: first who catches, filters asked from the inside out; then the finally and fault handlers on
// the way; then the handler. What a filter throws ends the filter, though tries may surround it.
Activation::Exit Activation::dispatch(uint32_t block) {
    if (code_.blocks[block].region.is(RegionPart::Filter)) return Exit::Throw;
    Object* exception = exception_;
    uint32_t found = 0;
    for (; found < code_.clauses.size(); ++found) {
        const Clause& clause = code_.clauses[found];
        if (!clause.try_blocks.contains(block) || clause.handler_block == no_block) continue;
        exception_ = exception;
        if (catches(clause)) break;
        if (exit_ == Exit::Stop) return Exit::Stop;
    }
    for (uint32_t c = 0; c < found; ++c) {
        const Clause& clause = code_.clauses[c];
        if (!clause.is_funclet() || !clause.try_blocks.contains(block) || clause.handler_block == no_block) continue;
        Exit exit = run_handler(c);
        if (exit != Exit::EndFinally) return exit;  // another exception took over
    }
    exception_ = exception;
    if (found == code_.clauses.size()) return Exit::Throw;
    target_ = code_.clauses[found].handler_block;
    return Exit::Block;
}

bool Activation::catches(const Clause& clause) {
    if (clause.kind == ClauseKind::Catch) {
        return !clause.catch_type || can_cast(TypeHandle(exception_->method_table), clause.catch_type);
    }
    if (clause.kind != ClauseKind::Filter) return false;
    Exit exit = run_from(clause.filter_block, &clause.filter_blocks);
    exit_ = exit;
    return exit == Exit::EndFilter && result_ != 0;  // an exception in a filter is a no
}

Activation::Exit Activation::run_handler(uint32_t clause) {
    return run_from(code_.clauses[clause].handler_block, &code_.clauses[clause].handler_blocks);
}

Activation::Exit Activation::leave(const Inst& inst) {
    for (uint32_t i = 0; i < inst.count; ++i) {
        Exit exit = run_handler(code_.finally_chain[static_cast<size_t>(inst.imm) + i]);
        if (exit != Exit::EndFinally) return exit;
    }
    target_ = inst.target;
    return Exit::Block;
}

bool Activation::step(const Inst& inst) {
    if (inst.op <= Op::ConstAddress) return step_constant(inst);
    if (inst.op >= Op::LoadVar && inst.op <= Op::IsKnownConstant) return step_variable(inst);
    if (inst.op >= Op::Add && inst.op <= Op::Bits) return step_arithmetic(inst);
    if (inst.op >= Op::Load && inst.op <= Op::NullCheck) return step_memory(inst);
    if (inst.op >= Op::ArrayLength && inst.op <= Op::ElementAddress) return step_array(inst);
    if (inst.op >= Op::NewArray && inst.op <= Op::ObjectType) return step_object(inst);
    if (inst.op == Op::Call) return step_call(inst);
    if (inst.op == Op::Intrinsic) return step_atomic(inst);
    if (inst.op >= Op::Jump || inst.op == Op::CatchEntry) return step_control(inst);
    return stop();
}

bool Activation::step_constant(const Inst& inst) {
    push(inst.kind, static_cast<uint64_t>(inst.op == Op::ConstNull ? 0 : inst.imm));
    return true;
}

bool Activation::step_variable(const Inst& inst) {
    switch (inst.op) {
        case Op::LoadVar: {
            const Variable& v = code_.variables[inst.target];
            push(v.kind, read(variable(inst.target), v.element, v.type.method_table()));
            return true;
        }
        case Op::StoreVar: {
            const Variable& v = code_.variables[inst.target];
            write(variable(inst.target), v.element, v.type.method_table(), pop().bits);
            return true;
        }
        case Op::VarAddress:
            push(Kind::ByRef, reinterpret_cast<uintptr_t>(variable(inst.target)));
            return true;
        case Op::ClearVar: {
            const Variable& v = code_.variables[inst.target];
            memset(variable(inst.target), 0, bytes_of(v.element, v.type.method_table()));
            return true;
        }
        case Op::Dup:
            stack_.push_back(stack_.back());
            return true;
        case Op::Pop:
            pop();
            return true;
        case Op::Retype:
            stack_[stack_.size() - 1 - inst.count].kind = inst.kind;
            return true;
        case Op::IsKnownConstant:
        default:
            return stop();
    }
}

bool Activation::step_arithmetic(const Inst& inst) {
    uint64_t result = 0;
    if (inst.op == Op::Bits) {
        auto op = static_cast<BitsOp>(inst.small);
        bool two = op == BitsOp::RotateLeft || op == BitsOp::RotateRight || op == BitsOp::BigMulHighUn;
        uint64_t right = two ? pop().bits : 0;
        result = bits_operation(op, inst.kind, pop().bits, right);
        push(op <= BitsOp::TrailingZeroCount ? Kind::I4 : inst.kind, result);
        return true;
    }
    if (inst.op == Op::Convert) {
        Fault fault = convert(inst, pop().bits, result);
        push(inst.kind, result);
        return raise(fault);
    }
    if (inst.op == Op::Neg || inst.op == Op::Not || inst.op == Op::CheckFinite) {
        Fault fault = unary(inst.op, inst.kind, pop().bits, result);
        push(inst.kind, result);
        return raise(fault);
    }
    uint64_t right = pop().bits;
    uint64_t left = pop().bits;
    if (inst.op == Op::Compare) {
        push(Kind::I4, compare(static_cast<Condition>(inst.small), inst.kind, left, right));
        return true;
    }
    Fault fault = binary(inst.op, inst.kind, left, right, result);
    push(inst.kind, result);
    return raise(fault);
}

bool Activation::step_memory(const Inst& inst) {
    Value value = inst.op == Op::Store ? pop() : Value{};
    uint64_t base = pop().bits;
    uint64_t address = base + static_cast<uint64_t>(inst.imm);
    switch (inst.op) {
        case Op::Load:
            if (!check_address(base)) return false;
            push(inst.kind, read(reinterpret_cast<const void*>(address), inst.element, inst.type));
            return true;
        case Op::Store:
            if (!check_address(base)) return false;
            write(reinterpret_cast<void*>(address), inst.element, inst.type, value.bits);
            return true;
        case Op::LoadStructField:
            push(inst.kind, read(reinterpret_cast<const void*>(address), inst.element, inst.type));
            return true;
        case Op::AddOffset:
            if ((inst.flags & inst_flags::null_check) && !check_address(base)) return false;
            push(inst.kind, address);
            return true;
        case Op::ClearStruct:
            if (!check_address(base)) return false;
            memset(reinterpret_cast<void*>(base), 0, inst.type->instance_field_bytes);
            return true;
        case Op::NullCheck:
            return check_address(base);
        default:
            return stop();
    }
}

// Whether the index is below the length that lies at `at`. I.12.3.2.1: it is compared as an unsigned number.
bool Activation::check_index(uint64_t at, const Value& index) {
    uint32_t length;
    memcpy(&length, reinterpret_cast<const void*>(at), 4);
    uint64_t number = index.kind == Kind::I4 ? static_cast<uint32_t>(index.bits) : index.bits;
    return number < length || raise("IndexOutOfRangeException");
}

// The element's address, or null: an exception is on its way.
uint8_t* Activation::element(uint64_t array, const Value& index, uint32_t size_bytes) {
    if (!check_address(array) || !check_index(array + array_length_offset, index)) return nullptr;
    return reinterpret_cast<uint8_t*>(array) + array_data_offset + index.bits * size_bytes;
}

bool Activation::step_char_or_span(const Inst& inst) {
    Value index = pop();
    uint64_t base = pop().bits;
    bool is_char = inst.op == Op::StringChar;
    if (!check_address(base)) return false;
    if (!check_index(base + (is_char ? string_length_offset : span_length_offset), index)) return false;
    if (is_char) {
        uint64_t at = base + string_characters_offset + index.bits * sizeof(char16_t);
        push(Kind::I4, read(reinterpret_cast<const void*>(at), ElementType::Char, nullptr));
    } else {
        uint64_t reference;
        memcpy(&reference, reinterpret_cast<const void*>(base + span_reference_offset), sizeof(reference));
        push(Kind::ByRef, reference + index.bits * static_cast<uint64_t>(inst.imm));
    }
    return true;
}

bool Activation::step_array(const Inst& inst) {
    if (inst.op == Op::ArrayLength || inst.op == Op::StringLength) {
        uint64_t object = pop().bits;
        if (!check_address(object)) return false;
        bool is_array = inst.op == Op::ArrayLength;
        const auto* length =
            reinterpret_cast<const uint8_t*>(object) + (is_array ? array_length_offset : string_length_offset);
        uint32_t value;
        memcpy(&value, length, 4);
        push(is_array ? Kind::I8 : Kind::I4, value);
        return true;
    }
    if (inst.op == Op::StringChar || inst.op == Op::SpanElement) return step_char_or_span(inst);
    Value value = inst.op == Op::StoreElement ? pop() : Value{};
    Value index = pop();
    uint64_t array = pop().bits;
    uint32_t size = inst.op == Op::ElementAddress ? static_cast<uint32_t>(inst.imm) : bytes_of(inst.element, inst.type);
    uint8_t* place = element(array, index, size);
    if (place == nullptr) return false;
    if (inst.op == Op::ElementAddress) {
        if (inst.flags & inst_flags::exact_type_check) return stop();
        push(Kind::ByRef, reinterpret_cast<uintptr_t>(place));
    } else if (inst.op == Op::LoadElement) {
        push(inst.kind, read(place, inst.element, inst.type));
    } else {
        if ((inst.flags & inst_flags::covariance_check) && value.bits != 0) {
            auto* table = reinterpret_cast<const Object*>(array)->method_table;
            if (!is_instance_of(reinterpret_cast<Object*>(value.bits), TypeHandle::from_raw(table->element_type)))
                return raise("ArrayTypeMismatchException");
        }
        write(place, inst.element, inst.type, value.bits);
    }
    return true;
}

bool Activation::step_object(const Inst& inst) {
    switch (inst.op) {
        case Op::NewArray: {
            Value length = pop();
            auto count = static_cast<int64_t>(length.bits);
            if (count < 0) return raise("OverflowException");
            if (count > 0x7fffffc7) return stop();
            push(Kind::Ref, reinterpret_cast<uintptr_t>(allocate_array(inst.type, static_cast<uint32_t>(count))));
            return true;
        }
        case Op::Box: {
            Value value = pop();
            Object* box = allocate_object(inst.type);
            write(reinterpret_cast<uint8_t*>(box) + 8, inst.element, inst.type, value.bits);
            push(Kind::Ref, reinterpret_cast<uintptr_t>(box));
            return true;
        }
        case Op::ObjectType: {
            uint64_t object = pop().bits;
            if (!check_address(object)) return false;
            push(Kind::I8, reinterpret_cast<uintptr_t>(reinterpret_cast<const Object*>(object)->method_table));
            return true;
        }
        case Op::Unbox:
        case Op::CastClass:
        case Op::IsInstance:
            return step_cast(inst);
        default:
            return stop();
    }
}

bool Activation::step_cast(const Inst& inst) {
    uint64_t object = pop().bits;
    auto* instance = reinterpret_cast<Object*>(object);
    if (inst.op == Op::Unbox) {
        if (!check_address(object)) return false;
        if (instance->method_table != inst.type) return raise("InvalidCastException");
        push(Kind::ByRef, object + 8);
        return true;
    }
    bool fits = object == 0 || is_instance_of(instance, TypeHandle(inst.type));
    if (!fits && inst.op == Op::CastClass) return raise("InvalidCastException");
    push(Kind::Ref, fits ? object : 0);
    return true;
}

bool Activation::step_atomic(const Inst& inst) {
    auto op = static_cast<IntrinsicOp>(inst.small);
    if (op == IntrinsicOp::ReturnAddress) return stop();
    if (op >= IntrinsicOp::MemoryBarrier) return true;
    uint64_t comparand = op == IntrinsicOp::CompareExchange ? pop().bits : 0;
    uint64_t value = pop().bits;
    uint64_t address = pop().bits;
    if (!check_address(address)) return false;
    auto* place = reinterpret_cast<void*>(address);
    uint64_t old = read(place, inst.element, nullptr);
    uint64_t sum = 0;
    if (op == IntrinsicOp::ExchangeAdd && binary(Op::Add, inst.kind, old, value, sum) != Fault::None) return stop();
    if (op == IntrinsicOp::ExchangeAdd) value = sum;
    if (op != IntrinsicOp::CompareExchange || old == comparand) write(place, inst.element, nullptr, value);
    push(inst.kind, old);
    return true;
}

bool Activation::step_call(const Inst& inst) {
    const CallInfo& call = *inst.call;
    auto callee = call.kind == CallKind::Direct ? methods_.find(call.method) : methods_.end();
    if (callee == methods_.end()) return stop();
    std::vector<uint64_t> arguments(call.argument_kinds.size());
    for (size_t i = arguments.size(); i-- > 0;) arguments[i] = pop().bits;
    std::vector<Value> rest = stack_;
    Outcome outcome = interpret(*callee->second, arguments, methods_, steps_);
    stack_ = rest;
    if (outcome.how == Outcome::How::Threw) {
        return raise(outcome.exception.substr(outcome.exception.rfind('.') + 1).c_str());
    }
    if (outcome.how != Outcome::How::Returned) return stop(outcome.how);
    if (call.return_kind != Kind::Void) push(call.return_kind, outcome.bits);
    return true;
}

bool Activation::step_control(const Inst& inst) {
    exit_ = Exit::Block;
    target_ = inst.target;
    switch (inst.op) {
        case Op::Jump:
            return false;
        case Op::Branch: {
            uint64_t right = pop().bits;
            uint64_t left = pop().bits;
            bool taken = compare(static_cast<Condition>(inst.small), inst.kind, left, right);
            if (!taken) target_ = static_cast<uint32_t>(inst.imm);
            return false;
        }
        case Op::BranchIf: {
            bool taken = (pop().bits != 0) != bool(inst.flags & inst_flags::negate);
            if (!taken) target_ = static_cast<uint32_t>(inst.imm);
            return false;
        }
        case Op::Switch: {
            auto index = static_cast<uint32_t>(pop().bits);
            if (index < inst.count) target_ = code_.switch_targets[static_cast<size_t>(inst.imm) + index];
            return false;
        }
        case Op::Return:
            exit_ = Exit::Return;
            if (inst.kind == Kind::Struct) return stop();
            result_ = inst.kind == Kind::Void ? 0 : pop().bits;
            return false;
        case Op::Throw: {
            uint64_t object = pop().bits;
            return object == 0 ? raise("NullReferenceException") : raise(reinterpret_cast<Object*>(object));
        }
        case Op::Rethrow: {
            uint32_t number = code_.clauses[static_cast<size_t>(inst.imm)].exception_variable;
            return raise(reinterpret_cast<Object*>(read(variable(number), ElementType::Class, nullptr)));
        }
        case Op::EndFinally:
            exit_ = Exit::EndFinally;
            return false;
        case Op::EndFilter:
            exit_ = Exit::EndFilter;
            result_ = pop().bits;
            return false;
        case Op::CatchEntry:
            push(Kind::Ref, reinterpret_cast<uintptr_t>(exception_));
            return true;
        default:
            return stop();
    }
}

}  // namespace

Outcome interpret(const ImportedCode& code, std::span<const uint64_t> arguments, const Methods& methods,
                  uint64_t most_steps) {
    std::vector<uint32_t> offsets;
    uint32_t size = 0;
    for (const Variable& v : code.variables) {
        offsets.push_back(size);
        size += (bytes_of(v.element, v.type.method_table()) + 7) & ~7u;
    }
    auto* frame = static_cast<uint8_t*>(alloca(size + 8));  // on the stack, where the collector looks
    memset(frame, 0, size + 8);
    return Activation(code, methods, most_steps, frame, offsets.data()).run(arguments);
}

}  // namespace celer::form
