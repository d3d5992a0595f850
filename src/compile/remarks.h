// What a compiler did with a method and why, for people: JitDump prints it, `celer explain` makes advice of it.
// Compilers collect it only while somebody wants_remarks().
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "object/method_table.h"
#include "types/member.h"

namespace celer {

enum class RemarkKind : uint8_t {
    PutIn,        // the body of `method` took the place of a call; `type`: for receivers of that class
    KeptCall,     // a call of `method` stayed one; `text`: why
    VectorLoop,   // `text`: how
    ScalarLoop,   // `text`: why it is not vector code
    StackObject,  // an object of `type` became values, or lies in the frame; `text`: why
    HeapObject,   // an object of `type` is allocated
    Refused,      // the method has no better code; `text`: why
};

struct Remark {
    RemarkKind kind;
    uint32_t node = 0;  // whose IL offset (code/inline_tree.h)
    uint32_t il_offset = 0;
    const MethodDesc* method = nullptr;
    const MethodTable* type = nullptr;
    std::string text = {};
};
std::string describe(const Remark& remark);  // "2 IL 17: Add stays a call: it is too large"

}  // namespace celer
