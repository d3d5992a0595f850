#include "import/importer.h"

#include "base/assert.h"
#include "base/pool.h"
#include "base/upcalls.h"
#include "metadata/image.h"

namespace celer {

namespace {

// Importing recurses (constant folding looks into callees), so a thread may need more than one.
Pool<ImportScratch>& scratch_pool() {
    static auto* pool = new Pool<ImportScratch>;
    return *pool;
}

void check_form([[maybe_unused]] const ImportedCode& code) {
#ifdef CELER_VERIFY
    if (std::string broken = verify(code); !broken.empty()) CELER_PANIC("%s\n%s", broken.c_str(), print(code).c_str());
#endif
}

}  // namespace

void import_method(MethodDesc* method, ImportedCode& code, const ImportOptions& options) {
    ImportScratch* scratch = scratch_pool().take();
    Importer(*scratch, method, code, nullptr, options).run();
    scratch_pool().give_back(scratch);
    check_form(code);
}

void import_supplied(MethodDesc* method, const SuppliedBody& body, ImportedCode& code, const ImportOptions& options) {
    ImportScratch* scratch = scratch_pool().take();
    Importer(*scratch, method, code, &body, options).run();
    scratch_pool().give_back(scratch);
    check_form(code);
}

bool Importer::load_body() {
    Result<il::MethodBody> body = fail(ErrorKind::InvalidProgram, "");
    if (state_.supplied != nullptr) {
        body = il::MethodBody::from_parts(state_.supplied->code, state_.supplied->max_stack, true, {},
                                          state_.supplied->fat_clauses);
    } else if (state_.method->kind == MethodKind::Dynamic) {
        if (g_upcalls.dynamic_body == nullptr) {
            state_.invalid(Error{ErrorKind::NotSupported, "Dynamic methods are not supported.", {}});
            return false;
        }
        Result<DynamicBody> parts = g_upcalls.dynamic_body(state_.method);
        if (!parts) {
            state_.invalid(parts.error());
            return false;
        }
        body = il::MethodBody::from_parts(parts->code, parts->max_stack, parts->init_locals, {}, parts->fat_clauses);
    } else {
        body = il::MethodBody::of_method(*state_.image, state_.method->token & 0xffffff);
    }
    if (!body) {
        if (state_.method->kind == MethodKind::IL &&
            state_.image->method_def(state_.method->token & 0xffffff).rva == 0) {
            state_.invalid(Error{ErrorKind::BadImageFormat,
                                 "An attempt was made to load a program with an incorrect format.\n (0x8007000B)",
                                 {}});
            return false;
        }
        if (body.error().kind == ErrorKind::BadImageFormat) {
            state_.invalid(body.error());
        } else {
            state_.invalid();  // a malformed clause table is an invalid program to its caller
        }
        return false;
    }
    state_.body = *body;
    state_.il = state_.body.code();
    state_.code.il_size = static_cast<uint32_t>(state_.il.size());
    if (state_.il.empty()) {
        state_.invalid();
        return false;
    }
    return true;
}

void Importer::run() {
    ImportedCode& code = state_.code;
    code.clear();
    code.method = state_.method;
    state_.module = state_.method->owner->module;
    state_.image = state_.module->image();
    state_.context = context_of(state_.method);
    scratch_.forced.clear();
    if (auto loaded = ensure_loaded(state_.method->owner); !loaded) return state_.invalid(loaded.error());
    Result<const MethodSignature*> signature = method_signature(state_.method);
    if (!signature) return state_.invalid(signature.error());
    state_.signature =
        state_.supplied != nullptr && state_.supplied->signature != nullptr ? state_.supplied->signature : *signature;
    code.signature = state_.signature;
    if (!calls_.check_convention(state_.signature)) return;
    state_.is_synchronized = state_.method->flags & method_flags::is_synchronized;
    code.is_synchronized = state_.is_synchronized;
    if (state_.method->kind == MethodKind::UnsafeAccessor) return synthesis_.synthesize_accessor();
    if (state_.method->kind == MethodKind::IL && synthesis_.synthesize_intrinsic()) return;
    if (!load_body() || !variables_.add_variables()) return;
    variables_.fix();
    if (!scanner_.scan()) return;
    if (!state_.options.arguments.empty()) scanner_.find_changed_arguments();
    import_blocks();
    if (state_.is_invalid) return;
    if ((state_.boxes_by_ref_like && has_by_ref_like_box()) || !scanner_.check_unreached() ||
        variables_.frame_is_too_large())
        return state_.invalid();
    if (state_.late_error) return state_.invalid(*state_.late_error);
    blocks_.number_blocks();
    blocks_.finish_clauses();
    variables_.mark_variables();
}

// `box T; brtrue` is fine for a ref struct, as long as folding has taken the box away.
bool Importer::has_by_ref_like_box() const {
    for (const ScratchBlock& block : scratch_.blocks) {
        if (!block.imported) continue;
        for (uint32_t i = block.first_inst; i < block.first_inst + block.inst_count; ++i) {
            const Inst& inst = state_.code.insts[i];
            if (inst.op == Op::Box && inst.type->is_by_ref_like()) return true;
        }
    }
    return false;
}

// Every value whose kind a later edge widens restarts the import with that kind forced, so this ends: each restart
// forces one more (block, depth) one step up.
void Importer::import_blocks() {
    for (uint32_t round = 0;; ++round) {
        state_.restart = false;
        variables_.start_over();
        blocks_.start_over();
        inlining_.start_over();
        blocks_.reach_entry(0);
        uint32_t block;
        while (!state_.is_invalid && !state_.restart && blocks_.find_pending(block)) import_block(block);
        if (state_.is_invalid || !state_.restart) return;
        if (round > 1000) return state_.invalid();
    }
}

void Importer::import_block(uint32_t index) {
    ScratchBlock& block = scratch_.blocks[index];
    block.pending = false;
    block.imported = true;
    block.first_inst = stack_.position();
    state_.current_block = index;
    state_.il_offset = block.il_offset;
    state_.ended = false;
    state_.prefixes = {};
    stack_.clear();
    blocks_.reach_handlers(block.region);
    for (uint32_t depth = 0; depth < block.stack_depth; ++depth) {
        EntryState state = scratch_.entry_states[block.stack_first + depth];
        stack_.push_variable(blocks_.spill_variable(depth, state.kind, state.type));
        if (state.kind == Kind::Ref) stack_.note(stack_.top(), state.type);
    }
    switch (block.kind) {
        case ScratchKind::Normal: {
            uint32_t limit = static_cast<uint32_t>(state_.il.size());
            for (uint32_t next = index + 1; next < scratch_.blocks.size(); ++next) {
                if (scratch_.blocks[next].kind == ScratchKind::Normal) {
                    limit = scratch_.blocks[next].il_offset;
                    break;
                }
            }
            import_instructions(limit);
            break;
        }
        case ScratchKind::MethodEntry:
            method_entry_block();
            break;
        case ScratchKind::HandlerEntry:
        case ScratchKind::FilterEntry:
            import_entry_block(block, index);
            break;
        case ScratchKind::SyncExit:
            sync_.import_exit();
            break;
        case ScratchKind::SyncFinally:
            sync_.import_finally();
            break;
    }
    scratch_.blocks[index].inst_count = stack_.position() - scratch_.blocks[index].first_inst;
}

void Importer::import_instructions(uint32_t limit) {
    il::Decoder decoder(state_.il, state_.il_offset);
    il::Instruction instruction;
    while (!state_.ended) {
        if (decoder.offset() >= limit) {
            if (state_.prefixes.used != 0) return state_.invalid();
            if (limit >= state_.il.size()) return state_.invalid();  // runs off the end
            state_.il_offset = limit;
            return branches_.fall_into(scratch_.block_at[limit]);
        }
        if (!decoder.next(instruction)) return state_.invalid();
        state_.il_offset = instruction.offset;
        state_.next_offset = instruction.next_offset;
        instructions_.import_instruction(instruction);
    }
}

// Before the first instruction: the class initialiser of a precise type; the lock of a synchronized method.
void Importer::method_entry_block() {
    MethodTable* owner = state_.method->owner;
    if (class_init_.entry_runs_class_init() && !state_.stays_initialized(owner))
        stack_.emit(Op::ClassInit).type = owner;
    if (state_.is_synchronized) sync_.enter();
    uint32_t first = scratch_.block_at[0];
    branches_.fall_into(first);
}

// The first block of a handler or filter: takes the exception into the clause's variable.
void Importer::import_entry_block(ScratchBlock& block, uint32_t index) {
    uint32_t clause_index = block.clause;
    uint32_t offset = block.il_offset;
    const Clause& clause = state_.code.clauses[clause_index];
    if (clause.kind == ClauseKind::Catch || clause.kind == ClauseKind::Filter) {
        if (state_.body.max_stack() == 0) return state_.invalid();
        stack_.emit(Op::CatchEntry, Kind::Ref).imm = clause_index;
        stack_.push(Kind::Ref, {});
        stack_.store_variable(clause.exception_variable);
        stack_.push_variable(clause.exception_variable);
        bool is_typed = clause.kind == ClauseKind::Catch && clause.catch_type;
        stack_.note(stack_.top(), is_typed ? clause.catch_type : TypeHandle(well_known(WellKnown::Object)));
        stack_.note_non_null(stack_.top());
    }
    uint32_t main = scratch_.block_at[offset];
    if (main != index) return branches_.fall_into(main);
    uint32_t limit = static_cast<uint32_t>(state_.il.size());
    for (uint32_t next = index + 1; next < scratch_.blocks.size(); ++next) {
        if (scratch_.blocks[next].il_offset > offset) {
            limit = std::min(limit, scratch_.blocks[next].il_offset);
            break;
        }
    }
    import_instructions(limit);
}

}  // namespace celer
