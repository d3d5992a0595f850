// The baseline compiler as the engine sees it.
#include "baseline/baseline.h"

#include <mutex>
#include <new>
#include <vector>

#include "baseline/disassembler.h"
#include "baseline/x64/compiler.h"
#include "baseline/x64/thunks.h"
#include "code/jit_listing.h"

namespace celer {

namespace {

// Compilers keep the memory of their tables, so they are used again.
class Baseline final : public Compiler {
  public:
    MethodCode* compile(const ImportedCode& code) override {
        x64::MethodCompiler* compiler = take();
        MethodCode* result = compiler->compile(code);
        give_back(compiler);
        list_compiled_method(result, code.il_size, disassemble);
        return result;
    }

  private:
    x64::MethodCompiler* take() {
        std::lock_guard guard(lock_);
        if (idle_.empty()) return new x64::MethodCompiler;
        x64::MethodCompiler* compiler = idle_.back();
        idle_.pop_back();
        return compiler;
    }
    void give_back(x64::MethodCompiler* compiler) {
        std::lock_guard guard(lock_);
        idle_.push_back(compiler);
    }

    std::mutex lock_;
    std::vector<x64::MethodCompiler*> idle_;
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

void install_baseline() {
    set_baseline(&baseline_compiler(), &baseline_thunks());
}

}  // namespace celer
