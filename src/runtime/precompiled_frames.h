// Stack traces as the precompiled framework code has them.
//
// On CoreCLR the framework's assemblies run as precompiled (ReadyToRun) code at first: methods inlined there, and
// methods that end in a call made as a jump, have no frames, and so are absent from what Exception.StackTrace and
// StackTrace print. Celer compiles without inlining across framework methods and has all frames. To print the same
// traces it leaves out the ones that CoreCLR cannot have: inlining is on record in the image (metadata/precompiled.h);
// tail calls follow the JIT's rules as far as IL and signatures tell.
#pragma once

#include <cstdint>
#include <span>

#include "runtime/stack_walk.h"

namespace celer {

struct TraceFrame {
    MethodDesc* method;
    uintptr_t lookup_ip;   // in the instruction that threw or called
    uint32_t inline_node;  // the method's, in the code there
    uint16_t ends_foreign_trace;
    uint16_t is_hidden;  // set by hide_precompiled_frames
};

TraceFrame trace_frame(const StackFrame& frame);

// CoreCLR would run precompiled code of the method.
bool is_precompiled(const MethodDesc* method);

// Innermost frame first; the frames are one walk's, callee before caller, except across ends_foreign_trace.
void hide_precompiled_frames(std::span<TraceFrame> frames);

}  // namespace celer
