// For tests and fuzzers: thunks that are never run.
#pragma once

#include "code/compiler.h"
#include "platform/arena.h"
#include "types/dispatch.h"

namespace celer::testing_support {

// No machine code here: every thunk is a piece of the code section.
class FakeThunks final : public ThunkMaker {
  public:
    void* method_stub(MethodDesc* method) override { return celer::method_stub(method); }
    void* unboxing_stub(MethodDesc* method) override { return arena_allocate(Section::Code, 24, 8); }
    MethodDesc* method_of(const void* stub) override { return nullptr; }
    void* delegate_invoke(MethodDesc* invoke) override { return arena_allocate(Section::Code, 24, 8); }
    void* delegate_open_static(const MethodSignature* invoke) override { return arena_allocate(Section::Code, 24, 8); }
    void* delegate_open_virtual(const MethodSignature* invoke, MethodDesc* target) override { return arena_allocate(Section::Code, 24, 8); }
    void* delegate_multicast(const MethodSignature* invoke) override { return arena_allocate(Section::Code, 24, 8); }
    void* delegate_native(const MethodSignature* invoke) override { return arena_allocate(Section::Code, 24, 8); }
    void* array_method(MethodDesc* method) override { return arena_allocate(Section::Code, 24, 8); }
    void* native_call(MethodDesc* method, void** target_cell, NativeCallOptions options) override { return arena_allocate(Section::Code, 24, 8); }
    void* reverse_call(MethodDesc* method) override { return arena_allocate(Section::Code, 24, 8); }
    void* reverse_delegate_call(const MethodSignature* signature, Object** delegate, const void* code) override { return arena_allocate(Section::Code, 24, 8); }
    void* helper_jump(Helper helper) override { return arena_allocate(Section::Code, 24, 8); }
    void* interface_collision(MethodDesc* const* methods, void* const* targets, uint32_t count, void* otherwise) override { return arena_allocate(Section::Code, 24, 8); }
};

}  // namespace celer::testing_support
