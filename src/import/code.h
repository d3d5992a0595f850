// The importer's form of a method: resolved, typed stack code in basic blocks. The only thing the compilers read.
//
// Invariants:
// - Every token is an exact entity; no generic variable is left.
// - The evaluation stack is empty at block boundaries; blocks that nothing reaches are absent.
// - Kinds are exact: an instruction's operands have the kinds its op asks for (the importer inserts Convert). Small
// integers
//   on the stack are I4, already sign- or zero-extended. Ref, ByRef and I8 are interchangeable machine words: seeing
//   one as another takes no instruction.
// - Elements of memory and variables are normalised: I1 U1 I2 U2 I4 I8 R4 R8 Class (any reference) ByRef ValueType.
// - A block belongs to the regions that Block::region and the block ranges of Clause name; IL offsets are for maps
// only.
// - Array constructors are called without `this` and return the new array (CallKind::Direct, its own signature).
// - A method that is not valid IL has `invalid` set to the error that calling it throws.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "types/loader.h"

namespace celer {

enum class Op : uint8_t {
#define CELER_OP(name, operands, effects, text) name,
#include "import/ops.def"
#undef CELER_OP
};

// What a value is on the evaluation stack and in a variable. Native integers and unmanaged pointers are I8.
enum class Kind : uint8_t { Void, I4, I8, F4, F8, Ref, ByRef, Struct };

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

namespace inst_flags {
inline constexpr uint8_t is_volatile = 1;
inline constexpr uint8_t unaligned = 2;
inline constexpr uint8_t overflow = 4;           // Convert: checked
inline constexpr uint8_t unsigned_source = 8;    // Convert
inline constexpr uint8_t null_check = 16;        // AddOffset
inline constexpr uint8_t covariance_check = 16;  // StoreElement
inline constexpr uint8_t exact_type_check = 16;  // ElementAddress
inline constexpr uint8_t init = 16;              // LocalAlloc
inline constexpr uint8_t negate = 16;            // BranchIf
inline constexpr uint8_t on_stack_base = 32;  // Load/Store: address surely points to a stack slot (no barrier needed)
}  // namespace inst_flags

enum class CallKind : uint8_t {
    Direct,             // call [method->entry]
    Virtual,            // vtable slot of method; receiver is null-checked by the load
    Interface,          // dispatch_index of method through interface_dispatch, method in r10
    GenericVirtual,     // helper resolves the address from receiver and method
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
};

struct Inst {
    Op op;
    Kind kind = Kind::Void;  // of the result, or of the operands where the op says so
    ElementType element = ElementType::End;
    uint8_t small = 0;       // Condition, CastKind, BitsOp, IntrinsicOp
    uint8_t flags = 0;       // inst_flags
    Kind from = Kind::Void;  // Convert: operand kind
    uint16_t count = 0;      // Switch, Leave
    uint32_t il_offset = 0;
    uint32_t target = 0;  // block, variable
    int64_t imm = 0;
    union {
        MethodTable* type = nullptr;  // structs, casts, allocation
        Module* module;               // RvaAddress
        CallInfo* call;
        TypeDesc* type_desc;  // CastClass/IsInstance to a TypeDesc never happens; ldtoken only
    };
    MethodDesc* method = nullptr;  // MakeDelegate
};

// What this instruction may do (code/effects.h): what ops.def and helpers.def say, less what its fields rule out.
uint8_t effects_of(const Inst& inst);

struct Variable {
    Kind kind = Kind::Void;
    ElementType element = ElementType::End;  // verification type in memory (U1, I2, ...): loads extend it to kind
    TypeHandle type;
    uint32_t size_bytes = 8;
    bool is_argument = false;
    bool address_taken = false;
    bool needs_zero = false;  // local: initlocals, or holds references
};

enum class ClauseKind : uint8_t { Catch, Filter, Finally, Fault };

struct Clause {
    ClauseKind kind;
    TypeHandle catch_type;                // Catch
    uint32_t try_begin, try_end;          // IL offsets
    uint32_t handler_begin, handler_end;  // IL offsets
    uint32_t filter_begin;
    uint32_t handler_block, filter_block;  // block numbers; no_block if unreachable
    uint32_t exception_variable;           // Catch, Filter: variable that holds the exception (for rethrow)
    // Half-open ranges of block numbers; nested regions are inside. Empty: nothing in it is reachable.
    uint32_t try_block_begin, try_block_end;
    uint32_t handler_block_begin, handler_block_end;
    uint32_t filter_block_begin, filter_block_end;
};
inline constexpr uint32_t no_block = ~0u;

struct Block {
    uint32_t first_inst;
    uint32_t inst_count;
    uint32_t il_offset;
    uint32_t region;  // innermost try region or handler by clause: clause index * 3 + 1 (try) / + 2 (handler) / + 3
                      // (filter), 0 none
    bool is_loop_head;
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
};

// Imports a method that has IL (Kind IL, Dynamic) or whose body the engine supplies as IL-like code (unsafe accessors,
// UnboxingStubs and delegate bodies are machine-code thunks and do not come here). Never fails: see `invalid`.
void import_method(MethodDesc* method, ImportedCode& code);

// Text form (golden tests, celer dump).
std::string print(const ImportedCode& code);
// CELER_VERIFY: empty if the invariants hold, else what is broken.
std::string verify(const ImportedCode& code);

}  // namespace celer
