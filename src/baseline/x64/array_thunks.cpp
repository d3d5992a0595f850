// Get, Set, Address and constructors of arrays. With several dimensions, lengths lie at 16 in the array, lower bounds
// after them; a one-dimensional array that starts at zero has its length at 8.
#include <cstddef>

#include "base/assert.h"
#include "baseline/x64/thunks.h"
#include "gc/barrier.h"
#include "object/object.h"
#include "types/loader.h"

namespace celer::x64 {

namespace {

class ArrayThunk {
  public:
    ArrayThunk(MethodDesc* method, const abi::CallLayout& layout)
        : method_(method),
          type_(method->owner),
          element_(TypeHandle::from_raw(type_->element_type)),
          thunk_(layout),
          a_(thunk_.assembler()) {}

    void* get(const abi::Result& result);
    void* set(const abi::Location& value);
    void* address(bool is_readonly);

  private:
    void linear_index();  // rax: the element's address; r11: the array
    void before_store();
    void copy(const Mem& to, const Mem& from, uint32_t size_bytes);
    void* finish();
    void fail(Label& at, Helper helper) {
        if (!at.is_used()) return;
        a_.bind(at);
        a_.call_m(absolute(helper_slot(helper)));
        a_.int3();
    }

    MethodDesc* method_;
    MethodTable* type_;
    TypeHandle element_;
    FrameThunk thunk_;
    Assembler& a_;
    Label out_of_range_;
    Label mismatch_;
};

void ArrayThunk::linear_index() {
    uint32_t rank = type_->rank;
    bool has_bounds = !type_->is_sz_array();
    a_.mov_rm(8, r11, thunk_.argument(0));
    a_.alu_rr(Alu::Xor, 4, rax, rax);
    for (uint32_t i = 0; i < rank; i++) {
        auto length = static_cast<int32_t>(has_bounds ? array_data_offset + 4 * i : array_length_offset);
        a_.mov_rm(4, rcx, thunk_.argument(1 + i));
        if (has_bounds) a_.alu_rm(Alu::Sub, 4, rcx, at(r11, length + 4 * static_cast<int32_t>(rank)));
        a_.mov_rm(4, rdx, at(r11, length));
        a_.alu_rr(Alu::Cmp, 4, rcx, rdx);
        a_.jump(Cc::Ae, out_of_range_);
        if (i != 0) a_.imul_rr(8, rax, rdx);
        a_.alu_rr(Alu::Add, 8, rax, rcx);
    }
    a_.imul_rri(8, rax, rax, static_cast<int32_t>(type_->component_size()));
    a_.lea(8, rax, at(r11, rax, 0, static_cast<int32_t>(type_->base_size - 8)));
}

// Barriers before the store of an element, whose address is in rax.
void ArrayThunk::before_store() {
    if (!type_->contains_gc_pointers()) return;
    gc::for_each_barrier_point(*type_->gc_layout, 0, [&](uint32_t offset) {
        a_.lea(8, rdi, at(rax, static_cast<int32_t>(offset)));
        a_.call_m(absolute(helper_slot(Helper::BeforeStore)));
    });
}

void ArrayThunk::copy(const Mem& to, const Mem& from, uint32_t size_bytes) {
    Mem source = from;
    Mem target = to;
    for (uint32_t left = size_bytes; left > 0;) {
        uint32_t step = left >= 8 ? 8 : left >= 4 ? 4 : left >= 2 ? 2 : 1;
        if (step >= 4) {
            a_.mov_rm(static_cast<int>(step), rcx, source);
        } else {
            a_.movzx_rm(static_cast<int>(step), rcx, source);
        }
        a_.mov_mr(static_cast<int>(step), target, rcx);
        source.displacement += static_cast<int32_t>(step);
        target.displacement += static_cast<int32_t>(step);
        left -= step;
    }
}

void* ArrayThunk::finish() {
    fail(out_of_range_, Helper::ThrowIndexOutOfRange);
    fail(mismatch_, Helper::ThrowArrayTypeMismatch);
    return thunk_.finish(method_)->start;
}

void* ArrayThunk::get(const abi::Result& result) {
    thunk_.save_arguments();
    linear_index();
    const abi::Location& location = result.location;
    if (result.in_memory) {
        a_.mov_rm(8, rdx, at(rbp, thunk_.return_buffer()));
        copy(at(rdx), at(rax), location.size_bytes);
        a_.mov_rr(8, rax, rdx);
    } else if (location.pieces[0].size_bytes > 8) {
        a_.vmov_rm(location.size_bytes, xmm0, at(rax));
    } else if (location.is_struct) {
        int32_t slot = thunk_.slot(16);
        copy(at(rbp, slot), at(rax), location.size_bytes);
        for (uint32_t k = 0; k < location.piece_count; k++) {
            Mem word = at(rbp, slot + 8 * static_cast<int32_t>(k));
            if (location.pieces[k].is_float) {
                a_.movf_rm(8, static_cast<Xmm>(location.pieces[k].index), word);
            } else {
                a_.mov_rm(8, location.pieces[k].index == 0 ? rax : rdx, word);
            }
        }
    } else if (location.pieces[0].is_float) {
        a_.movf_rm(static_cast<int>(location.size_bytes), xmm0, at(rax));
    } else {
        ElementType element = element_.verification_type();
        bool is_signed = element == ElementType::I1 || element == ElementType::I2;
        int size = static_cast<int>(location.size_bytes);
        if (size >= 4) {
            a_.mov_rm(size, rax, at(rax));
        } else if (is_signed) {
            a_.movsx_rm(4, size, rax, at(rax));
        } else {
            a_.movzx_rm(size, rax, at(rax));
        }
    }
    thunk_.leave_and_return();
    return finish();
}

void* ArrayThunk::set(const abi::Location& value) {
    thunk_.save_arguments();
    uint32_t index = type_->rank + 1u;
    if (!element_.is_value_type() && !element_.is_type_desc()) {
        // The value must fit the array's own element type: null, the exact type, or whatever the helper says.
        Label fits;
        a_.mov_rm(8, rsi, thunk_.argument(index));
        a_.test_rr(8, rsi, rsi);
        a_.jump(Cc::E, fits);
        a_.mov_rm(8, rdi, thunk_.argument(0));
        a_.mov_rm(8, rdi, at(rdi));
        a_.mov_rm(8, rdi, at(rdi, offsetof(MethodTable, element_type)));
        a_.alu_rm(Alu::Cmp, 8, rdi, at(rsi));
        a_.jump(Cc::E, fits);
        a_.call_m(absolute(helper_slot(Helper::IsInstance)));
        a_.test_rr(8, rax, rax);
        a_.jump(Cc::E, mismatch_);
        a_.bind(fits);
    }
    linear_index();
    before_store();
    copy(at(rax), thunk_.argument(index), value.size_bytes);
    thunk_.leave_and_return();
    return finish();
}

void* ArrayThunk::address(bool is_readonly) {
    thunk_.save_arguments();
    if (!is_readonly && !element_.is_value_type() && !element_.is_type_desc()) {
        a_.mov_rm(8, rax, thunk_.argument(0));
        a_.alu_mi(Alu::Cmp, 8, at(rax), imm32(type_));
        a_.jump(Cc::Ne, mismatch_);
    }
    linear_index();
    thunk_.leave_and_return();
    return finish();
}

// Called without `this`: the sizes, or pairs of lower bound and size, in an array of ints for the helper.
void* array_constructor(MethodDesc* method, const MethodSignature& signature) {
    abi::CallLayout layout(TypeHandle(), {signature.parameters, signature.parameter_count});
    FrameThunk thunk(layout);
    Assembler& a = thunk.assembler();
    thunk.save_arguments();
    int32_t sizes = thunk.slot(4u * signature.parameter_count);
    for (uint32_t i = 0; i < signature.parameter_count; i++) {
        a.mov_rm(4, rax, thunk.argument(i));
        a.mov_mr(4, at(rbp, sizes + 4 * static_cast<int32_t>(i)), rax);
    }
    a.mov_ri(4, rdi, imm32(method->owner));
    a.mov_ri(4, rsi, signature.parameter_count);
    a.lea(8, rdx, at(rbp, sizes));
    a.call_m(absolute(helper_slot(Helper::AllocateArrays)));
    thunk.leave_and_return();
    return thunk.finish(method)->start;
}

}  // namespace

void* Thunks::array_method(MethodDesc* method) {
    Result<const MethodSignature*> signature = method_signature(method);
    CELER_ASSERT(signature.has_value(), "an array method without a signature");
    if (method->kind == MethodKind::ArrayCtor) return array_constructor(method, **signature);
    abi::CallLayout layout(**signature);
    ArrayThunk thunk(method, layout);
    if (method->kind == MethodKind::ArrayGet) return thunk.get(layout.result());
    if (method->kind == MethodKind::ArraySet) return thunk.set(layout.argument(layout.count() - 1));
    bool is_readonly = method->kind == MethodKind::ArrayReadonlyAddress;
    CELER_ASSERT(is_readonly || method->kind == MethodKind::ArrayAddress, "not an array method");
    return thunk.address(is_readonly);
}

}  // namespace celer::x64
