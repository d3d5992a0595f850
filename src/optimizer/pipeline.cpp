#include "optimizer/pipeline.h"

#include "optimizer/accessed_addresses.h"
#include "optimizer/accumulators.h"
#include "optimizer/address_checks.h"
#include "optimizer/allocations.h"
#include "optimizer/barriers.h"
#include "optimizer/bool_phis.h"
#include "optimizer/cell_loads.h"
#include "optimizer/copies.h"
#include "optimizer/keep_objects.h"
#include "optimizer/literals.h"
#include "optimizer/loop_checks.h"
#include "optimizer/loop_exits.h"
#include "optimizer/loop_guesses.h"
#include "optimizer/mask_tests.h"
#include "optimizer/math_calls.h"
#include "optimizer/memory_operands.h"
#include "optimizer/merged_loops.h"
#include "optimizer/neighbours.h"
#include "optimizer/search_loops.h"
#include "optimizer/stack_objects.h"
#include "optimizer/stored_loads.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/Analysis/TargetLibraryInfo.h>
#include <llvm/CodeGen/Passes.h>
#include <llvm/CodeGen/TargetPassConfig.h>
#include <llvm/IR/LegacyPassManager.h>
#include <llvm/IR/PassInstrumentation.h>
#include <llvm/Passes/PassBuilder.h>
#include <llvm/Target/TargetMachine.h>
#include <llvm/Transforms/InstCombine/InstCombine.h>
#include <llvm/Transforms/Scalar/EarlyCSE.h>
#include <llvm/Transforms/Scalar/JumpThreading.h>
#include <llvm/Transforms/Scalar/SROA.h>
#include <llvm/Transforms/Scalar/SimplifyCFG.h>
#include <llvm/Transforms/Utils/Mem2Reg.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

namespace {

const llvm::OptimizationLevel& level = llvm::OptimizationLevel::O3;  // for the unswitching of loops
constexpr auto phase = llvm::ThinOrFullLTOPhase::None;

// Jumps are threaded before selections are made of branches: what one branch has told, later ones need not ask.
llvm::FunctionPassManager first_passes() {
    auto branches_as_they_are = llvm::SimplifyCFGOptions().speculateBlocks(false);
    llvm::FunctionPassManager passes;
    passes.addPass(llvm::PromotePass());
    passes.addPass(AddressChecksPass());
    passes.addPass(DropFrameBarriersPass());
    passes.addPass(LoopGuessesPass());  // marks of loads are lost when they are merged with others
    passes.addPass(StackObjectsPass());
    passes.addPass(llvm::SimplifyCFGPass(branches_as_they_are));
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(DropFrameBarriersPass());  // of what addresses in variables led to
    passes.addPass(llvm::SROAPass(llvm::SROAOptions::ModifyCFG));
    passes.addPass(ComputeMathematicsPass());
    passes.addPass(LiteralsPass());
    passes.addPass(LoopGuessesPass());  // of what lay in structs
    passes.addPass(llvm::EarlyCSEPass());
    passes.addPass(llvm::InstCombinePass());
    passes.addPass(BoolPhisPass());
    passes.addPass(llvm::JumpThreadingPass());
    passes.addPass(llvm::SimplifyCFGPass());
    passes.addPass(SearchLoopsPass());
    return passes;
}

// What the vectoriser wants to find. It is cleaned up behind these passes only where they have changed something: few
// methods have such loops.
class LoopsForVectorsPass : public llvm::PassInfoMixin<LoopsForVectorsPass> {
  public:
    LoopsForVectorsPass() {
        changes_.addPass(CellLoadsPass());
        changes_.addPass(AccumulatorsPass());
        changes_.addPass(AccessedAddressesPass(AccessedIn::CountedLoops));
        changes_.addPass(LoopChecksPass());
        changes_.addPass(AccessedAddressesPass(AccessedIn::AllLoops));  // of ways that those before do not see through
        clean_up_.addPass(llvm::SimplifyCFGPass());
        clean_up_.addPass(llvm::EarlyCSEPass());
        clean_up_.addPass(llvm::InstCombinePass());
    }

    llvm::PreservedAnalyses run(llvm::Function& function, llvm::FunctionAnalysisManager& analyses) {
        llvm::PreservedAnalyses kept = changes_.run(function, analyses);
        if (!kept.areAllPreserved()) kept.intersect(clean_up_.run(function, analyses));
        return kept;
    }
    static bool isRequired() { return true; }

  private:
    llvm::FunctionPassManager changes_;
    llvm::FunctionPassManager clean_up_;
};

}  // namespace

struct Pipeline::Managers {
    llvm::PassInstrumentationCallbacks callbacks;
    llvm::LoopAnalysisManager loops;
    llvm::FunctionAnalysisManager functions;
    llvm::CGSCCAnalysisManager components;
    llvm::ModuleAnalysisManager modules;
    llvm::ModulePassManager passes;
};

// To make the back end's passes takes as long as to run them over a small method.
struct Pipeline::Emission {
    llvm::SmallVector<char, 0> object;
    llvm::raw_svector_ostream stream{object};
    llvm::legacy::PassManager passes;
    bool is_complete = false;
};

Pipeline::Pipeline(llvm::TargetMachine& machine)
    : managers_(std::make_unique<Managers>()), emission_(std::make_unique<Emission>()) {
    emission_->is_complete =
        !machine.addPassesToEmitFile(emission_->passes, emission_->stream, nullptr, llvm::CodeGenFileType::ObjectFile);
    Managers& managers = *managers_;
    llvm::TargetLibraryInfoImpl library(machine.getTargetTriple());
    library.disableAllFunctions();  // none can be called
    managers.functions.registerPass([&] { return llvm::TargetLibraryAnalysis(library); });
    managers.callbacks.registerAfterPassCallback(
        [this](llvm::StringRef pass, llvm::Any, const llvm::PreservedAnalyses&) {
            if (observer_ != nullptr) observer_->after(pass);
        });
    llvm::PassBuilder builder(&machine, llvm::PipelineTuningOptions(), std::nullopt, &managers.callbacks);
    builder.registerModuleAnalyses(managers.modules);
    builder.registerCGSCCAnalyses(managers.components);
    builder.registerFunctionAnalyses(managers.functions);
    builder.registerLoopAnalyses(managers.loops);
    builder.crossRegisterProxies(managers.loops, managers.functions, managers.components, managers.modules);
    // Before counters are widened in front of the inner loop. What shows later is merged at the end.
    builder.registerPeepholeEPCallback(
        [](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) { passes.addPass(MergedLoopsPass()); });
    builder.registerVectorizerStartEPCallback(
        [](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) { passes.addPass(LoopsForVectorsPass()); });
    builder.registerVectorizerEndEPCallback(
        [](llvm::FunctionPassManager& passes, llvm::OptimizationLevel) { passes.addPass(NeighboursPass()); });
    llvm::FunctionPassManager simplification = first_passes();
    simplification.addPass(builder.buildFunctionSimplificationPipeline(level, phase));
    simplification.addPass(LiteralsPass());  // of addresses that have met others on the way
    simplification.addPass(LiteralCallsPass());
    managers.passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(simplification)));
    managers.passes.addPass(builder.buildModuleOptimizationPipeline(level, phase));
    llvm::FunctionPassManager last;
    last.addPass(MergedLoopsPass());
    last.addPass(MaskTestsPass());
    last.addPass(LowerBarriersPass());
    last.addPass(LowerAllocationsPass());
    last.addPass(LowerCopiesPass());
    last.addPass(KeepObjectsPass());
    managers.passes.addPass(llvm::createModuleToFunctionPassAdaptor(std::move(last)));
}

Pipeline::~Pipeline() = default;

bool Pipeline::can_emit() const {
    return emission_->is_complete;
}

std::vector<char> Pipeline::emit(llvm::Module& module) {
    emission_->passes.run(module);
    std::vector<char> object(emission_->object.begin(), emission_->object.end());
    emission_->object.clear();
    return object;
}

void Pipeline::run(llvm::Module& module, PassObserver* observer) {
    observer_ = observer;
    managers_->passes.run(module, managers_->modules);
    observer_ = nullptr;
    managers_->loops.clear();
    managers_->functions.clear();
    managers_->components.clear();
    managers_->modules.clear();
}

void choose_emission_passes(llvm::TargetPassConfig& passes) {
    drop_unknown_memory(passes);
    split_stored_loads(passes);
    make_room_behind_loops(passes);
    // For variables in debuggers, and for instrumentation that nothing asks for. Processors of today order instructions
    // themselves: to do so after registers are known took 3 % of a compile.
    for (char* pass : {&llvm::PostRASchedulerID, &llvm::LiveDebugValuesID, &llvm::StackMapLivenessID,
                       &llvm::FEntryInserterID, &llvm::XRayInstrumentationID, &llvm::PatchableFunctionID,
                       &llvm::FuncletLayoutID, &llvm::ShadowStackGCLoweringID, &llvm::GCMachineCodeAnalysisID})
        passes.disablePass(pass);
}

}  // namespace celer::optimizer
