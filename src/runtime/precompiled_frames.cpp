#include "runtime/precompiled_frames.h"

#include <map>
#include <memory>

#include "base/lock.h"
#include "code/abi.h"
#include "il/decoder.h"
#include "il/method_body.h"
#include "metadata/image.h"
#include "metadata/precompiled.h"
#include "types/loader.h"
#include "types/loader_allocator.h"
#include "types/type_info.h"
#include "types/well_known.h"

namespace celer {

namespace {

using metadata::PrecompiledCode;

using Tables = std::map<const Module*, std::unique_ptr<PrecompiledCode>>;
Tables* known_tables() {
    static auto* tables = new Tables;
    return tables;
}

const PrecompiledCode& precompiled_code(const Module* module) {
    static constinit Lock lock(LockRank::PrecompiledFrames);
    static auto* tables = [] {
        on_unload(
            {.all = [] { std::erase_if(*known_tables(), [](const auto& one) { return is_unloading(one.first); }); }});
        return known_tables();
    }();
    lock.lock();
    std::unique_ptr<PrecompiledCode>& table = (*tables)[module];
    if (table == nullptr) table = std::make_unique<PrecompiledCode>(*module->image());
    lock.unlock();
    return *table;
}

Module* module_of(const MethodDesc* method) {
    return method->typical->owner->module;
}

uint32_t rid_of(const MethodDesc* method) {
    return metadata::Token(method->token).rid();
}

// Does the type match the signature, in which System.__Canon stands for every reference type? The reader ends behind
// the type if so.
bool matches(ByteReader& reader, Module* module, TypeHandle type) {
    MethodTable* table = type.method_table();
    if (table == nullptr) return false;
    uint8_t code = reader.read_u8();
    if (code == metadata::element_canonical) return !table->is_value_type();
    if (code == static_cast<uint8_t>(ElementType::SzArray)) {
        return table->is_sz_array() && matches(reader, module, TypeHandle::from_raw(table->element_type));
    }
    bool is_instance = code == static_cast<uint8_t>(ElementType::GenericInst);
    if (is_instance) code = reader.read_u8();
    if (code != static_cast<uint8_t>(ElementType::ValueType) && code != static_cast<uint8_t>(ElementType::Class)) {
        return !is_instance && table == primitive_type(static_cast<ElementType>(code));
    }
    constexpr uint32_t tables[] = {0x02000000, 0x01000000, 0x1b000000, 0};  // TypeDefOrRef, II.24.2.6
    uint32_t coded = metadata::read_compressed(reader);
    Result<TypeHandle> definition = load_type(module, tables[coded & 3] | coded >> 2, {});
    if (!definition || definition->method_table() != table->info->typical) return false;
    if (!is_instance) return table->info->instantiation == nullptr;
    if (table->info->instantiation == nullptr) return false;
    if (metadata::read_compressed(reader) != table->info->instantiation->count) return false;
    for (TypeHandle argument : table->info->instantiation->span()) {
        if (!matches(reader, module, argument)) return false;
    }
    return true;
}

bool matches_instance(const PrecompiledCode& code, const PrecompiledCode::Instance& instance, Module* module,
                      const MethodDesc* method) {
    bool has_owner = method->owner->info->instantiation != nullptr;
    if (has_owner) {
        if (!(instance.flags & metadata::instance_flags::has_owner)) return false;
        ByteReader owner(code.instance_section());
        owner.seek(instance.owner);
        if (!matches(owner, module, TypeHandle(method->owner))) return false;
    }
    if (method->instantiation == nullptr) return true;
    if (!(instance.flags & metadata::instance_flags::has_arguments)) return false;
    ByteReader arguments(code.instance_section());
    arguments.seek(instance.arguments);
    if (metadata::read_compressed(arguments) != method->instantiation->count) return false;
    for (TypeHandle argument : method->instantiation->span()) {
        if (!matches(arguments, module, argument)) return false;
    }
    return true;
}

}  // namespace

// Of generic methods and methods of generic types, the image has the instances that the framework itself uses; all
// reference types share one.
bool is_precompiled(const MethodDesc* method) {
    if (method->kind != MethodKind::IL || rid_of(method) == 0) return false;
    Module* module = module_of(method);
    const PrecompiledCode& code = precompiled_code(module);
    if (!code.exists()) return false;
    if (method->owner->info->instantiation == nullptr && method->instantiation == nullptr) return true;
    for (const PrecompiledCode::Instance& instance : code.instances_of(rid_of(method))) {
        if (matches_instance(code, instance, module, method)) return true;
    }
    return false;
}

namespace {

bool inlines(const MethodDesc* inliner, const MethodDesc* inlinee) {
    return module_of(inliner) == module_of(inlinee) && is_precompiled(inliner) &&
           precompiled_code(module_of(inliner)).inlines(rid_of(inliner), rid_of(inlinee));
}

bool is_call(il::Opcode opcode) {
    return opcode == il::Opcode::Call || opcode == il::Opcode::Callvirt || opcode == il::Opcode::Calli;
}

// The IL instruction at the frame's ip is a call with `ret` after it, outside of exception regions.
bool is_at_tail_position(const TraceFrame& frame, const il::MethodBody& body) {
    const MethodCode* code = find_code(frame.lookup_ip);
    if (code == nullptr || method_of_node(*code, frame.inline_node) != frame.method) return false;
    uint32_t offset = il_offset_in_node(*code, frame.lookup_ip, frame.inline_node);
    for (uint32_t i = 0; i < body.clause_count(); i++) {
        il::ExceptionClause clause = body.clause(i);
        if (clause.try_contains(offset) || clause.handler_contains(offset) || clause.filter_contains(offset))
            return false;
    }
    if (offset >= body.code().size()) return false;
    il::Decoder decoder(body.code(), offset);
    il::Instruction call;
    il::Instruction next;
    return decoder.next(call) && is_call(call.opcode) && decoder.next(next) && next.opcode == il::Opcode::Ret;
}

Result<il::MethodBody> body_of(const MethodDesc* method) {
    return il::MethodBody::of_method(*module_of(method)->image(), rid_of(method));
}

template <typename Predicate>
bool any_instruction(const il::MethodBody& body, Predicate predicate) {
    il::Decoder decoder(body.code());
    il::Instruction instruction;
    while (decoder.next(instruction)) {
        if (predicate(instruction.opcode)) return true;
    }
    return false;
}

bool is_direct_call(il::Opcode opcode) {
    return opcode == il::Opcode::Call || opcode == il::Opcode::Callvirt;
}

bool has_byref_parameter(const MethodDesc* callee) {
    Result<const MethodSignature*> signature = method_signature(const_cast<MethodDesc*>(callee));
    if (!signature) return true;
    for (uint32_t i = 0; i < (*signature)->parameter_count; i++) {
        if ((*signature)->parameters[i].is_byref()) return true;
    }
    return false;
}

bool takes_address_argument(const MethodDesc* callee) {
    return (!callee->is_static() && callee->owner->is_value_type()) || has_byref_parameter(callee);
}

// The JIT keeps the frame of a method that hands out addresses of its locals or arguments: that takes them and calls
// something with a parameter for them that is not inlined.
bool hands_out_addresses(const MethodDesc* root, const MethodDesc* method, const il::MethodBody& body) {
    bool takes_addresses = any_instruction(body, [](il::Opcode opcode) {
        return opcode == il::Opcode::Ldloca || opcode == il::Opcode::LdlocaS || opcode == il::Opcode::Ldarga ||
               opcode == il::Opcode::LdargaS;
    });
    if (!takes_addresses) return false;
    il::Decoder decoder(body.code());
    il::Instruction instruction;
    while (decoder.next(instruction)) {
        if (instruction.opcode == il::Opcode::Calli) return true;
        bool is_new = instruction.opcode == il::Opcode::Newobj;  // of a span over a local, say: the address lives on
        if (!is_direct_call(instruction.opcode) && !is_new) continue;
        Result<MethodDesc*> callee = resolve_method(module_of(method), instruction.token().value(), context_of(method));
        if (!callee) return true;
        bool is_small = (*callee)->flags & (method_flags::aggressive_inlining | method_flags::is_intrinsic);
        if (is_new ? has_byref_parameter(*callee)
                   : takes_address_argument(*callee) && !is_small && !inlines(root, *callee)) {
            return true;
        }
    }
    return false;
}

// A call of a method that only throws stays a call.
bool never_returns(const MethodDesc* method) {
    if (method->kind != MethodKind::IL || rid_of(method) == 0) return false;
    Result<il::MethodBody> body = body_of(method);
    return body && !any_instruction(*body, [](il::Opcode opcode) { return opcode == il::Opcode::Ret; });
}

bool same_return(const MethodSignature& caller, const MethodSignature& callee) {
    return caller.return_type.verification_type() == callee.return_type.verification_type();
}

// Could precompiled code of `root` jump to `callee` instead of calling it?
bool may_jump(const MethodDesc* root, const MethodDesc* callee) {
    constexpr uint16_t keep_frame = method_flags::no_inlining | method_flags::is_synchronized;
    if (!is_precompiled(root) || root->flags & keep_frame || never_returns(callee)) return false;
    Result<const MethodSignature*> caller_signature = method_signature(const_cast<MethodDesc*>(root));
    Result<const MethodSignature*> callee_signature = method_signature(const_cast<MethodDesc*>(callee));
    if (!caller_signature || !callee_signature || !same_return(**caller_signature, **callee_signature)) return false;
    abi::CallLayout caller_layout(**caller_signature);
    abi::CallLayout callee_layout(**callee_signature);
    return callee_layout.stack_bytes() <= caller_layout.stack_bytes();
}

// `frame` is part of the precompiled code of `root`.
bool is_tail_call(const MethodDesc* root, const TraceFrame& frame) {
    if (!is_precompiled(frame.method)) return false;
    Result<il::MethodBody> body = body_of(frame.method);
    return body && is_at_tail_position(frame, *body) && !hands_out_addresses(root, frame.method, *body);
}

}  // namespace

TraceFrame trace_frame(const StackFrame& frame) {
    return {frame.method(), frame.lookup_ip(), frame.inline_node, 0, 0};
}

void hide_precompiled_frames(std::span<TraceFrame> frames) {
    // From the outermost frame inwards. root: the frame whose precompiled code the current one is part of.
    for (size_t outer = frames.size(); outer > 0;) {
        size_t root = --outer;
        bool is_tail = is_tail_call(frames[root].method, frames[root]);
        size_t inner = root;
        while (inner > 0 && !frames[inner - 1].ends_foreign_trace &&
               inlines(frames[root].method, frames[inner - 1].method)) {
            inner--;
            frames[inner].is_hidden = 1;
            is_tail = is_tail && is_tail_call(frames[root].method, frames[inner]);
        }
        bool has_callee = inner > 0 && !frames[inner - 1].ends_foreign_trace;
        if (has_callee && is_tail && may_jump(frames[root].method, frames[inner - 1].method))
            frames[root].is_hidden = 1;
        outer = inner;
    }
}

}  // namespace celer
