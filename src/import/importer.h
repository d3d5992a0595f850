// One Importer imports one method. It owns a part for each thing that an import keeps (the state of the import, the
// typed stack, the blocks, the variables) and for each kind of instruction; the parts know each other by reference, and
// instructions.def says which imports what. It runs the pipeline itself: body, scan, worklist, numbering.
#pragma once

#include "import/access.h"
#include "import/arithmetic.h"
#include "import/arrays.h"
#include "import/block_graph.h"
#include "import/branches.h"
#include "import/call_emission.h"
#include "import/calls.h"
#include "import/class_initialisation.h"
#include "import/evaluation_stack.h"
#include "import/exceptions.h"
#include "import/fields.h"
#include "import/handles.h"
#include "import/import_state.h"
#include "import/inlining.h"
#include "import/instructions.h"
#include "import/intrinsic_operations.h"
#include "import/memory.h"
#include "import/objects.h"
#include "import/scan.h"
#include "import/scratch.h"
#include "import/synchronized_method.h"
#include "import/synthesize.h"
#include "import/tokens.h"
#include "import/type_facts.h"
#include "import/variable_operations.h"
#include "import/variable_table.h"

namespace celer {

class Importer {
  public:
    Importer(ImportScratch& scratch, MethodDesc* method, ImportedCode& code, const SuppliedBody* supplied = nullptr,
             const ImportOptions& options = {})
        : scratch_(scratch), state_(code, method, supplied, options) {}
    void run();

  private:
    bool load_body();
    void import_blocks();
    void import_block(uint32_t index);
    void import_instructions(uint32_t limit);
    void import_entry_block(ScratchBlock& block, uint32_t index);
    void method_entry_block();
    bool has_by_ref_like_box() const;

    ImportScratch& scratch_;
    ImportState state_;
    // What all instructions work with.
    EvaluationStack stack_{state_, state_.code, scratch_, variables_};
    TypeFacts types_{state_, state_.code, scratch_};
    Tokens tokens_{state_};
    AccessChecks access_{state_, calls_};
    VariableTable variables_{state_, state_.code, scratch_, types_, calls_, stack_, sync_};
    ClassInitialisation class_init_{state_, stack_, types_};

    // The blocks.
    Scanner scanner_{state_, state_.code, scratch_, types_, tokens_, variables_, blocks_, sync_, class_init_};
    BlockGraph blocks_{state_, state_.code, scratch_, stack_};
    SynchronizedMethod sync_{state_, stack_, calls_, handles_};

    // The instructions.
    Branches branches_{state_, state_.code, scratch_, stack_, blocks_, sync_, arithmetic_};
    ExceptionOperations exceptions_{state_, state_.code, scratch_, stack_, blocks_};
    ArithmeticOperations arithmetic_{state_, state_.code, stack_};
    MemoryOperations memory_{state_, state_.code, scratch_, stack_, types_, blocks_, arithmetic_, calls_};
    FieldOperations fields_{state_, state_.code, stack_, types_, tokens_, access_, memory_, class_init_, calls_};
    ArrayOperations arrays_{state_, stack_, types_};
    VariableOperations locals_{state_, state_.code, scratch_, stack_, variables_};
    ObjectOperations objects_{state_,  state_.code, scratch_, stack_,       types_,    tokens_,
                              access_, memory_,     calls_,   invocations_, inlining_, intrinsics_};
    Handles handles_{state_, scratch_, stack_, types_, tokens_, memory_, calls_};
    CallEmission calls_{state_, state_.code, stack_, types_};
    CallInstructions invocations_{state_,  state_.code, scratch_, stack_, types_,    tokens_,
                                  access_, branches_,   objects_, calls_, inlining_, intrinsics_};
    Inlining inlining_{state_, scratch_, stack_, types_, arithmetic_, fields_, intrinsics_, instructions_};
    IntrinsicOperations intrinsics_{state_,  scratch_, stack_,   types_,   arithmetic_,
                                    memory_, arrays_,  objects_, handles_, calls_};
    Synthesis synthesis_{state_,  state_.code, scratch_, stack_,   variables_, blocks_,      branches_,
                         memory_, class_init_, fields_,  objects_, calls_,     invocations_, intrinsics_};
    Instructions instructions_{state_,      state_.code, scratch_, stack_,  tokens_, access_,  branches_, exceptions_,
                               arithmetic_, memory_,     fields_,  arrays_, locals_, objects_, handles_,  invocations_};
};

}  // namespace celer
