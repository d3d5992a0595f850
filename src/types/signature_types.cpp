// Signatures and type tokens to exact types.
#include <fmt/format.h>

#include <algorithm>

#include "base/hresults.h"
#include "metadata/flags.h"
#include "metadata/signature_check.h"
#include "metadata/signature_forms.h"
#include "types/loader_state.h"
#include "types/type_desc.h"

namespace celer {

using metadata::Image;
using metadata::SignatureReader;
using metadata::Table;
using metadata::Token;
using Element = metadata::ElementType;
using Form = metadata::SignatureForm;

namespace {

// Reads the types of one signature; all of them stand in one module and context.
class TypeReader {
  public:
    TypeReader(Module* module, SignatureReader& reader, GenericContext context, bool is_type_spec = false)
        : module_(module), reader_(reader), context_(context), is_type_spec_(is_type_spec) {}

    Result<TypeHandle> read(uint32_t depth = 0) {
        if (depth > metadata::kMaxTypeDepth) return malformed();
        reader_.skip_modifiers();
        Element element = reader_.read_element_type();
        switch (form_of(element)) {
            case Form::Primitive:
                return primitive_type(static_cast<ElementType>(element));
            case Form::Token:
                return read_plain(element);
            case Form::Element:
                return read_derived(element, depth);
            case Form::Array:
                return read_array(depth);
            case Form::Variable:
                return read_variable(element == Element::Var ? context_.type_arguments : context_.method_arguments);
            case Form::Instance:
                return read_instance(depth);
            case Form::FunctionPointer:
                return read_function_pointer(depth);
            case Form::Internal:
                return read_internal();
            case Form::Invalid:
                break;
        }
        return fail(hresult::bad_signature);
    }

    bool has_met_variables() const { return has_met_variables_; }

  private:
    Result<TypeHandle> malformed() { return std::unexpected(bad_image(module_)); }

    Result<TypeHandle> read_definition() {
        Token token = reader_.read_type_def_or_ref();
        if (reader_.failed() || token.is(Table::TypeSpec) || token.is_nil()) return malformed();
        return load_type(module_, token.value(), context_);
    }

    // Class or ValueType: the type is what the signature says, and no definition of a generic one.
    Result<TypeHandle> read_plain(Element kind) {
        TypeHandle type = CELER_TRY(read_definition());
        const MethodTable* table = type.method_table();
        if (table == nullptr) return malformed();
        if (table->is_generic_definition()) return std::unexpected(type_load_error_by_name(module_, name_of(table)));
        if (type.is_value_type() != (kind == Element::ValueType)) return mismatch(table);
        return type;
    }

    static std::string name_of(const MethodTable* table) {
        return message_name({table->module, Token(table->info->token).rid()});
    }
    Result<TypeHandle> mismatch(const MethodTable* table) {
        return std::unexpected(type_load_error_by_name(
            module_, name_of(table),
            "Could not load type '{type}' from assembly '{assembly}' due to value type mismatch."));
    }

    Result<TypeHandle> read_derived(Element element, uint32_t depth) {
        TypeHandle inner = CELER_TRY(read(depth + 1));
        if (element == Element::Pointer) return pointer_to(inner);
        if (element == Element::ByRef) return byref_to(inner);
        if (element == Element::SzArray) return CELER_TRY(sz_array_of(inner));
        return inner;  // Pinned
    }

    // Written by the engine's own dynamic code only; a file that holds one is malformed.
    Result<TypeHandle> read_internal() {
        const metadata::Image& image = *module_->image();
        const std::byte* at = reader_.rest().data();
        if (at >= image.file().data() && at <= image.file().data() + image.file().size()) return malformed();
        TypeHandle type = TypeHandle::from_raw(reader_.read_internal_handle());
        return reader_.failed() || type.is_null() ? malformed() : type;
    }

    Result<TypeHandle> read_variable(const Instantiation* arguments) {
        has_met_variables_ = true;
        uint32_t index = reader_.read_compressed();
        if (reader_.failed()) return malformed();
        if (arguments == nullptr || index >= arguments->count) return fail(hresult::bad_format);
        return arguments->arguments[index];
    }

    Result<TypeHandle> read_array(uint32_t depth) {
        TypeHandle element = CELER_TRY(read(depth + 1));
        metadata::ArrayShape shape;
        reader_.read_array_shape(shape);
        if (reader_.failed()) return malformed();
        return CELER_TRY(array_of(element, shape.rank));
    }

    // Of a generic type CoreCLR looks for what no token can name, too.
    Result<void> check_named() const {
        SignatureReader ahead = reader_;
        uint32_t raw = ahead.read_compressed();
        constexpr uint32_t unused_tag = 3, base_type_table = 0x72;
        bool is_unused = (raw & 3) == unused_tag;
        if (ahead.failed() || (!is_unused && raw != 0)) return {};
        Token token(is_unused ? static_cast<Table>(base_type_table) : Table::TypeDef, raw >> 2);
        return std::unexpected(invalid_token_error(module_, token));
    }

    Result<TypeHandle> read_generic_definition(bool is_type_spec) {
        auto kind = static_cast<Element>(reader_.read_u8());
        if (kind == Element::Internal) return read_internal();
        Form form = form_of(kind);
        bool is_known = form == Form::Token || form == Form::Variable || (is_type_spec && form != Form::Invalid);
        if (!is_known) return malformed();
        if (auto named = check_named(); !named) return std::unexpected(std::move(named).error());
        TypeHandle type = CELER_TRY(read_definition());
        if (type.is_type_desc()) return malformed();
        // What is not Class counts as ValueType.
        if (type.is_value_type() != (kind != Element::Class)) return mismatch(type.method_table());
        return type;
    }

    Result<TypeHandle> read_instance(uint32_t depth) {
        TypeHandle definition = CELER_TRY(read_generic_definition(is_type_spec_ && depth == 0));
        uint32_t count = reader_.read_compressed();
        if (reader_.failed() || definition.is_type_desc() || count > reader_.rest().size()) return malformed();
        TypeList arguments;
        for (uint32_t i = 0; i < count; i++) arguments.push(CELER_TRY(read(depth + 1)));
        return CELER_TRY(instantiate(definition.method_table(), arguments.span()));
    }

    Result<TypeHandle> read_function_pointer(uint32_t depth) {
        metadata::MethodSignatureHeader header = reader_.read_method_header();
        if (reader_.failed() || header.parameter_count > reader_.rest().size()) return malformed();
        TypeList types;
        for (uint32_t i = 0; i <= header.parameter_count; i++) {
            reader_.skip_sentinel();
            types.push(CELER_TRY(read(depth + 1)));
        }
        return function_pointer(types.span(), header.convention);
    }

    Module* module_;
    SignatureReader& reader_;
    GenericContext context_;
    bool is_type_spec_;  // the outermost type is less strictly checked
    bool has_met_variables_ = false;
};

// What the modopts of an unmanaged signature's return type say; leaves the reader behind them.
void read_calling_modifiers(const Image& image, SignatureReader& reader, MethodSignature* signature) {
    metadata::CustomModifier modifier;
    while (reader.read_modifier(modifier)) {
        std::string_view name;
        if (modifier.type.is(Table::TypeRef)) name = image.string(image.type_ref(modifier.type.rid()).name);
        if (modifier.type.is(Table::TypeDef)) name = image.string(image.type_def(modifier.type.rid()).name);
        if (!name.starts_with("CallConv")) continue;
        name.remove_prefix(8);
        if (name == "SuppressGCTransition") signature->unmanaged_flags |= signature_flags::suppress_gc_transition;
        if (name == "MemberFunction") signature->unmanaged_flags |= signature_flags::member_function;
        if (signature->calling_convention != static_cast<uint8_t>(metadata::SignatureKind::Unmanaged)) continue;
        if (name == "Cdecl") signature->calling_convention = static_cast<uint8_t>(metadata::SignatureKind::C);
        if (name == "Stdcall") signature->calling_convention = static_cast<uint8_t>(metadata::SignatureKind::StdCall);
        if (name == "Thiscall") signature->calling_convention = static_cast<uint8_t>(metadata::SignatureKind::ThisCall);
        if (name == "Fastcall") signature->calling_convention = static_cast<uint8_t>(metadata::SignatureKind::FastCall);
    }
}

constexpr uint32_t maximum_parameters = 0xffff;

// The parameters may lie behind `own_bytes`, the result may not.
Result<const MethodSignature*> read_method_signature(Module* module, Bytes blob, GenericContext context,
                                                     const void* entity, size_t own_bytes = SIZE_MAX) {
    SignatureReader reader(blob);
    metadata::MethodSignatureHeader header = reader.read_method_header();
    uint32_t count = header.parameter_count;
    if (!reader.failed() && count > 0xffff)
        return fail(ErrorKind::InvalidProgram, "Common Language Runtime detected an invalid program.");
    if (reader.failed() || count > maximum_parameters) return std::unexpected(bad_image(module));
    MethodSignature result{};
    result.parameter_count = static_cast<uint16_t>(count);
    result.has_this = header.has_this();
    result.calling_convention = static_cast<uint8_t>(header.kind());
    read_calling_modifiers(*module->image(), reader, &result);
    TypeReader types(module, reader, context);
    result.return_type = CELER_TRY(types.read());
    if (reader.offset() > own_bytes) return std::unexpected(bad_image(module));
    TypeList parameters;
    for (uint32_t i = 0; i < count; i++) {
        reader.skip_sentinel();
        parameters.push(CELER_TRY(types.read()));
    }
    size_t size = sizeof(MethodSignature) + (count == 0 ? 0 : count - 1) * sizeof(TypeHandle);
    auto* signature = static_cast<MethodSignature*>(heap_allocate(loader_heap_of(entity), Section::Types, size));
    *signature = result;
    std::ranges::copy(parameters.span(), signature->parameters);
    return signature;
}

Result<TypeHandle> load_type_spec(Module* module, uint32_t rid, GenericContext context) {
    const Image& image = *module->image();
    SignatureReader reader(image.blob(image.type_spec(rid).signature));
    TypeReader types(module, reader, context, true);
    TypeHandle type = CELER_TRY(types.read());
    if (!types.has_met_variables()) store_release(module->type_specs[rid], type.value);
    return type;
}

// The variable itself where the context says nothing of it.
TypeHandle argument_of(const TypeDesc* variable, GenericContext context) {
    const Instantiation* arguments =
        variable->element() == ElementType::Var ? context.type_arguments : context.method_arguments;
    return arguments == nullptr || variable->index >= arguments->count ? TypeHandle(variable)
                                                                       : arguments->arguments[variable->index];
}

Result<TypeHandle> substitute_function_pointer(const TypeDesc* desc, GenericContext context) {
    TypeList types;
    for (uint32_t i = 0; i <= desc->argument_count; i++) {
        types.push(CELER_TRY(substitute(desc->return_and_arguments[i], context)));
    }
    return function_pointer(types.span(), desc->calling_convention);
}

}  // namespace

bool has_variables(Bytes blob) {
    // Walks types as a flat sequence; what stands between them (counts, tokens, shapes) is read where it stands.
    SignatureReader reader(blob);
    while (!reader.at_end() && !reader.failed()) {
        reader.skip_modifiers();
        switch (form_of(reader.read_element_type())) {
            case Form::Variable:
                return true;
            case Form::Token:
                reader.read_type_def_or_ref();
                break;
            case Form::Instance:
                reader.read_element_type();
                reader.read_type_def_or_ref();
                reader.read_compressed();
                break;
            case Form::FunctionPointer:
                reader.read_method_header();
                break;
            case Form::Internal:
                reader.read_internal_handle();
                break;
            case Form::Array: {
                // The shape stands behind the element type, so this one is not flat.
                if (has_variables(reader.read_type_bytes())) return true;
                metadata::ArrayShape shape;
                reader.read_array_shape(shape);
                break;
            }
            case Form::Primitive:
            case Form::Element:
            case Form::Invalid:
                break;
        }
    }
    return reader.failed();
}

Result<TypeHandle> load_signature_type(Module* module, SignatureReader& reader, GenericContext context) {
    return TypeReader(module, reader, context).read();
}

// In CoreCLR's words: the type that a token of a missing row would name.
Error invalid_token_error(const Module* module, Token token) {
    return type_load_error_by_name(module, fmt::format("Invalid_Token.0x{:08x}", token.value()));
}

Result<TypeHandle> load_type(Module* module, uint32_t raw_token, GenericContext context) {
    Token token(raw_token);
    if (!module->image()->is_valid(token)) {
        if (!token.is(Table::TypeDef) && !token.is(Table::TypeRef)) return std::unexpected(bad_image(module));
        return std::unexpected(invalid_token_error(module, token));
    }
    if (token.is(Table::TypeDef)) return CELER_TRY(load_definition({module, token.rid()}));
    if (token.is(Table::TypeRef)) {
        uintptr_t& slot = module->type_refs[token.rid()];
        if (uintptr_t known = load_acquire(slot)) return TypeHandle::from_raw(known);
        TypeHandle type = CELER_TRY(load_definition(CELER_TRY(resolve_definition(module, token))));
        store_release(slot, type.value);
        return type;
    }
    if (token.is(Table::TypeSpec)) {
        if (uintptr_t known = load_acquire(module->type_specs[token.rid()])) return TypeHandle::from_raw(known);
        return load_type_spec(module, token.rid(), context);
    }
    return std::unexpected(bad_image(module));
}

GenericContext context_of(const MethodTable* table) {
    return {table->info->instantiation, nullptr};
}
GenericContext context_of(const MethodDesc* method) {
    return {method->owner->info->instantiation, method->instantiation};
}

Result<TypeHandle> substitute(TypeHandle open, GenericContext context) {
    if (!open.contains_variables()) return open;
    if (const TypeDesc* desc = open.type_desc()) {
        if (is_variable(desc)) return argument_of(desc, context);
        if (desc->element() == ElementType::FnPtr) return substitute_function_pointer(desc, context);
        TypeHandle target = CELER_TRY(substitute(TypeHandle::from_raw(desc->parameter), context));
        return desc->element() == ElementType::Ptr ? pointer_to(target) : byref_to(target);
    }
    MethodTable* table = open.method_table();
    if (table->is_array()) {
        TypeHandle element = CELER_TRY(substitute(TypeHandle::from_raw(table->element_type), context));
        if (table->is_sz_array()) return CELER_TRY(sz_array_of(element));
        return CELER_TRY(array_of(element, table->rank));
    }
    TypeList arguments;
    for (TypeHandle argument : table->info->instantiation->span())
        arguments.push(CELER_TRY(substitute(argument, context)));
    return CELER_TRY(instantiate(table->info->typical, arguments.span()));
}

// What is wrong with the owner is told first. CoreCLR's compiler reads parameters without regard to where the signature
// ends: what stands behind it belongs to it.
static Result<const MethodSignature*> cut_off_signature(MethodDesc* method, Bytes blob, Error error) {
    const Image& image = *method->owner->module->image();
    if (is_question_pending() || is_transient(error) || image.is_ready_to_run()) return std::unexpected(error);
    CELER_TRY_VOID(ensure_loaded(method->owner, LoadLevel::Layout));
    Bytes longer = metadata::to_end_of_metadata(image, blob);
    return read_method_signature(method->owner->module, longer, context_of(method), method, blob.size());
}

Result<const MethodSignature*> method_signature(MethodDesc* method) {
    if (const MethodSignature* known = load_acquire(method->signature_cache)) return known;
    Module* module = method->owner->module;
    const Image& image = *module->image();
    metadata::MethodDefRow row = image.method_def(Token(method->token).rid());
    Bytes blob = image.blob(row.signature);
    bool is_static = row.flags & metadata::method_flags::kStatic;
    if (!image.is_ready_to_run() && metadata::check_method_signature(image, blob, is_static) != 0)
        CELER_TRY_VOID(ensure_loaded(method->owner->info->typical, LoadLevel::Layout));  // tells
    Result<const MethodSignature*> signature = read_method_signature(module, blob, context_of(method), method);
    if (!signature) signature = CELER_TRY(cut_off_signature(method, blob, std::move(signature).error()));
    // Of several threads the first one's is kept: there is one signature for a method.
    MethodSignature* kept = nullptr;
    bool is_first =
        __atomic_compare_exchange_n(&method->signature_cache, &kept, const_cast<MethodSignature*>(*signature), false,
                                    __ATOMIC_ACQ_REL, __ATOMIC_ACQUIRE);
    return is_first ? *signature : kept;
}

Result<const MethodSignature*> standalone_signature(Module* module, uint32_t raw_token, GenericContext context,
                                                    const void* entity) {
    Token token(raw_token);
    const Image& image = *module->image();
    bool may_have_one = token.is(Table::StandAloneSig) || token.is(Table::TypeSpec) || token.is(Table::MethodDef) ||
                        token.is(Table::Field);
    if (!may_have_one) return fail(hresult::invalid_token_type);
    if (!image.is_valid(token)) return std::unexpected(bad_image(module));
    // CoreCLR takes the signature of whatever has one, but for references.
    metadata::BlobIndex signature;
    if (token.is(Table::StandAloneSig)) {
        signature = image.stand_alone_sig(token.rid()).signature;
    } else if (token.is(Table::TypeSpec)) {
        signature = image.type_spec(token.rid()).signature;
    } else if (token.is(Table::MethodDef)) {
        signature = image.method_def(token.rid()).signature;
    } else {
        signature = image.field_def(token.rid()).signature;
    }
    return read_method_signature(module, image.blob(signature), context, entity);
}

Result<const MethodSignature*> signature_from_blob(Module* module, Bytes blob, GenericContext context,
                                                   const void* entity) {
    return read_method_signature(module, blob, context, entity);
}

Result<TypeHandle> field_type(FieldDesc* field) {
    if (uintptr_t known = load_acquire(field->type_cache)) return TypeHandle::from_raw(known);
    Module* module = field->owner->module;
    const Image& image = *module->image();
    SignatureReader reader(image.blob(image.field_def(Token(field->token).rid()).signature));
    reader.read_field_header();
    if (reader.failed()) return std::unexpected(bad_image(module));
    TypeHandle type = CELER_TRY(load_signature_type(module, reader, context_of(field->owner)));
    store_release(field->type_cache, type.value);
    return type;
}

}  // namespace celer
