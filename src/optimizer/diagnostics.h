// What LLVM says while it compiles a function: errors, and remarks about loops and objects.
#pragma once

#include <string>
#include <vector>

#include "compile/remarks.h"
#include "optimizer/llvm.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/DiagnosticHandler.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

// Takes the place of LLVM's, which would end the process at an error. `remarks` gets what LLVM remarks; null: nobody
// asks.
class Diagnostics final : public llvm::DiagnosticHandler {
  public:
    Diagnostics(std::string& error, std::vector<Remark>* remarks) : error_(error), remarks_(remarks) {}
    bool handleDiagnostics(const llvm::DiagnosticInfo& found) override;
    bool isAnalysisRemarkEnabled(llvm::StringRef pass) const override { return is_asked(pass); }
    bool isMissedOptRemarkEnabled(llvm::StringRef pass) const override { return is_asked(pass); }
    bool isPassedOptRemarkEnabled(llvm::StringRef pass) const override { return is_asked(pass); }
    bool isAnyRemarkEnabled() const override { return remarks_ != nullptr; }

  private:
    bool is_asked(llvm::StringRef pass) const;
    void note_loop(const llvm::DiagnosticInfo& found, Remark remark);

    std::string& error_;
    std::vector<Remark>* remarks_;
};

// For passes: where an object of the class that the allocation makes is.
enum class ObjectHome : uint8_t {
    Frame,
    FrameAtFirst,  // where something else gets it, one is made in the heap
    Heap,
};
void remark_object(const llvm::CallBase& allocation, ObjectHome home);

}  // namespace celer::optimizer
