// The baseline compiler as the engine sees it.
#include "baseline/baseline.h"

#include "base/assert.h"
#include "base/options.h"
#include "base/pool.h"
#include "baseline/disassembler.h"
#include "baseline/inliner.h"
#include "baseline/x64/compiler.h"
#include "baseline/x64/thunks.h"

namespace celer {

namespace {

// Compilers keep the memory of their tables, so they are used again.
class Baseline final : public Compiler {
  public:
    MethodCode* compile(Compilation& compilation) override {
        x64::MethodCompiler* compiler = idle_.take();
        bool puts_in = compilation.request().puts_in_bodies && !compilation.code().invalid;
        MethodCode* result = puts_in ? compile_with_bodies(compilation, *compiler) : compiler->compile(compilation);
        idle_.give_back(compiler);
        return result;
    }
    Disassembler disassembler() const override { return disassemble; }

  private:
    static MethodCode* compile_with_bodies(Compilation& compilation, x64::MethodCompiler& compiler) {
        const CompileRequest& request = compilation.request();
        bool is_waited_for = request.priority == CompilePriority::Now;
        if (compilation.enter(Phase::Inline)) {
            Inliner inliner(compilation.code(), request.may_assume, is_waited_for);
            InlinedForm form = inliner.form();
            if (options().JitVerify) check(form);
            if (!form.nodes.empty()) return compiler.compile(compilation, form);
        }
        return is_waited_for ? compiler.compile(compilation) : nullptr;
    }

    static void check(const InlinedForm& form) {
        if (std::string broken = verify(*form.code); !broken.empty())
            CELER_PANIC("%s, with bodies put in: %s\n%s", display_name(form.code->method).c_str(), broken.c_str(),
                        print(*form.code).c_str());
    }

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
