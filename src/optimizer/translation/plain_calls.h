// A call as a call: where the code is, the arguments where it wants them, and its result. Owned by BodyTranslator.
#pragma once

#include <span>
#include <vector>

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class CallEmitter;
class Checks;
class Frame;
class ObjectHeaders;
class OperandStack;
class Signatures;
class Values;

class PlainCalls {
  public:
    PlainCalls(Body& body, Values& values, OperandStack& stack, Frame& frame, CallEmitter& emitter, Checks& checks,
               ObjectHeaders& headers, Signatures& signatures)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          frame_(frame),
          emitter_(emitter),
          checks_(checks),
          headers_(headers),
          signatures_(signatures) {}

    // `target`: the code; null: by the kind of the call.
    void emit(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
              Kind return_kind, TypeHandle return_type, llvm::Value* target);

  private:
    llvm::Value* find_target(const CallInfo& info, std::vector<Operand>& arguments);
    void push_result(llvm::CallBase* call, const abi::Result& result, llvm::Value* buffer, Kind kind, TypeHandle type);

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    Frame& frame_;
    CallEmitter& emitter_;
    Checks& checks_;
    ObjectHeaders& headers_;
    Signatures& signatures_;
};

}  // namespace celer::optimizer
