#include "import/variable_table.h"

#include "base/upcalls.h"
#include "code/abi.h"
#include "import/call_emission.h"
#include "import/code.h"
#include "import/evaluation_stack.h"
#include "import/import_state.h"
#include "import/synchronized_method.h"
#include "import/type_facts.h"
#include "metadata/image.h"
#include "metadata/signature.h"
#include "metadata/signature_check.h"

namespace celer {

bool VariableTable::add_variable(TypeHandle type, bool is_argument) {
    if (type.is_null() || type.contains_variables()) {
        state_.invalid();
        return false;
    }
    if (MethodTable* table = type.method_table(); table != nullptr && table->is_value_type()) {
        if (auto result = ensure_loaded(table, LoadLevel::Layout); !result) {
            state_.invalid(result.error());
            return false;
        }
    }
    if (MethodTable* table = type.method_table();
        table != nullptr && !state_.check(types_.check_unloaded_instance(table)))
        return false;
    Shape shape = shape_of(type);
    if (shape.kind == Kind::Void) {
        state_.invalid();
        return false;
    }
    Variable variable;
    variable.kind = shape.kind;
    variable.element = shape.element;
    variable.type = type;
    variable.size_bytes = shape.size_bytes;
    if (is_aggregate(shape.kind)) types_.assume_layout(type.method_table());
    variable.origin = is_argument ? Origin::Argument : Origin::Local;
    variable.origin_index = static_cast<uint32_t>(code_.variables.size()) - (is_argument ? 0 : code_.argument_count);
    if (!is_argument) {
        bool holds_references = shape.kind == Kind::Ref || shape.kind == Kind::ByRef ||
                                (is_aggregate(shape.kind) && type.method_table()->contains_gc_pointers());
        variable.needs_zero = state_.body.init_locals() || holds_references;
    }
    code_.variables.push_back(variable);
    return true;
}

bool VariableTable::add_variables_of_signature() {
    if (state_.signature->has_this) {
        MethodTable* owner = state_.method->owner;
        TypeHandle type = owner->is_value_type() ? byref_to(owner) : TypeHandle(owner);
        if (!add_variable(type, true)) return false;
    }
    for (uint32_t i = 0; i < state_.signature->parameter_count; ++i) {
        // CoreCLR lets a last parameter of type void pass: nobody can give it a value.
        TypeHandle type = state_.signature->parameters[i];
        if (type.element_type() == ElementType::Void) type = primitive_type(ElementType::I);
        if (!add_variable(type, true)) return false;
    }
    code_.argument_count = static_cast<uint32_t>(code_.variables.size());
    return true;
}

bool VariableTable::add_variables() {
    if (!add_variables_of_signature()) return false;
    Bytes blob;
    if (state_.supplied != nullptr) {
        local_count_ = static_cast<uint32_t>(state_.supplied->locals.size());
        for (TypeHandle local : state_.supplied->locals) {
            if (!add_variable(local, false)) return false;
        }
        return true;
    }
    if (state_.method->kind == MethodKind::Dynamic) {
        if (Result<DynamicBody> parts = g_upcalls.dynamic_body(state_.method); parts) blob = parts->local_signature;
    } else if (metadata::Token token = state_.body.local_signature(); token.value() != 0) {
        if (!token.is(metadata::Table::StandAloneSig) || !state_.image->is_valid(token)) {
            state_.invalid(bad_format());
            return false;
        }
        blob = state_.image->blob(state_.image->stand_alone_sig(token.rid()).signature);
        if (blob.empty()) {
            state_.invalid(bad_format());
            return false;
        }
        blob = metadata::to_end_of_metadata(*state_.image, blob);
    }
    if (blob.empty()) return true;
    metadata::SignatureReader reader(blob);
    local_count_ = reader.read_local_vars_header();
    if (reader.failed()) {
        state_.invalid(Error{ErrorKind::BadImageFormat, "Signature is not IMAGE_CEE_CS_CALLCONV_LOCAL_SIG.", {}});
        return false;
    }
    if (local_count_ > 0xffff) {
        state_.invalid();
        return false;
    }
    for (uint32_t i = 0; i < local_count_; ++i) {
        reader.skip_sentinel();  // as CoreCLR does, though none belongs here
        reader.skip_modifiers();
        bool is_pinned = false;
        while (!reader.failed() && reader.peek_element_type() == metadata::ElementType::Pinned) {
            is_pinned = true;
            reader.read_element_type();
            reader.skip_modifiers();
        }
        Result<TypeHandle> type = load_signature_type(state_.module, reader, state_.context);
        if (!type) {
            state_.invalid(type.error());
            return false;
        }
        if (!add_variable(*type, false)) return false;
        Variable& added = code_.variables.back();
        added.is_pinned = is_pinned && (added.kind == Kind::Ref || added.kind == Kind::ByRef);
    }
    return true;
}

// As CoreCLR's compiler counts: all variables, whether or not anything uses them, and a place for each result.
bool VariableTable::frame_is_too_large() const {
    uint64_t bytes = 8 + calls_.frame_bytes();
    for (size_t i = code_.argument_count; i < code_.variables.size(); ++i)
        bytes += (uint64_t{code_.variables[i].size_bytes} + 7) & ~uint64_t{7};
    return bytes > abi::max_frame_bytes;
}

void VariableTable::mark_variables() {
    for (uint32_t i = 0; i < scratch_.address_uses.size() && i < code_.variables.size(); ++i) {
        code_.variables[i].address_taken = scratch_.address_uses[i] != 0;
    }
}

void VariableTable::start_over() {
    code_.insts.clear();
    code_.switch_targets.clear();
    code_.finally_chain.clear();
    code_.call_pool.insert(code_.call_pool.end(), code_.calls.begin(), code_.calls.end());
    code_.calls.clear();
    code_.variables.resize(fixed_variables_);
    code_.has_localloc = false;
    calls_.start_over();
    state_.late_error.reset();
    scratch_.address_uses.assign(fixed_variables_, 0);
    for (Clause& clause : code_.clauses) {
        clause.exception_variable = no_variable;
        if (clause.kind == ClauseKind::Catch || clause.kind == ClauseKind::Filter) {
            uint32_t index = static_cast<uint32_t>(&clause - code_.clauses.data());
            clause.exception_variable =
                stack_.new_temporary(Kind::Ref, well_known(WellKnown::Object), Origin::Exception, index);
        }
    }
    if (state_.is_synchronized) sync_.make_variables();
}

}  // namespace celer
