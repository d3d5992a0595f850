#include "baseline/x64/compiler.h"

#include "base/assert.h"
#include "import/supplied_body.h"
#include "platform/arena.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::x64 {

MethodCode* MethodCompiler::compile(Compilation& compilation, const InlinedForm& form) {
    CELER_ASSERT(compilation.request().osr_il_offset == no_osr, "tier 0 is entered at the start");
    start(compilation, form);
    if (cursor_.code().invalid) return compile_throwing(compilation, *cursor_.code().invalid);
    compilation.enter(Phase::Analyse);
    plan_.analyse(cursor_.code());
    plan_frame(compilation);
    cursor_.set_fuses(compilation.enter(Phase::Patterns));
    compilation.enter(Phase::Emit);
    compile_body();
    if (frame_.size_bytes() > abi::max_frame_bytes) return compile_throwing(compilation, invalid_program());
    frame_code_.emit_prologue();
    compilation.enter(Phase::Publish);
    return finish();
}

// Calling the method throws.
MethodCode* MethodCompiler::compile_throwing(Compilation& compilation, const Error& problem) {
    static const ImportedCode nothing;
    uint32_t error = register_error(problem);
    start(compilation, {&nothing, &nothing, {}, {}, {}});
    frame_code_.emit_plain_prologue();
    a_.mov_ri(4, rdi, error);
    emit_helper_call(a_, Helper::ThrowError);
    a_.int3();
    return finish();
}

void MethodCompiler::start(Compilation& compilation, const InlinedForm& form) {
    const ImportedCode& code = *form.code;
    cursor_.start(compilation, form);
    a_.clear();
    stack_.clear();
    gprs_.clear();
    xmms_.clear();
    flags_.forget();
    homes_.clear(code.variables.size());
    labels_.clear(code.blocks.size());
    cold_.clear();
    literals_.clear();
    il_map_.clear();
    osr_.clear();
    frame_.clear();
    handlers_.start();
}

void MethodCompiler::plan_frame(Compilation& compilation) {
    const ImportedCode& code = cursor_.code();
    frame_.plan_saves();
    bool may_move = (code.clauses.empty() || frame_.keeps_registers_in_handlers()) && !code.has_localloc;
    if (compilation.enter(Phase::Registers) && may_move) homes_.assign_registers();
    frame_.place_fixed_slots();
    homes_.place_arguments_in_frame();
    homes_.place_locals_in_frame();
    handlers_.reserve_slots();
}

void MethodCompiler::compile_body() {
    auto block_count = static_cast<uint32_t>(cursor_.code().blocks.size());
    profile_.plan_profile();
    for (uint32_t b = 0; b < block_count; b++) compile_block(b);
    cold_.flush_cold(block_count);
    labels_.end_body(a_.position());
    osr_.emit_osr_exits();
}

void MethodCompiler::compile_block(uint32_t number) {
    CELER_ASSERT(stack_.is_empty());
    labels_.bind(number, a_);
    cursor_.enter_block(number);
    il_map_.forget_mark();
    flags_.forget();
    handlers_.begin_handlers(number);
    if (cursor_.request().may_be_replaced && cursor_.is_of_root(number) && cursor_.code().is_osr_point(number))
        osr_.osr_point(number);
    profile_.count_block(number);
    for (; cursor_.is_in_block(); cursor_.skip_next()) {
        const Inst& inst = cursor_.enter_inst();
        gprs_.unpin_all();
        xmms_.unpin_all();
        il_map_.mark();
        compile_inst(inst);
    }
    while (!stack_.is_empty()) stack_.drop();  // after a throw, operands may be left
    cold_.flush_cold(number + 1);
}

void MethodCompiler::compile_inst(const Inst& inst) {
    switch (inst.op) {
#define CELER_COMPILE(operation, action) \
    case Op::operation:                  \
        return action;
#include "baseline/x64/helper_calls.h"
#include "baseline/x64/operations.def"
#undef CELER_COMPILE
    }
}

void MethodCompiler::is_known_constant() {
    bool answer = stack_.top().where == Where::Constant;
    pop();
    stack_.push_constant(Kind::I4, answer);
}

void MethodCompiler::pop() {
    // The load it stands for may fault.
    if (stack_.top().where == Where::Memory) memory_.null_check(reader_.memory_of(stack_.top()));
    stack_.drop();
}

uint8_t* MethodCompiler::place_code() {
    frame_.patch_outgoing_size(a_);
    const Assembler& prologue = frame_code_.prologue();
    literals_.emit(prologue.position());
    uint8_t* start = allocate_code(prologue.position() + a_.position(), cursor_.request().method);
    write_code(start, prologue.code(), prologue.position());
    write_code(start + prologue.position(), a_.code(), a_.position());
    return start;
}

MethodCode* MethodCompiler::finish() {
    uint8_t* start = place_code();
    uint32_t prologue = frame_code_.prologue().position();
    uint8_t flags = cursor_.request().code_flags;
    if (frame_.keeps_registers_in_handlers()) flags |= code_flags::handlers_expect_registers;
    bool has_osr_points = !osr_.points().empty();
    return publish_code({
        .method = cursor_.request().method,
        .start = start,
        .size_bytes = prologue + a_.position(),
        .tier = cursor_.request().tier,
        .flags = flags,
        .prologue_size = prologue,
        .frame_size = static_cast<uint32_t>(frame_.size_bytes()),
        .stack_pointer_slot = static_cast<uint32_t>(-frame_.stack_pointer_slot()),
        .saved_registers = frame_.saved_registers(),
        .clauses = handlers_.describe_clauses(prologue),
        .inlined = cursor_.inline_nodes(),
        .il_map = il_map_.entries(),
        .il_map_base = prologue,
        .homes = homes_.describe(has_osr_points),
        .osr_points = osr_.points(),
        .variables_hash = has_osr_points ? cursor_.root().variables_hash() : 0,
    });
}

}  // namespace celer::x64
