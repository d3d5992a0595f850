// Calls of CoreLib that become a few instructions: blocks of memory of a known size, which it moves, clears and
// compares by SpanHelpers, strings beside a literal, new strings, GC.KeepAlive. Owned by BodyTranslator.
#pragma once

#include <span>
#include <vector>

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class Allocation;
class Checks;
class Frame;
class ObjectHeaders;
class OperandStack;
class PlainCalls;
class StructCopier;
class Values;

class KnownCalls {
  public:
    KnownCalls(Body& body, Values& values, OperandStack& stack, Frame& frame, StructCopier& structs, Checks& checks,
               ObjectHeaders& headers, Allocation& allocation, PlainCalls& plain_calls)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          frame_(frame),
          structs_(structs),
          checks_(checks),
          headers_(headers),
          allocation_(allocation),
          plain_calls_(plain_calls) {}

    // False: another call.
    bool translate(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                   Kind return_kind, TypeHandle return_type);

  private:
    bool new_string(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                    Kind return_kind, TypeHandle return_type);
    bool block_operation(const CallInfo& info, std::span<const Operand> arguments);
    bool compare_with_literal(const CallInfo& info, std::span<const Operand> arguments);
    void note_literal_call(const CallInfo& info, std::span<const Operand> arguments);
    bool keep_alive(const CallInfo& info, std::span<const Operand> arguments);
    template <typename Other>
    llvm::Value* is_equal(llvm::Value* memory, uint32_t size_bytes, Other other);
    llvm::Value* is_equal_to(llvm::Value* memory, const char* bytes, uint32_t size_bytes);
    llvm::Value* is_block_equal(llvm::Value* a, llvm::Value* b, uint32_t size_bytes);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    Frame& frame_;
    StructCopier& structs_;
    Checks& checks_;
    ObjectHeaders& headers_;
    Allocation& allocation_;
    PlainCalls& plain_calls_;
};

}  // namespace celer::optimizer
