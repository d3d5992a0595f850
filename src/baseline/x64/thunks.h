// Thunks: small pieces of machine code that no method's IL stands for. Frameless ones are not registered in the code
// map; those with a frame are MethodCode of kind Stub.
#pragma once

#include <vector>

#include "base/lock.h"
#include "baseline/x64/assembler.h"
#include "code/abi.h"
#include "code/compiler.h"

namespace celer::x64 {

inline constexpr int32_t method_in_stub = 9;  // where a method's stub has the address of the MethodDesc, 4 bytes

class Thunks final : public ThunkMaker {
  public:
    void* method_stub(MethodDesc* method) override;
    void lead_stub_to_newest(const MethodDesc* method) override;
    void unprepare(MethodDesc* method) override;
    void* unboxing_stub(MethodDesc* method) override;
    MethodDesc* method_of(const void* stub) override;
    void* delegate_thunk(DelegateThunk kind, const MethodSignature* invoke) override;
    void* array_method(MethodDesc* method) override;
    void* native_call(MethodDesc* method, void** target_cell, NativeCallOptions options) override;
    void* reverse_call(MethodDesc* method) override;
    void* reverse_delegate_call(MethodDesc* invoke, const MethodSignature* signature, Object** delegate,
                                const void* code) override;
    void* helper_jump(Helper helper) override;
    void* interface_check(const MethodTable* type, MethodDesc* declared, void* target, void* otherwise) override;
    void* interface_search(DispatchTargets* const* cell) override;
    void* const* tail_thunk(uint32_t stack_bytes) override;
    void forget_unloading() override;

  private:
    uint8_t* take_stub_memory(const MethodDesc* method);
    void* make_reverse_call(MethodDesc* method);

    Lock lock_{LockRank::Thunks};  // also of the known code (code/code_roots.h)
    uint8_t* stub_next_ = nullptr;
    uint8_t* stub_end_ = nullptr;
};

// Body of a delegate that stands for a native function.
void* native_delegate(const MethodSignature& invoke);

// Builds a thunk with a frame: saves the incoming arguments of a layout and passes them on under another.
class FrameThunk {
  public:
    explicit FrameThunk(const abi::CallLayout& incoming);

    Assembler& assembler() { return a_; }
    int32_t slot(uint32_t size_bytes = 8);  // rbp-relative
    Mem argument(uint32_t index) const;     // where incoming argument `index` lies in the frame
    int32_t return_buffer() const { return return_buffer_; }
    void save_arguments();
    // Puts incoming arguments first .. into the places of `outgoing` (its argument 0 is incoming argument `first`). The
    // hidden result pointer goes along.
    void load_arguments(const abi::CallLayout& outgoing, uint32_t first);
    // The same behind a `this` that the caller puts into its register itself.
    void load_arguments_after_this(const abi::CallLayout& outgoing);
    void save_result(const abi::Result& result, int32_t slot);  // 32 bytes: rax rdx xmm0 xmm1
    void load_result(const abi::Result& result, int32_t slot);
    void leave_and_return();
    // Copies to code memory and registers; flags are code_flags.
    MethodCode* finish(MethodDesc* method, uint8_t flags = 0);

  private:
    void load_argument(const abi::Location& to, Mem from);

    const abi::CallLayout& incoming_;
    Assembler a_;
    int32_t frame_bytes_ = 0;
    uint32_t outgoing_bytes_ = 0;
    int32_t return_buffer_ = 0;
    std::vector<int32_t> offsets_;  // of the incoming arguments
    uint32_t frame_patch_ = 0;
};

// For an entity: lives as long as that. Null: for ever.
void* copy_code(const Assembler& assembler, const void* entity = nullptr);

}  // namespace celer::x64
