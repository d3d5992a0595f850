// The baseline compiler as the engine sees it.
#include "baseline/baseline.h"

#include "base/pool.h"
#include "baseline/disassembler.h"
#include "baseline/x64/compiler.h"
#include "baseline/x64/thunks.h"

namespace celer {

namespace {

// Compilers keep the memory of their tables, so they are used again.
class Baseline final : public Compiler {
  public:
    MethodCode* compile(Compilation& compilation) override {
        x64::MethodCompiler* compiler = idle_.take();
        MethodCode* result = compiler->compile(compilation);
        idle_.give_back(compiler);
        return result;
    }
    Disassembler disassembler() const override { return disassemble; }

  private:
    Pool<x64::MethodCompiler> idle_;
};

}  // namespace

Compiler& baseline_compiler() {
    static Baseline* const compiler = new Baseline;
    return *compiler;
}

ThunkMaker& baseline_thunks() {
    static x64::Thunks* const thunks = new x64::Thunks;
    return *thunks;
}

}  // namespace celer
