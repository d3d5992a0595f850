// Bodies the engine supplies: [UnsafeAccessor] methods, and the intrinsics whose own body only throws (a delegate or
// reflection may still call those as methods). Both are one block: the arguments, one operation, ret.
#include "import/synthesize.h"

#include <algorithm>

#include "base/upcalls.h"
#include "import/block_graph.h"
#include "import/branches.h"
#include "import/call_emission.h"
#include "import/calls.h"
#include "import/class_initialisation.h"
#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/fields.h"
#include "import/import_state.h"
#include "import/intrinsic_operations.h"
#include "import/intrinsics.h"
#include "import/memory.h"
#include "import/objects.h"
#include "import/variable_table.h"
#include "metadata/image.h"
#include "metadata/signature.h"

namespace celer {

namespace {

enum class AccessorKind : uint32_t { Constructor, Method, StaticMethod, Field, StaticField };

struct Accessor {
    AccessorKind kind = AccessorKind::Method;
    std::string_view name;
    bool has_name = false;
};

std::string_view read_text(metadata::SignatureReader& reader) {
    if (!reader.rest().empty() && static_cast<uint8_t>(reader.rest()[0]) == 0xff) {
        reader.read_u8();
        return {};
    }
    uint32_t length = reader.read_compressed();
    Bytes rest = reader.rest();
    if (reader.failed() || length > rest.size()) return {};
    for (uint32_t i = 0; i < length; ++i) reader.read_u8();
    return as_text(rest.subspan(0, length));
}

// UnsafeAccessorAttribute(UnsafeAccessorKind), property Name (II.23.3).
bool read_accessor(Bytes value, Accessor& accessor) {
    if (value.size() < 8) return false;
    accessor.kind = static_cast<AccessorKind>(load_unaligned<uint32_t>(value.data() + 2));
    uint16_t named = load_unaligned<uint16_t>(value.data() + 6);
    metadata::SignatureReader reader(value.subspan(8));
    for (uint16_t i = 0; i < named && !reader.failed(); ++i) {
        reader.read_u8();  // property
        if (reader.read_u8() != 0x0e) return false;
        std::string_view name = read_text(reader);
        std::string_view text = read_text(reader);
        if (name != "Name") continue;
        accessor.name = text;
        accessor.has_name = text.data() != nullptr;
    }
    return !reader.failed() && accessor.kind <= AccessorKind::StaticField;
}

}  // namespace

// A method of one block without IL: arguments are variables, and the block is open.
bool Synthesis::begin_synthetic() {
    if (!variables_.add_variables_of_signature()) return false;
    variables_.fix();
    state_.is_synchronized = code_.is_synchronized = false;
    scratch_.clauses.clear();
    scratch_.entry_block.clear();
    scratch_.blocks.clear();
    scratch_.blocks.push_back({});
    code_.clauses.clear();
    variables_.start_over();
    blocks_.start_over();
    scratch_.blocks[0].imported = true;
    stack_.clear();
    return true;
}

void Synthesis::end_synthetic() {
    if (!state_.ended && !state_.is_invalid) branches_.import_return();
    if (state_.is_invalid) return;
    scratch_.blocks[0].inst_count = stack_.position();
    blocks_.number_blocks();
    variables_.mark_variables();
}

// True if the method is an intrinsic whose IL body cannot be used; then it has been imported.
bool Synthesis::synthesize_intrinsic() {
    if (intrinsic_of(state_.method).expansion == Expansion::None) return false;
    std::string_view type = type_name(state_.method->owner);
    if (type != "Unsafe" && method_name(state_.method) != "IsBitwiseEquatable") return false;
    if (!begin_synthetic()) return true;
    for (uint32_t i = 0; i < code_.argument_count; ++i) stack_.push_variable(i);
    if (!intrinsics_.expand_intrinsic(state_.method, state_.signature)) {
        code_.variables.clear();
        code_.argument_count = 0;
        code_.insts.clear();
        stack_.clear();
        state_.ended = false;
        return false;
    }
    end_synthetic();
    return true;
}

namespace {

// The types an accessor means: its signature with what UnsafeAccessorTypeAttribute says in place of object.
Result<std::vector<TypeHandle>> accessor_types(const metadata::Image& image, MethodDesc* method,
                                               const MethodSignature* signature) {
    std::vector<TypeHandle> types;
    types.push_back(signature->return_type);
    for (uint32_t i = 0; i < signature->parameter_count; ++i) types.push_back(signature->parameters[i]);
    for (uint32_t rid : image.params_of(method->token & 0xffffff)) {
        uint32_t sequence = image.param_def(rid).sequence;
        Bytes value = image.find_custom_attribute(metadata::Token(metadata::Table::Param, rid),
                                                  "System.Runtime.CompilerServices", "UnsafeAccessorTypeAttribute");
        if (value.data() == nullptr || value.size() < 3 || sequence >= types.size()) continue;
        auto* resolve = g_upcalls.accessor_type;
        if (resolve == nullptr) return fail(ErrorKind::NotSupported, "UnsafeAccessorType needs a running program.");
        metadata::SignatureReader reader(value.subspan(2));
        TypeHandle type = CELER_TRY(resolve(method, read_text(reader)));
        types[sequence] = types[sequence].is_byref() ? byref_to(type) : type;
    }
    return types;
}

// A value type's members that are not static need an address to work on; only constructors have no name to say, and
// fields come as references.
bool is_valid_usage(const Accessor& accessor, const MethodSignature* signature, const std::vector<TypeHandle>& types) {
    if (signature->has_this) return false;
    if (accessor.kind == AccessorKind::Constructor) {
        return accessor.name.empty() && types[0] != well_known(WellKnown::Void) && !types[0].is_byref();
    }
    if (types.size() < 2) return false;
    TypeHandle subject = types[1].is_byref() ? TypeHandle::from_raw(types[1].type_desc()->parameter) : types[1];
    if (subject.is_type_desc()) return false;
    if (accessor.kind == AccessorKind::Field || accessor.kind == AccessorKind::StaticField) {
        if (types.size() != 2 || !types[0].is_byref()) return false;
    }
    bool is_static = accessor.kind == AccessorKind::StaticMethod || accessor.kind == AccessorKind::StaticField;
    MethodTable* by_value = types[1].method_table();
    return is_static || by_value == nullptr || !by_value->is_value_type();
}

bool same_type_by_index(TypeHandle a, TypeHandle b);

bool same_types_by_index(std::span<const TypeHandle> a, std::span<const TypeHandle> b) {
    return std::ranges::equal(a, b, same_type_by_index);
}

// Equality of open types of two definitions: variables are the same if their numbers are. So an accessor of a generic
// type's member must be a member of a generic type itself.
bool same_type_by_index(TypeHandle a, TypeHandle b) {
    if (a == b) return true;
    if (a.is_type_desc() != b.is_type_desc()) return false;
    if (const TypeDesc* left = a.type_desc()) {
        const TypeDesc* right = b.type_desc();
        if (left->element() != right->element()) return false;
        if (left->element() == ElementType::Var || left->element() == ElementType::MVar) {
            return left->index == right->index;
        }
        if (left->element() == ElementType::FnPtr) {
            return left->calling_convention == right->calling_convention &&
                   same_types_by_index({left->return_and_arguments, left->argument_count + 1},
                                       {right->return_and_arguments, right->argument_count + 1});
        }
        return same_type_by_index(TypeHandle::from_raw(left->parameter), TypeHandle::from_raw(right->parameter));
    }
    const MethodTable* left = a.method_table();
    const MethodTable* right = b.method_table();
    if (left->is_array()) {
        return right->is_array() && left->rank == right->rank && left->is_sz_array() == right->is_sz_array() &&
               same_type_by_index(TypeHandle::from_raw(left->element_type), TypeHandle::from_raw(right->element_type));
    }
    return !right->is_array() && left->info->typical == right->info->typical && left->info->instantiation != nullptr &&
           same_types_by_index(left->info->instantiation->span(), right->info->instantiation->span());
}

bool is_field_of_type(FieldDesc* field, TypeHandle type) {
    MethodTable* typical = field->owner->info->typical;
    if (!ensure_loaded(typical, LoadLevel::Layout)) return false;
    Result<TypeHandle> own = field_type(&typical->info->fields[field - field->owner->info->fields]);
    return own && same_type_by_index(*own, type);
}

// `types` are those of the accessor's definition: what it returns, then its parameters.
bool means(const Accessor& accessor, MethodDesc* method, const std::vector<TypeHandle>& types, MethodDesc* candidate) {
    bool constructor = accessor.kind == AccessorKind::Constructor;
    if (method_name(candidate) != (constructor ? ".ctor" : accessor.name)) return false;
    if (candidate->is_static() != (accessor.kind == AccessorKind::StaticMethod)) return false;
    auto parameter_count = [](const MethodDesc* m) { return m->is_generic() ? m->instantiation->count : 0; };
    if (parameter_count(candidate) != parameter_count(method)) return false;
    Result<const MethodSignature*> signature = method_signature(candidate->typical);
    if (!signature) return false;
    if (!constructor && !same_type_by_index((*signature)->return_type, types[0])) return false;
    return same_types_by_index({(*signature)->parameters, (*signature)->parameter_count},
                               std::span(types).subspan(constructor ? 1 : 2));
}

// The constraints of the accessor and its type must promise all that the target's ask for.
Result<void> check_accessor_constraints(MethodDesc* accessor, MethodDesc* target) {
    MethodTable* owner = target->owner;
    if (owner->is_array()) return {};
    if (const Instantiation* arguments = owner->info->instantiation) {
        const Instantiation* own = accessor->owner->info->typical->info->instantiation;
        bool holds = own != nullptr && own->count == arguments->count;
        if (holds) {
            owner = CELER_TRY(instantiate(owner->info->typical, own->span()));
            holds = CELER_TRY(satisfies_constraints(owner));
        }
        if (!holds) return fail(ErrorKind::InvalidProgram, "Generic type constraints do not match.");
    }
    if (!target->is_generic()) return {};
    CELER_TRY_VOID(ensure_loaded(owner));
    MethodDesc* open =
        CELER_TRY(instantiate_method(method_on(owner, target->typical), accessor->typical->instantiation->span()));
    if (CELER_TRY(satisfies_constraints(open))) return {};
    return fail(ErrorKind::InvalidProgram, "Generic method constraints do not match.");
}

std::string accessed_name(const MethodTable* owner, std::string_view name) {
    return message_name(owner) + "." + std::string(name);
}

// The method of `owner` that an accessor names, made with the accessor's own type arguments if it is generic.
Result<MethodDesc*> find_accessed(MethodTable* owner, const Accessor& accessor, MethodDesc* method,
                                  const std::vector<TypeHandle>& types) {
    bool constructor = accessor.kind == AccessorKind::Constructor;
    uint32_t count = owner->is_array() && !constructor ? 0 : owner->info->method_count;  // Get, Set are not found
    for (uint32_t i = 0; i < count; ++i) {
        MethodDesc* candidate = declared_method(owner, i);
        if (candidate == nullptr || !means(accessor, method, types, candidate)) continue;
        CELER_TRY_VOID(check_accessor_constraints(method, candidate));
        if (!candidate->is_generic()) return candidate;
        return instantiate_method(candidate, method->instantiation->span());
    }
    std::string_view name = constructor ? ".ctor" : accessor.name;
    return fail(ErrorKind::MissingMethod, "Method not found: '" + accessed_name(owner, name) + "'.");
}

}  // namespace

void Synthesis::synthesize_accessor() {
    Bytes attribute = state_.image->find_custom_attribute(metadata::Token(state_.method->token),
                                                          "System.Runtime.CompilerServices", "UnsafeAccessorAttribute");
    Accessor accessor;
    if (!read_accessor(attribute, accessor)) {
        return state_.invalid(Error{ErrorKind::BadImageFormat, "Invalid usage of UnsafeAccessorAttribute.", {}});
    }
    Result<std::vector<TypeHandle>> types = accessor_types(*state_.image, state_.method, state_.signature);
    if (!types) return state_.invalid(types.error());
    Result<const MethodSignature*> open_signature = method_signature(state_.method->typical);
    if (!open_signature) return state_.invalid(open_signature.error());
    Result<std::vector<TypeHandle>> open_types = accessor_types(*state_.image, state_.method->typical, *open_signature);
    if (!open_types) return state_.invalid(open_types.error());
    if (!is_valid_usage(accessor, state_.signature, *open_types)) {
        return state_.invalid(Error{ErrorKind::BadImageFormat, "Invalid usage of UnsafeAccessorAttribute.", {}});
    }
    bool constructor = accessor.kind == AccessorKind::Constructor;
    if (!accessor.has_name && !constructor) accessor.name = method_name(state_.method);
    TypeHandle subject = constructor ? (*types)[0] : (*types)[1];
    if (subject.is_byref()) subject = TypeHandle::from_raw(subject.type_desc()->parameter);
    MethodTable* owner = subject.method_table();
    if (owner == nullptr)
        return state_.invalid(Error{ErrorKind::BadImageFormat, "Invalid usage of UnsafeAccessorAttribute.", {}});
    if (auto result = ensure_loaded(owner); !result) return state_.invalid(result.error());
    if (!begin_synthetic()) return;
    if (class_init_.entry_runs_class_init() && !state_.stays_initialized(state_.method->owner))
        stack_.emit(Op::ClassInit).type = state_.method->owner;
    access_member(static_cast<uint32_t>(accessor.kind), accessor.name, owner, *types, *open_types);
    end_synthetic();
}

// Pushes an argument; one that is declared as object but means another class is checked.
void Synthesis::push_accessed(uint32_t index, const std::vector<TypeHandle>& types) {
    stack_.push_variable(index);
    TypeHandle type = types[index + 1];
    if (type != state_.signature->parameters[index] && type.is_reference()) objects_.cast(type, false);
}

void Synthesis::access_member(uint32_t kind_number, std::string_view name, MethodTable* owner,
                              const std::vector<TypeHandle>& types, const std::vector<TypeHandle>& open_types) {
    auto kind = static_cast<AccessorKind>(kind_number);
    if (kind == AccessorKind::Field || kind == AccessorKind::StaticField) {
        FieldDesc* field = find_field(owner, name);
        if (field == nullptr || (field->flags & field_flags::is_literal) ||
            field->is_static() != (kind == AccessorKind::StaticField) ||
            !is_field_of_type(field, TypeHandle::from_raw(open_types[0].type_desc()->parameter))) {
            return calls_.throw_error(
                {ErrorKind::MissingField, "Field not found: '" + accessed_name(owner, name) + "'.", {}});
        }
        if (kind == AccessorKind::StaticField) {
            fields_.static_address(field, Kind::ByRef);
        } else {
            push_accessed(0, types);
            memory_.add_offset(field->offset, stack_.top().kind == Kind::Ref);
        }
        return;
    }
    Accessor accessor{kind, name};
    Result<MethodDesc*> found = find_accessed(owner, accessor, state_.method, open_types);
    if (!state_.check(found)) return;
    Result<const MethodSignature*> signature = method_signature(*found);
    if (!state_.check(signature)) return;
    for (uint32_t i = kind == AccessorKind::StaticMethod ? 1 : 0; i < code_.argument_count; ++i) {
        push_accessed(i, types);
    }
    if (kind == AccessorKind::Constructor) return objects_.construct(*found);
    if (kind == AccessorKind::StaticMethod) return calls_.emit_call(*found, *signature, CallKind::Direct, false);
    invocations_.call_virtually(*found, *signature);
}

}  // namespace celer
