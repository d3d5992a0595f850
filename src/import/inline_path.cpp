// Calls of small helpers of CoreLib, read from their IL in place of the call. What CoreCLR's class libraries are
// compiled with has them inlined, too, so they appear in no stack trace; tier 0 would pass vectors and spans through
// dozens of calls. So are spans of bytes in the image, for whose tables the class libraries have a property each; and
// in CoreLib itself short bodies without branches that need no call of their own.
//
// The body must be one path: branches are followed where their condition is known (IsSupported, sizeof, typeof),
// anything else gives up, and what was emitted is taken back. So no block is made, and everything has the offset of the
// call.
#include <algorithm>

#include "base/assert.h"
#include "code/effects.h"
#include "import/arithmetic.h"
#include "import/class_initialisation.h"
#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/import_state.h"
#include "import/inlining.h"
#include "import/instructions.h"
#include "import/type_facts.h"
#include "metadata/flags.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "types/assembly.h"
#include "types/loader.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // a few of many instructions

namespace celer {

namespace {

constexpr uint32_t most_il_bytes = 400;
constexpr uint32_t most_instructions = 60;  // on the path
constexpr uint32_t most_depth = 6;
constexpr uint32_t most_straight_depth = 4;
constexpr uint32_t most_locals = 12;
constexpr uint32_t most_arguments = 8;
constexpr uint32_t most_emitted = 3000;  // of the whole method, with what is inlined

bool is_vector_namespace(const MethodTable* table) {
    std::string_view name_space = type_namespace(table);
    return name_space == "System.Runtime.Intrinsics" || name_space == "System.Numerics";
}

// A type of vectors, or one that is made of them (a tuple).
bool concerns_vectors(TypeHandle type) {
    const MethodTable* table = type.method_table();
    if (table == nullptr || !table->is_value_type()) return false;
    if (is_vector_namespace(table)) return true;
    const Instantiation* instantiation = table->info->instantiation;
    return instantiation != nullptr && instantiation->count != 0 && concerns_vectors(instantiation->arguments[0]);
}

bool concerns_vectors(const MethodDesc* target, const MethodSignature* signature) {
    if (is_vector_namespace(target->owner) || concerns_vectors(TypeHandle(target->owner))) return true;
    if (!signature->return_type.is_null() && concerns_vectors(signature->return_type)) return true;
    for (uint32_t i = 0; i < signature->parameter_count; ++i) {
        if (concerns_vectors(signature->parameters[i])) return true;
    }
    return target->instantiation != nullptr && concerns_vectors(target->instantiation->arguments[0]);
}

// Of those in CoreLib that have to do with vectors: those of the vector types, what is marked for inlining, and
// constructors that only store. To look at all that is marked costs more than it gains where a program runs only once.
bool is_vector_helper(const MethodDesc* target, uint32_t il_bytes) {
    constexpr uint32_t most_of_storing = 32;
    const MethodTable* owner = target->owner;
    if (is_vector_namespace(owner)) return true;
    if ((target->flags & method_flags::is_constructor) && il_bytes <= most_of_storing) return true;
    const metadata::Image& image = *owner->module->image();
    return image.method_def(target->token & 0xffffff).impl_flags & metadata::method_impl_flags::kAggressiveInlining;
}

void note(MethodDesc* target, uint16_t fact) {
    __atomic_fetch_or(&target->no_helper, fact, __ATOMIC_RELAXED);
}

bool is_read_only_span(TypeHandle type) {
    const MethodTable* table = type.method_table();
    return table != nullptr && table->is_value_type() && table->info->instantiation != nullptr &&
           table->module->assembly->is_corelib && type_name(table) == "ReadOnlySpan`1";
}

// ldsflda, ldc.i4, newobj, ret: a span of bytes that lie in the image.
bool gives_static_data(Bytes il) {
    constexpr size_t most_bytes = 16;
    constexpr auto ldsflda = std::byte{0x7f};
    return il.size() <= most_bytes && !il.empty() && il[0] == ldsflda;
}

// The number of the argument or local that an instruction names.
uint32_t named_index(const il::Instruction& instruction) {
    using enum il::Opcode;
    auto from = [&](il::Opcode first) {
        return static_cast<uint32_t>(instruction.opcode) - static_cast<uint32_t>(first);
    };
    if (instruction.opcode >= Ldarg0 && instruction.opcode <= Ldarg3) return from(Ldarg0);
    if (instruction.opcode >= Ldloc0 && instruction.opcode <= Ldloc3) return from(Ldloc0);
    if (instruction.opcode >= Stloc0 && instruction.opcode <= Stloc3) return from(Stloc0);
    return static_cast<uint32_t>(instruction.integer);
}

bool calls_something(const std::vector<Inst>& code, uint32_t from) {
    constexpr uint8_t any_call = effects::calls | effects::allocates | effects::ends;
    return std::ranges::any_of(code.begin() + from, code.end(),
                               [](const Inst& inst) { return effects_of(inst) & any_call; });
}

// Whether what an instruction gives fits into that small type already.
bool holds_no_more(const ImportedCode& code, const Inst& inst, ElementType element) {
    switch (inst.op) {
        case Op::Compare:
            return true;
        case Op::Load:
        case Op::LoadElement:
        case Op::Convert:
            return inst.element == element;
        case Op::StringChar:
            return element == ElementType::U2;
        case Op::LoadVar:
            return code.variables[inst.target].element == element;
        default:
            return false;
    }
}

// Instructions that mean the same in the caller's place.
bool is_straight(il::Opcode opcode) {
    using enum il::Opcode;
    if (opcode == Tail || opcode == StargS || opcode == Starg || opcode == Localloc || opcode == Calli) return false;
    il::FlowControl flow = il::opcode_info(opcode).flow;
    return flow == il::FlowControl::Next || flow == il::FlowControl::Call || flow == il::FlowControl::Prefix;
}

// Short, and without branches. CoreCLR's compiler puts such bodies into those of their callers, too.
bool is_one_line(Bytes il) {
    constexpr size_t most_bytes = 100;
    constexpr uint32_t most_calls = 10;
    if (il.size() > most_bytes) return false;
    il::Decoder decoder(il, 0);
    il::Instruction instruction;
    uint32_t calls = 0;
    while (decoder.next(instruction)) {
        if (instruction.opcode == il::Opcode::Ret) return instruction.next_offset == il.size();
        bool leads_on = instruction.opcode == il::Opcode::BrS && instruction.target == instruction.next_offset;
        if (!leads_on && !is_straight(instruction.opcode)) return false;
        if (instruction.opcode == il::Opcode::Call && ++calls > most_calls) return false;
        if (instruction.opcode == il::Opcode::Callvirt || instruction.opcode == il::Opcode::Newobj) return false;
    }
    return false;
}

}  // namespace

// What the callee's instructions see in place of the caller's.
struct PathArgument {
    enum class Known : uint8_t { Variable, Integer, Address };
    Known known = Known::Variable;
    Shape shape;
    int64_t integer = 0;
    uint32_t variable = 0;
};

// The body that is read in place of its call.
struct InlinedPath {
    ImportState& state;
    EvaluationStack& in;
    TypeFacts& types;
    ArithmeticOperations& arithmetic;
    Instructions& instructions;
    MethodDesc* target;
    const MethodSignature* signature;
    PathArgument arguments[most_arguments];
    uint32_t argument_count = 0;
    TypeHandle local_types[most_locals];
    uint32_t locals[most_locals];
    uint32_t local_count = 0;
    bool address_of_argument[most_arguments] = {};
    bool without_calls = false;  // gives up where one would stay
    bool in_order = false;       // each argument is loaded once, before anything else
    uint32_t start = 0;
    uint32_t base = 0;              // values below the call's arguments
    uint32_t object = no_variable;  // that is constructed: `this` is its address

    bool read_locals(Module* module, const GenericContext& context);
    bool scan();
    bool take_arguments();
    bool take_argument(uint32_t index);
    bool narrow(const Shape& shape);
    bool run();
    bool step(const il::Instruction& instruction, il::Decoder& decoder);
    bool branch(const il::Instruction& instruction, il::Decoder& decoder, bool when);
    bool branch_on(const il::Instruction& instruction, il::Decoder& decoder, bool (*holds)(int64_t, int64_t));
    bool push_argument(uint32_t index);
    bool argument_address(uint32_t index);
    bool local(uint32_t index, bool is_store);
    bool finish();
};

bool InlinedPath::read_locals(Module* module, const GenericContext& context) {
    metadata::Token token = state.body.local_signature();
    if (token.value() == 0) return true;
    const metadata::Image& image = *module->image();
    metadata::SignatureReader reader(image.blob(image.stand_alone_sig(token.rid()).signature));
    local_count = reader.read_local_vars_header();
    if (reader.failed() || local_count > most_locals) return false;
    for (uint32_t i = 0; i < local_count; ++i) {
        reader.skip_modifiers();
        if (reader.peek_element_type() == metadata::ElementType::Pinned) return false;
        Result<TypeHandle> type = load_signature_type(module, reader, context);
        if (!type || type->is_null() || type->contains_variables()) return false;
        local_types[i] = *type;
        locals[i] = no_variable;
    }
    return true;
}

// Which arguments' addresses are taken, and whether all are loaded in order at the start and never again.
bool InlinedPath::scan() {
    il::Decoder decoder(state.il, 0);
    il::Instruction instruction;
    uint32_t loaded = 0;
    in_order = true;
    bool at_start = true;
    while (decoder.next(instruction)) {
        switch (instruction.opcode) {
            case il::Opcode::Ldarg0:
            case il::Opcode::Ldarg1:
            case il::Opcode::Ldarg2:
            case il::Opcode::Ldarg3:
            case il::Opcode::LdargS:
            case il::Opcode::Ldarg:
                if (!at_start || named_index(instruction) != loaded++) in_order = false;
                if (at_start) start = instruction.next_offset;
                break;
            case il::Opcode::LdargaS:
            case il::Opcode::Ldarga:
            case il::Opcode::StargS:
            case il::Opcode::Starg:
                in_order = at_start = false;
                if (instruction.integer >= argument_count) return false;
                address_of_argument[instruction.integer] = true;
                break;
            case il::Opcode::Switch:
            case il::Opcode::Throw:
            case il::Opcode::Localloc:
            case il::Opcode::Calli:
            case il::Opcode::Jmp:
                at_start = false;
                break;
            default:
                at_start = false;
        }
    }
    if (loaded != argument_count) in_order = false;
    return !decoder.failed();
}

// A parameter of a small type holds no more than that.
bool InlinedPath::narrow(const Shape& shape) {
    constexpr uint32_t word = 4;
    if (shape.kind != Kind::I4 || shape.size_bytes >= word) return true;
    bool is_last = in.top().end == in.position() && !state.code.insts.empty();
    if (!is_last || !holds_no_more(state.code, state.code.insts.back(), shape.element))
        arithmetic.convert(shape.element, false, false);
    return !state.ended;
}

bool InlinedPath::take_argument(uint32_t index) {
    PathArgument& argument = arguments[index];
    if (!in.coerce(argument.shape.kind, argument.shape.type) || !narrow(argument.shape)) return false;
    const Value& value = in.top();
    bool is_free = value.pure && !address_of_argument[index];
    bool is_integer = is_word(argument.shape.kind) || argument.shape.kind == Kind::I4;
    if (is_free && value.known == Known::Integer && is_integer) {
        argument.known = PathArgument::Known::Integer;
        argument.integer = value.imm;
    } else if (is_free && value.known == Known::VarAddress) {
        argument.known = PathArgument::Known::Address;
        argument.variable = static_cast<uint32_t>(value.imm);
    }
    if (argument.known != PathArgument::Known::Variable) {
        in.drop();
        return true;
    }
    argument.variable = in.new_temporary(argument.shape.kind, argument.shape.type);
    in.store_variable(argument.variable);
    return !state.is_invalid;
}

bool InlinedPath::take_arguments() {
    for (uint32_t i = 0; i < argument_count; ++i) {
        if (i == 0 && object != no_variable) {
            if (address_of_argument[0]) return false;
            arguments[0].known = PathArgument::Known::Address;
            arguments[0].variable = object;
        } else if (i == 0 && signature->has_this) {
            arguments[i].shape.kind = Kind::ByRef;
            arguments[i].shape.element = ElementType::ByRef;
            arguments[i].shape.size_bytes = 8;
            arguments[i].shape.type = byref_to(target->owner);
        } else if (!types.struct_shape(signature->parameters[i - signature->has_this], arguments[i].shape)) {
            return false;
        }
    }
    if (in_order && object == no_variable) {
        for (uint32_t i = 0; i < argument_count; ++i) {
            if (!in.coerce_below(argument_count - 1 - i, arguments[i].shape.kind, arguments[i].shape.type))
                return false;
            if (arguments[i].shape.kind == Kind::I4 && arguments[i].shape.size_bytes < 4) in_order = false;
        }
        if (in_order) return true;
    }
    start = 0;
    for (uint32_t i = argument_count; i-- > (object != no_variable ? 1 : 0);) {
        if (!take_argument(i)) return false;
    }
    if (object != no_variable) in.emit(Op::ClearVar, Kind::Struct).target = object;
    return true;
}

bool InlinedPath::push_argument(uint32_t index) {
    if (index >= argument_count) return false;
    const PathArgument& argument = arguments[index];
    switch (argument.known) {
        case PathArgument::Known::Integer:
            in.push_integer(argument.shape.kind == Kind::I4 ? Kind::I4 : Kind::I8, argument.integer);
            break;
        case PathArgument::Known::Address:
            in.push_variable_address(argument.variable);
            break;
        case PathArgument::Known::Variable:
            in.push_variable(argument.variable);
            break;
    }
    return true;
}

bool InlinedPath::argument_address(uint32_t index) {
    if (index >= argument_count || arguments[index].known != PathArgument::Known::Variable) return false;
    in.push_variable_address(arguments[index].variable);
    return true;
}

// A local's variable is made when it is first met; one that is not stored to then is cleared, for the path may be in a
// loop.
bool InlinedPath::local(uint32_t index, bool is_store) {
    if (index >= local_count) return false;
    if (locals[index] != no_variable) return true;
    Shape shape;
    if (!types.struct_shape(local_types[index], shape)) return false;
    locals[index] = in.new_temporary(shape.kind, local_types[index]);
    bool small = shape.kind == Kind::I4 && shape.size_bytes < 4;
    if (small) return false;  // a store narrows; there are none that matter
    if (!is_store) in.emit(Op::ClearVar, shape.kind).target = locals[index];
    return true;
}

bool InlinedPath::branch(const il::Instruction& instruction, il::Decoder& decoder, bool when) {
    const Value& value = in.top();
    if (value.known != Known::Integer || !in.droppable(value)) return false;
    bool taken = (value.imm != 0) == when;
    in.drop();
    if (!taken) return true;
    if (instruction.target < instruction.next_offset) return false;
    decoder.seek(instruction.target);
    return true;
}

bool InlinedPath::branch_on(const il::Instruction& instruction, il::Decoder& decoder, bool (*holds)(int64_t, int64_t)) {
    const Value& right = in.top();
    const Value& left = in.top(1);
    if (right.known != Known::Integer || left.known != Known::Integer || !in.droppable(right)) return false;
    bool taken = holds(left.imm, right.imm);
    in.drop();
    in.drop();
    if (!taken) return true;
    if (instruction.target < instruction.next_offset) return false;
    decoder.seek(instruction.target);
    return true;
}

bool InlinedPath::step(const il::Instruction& instruction, il::Decoder& decoder) {
    uint32_t index = named_index(instruction);
    switch (instruction.opcode) {
        case il::Opcode::Ldarg0:
        case il::Opcode::Ldarg1:
        case il::Opcode::Ldarg2:
        case il::Opcode::Ldarg3:
        case il::Opcode::LdargS:
        case il::Opcode::Ldarg:
            return push_argument(index);
        case il::Opcode::LdargaS:
        case il::Opcode::Ldarga:
            return argument_address(index);
        case il::Opcode::Ldloc0:
        case il::Opcode::Ldloc1:
        case il::Opcode::Ldloc2:
        case il::Opcode::Ldloc3:
        case il::Opcode::LdlocS:
        case il::Opcode::Ldloc:
            if (!local(index, false)) return false;
            in.push_variable(locals[index]);
            return true;
        case il::Opcode::LdlocaS:
        case il::Opcode::Ldloca:
            if (!local(index, false)) return false;
            in.push_variable_address(locals[index]);
            return true;
        case il::Opcode::Stloc0:
        case il::Opcode::Stloc1:
        case il::Opcode::Stloc2:
        case il::Opcode::Stloc3:
        case il::Opcode::StlocS:
        case il::Opcode::Stloc:
            if (!local(index, true)) return false;
            in.store_variable(locals[index]);
            return true;
        case il::Opcode::Br:
        case il::Opcode::BrS:
            if (instruction.target < instruction.next_offset) return false;
            decoder.seek(instruction.target);
            return true;
        case il::Opcode::Brtrue:
        case il::Opcode::BrtrueS:
            return branch(instruction, decoder, true);
        case il::Opcode::Brfalse:
        case il::Opcode::BrfalseS:
            return branch(instruction, decoder, false);
        case il::Opcode::Beq:
        case il::Opcode::BeqS:
            return branch_on(instruction, decoder, [](int64_t left, int64_t right) { return left == right; });
        case il::Opcode::BneUn:
        case il::Opcode::BneUnS:
            return branch_on(instruction, decoder, [](int64_t left, int64_t right) { return left != right; });
        case il::Opcode::Bge:
        case il::Opcode::BgeS:
            return branch_on(instruction, decoder, [](int64_t left, int64_t right) { return left >= right; });
        default:
            break;
    }
    if (!is_straight(instruction.opcode)) return false;
    state.next_offset = instruction.next_offset;
    uint32_t position = in.position();
    instructions.import_instruction(instruction);
    return !without_calls || in.position() <= position || !calls_something(state.code.insts, position);
}

bool InlinedPath::run() {
    il::Decoder decoder(state.il, start);
    il::Instruction instruction;
    for (uint32_t count = 0; count < most_instructions && decoder.next(instruction); ++count) {
        if (instruction.opcode == il::Opcode::Ret) return finish();
        if (!step(instruction, decoder) || state.ended || state.restart || in.position() > most_emitted) return false;
    }
    return false;
}

bool InlinedPath::finish() {
    if (state.prefixes.used != 0) return false;
    Shape shape = shape_of(signature->return_type);
    bool has_value = shape.kind != Kind::Void;
    if (in.size() != base + has_value) return false;
    if (!has_value) return true;
    if (!types.struct_shape(signature->return_type, shape) || !in.coerce(shape.kind, shape.type)) return false;
    in.retype(0);
    return narrow(shape);
}

// What an attempt that gives up puts back.
struct PathState {
    PathState(ImportState& its_state, EvaluationStack& stack, ImportScratch& its_scratch, uint32_t arguments)
        : state(its_state), in(stack), scratch(its_scratch) {
        values = in.copy_of_top(arguments);
        stack_depth = in.size() - arguments;
        first = in.position();
        for (const Value& value : values) first = std::min(first, value.first);
        code.assign(state.code.insts.begin() + first, state.code.insts.end());
    }
    ImportState& state;
    EvaluationStack& in;
    ImportScratch& scratch;
    MethodDesc* method = state.method;
    Module* module = state.module;
    const metadata::Image* image = state.image;
    const SuppliedBody* supplied = state.supplied;
    GenericContext context = state.context;
    il::MethodBody body = state.body;
    Bytes il = state.il;
    Prefixes prefixes = state.prefixes;
    uint32_t next_offset = state.next_offset;
    uint32_t stack_base = state.stack_base;
    bool boxes_by_ref_like = state.boxes_by_ref_like;
    std::optional<Error> late_error = state.late_error;
    size_t variable_count = state.code.variables.size();
    std::vector<uint32_t> address_uses = scratch.address_uses;
    std::vector<Value> values;
    uint32_t first = 0;
    std::vector<Inst> code;  // of the values

    void enter(MethodDesc* target, const il::MethodBody& its_body) {
        state.method = target;
        state.module = target->owner->module;
        state.image = state.module->image();
        state.supplied = nullptr;
        state.context = context_of(target);
        state.body = its_body;
        state.il = its_body.code();
        state.prefixes = {};
    }
    void leave() {
        state.method = method;
        state.module = module;
        state.image = image;
        state.supplied = supplied;
        state.context = context;
        state.body = body;
        state.il = il;
        state.prefixes = prefixes;
        state.next_offset = next_offset;
        state.stack_base = stack_base;
    }
    void take_back() {
        in.restore(stack_depth, values);
        state.code.insts.resize(first);
        state.code.insts.insert(state.code.insts.end(), code.begin(), code.end());
        state.code.variables.resize(variable_count);
        scratch.address_uses = address_uses;
        state.boxes_by_ref_like = boxes_by_ref_like;
        state.late_error = late_error;
        state.code.invalid.reset();
        state.is_invalid = state.ended = state.restart = false;
    }
    size_t stack_depth = 0;  // below the values
};

// `span` was made of an address and a number, whose values and code these were.
void Inlining::note_data_span(uint32_t span, std::span<const Value> arguments, uint32_t first,
                              std::span<const Inst> code) {
    const Value& address = arguments[0];
    if (!address.pure || address.first != first || arguments[1].first != address.end) return;
    code = code.first(address.end - first);
    data_span_ = {span, first, stack_.position(), {code.begin(), code.end()}, arguments[1].imm};
}

bool Inlining::inline_path(MethodDesc* target, const MethodSignature* signature) {
    return inline_path_of(target, signature, {});
}

// newobj of a value type: it is made in a variable.
bool Inlining::inline_constructor(MethodDesc* constructor, const MethodSignature* signature) {
    return inline_path_of(constructor, signature, constructor->owner);
}

// `constructed`: the type of the object that newobj makes; the other arguments are on the stack.
bool Inlining::inline_path_of(MethodDesc* target, const MethodSignature* signature, TypeHandle constructed) {
    bool is_new = !constructed.is_null();
    if (state_.options.for_optimizer || depth_ >= most_depth || state_.prefixes.has(prefixes::tail)) return false;
    if (target->kind != MethodKind::IL || (target->flags & (method_flags::no_inlining | method_flags::is_synchronized)))
        return false;
    if (signature->has_this && !target->owner->is_value_type()) return false;
    if (!target->owner->module->assembly->is_corelib) return false;
    uint16_t known = __atomic_load_n(&target->no_helper, __ATOMIC_RELAXED);
    bool is_for_vectors = !(known & no_helper_facts::without_vectors) && concerns_vectors(target, signature);
    if (!is_for_vectors && !(known & no_helper_facts::without_vectors)) note(target, no_helper_facts::without_vectors);
    bool makes_span = is_new && signature->parameter_count == 2 && signature->parameters[0].is_type_desc() &&
                      is_read_only_span(constructed) && stack_.size() != 0 && stack_.top().known == Known::Integer;
    bool may_give_data =
        !is_new && !signature->has_this && signature->parameter_count == 0 && is_read_only_span(signature->return_type);
    bool may_be_straight = !is_new && state_.module->assembly->is_corelib && depth_ < most_straight_depth &&
                           !(known & no_helper_facts::not_straight);
    if (!is_for_vectors && !makes_span && !may_give_data && !may_be_straight) return false;
    uint32_t count = signature->parameter_count + (signature->has_this && !is_new);
    if (count + is_new > most_arguments || stack_.size() < count) return false;
    Module* module = target->owner->module;
    Result<il::MethodBody> body = il::MethodBody::of_method(*module->image(), target->token & 0xffffff);
    if (!body || body->code().size() > most_il_bytes || body->clause_count() != 0) return false;
    bool is_helper = is_for_vectors ? is_vector_helper(target, static_cast<uint32_t>(body->code().size()))
                                    : makes_span || gives_static_data(body->code());
    bool is_straight_helper = !is_helper && may_be_straight && is_one_line(body->code());
    if (may_be_straight && !is_helper && !is_straight_helper) note(target, no_helper_facts::not_straight);
    if (!is_helper && !is_straight_helper) return false;
    if (!ensure_loaded(target->owner, LoadLevel::Layout)) return false;
    bool waits = runs_class_init(target, state_.options.may_assume);
    waits_for_initializer_ = waits || (depth_ != 0 && waits_for_initializer_);
    if (waits) return false;
    PathState state(state_, stack_, scratch_, count);
    state.enter(target, *body);
    InlinedPath path{state_, stack_, types_, arithmetic_, instructions_, target, signature};
    path.without_calls = is_straight_helper;
    path.argument_count = count + is_new;
    if (is_new) path.object = stack_.new_temporary(Kind::Struct, constructed);
    path.base = state_.stack_base = static_cast<uint32_t>(stack_.size()) - count;
    ++depth_;
    bool done = path.read_locals(module, state_.context) && path.scan() && path.take_arguments() && path.run();
    --depth_;
    state.leave();
    if (!done || state_.is_invalid || state_.ended || state_.restart) {
        waits_for_initializer_ |= std::ranges::any_of(state_.code.insts.begin() + state.first, state_.code.insts.end(),
                                                      [](const Inst& inst) { return inst.op == Op::ClassInit; });
        state.take_back();
        start_over();
        if (is_straight_helper && !waits_for_initializer_) note(target, no_helper_facts::not_straight);
        return false;
    }
    __atomic_store_n(&target->was_read_in_place, 1, __ATOMIC_RELEASE);
    if (makes_span) note_data_span(path.object, state.values, state.first, state.code);
    if (is_new) stack_.push_variable(path.object);
    if (stack_.size() > state.stack_depth && !is_new && is_aggregate(stack_.top().kind))
        stack_.top().type = signature->return_type;
    note_read(target);
    return true;
}

}  // namespace celer
