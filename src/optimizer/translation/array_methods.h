// Get, Set and Address of arrays of several dimensions: the lengths are behind the header, the lower bounds behind
// them. Owned by BodyTranslator.
#pragma once

#include <span>
#include <vector>

#include "optimizer/translation/body.h"
#include "optimizer/translation/operand.h"

namespace celer::optimizer {

class Checks;
class MemoryAccess;
class ObjectHeaders;
class OperandStack;
class PlainCalls;
class Values;

class ArrayMethods {
  public:
    ArrayMethods(Body& body, Values& values, OperandStack& stack, Checks& checks, ObjectHeaders& headers,
                 MemoryAccess& memory, PlainCalls& plain_calls)
        : body_(body),
          builder_(body.state.builder),
          values_(values),
          stack_(stack),
          checks_(checks),
          headers_(headers),
          memory_(memory),
          plain_calls_(plain_calls) {}

    // False: left to the call, since references need a check of their type.
    bool access(const CallInfo& info, std::span<const TypeHandle> types, std::vector<Operand>& arguments,
                Kind return_kind, TypeHandle return_type);

  private:
    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    OperandStack& stack_;
    Checks& checks_;
    ObjectHeaders& headers_;
    MemoryAccess& memory_;
    PlainCalls& plain_calls_;
};

}  // namespace celer::optimizer
