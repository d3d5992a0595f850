// Objects, boxes, casts, tokens and function addresses (III.4).
#include "import/importer.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "types/literals.h"

namespace celer {

// --- newobj

void Importer::new_object(uint32_t token) {
    Result<MethodDesc*> found = resolve_method_token(token);
    if (check(found) && may_access(*found, token)) construct(*found);
}

void Importer::construct(MethodDesc* constructor) {
    MethodTable* owner = constructor->owner;
    if (constructor->is_open() || constructor->is_static()) return invalid();
    Result<const MethodSignature*> signature = method_signature(constructor);
    if (!check(signature) || !check_arguments(*signature)) return;
    if (constructor->kind == MethodKind::StringCtor) return new_string(constructor);
    if (!loaded(owner, LoadLevel::Complete)) return;
    bool is_abstract = (owner->info->attributes & metadata::type_flags::kAbstract) != 0;
    if (owner->is_delegate() && !is_abstract) return new_delegate(constructor);
    if (constructor->kind == MethodKind::ArrayCtor) {
        CallInfo* call = call_info(CallKind::Direct, constructor, *signature);
        if (!pop_arguments(call, false, {})) return;
        call->return_kind = Kind::Ref;
        call->return_type = owner;
        emit(Op::Call, Kind::Ref).call = call;
        return note_new(push(Kind::Ref, owner));
    }
    // Whatever it is called: any instance method without a result makes an object.
    if (constructor->is_abstract()) return invalid(bad_format());
    if ((*signature)->return_type != TypeHandle(primitive_type(ElementType::Void))) return invalid();
    if (owner->is_interface() || is_abstract) {
        return invalid(Error{ErrorKind::InvalidOperation, "Instances of abstract classes cannot be created.", {}});
    }
    if (is_com_class(owner)) return invalid(com_error());
    if (owner->is_vector() && expand_vector_constructor(constructor, *signature)) return;
    if (shape_of(owner).kind == Kind::Struct && inline_constructor(constructor, *signature)) return;
    CallInfo* call = call_info(CallKind::Direct, constructor, *signature);
    call->type = owner;
    if (!pop_arguments(call, false, {})) return;
    Shape shape = shape_of(owner);
    call->return_kind = Kind::Void;  // the constructor's; the object is the instruction's own result
    Inst& inst = emit(Op::NewObject, shape.kind);
    inst.call = call;
    inst.element = shape.element;
    Value& value = push_shape(shape);
    if (shape.kind == Kind::Ref) note_new(value);
}

// String constructors have no body: the static (in effect) Ctor with the same parameters makes the string.
void Importer::new_string(MethodDesc* constructor) {
    MethodTable* string = constructor->owner;
    const MethodSignature* wanted = *method_signature(constructor);
    for (uint32_t i = 0; i < string->info->method_count; ++i) {
        MethodDesc* candidate = declared_method(string, i);
        if (candidate == nullptr || method_name(candidate) != "Ctor") continue;
        Result<const MethodSignature*> signature = method_signature(candidate);
        if (!signature || (*signature)->parameter_count != wanted->parameter_count) continue;
        bool same = true;
        for (uint32_t p = 0; p < wanted->parameter_count; ++p)
            same &= (*signature)->parameters[p] == wanted->parameters[p];
        if (!same) continue;
        emit_call(candidate, *signature, CallKind::Direct, false);
        if (!ended_) note_new(stack_.back());
        return;
    }
    throw_error({ErrorKind::MissingMethod, "Method not found: 'System.String.Ctor'.", {}});
}

// Delegates ask how large the arguments are, and CoreCLR finds no more of them than begin within the signature.
static Result<void> check_whole_signature(const MethodDesc* method) {
    const metadata::Image& image = *method->owner->module->image();
    metadata::Token token(method->token);
    if (method->kind != MethodKind::IL || token.is_nil() || image.is_ready_to_run()) return {};
    metadata::SignatureReader reader(image.blob(image.method_def(token.rid()).signature));
    if (reader.read_u8() & metadata::kSignatureGeneric) reader.read_compressed();
    uint32_t types = reader.read_compressed() + 1;
    for (; types != 0 && !reader.failed(); --types) {
        reader.skip_modifiers();
        if (reader.at_end()) return fail(ErrorKind::BadImageFormat, "Bad element type in SizeOf.");
        reader.skip_type();
    }
    return {};
}

// [target, function] -> delegate. The method is known when ldftn pushed the function; a virtual one is told from its
// stub.
void Importer::new_delegate(MethodDesc* constructor) {
    if (!require(2) || constructor->kind != MethodKind::DelegateCtor) return invalid();
    MethodDesc* method = top().known == Known::Function ? top().method : nullptr;
    if (method != nullptr && !check(check_whole_signature(method))) return;
    if (!coerce(Kind::I8) || !coerce_below(1, Kind::Ref)) return;
    Inst& inst = emit(Op::MakeDelegate, Kind::Ref);
    inst.type = constructor->owner;
    inst.method = method;
    pop();
    pop();
    note_new(push(Kind::Ref, constructor->owner));
}

void Importer::new_array(TypeHandle element) {
    if (!require(1) || !coerce_index(0)) return;
    if (element.verification_type() == ElementType::Void || element.is_byref()) return invalid();
    Result<MethodTable*> array = sz_array_of(element);
    if (!check(array) || !loaded(*array, LoadLevel::Complete)) return;
    // Elements may be boxed behind our back (Array.GetValue), so their type must be able to be an object's.
    if (element.is_value_type() && !loaded(element.method_table(), LoadLevel::Complete)) return;
    int64_t length = top().known == Known::Integer ? top().imm : -1;
    emit(Op::NewArray, Kind::Ref).type = *array;
    Value& value = push_result(1, Kind::Ref, false, *array);
    note_new(value);
    value.array_length = length;
}

// --- Boxes

void Importer::box(TypeHandle type) {
    Shape shape;
    if (!require(1)) return;
    if (type.is_reference()) {
        coerce(Kind::Ref);
        return;
    }
    MethodTable* table = type.method_table();
    if (table == nullptr) return invalid();
    if (!loaded(table, LoadLevel::Complete) || !struct_shape(type, shape) || !coerce(shape.kind, type)) return;
    bool nullable = table->is_nullable();
    if (table->is_by_ref_like()) boxes_by_ref_like_ = true;
    Inst& inst = emit(nullable ? Op::BoxNullable : Op::Box, Kind::Ref);
    inst.type = table;
    inst.element = shape.element;
    Value& value = push_result(1, Kind::Ref, true, nullable ? TypeHandle() : type);
    if (!nullable) note_new(value);
}

void Importer::unbox(TypeHandle type) {
    MethodTable* table = type.method_table();
    Shape shape;
    if (!require(1) || table == nullptr || !table->is_value_type()) return invalid();
    if (!coerce(Kind::Ref) || !loaded(table, LoadLevel::Complete) || !struct_shape(type, shape)) return;
    if (table->is_nullable()) {
        unbox_any(type);
        if (ended_) return;
        uint32_t variable = new_temporary(Kind::Struct, type);
        store_variable(variable);
        emit(Op::VarAddress, Kind::ByRef).target = variable;
        ++scratch_.address_uses[variable];
        note_non_null(push(Kind::ByRef, {}, true));
        return;
    }
    emit(Op::Unbox, Kind::ByRef).type = table;
    note_non_null(push_result(1, Kind::ByRef, false));
}

void Importer::unbox_any(TypeHandle type) {
    if (!require(1)) return;
    if (type.is_reference()) return cast(type, false);
    MethodTable* table = type.method_table();
    Shape shape;
    if (table == nullptr) return invalid();
    if (!coerce(Kind::Ref) || !loaded(table, LoadLevel::Complete) || !struct_shape(type, shape)) return;
    Value& value = top();
    const Inst& last = code_.insts.back();
    if (value.end == position() && (last.op == Op::Box || last.op == Op::BoxNullable) && last.type == table) {
        code_.insts.pop_back();
        --value.end;
        value.kind = value.made = shape.kind;
        value.type = is_aggregate(shape.kind) ? type : TypeHandle();
        value.exact = value.non_null = false;
        return;
    }
    if (table->is_nullable()) {
        emit(Op::UnboxNullable, Kind::Struct).type = table;
        push_result(1, Kind::Struct, false, type);
        return;
    }
    emit(Op::Unbox, Kind::ByRef).type = table;
    push_result(1, Kind::ByRef, false);
    Inst& load = emit(Op::Load, shape.kind);
    load.element = shape.element;
    if (is_aggregate(shape.kind)) load.type = table;
    pop();
    push_shape(shape);
}

// --- Casts

void Importer::cast(TypeHandle type, bool is_instance) {
    if (!require(1) || !coerce(Kind::Ref)) return;
    MethodTable* table = type.method_table();
    if (table == nullptr) return invalid();
    if (table->is_nullable()) {
        type = TypeHandle::from_raw((*table->per_inst_info)[0]);  // a boxed Nullable is its value
        table = type.method_table();
        if (table == nullptr) return invalid();
    }
    if (!loaded(table, LoadLevel::Hierarchy)) return;
    Value& value = top();
    if (value.known == Known::Null) return;
    MethodTable* from = value.type.method_table();
    if (table == well_known(WellKnown::Object)) return;
    if (from == table && !from->is_nullable()) return;
    if (from != nullptr && from->info->has_reached(LoadLevel::Hierarchy) && !from->is_nullable()) {
        bool fits = can_cast(value.type, type);
        if (fits && (!from->is_value_type() || value.exact)) return;
        bool asks_object = from->flags2 & mt_flags2::is_dynamic_castable;
        if (!fits && is_instance && value.exact && value.non_null && !asks_object) {
            drop();
            return push_null();
        }
    }
    // isinst of a boxed Nullable: the answer for its value, if it has one.
    const Inst& last = code_.insts.back();
    if (value.end == position() && last.op == Op::BoxNullable) {
        TypeHandle boxed = TypeHandle::from_raw((*last.type->per_inst_info)[0]);
        if (can_cast(boxed, type)) return;
        if (is_instance) {
            drop();
            return push_null();
        }
    }
    CastKind kind = CastKind::Class;
    if (table->is_array()) {
        kind = CastKind::Array;
    } else if (table->is_interface()) {
        kind = CastKind::Interface;
    } else if (table->flags2 & mt_flags2::has_variance) {
        kind = CastKind::Any;
    } else if (is_sealed(table)) {
        kind = CastKind::ExactClass;
    } else if (table->depth >= display_size) {
        kind = CastKind::Any;
    }
    Inst& inst = emit(is_instance ? Op::IsInstance : Op::CastClass, Kind::Ref);
    inst.type = table;
    inst.small = static_cast<uint8_t>(kind);
    bool non_null = !is_instance && value.non_null;
    Value& result = push_result(1, Kind::Ref, is_instance, type);
    if (non_null) note_non_null(result);
    if (kind == CastKind::ExactClass) {
        result.exact = true;
        code_.insts.back().flags |= inst_flags::exact;
    }
}

// --- Tokens

// Pushes a struct whose only field holds the reference that `push_reference` pushes.
template <typename F>
void Importer::push_handle(WellKnown struct_type, F&& push_reference) {
    MethodTable* table = well_known(struct_type);
    if (!loaded(table, LoadLevel::Layout)) return;
    uint32_t first = position();
    uint32_t variable = new_temporary(Kind::Struct, table);
    emit(Op::VarAddress, Kind::ByRef).target = variable;
    ++scratch_.address_uses[variable];
    Value& address = push(Kind::ByRef, {}, true);
    address.known = Known::VarAddress;
    address.imm = variable;
    push_reference();
    Shape reference;
    reference.kind = Kind::Ref;
    reference.element = ElementType::Class;
    reference.size_bytes = 8;
    Prefixes saved = prefixes_;
    prefixes_ = {};
    store_indirect(reference);
    prefixes_ = saved;
    if (invalid_) return;
    push_variable(variable);
    stack_.back().first = first;
}

void Importer::push_type_token(TypeHandle type) {
    push_handle(WellKnown::RuntimeTypeHandle, [&] { push_type_object(type); });
    if (ended_) return;
    stack_.back().known = Known::TypeToken;
    stack_.back().subject = type;
}

void Importer::push_method_token(MethodDesc* method) {
    push_handle(WellKnown::RuntimeMethodHandle, [&] {
        push_address(AddressOf::Method, method);
        emit_helper(Helper::MethodObject, 1, Kind::Ref, well_known(WellKnown::RuntimeMethodInfoStub));
    });
}

void Importer::push_field_token(FieldDesc* field) {
    push_handle(WellKnown::RuntimeFieldHandle, [&] {
        push_address(AddressOf::Field, field);
        emit_helper(Helper::FieldObject, 1, Kind::Ref, well_known(WellKnown::RuntimeFieldInfoStub));
    });
    if (ended_) return;
    stack_.back().known = Known::FieldToken;
    stack_.back().field = field;
    stack_.back().pure = true;
}

void Importer::load_token(uint32_t token) {
    metadata::Token t(token);
    if (has_own_tokens()) {
        Result<DynamicToken> found = own_token(token);
        if (!check(found)) return;
        if (found->type) return push_type_token(found->type);
        if (found->method != nullptr) return push_method_token(found->method);
        if (found->field != nullptr) return push_field_token(found->field);
        return invalid();
    }
    bool is_method = t.is(metadata::Table::MethodDef) || t.is(metadata::Table::MethodSpec);
    bool is_field = t.is(metadata::Table::Field);
    if (t.is(metadata::Table::MemberRef)) {
        if (!image_->is_valid(t)) return invalid();
        Bytes blob = image_->blob(image_->member_ref(t.rid()).signature);
        is_field = !blob.empty() && (static_cast<uint8_t>(blob[0]) & metadata::kSignatureKindMask) == 6;
        is_method = !is_field;
    }
    if (is_method) {
        Result<MethodDesc*> method = resolve_method_token(token);
        if (check(method)) push_method_token(*method);
    } else if (is_field) {
        Result<FieldDesc*> field = resolve_field_token(token);
        if (check(field)) push_field_token(*field);
    } else {
        Result<TypeHandle> type = resolve_type(token);
        if (!check(type)) return;
        if (MethodTable* table = type->method_table(); table != nullptr && !check(check_unloaded_instance(table)))
            return;
        push_type_token(*type);
    }
}

void Importer::size_of(TypeHandle type) {
    Shape shape;
    if (!struct_shape(type, shape)) return;
    if (is_aggregate(shape.kind)) assume_layout(type.method_table());
    push_integer(Kind::I4, shape.size_bytes);
}

void Importer::load_string(uint32_t token) {
    Object* object = nullptr;
    if (has_own_tokens()) {
        Result<DynamicToken> found = own_token(token);
        if (!check(found)) return;
        object = found->string;
    } else {
        Result<StringObject*> found = string_literal(module_, token);
        if (!found) {
            if (!late_error_) late_error_ = std::move(found).error();
            return push_null();
        }
        object = *found;
    }
    if (object == nullptr) return invalid();
    emit(Op::ConstObject, Kind::Ref).imm = static_cast<int64_t>(reinterpret_cast<uintptr_t>(object));
    note_new(push(Kind::Ref, well_known(WellKnown::String), true));
}

// --- Function addresses

void Importer::push_function(MethodDesc* method) {
    bool for_native_code = method->flags & method_flags::is_unmanaged_callers_only;
    if (for_native_code && !check(method_signature(method))) return;
    void* address = for_native_code && import_hooks().unmanaged_entry != nullptr
                        ? import_hooks().unmanaged_entry(method)
                        : method_stub(method);
    Inst& inst = emit(Op::ConstAddress, Kind::I8);
    inst.imm = static_cast<int64_t>(reinterpret_cast<uintptr_t>(address));
    inst.small = static_cast<uint8_t>(AddressOf::Function);
    inst.method = method;
    Value& value = push(Kind::I8, {}, true);
    value.known = Known::Function;
    value.method = method;
}

void Importer::load_function(uint32_t token) {
    Result<MethodDesc*> found = resolve_method_token(token);
    if (!check(found) || !may_access(*found, token)) return;
    MethodDesc* method = *found;
    if (method->is_open()) return invalid();
    if (prefixes_.constrained && method->is_static()) {
        Result<MethodDesc*> resolved = resolve_static_virtual(prefixes_.constrained, method);
        if (!check(resolved)) return;
        method = *resolved;
    }
    if (method->is_abstract()) return invalid(bad_format());
    Result<const MethodSignature*> signature = method_signature(method);
    if (check(signature) && check_convention(*signature)) push_function(method);
}

void Importer::load_virtual_function(uint32_t token) {
    Result<MethodDesc*> found = resolve_method_token(token);
    if (!require(1) || !check(found) || !may_access(*found, token)) return;
    MethodDesc* method = *found;
    if (method->is_open()) return invalid();
    if (method->is_static()) return invalid(no_such_virtual());
    if (!coerce(Kind::Ref) || !loaded(method->owner, LoadLevel::Complete)) return;
    bool is_bound = !method->is_virtual() || (method->flags & method_flags::is_final) || is_sealed(method->owner);
    MethodDesc* exact = devirtualize(method, top());
    if (exact != nullptr) method = exact;
    if (is_bound || exact != nullptr) {
        // Of a method that can be no other, CoreCLR takes the address without a look at the object.
        if (is_bound || top().non_null) {
            drop();
        } else {
            emit(Op::NullCheck, Kind::Ref);
            pop();
        }
        return push_function(method);
    }
    CallInfo* call = call_info(CallKind::GenericVirtual, method, nullptr);
    emit(Op::LoadVirtualFunction, Kind::I8).call = call;
    push_result(1, Kind::I8, false);
    stack_.back().known = Known::VirtualFunction;
    stack_.back().method = method;
}

// --- Typed references, variable arguments

void Importer::make_typed_reference(TypeHandle type) {
    if (!address_operand()) return;
    MethodTable* table = well_known(WellKnown::TypedReference);
    if (!loaded(table, LoadLevel::Layout)) return;
    coerce(Kind::ByRef);
    uint32_t address = new_temporary(Kind::ByRef, {});
    store_variable(address);
    uint32_t reference = new_temporary(Kind::Struct, table);
    auto store_part = [&](uint32_t offset, Kind kind, auto&& push_part) {
        emit(Op::VarAddress, Kind::ByRef).target = reference;
        ++scratch_.address_uses[reference];
        push_part();
        Inst& store = emit(Op::Store, kind);
        store.element = kind == Kind::ByRef ? ElementType::ByRef : ElementType::I8;
        store.imm = offset;
        store.flags = inst_flags::on_stack_base;
        pop();
    };
    store_part(0, Kind::ByRef, [&] { push_variable(address); });
    store_part(8, Kind::I8, [&] { push_address(AddressOf::Type, reinterpret_cast<void*>(type.value)); });
    push_variable(reference);
}

void Importer::typed_reference_value(TypeHandle type) {
    if (!require(1) || !coerce(Kind::Struct, well_known(WellKnown::TypedReference))) return;
    uint32_t reference = new_temporary(Kind::Struct, top().type);
    store_variable(reference);
    push_address(AddressOf::Type, reinterpret_cast<void*>(type.value));
    push_variable(reference);
    call_corelib(WellKnown::TypedReference, "GetRefAny");
}

void Importer::typed_reference_type() {
    if (!require(1) || !coerce(Kind::Struct, well_known(WellKnown::TypedReference))) return;
    Inst& part = emit(Op::LoadStructField, Kind::I8);
    part.element = ElementType::I8;
    part.imm = 8;
    push_result(1, Kind::I8, true);
    uint32_t variable = new_temporary(Kind::I8, {});
    store_variable(variable);
    push_handle(WellKnown::RuntimeTypeHandle, [&] {
        push_variable(variable);
        emit_helper(Helper::TypeObject, 1, Kind::Ref, well_known(WellKnown::RuntimeType));
    });
}

}  // namespace celer
