#include "interop/il_writer.h"

#include "base/assert.h"
#include "il/method_body.h"
#include "platform/loader_heap.h"
#include "types/loader_allocator.h"

namespace celer {

IlWriter::Local IlWriter::new_local(TypeHandle type) {
    locals_.push_back(type);
    return static_cast<Local>(locals_.size() - 1);
}

void IlWriter::op(il::Opcode opcode) {
    auto encoding = static_cast<uint32_t>(opcode);
    if (encoding >= 0x100) byte(0xfe);
    byte(encoding & 0xff);
}

void IlWriter::word32(uint32_t value) {
    for (int shift = 0; shift < 32; shift += 8) byte(value >> shift & 0xff);
}

void IlWriter::with_index(il::Opcode opcode, uint32_t index) {
    op(opcode);
    byte(index & 0xff);
    byte(index >> 8);
}

void IlWriter::with_token(il::Opcode opcode, const DynamicToken& token) {
    op(opcode);
    word32(static_cast<uint32_t>(tokens_.size()));
    tokens_.push_back(token);
}

void IlWriter::constant(int32_t value) {
    op(il::Opcode::LdcI4);
    word32(static_cast<uint32_t>(value));
}

void IlWriter::pointer(const void* address) {
    auto value = reinterpret_cast<uint64_t>(address);
    op(il::Opcode::LdcI8);
    word32(static_cast<uint32_t>(value));
    word32(static_cast<uint32_t>(value >> 32));
    op(il::Opcode::ConvI);
}

void IlWriter::string(Object* literal) {
    DynamicToken token;
    token.string = literal;
    with_token(il::Opcode::Ldstr, token);
}

void IlWriter::type_op(il::Opcode opcode, TypeHandle type) {
    DynamicToken token;
    token.type = type;
    with_token(opcode, token);
}

void IlWriter::field_op(il::Opcode opcode, FieldDesc* field) {
    DynamicToken token;
    token.field = field;
    with_token(opcode, token);
}

void IlWriter::call(MethodDesc* method) {
    DynamicToken token;
    token.method = method;
    with_token(il::Opcode::Call, token);
}

void IlWriter::call_virtual(MethodDesc* method) {
    DynamicToken token;
    token.method = method;
    with_token(il::Opcode::Callvirt, token);
}

void IlWriter::call(std::string_view name_space, std::string_view type, std::string_view method,
                    std::string_view signature) {
    MethodDesc* found = find_method(interop_type(name_space, type), method, signature);
    CELER_ASSERT(found != nullptr, "CoreLib has no %.*s.%.*s %.*s", static_cast<int>(type.size()), type.data(),
                 static_cast<int>(method.size()), method.data(), static_cast<int>(signature.size()), signature.data());
    call(found);
}

void IlWriter::new_object(MethodDesc* constructor) {
    DynamicToken token;
    token.method = constructor;
    with_token(il::Opcode::Newobj, token);
}

void IlWriter::call_indirect(const MethodSignature* signature) {
    DynamicToken token;
    token.signature = signature;
    with_token(il::Opcode::Calli, token);
}

IlWriter::Label IlWriter::new_label() {
    labels_.push_back(0);
    return static_cast<Label>(labels_.size() - 1);
}

void IlWriter::bind(Label label) {
    labels_[label] = static_cast<uint32_t>(code_.size());
}

void IlWriter::branch(il::Opcode opcode, Label label) {
    op(opcode);
    references_.push_back({static_cast<uint32_t>(code_.size()), label});
    word32(0);
}

void IlWriter::begin_try() {
    try_start_ = static_cast<uint32_t>(code_.size());
}

void IlWriter::begin_finally() {
    handler_start_ = static_cast<uint32_t>(code_.size());
}

void IlWriter::end_finally() {
    op(il::Opcode::Endfinally);
    uint32_t end = static_cast<uint32_t>(code_.size());
    uint32_t fields[] = {static_cast<uint32_t>(il::ClauseKind::Finally),
                         try_start_,
                         handler_start_ - try_start_,
                         handler_start_,
                         end - handler_start_,
                         0};
    auto* bytes = reinterpret_cast<const std::byte*>(fields);
    clauses_.insert(clauses_.end(), bytes, bytes + sizeof fields);
}

SuppliedBody IlWriter::finish(const MethodSignature* signature) {
    for (const Reference& reference : references_) {
        store_unaligned<uint32_t>(&code_[reference.position], labels_[reference.label] - (reference.position + 4));
    }
    SuppliedBody body;
    body.code = code_;
    body.fat_clauses = clauses_;
    body.locals = locals_;
    body.tokens = tokens_;
    body.signature = signature;
    return body;
}

const MethodSignature* make_signature(TypeHandle result, const std::vector<TypeHandle>& parameters, bool has_this,
                                      uint8_t calling_convention, uint32_t unmanaged_flags) {
    size_t size = sizeof(MethodSignature) + sizeof(TypeHandle) * parameters.size();
    std::vector<TypeHandle> types(parameters);
    types.push_back(result);
    auto* signature = static_cast<MethodSignature*>(heap_allocate(youngest_heap(nullptr, types), Section::Types, size));
    signature->return_type = result;
    signature->parameter_count = static_cast<uint16_t>(parameters.size());
    signature->has_this = has_this;
    signature->calling_convention = calling_convention;
    signature->unmanaged_flags = unmanaged_flags;
    for (size_t i = 0; i < parameters.size(); i++) signature->parameters[i] = parameters[i];
    return signature;
}

MethodTable* interop_type(std::string_view name_space, std::string_view name) {
    Result<MethodTable*> found = find_type(corelib(), name_space, name);
    CELER_ASSERT(found && ensure_loaded(*found), "CoreLib has no usable type %.*s", static_cast<int>(name.size()),
                 name.data());
    return *found;
}

}  // namespace celer
