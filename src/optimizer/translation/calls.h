// Calls: as known operations, as bodies put in, without dispatch, or as they are. Owned by BodyTranslator.
#pragma once

#include <span>
#include <vector>

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class Allocation;
class ArrayMethods;
class CallEmitter;
class Checks;
class CombinedDelegates;
class Frame;
class Inliner;
class KnownCalls;
class KnownTypes;
class OperandStack;
class PlainCalls;
class StructCopier;
class Values;

class Calls {
  public:
    Calls(Body& body, Values& values, OperandStack& stack, Frame& frame, StructCopier& structs, CallEmitter& emitter,
          Checks& checks, Allocation& allocation, PlainCalls& plain_calls, ArrayMethods& array_methods,
          KnownCalls& known_calls, KnownTypes& known_types, CombinedDelegates& combined, Inliner& inliner)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          frame_(frame),
          structs_(structs),
          emitter_(emitter),
          checks_(checks),
          allocation_(allocation),
          plain_calls_(plain_calls),
          array_methods_(array_methods),
          known_calls_(known_calls),
          known_types_(known_types),
          combined_(combined),
          inliner_(inliner) {}

    void call(const Inst& inst);
    void new_object(const Inst& inst);

  private:
    void pop_arguments(const CallInfo& info, std::span<Operand> arguments);
    llvm::Value* enter_native();
    void emit(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
              Kind return_kind, TypeHandle return_type, llvm::Value* target);
    bool emit_known(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                    Kind return_kind, TypeHandle return_type);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    Frame& frame_;
    StructCopier& structs_;
    CallEmitter& emitter_;
    Checks& checks_;
    Allocation& allocation_;
    PlainCalls& plain_calls_;
    ArrayMethods& array_methods_;
    KnownCalls& known_calls_;
    KnownTypes& known_types_;
    CombinedDelegates& combined_;
    Inliner& inliner_;
};

}  // namespace celer::optimizer
