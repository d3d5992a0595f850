// The variables of a method that its filters use. Filters are functions of their own, which the engine calls while the
// frames from the throw point to the method are still there (docs/decisions/0013). What a filter uses of the method's
// variables lies in one block of the method's frame, whose address goes to a stack map, so that LLVM expects every call
// to read and write it; the filter gets the address of the block. Owned by BodyTranslator.
#pragma once

#include <map>

#include "optimizer/translation/body.h"

namespace celer::optimizer {

class Values;

bool has_filters(const ImportedCode& code);

class SharedVariables {
  public:
    SharedVariables(Body& body, Values& values) : body_(body), builder_(body.state.builder), values_(values) {}

    struct Place {
        uint32_t offset;
        bool
            is_elsewhere;  // the block holds the address: the variable stays in the frame that an OSR function replaces
    };

    void share();                      // in the method: makes the block, if there are any
    void receive(llvm::Value* block);  // in a filter
    const std::map<uint32_t, Place>& places() const { return places_; }

    // In the method: where a variable lies in the block; null: not there.
    llvm::Value* home_of(uint32_t variable);
    void note_elsewhere(uint32_t variable, llvm::Value* home);
    // In a filter.
    llvm::Value* received(const Place& place);

  private:
    void find_places();

    Body& body_;
    llvm::IRBuilder<>& builder_;
    Values& values_;
    std::map<uint32_t, Place> places_;
    uint32_t size_bytes_ = 0;
    llvm::Value* block_ = nullptr;
};

}  // namespace celer::optimizer
