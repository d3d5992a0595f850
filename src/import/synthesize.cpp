// Bodies the engine supplies: [UnsafeAccessor] methods, and the intrinsics whose own body only throws (a delegate or
// reflection may still call those as methods). Both are one block: the arguments, one operation, ret.
#include "import/importer.h"
#include "import/intrinsics.h"
#include "metadata/image.h"
#include "metadata/signature.h"

namespace celer {

namespace {

enum class AccessorKind : uint32_t { Constructor, Method, StaticMethod, Field, StaticField };

struct Accessor {
    AccessorKind kind = AccessorKind::Method;
    std::string_view name;
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
        if (name == "Name") accessor.name = text;
    }
    return !reader.failed() && accessor.kind <= AccessorKind::StaticField;
}

}  // namespace

// A method of one block without IL: arguments are variables, and the block is open.
bool Importer::begin_synthetic() {
    if (!add_variables_of_signature()) return false;
    fixed_variables_ = static_cast<uint32_t>(code_.variables.size());
    synchronized_ = code_.is_synchronized = false;
    scratch_.clauses.clear();
    scratch_.entry_block.clear();
    scratch_.blocks.clear();
    scratch_.blocks.push_back({});
    code_.clauses.clear();
    reset_for_restart();
    scratch_.blocks[0].imported = true;
    stack_.clear();
    return true;
}

void Importer::end_synthetic() {
    if (!ended_ && !invalid_) import_return();
    if (invalid_) return;
    scratch_.blocks[0].inst_count = position();
    number_blocks();
    mark_variables();
}

// True if the method is an intrinsic whose IL body cannot be used; then it has been imported.
bool Importer::synthesize_intrinsic() {
    if (expansion_of(method_) == Expansion::None) return false;
    std::string_view type = type_name(method_->owner);
    if (type != "Unsafe" && method_name(method_) != "IsBitwiseEquatable") return false;
    if (!begin_synthetic()) return true;
    for (uint32_t i = 0; i < code_.argument_count; ++i) push_variable(i);
    if (!expand_intrinsic(method_, signature_)) {
        code_.variables.clear();
        code_.argument_count = 0;
        code_.insts.clear();
        stack_.clear();
        ended_ = false;
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
        auto* resolve = import_hooks().accessor_type;
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
    if (accessor.kind == AccessorKind::Field || accessor.kind == AccessorKind::StaticField) {
        if (types.size() != 2 || !types[0].is_byref()) return false;
    }
    bool is_static = accessor.kind == AccessorKind::StaticMethod || accessor.kind == AccessorKind::StaticField;
    MethodTable* by_value = types[1].method_table();
    return is_static || by_value == nullptr || !by_value->is_value_type();
}

bool same_parameters(const MethodSignature* candidate, const std::vector<TypeHandle>& types, uint32_t first) {
    if (candidate->parameter_count != types.size() - first) return false;
    for (uint32_t i = 0; i < candidate->parameter_count; ++i) {
        if (candidate->parameters[i] != types[first + i]) return false;
    }
    return true;
}

bool has_type(FieldDesc* field, TypeHandle type) {
    Result<TypeHandle> own = field_type(field);
    return own && *own == type;
}

// The method of `owner` that an accessor names, made with the accessor's own type arguments if it is generic.
Result<MethodDesc*> find_accessed(MethodTable* owner, const Accessor& accessor, MethodDesc* method,
                                  const std::vector<TypeHandle>& types) {
    bool constructor = accessor.kind == AccessorKind::Constructor;
    std::string_view name = constructor ? ".ctor" : accessor.name;
    uint32_t first = constructor ? 1 : 2;
    for (uint32_t i = 0; i < owner->info->method_count; ++i) {
        MethodDesc* candidate = declared_method(owner, i);
        if (candidate == nullptr || method_name(candidate) != name) continue;
        if (candidate->is_static() != (accessor.kind == AccessorKind::StaticMethod)) continue;
        if (candidate->is_generic()) {
            if (method->instantiation == nullptr) continue;
            Result<MethodDesc*> instance = instantiate_method(candidate, method->instantiation->span());
            if (!instance) continue;
            candidate = *instance;
        }
        Result<const MethodSignature*> signature = method_signature(candidate);
        if (!signature || !same_parameters(*signature, types, first)) continue;
        if (!constructor && (*signature)->return_type != types[0]) continue;
        return candidate;
    }
    return fail(ErrorKind::MissingMethod,
                "Method not found: '" + display_name(TypeHandle(owner)) + "." + std::string(name) + "'.");
}

}  // namespace

void Importer::synthesize_accessor() {
    Bytes attribute = image_->find_custom_attribute(metadata::Token(method_->token), "System.Runtime.CompilerServices",
                                                    "UnsafeAccessorAttribute");
    Accessor accessor;
    if (!read_accessor(attribute, accessor)) {
        return invalid(Error{ErrorKind::BadImageFormat, "Invalid usage of UnsafeAccessorAttribute.", {}});
    }
    Result<std::vector<TypeHandle>> types = accessor_types(*image_, method_, signature_);
    if (!types) return invalid(types.error());
    if (!is_valid_usage(accessor, signature_, *types)) {
        return invalid(Error{ErrorKind::BadImageFormat, "Invalid usage of UnsafeAccessorAttribute.", {}});
    }
    bool constructor = accessor.kind == AccessorKind::Constructor;
    if (accessor.name.empty() && !constructor) accessor.name = method_name(method_);
    TypeHandle subject = constructor ? (*types)[0] : (*types)[1];
    if (subject.is_byref()) subject = TypeHandle::from_raw(subject.type_desc()->parameter);
    MethodTable* owner = subject.method_table();
    if (owner == nullptr)
        return invalid(Error{ErrorKind::BadImageFormat, "Invalid usage of UnsafeAccessorAttribute.", {}});
    if (auto result = ensure_loaded(owner); !result) return invalid(result.error());
    if (!begin_synthetic()) return;
    if (entry_runs_class_init() && !method_->owner->is_initialized()) emit(Op::ClassInit).type = method_->owner;
    access_member(static_cast<uint32_t>(accessor.kind), accessor.name, owner, *types);
    end_synthetic();
}

// Pushes an argument; one that is declared as object but means another class is checked.
void Importer::push_accessed(uint32_t index, const std::vector<TypeHandle>& types) {
    push_variable(index);
    TypeHandle type = types[index + 1];
    if (type != signature_->parameters[index] && type.is_reference()) cast(type, false);
}

void Importer::access_member(uint32_t kind_number, std::string_view name, MethodTable* owner,
                             const std::vector<TypeHandle>& types) {
    auto kind = static_cast<AccessorKind>(kind_number);
    if (kind == AccessorKind::Field || kind == AccessorKind::StaticField) {
        FieldDesc* field = find_field(owner, name);
        if (field == nullptr || field->is_static() != (kind == AccessorKind::StaticField) ||
            !has_type(field, TypeHandle::from_raw(types[0].type_desc()->parameter))) {
            return throw_error({ErrorKind::MissingField,
                                "Field not found: '" + display_name(TypeHandle(owner)) + "." + std::string(name) + "'.",
                                {}});
        }
        if (kind == AccessorKind::StaticField) {
            static_address(field, Kind::ByRef);
        } else {
            push_accessed(0, types);
            add_offset(field->offset, top().kind == Kind::Ref);
        }
        return;
    }
    Accessor accessor{kind, name};
    Result<MethodDesc*> found = find_accessed(owner, accessor, method_, types);
    if (!check(found)) return;
    Result<const MethodSignature*> signature = method_signature(*found);
    if (!check(signature)) return;
    for (uint32_t i = kind == AccessorKind::StaticMethod ? 1 : 0; i < code_.argument_count; ++i) {
        push_accessed(i, types);
    }
    if (kind == AccessorKind::Constructor) return construct(*found);
    if (kind == AccessorKind::StaticMethod) return emit_call(*found, *signature, CallKind::Direct, false);
    call_virtually(*found, *signature);
}

}  // namespace celer
