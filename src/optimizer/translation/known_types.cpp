#include "optimizer/translation/known_types.h"

#include <cstddef>

#include "object/method_table.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/values.h"
#include "types/loader.h"
#include "types/well_known.h"

namespace celer::optimizer {

using llvm::Value;

void KnownTypes::known_object(const Inst& inst) {
    stack_.push(Kind::Ref, values_.object_at(reinterpret_cast<void*>(inst.imm)));
    stack_.top().described = TypeHandle::from_raw(inst.target);
}

bool KnownTypes::translate(const CallInfo& info, std::span<const Operand> arguments) {
    if (info.method == nullptr || arguments.size() != 1) return false;
    if (info.method->owner->module != well_known(WellKnown::Object)->module) return false;
    return object_get_type(info, arguments[0]) || enum_underlying_type(info, arguments[0]) ||
           primitive_element_type(info, arguments[0]);
}

bool KnownTypes::object_get_type(const CallInfo& info, const Operand& object) {
    if (info.kind != CallKind::Direct || info.method->owner != well_known(WellKnown::Object)) return false;
    MethodTable* type = object.exact ? object.object_type.method_table() : nullptr;
    if (type == nullptr || method_name(info.method) != "GetType") return false;
    if (!push_type_object(type)) return false;
    if (!object.non_null) checks_.check_null(values_.as(object, Kind::Ref));
    return true;
}

// Type.GetEnumUnderlyingType of a known enum.
bool KnownTypes::enum_underlying_type(const CallInfo& info, const Operand& type) {
    MethodTable* table = type.described.is_null() ? nullptr : type.described.method_table();
    if (table == nullptr || !table->is_enum()) return false;
    return method_name(info.method) == "GetEnumUnderlyingType" && push_type_object(primitive_type(table->element));
}

// MethodTable.GetPrimitiveCorElementType, a native function: a byte.
bool KnownTypes::primitive_element_type(const CallInfo& info, const Operand& table) {
    if (info.kind != CallKind::Direct || info.method->kind != MethodKind::InternalCall) return false;
    if (method_name(info.method) != "GetPrimitiveCorElementType") return false;
    Value* place = values_.offset(values_.as(table, Kind::Ref), offsetof(MethodTable, element));
    llvm::LoadInst* element = builder_.CreateLoad(builder_.getInt8Ty(), place);
    mark_invariant(element);
    stack_.push(Kind::I4, builder_.CreateZExt(element, builder_.getInt32Ty()));
    return true;
}

// False: there is none yet, or it may be elsewhere where the code runs.
bool KnownTypes::push_type_object(MethodTable* type) {
    Object* object = type->auxiliary->exposed_class_object;
    if (!body_.state.may_assume || object == nullptr || type->flags & mt_flags::is_collectible) return false;
    stack_.push({.kind = Kind::Ref,
                 .value = values_.address_of(object),
                 .object_type = well_known(WellKnown::RuntimeType),
                 .exact = true,
                 .non_null = true,
                 .described = type});
    return true;
}

}  // namespace celer::optimizer
