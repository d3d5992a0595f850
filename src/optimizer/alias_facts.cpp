#include "optimizer/alias_facts.h"

namespace celer::optimizer {

using Space = MemoryPlace::Space;

namespace {

constexpr int64_t word_bytes = 8;

std::string name_of(const MemoryPlace& place) {
    switch (place.space) {
        case Space::Object:
            return "object";
        case Space::Element:
            return "element." + std::to_string(place.element_size);
        case Space::Static:
            return "static";
        case Space::ThreadStatic:
            return "thread.static";
        case Space::Unknown:
            break;
    }
    return "";
}

}  // namespace

llvm::MDNode* AliasFacts::node(llvm::LLVMContext& context, const std::string& name, llvm::MDNode* parent) {
    llvm::MDNode*& made = nodes_[name];
    if (made == nullptr) made = llvm::MDBuilder(context).createTBAAScalarTypeNode(name, parent);
    return made;
}

llvm::MDNode* AliasFacts::tag(llvm::LLVMContext& context, const MemoryPlace& place, uint64_t size_bytes,
                              bool is_reference) {
    if (place.space == Space::Unknown || place.offset < 0) return nullptr;
    auto end = place.offset + static_cast<int64_t>(size_bytes);
    if (place.space == Space::Element && end > place.element_size) return nullptr;  // of other elements, too
    llvm::MDNode*& root = nodes_[""];
    if (root == nullptr) root = llvm::MDBuilder(context).createTBAARoot("memory");
    std::string name = name_of(place);
    llvm::MDNode* type = node(context, name, root);
    if ((end - 1) / word_bytes == place.offset / word_bytes) {
        name += (is_reference ? ".reference." : ".word.") + std::to_string(place.offset / word_bytes);
        type = node(context, name, type);
    }
    return llvm::MDBuilder(context).createTBAAStructTagNode(type, type, 0);
}

}  // namespace celer::optimizer
