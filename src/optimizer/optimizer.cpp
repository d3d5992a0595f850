// Tier 1, a library of its own: methods through LLVM. See docs/optimizer.md.

#include "base/lock.h"
#include "compile/services.h"
#include "optimizer/diagnostics.h"
#include "optimizer/object_code.h"
#include "optimizer/pipeline.h"
#include "optimizer/translation/translator.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/RegisterTargetPassConfigCallback.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#pragma clang diagnostic pop

namespace celer {

std::string disassemble(const MethodCode* code);  // a service

namespace {

// Without what AVX-512 added, but for functions that use it themselves: LLVM would compare vectors into masks and make
// vectors of them again, where programs work with vectors of ones and zeros, as the class libraries do.
std::string host_features(bool has_wide_vectors) {
    std::string features;
    for (const auto& [name, is_there] : llvm::sys::getHostCPUFeatures()) {
        bool is_wide = name.starts_with("avx512") || name.starts_with("avx10");
        bool is_used = is_there && (has_wide_vectors || !is_wide);
        features += (features.empty() ? "" : ",") + std::string(is_used ? "+" : "-") + name.str();
    }
    return features;
}

// Loops become vectors of 32 bytes there, too.
void use_wide_vectors(llvm::Function& function) {
    static const std::string features = host_features(true);
    function.addFnAttr("target-features", features);
    function.addFnAttr("prefer-vector-width", "256");
    function.addFnAttr("min-legal-vector-width", "512");
}

// Static code below 2 GiB: addresses are 32-bit immediates.
std::unique_ptr<llvm::TargetMachine> make_machine() {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();  // for inline assembly
    // Records are read from the prologue, and every throw keeps its own place. What goes one way nine times of ten
    // stays a branch. To save a register in the prologue costs something, in parts of 2^14 of an entry: what is needed
    // only behind calls that are seldom made lies in the frame there. Tests of loops stay as they are: comparing for
    // equality with a count would have that computed in front, as a maximum, each time an inner loop is entered. Small
    // loops lie within as few fetches as they can, wherever the code is placed. Floating-point numbers are added in
    // their order, while what is added is computed in vectors.
    const char* arguments[] = {"celer",
                               "-enable-shrink-wrap=false",
                               "-enable-tail-merge=false",
                               "-enable-implicit-null-checks",
                               "-predictable-branch-threshold=90",
                               "-disable-lftr",
                               "-x86-experimental-pref-innermost-loop-alignment=6",
                               "-regalloc-csr-first-time-cost=4096",
                               "-force-ordered-reductions"};
    llvm::cl::ParseCommandLineOptions(static_cast<int>(std::size(arguments)), arguments);
    static llvm::RegisterTargetPassConfigCallback callback(
        [](llvm::TargetMachine&, llvm::legacy::PassManagerBase&, llvm::TargetPassConfig* passes) {
            optimizer::choose_emission_passes(*passes);
        });
    llvm::Triple triple("x86_64-unknown-linux-gnu");
    std::string problem;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, problem);
    if (target == nullptr) return nullptr;
    llvm::TargetOptions options;
    options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
    options.EmitStackSizeSection = true;  // for records
    return std::unique_ptr<llvm::TargetMachine>(
        target->createTargetMachine(triple, llvm::sys::getHostCPUName(), host_features(false), options,
                                    llvm::Reloc::Static, llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default, true));
}

std::string printed(const llvm::Module& module) {
    std::string text;
    llvm::raw_string_ostream stream(text);
    module.print(stream, nullptr);
    return text;
}

// For CELER_JitDumpPasses: what each pass that changed something made of the IR.
class PassDump final : public optimizer::PassObserver {
  public:
    PassDump(const Compilation& compilation, const llvm::Module& module) : compilation_(compilation), module_(module) {
        if (passes_are_dumped(compilation)) last_ = printed(module);
    }

    bool is_wanted() const { return !last_.empty(); }

    void after(std::string_view pass) override {
        std::string now = printed(module_);
        if (now == last_) return;
        text_.append("; --- ").append(pass).append("\n").append(now);
        last_ = std::move(now);
    }

    // Not while LLVM works: then the thread is not in Managed mode.
    void write() const {
        if (!text_.empty()) write_to_dump(compilation_, "after each pass\n" + text_);
    }

  private:
    const Compilation& compilation_;
    const llvm::Module& module_;
    std::string last_;
    std::string text_;
};

class Optimizer final : public Compiler {
  public:
    MethodCode* compile(Compilation& compilation) override {
        if (!make_machine_once()) return nullptr;
        const ImportedCode& code = compilation.code();
        optimizer::FilterCodes filters;
        for (uint32_t i = 0; i < code.clauses.size(); i++) {
            const Clause& clause = code.clauses[i];
            if (clause.kind != ClauseKind::Filter || clause.filter_block == no_block) continue;
            filters[i] = compile_function(compilation, filters, i);
            if (filters[i] == nullptr) return nullptr;
        }
        return compile_function(compilation, filters, std::nullopt);
    }

    Disassembler disassembler() const override { return disassemble; }

  private:
    // The method, or the filter of a clause. If it has become too large for what is put in where it often gets to, it
    // is translated again.
    MethodCode* compile_function(Compilation& compilation, const optimizer::FilterCodes& filters,
                                 std::optional<uint32_t> filter, bool saves_room = false) {
        const ImportedCode& code = compilation.code();
        llvm::LLVMContext context;
        std::string wrong;  // what the back end finds wrong must not end the process
        llvm::Module module("method", context);
        module.setDataLayout(layout_);
        module.setTargetTriple(machine_->getTargetTriple());
        module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
        const CompileRequest& request = compilation.request();
        optimizer::FunctionState state(module);
        state.may_inline = compilation.enter(Phase::Inline);
        state.may_assume = request.may_assume;
        state.may_load = request.priority == CompilePriority::Now;
        state.saves_room = saves_room;
        state.wants_remarks = wants_remarks(compilation);
        std::vector<Remark>* remarks = state.wants_remarks ? &state.remarks : nullptr;
        context.setDiagnosticHandler(std::make_unique<optimizer::Diagnostics>(wrong, remarks));
        bool is_osr = request.osr_il_offset != no_osr;
        optimizer::OsrPlace place = {request.osr_from, request.osr_il_offset};
        optimizer::BodyTranslator translator(state, code, is_osr ? &place : nullptr, filter);
        if (const char* refusal = translator.run()) return refused(compilation, refusal);
        if (state.lacks_room && (state.has_large_bodies || state.budget.has_cold_blocks()) && !saves_room)
            return compile_function(compilation, filters, filter, true);
        bool is_whole = !filter && filters.empty();  // with no code made so far that nobody would enter
        if (is_whole && request.bodies_so_far != nullptr && *request.bodies_so_far == state.nodes) return nullptr;
        if (state.has_wide_vectors) use_wide_vectors(*state.function);
#ifdef CELER_VERIFY
        if (llvm::verifyModule(module, &llvm::errs())) CELER_PANIC("the optimizer made IR that is not valid");
#endif
        if (state.has_cold_calls) note_cold_calls(compilation);
        write_ir(compilation, module, "as LLVM IR");
        PassDump dump(compilation, module);
        bool entered = enter_native_work();
        std::vector<char> object = emit(module, dump.is_wanted() ? &dump : nullptr);
        leave_native_work(entered);
        dump.write();
        write_ir(compilation, module, "after LLVM's passes");
        if (state.wants_remarks && !filter) add_remarks(compilation, std::move(state.remarks));
        if (!wrong.empty()) return refused(compilation, wrong.c_str());
        std::string problem;
        MethodCode* result =
            optimizer::install_object(code, translator, filters, {object.data(), object.size()}, problem);
        return result != nullptr ? result : refused(compilation, problem.c_str());
    }

    MethodCode* refused(Compilation& compilation, const char* reason) {
        if (wants_remarks(compilation)) add_remarks(compilation, {{.kind = RemarkKind::Refused, .text = reason}});
        return nullptr;
    }

    static void write_ir(const Compilation& compilation, const llvm::Module& module, const char* when) {
        if (!is_dumped(compilation)) return;
        write_to_dump(compilation, std::string(when) + "\n" + printed(module));
    }

    bool make_machine_once() {
        LockGuard guard(lock_);
        if (machine_ == nullptr && (machine_ = make_machine()) != nullptr) {
            layout_ = machine_->createDataLayout();
            pipeline_.emplace(*machine_);
        }
        return pipeline_ && pipeline_->can_emit();
    }

    // An object file.
    std::vector<char> emit(llvm::Module& module, optimizer::PassObserver* observer) {
        LockGuard guard(machine_lock_);
        pipeline_->run(module, observer);
        return pipeline_->emit(module);
    }

    Lock lock_{LockRank::OptimizerOnce};
    Lock machine_lock_{LockRank::Optimizer};  // taken where no collection waits for the thread
    std::unique_ptr<llvm::TargetMachine> machine_;
    std::optional<optimizer::Pipeline> pipeline_;
    llvm::DataLayout layout_{""};
};

}  // namespace

}  // namespace celer

extern "C" [[gnu::visibility("default")]] celer::Compiler* celer_compiler(const celer::CompilerServices* services) {
    static celer::Optimizer compiler;
    return celer::use_services(services) ? &compiler : nullptr;
}

// Nothing of the library is destroyed when the process ends: a method may be compiled at that moment.
extern "C" [[gnu::visibility("hidden")]] int __cxa_atexit(void (*)(void*), void*, void*) {
    return 0;
}
