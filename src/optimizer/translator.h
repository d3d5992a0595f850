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

#include <span>
#include <vector>

#include "code/abi.h"
#include "code/helpers.h"
#include "import/code.h"
#include "optimizer/llvm.h"

namespace celer::optimizer {

struct Operand {
    Kind kind = Kind::Void;
    llvm::Value* value = nullptr;  // structs: the address of a temporary
    MethodTable* type = nullptr;   // structs
};

// The LLVM side of a signature: what abi::CallLayout says in types that LLVM puts in the same registers.
struct CallShape {
    llvm::FunctionType* type = nullptr;
    llvm::AttributeList attributes;
    bool result_in_memory = false;
};

class BodyTranslator {
  public:
    BodyTranslator(llvm::Module& module, const ImportedCode& code);

    // Null, or what keeps the method at tier 0.
    const char* run();
    llvm::Function* function() const { return function_; }

  private:
    // translator.cpp: the body
    void declare();
    void receive_arguments(const abi::CallLayout& layout);
    void translate_block(uint32_t number);
    void translate(const Inst& inst);
    void refuse(const char* reason) {
        if (refusal_ == nullptr) refusal_ = reason;
    }

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
    llvm::Value* temporary(uint32_t size_bytes);
    llvm::Value* thread_local_word(int32_t offset);
    void copy(llvm::Value* to, llvm::Value* from, uint32_t size_bytes);  // at any alignment; never a call
    void clear(llvm::Value* to, uint32_t size_bytes);
    void retype(const Inst& inst);

    // checks.cpp
    void throw_if(llvm::Value* condition, Helper helper);
    void fault_if(llvm::Value* condition, const char* instructions);
    void check_null(llvm::Value* address);
    llvm::BasicBlock* new_block(const char* name);
    // Goes on in `likely` and leaves the builder in the other block.
    void branch_to_cold(llvm::Value* condition, llvm::BasicBlock* likely, const char* name);

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

    // memory.cpp
    void load(const Inst& inst);
    void store(const Inst& inst);
    void load_from(llvm::Value* address, const Inst& inst);
    void store_to(llvm::Value* address, const Inst& inst, const Operand& value);
    void load_struct_field(const Inst& inst);
    void load_variable(const Inst& inst);
    void store_variable(const Inst& inst);
    llvm::Value* element_address(const Operand& array, const Operand& index, uint32_t element_size);
    void load_element(const Inst& inst);
    void store_element(const Inst& inst);
    void element_address(const Inst& inst);
    void atomic(const Inst& inst);

    // objects.cpp
    llvm::Value* array_length(llvm::Value* array, Kind kind);
    llvm::Value* method_table(llvm::Value* object);
    llvm::Value* string_length(llvm::Value* text);
    llvm::Value* constant_type(const void* type) { return address_of(type); }
    llvm::Value* allocate(MethodTable* type);
    llvm::Value* published(llvm::Value* object);
    void new_array(const Inst& inst);
    void box(const Inst& inst);
    void unbox(const Inst& inst);
    void nullable(const Inst& inst);
    void cast(const Inst& inst, bool throws);
    void class_init(const Inst& inst);

    // calls.cpp
    CallShape shape_of(const abi::CallLayout& layout, std::span<const Kind> kinds);
    CallShape shape_of_self(const abi::CallLayout& layout);
    void lower_argument(const abi::Location& location, const Operand& operand, std::vector<llvm::Value*>& values);
    llvm::CallInst* call_helper(Helper helper, Kind result, std::initializer_list<llvm::Value*> arguments);
    void call(const Inst& inst);
    void new_object(const Inst& inst);
    void emit_call(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                   Kind return_kind, TypeHandle return_type, llvm::Value* target);
    llvm::Value* call_target(const CallInfo& info, std::vector<Operand>& arguments);
    void push_result(llvm::CallInst* call, const abi::Result& result, llvm::Value* buffer, Kind kind, TypeHandle type);
    void make_delegate(const Inst& inst);
    void load_virtual_function(const Inst& inst);
    void return_op();
    void branch_if(const Inst& inst);
    void switch_op(const Inst& inst);
    void throw_op();

    llvm::Module& module_;
    llvm::LLVMContext& context_;
    llvm::IRBuilder<> builder_;
    const ImportedCode& code_;
    abi::CallLayout layout_;
    llvm::Function* function_ = nullptr;
    llvm::BasicBlock* entry_ = nullptr;
    llvm::Value* result_buffer_ = nullptr;
    std::vector<llvm::BasicBlock*> blocks_;
    std::vector<llvm::AllocaInst*> variables_;
    std::vector<Operand> stack_;
    const char* refusal_ = nullptr;
};

}  // namespace celer::optimizer
