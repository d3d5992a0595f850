#include "parse.h"

#include <cstdlib>
#include <cstring>
#include <vector>

#include "base/upcalls.h"
#include "code/helpers.h"
#include "import/supplied_body.h"
#include "import/text_form.h"
#include "import/vector_instructions.h"
#include "object/object.h"
#include "platform/arena.h"
#include "types/dispatch.h"
#include "code/process_cells.h"
#include "types/literals.h"
#include "types/test_golden_texts.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations

namespace celer::form {

namespace {

using namespace text_form;

std::string unquoted(std::string_view token) {
    if (token.size() < 2 || token.front() != '"') return std::string(token);
    std::string text;
    for (size_t i = 1; i + 1 < token.size(); ++i) {
        if (token[i] != '\\') {
            text += token[i];
        } else {
            ++i;
            text += token[i] == 'n' ? '\n' : token[i];
        }
    }
    return text;
}

// The words of a line; a word may hold a quoted part.
std::vector<std::string_view> words_of(std::string_view line) {
    std::vector<std::string_view> words;
    for (size_t i = 0; i < line.size();) {
        if (line[i] == ' ') {
            ++i;
            continue;
        }
        size_t begin = i;
        bool quote = false;
        for (; i < line.size() && (quote || line[i] != ' '); ++i) {
            if (line[i] == '\\' && quote) {
                ++i;
            } else if (line[i] == '"') {
                quote = !quote;
            }
        }
        words.push_back(line.substr(begin, i - begin));
    }
    return words;
}

class Parser {
  public:
    Parser(const TextNames& names, ImportedCode& code) : names_(names), code_(code) {}
    std::string run(std::string_view text);

  private:
    void fail(std::string message) {
        if (error_.empty()) error_ = "line " + std::to_string(line_number_) + ": " + message;
    }
    // --- The words of the current line
    bool more() const { return at_ < words_.size(); }
    std::string_view peek() const { return more() ? words_[at_] : std::string_view(); }
    std::string_view next() {
        if (!more()) fail("something is missing at the end");
        return more() ? words_[at_++] : std::string_view();
    }
    bool accept(std::string_view word) {
        if (peek() != word) return false;
        ++at_;
        return true;
    }
    void expect(std::string_view word) {
        if (!accept(word)) fail("expected " + std::string(word));
    }
    int64_t integer(std::string_view word) {
        char* end = nullptr;
        std::string text(word);
        int64_t value = text.starts_with("0x") ? static_cast<int64_t>(strtoull(text.c_str(), &end, 16))
                                               : strtoll(text.c_str(), &end, 10);
        if (text.empty() || *end != 0) fail("no number: " + text);
        return value;
    }
    uint32_t number() { return static_cast<uint32_t>(integer(next())); }
    uint32_t number_after(char letter, std::string_view word) {
        if (word.empty() || word[0] != letter) fail(std::string("expected ") + letter + " and a number");
        return word.empty() ? 0 : static_cast<uint32_t>(integer(word.substr(1)));
    }
    uint32_t block() { return number_after('B', next()); }

    template <size_t N>
    uint8_t one_of(const char* const (&names)[N], std::string_view word) {
        for (size_t i = 0; i < N; ++i) {
            if (word == names[i]) return static_cast<uint8_t>(i);
        }
        fail("unknown word " + std::string(word));
        return 0;
    }
    Kind kind(std::string_view word) { return static_cast<Kind>(one_of(kind_names, word)); }
    ElementType element(std::string_view word) {
        for (const ElementName& row : element_names) {
            if (word == row.name) return row.element;
        }
        fail("unknown element " + std::string(word));
        return ElementType::End;
    }
    TypeHandle type(std::string_view word);
    MethodDesc* method(std::string_view word);
    FieldDesc* field(std::string_view word);

    // --- Lines
    void parse_line(std::string_view line);
    void parse_method();
    void parse_header_words();
    void parse_variable();
    void parse_clause();
    BlockRange range(const char* part);
    void parse_block();
    void parse_inst();
    void parse_operand(Inst& inst);
    void parse_float(Inst& inst);
    void parse_instruction(Inst& inst);
    void parse_object(Inst& inst);
    void parse_address(Inst& inst);
    void parse_blocks(Inst& inst);
    void parse_call(Inst& inst);
    void parse_attribute(Inst& inst);
    void derive(Inst& inst);
    void finish();

    const TextNames& names_;
    ImportedCode& code_;
    std::string error_;
    std::vector<std::string_view> words_;
    size_t at_ = 0;
    uint32_t line_number_ = 0;
    uint32_t il_offset_ = 0;
    TypeHandle returns_;
};

TypeHandle Parser::type(std::string_view word) {
    std::string name = unquoted(word);
    if (name == "-") return {};
    if (auto known = names_.types.find(name); known != names_.types.end()) return known->second;
    if (name.ends_with("[]")) {
        Result<MethodTable*> array = sz_array_of(type(name.substr(0, name.size() - 2)));
        if (array) return *array;
    } else if (name.ends_with("&")) {
        return byref_to(type(name.substr(0, name.size() - 1)));
    } else if (MethodTable* table = testing_support::type_named(name)) {
        return table;
    }
    fail("no type " + name);
    return {};
}

MethodDesc* Parser::method(std::string_view word) {
    std::string name = unquoted(word);
    if (name == "-") return nullptr;
    if (auto known = names_.methods.find(name); known != names_.methods.end()) return known->second;
    for (MethodDesc* candidate : testing_support::methods_named(name.substr(0, name.find('(')))) {
        if (display_name(candidate) == name) return candidate;
    }
    fail("no method " + name);
    return nullptr;
}

FieldDesc* Parser::field(std::string_view word) {
    std::string name = unquoted(word);
    if (auto known = names_.fields.find(name); known != names_.fields.end()) return known->second;
    size_t dot = name.rfind('.');
    MethodTable* owner = dot == std::string::npos ? nullptr : testing_support::type_named(name.substr(0, dot));
    FieldDesc* found = owner == nullptr ? nullptr : find_field(owner, name.substr(dot + 1));
    if (found == nullptr) fail("no field " + name);
    return found;
}

void Parser::parse_method() {
    std::string_view name = next();
    code_.method = name == "-" ? arena_new<MethodDesc>(Section::Types) : method(name);
}

void Parser::parse_header_words() {
    std::string_view word = next();
    if (word == "returns") {
        returns_ = type(next());
    } else if (word == "il_size") {
        code_.il_size = number();
        code_.has_localloc = accept("localloc");
        code_.is_synchronized = accept("synchronized");
    } else if (word == "assume") {
        auto what = static_cast<AssumptionKind>(one_of(assumption_names, next()));
        bool body = what == AssumptionKind::Body;
        std::string_view subject = next();
        code_.assumptions.push_back({what, body ? TypeHandle() : type(subject), body ? method(subject) : nullptr});
    } else if (word == "invalid") {
        Error error;
        error.kind = static_cast<ErrorKind>(number());
        error.message = unquoted(next());
        error.subject = unquoted(next());
        code_.invalid = error;
    } else if (word == "clause") {
        parse_clause();
    } else {
        --at_;
        parse_variable();
    }
}

void Parser::parse_variable() {
    std::string_view name = next();
    if (!name.ends_with(":") || number_after('v', name.substr(0, name.size() - 1)) != code_.variables.size()) {
        return fail("expected the next variable");
    }
    Variable v;
    v.kind = kind(next());
    v.element = element(next());
    v.type = type(next());
    v.origin = static_cast<Origin>(one_of(origin_names, next()));
    v.origin_index = number();
    v.address_taken = accept("address_taken");
    v.needs_zero = accept("zero");
    v.is_pinned = accept("pinned");
    bool is_byte = v.element == ElementType::I1 || v.element == ElementType::U1;
    bool is_short = v.element == ElementType::I2 || v.element == ElementType::U2;
    v.size_bytes = is_byte                                    ? 1
                   : is_short                                 ? 2
                   : v.kind == Kind::I4 || v.kind == Kind::F4 ? 4
                   : is_aggregate(v.kind) && v.type.method_table() != nullptr
                       ? v.type.method_table()->instance_field_bytes
                       : 8;
    if (v.is_argument()) code_.argument_count++;
    code_.variables.push_back(v);
}

BlockRange Parser::range(const char* part) {
    expect(part);
    std::string_view word = next();
    if (word == "-") return {no_block, no_block};  // see finish()
    size_t dots = word.find("..");
    if (dots == std::string_view::npos) {
        fail("expected B1..B2");
        return {};
    }
    return {number_after('B', word.substr(0, dots)), number_after('B', word.substr(dots + 2))};
}

void Parser::parse_clause() {
    next();  // its number and a colon
    Clause c{};
    c.kind = static_cast<ClauseKind>(one_of(clause_names, next()));
    c.try_blocks = range("try");
    c.handler_blocks = range("handler");
    c.filter_blocks = range("filter");
    c.handler_block = c.handler_blocks.begin;
    c.filter_block = c.filter_blocks.begin;
    c.catch_type = type(next());
    std::string_view variable = next();
    c.exception_variable = variable == "-" ? no_variable : number_after('v', variable);
    expect("il");
    for (uint32_t* offset : {&c.try_begin, &c.try_end, &c.handler_begin, &c.handler_end, &c.filter_begin}) {
        *offset = number();
    }
    code_.clauses.push_back(c);
}

void Parser::parse_block() {
    std::string_view name = next();
    if (!name.ends_with(":") || number_after('B', name.substr(0, name.size() - 1)) != code_.blocks.size()) {
        return fail("expected the next block");
    }
    std::string offset(next());
    if (!offset.starts_with("IL_")) return fail("expected IL_ and an offset");
    il_offset_ = static_cast<uint32_t>(strtoul(offset.c_str() + 3, nullptr, 16));
    Block block{static_cast<uint32_t>(code_.insts.size()), 0, il_offset_, {}, false};
    if (more() && peek() != "loop") {
        auto part = static_cast<RegionPart>(one_of(part_names, next()));
        block.region = Region(number(), part);
    }
    block.is_loop_head = accept("loop");
    code_.blocks.push_back(block);
}

static std::u16string characters_of(std::string_view word) {  // "..."
    std::u16string text;
    for (size_t i = 1; i + 1 < word.size(); ++i) {
        if (word[i] == '\\' && i + 5 < word.size()) {
            text += static_cast<char16_t>(strtoul(std::string(word.substr(i + 2, 4)).c_str(), nullptr, 16));
            i += 5;
        } else {
            text += static_cast<char16_t>(word[i]);
        }
    }
    return text;
}

void Parser::parse_object(Inst& inst) {
    if (accept("typeof")) {
        TypeHandle subject = type(next());
        inst.target = static_cast<uint32_t>(subject.value);
        auto* make = g_upcalls.type_object;
        inst.imm = static_cast<int64_t>(reinterpret_cast<uintptr_t>(make == nullptr ? nullptr : make(subject)));
        if (inst.imm == 0) fail("there are no type objects here");
        return;
    }
    expect("string");
    inst.imm = static_cast<int64_t>(reinterpret_cast<uintptr_t>(intern_literal(characters_of(next()))));
}

void Parser::parse_address(Inst& inst) {
    inst.small = one_of(address_names, next());
    std::string_view name = next();
    auto set = [&](const void* address) { inst.imm = static_cast<int64_t>(reinterpret_cast<uintptr_t>(address)); };
    switch (static_cast<AddressOf>(inst.small)) {
        case AddressOf::StaticField:
            inst.field = field(name);
            if (inst.field) set(static_cast<uint8_t*>(inst.field->owner->info->statics.base) + inst.field->offset);
            return;
        case AddressOf::Function:
            inst.method = method(name);
            if (inst.method) set(method_stub(inst.method));
            return;
        case AddressOf::Type:
            inst.imm = static_cast<int64_t>(type(name).value);
            return;
        case AddressOf::Method:
            return set(method(name));
        case AddressOf::Field:
            return set(field(name));
        case AddressOf::HeapString:
            return set(new_heap_string_cell(code_.method, intern_literal(characters_of(name))));
    }
}

void Parser::parse_blocks(Inst& inst) {
    if (inst.op == Op::Switch) {
        inst.imm = static_cast<int64_t>(code_.switch_targets.size());
        while (more() && !accept("else")) code_.switch_targets.push_back(block());
        inst.count = static_cast<uint16_t>(code_.switch_targets.size() - static_cast<size_t>(inst.imm));
        inst.target = block();
        return;
    }
    inst.target = block();
    if (inst.op == Op::Branch || inst.op == Op::BranchIf) {
        expect("else");
        inst.imm = block();
    }
    if (inst.op != Op::Leave) return;
    inst.imm = static_cast<int64_t>(code_.finally_chain.size());
    if (!accept("finally")) return;
    while (more() && !peek().starts_with("@")) code_.finally_chain.push_back(number());
    inst.count = static_cast<uint16_t>(code_.finally_chain.size() - static_cast<size_t>(inst.imm));
}

MethodSignature* make_signature(TypeHandle returns, const std::vector<TypeHandle>& parameters) {
    auto* signature = static_cast<MethodSignature*>(
        arena_allocate(Section::Types, sizeof(MethodSignature) + parameters.size() * sizeof(TypeHandle)));
    signature->return_type = returns ? returns : TypeHandle(primitive_type(ElementType::Void));
    signature->parameter_count = static_cast<uint16_t>(parameters.size());
    std::copy(parameters.begin(), parameters.end(), signature->parameters);
    return signature;
}

void Parser::parse_call(Inst& inst) {
    CallInfo* call = code_.new_call();
    inst.call = call;
    call->kind = static_cast<CallKind>(one_of(call_names, next()));
    if (call->kind == CallKind::Helper) {
        call->helper = one_of(helper_names, next());
    } else {
        call->method = method(next());
    }
    expect("(");
    while (more() && !accept(")")) {
        call->argument_kinds.push_back(kind(next()));
        call->argument_types.push_back(type(next()));
    }
    call->return_kind = kind(next());
    call->return_type = type(next());
    if (accept("new")) call->type = type(next()).method_table();
    if (accept("convention")) {
        bool has_this = false;
        uint8_t convention = static_cast<uint8_t>(number());
        has_this = accept("has_this");
        std::vector<TypeHandle> parameters = call->argument_types;
        if (has_this) parameters.erase(parameters.begin());
        MethodSignature* signature = make_signature(call->return_type, parameters);
        signature->calling_convention = convention;
        signature->has_this = has_this;
        call->signature = signature;
    } else if (call->method != nullptr && inst.op != Op::LoadVirtualFunction) {
        if (Result<const MethodSignature*> own = method_signature(call->method); own) call->signature = *own;
    }
    call->null_check_this = accept("null_check_this");
    call->explicit_tail = accept("tail");
    call->returns_never = accept("returns_never");
}

void Parser::parse_instruction(Inst& inst) {
    std::string_view name = next();
    while (inst.target < static_cast<uint32_t>(VectorInstructionId::None) &&
           vector_instruction(static_cast<VectorInstructionId>(inst.target)).name != name) {
        inst.target++;
    }
    if (inst.target == static_cast<uint32_t>(VectorInstructionId::None)) fail("no instruction: " + std::string(name));
    expect("of");
    inst.count = static_cast<uint16_t>(number());
    expect("imm");
    inst.imm = integer(next());
}

void Parser::parse_float(Inst& inst) {
    std::string word(next());
    bool is_bits = word.starts_with("0x");
    double wide = strtod(word.c_str(), nullptr);
    float narrow = strtof(word.c_str(), nullptr);
    if (is_bits) {
        inst.imm = integer(word);
    } else if (inst.op == Op::ConstF4) {
        uint32_t bits;
        memcpy(&bits, &narrow, 4);
        inst.imm = bits;
    } else {
        memcpy(&inst.imm, &wide, 8);
    }
}

void Parser::parse_operand(Inst& inst) {
    switch (operand_of(inst.op)) {
        case Operand::None:
            return;
        case Operand::Variable:
            inst.target = number_after('v', next());
            return;
        case Operand::Integer:
        case Operand::Size:
        case Operand::Clause:
            inst.imm = integer(next());
            return;
        case Operand::Float:
            return parse_float(inst);
        case Operand::Object:
            return parse_object(inst);
        case Operand::Address:
            return parse_address(inst);
        case Operand::Field:
            inst.field = field(next());
            return;
        case Operand::Offset:
            inst.imm = integer(next().substr(1));
            return;
        case Operand::Convert:
            inst.from = kind(next());
            expect("to");
            inst.element = element(next());
            return;
        case Operand::Condition:
        case Operand::Compared:
            inst.small = one_of(condition_names, next());
            if (operand_of(inst.op) == Operand::Compared) parse_blocks(inst);
            return;
        case Operand::Cast:
            inst.small = one_of(cast_names, next());
            return;
        case Operand::Bits:
            inst.small = one_of(bits_names, next());
            return;
        case Operand::Intrinsic:
            inst.small = one_of(intrinsic_names, next());
            return;
        case Operand::Instruction:
            return parse_instruction(inst);
        case Operand::Block:
        case Operand::TwoBlocks:
        case Operand::Blocks:
        case Operand::Chain:
            return parse_blocks(inst);
        case Operand::Depth:
            expect("below");
            inst.count = static_cast<uint16_t>(number());
            return;
        case Operand::Call:
            return parse_call(inst);
    }
}

void Parser::parse_attribute(Inst& inst) {
    std::string_view word = next();
    if (word.starts_with("@")) {
        il_offset_ = static_cast<uint32_t>(strtoul(std::string(word.substr(1)).c_str(), nullptr, 16));
    } else if (word.starts_with("element=")) {
        inst.element = element(word.substr(8));
    } else if (word.starts_with("type=")) {
        inst.type = type(word.substr(5)).method_table();
    } else if (word.starts_with("field=")) {
        inst.field = field(word.substr(6));
    } else if (word.starts_with("method=")) {
        inst.method = method(word.substr(7));
    } else if (word.starts_with("result=")) {
        inst.set_result_type(type(word.substr(7)));
    } else {
        for (const FlagName& flag : flag_names) {
            if (word == flag.name && flag.applies(inst.op)) {
                inst.flags |= flag.bit;
                return;
            }
        }
        fail("unknown word " + std::string(word));
    }
}

// What the text leaves out because something else says it.
void Parser::derive(Inst& inst) {
    if (inst.op == Op::LoadVar || inst.op == Op::StoreVar) {
        if (inst.target >= code_.variables.size()) return fail("no such variable");
        const Variable& v = code_.variables[inst.target];
        inst.element = v.element;
        if (is_aggregate(v.kind)) inst.type = v.type.method_table();
    } else if (inst.op == Op::RvaAddress && inst.field != nullptr) {
        inst.imm = inst.field->offset;
        inst.module = inst.field->owner->module;
    } else if (inst.op == Op::ThreadStaticAddress && inst.field != nullptr) {
        inst.imm = inst.field->owner->info->statics.thread_offset + inst.field->offset;
    }
}

void Parser::parse_inst() {
    if (code_.blocks.empty()) return fail("instruction outside of a block");
    Inst inst;
    std::string_view word = next();
    size_t dot = word.find('.');
    inst.op = static_cast<Op>(one_of(op_names, word.substr(0, dot)));
    if (dot != std::string_view::npos) inst.kind = kind(word.substr(dot + 1));
    parse_operand(inst);
    while (more() && error_.empty()) parse_attribute(inst);
    derive(inst);
    inst.il_offset = il_offset_;
    code_.insts.push_back(inst);
    code_.blocks.back().inst_count++;
}

void Parser::parse_line(std::string_view line) {
    words_ = words_of(line);
    at_ = 0;
    if (words_.empty() || words_[0].starts_with("#")) return;
    if (accept("method")) {
        parse_method();
    } else if (line.starts_with("    ")) {
        parse_inst();
    } else if (line.starts_with("  ")) {
        parse_header_words();
    } else {
        parse_block();
    }
    if (more()) fail("did not expect " + std::string(peek()));
}

// Empty ranges stand behind the last block; the signature is the method's, or one with the arguments that there are.
void Parser::finish() {
    auto end = static_cast<uint32_t>(code_.blocks.size());
    for (Clause& clause : code_.clauses) {
        for (RegionPart part : {RegionPart::Try, RegionPart::Handler, RegionPart::Filter}) {
            if (clause.blocks(part).begin == no_block) clause.blocks(part) = {end, end};
        }
    }
    if (code_.method != nullptr && code_.method->owner != nullptr) {
        if (Result<const MethodSignature*> own = method_signature(code_.method); own) code_.signature = *own;
        return;
    }
    std::vector<TypeHandle> parameters;
    for (uint32_t i = 0; i < code_.argument_count; ++i) parameters.push_back(code_.variables[i].type);
    code_.signature = make_signature(returns_, parameters);
}

std::string Parser::run(std::string_view text) {
    code_.clear();
    while (!text.empty() && error_.empty()) {
        size_t end = std::min(text.find('\n'), text.size());
        line_number_++;
        parse_line(text.substr(0, end));
        text.remove_prefix(std::min(end + 1, text.size()));
    }
    if (error_.empty()) finish();
    return error_;
}

}  // namespace

std::string parse(std::string_view text, const TextNames& names, ImportedCode& code) {
    return Parser(names, code).run(text);
}

}  // namespace celer::form
