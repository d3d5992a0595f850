// The words of the text form. print.cpp writes it, tests/form/parse.cpp reads it:
//
//   method NAME                     NAME: bare if without spaces and quotes, else "quoted"
//     returns KIND TYPE             and: il_size N, localloc, synchronized; `invalid N "message" "subject"` ends it
//     assume KIND NAME
//     v0: KIND ELEMENT TYPE ORIGIN INDEX [address_taken] [zero]
//     clause 0: KIND try B1..B3 handler B3..B4 filter - TYPE v5 il 0 4 4 9 0
//   B0: IL_0000 [try|handler|filter CLAUSE] [loop]
//     OP.KIND operands key=value... [@IL offset where it is not the previous instruction's]
#pragma once

#include "import/code.h"

namespace celer::text_form {

inline constexpr const char* op_names[] = {
#define CELER_OP(name, operands, effects, text) #name,
#include "import/ops.def"
#undef CELER_OP
};
inline constexpr const char* helper_names[] = {
#define CELER_HELPER(name, function, effects, result, parameters) #name,
#include "code/helpers.def"
#undef CELER_HELPER
};
inline constexpr const char* kind_names[] = {"void", "i4", "i8", "f4", "f8", "ref", "byref", "struct", "vector"};
inline constexpr const char* condition_names[] = {"eq", "ne",    "lt",    "le",    "gt",
                                                  "ge", "lt.un", "le.un", "gt.un", "ge.un"};
inline constexpr const char* cast_names[] = {"exact_class", "class", "interface", "array", "any"};
inline constexpr const char* bits_names[] = {"popcount", "lzcnt", "tzcnt", "rotl",    "rotr",     "bswap",
                                             "sqrt",     "abs",   "floor", "ceiling", "truncate", "mulhigh.un"};
inline constexpr const char* intrinsic_names[] = {"compare_exchange", "exchange",      "exchange_add",  "barrier",
                                                  "read_barrier",     "write_barrier", "return_address"};
inline constexpr const char* address_names[] = {"static", "function", "type", "method", "field", "heap_string"};
inline constexpr const char* call_names[] = {"direct",   "virtual", "interface",         "indirect",
                                             "delegate", "helper",  "unmanaged_indirect"};
inline constexpr const char* clause_names[] = {"catch", "filter", "finally", "fault"};
inline constexpr const char* part_names[] = {"try", "handler", "filter"};
inline constexpr const char* origin_names[] = {"argument", "local",  "spill",    "exception",
                                               "lock",     "result", "temporary"};
inline constexpr const char* assumption_names[] = {"initialized", "type_object", "layout", "body"};

struct ElementName {
    ElementType element;
    const char* name;
};
inline constexpr ElementName element_names[] = {
    {ElementType::I1, "i1"},       {ElementType::U1, "u1"},       {ElementType::I2, "i2"},
    {ElementType::U2, "u2"},       {ElementType::I4, "i4"},       {ElementType::U4, "u4"},
    {ElementType::I8, "i8"},       {ElementType::U8, "u8"},       {ElementType::R4, "r4"},
    {ElementType::R8, "r8"},       {ElementType::I, "i"},         {ElementType::U, "u"},
    {ElementType::Class, "class"}, {ElementType::ByRef, "byref"}, {ElementType::ValueType, "valuetype"},
    {ElementType::End, "none"},
};

// A flag's bit means different things to different operations.
struct FlagName {
    uint8_t bit;
    const char* name;
    bool (*applies)(Op op);
};
inline bool is_convert(Op op) {
    return op == Op::Convert;
}
inline bool is_no_convert(Op op) {
    return op != Op::Convert;
}
inline constexpr FlagName flag_names[] = {
    {inst_flags::is_volatile, "volatile", is_no_convert},
    {inst_flags::unaligned, "unaligned", is_no_convert},
    {inst_flags::overflow, "overflow", is_convert},
    {inst_flags::unsigned_source, "unsigned", is_convert},
    {inst_flags::invariant, "invariant", is_no_convert},
    {inst_flags::non_null_base, "non_null_base", is_no_convert},
    {inst_flags::null_check, "null_check", [](Op op) { return op == Op::AddOffset; }},
    {inst_flags::covariance_check, "covariance_check", [](Op op) { return op == Op::StoreElement; }},
    {inst_flags::exact_type_check, "exact_type_check", [](Op op) { return op == Op::ElementAddress; }},
    {inst_flags::init, "init", [](Op op) { return op == Op::LocalAlloc; }},
    {inst_flags::variable_immediate, "variable_immediate", [](Op op) { return op == Op::Vector; }},
    {inst_flags::negate, "negate", [](Op op) { return op == Op::BranchIf; }},
    {inst_flags::on_stack_base, "on_stack_base", is_no_convert},
    {inst_flags::exact, "exact", [](Op) { return true; }},
    {inst_flags::non_null, "non_null", [](Op) { return true; }},
};

// What stands behind the operation, in this order: the operands in the fields that they share.
enum class Operand : uint8_t {
    None,
    Variable,
    Integer,
    Float,
    Object,   // string "TEXT", typeof TYPE
    Address,  // AddressOf and a name
    Field,
    Offset,  // +imm
    Size,    // imm
    Convert,
    Condition,
    Cast,
    Bits,
    Intrinsic,
    Instruction,  // its name, bytes of the widest vector, immediate
    Block,
    TwoBlocks,  // B1 else B2
    Compared,   // condition, TwoBlocks
    Blocks,     // B1 B2 else B3
    Chain,      // B1 finally 0 1
    Clause,
    Depth,
    Call,
};
Operand operand_of(Op op);

}  // namespace celer::text_form
