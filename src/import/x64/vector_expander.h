// What methods of the vector types and of the instruction sets become; internal to import/. The arguments lie on the
// stack.
#pragma once

#include <span>

#include "import/arithmetic.h"
#include "import/evaluation_stack.h"
#include "import/memory.h"
#include "import/type_facts.h"
#include "import/vector_instructions.h"
#include "import/vector_methods.h"

namespace celer {

inline constexpr VectorInstructionId subtract_elements[] = {
    VectorInstructionId::PSUBB, VectorInstructionId::PSUBB, VectorInstructionId::PSUBW, VectorInstructionId::PSUBW,
    VectorInstructionId::PSUBD, VectorInstructionId::PSUBD, VectorInstructionId::PSUBQ, VectorInstructionId::PSUBQ,
    VectorInstructionId::None,  VectorInstructionId::None};

// Large because it has a function for each kind of method that the vector types have (vector_methods.def).
struct VectorExpander {
    using Id = VectorInstructionId;
    enum class Relation : uint8_t { Equal, Greater, GreaterOrEqual, Less, LessOrEqual };
    enum class Shift : uint8_t { Left, RightLogical, RightArithmetic };

    VectorExpander(ImportState& its_state, EvaluationStack& stack, TypeFacts& its_types,
                   ArithmeticOperations& its_arithmetic, MemoryOperations& its_memory, MethodDesc* method,
                   const MethodSignature* its_signature)
        : state(its_state),
          in(stack),
          types(its_types),
          arithmetic(its_arithmetic),
          memory(its_memory),
          target(method),
          signature(its_signature) {}

    ImportState& state;
    EvaluationStack& in;
    TypeFacts& types;
    ArithmeticOperations& arithmetic;
    MemoryOperations& memory;
    MethodDesc* target;
    const MethodSignature* signature;

    bool expand_instruction(Id id);
    bool expand_method(uint32_t row);
    bool construct();

  private:
    // vectors.cpp
    bool take_immediate(const VectorInstruction& instruction, int64_t& immediate, bool& is_variable);
    bool coerce_vector() { return in.coerce(Kind::Vector, vector_); }  // the top
    bool coerce_arguments(uint32_t& vector_bytes);
    Inst& emit(Id id, uint32_t operands, Kind kind, TypeHandle type, uint32_t bytes);

    // vector_methods.cpp
    bool find_vector();
    bool work_on(TypeHandle type);
    uint32_t vector_bytes(TypeHandle type) const;  // 0: no vector
    bool takes_only_vectors() const;
    bool is_wide() const { return bytes_ == 64; }  // EVEX instructions are there, which do more
    static bool is_scalar_type(TypeHandle type);
    bool is_scalar(uint32_t parameter) const;
    bool run(uint32_t row);
    Inst& operate(Id id, uint32_t operands);  // gives a vector of vector_
    Inst& operate_to(Id id, uint32_t operands, Kind kind);
    uint32_t keep();                                      // stores the top value in a new temporary
    void broadcast();                                     // the scalar on top
    void push_repeated(uint32_t element, int64_t value);  // a vector of one element, bits in value
    Id of_element(const Id (&ids)[vector_element_count]) const { return ids[element_]; }
    bool is_float() const { return element_ >= 8; }
    bool is_unsigned() const { return !is_float() && element_ % 2 == 1; }
    uint32_t element_log2() const { return is_float() ? element_ - 6 : element_ / 2; }
    bool instruction(const Id (&ids)[vector_element_count]);
    bool retype();
    bool constant(Id id);
    bool create();
    bool add_element_offset();
    bool load();
    bool store();
    bool complement();
    bool negate();
    bool absolute();
    bool multiply();
    bool multiply_by_scalar();
    void multiply_top();
    void multiply_bytes();
    void multiply_longs();
    bool multiply_add(bool is_estimate);
    bool divide();
    bool conditional_select();
    void compare_top(Relation relation);
    bool compare(Relation relation);
    bool compare_to_bool(Relation relation, bool with_all, Condition condition);
    void take_mask(Kind kind);
    bool extract_bits();
    bool shift(Shift direction);
    void shift_top(Shift direction, uint32_t size_log2, int64_t count, uint32_t variable);
    void shift_bytes(Shift direction, int64_t count, uint32_t variable);
    void shift_with_sign(int64_t count, uint32_t variable);
    bool shift_by_elements(Shift direction);

    // vector_elements.cpp
    bool create_of_halves(uint32_t part);
    bool create_of_elements();
    void join_halves(uint32_t upper);
    void join_top(uint32_t bytes);
    void push_elements(std::span<const uint32_t> elements);
    void push_lane_of(std::span<const uint32_t> elements);
    void push_known_elements(uint32_t count);
    void push_known_lane(uint32_t count);
    Id extract_half() const { return is_wide() ? Id::EXTRACTF64X4 : Id::EXTRACTF128; }
    Id insert_half() const { return is_wide() ? Id::INSERTF64X4 : Id::INSERTF128; }
    Id extract_lane() const { return is_wide() ? Id::EXTRACTF32X4 : Id::EXTRACTF128; }
    Id insert_lane() const { return is_wide() ? Id::INSERTF32X4 : Id::INSERTF128; }
    int64_t element_bits(uint32_t number) const;
    bool one();
    bool indices();
    bool create_scalar();
    bool to_scalar();
    int64_t take_index();
    bool get_element();
    bool with_element();
    bool get_half(bool upper);
    bool with_half(bool upper);
    bool resize();
    bool sum();
    bool sum_top();
    void sum_floats(uint32_t bytes);
    void add_in_lane(int64_t first, int64_t second);
    void add_shuffled(Id add, int64_t order);
    bool shuffle();
    void shuffle_bytes();
    void shuffle_by_bytes();
    void shuffle_wide_elements();
    bool shuffle_wide_vector();
    template <typename Function>
    void push_lane_pattern(Function byte_at);
    void join_packed_lanes();
    bool narrow();
    void narrow_halves(Id id);
    bool widen_upper();

    // vector_conversions.cpp
    bool expand_for_struct(uint32_t row);
    bool lift_arguments(TypeHandle vector, MethodSignature& lifted);
    void load_struct(uint32_t variable, TypeHandle vector);
    void store_struct(TypeHandle type);
    bool from_struct();
    bool to_struct();
    bool dot();
    bool to_int32();
    bool to_uint32();
    bool to_single();
    bool to_unsigned_native(uint32_t element, Id id);

    TypeHandle vector_;     // the type of the first operand that is a vector, or of the result
    uint32_t element_ = 0;  // vector_element_index
    uint32_t bytes_ = 0;
    bool may_throw_ = false;  // an immediate that is not known may be out of range
};

}  // namespace celer
