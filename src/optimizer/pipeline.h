// The passes over a method's IR, in their order: LLVM's for functions, and this tier's own between them. What LLVM does
// to modules is left out, since there is one function in each and nobody else calls it.
#pragma once

#include <memory>
#include <string_view>
#include <vector>

namespace llvm {
class Module;
class TargetMachine;
class TargetPassConfig;
}  // namespace llvm

namespace celer::optimizer {

class PassObserver {
  public:
    virtual void after(std::string_view pass) = 0;  // has run over a part of the module

  protected:
    ~PassObserver() = default;
};

// One for all methods, of one thread at a time.
class Pipeline {
  public:
    explicit Pipeline(llvm::TargetMachine& machine);
    ~Pipeline();
    bool can_emit() const;
    void run(llvm::Module& module, PassObserver* observer);  // null: nobody wants to be told
    std::vector<char> emit(llvm::Module& module);            // an object file

  private:
    struct Managers;
    struct Emission;
    std::unique_ptr<Managers> managers_;
    std::unique_ptr<Emission> emission_;
    PassObserver* observer_ = nullptr;  // of the passes that run just now
};

// Of the back end's passes: adds this tier's, and leaves out what has nothing to do here.
void choose_emission_passes(llvm::TargetPassConfig& passes);

}  // namespace celer::optimizer
