// Tier 0 for x86-64: one pass over the importer's form.
//
// How it works:
// - The evaluation stack exists only at compile time (values_). An entry is a constant, a variable not yet read, a
// register, an
//   address rbp + n, or a frame slot; code appears when an operation needs its operands. Entries that a later write
//   could change are read first (flush_variable, flush_aliases).
// - Operands stay on the compile-time stack until the operation has them where it wants them, so that whoever needs a
// register
//   can move any entry elsewhere. `pinned_` protects the registers the current operation has picked.
// - Registers are counted (dup shares). Only rax rcx rdx rsi rdi r8-r11 and xmm0-15 hold values; rbx r12-r15 hold
// variables in
//   methods without exception clauses, as do caller-saved ones in methods that call nothing.
// - I4 values in registers have a zero upper half.
// - A call finds nothing in registers: what lies below its arguments is spilled to frame slots.
// - Throw paths and slow paths are emitted at the end of the exception region they belong to (cold_), so that one range
// of
//   native code is one region.
// - The prologue is emitted last, when the frame is known, and placed before the body.
//
// Frame, from rbp down: saved callee-saved registers, home slots, temporaries, outgoing arguments at rsp.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "baseline/variable_plan.h"
#include "baseline/x64/assembler.h"
#include "baseline/x64/small_integers.h"
#include "code/abi.h"
#include "code/code_tables.h"
#include "code/helpers.h"
#include "code/profile.h"
#include "compile/compilation.h"
#include "gc/barrier.h"

namespace celer::x64 {

enum class Where : uint8_t {
    Constant,      // imm: the bits
    Variable,      // not yet read
    Gpr,           // reg + displacement
    Xmm,           // reg
    Temp,          // frame slot at rbp + displacement, owned
    FrameAddress,  // the address rbp + displacement
    Memory,        // a struct at [reg + displacement], not yet read
};

struct Value {
    Kind kind = Kind::Void;
    Where where = Where::Constant;
    uint8_t reg = 0;
    uint32_t variable = 0;
    int32_t displacement = 0;
    int64_t imm = 0;
    MethodTable* type = nullptr;  // structs, vectors
    uint32_t size_bytes = 8;      // of those; of a temporary
};

inline int size_of(Kind kind) {
    return kind == Kind::I4 || kind == Kind::F4 ? 4 : 8;
}
// Held in vector registers.
inline bool in_xmm(Kind kind) {
    return is_float(kind) || kind == Kind::Vector;
}
// Where a comparison left its answer in the flags.
struct Flags {
    enum class Parity : uint8_t { Ignore, AndClear, OrSet };  // floats: equal needs parity clear, unequal or set
    Cc condition;
    Parity parity = Parity::Ignore;
};

// Code out of line, emitted when the region ends.
enum class ColdKind : uint8_t {
    Throw,           // helper without arguments, never returns
    Call1,           // helper(imm): a slow path that returns nothing
    AllocateObject,  // rax-like register = helper(imm)
    AllocateArray,   // target = helper(imm, length in reg)
    HelperObject,    // target = helper(imm, source): casts
    CastCached,      // target = helper(imm, source, cache)
    TestCached,      // likewise, after a look at what failed last; scratch holds the object's MethodTable
    StoreElement,    // helper(target, scratch or imm, source)
    SaturateI4,
    SaturateI8,
    SaturateU4,
    SaturateU8,
    UnsignedToFloat,
    Negate,  // division by -1
};

struct Cold {
    ColdKind kind;
    Helper helper;
    uint32_t block;
    uint32_t il_offset;
    Label entry;
    Label back;
    int64_t imm = 0;
    const CastCache* cache = nullptr;
    uint8_t target = 0;
    uint8_t source = 0;
    uint8_t scratch = 0;
    uint8_t size = 8;  // floats: of the operand
    uint8_t int_size = 8;
    uint32_t live_gprs = 0;  // to be preserved
    uint32_t live_xmms = 0;
    uint32_t xmm_bytes = 8;  // of each that are worth keeping
    bool is_remainder = false;
};

struct PoolConstant {
    uint32_t patch;  // of the rip-relative displacement
    uint64_t bits;
    uint8_t size;
};
struct SwitchTable {
    uint32_t patch;
    uint32_t first;  // in ImportedCode::switch_targets
    uint32_t count;
};

// What the frames look like to the unwinder. Tier 0's are the default; the others are those of LLVM's code, and are
// here for the compiler that tests load in its place (tests/second_compiler).
struct FrameShape {
    // r15 lies highest, rbx lowest, as prologues of pushes leave them.
    bool saves_last_first = false;
    // Landing restores callee-saved registers: methods that only have catch clauses keep variables there.
    bool handlers_expect_registers = false;
};

// A form with the bodies of callees put in. No nodes: none are.
struct InlinedForm {
    const ImportedCode* code;
    std::span<const InlineNode> nodes;
    std::span<const uint32_t> node_of_block;
};

struct VectorEncoding;

// Whether a value travels in a vector register of which it needs more than 16 bytes.
bool is_in_wide_register(const abi::Location& location);

class MethodCompiler {
  public:
    MethodCompiler() = default;
    explicit MethodCompiler(const FrameShape& shape) : shape_(shape) {}

    MethodCode* compile(Compilation& compilation) { return compile(compilation, {&compilation.code(), {}, {}}); }
    MethodCode* compile(Compilation& compilation, const InlinedForm& form);

  private:
    struct Home {
        enum class In : uint8_t { Frame, Gpr, Xmm } in = In::Frame;
        uint8_t reg = 0;
        int32_t offset = 0;  // rbp-relative
    };
    struct FreeTemp {
        uint32_t size_bytes;
        int32_t offset;
    };

    // compiler.cpp: the pipeline
    void reset(Compilation& compilation, const InlinedForm& form);
    void compile_body();
    MethodCode* compile_throwing(const Error& problem);
    void compile_block(uint32_t number);
    void compile_inst(const Inst& inst);
    void variable_address(const Inst& inst);
    void duplicate();
    void is_known_constant();
    void pop();
    MethodCode* finish();
    uint8_t* place_code();
    void describe_clauses(uint32_t prologue);
    void describe_homes();
    uint32_t native_start(uint32_t block) const;
    void forget_mark() { last_marked_.il_offset = ~0u; }
    void mark();                    // the instructions that follow belong to the current IL offset
    const Inst* next_inst() const;  // where it may be compiled together with the current one; else none
    const Inst* following_inst() const;
    bool next_is(Op op) const { return next_inst()->op == op; }
    void skip_next() { current_++; }

    // frame.cpp
    void plan_frame();
    void rank_variables();
    void give_home(uint32_t variable, Gpr reg);
    void assign_leaf_registers();
    void assign_registers();
    void place_arguments_in_frame();
    void emit_prologue();
    void emit_zeroing();
    void emit_argument_homes();
    void store_arguments_in_frame(const abi::CallLayout& layout);
    void move_register_arguments(const abi::CallLayout& layout);
    void load_stack_arguments(const abi::CallLayout& layout);
    void emit_epilogue();
    void emit_frame_exit();
    void restore_saved_registers();
    SavedRegisters saved_registers() const;
    bool saves(uint32_t index) const;
    int32_t saved_slot(uint32_t index) const;  // rbp-relative
    bool keeps_registers_in_handlers() const;
    uint32_t inline_node_of(uint32_t block) const { return form_.nodes.empty() ? 0 : form_.node_of_block[block]; }
    void probe_pages(int32_t frame);
    uint64_t frame_size() const { return ((frame_bytes_ + 15) & ~uint64_t{15}) + outgoing_; }
    int32_t new_slot(uint32_t size_bytes);
    int32_t take_temp(uint32_t size_bytes);
    void free_temp(int32_t offset, uint32_t size_bytes);

    // operand_stack.cpp
    Value& top(uint32_t depth = 0) { return values_[values_.size() - 1 - depth]; }
    Value& push(Kind kind, Where where);
    void push_gpr(Kind kind, Gpr reg);
    void push_xmm(Kind kind, Xmm reg);
    void push_vector(MethodTable* type, Xmm reg);
    void push_constant(Kind kind, int64_t bits);
    Value& push_temp(Kind kind, MethodTable* type, uint32_t size_bytes);
    void drop(uint32_t count = 1);
    void release(Value& value);  // frees what it holds; the entry becomes meaningless
    void set_gpr(Value& value, Gpr reg);
    void set_xmm(Value& value, Xmm reg);
    Gpr allocate_gpr(uint32_t allowed = ~0u);
    Xmm allocate_xmm();
    void claim(Gpr reg);  // afterwards nothing is in reg, and it is pinned
    void pin(Gpr reg) { pinned_ |= 1u << reg; }
    void unpin(Gpr reg) { pinned_ &= ~(1u << reg); }
    void pin(Xmm reg) { pinned_xmm_ |= 1u << reg; }
    Gpr gpr(Value& value);  // to be read only
    Gpr own(Value& value);  // to be changed
    Gpr scratch();          // pinned until the end of the operation
    Xmm scratch_xmm();
    Xmm xmm(Value& value);
    Xmm own_xmm(Value& value);
    void load_constant(Gpr reg, int size, int64_t bits);
    void load_float_constant(Xmm reg, Kind kind, int64_t bits);
    void load_into(Gpr reg, const Value& value);  // any one-word value
    void load_into(Xmm reg, const Value& value);
    void load_vector(Xmm reg, const Value& value);
    void move_xmm(uint32_t size_bytes, Xmm to, Xmm from);
    uint32_t live_xmm_bytes(uint32_t registers = ~0u) const;  // the size that keeps what any of them holds
    void spill(Value& value);
    void spill_all_below(uint32_t arguments);  // for a call
    void flush_variable(uint32_t variable, uint32_t arguments);
    void flush_aliases(uint32_t arguments);  // memory is about to change
    void materialise(Value& value);
    bool is_frame_operand(const Value& value) const;  // its memory can be an operand of its kind's size
    Mem frame_operand(const Value& value) const;
    Mem memory_of(const Value& value) const;  // where a struct value or slot lies
    bool is_small(const Value& value) const {
        return value.where == Where::Constant && value.imm == static_cast<int32_t>(value.imm);
    }
    Mem address(Value& value, int64_t offset);
    Mem variable_slot(uint32_t variable) const { return at(rbp, homes_[variable].offset); }
    uint32_t live_gprs() const;
    uint32_t live_xmms() const;

    // variables.cpp
    void load_variable(const Inst& inst);
    void store_variable(const Inst& inst);
    bool forward_store(const Inst& inst, const Variable& variable);
    bool keeps_stored_value(const Inst& inst, const Variable& variable);
    void clear_variable(const Inst& inst);
    Gpr fused_target(const Value& left, const Value& right) const;

    // arithmetic.cpp
    void binary(const Inst& inst, Alu op, bool commutative, Cc overflow);
    bool fold(const Inst& inst);
    bool add_displacement(const Inst& inst);
    bool update_in_frame(const Inst& inst, Alu op);
    void alu(Alu op, int size, Gpr to, Value& right);
    void multiply(const Inst& inst);
    void multiply_checked(const Inst& inst);
    void divide(const Inst& inst);
    bool divide_by_constant(const Inst& inst);
    void shift(const Inst& inst);
    void negate_or_not(const Inst& inst);
    bool branch_on_and(const Inst& inst);
    void finish_binary(const Inst& inst, Gpr result, Gpr fused);

    // compare.cpp
    Flags compare(Kind kind, Condition condition);  // drops both operands
    Flags compare_float(Kind kind, Condition condition);
    Flags compare_int(Kind kind, Condition condition);
    Flags test_top(Kind kind, bool negate);  // top != 0 (or == 0); drops it
    void push_flags(Flags flags);
    void compare_op(const Inst& inst);
    void branch_on(Flags flags, uint32_t target, uint32_t otherwise);

    // bits.cpp
    void bits(const Inst& inst);
    void count_zeros(int size, bool leading);
    void rotate(int size, Shift shift);
    void bits_float(const Inst& inst, BitsOp op);
    void multiply_high(const Inst& inst);

    // vectors.cpp
    void vector_operation(const Inst& inst);
    void place_general_operand(char letter, Value& value, VectorEncoding& fields);
    void place_vector_operand(char letter, Value& value, VectorEncoding& encoding);
    void push_vector_result(const Inst& inst, VectorEncoding& encoding, uint32_t operands);
    void finish_vector_result(const Inst& inst, const VectorEncoding& encoding);
    bool wants_only_bits(const Inst& inst) const;

    // floating.cpp
    void float_binary(const Inst& inst);
    void float_remainder(const Inst& inst);
    void float_negate(const Inst& inst);
    void check_finite(const Inst& inst);

    // convert.cpp
    void convert(const Inst& inst);
    void convert_to_float(const Inst& inst);
    void convert_from_float(const Inst& inst);
    void convert_from_float_checked(const Inst& inst);
    void convert_int(const Inst& inst);
    void convert_int_checked(const Inst& inst);
    void check_range(Gpr value, int source_size, bool source_unsigned, ElementType target);
    void narrow(Gpr to, Gpr from, ElementType target, int source_size, bool source_unsigned);

    // memory.cpp
    void load(const Inst& inst);
    void store(const Inst& inst);
    void load_struct_field(const Inst& inst);
    void add_offset(const Inst& inst);
    void null_check_op(const Inst& inst);
    void null_check(const Mem& address);
    void load_vector_from(const Mem& from, MethodTable* type);              // pushes
    void load_element_of(const Mem& from, ElementType element, Kind kind);  // pushes
    // Stores by type, with the barriers that references need (gc/barrier.h).
    void store_element_to(const Mem& to, gc::Destination destination, ElementType element, Value& value,
                          MethodTable* type);
    void store_reference(const Mem& to, gc::Destination destination, Value& value);
    void store_struct(const Mem& to, gc::Destination destination, const Mem& from, const MethodTable* type);
    void record_store(const Mem& to, uint32_t size_bytes);
    // In the frame: no barrier. The type, if it is known, says in which pieces.
    void copy_struct(const Mem& to, const Mem& from, uint32_t size_bytes, const MethodTable* type);
    void copy_large_struct(Mem to, Mem from, uint32_t size_bytes);
    void clear_memory(const Mem& to, uint32_t size_bytes);
    void clear_struct_op(const Inst& inst);
    void local_alloc(const Inst& inst);
    void thread_static_address(const Inst& inst);
    void rva_address(const Inst& inst);

    // arrays.cpp
    void array_length(const Inst& inst);
    void string_length();
    Mem element(const Inst& inst, uint32_t array_depth, uint32_t element_size);  // bounds-checked
    void load_element(const Inst& inst);
    void store_element(const Inst& inst);
    void store_element_checked(const Inst& inst);
    void element_address(const Inst& inst);

    // objects.cpp
    void allocate(MethodTable* type);  // pushes
    void new_array(const Inst& inst);
    void box(const Inst& inst);
    void box_nullable(const Inst& inst);
    void unbox(const Inst& inst);
    void unbox_nullable(const Inst& inst);
    void cast(const Inst& inst, bool throws);
    void object_type(const Inst& inst);
    void class_init(const Inst& inst);
    void intrinsic(const Inst& inst);
    void compare_exchange(const Inst& inst);
    void atomic_exchange(const Inst& inst, bool add);

    // calls.cpp
    struct Move {
        bool is_float;
        uint8_t to;
        uint8_t size_bytes;
        uint8_t offset;  // of the piece in a struct
        uint32_t value;  // index into values_
        bool done;
    };
    void call(const Inst& inst);
    void new_object(const Inst& inst);
    void emit_call(const CallInfo& info, std::span<const TypeHandle> arguments, bool has_target);
    void emit_call_of_type(const CallInfo& info, std::span<const TypeHandle> arguments, bool has_target,
                           Kind return_kind, TypeHandle return_type);
    int32_t direct_result_slot(Kind return_kind, bool in_memory) const;
    std::optional<Mem> find_target(const CallInfo& info, Gpr self);
    bool is_tail_call(const CallInfo& info, const abi::Result& result) const;
    void emit_tail_jump(const std::optional<Mem>& target, uint32_t stack_bytes);
    void place_stack_arguments(const abi::CallLayout& layout, uint32_t first);
    void place_register_arguments(const abi::CallLayout& layout, uint32_t first, bool has_target);
    void resolve_moves();
    bool move_reads(const Move& move, Gpr reg) const;
    void do_move(Move& move);
    void push_result(const CallInfo& info, const abi::Result& result, int32_t buffer);
    void call_generic_virtual(const CallInfo& info);
    void call_unmanaged(const CallInfo& info);
    bool returns_next(Kind kind) const;
    void new_result(const Inst& inst);
    void load_virtual_function(const Inst& inst);
    void make_delegate(const Inst& inst);
    // Helper call with the top `arguments` words in rdi, rsi, rdx, rcx (first pushed first); drops them.
    void call_helper(Helper helper, uint32_t arguments);
    void emit_helper_call(Helper helper);
    void reserve_outgoing(uint32_t bytes) {
        if (bytes > outgoing_) outgoing_ = (bytes + 15) & ~15u;
    }

    // replacement.cpp
    void plan_profile();
    void note_met(const CallInfo& info, Gpr met);
    bool is_counted(const Block& block) const;
    void count_block(uint32_t number);
    void osr_point(uint32_t block);
    void emit_osr_exits();

    // control.cpp
    bool falls_into(uint32_t block) const;
    void jump_to(uint32_t block);
    void branch(const Inst& inst);
    void branch_if(const Inst& inst);
    void switch_op(const Inst& inst);
    bool is_extended(SmallInteger small) const;
    void return_op(const Inst& inst);
    void return_struct(Value& value);
    void return_wide_vector(Value& value);
    void throw_op(const Inst& inst);
    void rethrow(const Inst& inst);
    void leave_op(const Inst& inst);
    void end_filter();
    void funclet_entry();
    void funclet_exit();
    void begin_handlers(uint32_t block);
    uint32_t enclosing_stack_pointer_slot(uint32_t clause) const;
    void catch_entry(const Inst& inst);

    // cold.cpp
    Label& throw_label(Helper helper);
    Cold& new_cold(ColdKind kind, Helper helper);  // with the current live registers
    void flush_cold(uint32_t next_block);
    void emit_cold(Cold& cold);
    void emit_saturation(Cold& cold);
    void emit_cold_helper(Cold& cold);
    Region block_region() const { return code_->blocks[block_].region; }

    FrameShape shape_;
    Compilation* compilation_ = nullptr;
    InlinedForm form_{};
    const ImportedCode* code_ = nullptr;
    bool fuses_ = false;  // the Patterns phase runs
    Assembler a_;
    Assembler prologue_;
    MethodPlan plan_;
    std::vector<Value> values_;
    std::vector<Home> homes_;
    std::vector<Label> labels_;           // by block
    std::vector<uint32_t> block_starts_;  // native, by block
    std::vector<uint32_t> handler_of_;    // by block: clause * 4 + 1 catch, 2 filter, 3 finally or fault; 0 none
    std::vector<Cold*> cold_;             // pending, in order
    std::vector<Cold*> cold_pool_;
    size_t cold_used_ = 0;
    std::vector<PoolConstant> pool_;
    std::vector<SwitchTable> tables_;
    std::vector<IlMapEntry> il_map_;
    std::vector<EhClause> native_clauses_;
    std::vector<VariableHome> variable_homes_;
    MethodProfile* profile_ = nullptr;
    uint32_t calls_profiled_ = 0;
    uint32_t blocks_profiled_ = 0;
    std::vector<OsrPoint> osr_points_;
    std::vector<Label> osr_exits_;  // parallel
    uint32_t body_end_ = 0;         // behind it lie the ways out at OSR points
    std::vector<FreeTemp> free_temps_;
    std::vector<uint32_t> funclet_patches_;   // sub/add rsp, 8 + outgoing
    std::vector<uint32_t> outgoing_patches_;  // displacements to be set to the size of the outgoing area
    std::vector<uint32_t> ranked_words_;
    std::vector<uint32_t> ranked_floats_;
    std::vector<Move> moves_;
    std::vector<TypeHandle> constructor_arguments_;
    std::vector<int32_t> funclet_stack_slots_;  // by clause: where its funclet keeps rsp, 0 if not needed
    uint8_t gpr_uses_[16] = {};
    uint8_t xmm_uses_[16] = {};
    uint32_t variable_gprs_ = 0;  // registers that are homes
    uint32_t variable_xmms_ = 0;
    uint32_t saved_gprs_ = 0;  // callee-saved registers the prologue saves
    bool saves_all_ = false;
    uint32_t pinned_ = 0;
    uint32_t pinned_xmm_ = 0;
    uint64_t frame_bytes_ = 0;  // slots below rbp so far; there may be more than a frame can have
    uint32_t outgoing_ = 0;
    uint32_t incoming_stack_bytes_ = 0;
    int32_t return_buffer_ = 0;  // slot of the hidden result pointer
    int32_t stack_pointer_slot_ = 0;
    int32_t save_area_ = 0;
    uint32_t current_ = 0;  // index of the instruction being compiled
    uint32_t block_ = 0;
    uint32_t il_offset_ = 0;
    uint32_t inline_node_ = 0;
    IlMapEntry last_marked_ = {};
    uint8_t flags_reg_ = no_gpr;  // the flags tell about this register at position flags_position_
    uint32_t flags_position_ = 0;
    abi::Result result_;
    bool has_catch_ = false;
};

}  // namespace celer::x64
