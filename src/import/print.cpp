// The text form: one line a block head, one line an instruction. Addresses of descriptors appear as names, so that the
// text is the same in every process.
#include <cstdarg>
#include <cstdio>
#include <cstring>

#include "code/helpers.h"
#include "import/code.h"

namespace celer {

namespace {

const char* const op_names[] = {
#define CELER_OP(name, operands, effects, text) #name,
#include "import/ops.def"
#undef CELER_OP
};

const char* const helper_names[] = {
#define CELER_HELPER(name, function, effects, result, parameters) #name,
#include "code/helpers.def"
#undef CELER_HELPER
};

const char* const kind_names[] = {"void", "i4", "i8", "f4", "f8", "ref", "byref", "struct"};
const char* const condition_names[] = {"eq", "ne", "lt", "le", "gt", "ge", "lt.un", "le.un", "gt.un", "ge.un"};
const char* const cast_names[] = {"exact", "class", "interface", "array", "any"};
const char* const bits_names[] = {"popcount", "lzcnt", "tzcnt", "rotl",    "rotr",     "bswap",
                                  "sqrt",     "abs",   "floor", "ceiling", "truncate", "mulhigh.un"};
const char* const intrinsic_names[] = {"compare_exchange", "exchange",      "exchange_add",  "barrier",
                                       "read_barrier",     "write_barrier", "return_address"};
const char* const call_names[] = {"direct",   "virtual",  "interface", "generic_virtual",
                                  "indirect", "delegate", "helper",    "unmanaged_indirect"};
const char* const clause_names[] = {"catch", "filter", "finally", "fault"};

[[gnu::format(printf, 2, 3)]] void append(std::string& text, const char* format, ...) {
    char buffer[256];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(buffer, sizeof(buffer), format, arguments);
    va_end(arguments);
    text += buffer;
}

std::string type_text(const MethodTable* table) {
    return table == nullptr ? "-" : display_name(TypeHandle(const_cast<MethodTable*>(table)));
}

void print_call(std::string& text, const CallInfo& call) {
    append(text, " %s", call_names[static_cast<int>(call.kind)]);
    if (call.kind == CallKind::Helper) {
        append(text, " %s", helper_names[call.helper]);
    } else if (call.method != nullptr) {
        text += " " + display_name(call.method);
    }
    if (call.type != nullptr) text += " new " + type_text(call.type);
    text += " (";
    for (size_t i = 0; i < call.argument_kinds.size(); ++i) {
        append(text, "%s%s", i == 0 ? "" : ", ", kind_names[static_cast<int>(call.argument_kinds[i])]);
    }
    append(text, ") -> %s", kind_names[static_cast<int>(call.return_kind)]);
    if (call.null_check_this) text += " null_check";
    if (call.explicit_tail) text += " tail";
    if (call.returns_never) text += " never_returns";
}

bool is_one_of(Op op, std::initializer_list<Op> ops) {
    for (Op candidate : ops) {
        if (op == candidate) return true;
    }
    return false;
}

void print_operand(std::string& text, const ImportedCode& code, const Inst& inst) {
    Op op = inst.op;
    if (is_one_of(op, {Op::LoadVar, Op::StoreVar, Op::VarAddress, Op::ClearVar})) {
        append(text, " v%u", inst.target);
    } else if (is_one_of(op, {Op::ConstI4, Op::ConstI8, Op::AddOffset, Op::ElementAddress, Op::Rethrow, Op::EndFinally,
                              Op::EndFilter, Op::CatchEntry, Op::ThreadStaticAddress, Op::RvaAddress})) {
        append(text, " %lld", static_cast<long long>(inst.imm));
    } else if (op == Op::ConstF4) {
        float value;
        uint32_t bits = static_cast<uint32_t>(inst.imm);
        memcpy(&value, &bits, 4);
        append(text, " %.9g", static_cast<double>(value));
    } else if (op == Op::ConstF8) {
        double value;
        memcpy(&value, &inst.imm, 8);
        append(text, " %.17g", value);
    } else if (op == Op::ConstAddress && inst.method != nullptr) {
        text += " " + display_name(inst.method);
    } else if (is_one_of(op, {Op::Load, Op::Store, Op::LoadStructField})) {
        if (inst.imm != 0) append(text, " +%lld", static_cast<long long>(inst.imm));
    } else if (op == Op::Jump) {
        append(text, " B%u", inst.target);
    } else if (op == Op::Branch || op == Op::BranchIf) {
        append(text, " B%u else B%lld", inst.target, static_cast<long long>(inst.imm));
    } else if (op == Op::Switch) {
        for (uint32_t i = 0; i < inst.count; ++i)
            append(text, " B%u", code.switch_targets[static_cast<size_t>(inst.imm) + i]);
        append(text, " else B%u", inst.target);
    } else if (op == Op::Leave) {
        append(text, " B%u", inst.target);
        for (uint32_t i = 0; i < inst.count; ++i)
            append(text, " finally %u", code.finally_chain[static_cast<size_t>(inst.imm) + i]);
    } else if (op == Op::Convert) {
        append(text, " %s->%02x", kind_names[static_cast<int>(inst.from)], static_cast<unsigned>(inst.element));
    }
    static const char* const small_elements[] = {"i1", "u1", "i2", "u2"};
    bool in_memory =
        is_one_of(op, {Op::Load, Op::Store, Op::LoadStructField, Op::LoadElement, Op::StoreElement, Op::Intrinsic});
    if (in_memory && inst.element >= ElementType::I1 && inst.element <= ElementType::U2) {
        append(text, " %s", small_elements[static_cast<int>(inst.element) - static_cast<int>(ElementType::I1)]);
    }
    if (op == Op::Compare || op == Op::Branch) append(text, " %s", condition_names[inst.small]);
    if (op == Op::CastClass || op == Op::IsInstance) append(text, " %s", cast_names[inst.small]);
    if (op == Op::Bits) append(text, " %s", bits_names[inst.small]);
    if (op == Op::Intrinsic) append(text, " %s", intrinsic_names[inst.small]);
    if (is_one_of(op, {Op::Call, Op::NewObject, Op::LoadVirtualFunction}) && inst.call != nullptr) {
        print_call(text, *inst.call);
    } else if (op != Op::RvaAddress && inst.type != nullptr) {
        text += " " + type_text(inst.type);
    }
    if (op == Op::MakeDelegate && inst.method != nullptr) text += " of " + display_name(inst.method);
    if (inst.flags != 0) append(text, " flags=%x", inst.flags);
}

}  // namespace

std::string print(const ImportedCode& code) {
    std::string text = code.method == nullptr ? std::string("?") : display_name(code.method);
    text += "\n";
    if (code.invalid) return text + "  invalid: " + code.invalid->message + "\n";
    for (size_t i = 0; i < code.variables.size(); ++i) {
        const Variable& v = code.variables[i];
        append(text, "  v%zu: %s", i, kind_names[static_cast<int>(v.kind)]);
        if (v.type) text += " " + display_name(v.type);
        if (v.is_argument) text += " argument";
        if (v.address_taken) text += " address_taken";
        if (v.needs_zero) text += " zero";
        text += "\n";
    }
    for (size_t i = 0; i < code.clauses.size(); ++i) {
        const Clause& c = code.clauses[i];
        append(text, "  clause %zu: %s try B%u..B%u handler B%u..B%u", i, clause_names[static_cast<int>(c.kind)],
               c.try_block_begin, c.try_block_end, c.handler_block_begin, c.handler_block_end);
        if (c.kind == ClauseKind::Filter) append(text, " filter B%u..B%u", c.filter_block_begin, c.filter_block_end);
        if (c.catch_type) text += " " + display_name(c.catch_type);
        text += "\n";
    }
    for (size_t b = 0; b < code.blocks.size(); ++b) {
        const Block& block = code.blocks[b];
        append(text, "B%zu: IL_%04x", b, block.il_offset);
        if (block.region != 0) {
            static const char* const parts[] = {"try", "handler", "filter"};
            append(text, " %s %u", parts[(block.region - 1) % 3], (block.region - 1) / 3);
        }
        text += block.is_loop_head ? " loop\n" : "\n";
        for (uint32_t i = block.first_inst; i < block.first_inst + block.inst_count; ++i) {
            const Inst& inst = code.insts[i];
            append(text, "    %s", op_names[static_cast<int>(inst.op)]);
            if (inst.kind != Kind::Void) append(text, ".%s", kind_names[static_cast<int>(inst.kind)]);
            print_operand(text, code, inst);
            text += "\n";
        }
    }
    return text;
}

}  // namespace celer
