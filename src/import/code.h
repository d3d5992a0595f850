// The importer's form of a method: resolved, typed stack code in basic blocks. The only thing the compilers read.
//
// Invariants:
// - Every token is an exact entity; no generic variable is left.
// - The evaluation stack is empty at block boundaries; blocks that nothing reaches are absent.
// - Kinds are exact: an instruction's operands have the kinds its op asks for (the importer inserts Convert). Small
//   integers on the stack are I4, already sign- or zero-extended. Ref, ByRef and I8 are machine words. Ref and ByRef
//   stand for one another; where a value is stored, passed or returned, an I8 becomes a pointer, or a pointer an I8,
//   by Retype. Addresses, arithmetic and comparisons take any word.
// - What the importer knows of a result stands in the instruction: `result_type`, flags `exact` and `non_null`.
//   `result_type` is the static type of a Ref (null: unknown; a value type: its box) or the type of a Struct. It is
//   what metadata says: code that cannot be verified may break it, so memory safety must not rest on it, `exact` and
//   `non_null` may be relied on.
// - Elements of memory and variables are normalised: I1 U1 I2 U2 I4 I8 R4 R8 Class (any reference) ByRef ValueType.
// - A block belongs to the regions that Block::region and the block ranges of Clause name; IL offsets are for maps
// only.
// - Array constructors are called without `this` and return the new array (CallKind::Direct, its own signature).
// - A method that is not valid IL has `invalid` set to the error that calling it throws.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/result.h"
#include "platform/arena_pointer.h"
#include "types/loader.h"

namespace celer {

enum class Op : uint8_t {
#define CELER_OP(name, operands, effects, text) name,
#include "import/ops.def"
#undef CELER_OP
};

// What a value is on the evaluation stack and in a variable. Native integers and unmanaged pointers are I8.
// Vector: a value of a type that lives in a vector register (MethodTable::is_vector), as wide as the type.
enum class Kind : uint8_t { Void, I4, I8, F4, F8, Ref, ByRef, Struct, Vector };

// Values that a type describes further: Inst::type, Variable::type and Value::type name it.
inline bool is_aggregate(Kind kind) {
    return kind == Kind::Struct || kind == Kind::Vector;
}

inline bool is_word(Kind kind) {
    return kind == Kind::I8 || kind == Kind::Ref || kind == Kind::ByRef;
}

inline bool is_float(Kind kind) {
    return kind == Kind::F4 || kind == Kind::F8;
}

enum class Condition : uint8_t { Eq, Ne, Lt, Le, Gt, Ge, LtUn, LeUn, GtUn, GeUn };
// On floats the plain forms are ordered (false on NaN) except Ne (true on NaN); the Un forms are true on NaN.

enum class CastKind : uint8_t {
    ExactClass,  // sealed class, exact MethodTable comparison decides
    Class,       // display check
    Interface,   // helper: interface map, variance
    Array,       // helper
    Any,         // helper: everything else (variables, Nullable, dynamic castable)
};

enum class BitsOp : uint8_t {
    PopCount,
    LeadingZeroCount,
    TrailingZeroCount,
    RotateLeft,
    RotateRight,
    ByteSwap,
    Sqrt,  // this and the following: floats
    Abs,
    Floor,
    Ceiling,
    Truncate,
    BigMulHighUn,  // upper half of the unsigned product
};

enum class IntrinsicOp : uint8_t {
    CompareExchange,  // [address, value, comparand] element I1..I8 / Ref
    Exchange,         // [address, value]
    ExchangeAdd,      // [address, value] -> old value
    MemoryBarrier,
    ReadBarrier,
    WriteBarrier,
    ReturnAddress,  // StubHelpers.NextCallReturnAddress and friends
};

// What ConstAddress is the address of.
enum class AddressOf : uint8_t {
    StaticField,  // of `field`
    Function,     // the stub of `method`
    Type,         // a TypeHandle
    Method,       // the MethodDesc
    Field,        // the FieldDesc
    HeapString,   // a process cell that holds a string (code/process_cells.h)
};

namespace inst_flags {
inline constexpr uint8_t is_volatile = 1;
inline constexpr uint8_t unaligned = 2;
inline constexpr uint8_t overflow = 4;             // Convert: checked
inline constexpr uint8_t is_guessed = 4;           // Call: bodies for what it has met stand before it
inline constexpr uint8_t invariant = 4;            // Load: never changes once it can be read
inline constexpr uint8_t unsigned_source = 8;      // Convert
inline constexpr uint8_t non_null_base = 8;        // memory and arrays: the address or array is not null
inline constexpr uint8_t null_check = 16;          // AddOffset
inline constexpr uint8_t covariance_check = 16;    // StoreElement
inline constexpr uint8_t exact_type_check = 16;    // ElementAddress
inline constexpr uint8_t init = 16;                // LocalAlloc
inline constexpr uint8_t variable_immediate = 16;  // Vector
inline constexpr uint8_t negate = 16;              // BranchIf
inline constexpr uint8_t on_stack_base = 32;  // Load/Store: address surely points to a stack slot (no barrier needed)
inline constexpr uint8_t exact = 64;          // the result's class is result_type if it is not null
inline constexpr uint8_t non_null = 128;      // the result is not null
}  // namespace inst_flags

enum class CallKind : uint8_t {
    Direct,             // call [method->entry]
    Virtual,            // vtable slot of method; receiver is null-checked by the load
    Interface,          // dispatch_index of method through interface_dispatch, method in r10; generic virtual ones, too
    Indirect,           // function pointer on top of the stack after the arguments; signature->calling_convention
    Delegate,           // Invoke of a delegate: loads _target and _methodPtr
    Helper,             // a native helper: `helper` (code/helpers.def)
    UnmanagedIndirect,  // calli with an unmanaged convention: needs a native transition
};

struct CallInfo {
    CallKind kind;
    bool null_check_this;  // Direct call by callvirt: receiver must be checked for null
    bool explicit_tail;    // `tail.` prefix
    bool returns_never;    // the callee is known not to return (throw helpers)
    uint8_t helper;        // Helper id
    MethodDesc* method;    // exact target or declared virtual; null for Indirect/Helper
    const MethodSignature* signature;
    MethodTable* type;  // NewObject: what to allocate
    Kind return_kind;
    TypeHandle return_type;
    std::vector<Kind> argument_kinds;        // with `this` first, as they lie on the stack
    std::vector<TypeHandle> argument_types;  // parallel; `this`: its type (ByRef for value types)

    // By the class of the receiver.
    bool is_dispatched() const { return kind == CallKind::Virtual || kind == CallKind::Interface; }
};

struct Inst {
    Op op;
    Kind kind = Kind::Void;  // of the result, or of the operands where the op says so
    ElementType element = ElementType::End;
    uint8_t small = 0;       // Condition, CastKind, BitsOp, IntrinsicOp
    uint8_t flags = 0;       // inst_flags
    Kind from = Kind::Void;  // Convert: operand kind
    uint16_t count = 0;      // Switch, Leave; Retype: how many values lie above
    uint32_t il_offset = 0;
    uint32_t target = 0;  // block, variable; ConstObject: the bits of a TypeHandle if it is the RuntimeType of that
    int64_t imm = 0;
    union {
        MethodTable* type = nullptr;  // structs, casts, allocation
        Module* module;               // RvaAddress
        CallInfo* call;
    };
    union {
        ArenaPointer<MethodDesc> method = nullptr;  // MakeDelegate, ConstAddress of a function or method
        // Accesses of memory: the field, if it is one (the innermost: imm may hold the offsets of fields around it).
        ArenaPointer<FieldDesc> field;
    };
    uint32_t result_type_bits = 0;

    TypeHandle result_type() const { return TypeHandle::from_raw(result_type_bits); }
    void set_result_type(TypeHandle handle) { result_type_bits = static_cast<uint32_t>(handle.value); }
};
static_assert(sizeof(Inst) == 40);

// The integer that an element of Convert is.
struct IntegerTarget {
    int size_bytes;
    bool is_unsigned;
};
IntegerTarget integer_target(ElementType element);

// The column of ops.def: what the operation pops > what it pushes; ? where its fields decide.
std::string_view operands_of(Op op);

// What this instruction may do (code/effects.h): what ops.def and helpers.def say, less what its fields rule out.
uint8_t effects_of(const Inst& inst);

// What a variable holds, the same in every import of a method: its number may differ, its origin does not.
enum class Origin : uint8_t {
    Argument,   // origin_index: its number, `this` first
    Local,      // its number
    Spill,      // a value that crosses blocks: its depth on the stack; with the kind it says which
    Exception,  // what a handler or filter got: its clause
    Lock,       // of a synchronized method
    Result,     // of a synchronized method
    Temporary,  // of one block, or of one instruction; the importer's own count
};

struct Variable {
    Kind kind = Kind::Void;
    ElementType element = ElementType::End;  // verification type in memory (U1, I2, ...): loads extend it to kind
    Origin origin = Origin::Temporary;
    uint32_t origin_index = 0;
    TypeHandle type;
    uint32_t size_bytes = 8;
    bool is_argument() const { return origin == Origin::Argument; }
    bool address_taken = false;
    bool needs_zero = false;  // local: initlocals, or holds references
    // Local: what it refers to lives until something else is stored, whether or not anybody reads it (II.23.2.9).
    bool is_pinned = false;
};

enum class ClauseKind : uint8_t { Catch, Filter, Finally, Fault };
enum class RegionPart : uint8_t { Try, Handler, Filter };

// A part of an exception clause, or none.
class Region {
  public:
    Region() = default;
    Region(uint32_t clause, RegionPart part) : index_(clause * 3 + static_cast<uint32_t>(part) + 1) {}
    bool is_none() const { return index_ == 0; }
    uint32_t clause() const { return (index_ - 1) / 3; }
    RegionPart part() const { return static_cast<RegionPart>((index_ - 1) % 3); }
    bool is(RegionPart part) const { return index_ != 0 && this->part() == part; }
    uint32_t index() const { return index_; }  // dense: 0 for none, then three a clause
    friend bool operator==(Region, Region) = default;

  private:
    uint32_t index_ = 0;
};

// Half-open, of block numbers.
struct BlockRange {
    uint32_t begin = 0;
    uint32_t end = 0;
    bool is_empty() const { return begin == end; }
    bool contains(uint32_t block) const { return block >= begin && block < end; }
    bool contains(const BlockRange& other) const { return begin <= other.begin && other.end <= end; }
};

struct Clause {
    ClauseKind kind;
    TypeHandle catch_type;                // Catch
    uint32_t try_begin, try_end;          // IL offsets
    uint32_t handler_begin, handler_end;  // IL offsets
    uint32_t filter_begin;
    uint32_t handler_block, filter_block;  // block numbers; no_block if unreachable
    uint32_t exception_variable;           // Catch, Filter: variable that holds the exception (for rethrow)
    // Nested regions are inside. Empty: nothing in it is reachable.
    BlockRange try_blocks, handler_blocks, filter_blocks;

    bool is_funclet() const { return kind == ClauseKind::Finally || kind == ClauseKind::Fault; }  // its handler
    BlockRange& blocks(RegionPart part) {
        return part == RegionPart::Try ? try_blocks : part == RegionPart::Handler ? handler_blocks : filter_blocks;
    }
    const BlockRange& blocks(RegionPart part) const { return const_cast<Clause*>(this)->blocks(part); }
};
inline constexpr uint32_t no_block = ~0u;
inline constexpr uint32_t no_variable = ~0u;

struct Block {
    uint32_t first_inst;
    uint32_t inst_count;
    uint32_t il_offset;
    Region region;  // the innermost
    bool is_loop_head;
};

// What held when the body was imported and was made use of; elsewhere or later it may not.
enum class AssumptionKind : uint8_t {
    Initialized,  // the class initialiser of `type` has run (or the module's, for its <Module>)
    TypeObject,   // the RuntimeType of `type` exists
    Layout,       // offsets in and size of `type`, of another module
    Body,         // what `method`, of another module, does
};

struct Assumption {
    AssumptionKind kind;
    TypeHandle type;
    MethodDesc* method = nullptr;
    friend bool operator==(const Assumption&, const Assumption&) = default;
};

struct ImportedCode {
    MethodDesc* method = nullptr;
    const MethodSignature* signature = nullptr;
    std::optional<Error> invalid;     // calling the method throws it
    std::vector<Variable> variables;  // arguments (with this), locals, temporaries
    uint32_t argument_count = 0;
    std::vector<Block> blocks;  // in IL order; block 0 is the entry; try and handler bodies are contiguous
    std::vector<Inst> insts;
    std::vector<Clause> clauses;  // inner before outer, as in metadata
    std::vector<uint32_t> switch_targets;
    std::vector<uint32_t> finally_chain;  // clause indices
    std::vector<Assumption> assumptions;  // each once
    std::vector<CallInfo*> calls;         // owned
    uint32_t il_size = 0;
    bool has_localloc = false;
    bool is_synchronized = false;  // the importer has already wrapped the body in Monitor enter/exit regions
    std::vector<CallInfo*>
        call_pool;  // owned, free: one ImportedCode may be used for many methods and keeps its memory
    ImportedCode() = default;
    ImportedCode(const ImportedCode&) = delete;
    ImportedCode& operator=(const ImportedCode&) = delete;
    ~ImportedCode();
    void clear();          // keeps the memory
    CallInfo* new_call();  // zeroed
    // Equal for imports that number their variables alike.
    uint32_t variables_hash() const;
    // Whether other code may take over at this block: a loop head that no handler is around.
    bool is_osr_point(uint32_t block) const;
    bool contains(Region region, uint32_t block) const {
        return region.is_none() || clauses[region.clause()].blocks(region.part()).contains(block);
    }
};

// What a caller knows of an argument. Used where the body neither stores it nor takes its address.
struct ArgumentFact {
    TypeHandle type;  // Ref: at least this, or null
    bool exact = false;
    bool non_null = false;
    std::optional<int64_t> constant;  // I4, I8
    TypeHandle described;             // Ref: it is the RuntimeType of that
};

struct ImportOptions {
    std::span<const ArgumentFact> arguments;  // none, or one each, `this` first
    bool for_optimizer = false;               // IsKnownConstant stays an operation instead of being false
    bool may_assume = true;  // that classes stay initialised; else the code is right in a process that begins, too
};

// Imports a method that has IL (Kind IL, Dynamic) or whose body the engine supplies as IL-like code (unsafe accessors,
// UnboxingStubs and delegate bodies are machine-code thunks and do not come here). Never fails: see `invalid`.
void import_method(MethodDesc* method, ImportedCode& code, const ImportOptions& options = {});
// The same with a body (import/supplied_body.h) in place of the method's own.
struct SuppliedBody;
void import_supplied(MethodDesc* method, const SuppliedBody& body, ImportedCode& code,
                     const ImportOptions& options = {});

// What the names in a text stand for.
struct TextNames {
    std::unordered_map<std::string, TypeHandle> types;
    std::unordered_map<std::string, MethodDesc*> methods;
    std::unordered_map<std::string, FieldDesc*> fields;
};

// The text form (text_form.h). With names, those that it uses are added to them.
std::string print(const ImportedCode& code, TextNames* names = nullptr);
// CELER_VERIFY: empty if the invariants hold, else what is broken.
std::string verify(const ImportedCode& code);

// An object that fits the type is of exactly that class. Arrays are not sealed: an object may be a uint[] where an
// int[] is expected.
bool is_sealed(const MethodTable* type);

}  // namespace celer
