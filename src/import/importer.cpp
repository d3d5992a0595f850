// The importer's frame: body and variables, the worklist over reachable blocks, the numbering of what was reached.
#include "import/importer.h"

#include <algorithm>

#include "base/assert.h"
#include "base/hresults.h"
#include "base/pool.h"
#include "code/abi.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "metadata/signature_check.h"

namespace celer {

Kind kind_of_element(ElementType element) {
    switch (element) {
        case ElementType::I1:
        case ElementType::U1:
        case ElementType::I2:
        case ElementType::U2:
        case ElementType::I4:
        case ElementType::U4:
        case ElementType::Boolean:
        case ElementType::Char:
            return Kind::I4;
        case ElementType::I8:
        case ElementType::U8:
        case ElementType::I:
        case ElementType::U:
        case ElementType::Ptr:
        case ElementType::FnPtr:
            return Kind::I8;
        case ElementType::R4:
            return Kind::F4;
        case ElementType::R8:
            return Kind::F8;
        case ElementType::String:
        case ElementType::Class:
        case ElementType::Object:
        case ElementType::Array:
        case ElementType::SzArray:
            return Kind::Ref;
        case ElementType::ByRef:
            return Kind::ByRef;
        case ElementType::ValueType:
        case ElementType::TypedByRef:
            return Kind::Struct;
        case ElementType::End:
        case ElementType::Void:
        case ElementType::Var:
        case ElementType::MVar:
        case ElementType::GenericInst:
            return Kind::Void;
    }
    return Kind::Void;
}

namespace {

ElementType normalized(ElementType element) {
    switch (element) {
        case ElementType::Boolean:
            return ElementType::U1;
        case ElementType::Char:
            return ElementType::U2;
        case ElementType::U4:
            return ElementType::I4;
        case ElementType::U8:
        case ElementType::I:
        case ElementType::U:
        case ElementType::Ptr:
        case ElementType::FnPtr:
            return ElementType::I8;
        case ElementType::String:
        case ElementType::Object:
        case ElementType::Array:
        case ElementType::SzArray:
            return ElementType::Class;
        case ElementType::TypedByRef:
            return ElementType::ValueType;
        case ElementType::End:
        case ElementType::Void:
        case ElementType::I1:
        case ElementType::U1:
        case ElementType::I2:
        case ElementType::U2:
        case ElementType::I4:
        case ElementType::I8:
        case ElementType::R4:
        case ElementType::R8:
        case ElementType::ByRef:
        case ElementType::ValueType:
        case ElementType::Class:
        case ElementType::Var:
        case ElementType::GenericInst:
        case ElementType::MVar:
            return element;
    }
    return element;
}

uint32_t element_size(ElementType element) {
    if (element == ElementType::I1 || element == ElementType::U1) return 1;
    if (element == ElementType::I2 || element == ElementType::U2) return 2;
    return element == ElementType::I4 || element == ElementType::R4 ? 4 : 8;
}

}  // namespace

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

void import_supplied(MethodDesc* method, const SuppliedBody& body, ImportedCode& code) {
    ImportScratch* scratch = scratch_pool().take();
    Importer(*scratch, method, code, &body).run();
    scratch_pool().give_back(scratch);
    check_form(code);
}

Importer::Importer(ImportScratch& scratch, MethodDesc* method, ImportedCode& code, const SuppliedBody* supplied,
                   const ImportOptions& options)
    : scratch_(scratch), method_(method), code_(code), supplied_(supplied), options_(options), stack_(scratch.stack) {}

Shape Importer::shape_of(TypeHandle type) {
    Shape shape;
    shape.type = type;
    ElementType element = type.verification_type();
    shape.kind = kind_of_element(element);
    shape.element = normalized(element);
    if (shape.kind == Kind::Struct) {
        shape.size_bytes = type.method_table()->instance_field_bytes;
        if (type.method_table()->is_vector()) shape.kind = Kind::Vector;
    } else if (shape.kind != Kind::Void) {
        shape.size_bytes = element_size(shape.element);
    }
    return shape;
}

// --- Errors ----------------------------------------------------------------------------------------------------------

void Importer::invalid() {
    if (!invalid_) invalid(invalid_program());
}

void Importer::invalid(const Error& error) {
    if (invalid_) return;
    invalid_ = true;
    ended_ = true;
    code_.invalid = error;
    if (error.message.empty()) code_.invalid->message = invalid_program().message;
}

void Importer::throw_error(const Error& error) {
    emit_throw(error);
    if (invalid_) return;
    code_.insts.back().call->returns_never = true;
    emit(Op::Unreachable);
    end_block();
}

void Importer::emit_throw(const Error& error) {
    if (is_transient(error)) return invalid(error);
    uint32_t index = register_error(error);
    emit(Op::ConstI4, Kind::I4).imm = index;
    CallInfo* call = code_.new_call();
    call->kind = CallKind::Helper;
    call->helper = static_cast<uint8_t>(Helper::ThrowError);
    call->argument_kinds.push_back(Kind::I4);
    call->argument_types.push_back(primitive_type(ElementType::I4));
    emit(Op::Call).call = call;
}

bool Importer::loaded(MethodTable* table, LoadLevel level) {
    if (table->info->has_reached(level)) [[likely]]
        return true;
    return check(ensure_loaded(table, level));
}

Error bad_format() {
    return {ErrorKind::BadImageFormat, "Bad IL format.", {}};
}

Error no_such_virtual() {
    return {ErrorKind::MissingMethod, "Method not found: '?'.", {}};
}

// --- Tokens ----------------------------------------------------------------------------------------------------------

Result<DynamicToken> Importer::own_token(uint32_t token) {
    if (supplied_ != nullptr) return supplied_->tokens[token];
    if (import_hooks().dynamic_token == nullptr)
        return fail(ErrorKind::NotSupported, "Dynamic methods are not supported.");
    if (options_.in_background && !import_hooks().knows_dynamic_token(method_, token)) invalid();
    if (invalid_) return std::unexpected(invalid_program());
    return import_hooks().dynamic_token(method_, token);
}

Result<TypeHandle> Importer::resolve_type(uint32_t token) {
    if (!has_own_tokens()) {
        // In generic code CoreCLR looks such a token up when it needs the type, by other means.
        bool is_generic = context_.type_arguments != nullptr || context_.method_arguments != nullptr;
        bool is_spec = metadata::Token(token).is(metadata::Table::TypeSpec);
        if (is_generic && is_spec && !image_->is_valid(metadata::Token(token))) return fail(hresult::invalid_argument);
        return load_type(module_, token, context_);
    }
    DynamicToken found = CELER_TRY(own_token(token));
    if (!found.type) return std::unexpected(invalid_program());
    return found.type;
}

Result<MethodDesc*> Importer::resolve_method_token(uint32_t token) {
    if (!has_own_tokens()) return resolve_method(module_, token, context_);
    DynamicToken found = CELER_TRY(own_token(token));
    if (found.method == nullptr) return std::unexpected(invalid_program());
    return found.method;
}

Result<FieldDesc*> Importer::resolve_field_token(uint32_t token) {
    if (!has_own_tokens()) return resolve_field(module_, token, context_);
    DynamicToken found = CELER_TRY(own_token(token));
    if (found.field == nullptr) return std::unexpected(invalid_program());
    return found.field;
}

Result<const MethodSignature*> Importer::resolve_signature(uint32_t token) {
    if (!has_own_tokens()) return standalone_signature(module_, token, context_, method_);
    DynamicToken found = CELER_TRY(own_token(token));
    if (found.signature == nullptr) return std::unexpected(invalid_program());
    return found.signature;
}

bool Importer::type_operand(const il::Instruction& instruction, TypeHandle& type) {
    Result<TypeHandle> result = resolve_type(instruction.token().value());
    if (!check(result)) return false;
    type = *result;
    if (type.is_null() || type.contains_variables()) {
        MethodTable* table = type.is_null() ? nullptr : type.method_table();
        bool is_definition = table != nullptr && table->is_generic_definition() && !has_own_tokens();
        is_definition ? invalid(open_type_error(table)) : invalid();
        return false;
    }
    return true;
}

bool Importer::struct_shape(TypeHandle type, Shape& shape) {
    if (MethodTable* table = type.method_table(); table != nullptr && table->is_value_type()) {
        if (!loaded(table, LoadLevel::Layout)) return false;
    }
    shape = shape_of(type);
    if (shape.kind == Kind::Void) {
        invalid();
        return false;
    }
    if (is_aggregate(shape.kind)) assume_layout(type.method_table());
    return true;
}

// --- Body and variables

bool Importer::load_body() {
    Result<il::MethodBody> body = fail(ErrorKind::InvalidProgram, "");
    if (supplied_ != nullptr) {
        body = il::MethodBody::from_parts(supplied_->code, supplied_->max_stack, true, {}, supplied_->fat_clauses);
    } else if (method_->kind == MethodKind::Dynamic) {
        if (import_hooks().dynamic_body == nullptr) {
            invalid(Error{ErrorKind::NotSupported, "Dynamic methods are not supported.", {}});
            return false;
        }
        Result<DynamicBody> parts = import_hooks().dynamic_body(method_);
        if (!parts) {
            invalid(parts.error());
            return false;
        }
        body = il::MethodBody::from_parts(parts->code, parts->max_stack, parts->init_locals, {}, parts->fat_clauses);
    } else {
        body = il::MethodBody::of_method(*image_, method_->token & 0xffffff);
    }
    if (!body) {
        if (method_->kind == MethodKind::IL && image_->method_def(method_->token & 0xffffff).rva == 0) {
            invalid(Error{ErrorKind::BadImageFormat,
                          "An attempt was made to load a program with an incorrect format.\n (0x8007000B)",
                          {}});
            return false;
        }
        if (body.error().kind == ErrorKind::BadImageFormat) {
            invalid(body.error());
        } else {
            invalid();  // a malformed clause table is an invalid program to its caller
        }
        return false;
    }
    body_ = *body;
    il_ = body_.code();
    code_.il_size = static_cast<uint32_t>(il_.size());
    if (il_.empty()) {
        invalid();
        return false;
    }
    return true;
}

// Classes that variables have need not be loaded, but their arguments must be as the constraints say.
Result<void> Importer::check_unloaded_instance(MethodTable* table) const {
    bool is_loaded = table->info->has_reached(LoadLevel::Complete) || !table->has_instantiation();
    return is_loaded || image_->is_ready_to_run() ? Result<void>() : check_constraints(table);
}

bool Importer::add_variable(TypeHandle type, bool is_argument) {
    if (type.is_null() || type.contains_variables()) {
        invalid();
        return false;
    }
    if (MethodTable* table = type.method_table(); table != nullptr && table->is_value_type()) {
        if (auto result = ensure_loaded(table, LoadLevel::Layout); !result) {
            invalid(result.error());
            return false;
        }
    }
    if (MethodTable* table = type.method_table(); table != nullptr && !check(check_unloaded_instance(table)))
        return false;
    Shape shape = shape_of(type);
    if (shape.kind == Kind::Void) {
        invalid();
        return false;
    }
    Variable variable;
    variable.kind = shape.kind;
    variable.element = shape.element;
    variable.type = type;
    variable.size_bytes = shape.size_bytes;
    if (is_aggregate(shape.kind)) assume_layout(type.method_table());
    variable.origin = is_argument ? Origin::Argument : Origin::Local;
    variable.origin_index = static_cast<uint32_t>(code_.variables.size()) - (is_argument ? 0 : code_.argument_count);
    if (!is_argument) {
        bool holds_references = shape.kind == Kind::Ref || shape.kind == Kind::ByRef ||
                                (is_aggregate(shape.kind) && type.method_table()->contains_gc_pointers());
        variable.needs_zero = body_.init_locals() || holds_references;
    }
    code_.variables.push_back(variable);
    return true;
}

bool Importer::add_variables_of_signature() {
    if (signature_->has_this) {
        MethodTable* owner = method_->owner;
        TypeHandle type = owner->is_value_type() ? byref_to(owner) : TypeHandle(owner);
        if (!add_variable(type, true)) return false;
    }
    for (uint32_t i = 0; i < signature_->parameter_count; ++i) {
        // CoreCLR lets a last parameter of type void pass: nobody can give it a value.
        TypeHandle type = signature_->parameters[i];
        if (type.element_type() == ElementType::Void) type = primitive_type(ElementType::I);
        if (!add_variable(type, true)) return false;
    }
    code_.argument_count = static_cast<uint32_t>(code_.variables.size());
    return true;
}

bool Importer::add_variables() {
    if (!add_variables_of_signature()) return false;
    Bytes blob;
    if (supplied_ != nullptr) {
        local_count_ = static_cast<uint32_t>(supplied_->locals.size());
        for (TypeHandle local : supplied_->locals) {
            if (!add_variable(local, false)) return false;
        }
        return true;
    }
    if (method_->kind == MethodKind::Dynamic) {
        if (Result<DynamicBody> parts = import_hooks().dynamic_body(method_); parts) blob = parts->local_signature;
    } else if (metadata::Token token = body_.local_signature(); token.value() != 0) {
        if (!token.is(metadata::Table::StandAloneSig) || !image_->is_valid(token)) {
            invalid(bad_format());
            return false;
        }
        blob = image_->blob(image_->stand_alone_sig(token.rid()).signature);
        if (blob.empty()) {
            invalid(bad_format());
            return false;
        }
        blob = metadata::to_end_of_metadata(*image_, blob);
    }
    if (blob.empty()) return true;
    metadata::SignatureReader reader(blob);
    local_count_ = reader.read_local_vars_header();
    if (reader.failed()) {
        invalid(Error{ErrorKind::BadImageFormat, "Signature is not IMAGE_CEE_CS_CALLCONV_LOCAL_SIG.", {}});
        return false;
    }
    if (local_count_ > 0xffff) {
        invalid();
        return false;
    }
    for (uint32_t i = 0; i < local_count_; ++i) {
        reader.skip_sentinel();  // as CoreCLR does, though none belongs here
        reader.skip_modifiers();
        while (!reader.failed() && reader.peek_element_type() == metadata::ElementType::Pinned) {
            reader.read_element_type();
            reader.skip_modifiers();
        }
        Result<TypeHandle> type = load_signature_type(module_, reader, context_);
        if (!type) {
            invalid(type.error());
            return false;
        }
        if (!add_variable(*type, false)) return false;
    }
    return true;
}

// --- The frame of an import

void Importer::run() {
    code_.clear();
    code_.method = method_;
    module_ = method_->owner->module;
    image_ = module_->image();
    context_ = context_of(method_);
    scratch_.forced.clear();
    if (auto loaded = ensure_loaded(method_->owner); !loaded) return invalid(loaded.error());
    Result<const MethodSignature*> signature = method_signature(method_);
    if (!signature) return invalid(signature.error());
    signature_ = supplied_ != nullptr && supplied_->signature != nullptr ? supplied_->signature : *signature;
    code_.signature = signature_;
    if (!check_convention(signature_)) return;
    synchronized_ = method_->flags & method_flags::is_synchronized;
    code_.is_synchronized = synchronized_;
    if (method_->kind == MethodKind::UnsafeAccessor) return synthesize_accessor();
    if (method_->kind == MethodKind::IL && synthesize_intrinsic()) return;
    if (!load_body() || !add_variables()) return;
    fixed_variables_ = static_cast<uint32_t>(code_.variables.size());
    if (!scan()) return;
    if (!options_.arguments.empty()) find_changed_arguments();
    import_blocks();
    if (invalid_) return;
    if ((boxes_by_ref_like_ && has_by_ref_like_box()) || !check_unreached() || frame_is_too_large()) return invalid();
    if (late_error_) return invalid(*late_error_);
    number_blocks();
    finish_clauses();
    mark_variables();
}

// `box T; brtrue` is fine for a ref struct, as long as folding has taken the box away.
bool Importer::has_by_ref_like_box() const {
    for (const ScratchBlock& block : scratch_.blocks) {
        if (!block.imported) continue;
        for (uint32_t i = block.first_inst; i < block.first_inst + block.inst_count; ++i) {
            const Inst& inst = code_.insts[i];
            if (inst.op == Op::Box && inst.type->is_by_ref_like()) return true;
        }
    }
    return false;
}

// Every value whose kind a later edge widens restarts the import with that kind forced, so this ends: each restart
// forces one more (block, depth) one step up.
void Importer::import_blocks() {
    for (uint32_t round = 0;; ++round) {
        restart_ = false;
        reset_for_restart();
        lowest_pending_ = 0;
        scratch_.blocks[0].pending = true;
        scratch_.blocks[0].has_state = true;
        while (!invalid_ && !restart_ && lowest_pending_ < scratch_.blocks.size()) {
            uint32_t index = lowest_pending_;
            if (!scratch_.blocks[index].pending) {
                ++lowest_pending_;
                continue;
            }
            import_block(index);
        }
        if (invalid_ || !restart_) return;
        if (round > 1000) return invalid();
    }
}

void Importer::reset_for_restart() {
    code_.insts.clear();
    code_.switch_targets.clear();
    code_.finally_chain.clear();
    code_.call_pool.insert(code_.call_pool.end(), code_.calls.begin(), code_.calls.end());
    code_.calls.clear();
    code_.variables.resize(fixed_variables_);
    code_.has_localloc = false;
    passed_bytes_ = result_bytes_ = 0;
    late_error_.reset();
    scratch_.entry_states.clear();
    scratch_.spills.clear();
    scratch_.address_uses.assign(fixed_variables_, 0);
    for (ScratchBlock& block : scratch_.blocks) {
        block.pending = block.imported = block.loop_head = block.has_state = false;
        block.stack_depth = 0;
    }
    for (Clause& clause : code_.clauses) {
        clause.exception_variable = no_variable;
        if (clause.kind == ClauseKind::Catch || clause.kind == ClauseKind::Filter) {
            uint32_t index = static_cast<uint32_t>(&clause - code_.clauses.data());
            clause.exception_variable =
                new_temporary(Kind::Ref, well_known(WellKnown::Object), Origin::Exception, index);
        }
    }
    if (synchronized_) {
        sync_object_ = new_temporary(Kind::Ref, well_known(WellKnown::Object), Origin::Lock);
        if (Shape shape = shape_of(signature_->return_type); shape.kind != Kind::Void) {
            sync_result_ = new_temporary(shape.kind, shape.type, Origin::Result);
        }
    }
}

void Importer::import_block(uint32_t index) {
    ScratchBlock& block = scratch_.blocks[index];
    block.pending = false;
    block.imported = true;
    block.first_inst = position();
    current_block_ = index;
    il_offset_ = block.il_offset;
    ended_ = false;
    prefixes_ = {};
    stack_.clear();
    reach_handlers(block.region);
    for (uint32_t depth = 0; depth < block.stack_depth; ++depth) {
        EntryState state = scratch_.entry_states[block.stack_first + depth];
        push_variable(spill_variable(depth, state.kind, state.type));
        if (state.kind == Kind::Ref) note(stack_.back(), state.type);
    }
    switch (block.kind) {
        case ScratchKind::Normal: {
            uint32_t limit = static_cast<uint32_t>(il_.size());
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
            sync_exit_block();
            break;
        case ScratchKind::SyncFinally:
            sync_finally_block();
            break;
    }
    scratch_.blocks[index].inst_count = position() - scratch_.blocks[index].first_inst;
}

void Importer::import_instructions(uint32_t limit) {
    il::Decoder decoder(il_, il_offset_);
    il::Instruction instruction;
    while (!ended_) {
        if (decoder.offset() >= limit) {
            if (prefixes_.used != 0) return invalid();
            if (limit >= il_.size()) return invalid();  // runs off the end
            il_offset_ = limit;
            return fall_into(scratch_.block_at[limit]);
        }
        if (!decoder.next(instruction)) return invalid();
        il_offset_ = instruction.offset;
        next_offset_ = instruction.next_offset;
        import_instruction(instruction);
    }
}

// Static methods, constructors and methods of value types and interfaces run the class initialiser of a precise type
// first (I.8.9.5); objects of classes have been made by a constructor.
bool Importer::entry_runs_class_init() const {
    constexpr uint32_t triggers = method_flags::is_static | method_flags::is_constructor;
    MethodTable* owner = method_->owner;
    bool may_be_first = (method_->flags & triggers) || owner->is_value_type() || owner->is_interface();
    return may_be_first && (owner->flags2 & mt_flags2::has_precise_cctor) && (owner->flags2 & mt_flags2::has_cctor) &&
           method_->kind != MethodKind::Dynamic && owner->info->class_constructor != method_;
}

// Before the first instruction: the class initialiser of a precise type; the lock of a synchronized method.
void Importer::method_entry_block() {
    MethodTable* owner = method_->owner;
    if (entry_runs_class_init() && !owner->is_initialized()) emit(Op::ClassInit).type = owner;
    if (synchronized_) {
        if (signature_->has_this) {
            push_variable(0);
        } else {
            push_type_object(owner);
        }
        store_variable(sync_object_);
        push_variable(sync_object_);
        emit_helper(Helper::MonitorEnter, 1, Kind::Void);
    }
    uint32_t first = scratch_.block_at[0];
    fall_into(first);
}

// As CoreCLR's compiler counts: all variables, whether or not anything uses them, and a place for each result.
bool Importer::frame_is_too_large() const {
    uint64_t bytes = 8 + passed_bytes_ + result_bytes_;
    for (size_t i = code_.argument_count; i < code_.variables.size(); ++i)
        bytes += (uint64_t{code_.variables[i].size_bytes} + 7) & ~uint64_t{7};
    return bytes > abi::max_frame_bytes;
}

// --- Numbers

void Importer::number_blocks() {
    uint32_t count = 0;
    for (ScratchBlock& block : scratch_.blocks) block.number = block.imported ? count++ : no_block;
    code_.blocks.clear();
    code_.blocks.reserve(count);
    for (const ScratchBlock& block : scratch_.blocks) {
        if (!block.imported) continue;
        code_.blocks.push_back({block.first_inst, block.inst_count, block.il_offset, block.region, block.loop_head});
        CELER_ASSERT(block.inst_count != 0);
        Inst& last = code_.insts[block.first_inst + block.inst_count - 1];
        bool two_way = last.op == Op::Branch || last.op == Op::BranchIf;
        if (two_way) last.imm = scratch_.blocks[static_cast<uint32_t>(last.imm)].number;
        if (two_way || last.op == Op::Jump || last.op == Op::Leave || last.op == Op::Switch) {
            last.target = scratch_.blocks[last.target].number;
        }
    }
    for (uint32_t& target : code_.switch_targets) target = scratch_.blocks[target].number;
}

// Block ranges of the regions. A region is a run of scratch blocks, so a run of numbers too.
void Importer::finish_clauses() {
    uint32_t total = static_cast<uint32_t>(code_.blocks.size());
    for (uint32_t i = 0; i < code_.clauses.size(); ++i) {
        Clause& clause = code_.clauses[i];
        clause.try_blocks = clause.handler_blocks = clause.filter_blocks = {total, total};
    }
    for (const ScratchBlock& block : scratch_.blocks) {
        if (!block.imported) continue;
        for (Region region = block.region; !region.is_none(); region = enclosing_region(region)) {
            BlockRange& range = code_.clauses[region.clause()].blocks(region.part());
            if (range.begin == total) range.begin = block.number;
            range.end = block.number + 1;
        }
    }
    // Clauses of one try share its range; enclosing_region names only the first of them.
    for (uint32_t i = 1; i < code_.clauses.size(); ++i) {
        Clause& clause = code_.clauses[i];
        const Clause& previous = code_.clauses[i - 1];
        if (clause.try_begin == previous.try_begin && clause.try_end == previous.try_end) {
            clause.try_blocks = previous.try_blocks;
        }
    }
    for (uint32_t i = 0; i < code_.clauses.size(); ++i) {
        Clause& clause = code_.clauses[i];
        uint32_t handler = scratch_.entry_block[2 * i];
        uint32_t filter = scratch_.entry_block[2 * i + 1];
        clause.handler_block = handler == no_block ? no_block : scratch_.blocks[handler].number;
        clause.filter_block = filter == no_block ? no_block : scratch_.blocks[filter].number;
    }
}

void Importer::mark_variables() {
    for (uint32_t i = 0; i < scratch_.address_uses.size() && i < code_.variables.size(); ++i) {
        code_.variables[i].address_taken = scratch_.address_uses[i] != 0;
    }
}

}  // namespace celer
