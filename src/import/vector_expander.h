// What methods of the vector types and of the instruction sets become; internal to import/. The arguments lie on the
// stack.
#pragma once

#include "import/importer.h"
#include "import/vector_instructions.h"

namespace celer {

// Rows of vector_methods.def, in its order.
uint32_t vector_method_count();
std::string_view vector_method_name(uint32_t row);

struct VectorExpander {
    using Id = VectorInstructionId;
    enum class Relation : uint8_t { Equal, Greater, GreaterOrEqual, Less, LessOrEqual };
    enum class Shift : uint8_t { Left, RightLogical, RightArithmetic };

    VectorExpander(Importer& importer, MethodDesc* method, const MethodSignature* its_signature)
        : in(importer), target(method), signature(its_signature) {}

    Importer& in;
    MethodDesc* target;
    const MethodSignature* signature;

    bool expand_instruction(Id id);
    bool expand_method(uint32_t row);

  private:
    // vectors.cpp
    bool take_immediate(const VectorInstruction& instruction, int64_t& immediate, bool& is_variable);
    bool coerce_arguments(uint32_t& vector_bytes);
    Inst& emit(Id id, uint32_t operands, Kind kind, TypeHandle type, uint32_t bytes);

    // vector_methods.cpp
    bool find_vector();
    bool takes_only_vectors() const;
    bool is_scalar(uint32_t parameter) const;
    bool run(uint32_t row);
    Inst& operate(Id id, uint32_t operands);  // gives a vector of vector_
    Inst& operate_to(Id id, uint32_t operands, Kind kind);
    uint32_t keep();  // stores the top value in a new temporary
    void broadcast(Kind kind);
    void push_repeated(uint32_t element, int64_t value);  // a vector of one element, bits in value
    Id of_element(const Id (&ids)[vector_element_count]) const { return ids[element_]; }
    bool is_float() const { return element_ >= 8; }
    bool is_unsigned() const { return !is_float() && element_ % 2 == 1; }
    uint32_t element_log2() const { return is_float() ? element_ - 6 : element_ / 2; }
    bool instruction(const Id (&ids)[vector_element_count]);
    bool retype();
    bool constant(Id id);
    bool create();
    bool create_of_elements();
    void push_known_elements(uint32_t count);
    bool create_scalar();
    bool to_scalar();
    bool get_element();
    bool add_element_offset();
    bool load();
    bool store();
    bool complement();
    bool negate();
    bool absolute();
    bool conditional_select();
    void compare_top(Relation relation);
    bool compare(Relation relation);
    bool compare_to_bool(Relation relation, bool with_all, Condition condition);
    bool extract_bits();
    bool shift(Shift direction);
    bool shift_bytes(Shift direction);
    bool sum();
    void add_shuffled(Id add, int64_t order);
    bool shuffle();
    bool narrow();
    bool widen_upper();

    TypeHandle vector_;     // the type of the first operand that is a vector, or of the result
    uint32_t element_ = 0;  // vector_element_index
    uint32_t bytes_ = 0;
};

}  // namespace celer
