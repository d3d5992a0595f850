#include "import/objects.h"

#include "base/upcalls.h"
#include "code/process_cells.h"
#include "import/access.h"
#include "import/call_emission.h"
#include "import/calls.h"
#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/import_state.h"
#include "import/inlining.h"
#include "import/intrinsic_operations.h"
#include "import/memory.h"
#include "import/tokens.h"
#include "import/type_facts.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "platform/loader_heap.h"
#include "types/literals.h"

namespace celer {

// --- newobj

void ObjectOperations::new_object(uint32_t token) {
    Result<MethodDesc*> found = tokens_.resolve_method_token(token);
    if (state_.check(found) && access_.may_access(*found, token)) construct(*found);
}

void ObjectOperations::construct(MethodDesc* constructor) {
    MethodTable* owner = constructor->owner;
    if (constructor->is_open() || constructor->is_static()) return state_.invalid();
    Result<const MethodSignature*> signature = method_signature(constructor);
    if (!state_.check(signature) || !calls_.check_arguments(*signature)) return;
    if (constructor->kind == MethodKind::StringCtor) return new_string(constructor);
    if (!state_.loaded(owner, LoadLevel::Complete)) return;
    bool is_abstract = (owner->info->attributes & metadata::type_flags::kAbstract) != 0;
    if (owner->is_delegate() && !is_abstract) return new_delegate(constructor);
    if (constructor->kind == MethodKind::ArrayCtor) {
        CallInfo* call = calls_.call_info(CallKind::Direct, constructor, *signature);
        if (!calls_.pop_arguments(call, false, {})) return;
        call->return_kind = Kind::Ref;
        call->return_type = owner;
        stack_.emit(Op::Call, Kind::Ref).call = call;
        return stack_.note_new(stack_.push(Kind::Ref, owner));
    }
    // Whatever it is called: any instance method without a result makes an object.
    if (constructor->is_abstract()) return state_.invalid(bad_format());
    if ((*signature)->return_type != TypeHandle(primitive_type(ElementType::Void))) return state_.invalid();
    if (owner->is_interface() || is_abstract) {
        return state_.invalid(
            Error{ErrorKind::InvalidOperation, "Instances of abstract classes cannot be created.", {}});
    }
    if (is_com_class(owner)) return state_.invalid(com_error());
    if (owner->is_vector() && intrinsics_.expand_vector_constructor(constructor, *signature)) return;
    if (shape_of(owner).kind == Kind::Struct && inlining_.inline_constructor(constructor, *signature)) return;
    CallInfo* call = calls_.call_info(CallKind::Direct, constructor, *signature);
    call->type = owner;
    if (!calls_.pop_arguments(call, false, {})) return;
    Shape shape = shape_of(owner);
    call->return_kind = Kind::Void;  // the constructor's; the object is the instruction's own result
    Inst& inst = stack_.emit(Op::NewObject, shape.kind);
    inst.call = call;
    inst.element = shape.element;
    Value& value = stack_.push_shape(shape);
    if (shape.kind == Kind::Ref) stack_.note_new(value);
}

// String constructors have no body: the static (in effect) Ctor with the same parameters makes the string.
void ObjectOperations::new_string(MethodDesc* constructor) {
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
        calls_.emit_call(candidate, *signature, CallKind::Direct, false);
        if (!state_.ended) stack_.note_new(stack_.top());
        return;
    }
    calls_.throw_error({ErrorKind::MissingMethod, "Method not found: 'System.String.Ctor'.", {}});
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
void ObjectOperations::new_delegate(MethodDesc* constructor) {
    if (!stack_.require(2) || constructor->kind != MethodKind::DelegateCtor) return state_.invalid();
    MethodDesc* method = stack_.top().known == Known::Function ? stack_.top().method : nullptr;
    if (method != nullptr && !state_.check(check_whole_signature(method))) return;
    if (!stack_.coerce(Kind::I8) || !stack_.coerce_below(1, Kind::Ref)) return;
    Inst& inst = stack_.emit(Op::MakeDelegate, Kind::Ref);
    inst.type = constructor->owner;
    inst.method = method;
    stack_.pop();
    stack_.pop();
    stack_.note_new(stack_.push(Kind::Ref, constructor->owner));
}

// --- Boxes

void ObjectOperations::box(TypeHandle type) {
    Shape shape;
    if (!stack_.require(1)) return;
    if (type.is_reference()) {
        stack_.coerce(Kind::Ref);
        return;
    }
    MethodTable* table = type.method_table();
    if (table == nullptr) return state_.invalid();
    if (!state_.loaded(table, LoadLevel::Complete) || !types_.struct_shape(type, shape) ||
        !stack_.coerce(shape.kind, type))
        return;
    stack_.retype(0);
    bool nullable = table->is_nullable();
    if (table->is_by_ref_like()) state_.boxes_by_ref_like = true;
    Inst& inst = stack_.emit(nullable ? Op::BoxNullable : Op::Box, Kind::Ref);
    inst.type = table;
    inst.element = shape.element;
    Value& value = stack_.push_result(1, Kind::Ref, true, nullable ? TypeHandle() : type);
    if (!nullable) stack_.note_new(value);
}

void ObjectOperations::unbox(TypeHandle type) {
    MethodTable* table = type.method_table();
    Shape shape;
    if (!stack_.require(1) || table == nullptr || !table->is_value_type()) return state_.invalid();
    if (!stack_.coerce(Kind::Ref) || !state_.loaded(table, LoadLevel::Complete) || !types_.struct_shape(type, shape))
        return;
    if (table->is_nullable()) {
        unbox_any(type);
        if (state_.ended) return;
        uint32_t variable = stack_.new_temporary(Kind::Struct, type);
        stack_.store_variable(variable);
        stack_.emit(Op::VarAddress, Kind::ByRef).target = variable;
        ++scratch_.address_uses[variable];
        stack_.note_non_null(stack_.push(Kind::ByRef, {}, true));
        return;
    }
    stack_.emit(Op::Unbox, Kind::ByRef).type = table;
    stack_.note_non_null(stack_.push_result(1, Kind::ByRef, false));
}

void ObjectOperations::unbox_any(TypeHandle type) {
    if (!stack_.require(1)) return;
    if (type.is_reference()) return cast(type, false);
    MethodTable* table = type.method_table();
    Shape shape;
    if (table == nullptr) return state_.invalid();
    if (!stack_.coerce(Kind::Ref) || !state_.loaded(table, LoadLevel::Complete) || !types_.struct_shape(type, shape))
        return;
    Value& value = stack_.top();
    const Inst& last = code_.insts.back();
    if (value.end == stack_.position() && (last.op == Op::Box || last.op == Op::BoxNullable) && last.type == table) {
        code_.insts.pop_back();
        --value.end;
        value.kind = value.made = shape.kind;
        value.type = is_aggregate(shape.kind) ? type : TypeHandle();
        value.exact = value.non_null = false;
        return;
    }
    if (table->is_nullable()) {
        stack_.emit(Op::UnboxNullable, Kind::Struct).type = table;
        stack_.push_result(1, Kind::Struct, false, type);
        return;
    }
    stack_.emit(Op::Unbox, Kind::ByRef).type = table;
    stack_.push_result(1, Kind::ByRef, false);
    Inst& load = stack_.emit(Op::Load, shape.kind);
    load.element = shape.element;
    if (is_aggregate(shape.kind)) load.type = table;
    stack_.pop();
    stack_.push_shape(shape);
}

// --- Casts

void ObjectOperations::cast(TypeHandle type, bool is_instance) {
    if (!stack_.require(1) || !stack_.coerce(Kind::Ref)) return;
    MethodTable* table = type.method_table();
    if (table == nullptr) return state_.invalid();
    if (table->is_nullable()) {
        type = TypeHandle::from_raw((*table->per_inst_info)[0]);  // a boxed Nullable is its value
        table = type.method_table();
        if (table == nullptr) return state_.invalid();
    }
    if (!state_.loaded(table, LoadLevel::Hierarchy)) return;
    Value& value = stack_.top();
    if (value.known == Known::Null) return;
    MethodTable* from = value.type.method_table();
    if (table == well_known(WellKnown::Object)) return;
    if (from == table && !from->is_nullable()) return;
    if (from != nullptr && from->info->has_reached(LoadLevel::Hierarchy) && !from->is_nullable()) {
        bool fits = can_cast(value.type, type);
        if (fits && (!from->is_value_type() || value.exact)) return;
        bool asks_object = from->flags2 & mt_flags2::is_dynamic_castable;
        if (!fits && is_instance && value.exact && value.non_null && !asks_object) {
            stack_.drop();
            return stack_.push_null();
        }
    }
    // isinst of a boxed Nullable: the answer for its value, if it has one.
    const Inst& last = code_.insts.back();
    if (value.end == stack_.position() && last.op == Op::BoxNullable) {
        TypeHandle boxed = TypeHandle::from_raw((*last.type->per_inst_info)[0]);
        if (can_cast(boxed, type)) return;
        if (is_instance) {
            stack_.drop();
            return stack_.push_null();
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
    Inst& inst = stack_.emit(is_instance ? Op::IsInstance : Op::CastClass, Kind::Ref);
    inst.type = table;
    inst.small = static_cast<uint8_t>(kind);
    bool non_null = !is_instance && value.non_null;
    Value& result = stack_.push_result(1, Kind::Ref, is_instance, type);
    if (non_null) stack_.note_non_null(result);
    if (kind == CastKind::ExactClass) {
        result.exact = true;
        code_.insts.back().flags |= inst_flags::exact;
    }
}

void ObjectOperations::size_of(TypeHandle type) {
    Shape shape;
    if (!types_.struct_shape(type, shape)) return;
    if (is_aggregate(shape.kind)) types_.assume_layout(type.method_table());
    stack_.push_integer(Kind::I4, shape.size_bytes);
}

void ObjectOperations::load_string(uint32_t token) {
    Object* object = nullptr;
    if (state_.has_own_tokens()) {
        Result<DynamicToken> found = tokens_.own_token(token);
        if (!state_.check(found)) return;
        object = found->string;
    } else {
        Result<StringObject*> found = string_literal(state_.module, token);
        if (!found) {
            if (!state_.late_error) state_.late_error = std::move(found).error();
            return stack_.push_null();
        }
        object = *found;
    }
    if (object == nullptr) return state_.invalid();
    bool is_frozen = section_range(Section::Frozen).contains(reinterpret_cast<uintptr_t>(object));
    if (!is_frozen && loader_heap_of(state_.method) == nullptr) {
        stack_.push_address(AddressOf::HeapString, new_heap_string_cell(state_.method, object));
        Inst& inst = stack_.emit(Op::Load, Kind::Ref);
        inst.element = ElementType::Class;
        inst.flags = inst_flags::non_null_base;
        stack_.push_result(1, Kind::Ref, true, well_known(WellKnown::String));
        return;
    }
    stack_.emit(Op::ConstObject, Kind::Ref).imm = static_cast<int64_t>(reinterpret_cast<uintptr_t>(object));
    stack_.note_new(stack_.push(Kind::Ref, well_known(WellKnown::String), true));
}

// --- Function addresses

void ObjectOperations::push_function(MethodDesc* method) {
    bool for_native_code = method->flags & method_flags::is_unmanaged_callers_only;
    if (for_native_code && !state_.check(method_signature(method))) return;
    void* address = for_native_code && g_upcalls.unmanaged_entry != nullptr ? g_upcalls.unmanaged_entry(method)
                                                                            : method_stub(method);
    Inst& inst = stack_.emit(Op::ConstAddress, Kind::I8);
    inst.imm = static_cast<int64_t>(reinterpret_cast<uintptr_t>(address));
    inst.small = static_cast<uint8_t>(AddressOf::Function);
    inst.method = method;
    Value& value = stack_.push(Kind::I8, {}, true);
    value.known = Known::Function;
    value.method = method;
}

void ObjectOperations::load_function(uint32_t token) {
    Result<MethodDesc*> found = tokens_.resolve_method_token(token);
    if (!state_.check(found) || !access_.may_access(*found, token)) return;
    MethodDesc* method = *found;
    if (method->is_open()) return state_.invalid();
    if (state_.prefixes.constrained && method->is_static()) {
        Result<MethodDesc*> resolved = resolve_static_virtual(state_.prefixes.constrained, method);
        if (!state_.check(resolved)) return;
        method = *resolved;
    }
    if (method->is_abstract()) return state_.invalid(bad_format());
    Result<const MethodSignature*> signature = method_signature(method);
    if (state_.check(signature) && calls_.check_convention(*signature)) push_function(method);
}

void ObjectOperations::load_virtual_function(uint32_t token) {
    Result<MethodDesc*> found = tokens_.resolve_method_token(token);
    if (!stack_.require(1) || !state_.check(found) || !access_.may_access(*found, token)) return;
    MethodDesc* method = *found;
    if (method->is_open()) return state_.invalid();
    if (method->is_static()) return state_.invalid(no_such_virtual());
    if (!stack_.coerce(Kind::Ref) || !state_.loaded(method->owner, LoadLevel::Complete)) return;
    bool is_bound = !method->is_virtual() || (method->flags & method_flags::is_final) || is_sealed(method->owner);
    MethodDesc* exact = invocations_.devirtualize(method, stack_.top());
    if (exact != nullptr) method = exact;
    if (is_bound || exact != nullptr) {
        // Of a method that can be no other, CoreCLR takes the address without a look at the object.
        if (is_bound || stack_.top().non_null) {
            stack_.drop();
        } else {
            stack_.emit(Op::NullCheck, Kind::Ref);
            stack_.pop();
        }
        return push_function(method);
    }
    CallInfo* call = calls_.call_info(CallKind::Interface, method, nullptr);
    stack_.emit(Op::LoadVirtualFunction, Kind::I8).call = call;
    stack_.push_result(1, Kind::I8, false);
    stack_.top().known = Known::VirtualFunction;
    stack_.top().method = method;
}

// --- Typed references, variable arguments

void ObjectOperations::make_typed_reference(TypeHandle type) {
    if (!memory_.address_operand()) return;
    MethodTable* table = well_known(WellKnown::TypedReference);
    if (!state_.loaded(table, LoadLevel::Layout)) return;
    stack_.coerce(Kind::ByRef);
    uint32_t address = stack_.new_temporary(Kind::ByRef, {});
    stack_.store_variable(address);
    uint32_t reference = stack_.new_temporary(Kind::Struct, table);
    auto store_part = [&](uint32_t offset, Kind kind, auto&& push_part) {
        stack_.emit(Op::VarAddress, Kind::ByRef).target = reference;
        ++scratch_.address_uses[reference];
        push_part();
        Inst& store = stack_.emit(Op::Store, kind);
        store.element = kind == Kind::ByRef ? ElementType::ByRef : ElementType::I8;
        store.imm = offset;
        store.flags = inst_flags::on_stack_base;
        stack_.pop();
    };
    store_part(0, Kind::ByRef, [&] { stack_.push_variable(address); });
    store_part(8, Kind::I8, [&] { stack_.push_address(AddressOf::Type, reinterpret_cast<void*>(type.value)); });
    stack_.push_variable(reference);
}

void ObjectOperations::typed_reference_value(TypeHandle type) {
    if (!stack_.require(1) || !stack_.coerce(Kind::Struct, well_known(WellKnown::TypedReference))) return;
    uint32_t reference = stack_.new_temporary(Kind::Struct, stack_.top().type);
    stack_.store_variable(reference);
    stack_.push_address(AddressOf::Type, reinterpret_cast<void*>(type.value));
    stack_.push_variable(reference);
    calls_.call_corelib(WellKnown::TypedReference, "GetRefAny");
}

// constrained. on a receiver that lies below the arguments: replaces the address by the reference or box behind it.
bool ObjectOperations::dereference_below(uint32_t depth, TypeHandle type) {
    return stack_.operate_below(depth, [&] {
        memory_.load_object(type);
        if (!state_.ended && type.is_value_type()) box(type);
        return !state_.ended;
    });
}

}  // namespace celer
