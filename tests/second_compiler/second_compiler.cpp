// A compiler that tests load beside tier 0 (AltJitName), as the optimiser will be: a library of its own, which sees the
// engine by the table of services only. It makes code with tier 0's methods but other frames: callee-saved registers in
// the opposite order, variables in them across try regions with catch handlers, and the bodies of small callees put in.
// So records, stack walks, traces and landings meet code that tier 0 never makes.
#include "base/pool.h"
#include "baseline/inliner.h"
#include "baseline/x64/compiler.h"
#include "compile/services.h"

namespace celer {

std::string disassemble(const MethodCode* code);  // a service

namespace second {

namespace {

constexpr x64::FrameShape llvm_like = {.saves_last_first = true, .handlers_expect_registers = true};

class SecondCompiler final : public Compiler {
  public:
    MethodCode* compile(Compilation& compilation) override {
        if (compilation.request().osr_il_offset != no_osr) return nullptr;
        x64::MethodCompiler compiler(llvm_like);
        if (!compilation.enter(Phase::Inline)) return compiler.compile(compilation);
        Inliner inliner(compilation.code(), compilation.request().may_assume, true);
        return compiler.compile(compilation, inliner.form());
    }
    Disassembler disassembler() const override { return disassemble; }
};

}  // namespace

}  // namespace second
}  // namespace celer

extern "C" [[gnu::visibility("default")]] celer::Compiler* celer_compiler(const celer::CompilerServices* services) {
    static celer::second::SecondCompiler compiler;
    return celer::use_services(services) ? &compiler : nullptr;
}
