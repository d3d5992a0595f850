#include "optimizer/translation/function_entry.h"

#include "optimizer/translation/filter_entry.h"
#include "optimizer/translation/osr_entry.h"
#include "optimizer/translation/shared_variables.h"
#include "optimizer/translation/signatures.h"
#include "optimizer/translation/struct_copier.h"
#include "optimizer/translation/values.h"
#include "optimizer/translation/variables.h"

namespace celer::optimizer {

using llvm::BasicBlock;
using llvm::Value;

void FunctionEntry::declare() {
    if (body_.is_filter()) {
        filter_.declare();
    } else if (body_.is_osr()) {
        osr_.declare();
    } else {
        declare_function();
    }
    llvm::Function* function = body_.state.function;
    function->addFnAttr("no-realign-stack");
    function->addFnAttr("frame-pointer", "all");
    function->addFnAttr("disable-tail-calls", "true");  // traces show every frame
    function->addFnAttr("probe-stack", "inline-asm");
    function->addFnAttr(llvm::Attribute::NoRedZone);
    function->addFnAttr(llvm::Attribute::NoUnwind);  // until there is a landing pad
    make_scope();
    body_.state.entry = BasicBlock::Create(body_.state.context, "entry", function);
    builder_.SetInsertPoint(body_.state.entry);
    builder_.SetCurrentDebugLocation(llvm::DILocation::get(body_.state.context, 1, 0, body_.scope));
}

void FunctionEntry::declare_function() {
    CallShape shape = signatures_.shape_of_self();
    body_.state.function =
        llvm::Function::Create(shape.type, llvm::Function::ExternalLinkage, "method", body_.state.module);
    body_.state.function->setAttributes(shape.attributes);
}

void FunctionEntry::make_scope() {
    llvm::DIBuilder debug(body_.state.module);
    llvm::DIFile* file = debug.createFile("method", ".");
    debug.createCompileUnit(llvm::dwarf::DW_LANG_C, file, "celer", true, "", 0, "",
                            llvm::DICompileUnit::LineTablesOnly);
    llvm::DISubroutineType* nothing = debug.createSubroutineType(debug.getOrCreateTypeArray({}));
    body_.scope = debug.createFunction(file, "method", "method", file, 1, nothing, 1, llvm::DINode::FlagZero,
                                       llvm::DISubprogram::SPFlagDefinition);
    body_.state.function->setSubprogram(body_.scope);
    debug.finalize();
}

void FunctionEntry::receive() {
    if (body_.is_filter()) return filter_.receive();
    shared_.share();
    body_.is_osr() ? osr_.receive() : receive_arguments();
}

void FunctionEntry::receive_arguments() {
    const abi::CallLayout& layout = body_.layout;
    for (uint32_t i = 0; i < body_.code.variables.size(); i++) variables_.set_home(i, variables_.new_home(i));
    llvm::Argument* next = body_.state.function->arg_begin();
    if (layout.result().in_memory) body_.result_buffer = &*next++;
    for (uint32_t i = 0; i < body_.code.argument_count; i++) {
        const Variable& variable = body_.code.variables[i];
        const abi::Location& location = layout.argument(i);
        Value* home = variables_.home(i);
        if (variable.kind == Kind::Vector && location.piece_count != 0) {
            builder_.CreateAlignedStore(&*next++, home, llvm::Align(8));
        } else if (!is_aggregate(variable.kind)) {
            Value* value = &*next++;
            builder_.CreateStore(values_.to_memory(value, variable.element), home);
        } else if (location.piece_count == 0) {
            structs_.copy(home, &*next++, variable.size_bytes, variable.type.method_table());
        } else {
            for (uint32_t k = 0; k < location.piece_count; k++) {
                Value* piece = signatures_.known_piece(variable.type.method_table(), k, &*next++);
                Value* whole = builder_.CreateAlloca(piece->getType());
                builder_.CreateStore(piece, whole);
                structs_.copy(values_.offset(home, 8 * k), whole, location.pieces[k].size_bytes);
            }
        }
    }
    variables_.clear_locals();
}

}  // namespace celer::optimizer
