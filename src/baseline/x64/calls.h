// Calls: arguments to their places, the call, the result back on the stack. Results are made where the next
// instruction wants them, if it stores or returns them. Owned by MethodCompiler.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "baseline/variable_plan.h"
#include "baseline/x64/assembler.h"
#include "code/abi.h"
#include "import/code.h"

namespace celer::x64 {

class ArgumentPlacement;
class Cursor;
class Frame;
class FrameCode;
class HelperCalls;
class Homes;
class Objects;
class OperandStack;
class ProfileCounters;
class RegisterBank;
class StructCopier;

class Calls {
  public:
    Calls(Assembler& a, const MethodPlan& plan, RegisterBank& gprs, Cursor& cursor, Frame& frame, const Homes& homes,
          FrameCode& frame_code, OperandStack& stack, StructCopier& structs, Objects& objects,
          ArgumentPlacement& arguments, HelperCalls& helpers, ProfileCounters& profile)
        : a_(a),
          plan_(plan),
          gprs_(gprs),
          cursor_(cursor),
          frame_(frame),
          homes_(homes),
          frame_code_(frame_code),
          stack_(stack),
          structs_(structs),
          objects_(objects),
          arguments_(arguments),
          helpers_(helpers),
          profile_(profile) {}

    void call(const Inst& inst);
    void new_object(const Inst& inst);
    void load_virtual_function(const Inst& inst);
    void make_delegate(const Inst& inst);

  private:
    void emit_call(const CallInfo& info, std::span<const TypeHandle> arguments, bool has_target);
    void emit_call_of_type(const CallInfo& info, std::span<const TypeHandle> arguments, bool has_target,
                           Kind return_kind, TypeHandle return_type);
    int32_t direct_result_slot(Kind return_kind, bool in_memory) const;
    std::optional<Mem> find_target(const CallInfo& info, Gpr self);
    bool is_tail_call(const CallInfo& info, const abi::Result& result) const;
    void emit_tail_jump(const std::optional<Mem>& target, uint32_t stack_bytes);
    void push_result(const CallInfo& info, const abi::Result& result, int32_t buffer);
    void call_unmanaged(const CallInfo& info);
    bool returns_next(Kind kind) const;
    void new_result(const Inst& inst);

    Assembler& a_;
    const MethodPlan& plan_;
    RegisterBank& gprs_;
    Cursor& cursor_;
    Frame& frame_;
    const Homes& homes_;
    FrameCode& frame_code_;
    OperandStack& stack_;
    StructCopier& structs_;
    Objects& objects_;
    ArgumentPlacement& arguments_;
    HelperCalls& helpers_;
    ProfileCounters& profile_;
    std::vector<TypeHandle> constructor_arguments_;
};

}  // namespace celer::x64
