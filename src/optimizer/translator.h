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
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "code/abi.h"
#include "code/code_tables.h"
#include "code/helpers.h"
#include "compile/remarks.h"
#include "import/code.h"
#include "optimizer/alias_facts.h"
#include "optimizer/block_heat.h"
#include "optimizer/llvm.h"

namespace celer {
struct VectorInstruction;
enum class VectorInstructionId : uint16_t;
}  // namespace celer

namespace celer::optimizer {

// What is done to two vectors element by element. A comparison makes masks; Less and AndNotSecond are Greater and
// AndNot with their operands exchanged.
enum class LaneOperation : uint8_t { Add, Sub, Mul, And, Or, Xor, AndNot, AndNotSecond, Equal, Greater, Less };

struct Operand {
    Kind kind = Kind::Void;
    llvm::Value* value = nullptr;  // structs: the address of a temporary
    MethodTable* type = nullptr;   // structs, vectors
    // What is known of a Ref, as in ArgumentFact.
    TypeHandle object_type = {};
    bool exact = false;
    bool non_null = false;
    bool in_object = false;  // ByRef: surely into an object or a variable
    MemoryPlace place = {};  // ByRef: where it surely points, if that is known
};

// The LLVM side of a signature: what abi::CallLayout says in types that LLVM puts in the same registers.
struct CallShape {
    llvm::FunctionType* type = nullptr;
    llvm::AttributeList attributes;
    bool result_in_memory = false;
};

// What a landing pad leads to, inner clauses first: numbers of Inlining::handlers. LLVM carries the number of the list
// as the name of a type.
inline constexpr const char* pad_prefix = "pad.";
using PadHandlers = std::vector<uint16_t>;

// The landing pad of a try region, and the block behind it that branches to the handler the engine has chosen.
struct Pad {
    llvm::BasicBlock* landing = nullptr;
    llvm::BasicBlock* choice = nullptr;
    PadHandlers handlers;
};

// Where blocks are translated to: the body of the method, or a copy of a finally or fault handler. Control comes into
// such a handler in two ways, each with a copy of its own: by a Leave, and goes on where that leads; and by an
// exception, and ends with Helper::ContinueUnwind.
struct Copy {
    Copy* outer = nullptr;  // null: the body
    uint32_t clause = 0;
    bool by_exception = false;
    uint32_t open_unwinds = 0;  // copies by exception from this one outwards, those of callers included
    std::map<uint32_t, llvm::BasicBlock*> blocks;
    std::map<uint32_t, Pad> pads;                           // by innermost clause
    std::map<uint32_t, llvm::AllocaInst*> exceptions;       // of catch clauses, between the pad and CatchEntry
    std::map<uint32_t, std::unique_ptr<Copy>> by_leave[2];  // copies of handlers in here; [1]: by exception
    llvm::AllocaInst* exception = nullptr;                  // by_exception: the one that goes on
    llvm::AllocaInst* continuation = nullptr;               // else: which of `continuations` is next
    std::vector<llvm::BasicBlock*> continuations;
    std::vector<llvm::BasicBlock*> ends;  // blocks that are to go on there
};

// A clause whose handler landing pads lead to, in one copy of what is around it; its number is the selector.
struct Handler {
    const Copy* home;  // that its try region is in; for telling one from another only
    uint32_t clause;
    ClauseKind kind;
    TypeHandle catch_type;
    uint32_t open_unwinds;
    uint32_t node;  // of the inline tree
};

struct OsrEntry {
    const MethodCode* from;
    uint32_t il_offset;
};

// The variables of a method that its filters use: where in the block that it shares with them.
struct FilterVariables {
    struct Place {
        uint32_t offset;
        bool
            is_elsewhere;  // the block holds the address: the variable stays in the frame that an OSR function replaces
    };
    std::map<uint32_t, Place> places;
    uint32_t size_bytes = 0;
};
FilterVariables variables_of_filters(const ImportedCode& code, bool is_osr);

// What the bodies that are put into one function share.
struct Inlining {
    bool is_allowed = true;
    bool ignores_counts = false;    // as in CompileRequest
    bool may_assume = true;         // as in CompileRequest
    bool may_load = false;          // bodies that were never imported may be: somebody waits for the code
    std::vector<InlineNode> nodes;  // 1, 2, ...
    struct Size {
        uint32_t bodies = 0;
        uint32_t instructions = 0;
        void add(size_t instructions_of_body) {
            bodies++;
            instructions += static_cast<uint32_t>(instructions_of_body);
        }
    };
    Size whole, without_tiny;  // the method itself, too
    std::vector<Handler> handlers;
    std::vector<PadHandlers> pads;
    llvm::AllocaInst* landed = nullptr;  // what a landing pad gets
    bool has_wide_vectors = false;       // or masks: AVX-512
    bool has_filters = false;            // what throws may run code that looks at variables
    bool has_cold_calls = false;         // left alone
    bool wants_remarks = false;
    std::vector<Remark> remarks;
    AliasFacts alias_facts;
};

// Where a call may lead: surely, or if the receiver is of a class, or if the delegate calls a stub.
struct Guess {
    MethodDesc* callee = nullptr;
    MethodTable* receiver = nullptr;
    const void* stub = nullptr;
    bool is_sure() const { return receiver == nullptr && stub == nullptr; }
};

// The size of what the LocalAlloc allocates, if that can be a part of the frame.
std::optional<uint32_t> fixed_stack_block(const ImportedCode& code, size_t inst);
bool has_only_fixed_stack_blocks(const ImportedCode& code);
bool has_filters(const ImportedCode& code);
bool is_throw_helper(const CallInfo& info);  // never returns

// Large because it still translates every kind of operation by itself: not divided yet, as tier 0's compiler is.
class BodyTranslator {
  public:
    // `entry`: where a frame of tier 0's code is taken over; null: the method from its start. `filter`: the function is
    // the filter of that clause.
    BodyTranslator(llvm::Module& module, const ImportedCode& code, Inlining& inlining, const OsrEntry* entry,
                   std::optional<uint32_t> filter);

    // Null, or what keeps the method at tier 0.
    const char* run();
    bool is_osr() const { return osr_ != nullptr; }
    bool is_filter() const { return filter_.has_value(); }
    bool shares_variables() const { return !shared_.places.empty(); }
    llvm::Function* function() const { return function_; }
    const std::vector<Handler>& handlers() const { return inlining_->handlers; }
    const std::vector<PadHandlers>& pads() const { return inlining_->pads; }
    std::span<const InlineNode> inlined() const { return inlining_->nodes; }

  private:
    // translator.cpp: the body
    void declare();
    void receive();  // variables
    void receive_arguments(const abi::CallLayout& layout);
    llvm::Type* variable_type(const Variable& variable);

    // translate_osr.cpp
    std::optional<uint32_t> osr_block();  // refuses if there is none
    void declare_osr();
    void receive_frame();
    void receive_variable(uint32_t number, const VariableHome& home, llvm::Value* frame_pointer);

    // translate_filters.cpp
    void share_variables();
    llvm::Value* new_home(uint32_t variable);
    void note_elsewhere(uint32_t variable, llvm::Value* home);
    void declare_filter();
    void receive_shared_variables();
    void end_filter();

    void translate_block(uint32_t number);
    void translate(const Inst& inst);
    llvm::BasicBlock* block(uint32_t number) { return block(*copy_, number); }
    llvm::BasicBlock* block(Copy& copy, uint32_t number);
    void refuse(const char* reason) {
        if (refusal_ == nullptr) refusal_ = reason;
    }

    // inlining.cpp
    BodyTranslator(BodyTranslator& caller, const ImportedCode& code, uint32_t node);
    const char* refusal_to_put_in(const MethodDesc* callee) const;  // null: it may be
    const char* refusal_by_size(bool is_tiny) const;
    void note_call(const Guess& guess, const char* refusal) const;  // null: its target is put in
    const BodyTranslator& outermost() const;
    double heat() const { return entry_heat_ * heat_.of(block_); }  // of the block that is translated
    struct Candidate {
        Guess guess;
        std::vector<Operand> arguments;  // with what is known of them if the guess is right
        bool is_boxed = false;
        ImportedCode code;
    };
    // The sure one, or those that the call has met.
    std::vector<Guess> guess_targets(const CallInfo& info, std::span<const Operand> arguments) const;
    std::unique_ptr<Candidate> candidate_for(const Guess& guess, const CallInfo& info,
                                             std::span<const Operand> arguments, size_t most_of_callee);
    MethodDesc* method_for(const CallInfo& info, MethodTable* receiver) const;
    // Puts in what the call is known or likely to lead to. False: nothing has been done.
    bool put_in_target(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                       Kind return_kind, TypeHandle return_type);
    void put_in(Candidate& candidate, Kind return_kind, TypeHandle return_type);
    llvm::Value* is_guess_wrong(const Guess& guess, llvm::Value* receiver);
    void keep_result(llvm::Value*& slot, Kind kind);
    void load_vector(llvm::Value* from, MethodTable* type);
    std::vector<ArgumentFact> facts_of(std::span<const Operand> arguments) const;
    void receive_operands(std::span<const Operand> arguments);
    void translate_inlined(std::span<const Operand> arguments, Kind return_kind, TypeHandle return_type);
    void return_to_caller();
    void note_facts(const Inst& inst);
    void count_stores();
    void note_stored(uint32_t variable, const Operand& operand);
    void note_returned(const Operand& operand);
    void translate_waiting();

    // The evaluation stack
    void push(Kind kind, llvm::Value* value) { stack_.push_back({kind, value, nullptr}); }
    void push_struct(llvm::Value* address, MethodTable* type) { stack_.push_back({Kind::Struct, address, type}); }
    Operand pop();
    llvm::Value* pop_as(Kind kind) { return as(pop(), kind); }
    llvm::Value* as(const Operand& operand, Kind kind);  // a word of one kind as one of another
    llvm::Value* pop_address() { return pop_as(Kind::Ref); }

    // Values and types
    llvm::Type* type_of(Kind kind);
    llvm::Type* memory_type(ElementType element);
    llvm::Value* from_memory(llvm::Value* value, ElementType element, Kind kind);
    llvm::Value* to_memory(llvm::Value* value, ElementType element);
    llvm::Value* address_of(const void* pointer);  // of the arena
    llvm::Value* offset(llvm::Value* base, int64_t bytes);
    llvm::Value* inside(llvm::Value* object, int64_t bytes);  // of an object that is there: not null
    llvm::Value* temporary(uint32_t size_bytes);
    llvm::AllocaInst* slot(llvm::Type* type);  // in the frame, for a value that SSA construction takes out again
    llvm::Value* thread_local_word(int32_t offset);
    void copy(llvm::Value* to, llvm::Value* from, uint32_t size_bytes);  // at any alignment; never a call
    void clear(llvm::Value* to, uint32_t size_bytes);
    void clear_variable(uint32_t number);
    void repeat(const char* instruction, llvm::Value* to, llvm::Value* from_or_zero, uint32_t size_bytes);
    void retype(const Inst& inst);

    // checks.cpp
    void throw_if(llvm::Value* condition, Helper helper);
    void check_null(llvm::Value* address);
    void check_pointer(const Operand& base);
    llvm::BasicBlock* new_block(const char* name);
    // Goes on in `likely` and leaves the builder in the other block.
    void branch_to_cold(llvm::Value* condition, llvm::BasicBlock* likely, const char* name);

    // handlers.cpp
    llvm::CallBase* emit(llvm::FunctionType* type, llvm::Value* target, const std::vector<llvm::Value*>& arguments,
                         bool may_throw = true);
    const Pad* unwind_target();
    const Pad* pad_of(uint32_t first_clause, const BlockRange& within);
    void make_pad(Pad& pad, std::span<const uint32_t> clauses);
    void enter_handler(uint32_t clause, llvm::Value* exception);
    Copy& home_of(uint32_t clause);
    Copy& copy_of(Copy& home, uint32_t clause, bool by_exception);
    uint16_t selector_of(uint32_t clause, Copy& home);
    llvm::BasicBlock* after_finally(std::span<const uint32_t> chain, llvm::BasicBlock* target);
    void leave(const Inst& inst);
    void end_finally(const Inst& inst);
    void catch_entry(const Inst& inst);
    void rethrow(const Inst& inst);
    void connect_continuations(Copy& copy);

    // arithmetic.cpp
    void binary(const Inst& inst);
    void divide(const Inst& inst);
    void with_overflow(const Inst& inst);
    void shift(const Inst& inst);
    void compare(const Inst& inst);
    llvm::Value* comparison(Condition condition, Kind kind, const Operand& left, const Operand& right);
    void convert(const Inst& inst);
    void convert_checked(const Inst& inst);
    void bits(const Inst& inst);
    void negate(const Inst& inst);
    llvm::Value* opaque(llvm::Value* value);
    void check_finite(const Inst& inst);

    // vectors.cpp
    llvm::Type* vector_type(uint32_t size_bytes);
    void push_vector(llvm::Value* value, MethodTable* type);
    void vector(const Inst& inst);
    void vector_by_immediate(const Inst& inst);
    void assembled_vector(const Inst& inst, const VectorInstruction& row, const std::string& name,
                          const std::vector<Operand>& operands);
    void encoded_vector(const Inst& inst, const VectorInstruction& row, const std::vector<Operand>& operands);
    llvm::Type* mask_type(uint32_t lanes);
    llvm::Value* mask_of(llvm::Value* vector, const MethodTable* type);
    llvm::Value* lanes_of_mask(llvm::Value* mask, const MethodTable* type);
    void push_encoded(const Inst& inst, const VectorInstruction& row, const std::string& text,
                      const std::string& inputs, const std::vector<llvm::Type*>& types,
                      const std::vector<llvm::Value*>& values);

    // vector_ir.cpp
    bool vector_as_ir(const Inst& inst);
    static bool is_store(VectorInstructionId id);
    llvm::Type* type_of_load(const Inst& inst);
    llvm::Value* spread_load(const Inst& inst, llvm::Value* value);
    llvm::Value* vector_from_vectors(const Inst& inst, std::span<const Operand> operands);
    llvm::Value* lanewise(LaneOperation operation, llvm::Value* a, llvm::Value* b);
    llvm::Value* rearranged(const Inst& inst, std::span<const Operand> operands);
    llvm::Value* vector_from_word(const Inst& inst, std::span<const Operand> operands);
    llvm::Value* word_from_vectors(const Inst& inst, std::span<const Operand> operands);
    llvm::Value* word_from_words(const Inst& inst, std::span<const Operand> operands);
    llvm::Value* elements(llvm::Value* value, uint32_t bits);  // as a vector of integers
    llvm::Value* part_of(llvm::Value* vector, uint32_t first, uint32_t count);
    llvm::Value* resized(llvm::Value* vector, uint32_t bits);
    llvm::Value* widened(llvm::Value* vector, uint32_t count);  // with zeros behind it
    llvm::Value* blend(std::span<const Operand> operands, uint32_t bits);

    // translate_wide_vectors.cpp
    llvm::Value* wide_vector(const Inst& inst, std::span<const Operand> operands);
    llvm::Value* compared_integers(const Inst& inst, std::span<const Operand> operands);
    llvm::Value* compared_floats(const Inst& inst, std::span<const Operand> operands);
    llvm::Value* converted(const Inst& inst, llvm::Value* value);

    // memory.cpp
    void load(const Inst& inst);
    bool load_settled(const Inst& inst, llvm::Value* address);
    void copy_struct(llvm::Value* to, llvm::Value* from, MethodTable* type);
    MemoryPlace place_of(const Inst& inst, const Operand& base) const;
    llvm::MDNode* alias_tag(const Inst& inst, const MemoryPlace& place);
    void local_alloc(const Inst& inst);
    void check_element_type(const Operand& array, const Operand& index, MethodTable* type);
    void rva_address(const Inst& inst);
    void thread_static_address(const Inst& inst);
    void store(const Inst& inst);
    void load_from(llvm::Value* address, const Inst& inst, const MemoryPlace& place);
    void store_to(llvm::Value* address, const Inst& inst, const Operand& value, const MemoryPlace& place);
    void load_struct_field(const Inst& inst);
    void load_variable(const Inst& inst);
    void store_variable(const Inst& inst);
    llvm::Value* element_address(const Operand& array, const Operand& index, uint32_t element_size);
    void load_element(const Inst& inst);
    void store_element(const Inst& inst);
    llvm::Value* element_type(llvm::Value* array);
    void store_reference_element(const Inst& inst, const Operand& array, const Operand& index, const Operand& value);
    void element_address(const Inst& inst);
    bool access_by_indexes(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                           Kind return_kind, TypeHandle return_type);
    void add_offset(const Inst& inst);
    llvm::Value* header_word(llvm::Value* object, uint32_t at);
    void atomic(const Inst& inst);

    // blocks.cpp
    bool block_operation(const CallInfo& info, std::span<const Operand> arguments);
    bool compare_with_literal(const CallInfo& info, std::span<const Operand> arguments);
    bool keep_alive(const CallInfo& info, std::span<const Operand> arguments);
    void move_block(llvm::Value* to, llvm::Value* from, uint32_t size_bytes);
    template <typename Other>
    llvm::Value* is_equal(llvm::Value* memory, uint32_t size_bytes, Other other);
    llvm::Value* is_equal_to(llvm::Value* memory, const char* bytes, uint32_t size_bytes);
    llvm::Value* is_block_equal(llvm::Value* a, llvm::Value* b, uint32_t size_bytes);

    // objects.cpp
    void array_length(const Inst& inst);
    llvm::Value* array_length(llvm::Value* array, uint32_t most);
    llvm::Value* method_table(llvm::Value* object);
    llvm::Value* string_length(llvm::Value* text);
    llvm::Value* constant_type(const void* type) { return address_of(type); }
    llvm::Value* allocate(MethodTable* type);
    bool has_inline_allocation() const;
    llvm::Value* allocate_inline(MethodTable* type, llvm::Value* length);
    void new_array(const Inst& inst);
    bool new_string(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                    Kind return_kind, TypeHandle return_type);
    void box(const Inst& inst);
    bool is_receiver_only(const Inst& box) const;
    void unbox(const Inst& inst);
    void nullable(const Inst& inst);
    void cast(const Inst& inst, bool throws);
    bool cast_known(const Inst& inst, bool throws);
    llvm::Value* cast_cached(MethodTable* type, llvm::Value* object, bool throws);
    void class_init(const Inst& inst);

    // calls.cpp
    CallShape shape_of(const abi::CallLayout& layout, std::span<const Kind> kinds);
    CallShape shape_of_self(const abi::CallLayout& layout);
    void lower_argument(const abi::Location& location, const Operand& operand, std::vector<llvm::Value*>& values);
    llvm::CallBase* call_helper(Helper helper, Kind result, std::initializer_list<llvm::Value*> arguments);
    void call(const Inst& inst);
    llvm::Value* enter_native();
    void new_object(const Inst& inst);
    void emit_call(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                   Kind return_kind, TypeHandle return_type, llvm::Value* target);
    bool emit_known_call(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                         Kind return_kind, TypeHandle return_type);
    void emit_plain_call(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                         Kind return_kind, TypeHandle return_type, llvm::Value* target);
    llvm::Value* call_target(const CallInfo& info, std::vector<Operand>& arguments);
    void push_result(llvm::CallBase* call, const abi::Result& result, llvm::Value* buffer, Kind kind, TypeHandle type);
    void make_delegate(const Inst& inst);
    bool is_closed_over_receiver(const MethodTable* delegate, const llvm::Value* function) const;
    void load_virtual_function(const Inst& inst);
    void return_op();
    void branch(const Inst& inst);
    void branch_if(const Inst& inst);
    void branch_on(llvm::Value* condition, uint32_t target, uint32_t otherwise);
    void switch_op(const Inst& inst);
    void throw_op();

    llvm::Module& module_;
    llvm::LLVMContext& context_;
    llvm::IRBuilder<> own_builder_;
    llvm::IRBuilder<>& builder_;  // the outermost body's
    const ImportedCode& code_;
    BlockHeat heat_;
    double entry_heat_ = 1;  // of a body that is put in: its place's
    abi::CallLayout layout_;
    llvm::Function* function_ = nullptr;
    llvm::BasicBlock* entry_ = nullptr;
    llvm::Value* result_buffer_ = nullptr;
    Copy body_;
    Copy* copy_ = &body_;                              // of the block that is translated
    uint32_t block_ = 0;                               // which that is
    std::vector<std::pair<Copy*, uint32_t>> waiting_;  // blocks that are named but not translated yet
    std::vector<llvm::Value*> variables_;              // where they lie
    const OsrEntry* osr_ = nullptr;
    std::optional<uint32_t> filter_;
    FilterVariables shared_;
    llvm::Value* shared_block_ = nullptr;
    BodyTranslator* caller_ = nullptr;  // of a body that is put in; what follows is about it, too
    Inlining* inlining_ = nullptr;
    uint32_t node_ = 0;
    llvm::DISubprogram* scope_ = nullptr;
    llvm::DILocation* call_location_ = nullptr;
    const Pad* caller_pad_ = nullptr;
    llvm::BasicBlock* continuation_ = nullptr;
    llvm::Value* result_ = nullptr;
    uint32_t il_offset_ = 0;
    std::vector<Operand> stack_;
    const char* refusal_ = nullptr;
    // What is known of variables that one instruction stores to, and of what the body returns.
    struct Fact {
        uint32_t count = 0;  // of stores, of returns
        TypeHandle object_type = {};
        bool exact = false;
        bool in_object = false;
        MemoryPlace place = {};
    };
    std::vector<Fact> variable_facts_;
    Fact result_fact_;
};

}  // namespace celer::optimizer
