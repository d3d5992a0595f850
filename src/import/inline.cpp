// Calls that disappear: bodies so small that the call costs more than they do, read straight from their IL.
//
//   getters   ldarg.0 ldfld F ret         the load faults on a null receiver as the call would
//             [static] ldarga.s 0 ldfld F ret    of a struct
//   setters   ldarg.0 ldarg.1 stfld F ret
//   constants [static] ldc.i4 N ret
//   forwards  [static] call M() ret       M without parameters; followed through, so that IsSupported properties fold
//
// General inlining would start here too: it needs blocks of the callee in the caller.
#include "import/class_initialisation.h"
#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/fields.h"
#include "import/import_state.h"
#include "import/inlining.h"
#include "import/intrinsic_operations.h"
#include "import/intrinsics.h"
#include "import/type_facts.h"
#include "metadata/image.h"
#include "object/object.h"
#include "types/access.h"

namespace celer {

namespace {

constexpr uint32_t largest_body = 12;

struct SmallBody {
    SmallShape shape = SmallShape::None;
    uint32_t token = 0;
    int32_t constant = 0;
};

uint8_t byte_at(Bytes code, size_t i) {
    return i < code.size() ? static_cast<uint8_t>(code[i]) : 0;
}

SmallBody classify(Bytes code) {
    SmallBody body;
    uint8_t first = byte_at(code, 0);
    if (code.size() == 7 && first == 0x02 && byte_at(code, 1) == 0x7b && byte_at(code, 6) == 0x2a) {
        body.shape = SmallShape::Getter;
        body.token = load_unaligned<uint32_t>(code.data() + 2);
    } else if (code.size() == 8 && first == 0x0f && byte_at(code, 1) == 0 && byte_at(code, 2) == 0x7b &&
               byte_at(code, 7) == 0x2a) {
        body.shape = SmallShape::GetterOfStruct;
        body.token = load_unaligned<uint32_t>(code.data() + 3);
    } else if (code.size() == 8 && first == 0x02 && byte_at(code, 1) == 0x03 && byte_at(code, 2) == 0x7d &&
               byte_at(code, 7) == 0x2a) {
        body.shape = SmallShape::Setter;
        body.token = load_unaligned<uint32_t>(code.data() + 3);
    } else if (code.size() == 2 && first >= 0x15 && first <= 0x1e && byte_at(code, 1) == 0x2a) {
        body.shape = SmallShape::Constant;
        body.constant = first - 0x16;
    } else if (code.size() == 3 && first == 0x1f && byte_at(code, 2) == 0x2a) {
        body.shape = SmallShape::Constant;
        body.constant = static_cast<int8_t>(byte_at(code, 1));
    } else if (code.size() == 6 && first == 0x20 && byte_at(code, 5) == 0x2a) {
        body.shape = SmallShape::Constant;
        body.constant = load_unaligned<int32_t>(code.data() + 1);
    } else if (code.size() == 6 && first == 0x28 && byte_at(code, 5) == 0x2a) {
        body.shape = SmallShape::Forward;
        body.token = load_unaligned<uint32_t>(code.data() + 1);
    }
    return body;
}

bool may_inline(const MethodDesc* target) {
    return target->kind == MethodKind::IL &&
           !(target->flags & (method_flags::no_inlining | method_flags::is_synchronized));
}

}  // namespace

bool runs_class_init(const MethodDesc* target, bool may_assume) {
    const MethodTable* owner = target->owner;
    if (pending_initializer(owner->module, may_assume) != nullptr) return true;
    constexpr uint32_t precise = mt_flags2::has_precise_cctor | mt_flags2::has_cctor;
    return (owner->flags2 & precise) == precise && !(may_assume && owner->is_initialized());
}

bool Inlining::inline_small(MethodDesc* target, const MethodSignature* signature) {
    if (!may_inline(target)) return false;
    Result<il::MethodBody> found = il::MethodBody::of_method(*target->owner->module->image(), target->token & 0xffffff);
    if (!found || found->code().size() > largest_body || found->clause_count() != 0) return false;
    SmallBody body = classify(found->code());
    if (body.shape == SmallShape::None || !ensure_loaded(target->owner, LoadLevel::Layout) ||
        runs_class_init(target, state_.options.may_assume))
        return false;
    if (!expand_small(target, signature, body.shape, body.token, body.constant)) return false;
    note_read(target);
    return true;
}

void Inlining::note_read(MethodDesc* target) {
    if (target->owner->module != state_.module) types_.assume(AssumptionKind::Body, {}, target);
    constexpr uint32_t precise = mt_flags2::has_precise_cctor | mt_flags2::has_cctor;
    if ((target->owner->flags2 & precise) == precise) types_.assume(AssumptionKind::Initialized, target->owner);
}

bool Inlining::expand_small(MethodDesc* target, const MethodSignature* signature, SmallShape shape, uint32_t token,
                            int32_t constant) {
    Module* module = target->owner->module;
    GenericContext context = context_of(target);
    switch (shape) {
        case SmallShape::None:
            return false;
        case SmallShape::Getter: {
            if (!signature->has_this || signature->parameter_count != 0) return false;
            Result<FieldDesc*> field = resolve_field(module, token, context);
            return field && can_access_field({target->owner}, (*field)->owner, *field) &&
                   inline_getter(*field, signature->return_type);
        }
        case SmallShape::GetterOfStruct: {
            if (signature->has_this || signature->parameter_count != 1 || stack_.size() == 0) return false;
            Result<FieldDesc*> field = resolve_field(module, token, context);
            if (!field || signature->parameters[0] != TypeHandle((*field)->owner) || !is_aggregate(stack_.top().kind) ||
                stack_.top().type != signature->parameters[0])
                return false;
            return can_access_field({target->owner}, (*field)->owner, *field) &&
                   inline_getter(*field, signature->return_type);
        }
        case SmallShape::Setter: {
            if (!signature->has_this || signature->parameter_count != 1) return false;
            Result<FieldDesc*> field = resolve_field(module, token, context);
            return field && can_access_field({target->owner}, (*field)->owner, *field) &&
                   inline_setter(*field, signature->parameters[0]);
        }
        case SmallShape::Constant:
            if (signature->has_this || signature->parameter_count != 0) return false;
            if (shape_of(signature->return_type).kind != Kind::I4) return false;
            stack_.push_integer(Kind::I4, constant);
            return true;
        case SmallShape::Forward: {
            if (signature->has_this || signature->parameter_count != 0 || depth_ >= 4) return false;
            Result<MethodDesc*> inner = resolve_method(module, token, context);
            if (!inner || !(*inner)->is_static() || (*inner)->is_open() || (*inner)->is_abstract() || *inner == target)
                return false;
            Result<const MethodSignature*> own = method_signature(*inner);
            if (!can_access_method({target->owner}, (*inner)->owner, *inner)) return false;
            if (!own || (*own)->parameter_count != 0 || (*own)->return_type != signature->return_type) return false;
            ++depth_;
            bool done = intrinsics_.expand_intrinsic(*inner, *own) || inline_small(*inner, *own);
            --depth_;
            return done;
        }
    }
    return false;
}

// The field must be one the IL could have loaded without a type load error: then the call would report it.
bool Inlining::inline_getter(FieldDesc* field, TypeHandle result) {
    if (field->is_static() || field->offset >= null_guard_bytes) return false;
    Result<TypeHandle> type = field_type(field);
    if (!type || *type != result ||
        (result.is_value_type() && !ensure_loaded(result.method_table(), LoadLevel::Layout)))
        return false;
    if (part_of_data_span(field)) return true;
    Prefixes saved = state_.prefixes;
    state_.prefixes = {};
    fields_.load_field_of(field, shape_of(result));
    state_.prefixes = saved;
    return true;
}

// Of a span that was made just now for nothing else.
bool Inlining::part_of_data_span(FieldDesc* field) {
    const Value& span = stack_.top();
    std::vector<Inst>& code = state_.code.insts;
    if (data_span_.variable == no_variable || span.first != data_span_.end || !stack_.droppable(span) ||
        code[span.first].op != Op::LoadVar || code[span.first].target != data_span_.variable)
        return false;
    uint32_t first = data_span_.first;
    stack_.pop();
    code.resize(first);
    data_span_.variable = no_variable;
    if (field->offset == span_length_offset) {
        stack_.push_integer(Kind::I4, data_span_.length);
        return true;
    }
    code.insert(code.end(), data_span_.address.begin(), data_span_.address.end());
    Value& address = stack_.push(Kind::ByRef, {}, true);
    address.first = first;
    address.made = code.back().kind;
    stack_.retype(0);
    return true;
}

bool Inlining::inline_setter(FieldDesc* field, TypeHandle parameter) {
    if (field->is_static() || field->offset >= null_guard_bytes) return false;
    Result<TypeHandle> type = field_type(field);
    if (!type || *type != parameter ||
        (parameter.is_value_type() && !ensure_loaded(parameter.method_table(), LoadLevel::Layout))) {
        return false;
    }
    Prefixes saved = state_.prefixes;
    state_.prefixes = {};
    fields_.store_field_of(field, shape_of(parameter));
    state_.prefixes = saved;
    return true;
}

}  // namespace celer
