// Tier 1, a library of its own: methods through LLVM. See docs/optimizer.md.

#include "base/lock.h"
#include "compile/services.h"
#include "optimizer/address_checks.h"
#include "optimizer/allocations.h"
#include "optimizer/keep_objects.h"
#include "optimizer/loop_checks.h"
#include "optimizer/memory_operands.h"
#include "optimizer/object_code.h"
#include "optimizer/stack_objects.h"
#include "optimizer/translator.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/Verifier.h>
#include <llvm/MC/TargetRegistry.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Support/CommandLine.h>
#include <llvm/Support/TargetSelect.h>
#include <llvm/Target/RegisterTargetPassConfigCallback.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/TargetParser/Host.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>
#pragma clang diagnostic pop

namespace celer {

std::string disassemble(const MethodCode* code);  // a service

namespace {

std::string host_features() {
    std::string features;
    for (const auto& [name, is_there] : llvm::sys::getHostCPUFeatures())
        features += (features.empty() ? "" : ",") + std::string(is_there ? "+" : "-") + name.str();
    return features;
}

// Static code below 2 GiB: addresses are 32-bit immediates.
std::unique_ptr<llvm::TargetMachine> make_machine() {
    LLVMInitializeX86TargetInfo();
    LLVMInitializeX86Target();
    LLVMInitializeX86TargetMC();
    LLVMInitializeX86AsmPrinter();
    LLVMInitializeX86AsmParser();  // for inline assembly
    // Records are read from the prologue, and every throw keeps its own place.
    const char* arguments[] = {"celer", "-enable-shrink-wrap=false", "-enable-tail-merge=false",
                               "-enable-implicit-null-checks"};
    llvm::cl::ParseCommandLineOptions(static_cast<int>(std::size(arguments)), arguments);
    static llvm::RegisterTargetPassConfigCallback callback(
        [](llvm::TargetMachine&, llvm::legacy::PassManagerBase&, llvm::TargetPassConfig* passes) {
            optimizer::drop_unknown_memory(*passes);
        });
    llvm::Triple triple("x86_64-unknown-linux-gnu");
    std::string problem;
    const llvm::Target* target = llvm::TargetRegistry::lookupTarget(triple, problem);
    if (target == nullptr) return nullptr;
    llvm::TargetOptions options;
    options.AllowFPOpFusion = llvm::FPOpFusion::Strict;
    options.EmitStackSizeSection = true;  // for records
    return std::unique_ptr<llvm::TargetMachine>(
        target->createTargetMachine(triple, llvm::sys::getHostCPUName(), host_features(), options, llvm::Reloc::Static,
                                    llvm::CodeModel::Small, llvm::CodeGenOptLevel::Default, true));
}

void optimize(llvm::Module& module, llvm::TargetMachine& machine) {
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    llvm::TargetLibraryInfoImpl library(machine.getTargetTriple());
    library.disableAllFunctions();  // none can be called
    functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });
    llvm::PassBuilder builder(&machine);
    builder.registerModuleAnalyses(modules);
    builder.registerCGSCCAnalyses(components);
    builder.registerFunctionAnalyses(functions);
    builder.registerLoopAnalyses(loops);
    builder.crossRegisterProxies(loops, functions, components, modules);
    builder.registerPipelineStartEPCallback([](llvm::ModulePassManager& passes, llvm::OptimizationLevel) {
        llvm::FunctionPassManager first;
        first.addPass(llvm::PromotePass());
        first.addPass(optimizer::AddressChecksPass());
        first.addPass(optimizer::StackObjectsPass());
        passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(first)));
    });
    builder.registerVectorizerStartEPCallback([](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) {
        passes.addPass(optimizer::LoopChecksPass());
        passes.addPass(llvm::SimplifyCFGPass());
        passes.addPass(llvm::EarlyCSEPass());
        passes.addPass(llvm::InstCombinePass());
    });
    llvm::ModulePassManager passes = builder.buildPerModuleDefaultPipeline(llvm::OptimizationLevel::O3);
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(optimizer::LowerAllocationsPass()));
    passes.addPass(llvm::createModuleToFunctionPassAdaptor(optimizer::KeepObjectsPass()));
    passes.run(module, modules);
}

class Optimizer final : public Compiler {
  public:
    MethodCode* compile(Compilation& compilation) override {
        const ImportedCode& code = compilation.code();
        if (!make_machine_once()) return nullptr;
        llvm::LLVMContext context;
        std::string wrong;  // what the back end finds wrong must not end the process
        auto note = [](const llvm::DiagnosticInfo* found, void* text) {
            if (found->getSeverity() != llvm::DS_Error) return;
            llvm::raw_string_ostream stream(*static_cast<std::string*>(text));
            llvm::DiagnosticPrinterRawOStream printer(stream);
            found->print(printer);
        };
        context.setDiagnosticHandlerCallBack(note, &wrong);
        llvm::Module module("method", context);
        module.setDataLayout(layout_);
        module.setTargetTriple(machine_->getTargetTriple());
        module.addModuleFlag(llvm::Module::Warning, "Debug Info Version", llvm::DEBUG_METADATA_VERSION);
        const CompileRequest& request = compilation.request();
        bool is_osr = request.osr_il_offset != no_osr;
        optimizer::OsrEntry entry = {request.osr_from, request.osr_il_offset};
        optimizer::Inlining inlining = {.is_allowed = compilation.enter(Phase::Inline),
                                        .may_load = request.priority == CompilePriority::Now,
                                        .is_noted = is_dumped(compilation)};
        optimizer::BodyTranslator translator(module, code, inlining, is_osr ? &entry : nullptr);
        if (const char* refusal = translator.run()) return refused(compilation, refusal);
#ifdef CELER_VERIFY
        if (llvm::verifyModule(module, &llvm::errs())) CELER_PANIC("the optimizer made IR that is not valid");
#endif
        write_to_dump(compilation, "calls\n" + inlining.notes);
        write_ir(compilation, module, "as LLVM IR");
        llvm::SmallVector<char, 0> object;
        bool entered = enter_native_work();
        bool is_emitted = emit(module, object);
        leave_native_work(entered);
        write_ir(compilation, module, "after LLVM's passes");
        if (!is_emitted) return refused(compilation, "no code can be emitted");
        if (!wrong.empty()) return refused(compilation, wrong.c_str());
        std::string problem;
        MethodCode* result = optimizer::install_object(code, translator, {object.data(), object.size()}, problem);
        return result != nullptr ? result : refused(compilation, problem.c_str());
    }

    Disassembler disassembler() const override { return disassemble; }

  private:
    MethodCode* refused(const Compilation& compilation, const char* reason) {
        write_to_dump(compilation, std::string("stays at tier 0: ") + reason + "\n");
        return nullptr;
    }

    static void write_ir(const Compilation& compilation, const llvm::Module& module, const char* when) {
        if (!is_dumped(compilation)) return;
        std::string text = std::string(when) + "\n";
        llvm::raw_string_ostream stream(text);
        module.print(stream, nullptr);
        write_to_dump(compilation, text);
    }

    bool make_machine_once() {
        LockGuard guard(lock_);
        if (machine_ == nullptr && (machine_ = make_machine()) != nullptr) layout_ = machine_->createDataLayout();
        return machine_ != nullptr;
    }

    bool emit(llvm::Module& module, llvm::SmallVector<char, 0>& object) {
        LockGuard guard(machine_lock_);
        optimize(module, *machine_);
        llvm::raw_svector_ostream stream(object);
        llvm::legacy::PassManager emission;
        if (machine_->addPassesToEmitFile(emission, stream, nullptr, llvm::CodeGenFileType::ObjectFile)) return false;
        emission.run(module);
        return true;
    }

    Lock lock_{LockRank::OptimizerOnce};
    Lock machine_lock_{LockRank::Optimizer};  // taken where no collection waits for the thread
    std::unique_ptr<llvm::TargetMachine> machine_;
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
