#include "baseline/x64/compiler.h"

#include "base/assert.h"
#include "code/abi.h"
#include "import/hooks.h"
#include "platform/arena.h"

#pragma clang diagnostic ignored "-Wswitch-enum"  // switches over a few of many operations or elements

namespace celer::x64 {

namespace {

const Inst g_no_inst{.op = Op::Unreachable};

}  // namespace

MethodCode* MethodCompiler::compile(Compilation& compilation, const InlinedForm& form) {
    CELER_ASSERT(compilation.request().osr_il_offset == no_osr, "tier 0 is entered at the start");
    reset(compilation, form);
    if (code_->invalid) return compile_throwing(*code_->invalid);
    compilation.enter(Phase::Analyse);
    plan_.analyse(*code_);
    plan_frame();
    fuses_ = compilation.enter(Phase::Patterns);
    compilation.enter(Phase::Emit);
    compile_body();
    if (frame_size() > abi::max_frame_bytes) return compile_throwing(invalid_program());
    emit_prologue();
    compilation.enter(Phase::Publish);
    return finish();
}

// Calling the method throws.
MethodCode* MethodCompiler::compile_throwing(const Error& problem) {
    static const ImportedCode nothing;
    uint32_t error = register_error(problem);
    reset(*compilation_, {&nothing, {}, {}});
    prologue_.clear();
    prologue_.push(rbp);
    prologue_.mov_rr(8, rbp, rsp);
    a_.mov_ri(4, rdi, error);
    emit_helper_call(Helper::ThrowError);
    a_.int3();
    return finish();
}

void MethodCompiler::reset(Compilation& compilation, const InlinedForm& form) {
    const ImportedCode& code = *form.code;
    compilation_ = &compilation;
    form_ = form;
    code_ = &code;
    a_.clear();
    values_.clear();
    homes_.assign(code.variables.size(), {});
    labels_.assign(code.blocks.size(), {});
    block_starts_.assign(code.blocks.size(), 0);
    handler_of_.assign(code.blocks.size(), 0);
    cold_.clear();
    cold_used_ = 0;
    pool_.clear();
    tables_.clear();
    il_map_.clear();
    osr_points_.clear();
    osr_exits_.clear();
    free_temps_.clear();
    funclet_patches_.clear();
    outgoing_patches_.clear();
    funclet_stack_slots_.assign(code.clauses.size() * 2, 0);
    std::memset(gpr_uses_, 0, sizeof gpr_uses_);
    std::memset(xmm_uses_, 0, sizeof xmm_uses_);
    variable_gprs_ = variable_xmms_ = saved_gprs_ = 0;
    saves_all_ = has_catch_ = false;
    frame_bytes_ = outgoing_ = 0;
    return_buffer_ = stack_pointer_slot_ = 0;
    il_offset_ = 0;
    inline_node_ = 0;
    forget_mark();
    flags_reg_ = no_gpr;
    for (uint32_t i = 0; i < code.clauses.size(); i++) {
        const Clause& clause = code.clauses[i];
        if (clause.handler_block != no_block) {
            handler_of_[clause.handler_block] = i * 4 + (clause.is_funclet() ? 3 : 1);
        }
        if (clause.kind == ClauseKind::Filter && clause.filter_block != no_block)
            handler_of_[clause.filter_block] = i * 4 + 2;
    }
}

void MethodCompiler::compile_body() {
    // A catch inside a funclet needs the funclet's stack pointer.
    for (uint32_t i = 0; i < code_->clauses.size(); i++) {
        const Clause& clause = code_->clauses[i];
        if (has_catch_ && clause.is_funclet()) funclet_stack_slots_[i * 2] = new_slot(8);
        if (clause.kind == ClauseKind::Filter) funclet_stack_slots_[i * 2 + 1] = new_slot(8);
    }
    plan_profile();
    for (uint32_t b = 0; b < code_->blocks.size(); b++) compile_block(b);
    flush_cold(static_cast<uint32_t>(code_->blocks.size()));
    body_end_ = a_.position();
    emit_osr_exits();
}

void MethodCompiler::compile_block(uint32_t number) {
    const Block& block = code_->blocks[number];
    block_ = number;
    CELER_ASSERT(values_.empty());
    block_starts_[number] = a_.position();
    a_.bind(labels_[number]);
    inline_node_ = inline_node_of(number);
    forget_mark();
    flags_reg_ = no_gpr;
    begin_handlers(number);
    if (compilation_->request().may_be_replaced && form_.nodes.empty() && code_->is_osr_point(number))
        osr_point(number);
    count_block(number);
    uint32_t end = block.first_inst + block.inst_count;
    for (current_ = block.first_inst; current_ < end; current_++) {
        const Inst& inst = code_->insts[current_];
        pinned_ = 0;
        pinned_xmm_ = 0;
        il_offset_ = inst.il_offset;
        mark();
        compile_inst(inst);
    }
    while (!values_.empty()) drop();  // after a throw, operands may be left
    flush_cold(number + 1);
}

const Inst* MethodCompiler::next_inst() const {
    return fuses_ ? following_inst() : &g_no_inst;
}

const Inst* MethodCompiler::following_inst() const {
    const Block& block = code_->blocks[block_];
    uint32_t next = current_ + 1;
    return next < block.first_inst + block.inst_count ? &code_->insts[next] : &g_no_inst;
}

void MethodCompiler::mark() {
    if (il_offset_ == last_marked_.il_offset && inline_node_ == last_marked_.inline_node) return;
    last_marked_ = {a_.position(), il_offset_, inline_node_};
    if (!il_map_.empty() && il_map_.back().native_offset == last_marked_.native_offset) {
        il_map_.back() = last_marked_;
    } else {
        il_map_.push_back(last_marked_);
    }
}

void MethodCompiler::compile_inst(const Inst& inst) {
    switch (inst.op) {
#define CELER_COMPILE(operation, action) \
    case Op::operation:                  \
        return action;
#include "baseline/x64/operations.def"
#undef CELER_COMPILE
    }
}

void MethodCompiler::variable_address(const Inst& inst) {
    push(Kind::ByRef, Where::FrameAddress).displacement = homes_[inst.target].offset;
}

void MethodCompiler::duplicate() {
    Value& value = top();
    if (value.where == Where::Temp && value.kind == Kind::Struct) {
        int32_t slot = take_temp(value.size_bytes);
        copy_struct(at(rbp, slot), memory_of(value), value.size_bytes, value.type);
        Value copy = top();
        copy.displacement = slot;
        values_.push_back(copy);
        return;
    }
    if (value.where == Where::Temp) in_xmm(value.kind) ? static_cast<void>(xmm(value)) : static_cast<void>(gpr(value));
    Value copy = value;
    if ((copy.where == Where::Gpr || copy.where == Where::Memory) && copy.reg != rbp) gpr_uses_[copy.reg]++;
    if (copy.where == Where::Xmm) xmm_uses_[copy.reg]++;
    values_.push_back(copy);
}

void MethodCompiler::is_known_constant() {
    bool answer = top().where == Where::Constant;
    pop();
    push_constant(Kind::I4, answer);
}

void MethodCompiler::pop() {
    if (top().where == Where::Memory) null_check(memory_of(top()));  // the load it stands for may fault
    drop();
}

void MethodCompiler::end_filter() {
    load_into(rax, top());
    drop();
    funclet_exit();
}

uint32_t MethodCompiler::native_start(uint32_t block) const {
    return block < block_starts_.size() ? block_starts_[block] : body_end_;
}

void MethodCompiler::describe_clauses(uint32_t prologue) {
    native_clauses_.clear();
    for (const Clause& clause : code_->clauses) {
        if (clause.handler_block == no_block || clause.try_blocks.is_empty()) continue;
        EhClause native{};
        switch (clause.kind) {
            case ClauseKind::Catch:
                native.kind = HandlerKind::Catch;
                break;
            case ClauseKind::Filter:
                native.kind = HandlerKind::Filter;
                break;
            case ClauseKind::Finally:
                native.kind = HandlerKind::Finally;
                break;
            case ClauseKind::Fault:
                native.kind = HandlerKind::Fault;
                break;
        }
        native.try_begin = prologue + native_start(clause.try_blocks.begin);
        native.try_end = prologue + native_start(clause.try_blocks.end);
        native.handler_begin = prologue + native_start(clause.handler_block);
        native.handler_end = prologue + native_start(clause.handler_blocks.end);
        if (clause.kind == ClauseKind::Filter)
            native.filter_begin = static_cast<int32_t>(prologue + native_start(clause.filter_block));
        native.inline_node = inline_node_of(clause.handler_block);
        native.catch_type = clause.catch_type.value;
        native.stack_pointer_slot =
            enclosing_stack_pointer_slot(static_cast<uint32_t>(&clause - code_->clauses.data()));
        native_clauses_.push_back(native);
    }
}

void MethodCompiler::describe_homes() {
    variable_homes_.assign(homes_.size(), {});
    for (size_t i = 0; i < homes_.size(); i++) {
        const Home& home = homes_[i];
        VariableHome& known = variable_homes_[i];
        switch (home.in) {
            case Home::In::Frame:
                if (home.offset != 0) known = {VariableHome::In::Frame, 0, home.offset};
                break;
            case Home::In::Gpr:
                known = {VariableHome::In::Integer, home.reg, 0};
                break;
            case Home::In::Xmm:
                known = {VariableHome::In::Float, home.reg, 0};
                break;
        }
    }
    if (return_buffer_ != 0 && !osr_points_.empty())
        variable_homes_.push_back({VariableHome::In::Frame, 0, return_buffer_});
}

// Behind the body lie constants, which it reaches rip-relative.
uint8_t* MethodCompiler::place_code() {
    int32_t outgoing = static_cast<int32_t>(outgoing_);
    for (uint32_t patch : funclet_patches_) a_.patch32(patch, 8 + outgoing);
    for (uint32_t patch : outgoing_patches_) a_.patch32(patch, outgoing);
    for (const SwitchTable& table : tables_) {
        int32_t start = static_cast<int32_t>(a_.position());
        a_.patch32(table.patch, start - static_cast<int32_t>(table.patch + 4));
        for (uint32_t i = 0; i < table.count; i++) {
            a_.dword(static_cast<int32_t>(block_starts_[code_->switch_targets[table.first + i]]) - start);
        }
    }
    uint32_t prologue = prologue_.position();
    if (!pool_.empty()) {
        while ((prologue + a_.position()) % 8 != 0) a_.byte(0xcc);
    }
    for (const PoolConstant& constant : pool_) {
        a_.patch32(constant.patch, static_cast<int32_t>(a_.position()) - static_cast<int32_t>(constant.patch + 4));
        a_.qword(constant.bits);
    }
    uint8_t* start = allocate_code(prologue + a_.position(), compilation_->request().method);
    uint8_t* alias = static_cast<uint8_t*>(code_alias(start));
    std::memcpy(alias, prologue_.code(), prologue);
    std::memcpy(alias + prologue, a_.code(), a_.position());
    return start;
}

MethodCode* MethodCompiler::finish() {
    uint8_t* start = place_code();
    uint32_t prologue = prologue_.position();
    describe_clauses(prologue);
    describe_homes();
    uint8_t flags = compilation_->request().code_flags;
    if (keeps_registers_in_handlers()) flags |= code_flags::handlers_expect_registers;
    return publish_code({
        .method = compilation_->request().method,
        .start = start,
        .size_bytes = prologue + a_.position(),
        .tier = compilation_->request().tier,
        .flags = flags,
        .prologue_size = prologue,
        .frame_size = static_cast<uint32_t>(frame_size()),
        .stack_pointer_slot = static_cast<uint32_t>(-stack_pointer_slot_),
        .saved_registers = saved_registers(),
        .clauses = native_clauses_,
        .inlined = form_.nodes,
        .il_map = il_map_,
        .il_map_base = prologue,
        .homes = variable_homes_,
        .osr_points = osr_points_,
        .variables_hash = osr_points_.empty() ? 0 : code_->variables_hash(),
    });
}

}  // namespace celer::x64
