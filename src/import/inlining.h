// Calls that disappear: bodies that are read in place of the call (inline.cpp, inline_path.cpp). Owned by Importer.
#pragma once

#include <span>
#include <vector>

#include "import/import_state.h"

namespace celer {

class ArithmeticOperations;
class EvaluationStack;
class FieldOperations;
class Instructions;
class IntrinsicOperations;
class TypeFacts;

enum class SmallShape : uint8_t { None, Getter, GetterOfStruct, Setter, Constant, Forward };  // inline.cpp

class Inlining {
  public:
    Inlining(ImportState& state, ImportScratch& scratch, EvaluationStack& stack, TypeFacts& types,
             ArithmeticOperations& arithmetic, FieldOperations& fields, IntrinsicOperations& intrinsics,
             Instructions& instructions)
        : state_(state),
          scratch_(scratch),
          stack_(stack),
          types_(types),
          arithmetic_(arithmetic),
          fields_(fields),
          intrinsics_(intrinsics),
          instructions_(instructions) {}

    void start_over() { data_span_.variable = no_variable; }  // code that was noted is taken back
    bool try_inline(MethodDesc* target, const MethodSignature* signature);
    bool inline_small(MethodDesc* target, const MethodSignature* signature);
    bool inline_constructor(MethodDesc* constructor, const MethodSignature* signature);

  private:
    bool inline_path(MethodDesc* target, const MethodSignature* signature);
    bool inline_path_of(MethodDesc* target, const MethodSignature* signature, TypeHandle constructed);
    bool expand_small(MethodDesc* target, const MethodSignature* signature, SmallShape shape, uint32_t token,
                      int32_t constant);
    bool inline_getter(FieldDesc* field, TypeHandle result);
    void note_read(MethodDesc* target);  // what is relied on where its body is
    bool part_of_data_span(FieldDesc* field);
    void note_data_span(uint32_t span, std::span<const Value> arguments, uint32_t first, std::span<const Inst> code);
    bool inline_setter(FieldDesc* field, TypeHandle parameter);

    ImportState& state_;
    ImportScratch& scratch_;
    EvaluationStack& stack_;
    TypeFacts& types_;
    ArithmeticOperations& arithmetic_;
    FieldOperations& fields_;
    IntrinsicOperations& intrinsics_;
    Instructions& instructions_;
    uint32_t depth_ = 0;
    bool waits_for_initializer_ = false;  // what gave up since depth 0 may not do so another time
    // The span over data of the image that was made last, in [first, end) of the code. Who only wants its reference or
    // its length needs no span.
    struct DataSpan {
        uint32_t variable = no_variable;
        uint32_t first = 0;
        uint32_t end = 0;
        std::vector<Inst> address;  // the code that gives it
        int64_t length = 0;
    };
    DataSpan data_span_;
};

}  // namespace celer
