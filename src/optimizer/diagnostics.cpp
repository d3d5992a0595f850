#include "optimizer/diagnostics.h"

#include <algorithm>

#include "optimizer/allocations.h"

#pragma clang diagnostic push
#pragma clang diagnostic ignored "-Weverything"
#include <llvm/IR/DiagnosticInfo.h>
#include <llvm/IR/DiagnosticPrinter.h>
#pragma clang diagnostic pop

namespace celer::optimizer {

namespace {

constexpr const char* vectorizer = "loop-vectorize";
constexpr const char* objects = "celer-objects";
constexpr const char* object_names[] = {"FrameObject", "FrameAtFirstObject", "HeapObject"};  // by ObjectHome

const char* name_of(ObjectHome home) {
    return object_names[static_cast<size_t>(home)];
}

// A line is an IL offset + 1, a file the number of a node of the inline tree.
Remark remark_at(const llvm::DiagnosticInfoOptimizationBase& found) {
    Remark remark{.kind = RemarkKind::ScalarLoop};
    if (!found.isLocationAvailable()) return remark;
    llvm::StringRef file;
    unsigned line = 0;
    unsigned column = 0;
    found.getLocation(file, line, column);
    if (file.getAsInteger(10, remark.node)) remark.node = 0;
    remark.il_offset = line == 0 ? 0 : line - 1;
    return remark;
}

bool is_same_place(const Remark& a, const Remark& b) {
    return a.node == b.node && a.il_offset == b.il_offset;
}

bool is_of_loop(const Remark& remark) {
    return remark.kind == RemarkKind::VectorLoop || remark.kind == RemarkKind::ScalarLoop;
}

}  // namespace

bool Diagnostics::is_asked(llvm::StringRef pass) const {
    return remarks_ != nullptr && (pass == vectorizer || pass == objects);
}

bool Diagnostics::handleDiagnostics(const llvm::DiagnosticInfo& found) {
    if (found.getSeverity() == llvm::DS_Error) {
        llvm::raw_string_ostream stream(error_);
        llvm::DiagnosticPrinterRawOStream printer(stream);
        found.print(printer);
        return true;
    }
    auto* about = llvm::dyn_cast<llvm::DiagnosticInfoOptimizationBase>(&found);
    if (about == nullptr || !is_asked(about->getPassName())) return true;
    Remark remark = remark_at(*about);
    if (about->getPassName() == vectorizer) {
        note_loop(found, std::move(remark));
        return true;
    }
    bool is_in_heap = about->getRemarkName() == name_of(ObjectHome::Heap);
    remark.kind = is_in_heap ? RemarkKind::HeapObject : RemarkKind::StackObject;
    if (about->getRemarkName() == name_of(ObjectHome::Frame)) remark.text = "nobody else sees it";
    if (about->getRemarkName() == name_of(ObjectHome::FrameAtFirst)) remark.text = "what else gets it does so seldom";
    uint64_t type = 0;
    if (llvm::StringRef(about->getMsg()).getAsInteger(10, type)) return true;
    remark.type = reinterpret_cast<const MethodTable*>(type);
    remarks_->push_back(std::move(remark));
    return true;
}

// Of the versions of a loop the one that became vector code counts; of several reasons the first.
void Diagnostics::note_loop(const llvm::DiagnosticInfo& found, Remark remark) {
    auto& about = *llvm::cast<llvm::DiagnosticInfoOptimizationBase>(&found);
    if (llvm::isa<llvm::OptimizationRemark>(found)) remark.kind = RemarkKind::VectorLoop;
    std::string message = about.getMsg();
    llvm::StringRef text = message;
    text.consume_front("loop not vectorized: ");
    if (text.consume_front("vectorized loop (")) text.consume_back(")");
    if (text == "loop not vectorized") return;  // without a reason
    remark.text = text.str();
    auto known = std::ranges::find_if(
        *remarks_, [&](const Remark& other) { return is_of_loop(other) && is_same_place(other, remark); });
    if (known == remarks_->end()) {
        remarks_->push_back(std::move(remark));
    } else if (remark.kind == RemarkKind::VectorLoop) {
        *known = std::move(remark);
    }
}

void remark_object(const llvm::CallBase& allocation, ObjectHome home) {
    llvm::LLVMContext& context = allocation.getContext();
    if (!context.getDiagHandlerPtr()->isAnyRemarkEnabled()) return;
    llvm::OptimizationRemark remark(objects, name_of(home), &allocation);
    remark << std::to_string(reinterpret_cast<uintptr_t>(allocated_type(allocation)));
    context.diagnose(remark);
}

}  // namespace celer::optimizer
