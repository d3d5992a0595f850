#include "import/handles.h"

#include "base/upcalls.h"
#include "import/call_emission.h"
#include "import/evaluation_stack.h"
#include "import/import_state.h"
#include "import/memory.h"
#include "import/tokens.h"
#include "import/type_facts.h"
#include "metadata/image.h"
#include "metadata/signature.h"

namespace celer {

// Pushes a struct whose only field holds the reference that `push_reference` pushes.
template <typename F>
void Handles::push_handle(WellKnown struct_type, F&& push_reference) {
    MethodTable* table = well_known(struct_type);
    if (!state_.loaded(table, LoadLevel::Layout)) return;
    uint32_t first = stack_.position();
    uint32_t variable = stack_.new_temporary(Kind::Struct, table);
    stack_.emit(Op::VarAddress, Kind::ByRef).target = variable;
    ++scratch_.address_uses[variable];
    Value& address = stack_.push(Kind::ByRef, {}, true);
    address.known = Known::VarAddress;
    address.imm = variable;
    push_reference();
    Shape reference;
    reference.kind = Kind::Ref;
    reference.element = ElementType::Class;
    reference.size_bytes = 8;
    Prefixes saved = state_.prefixes;
    state_.prefixes = {};
    memory_.store_indirect(reference);
    state_.prefixes = saved;
    if (state_.is_invalid) return;
    stack_.push_variable(variable);
    stack_.top().first = first;
}

void Handles::push_type_token(TypeHandle type) {
    push_handle(WellKnown::RuntimeTypeHandle, [&] { push_type_object(type); });
    if (state_.ended) return;
    stack_.top().known = Known::TypeToken;
    stack_.top().subject = type;
}

void Handles::push_method_token(MethodDesc* method) {
    push_handle(WellKnown::RuntimeMethodHandle, [&] {
        stack_.push_address(AddressOf::Method, method);
        calls_.emit_helper(Helper::MethodObject, 1, Kind::Ref, well_known(WellKnown::RuntimeMethodInfoStub));
    });
}

void Handles::push_field_token(FieldDesc* field) {
    push_handle(WellKnown::RuntimeFieldHandle, [&] {
        stack_.push_address(AddressOf::Field, field);
        calls_.emit_helper(Helper::FieldObject, 1, Kind::Ref, well_known(WellKnown::RuntimeFieldInfoStub));
    });
    if (state_.ended) return;
    stack_.top().known = Known::FieldToken;
    stack_.top().field = field;
    stack_.top().pure = true;
}

void Handles::load_token(uint32_t token) {
    metadata::Token t(token);
    if (state_.has_own_tokens()) {
        Result<DynamicToken> found = tokens_.own_token(token);
        if (!state_.check(found)) return;
        if (found->type) return push_type_token(found->type);
        if (found->method != nullptr) return push_method_token(found->method);
        if (found->field != nullptr) return push_field_token(found->field);
        return state_.invalid();
    }
    bool is_method = t.is(metadata::Table::MethodDef) || t.is(metadata::Table::MethodSpec);
    bool is_field = t.is(metadata::Table::Field);
    if (t.is(metadata::Table::MemberRef)) {
        if (!state_.image->is_valid(t)) return state_.invalid();
        Bytes blob = state_.image->blob(state_.image->member_ref(t.rid()).signature);
        is_field = !blob.empty() && (static_cast<uint8_t>(blob[0]) & metadata::kSignatureKindMask) == 6;
        is_method = !is_field;
    }
    if (is_method) {
        Result<MethodDesc*> method = tokens_.resolve_method_token(token);
        if (state_.check(method)) push_method_token(*method);
    } else if (is_field) {
        Result<FieldDesc*> field = tokens_.resolve_field_token(token);
        if (state_.check(field)) push_field_token(*field);
    } else {
        Result<TypeHandle> type = tokens_.resolve_type(token);
        if (!state_.check(type)) return;
        if (MethodTable* table = type->method_table();
            table != nullptr && !state_.check(types_.check_unloaded_instance(table)))
            return;
        push_type_token(*type);
    }
}

void Handles::push_type_object(TypeHandle type) {
    Object* object = g_upcalls.type_object == nullptr ? nullptr : g_upcalls.type_object(type);
    if (object != nullptr) {
        Inst& inst = stack_.emit(Op::ConstObject, Kind::Ref);
        inst.imm = static_cast<int64_t>(reinterpret_cast<uintptr_t>(object));
        inst.target = static_cast<uint32_t>(type.value);
        stack_.push(Kind::Ref, well_known(WellKnown::RuntimeType), true);
        types_.assume(AssumptionKind::TypeObject, type);
    } else {
        uint32_t first = stack_.position();
        stack_.push_address(AddressOf::Type, reinterpret_cast<void*>(type.value));
        calls_.emit_helper(Helper::TypeObject, 1, Kind::Ref, well_known(WellKnown::RuntimeType));
        stack_.top().pure = true;
        stack_.top().first = first;
    }
    Value& value = stack_.top();
    value.known = Known::TypeObject;
    value.subject = type;
    stack_.note_new(value);
}

// refanytype: the type that a typed reference holds in its second word.
void Handles::typed_reference_type() {
    if (!stack_.require(1) || !stack_.coerce(Kind::Struct, well_known(WellKnown::TypedReference))) return;
    Inst& part = stack_.emit(Op::LoadStructField, Kind::I8);
    part.element = ElementType::I8;
    part.imm = 8;
    stack_.push_result(1, Kind::I8, true);
    uint32_t variable = stack_.new_temporary(Kind::I8, {});
    stack_.store_variable(variable);
    push_handle(WellKnown::RuntimeTypeHandle, [&] {
        stack_.push_variable(variable);
        calls_.emit_helper(Helper::TypeObject, 1, Kind::Ref, well_known(WellKnown::RuntimeType));
    });
}

}  // namespace celer
