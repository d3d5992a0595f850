// Tier 0 for x86-64: one pass over the importer's form.
//
// How it works:
// - The evaluation stack exists only at compile time (OperandStack). An entry is a constant, a variable not yet read, a
//   register, an address rbp + n, or a frame slot; code appears when an operation needs its operands. Entries that a
//   later write could change are read first (flush_variable, flush_aliases).
// - Operands stay on the compile-time stack until the operation has them where it wants them, so that whoever needs a
//   register can move any entry elsewhere. Pins protect the registers the current operation has picked (RegisterBank).
// - Only rax rcx rdx rsi rdi r8-r11 and xmm0-15 hold values; the rest, and what is left over in methods that call
//   nothing, hold variables (Homes).
// - I4 values in registers have a zero upper half.
// - A call finds nothing in registers: what lies below its arguments is spilled to frame slots.
// - Throw paths and slow paths are emitted at the end of the exception region they belong to (ColdPaths), so that one
//   range of native code is one region.
// - The prologue is emitted last, when the frame is known, and placed before the body (FrameCode).
//
// The parts, each with its own state, are members of MethodCompiler and know each other by reference: first what an
// operation works with, then one part for each kind of operation. operations.def says which part makes which code.
#pragma once

#include "baseline/variable_plan.h"
#include "baseline/x64/arguments.h"
#include "baseline/x64/arithmetic.h"
#include "baseline/x64/arrays.h"
#include "baseline/x64/atomics.h"
#include "baseline/x64/bits.h"
#include "baseline/x64/block_labels.h"
#include "baseline/x64/calls.h"
#include "baseline/x64/cold.h"
#include "baseline/x64/compare.h"
#include "baseline/x64/control.h"
#include "baseline/x64/convert.h"
#include "baseline/x64/cursor.h"
#include "baseline/x64/flags.h"
#include "baseline/x64/floating.h"
#include "baseline/x64/frame.h"
#include "baseline/x64/frame_code.h"
#include "baseline/x64/handlers.h"
#include "baseline/x64/helper_calls.h"
#include "baseline/x64/homes.h"
#include "baseline/x64/il_map.h"
#include "baseline/x64/literal_pool.h"
#include "baseline/x64/memory.h"
#include "baseline/x64/objects.h"
#include "baseline/x64/operand_stack.h"
#include "baseline/x64/osr_points.h"
#include "baseline/x64/profile_counters.h"
#include "baseline/x64/registers.h"
#include "baseline/x64/returns.h"
#include "baseline/x64/struct_copier.h"
#include "baseline/x64/value_reader.h"
#include "baseline/x64/variables.h"
#include "baseline/x64/vectors.h"

namespace celer::x64 {

class MethodCompiler {
  public:
    explicit MethodCompiler(const FrameShape& shape = {}) : frame_(shape, cursor_) {}

    MethodCode* compile(Compilation& compilation) {
        return compile(compilation, {&compilation.code(), &compilation.code(), {}, {}, {}});
    }
    MethodCode* compile(Compilation& compilation, const InlinedForm& form);

  private:
    void start(Compilation& compilation, const InlinedForm& form);
    void plan_frame(Compilation& compilation);
    void compile_body();
    MethodCode* compile_throwing(Compilation& compilation, const Error& problem);
    void compile_block(uint32_t number);
    void compile_inst(const Inst& inst);
    void is_known_constant();
    void pop();
    MethodCode* finish();
    uint8_t* place_code();

    // The method, its frame, and what its code is written to.
    Assembler a_;
    Cursor cursor_;
    MethodPlan plan_;
    Frame frame_;
    Homes homes_{plan_, cursor_, frame_};
    BlockLabels labels_;
    LiteralPool literals_{a_, cursor_, labels_};
    IlMap il_map_{a_, cursor_};
    FrameCode frame_code_{a_, plan_, cursor_, frame_, homes_};

    // Values and the registers that hold them.
    RegisterBank gprs_;
    RegisterBank xmms_;
    KnownFlags flags_;
    ValueReader reader_{a_, cursor_, homes_, literals_};
    OperandStack stack_{a_, gprs_, xmms_, cursor_, frame_, homes_, reader_, structs_};
    StructCopier structs_{a_, gprs_, stack_};
    ColdPaths cold_{a_, gprs_, xmms_, cursor_, il_map_, labels_, stack_};

    // The operations.
    MemoryAccess memory_{a_, plan_, gprs_, cursor_, frame_, homes_, reader_, stack_, structs_, cold_};
    Variables variables_{a_, plan_, cursor_, homes_, reader_, stack_, structs_};
    IntegerArithmetic arithmetic_{a_, gprs_, cursor_, homes_, flags_, reader_, stack_, cold_, variables_, control_};
    Comparisons comparisons_{a_, gprs_, cursor_, flags_, reader_, stack_, arithmetic_, control_};
    BitOperations bits_{a_, reader_, stack_};
    VectorOperations vectors_{a_, cursor_, homes_, reader_, stack_, cold_, comparisons_};
    FloatArithmetic floats_{a_, cursor_, homes_, reader_, stack_, cold_};
    Conversions conversions_{a_, gprs_, reader_, stack_, cold_};
    Arrays arrays_{a_, gprs_, frame_, homes_, stack_, structs_, memory_, cold_, helpers_};
    Objects objects_{a_, gprs_, cursor_, frame_, reader_, stack_, memory_, cold_, helpers_, control_};
    Atomics atomics_{a_, reader_, stack_, memory_};
    ArgumentPlacement arguments_{a_, gprs_, xmms_, frame_, homes_, reader_, stack_, structs_};
    HelperCalls helpers_{a_, stack_, arguments_};
    Calls calls_{a_,     plan_,    gprs_,    cursor_,    frame_,   homes_,  frame_code_,
                 stack_, structs_, objects_, arguments_, helpers_, profile_};
    ProfileCounters profile_{a_, plan_, cursor_, cold_};
    OsrPoints osr_{a_, cursor_, il_map_, frame_, frame_code_};
    ControlFlow control_{a_, cursor_, labels_, literals_, stack_, cold_, comparisons_};
    Returns returns_{a_, plan_, cursor_, frame_, frame_code_, reader_, stack_, structs_};
    Handlers handlers_{a_, cursor_, frame_, labels_, reader_, stack_, helpers_, control_};
};

}  // namespace celer::x64
