#include "baseline/x64/objects.h"

#include <utility>

#include "baseline/x64/assembler.h"
#include "baseline/x64/cold.h"
#include "baseline/x64/control.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/frame.h"
#include "baseline/x64/helper_calls.h"
#include "baseline/x64/memory.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/registers.h"
#include "baseline/x64/value_reader.h"
#include "gc/alloc_context.h"
#include "object/object.h"

namespace celer::x64 {

namespace {

uint32_t align8(uint32_t size) {
    return (size + 7) & ~7u;
}
bool inline_allocation_known() {
    return g_tls_offsets.alloc_limit != g_tls_offsets.alloc_pointer;
}
bool is_by_display(const Inst& cast) {
    return static_cast<CastKind>(cast.small) == CastKind::Class && cast.type->depth < display_size;
}
}  // namespace

// Pushes the new object, whose type is set. The fast path bumps the thread's allocation pointer.
void Objects::allocate(MethodTable* type) {
    uint32_t size = align8(type->base_size);
    Gpr object = stack_.scratch();
    Cold& cold = cold_.new_cold(ColdKind::AllocateObject, Helper::AllocateObject);
    cold.imm = imm32(type);
    cold.target = object;
    bool is_inline = inline_allocation_known() && !type->has_finalizer() && !type->has_component_size() &&
                     size <= gc::max_inline_size && size >= minimum_object_size;
    if (is_inline) {
        Gpr end = stack_.scratch();
        a_.mov_rm(8, object, thread_local_word(g_tls_offsets.alloc_pointer));
        a_.lea(8, end, at(object, static_cast<int32_t>(size)));
        a_.alu_rm(Alu::Cmp, 8, end, thread_local_word(g_tls_offsets.alloc_limit));
        a_.jump(Cc::A, cold.entry);
        a_.mov_mr(8, thread_local_word(g_tls_offsets.alloc_pointer), end);
        a_.mov_mi(8, at(object, 8), imm32(type));
        a_.alu_ri(Alu::Add, 8, object, 8);
        gprs_.unpin(end);
    } else {
        a_.jump(cold.entry);
    }
    a_.bind(cold.back);
    stack_.push_gpr(Kind::Ref, object);
}

void Objects::new_array(const Inst& inst) {
    MethodTable* type = inst.type;
    bool is_signed32 = stack_.top().kind == Kind::I4;
    uint32_t component = type->component_size();
    bool is_power = component != 0 && (component & (component - 1)) == 0 && component <= 8;
    bool constant = stack_.top().where == Where::Constant;
    uint64_t total = constant ? array_base_size + static_cast<uint64_t>(stack_.top().imm) * component : 0;
    bool fits = constant && stack_.top().imm >= 0 && stack_.top().imm <= 2048 && total <= gc::max_inline_size;
    if (!inline_allocation_known() || !is_signed32 || type->base_size != array_base_size ||
        (constant ? !fits : !is_power)) {
        if (is_signed32) {
            Gpr length = stack_.own(stack_.top());
            a_.movsx_rr(8, 4, length, length);
            stack_.top().kind = Kind::I8;
        }
        stack_.push_constant(Kind::I8, imm32(type));
        std::swap(stack_.top(0), stack_.top(1));
        helpers_.call_helper(Helper::AllocateArray, 2);
        return stack_.push_gpr(Kind::Ref, rax);
    }
    Gpr length = stack_.gpr(stack_.top());
    Gpr object = stack_.scratch();
    Gpr end = stack_.scratch();
    Cold& cold = cold_.new_cold(ColdKind::AllocateArray, Helper::AllocateArray);
    cold.imm = imm32(type);
    cold.target = object;
    cold.source = length;
    if (constant) {
        a_.mov_rm(8, object, thread_local_word(g_tls_offsets.alloc_pointer));
        a_.lea(8, end, at(object, static_cast<int32_t>(align8(static_cast<uint32_t>(total)))));
    } else {
        a_.alu_ri(Alu::Cmp, 4, length, static_cast<int32_t>((gc::max_inline_size - array_base_size) / component));
        a_.jump(Cc::A, cold.entry);
        uint8_t scale = static_cast<uint8_t>(__builtin_ctz(component));
        Mem bytes = at(no_gpr, length, scale, array_base_size + (component < 8 ? 7 : 0));
        a_.lea(8, end, bytes);
        if (component < 8) a_.alu_ri(Alu::And, 8, end, -8);
        a_.mov_rm(8, object, thread_local_word(g_tls_offsets.alloc_pointer));
        a_.alu_rr(Alu::Add, 8, end, object);
    }
    a_.alu_rm(Alu::Cmp, 8, end, thread_local_word(g_tls_offsets.alloc_limit));
    a_.jump(Cc::A, cold.entry);
    a_.mov_mr(8, thread_local_word(g_tls_offsets.alloc_pointer), end);
    a_.mov_mr(4, at(object, 8 + array_length_offset), length);
    a_.mov_mi(8, at(object, 8), imm32(type));
    a_.alu_ri(Alu::Add, 8, object, 8);
    a_.bind(cold.back);
    stack_.drop();
    stack_.push_gpr(Kind::Ref, object);
}

void Objects::box(const Inst& inst) {
    MethodTable* type = inst.type;
    allocate(type);
    Gpr object = static_cast<Gpr>(stack_.top().reg);
    gprs_.pin(object);
    Value& value = stack_.top(1);
    if (value.where == Where::Gpr || value.where == Where::Memory) gprs_.pin(static_cast<Gpr>(value.reg));
    if (value.kind == Kind::Struct) {
        memory_.store_struct(at(object, 8), gc::Destination::Fresh, reader_.memory_of(value), type);
    } else {
        uint32_t size = type->instance_field_bytes;
        Mem field = at(object, 8);
        if (value.kind == Kind::Vector) {
            a_.vmov_mr(size, field, stack_.xmm(value));
        } else if (is_float(value.kind)) {
            a_.movf_mr(size_of(value.kind), field, stack_.xmm(value));
        } else if (is_small(value)) {
            a_.mov_mi(static_cast<int>(size), field, static_cast<int32_t>(value.imm));
        } else {
            a_.mov_mr(static_cast<int>(size), field, stack_.gpr(value));
        }
    }
    std::swap(stack_.top(0), stack_.top(1));
    stack_.drop();
}

void Objects::box_nullable(const Inst& inst) {
    // The value must have an address.
    if (stack_.top().where != Where::Temp) stack_.materialise(stack_.top());
    Value value = stack_.take();  // the slot stays taken until the call is done
    stack_.push_constant(Kind::I8, imm32(inst.type));
    stack_.push(Kind::I8, Where::FrameAddress).displacement = value.displacement;
    helpers_.call_helper(Helper::BoxNullable, 2);
    stack_.release(value);
    stack_.push_gpr(Kind::Ref, rax);
}

void Objects::unbox(const Inst& inst) {
    Value& value = stack_.top();
    Gpr object = stack_.own(value);
    Cold& cold = cold_.new_cold(ColdKind::CheckObject, Helper::UnboxSlow);
    cold.imm = imm32(inst.type);
    cold.source = object;
    a_.alu_mi(Alu::Cmp, 8, at(object), imm32(inst.type));
    a_.jump(Cc::Ne, cold.entry);
    a_.bind(cold.back);
    value.displacement = 8;
    value.kind = Kind::ByRef;
}

void Objects::unbox_nullable(const Inst& inst) {
    uint32_t size = inst.type->instance_field_bytes;
    int32_t slot = frame_.take_temp(size);
    stack_.push_constant(Kind::I8, imm32(inst.type));
    stack_.push(Kind::I8, Where::FrameAddress).displacement = slot;
    Value object = stack_.top(2);
    stack_[stack_.size() - 3] = stack_[stack_.size() - 2];
    stack_[stack_.size() - 2] = stack_[stack_.size() - 1];
    stack_[stack_.size() - 1] = object;
    helpers_.call_helper(Helper::UnboxNullable, 3);
    Value& value = stack_.push(Kind::Struct, Where::Temp);
    value.displacement = slot;
    value.type = inst.type;
    value.size_bytes = size;
}

// Where a class's MethodTable is in an object of it: its identity, or the ancestor at the class's depth.
Mem Objects::class_identity(Gpr object, Gpr table, const MethodTable* type) {
    if (table == no_gpr) return at(object);
    a_.mov_rm(8, table, at(object));
    return at(table, static_cast<int32_t>(offsetof(MethodTable, display) + 8u * type->depth));
}

// A test of a class whose answer only decides a branch.
bool Objects::branch_on_class(const Inst& inst) {
    const Inst* next = cursor_.next_inst();
    bool exact = static_cast<CastKind>(inst.small) == CastKind::ExactClass;
    if (next->op != Op::BranchIf || !(exact || is_by_display(inst))) return false;
    Gpr object = stack_.gpr(stack_.top());
    Gpr table = exact ? no_gpr : stack_.scratch();
    stack_.drop();
    Ways ways = ways_of(*next);
    cursor_.skip_next();
    a_.test_rr(8, object, object);
    control_.jump_if(Cc::E, ways.if_false);
    a_.alu_mi(Alu::Cmp, 8, class_identity(object, table, inst.type), imm32(inst.type));
    control_.branch_on({Cc::E}, ways.if_true, ways.if_false);
    return true;
}

// Classes are told by their identity or by the ancestor at their depth. For everything else each place keeps the type
// that it saw last (CastCache) and asks a helper about others.
void Objects::cast(const Inst& inst, bool throws) {
    if (!throws && branch_on_class(inst)) return;
    MethodTable* type = inst.type;
    bool exact = static_cast<CastKind>(inst.small) == CastKind::ExactClass;
    bool by_display = is_by_display(inst);
    Helper helper = throws ? Helper::CastClass : Helper::IsInstance;
    Gpr object = stack_.gpr(stack_.top());
    Gpr result = object;
    if (stack_.top().where != Where::Gpr || gprs_.uses(object) != 1) {
        result = stack_.scratch();
        a_.mov_rr(8, result, object);
    }
    Gpr table = exact ? no_gpr : stack_.scratch();  // before the paths part
    Label done;
    a_.test_rr(8, object, object);
    a_.jump(Cc::E, done);
    if (exact || by_display) {
        a_.alu_mi(Alu::Cmp, 8, class_identity(object, table, type), imm32(type));
        if (throws) {
            Cold& cold = cold_.new_cold(ColdKind::HelperObject, helper);
            cold.imm = imm32(type);
            cold.source = object;
            cold.target = result;
            a_.jump(Cc::Ne, cold.entry);
            a_.bind(cold.back);
        } else {
            a_.jump(Cc::E, done);
            a_.alu_rr(Alu::Xor, 4, result, result);
        }
    } else {
        auto* cache = new_cast_cache(cursor_.code().method);
        Cold& cold = cold_.new_cold(throws ? ColdKind::CastCached : ColdKind::TestCached,
                                    throws ? Helper::CastCached : Helper::IsInstanceCached);
        cold.imm = imm32(type);
        cold.source = object;
        cold.target = result;
        cold.scratch = table;
        cold.cache = cache;
        a_.mov_rm(8, table, at(object));
        a_.alu_rm(Alu::Cmp, 8, table, absolute(&cache->succeeded));
        a_.jump(Cc::Ne, cold.entry);
        a_.bind(cold.back);
    }
    a_.bind(done);
    if (stack_.top().where != Where::Gpr || stack_.top().reg != result) stack_.set_gpr(stack_.top(), result);
    stack_.top().kind = Kind::Ref;
}

void Objects::object_type(const Inst& inst) {
    Mem from = stack_.address(stack_.top(), 0);
    stack_.drop();
    gprs_.unpin_all();
    Gpr to = stack_.allocate_gpr();
    a_.mov_rm(8, to, from);
    stack_.push_gpr(Kind::I8, to);
}

void Objects::class_init(const Inst& inst) {
    Cold& cold = cold_.new_cold(ColdKind::Call1, Helper::ClassInit);
    cold.imm = imm32(inst.type);
    a_.test_mi8(absolute(&inst.type->auxiliary->flags), aux_flags::initialized);
    a_.jump(Cc::E, cold.entry);
    a_.bind(cold.back);
}

}  // namespace celer::x64
