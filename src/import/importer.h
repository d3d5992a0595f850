// The importer's working state; internal to import/. One Importer imports one method. The pieces:
//   importer.cpp    body, variables, the worklist, numbering of the blocks
//   scan.cpp        instruction starts, leaders, exception clauses and their nesting
//   flow.cpp        edges between blocks, spilling, branches, handlers
//   values.cpp      the typed stack: pushing, popping, coercing, dropping what was pushed
//   arithmetic.cpp  memory.cpp  objects.cpp  calls.cpp   the instructions
//   access.cpp      what the code may name
//   intrinsics.cpp  methods that become operations
//   synthesize.cpp  bodies the engine supplies
//
// How the stack knows its code: a Value remembers which instructions produced it, [first, end). While `end` is the end
// of the code and all of them are pure, dropping the value takes them away again; that is how a folded test leaves
// nothing behind. Bad IL sets invalid_ and pushes on with dummy values until the main loop looks; nothing here may
// trust the IL.
#pragma once

#include <array>
#include <optional>
#include <string_view>

#include "code/helpers.h"
#include "il/decoder.h"
#include "il/method_body.h"
#include "import/code.h"
#include "import/hooks.h"
#include "types/dispatch.h"
#include "types/well_known.h"

namespace celer {

enum class VectorInstructionId : uint16_t;

// What a type is to the stack and to memory.
struct Shape {
    Kind kind = Kind::Void;
    ElementType element = ElementType::End;  // normalised, see code.h
    uint32_t size_bytes = 0;
    TypeHandle type;
    TypeHandle value_type() const { return kind == Kind::Ref || is_aggregate(kind) ? type : TypeHandle(); }
};

enum class Known : uint8_t {
    Nothing,
    Integer,  // imm
    Null,
    TypeToken,        // a RuntimeTypeHandle of `subject`
    TypeObject,       // the RuntimeType of `subject`
    FieldToken,       // a RuntimeFieldHandle of `field`
    Function,         // ldftn of `method`
    VirtualFunction,  // ldvirtftn of `method`
    VarAddress,       // of variable imm
};

struct Value {
    Kind kind = Kind::Void;
    Kind made = Kind::Void;  // what the compilers take it for; Retype makes it `kind` where that matters
    Known known = Known::Nothing;
    bool exact = false;     // Ref: the object's type is exactly `type`
    bool non_null = false;  // Ref
    bool pure = false;      // the instructions [first, end) have no effect
    bool is_this = false;   // the method's own `this`
    uint32_t first = 0;
    uint32_t end = 0;
    TypeHandle type;     // static type of a Ref (null: unknown); type of a Struct
    TypeHandle subject;  // TypeToken, TypeObject
    int64_t imm = 0;
    int64_t array_length = -1;  // of a new array
    union {
        MethodDesc* method = nullptr;
        FieldDesc* field;
    };
};

enum class ScratchKind : uint8_t { Normal, MethodEntry, HandlerEntry, FilterEntry, SyncExit, SyncFinally };

struct ScratchBlock {
    uint32_t il_offset;
    Region region;
    uint32_t clause;  // HandlerEntry, FilterEntry
    ScratchKind kind;
    bool pending;
    bool imported;
    bool loop_head;
    bool has_state;        // stack_first/stack_depth are set
    uint32_t stack_first;  // in ImportScratch::entry_states
    uint32_t stack_depth;
    uint32_t first_inst;
    uint32_t inst_count;
    uint32_t number;  // final block number
};

struct EntryState {
    Kind kind;
    TypeHandle type;
};

struct ForcedState {
    uint32_t block;
    uint32_t depth;
    Kind kind;
};

struct SpillVariable {
    uint32_t depth;
    Kind kind;
    TypeHandle type;
    uint32_t variable;
};

// Buffers that live from import to import.
struct ImportScratch {
    std::vector<uint8_t> marks;            // per IL offset: mark_*
    std::vector<uint32_t> block_at;        // per IL offset: scratch block of a leader
    std::vector<ScratchBlock> blocks;      // by IL offset, entry blocks before the Normal block of the same offset
    std::vector<Region> region_at;         // per IL offset: the innermost region; empty without clauses
    std::vector<Region> enclosing_region;  // by Region::index
    std::vector<uint32_t> entry_block;     // per clause: handler entry, filter entry (2 * clause + 1)
    std::vector<il::ExceptionClause> clauses;
    std::vector<Value> stack;
    std::vector<EntryState> entry_states;
    std::vector<ForcedState> forced;
    std::vector<SpillVariable> spills;
    std::vector<uint32_t> address_uses;      // per variable: VarAddress instructions in use
    std::vector<uint8_t> changed_arguments;  // by argument: stored or its address taken; only with argument facts
    std::vector<uint32_t> targets;
    std::vector<EntryState> edge_states;
    std::array<uint32_t, 64> assumption_places{};  // by hash: place in ImportedCode::assumptions, perhaps of another
};

inline constexpr uint8_t mark_start = 1;
inline constexpr uint8_t mark_leader = 2;
inline constexpr uint8_t mark_branch_target = 4;
inline constexpr uint8_t mark_prefixed = 8;  // behind a prefix: nothing may enter here

// Prefixes seen and not yet used up (III.2), and the sets that instructions take.
namespace prefixes {
inline constexpr uint8_t is_volatile = 1;
inline constexpr uint8_t unaligned = 2;
inline constexpr uint8_t tail = 4;
inline constexpr uint8_t readonly = 8;
inline constexpr uint8_t is_constrained = 16;

inline constexpr uint8_t none = 0;
inline constexpr uint8_t any = 0xff;
inline constexpr uint8_t memory = is_volatile | unaligned;
inline constexpr uint8_t static_memory = is_volatile;
inline constexpr uint8_t call = tail | readonly | is_constrained;
inline constexpr uint8_t indirect_call = tail | readonly;
inline constexpr uint8_t constrained = is_constrained;
}  // namespace prefixes

struct Prefixes {
    uint8_t used = 0;
    TypeHandle constrained;
    bool has(uint8_t bit) const { return used & bit; }
};

// A static method or method of a value type runs its precise type's initialiser, the first method of a module the
// module's.
bool runs_class_init(const MethodDesc* target);

enum class SmallShape : uint8_t { None, Getter, GetterOfStruct, Setter, Constant, Forward };  // inline.cpp

Kind kind_of_element(ElementType element);
Condition negated(Condition condition, bool is_float);

class Importer {
  public:
    Importer(ImportScratch& scratch, MethodDesc* method, ImportedCode& code, const SuppliedBody* supplied = nullptr,
             const ImportOptions& options = {});
    void run();

  private:
    // --- importer.cpp
    bool load_body();
    bool add_variables_of_signature();
    bool add_variables();
    Result<void> check_unloaded_instance(MethodTable* table) const;
    bool add_variable(TypeHandle type, bool is_argument);
    void import_blocks();
    void reset_for_restart();
    void import_block(uint32_t index);
    void import_instructions(uint32_t limit);
    void import_instruction(const il::Instruction& instruction);
    void prefix(uint8_t bit);
    void unaligned_prefix(const il::Instruction& instruction);
    void constrained_prefix(TypeHandle type);
    void import_pop();
    bool entry_runs_class_init() const;
    void method_entry_block();
    bool has_by_ref_like_box() const;
    void number_blocks();
    void finish_clauses();
    void mark_variables();
    bool frame_is_too_large() const;

    // --- scan.cpp
    bool scan();
    bool scan_instructions();
    bool may_have_prefixes(const il::Instruction& instruction, uint8_t prefixed) const;
    bool check_unreached_block(uint32_t offset, Region region) const;
    bool unreached_edge_allowed(Region region, uint32_t target, bool is_leave) const;
    bool check_unreached();
    bool check_clauses();
    void make_blocks();
    void find_regions();
    Region region_at(uint32_t offset) const;
    void find_changed_arguments();

    // --- errors
    void invalid();
    void invalid(const Error& error);
    void throw_error(const Error& error);  // at this point of the code, when it runs; ends the block
    void emit_throw(const Error& error);   // the same, and goes on
    // A token that cannot be resolved: the method throws the error when it is called, before anything of it runs. That
    // is what CoreCLR's compiler does, and programs see it (a catch in the same method does not catch).
    template <typename T>
    bool check(const Result<T>& result) {
        if (result) [[likely]]
            return true;
        invalid(result.error());
        return false;
    }
    bool loaded(MethodTable* table, LoadLevel level);  // or sets invalid

    // --- tokens
    bool has_own_tokens() const { return supplied_ != nullptr || method_->kind == MethodKind::Dynamic; }
    Result<DynamicToken> own_token(uint32_t token);
    Result<TypeHandle> resolve_type(uint32_t token);
    Result<MethodDesc*> resolve_method_token(uint32_t token);
    Result<FieldDesc*> resolve_field_token(uint32_t token);
    Result<const MethodSignature*> resolve_signature(uint32_t token);
    // --- access.cpp: false: the instruction throws, the block has ended
    bool checks_access() const;
    bool may_access(MethodDesc* method, uint32_t token);
    bool may_access(FieldDesc* field, uint32_t token);
    bool may_access(TypeHandle type, uint32_t token);
    const MethodTable* naming_type(uint32_t token, MethodTable* declaring) const;
    bool may_be_named(uint32_t token);
    bool refuse(ErrorKind kind, std::string_view what, const std::string& name);
    bool type_operand(const il::Instruction& instruction, TypeHandle& type);  // false: ended
    bool struct_shape(TypeHandle type, Shape& shape);                         // false: ended
    static Shape shape_of(TypeHandle type);  // no loading: sizes are valid from Layout on

    // --- values.cpp
    Inst& emit(Op op, Kind kind = Kind::Void) {
        Inst& inst = code_.insts.emplace_back();
        inst.op = op;
        inst.kind = kind;
        inst.il_offset = il_offset_;
        return inst;
    }
    uint32_t position() const { return static_cast<uint32_t>(code_.insts.size()); }
    bool require(uint32_t depth) {
        if (stack_.size() >= depth) [[likely]]
            return true;
        invalid();
        return false;
    }
    Value& top(uint32_t below = 0) {
        if (stack_.size() <= below) [[unlikely]]
            return missing();
        return stack_[stack_.size() - 1 - below];
    }
    Value pop() {
        Value value = top();
        if (!stack_.empty()) stack_.pop_back();
        return value;
    }
    Value& missing();  // what there is below the bottom: the code is invalid
    Value& push(Kind kind, TypeHandle type = {}, bool pure = false);
    Value& push_shape(const Shape& shape, bool pure = false);
    // Pops `count` operands whose code is replaced by or followed by an operation; the result's range covers them.
    Value& push_result(uint32_t operands, Kind kind, bool pure_operation, TypeHandle type = {});
    void push_integer(Kind kind, int64_t value);
    void push_float(Op op, Kind kind, int64_t bits);
    void push_null();
    void push_variable(uint32_t variable);
    void push_variable_address(uint32_t variable);
    void push_type_object(TypeHandle type);
    void push_address(AddressOf what, const void* address);
    void push_known_argument(uint32_t index);
    // Facts of the value whose instruction is the last: they go into the instruction too.
    void note(Value& value, TypeHandle type);
    void note_new(Value& value);  // exact and not null
    void note_non_null(Value& value);
    void repeat_facts(const Value& value);  // into the last instruction, which makes the value once more
    static bool is_known_non_null(const Value& value) {
        return value.non_null || (value.is_this && value.kind == Kind::Ref);
    }
    static uint8_t base_flags(const Value& base) { return is_known_non_null(base) ? inst_flags::non_null_base : 0; }
    // If the value was made as another kind of word.
    void retype(uint32_t depth) {
        if (const Value& value = top(depth); value.made != value.kind) [[unlikely]]
            emit_retype(depth);
    }
    void emit_retype(uint32_t depth);
    void duplicate();
    bool drop();  // removes the top value; its effects stay
    void drop_all();
    bool droppable(const Value& value) const { return value.pure && value.end == position(); }
    bool coerce(Kind kind, TypeHandle type = {});  // the top value to what a store or call wants; false: invalid
    bool coerce_below(uint32_t depth, Kind kind, TypeHandle type = {});
    uint32_t new_temporary(Kind kind, TypeHandle type, Origin origin = Origin::Temporary, uint32_t index = 0);
    uint32_t temporary_for(const Value& value);
    void store_variable(uint32_t variable);
    // Calls `operate` as if value `depth` below the top were on top (spills and reloads what lies above).
    template <typename F>
    bool operate_below(uint32_t depth, F&& operate);
    void to_pointer_size(uint32_t depth, bool zero_extend = false);  // I4 -> I8
    bool operate_on_address(uint32_t offset, FieldDesc* field);      // adds to the address below the top value
    bool dereference_below(uint32_t depth, TypeHandle type);

    // --- flow.cpp
    bool region_inside(Region region, Region outer) const;  // outer is region or encloses it
    bool edge_allowed(Region from, Region to, uint32_t to_offset, bool is_leave) const;
    void reach(uint32_t block, bool is_leave = false);
    void reach_entry(uint32_t block);  // a handler or filter
    void set_pending(uint32_t block);
    // Stores what lies below the top `operands` values into the spill variables that all targets read; sets
    // edge_states_.
    bool prepare_edges(const uint32_t* targets, uint32_t count, uint32_t operands);
    uint32_t spill_variable(uint32_t depth, Kind kind, TypeHandle type);
    void jump_to(uint32_t block);
    void fall_into(uint32_t block);
    void branch_if(bool on_true, const il::Instruction& instruction);
    void branch_compare(Condition condition, const il::Instruction& instruction);
    void two_way(Op op, Condition condition, Kind kind, bool negate, uint32_t target, uint32_t otherwise,
                 uint32_t operands);
    void switch_on(const il::Instruction& instruction);
    void leave(uint32_t offset);
    void leave_to_block(uint32_t block);
    void import_return();
    void import_throw();
    void import_rethrow();
    void end_finally();
    void end_filter();
    void reach_handlers(Region region);
    void import_entry_block(ScratchBlock& block, uint32_t index);
    Region enclosing_region(Region region) const { return scratch_.enclosing_region[region.index()]; }
    void end_block() { ended_ = true; }
    void sync_exit_block();
    void sync_finally_block();

    // --- arithmetic.cpp
    void binary(Op op);
    void shift(Op op);
    void unary(Op op);
    void convert(ElementType target, bool overflow, bool unsigned_source);
    bool join_with_widening();
    bool comparison_operands(Kind& kind, bool zero_extend_variables);
    void compare(Condition condition);
    bool fold_comparison(Condition condition, int& result) const;

    // --- memory.cpp
    void load_indirect(const Shape& shape, FieldDesc* field = nullptr);
    void store_indirect(const Shape& shape, FieldDesc* field = nullptr);
    void load_object(TypeHandle type);
    void store_object(TypeHandle type);
    void copy_object(TypeHandle type);
    void init_object(TypeHandle type);
    void load_field(uint32_t token);
    void load_field_of(FieldDesc* field, const Shape& shape);  // instance fields
    void store_field_of(FieldDesc* field, const Shape& shape);
    void load_field_address(uint32_t token);
    void store_field(uint32_t token);
    void static_field(uint32_t token, int what);
    void load_static(FieldDesc* field);
    void store_static(FieldDesc* field);
    bool static_address(FieldDesc* field, Kind kind, uint32_t accessed_bytes = 1);
    bool field_operand(uint32_t token, FieldDesc*& field, Shape& shape, bool is_static = false);  // true: must be
    void ensure_class_init(MethodTable* table);
    bool needs_class_init(MethodTable* table);
    // --- assumptions
    void assume(AssumptionKind kind, TypeHandle type, MethodDesc* method = nullptr);
    void assume_layout(MethodTable* table) {
        if (table->module != module_) assume(AssumptionKind::Layout, table);
    }
    bool address_operand();  // top: I8, ByRef (I4 widened)
    void add_offset(uint32_t offset, bool null_check, FieldDesc* field = nullptr);
    bool extends_offset(const Value& address, uint32_t offset, bool null_check, FieldDesc* field);
    void load_length();
    void load_element(ElementType element, TypeHandle type);
    void store_element(ElementType element, TypeHandle type);
    void element_address(TypeHandle type);
    bool coerce_index(uint32_t depth);
    void local_alloc();
    void copy_block(bool fill);
    void load_argument_or_local(uint32_t index, bool is_argument);
    void store_argument_or_local(uint32_t index, bool is_argument);
    void load_variable_address(uint32_t index, bool is_argument);
    uint8_t prefix_flags() const;

    // --- objects.cpp
    void new_object(uint32_t token);
    void construct(MethodDesc* constructor);
    void new_array(TypeHandle element);
    void box(TypeHandle type);
    void unbox(TypeHandle type);
    void unbox_any(TypeHandle type);
    void cast(TypeHandle type, bool is_instance);
    void load_token(uint32_t token);
    void push_type_token(TypeHandle type);
    void size_of(TypeHandle type);
    void load_string(uint32_t token);
    void load_function(uint32_t token);
    void load_virtual_function(uint32_t token);
    void make_typed_reference(TypeHandle type);
    void typed_reference_value(TypeHandle type);
    void typed_reference_type();
    void new_delegate(MethodDesc* constructor);
    void new_string(MethodDesc* constructor);
    template <typename F>
    void push_handle(WellKnown struct_type, F&& push_reference);
    void push_method_token(MethodDesc* method);
    void push_field_token(FieldDesc* field);
    void push_function(MethodDesc* method);

    // --- calls.cpp
    void import_call(uint32_t token, bool is_virtual);
    void call_virtually(MethodDesc* target, const MethodSignature* signature);
    void import_calli(uint32_t token);
    void import_marshalled_calli(const MarshalledCall& marshalled);
    void import_jmp(uint32_t token);
    bool constrained_receiver(MethodDesc*& target, const MethodSignature*& signature, bool& direct);
    void emit_call(MethodDesc* target, const MethodSignature* signature, CallKind kind, bool null_check);
    CallInfo* call_info(CallKind kind, MethodDesc* target, const MethodSignature* signature);
    bool check_convention(const MethodSignature* signature);                     // false: ended
    bool check_arguments(const MethodSignature* signature, uint32_t above = 0);  // false: invalid
    bool pop_arguments(CallInfo* call, bool has_this, TypeHandle this_type, uint32_t above = 0);
    void finish_call(CallInfo* call);
    void call_corelib(WellKnown type, std::string_view name, std::string_view signature_text = {});
    void emit_helper(Helper helper, uint32_t operands, Kind result, TypeHandle result_type = {});
    MethodDesc* devirtualize(MethodDesc* target, const Value& receiver);
    bool try_inline(MethodDesc* target, const MethodSignature* signature);
    bool inline_small(MethodDesc* target, const MethodSignature* signature);
    bool inline_path(MethodDesc* target, const MethodSignature* signature);
    bool inline_constructor(MethodDesc* constructor, const MethodSignature* signature);
    bool inline_path_of(MethodDesc* target, const MethodSignature* signature, TypeHandle constructed);
    bool expand_small(MethodDesc* target, const MethodSignature* signature, SmallShape shape, uint32_t token,
                      int32_t constant);
    bool inline_getter(FieldDesc* field, TypeHandle result);
    bool inline_setter(FieldDesc* field, TypeHandle parameter);

    // --- intrinsics.cpp
    bool expand_intrinsic(MethodDesc* target, const MethodSignature* signature);

    // --- x64/vectors.cpp
    bool expand_vector_instruction(MethodDesc* target, const MethodSignature* signature, uint32_t row);
    bool expand_vector_constructor(MethodDesc* constructor, const MethodSignature* signature);
    bool truncate_natively(Kind kind);  // the float on top, to I4 or I8
    bool operate_on_scalar(VectorInstructionId id, Kind result);
    bool expand_vector_method(MethodDesc* target, const MethodSignature* signature, uint32_t row);

    // --- synthesize.cpp
    void synthesize_accessor();
    bool synthesize_intrinsic();
    bool begin_synthetic();
    void end_synthetic();
    void push_accessed(uint32_t index, const std::vector<TypeHandle>& types);
    void access_member(uint32_t kind, std::string_view name, MethodTable* owner, const std::vector<TypeHandle>& types,
                       const std::vector<TypeHandle>& open_types);

    friend struct IntrinsicExpander;
    friend struct VectorExpander;
    friend struct InlinedPath;
    friend struct PathState;

    ImportScratch& scratch_;
    MethodDesc* method_;
    ImportedCode& code_;
    const SuppliedBody* supplied_;
    const ImportOptions& options_;
    Module* module_ = nullptr;
    const metadata::Image* image_ = nullptr;
    GenericContext context_;
    il::MethodBody body_;
    Bytes il_;
    const MethodSignature* signature_ = nullptr;
    uint32_t local_count_ = 0;
    std::optional<Error> late_error_;  // of a token that CoreCLR looks at when it has read all of the body
    uint64_t passed_bytes_ = 0;        // the most that a call passes in structs
    uint64_t result_bytes_ = 0;        // of all structs that calls return
    uint32_t fixed_variables_ = 0;     // arguments and locals
    std::vector<Value>& stack_;
    Prefixes prefixes_;
    bool is_prefix_ = false;  // the current instruction is one
    uint32_t il_offset_ = 0;
    uint32_t next_offset_ = 0;
    uint32_t current_block_ = 0;
    uint32_t lowest_pending_ = 0;
    bool ended_ = false;  // the current block has its terminator
    bool invalid_ = false;
    bool restart_ = false;
    bool synchronized_ = false;
    uint32_t inline_depth_ = 0;
    uint32_t stack_base_ = 0;           // values that the body being inlined does not see
    bool boxes_by_ref_like_ = false;    // allowed only if folding takes the box away
    uint32_t sync_exit_ = no_block;     // scratch block
    uint32_t sync_finally_ = no_block;  // scratch block
    uint32_t sync_clause_ = no_block;
    uint32_t sync_object_ = no_variable;
    uint32_t sync_result_ = no_variable;
    Value dummy_;
};

// What CoreCLR says of members used in a way that their kind does not allow.
Error bad_format();
Error no_such_virtual();

}  // namespace celer
