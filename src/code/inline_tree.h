// The methods that one address in compiled code stands for. A compiler that puts the bodies of callees into a method
// numbers them: node 0 is the method itself, each other node is one inlined call. The IL map gives each native range a
// node and an offset in that node's IL; from there the callers follow from node to node.
#pragma once

#include <vector>

#include "code/method_code.h"

namespace celer {

struct InlineNode {
    MethodDesc* method;
    uint32_t parent;          // the node it was inlined into; less than its own number
    uint32_t call_il_offset;  // of the call, in the parent's IL

    bool operator==(const InlineNode&) const = default;
};

// The innermost method's node at an address in the code (the faulting ip, or a return address - 1).
uint32_t inline_node_at(const MethodCode& code, uintptr_t ip);
std::vector<InlineNode> inline_tree_of(const MethodCode& code);  // nodes 1, 2, ...
// The node of the caller; `node` is not 0.
uint32_t caller_of_node(const MethodCode& code, uint32_t node);
MethodDesc* method_of_node(const MethodCode& code, uint32_t node);
// The IL offset in that node's method at an address that lies in it or in what was inlined into it.
uint32_t il_offset_in_node(const MethodCode& code, uintptr_t ip, uint32_t node);

}  // namespace celer
