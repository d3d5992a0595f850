// From the importer's form of a method to a function of LLVM IR.
//
// Invariants:
// - A value on the evaluation stack is an LLVM value of its kind's type; references, managed pointers and native
//   integers become `ptr` or `i64` where an operation wants one. Structs are on the stack as addresses of temporaries
//   that nothing else writes; SROA makes values of them.
// - Variables are allocas of their element's type, zero from the start.
// - Checks that throw are explicit branches to blocks that call a helper, so that LLVM sees their order.
// - The calling convention is C's. Integers of 32 bits come back in clean 64-bit registers, as tier 0 wants them.
// - Each instruction's location is its IL offset + 1 as a line.
//
// One BodyTranslator translates one body. It owns the state (Body), what operations work with, and one part for each
// kind of operation. The parts know each other by reference, each only those declared before it; translations.def says
// which translates which operation. A body that is put in has a translator of its own (inlined_body.h); what all bodies
// of a function share is FunctionState.
#pragma once

#include <optional>
#include <span>

#include "optimizer/translation/allocation.h"
#include "optimizer/translation/arithmetic.h"
#include "optimizer/translation/array_methods.h"
#include "optimizer/translation/arrays.h"
#include "optimizer/translation/atomics.h"
#include "optimizer/translation/bits.h"
#include "optimizer/translation/block_queue.h"
#include "optimizer/translation/boxes.h"
#include "optimizer/translation/call_emitter.h"
#include "optimizer/translation/calls.h"
#include "optimizer/translation/casts.h"
#include "optimizer/translation/checks.h"
#include "optimizer/translation/combined_delegates.h"
#include "optimizer/translation/comparisons.h"
#include "optimizer/translation/control.h"
#include "optimizer/translation/conversions.h"
#include "optimizer/translation/delegates.h"
#include "optimizer/translation/filter_entry.h"
#include "optimizer/translation/frame.h"
#include "optimizer/translation/function_entry.h"
#include "optimizer/translation/handlers.h"
#include "optimizer/translation/inline_candidates.h"
#include "optimizer/translation/inlined_body.h"
#include "optimizer/translation/inliner.h"
#include "optimizer/translation/kept_results.h"
#include "optimizer/translation/known_calls.h"
#include "optimizer/translation/known_types.h"
#include "optimizer/translation/landing_pads.h"
#include "optimizer/translation/lanes.h"
#include "optimizer/translation/memory.h"
#include "optimizer/translation/object_headers.h"
#include "optimizer/translation/opaque_vectors.h"
#include "optimizer/translation/operand_stack.h"
#include "optimizer/translation/osr_entry.h"
#include "optimizer/translation/plain_calls.h"
#include "optimizer/translation/returns.h"
#include "optimizer/translation/shared_variables.h"
#include "optimizer/translation/signatures.h"
#include "optimizer/translation/stack_allocation.h"
#include "optimizer/translation/statics.h"
#include "optimizer/translation/struct_copier.h"
#include "optimizer/translation/values.h"
#include "optimizer/translation/variables.h"
#include "optimizer/translation/vector_ir.h"
#include "optimizer/translation/vectors.h"
#include "optimizer/translation/wide_vectors.h"

namespace celer::optimizer {

class BodyTranslator {
  public:
    // `osr`: where a frame of tier 0's code is taken over; null: the method from its start. `filter`: the function is
    // the filter of that clause.
    BodyTranslator(FunctionState& state, const ImportedCode& code, const OsrPlace* osr, std::optional<uint32_t> filter)
        : body_(state, code, osr, filter) {}
    // Of a callee in place of its call.
    BodyTranslator(Body& caller, const ImportedCode& code, uint32_t node, const Pad* around)
        : body_(caller, code, node, around) {}

    // Null, or what keeps the method at tier 0.
    const char* run();
    InlinedBody run_inlined(std::span<const Operand> arguments, Kind return_kind, TypeHandle return_type);

    bool is_osr() const { return body_.is_osr(); }
    bool is_filter() const { return body_.is_filter(); }
    bool shares_variables() const { return !shared_.places().empty(); }
    const FunctionState& state() const { return body_.state; }

  private:
    std::optional<uint32_t> first_block();  // refuses if there is none
    void translate_from(uint32_t first_block);
    void translate_block(uint32_t number);
    void translate(const Inst& inst);
    void is_known_constant();

    Body body_;
    llvm::IRBuilder<>& builder_ = body_.state.builder;

    // What all operations work with.
    Values values_{body_};
    OperandStack stack_{body_, values_};
    Frame frame_{body_};
    BlockQueue blocks_{body_};
    StructCopier structs_{body_, values_};
    LandingPads pads_{body_, frame_, blocks_};
    CallEmitter emitter_{body_, values_, pads_};
    Checks checks_{body_, values_, pads_, emitter_};
    ObjectHeaders headers_{body_, values_};
    SharedVariables shared_{body_, values_};
    Variables variables_{body_, values_, stack_, frame_, structs_, shared_};
    Signatures signatures_{body_, values_, frame_, structs_};
    KeptResults kept_{body_, values_, stack_, frame_, structs_};

    // How the function is entered.
    FilterEntry filter_{body_, frame_, shared_, variables_};
    OsrEntry osr_{body_, values_, structs_, shared_, variables_, signatures_};
    FunctionEntry entry_{body_, values_, structs_, shared_, variables_, signatures_, filter_, osr_};

    // Arithmetic.
    Arithmetic arithmetic_{body_, values_, stack_, emitter_, checks_};
    Comparisons comparisons_{body_, values_, stack_};
    Conversions conversions_{body_, values_, stack_, emitter_, checks_};
    BitOperations bits_{body_, values_, stack_};

    // Vectors.
    Lanes lanes_{body_};
    WideVectors wide_vectors_{body_, lanes_};
    VectorIr vector_ir_{body_, values_, stack_, checks_, lanes_, wide_vectors_};
    OpaqueVectors opaque_vectors_{body_, values_, stack_, frame_, lanes_};
    VectorOperations vectors_{body_, values_, stack_, emitter_, checks_, kept_, vector_ir_, opaque_vectors_};

    // Memory and objects.
    Statics statics_{body_, values_, stack_, headers_, emitter_, checks_};
    MemoryAccess memory_{body_, values_, stack_, frame_, structs_, checks_, statics_};
    Arrays arrays_{body_, values_, stack_, emitter_, checks_, headers_, memory_};
    StackAllocation stack_allocation_{body_, stack_, frame_, structs_};
    Atomics atomics_{body_, values_, stack_, checks_};
    Allocation allocation_{body_, values_, stack_, emitter_};
    Boxes boxes_{body_, values_, stack_, frame_, structs_, emitter_, checks_, headers_, allocation_};
    Casts casts_{body_, values_, stack_, emitter_, checks_, headers_};

    // Calls.
    PlainCalls plain_calls_{body_, values_, stack_, frame_, emitter_, checks_, headers_, signatures_};
    ArrayMethods array_methods_{body_, values_, stack_, checks_, headers_, memory_, plain_calls_};
    KnownCalls known_calls_{body_, values_, stack_, frame_, structs_, checks_, headers_, allocation_, plain_calls_};
    KnownTypes known_types_{body_, values_, stack_, checks_};
    InlineCandidates candidates_{body_, values_};
    Inliner inliner_{body_, values_, stack_, pads_, checks_, headers_, kept_, plain_calls_, candidates_};
    CombinedDelegates combined_{body_, values_, checks_, kept_, plain_calls_, inliner_};
    Calls calls_{body_,       values_,      stack_,         frame_,       structs_,     emitter_,  checks_,
                 allocation_, plain_calls_, array_methods_, known_calls_, known_types_, combined_, inliner_};
    Delegates delegates_{body_, values_, stack_, emitter_, checks_, headers_, allocation_};

    // Control.
    ControlFlow control_{body_, stack_, blocks_, comparisons_};
    Returns returns_{body_, values_, stack_, frame_, structs_, signatures_};
    Handlers handlers_{body_, values_, stack_, frame_, blocks_, pads_, emitter_, variables_};
};

}  // namespace celer::optimizer
