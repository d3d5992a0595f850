// What became of the program's hot methods and why (CELER_Explain, `celer explain`; docs/explain.md): collected while
// the program runs, written when it ends.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "compile/remarks.h"

namespace celer {

struct CompileOutcome;
struct MethodCode;

// Everything by name: methods and types may be unloaded before the report is written.
struct ExplainedMethod {
    std::string name;    // as listings have it
    std::string module;  // path of the file; empty: none
    uint32_t token = 0;  // 0: no method of a file
};

struct ExplainedNode {  // of the inline tree; 0 is the method
    ExplainedMethod method;
    uint32_t parent = 0;
    uint32_t call_il_offset = 0;
};

struct ExplainedRemark {
    RemarkKind kind;
    uint32_t node;
    uint32_t il_offset;
    std::string method;
    std::string type;
    std::string text;
};

struct ExplainedCompilation {
    bool is_osr = false;
    uint32_t osr_il_offset = 0;
    uint64_t time_us = 0;
    uint32_t code_bytes = 0;  // 0: the method stays at tier 0
    std::vector<ExplainedNode> nodes;
    std::vector<ExplainedRemark> remarks;
};

struct ExplainedHotMethod {
    ExplainedMethod method;
    uint32_t il_bytes = 0;
    uint64_t samples = 0;           // the method's own code, with what was put into it
    uint64_t samples_of_tier0 = 0;  // those of them in tier 0's code
    std::vector<ExplainedCompilation> compilations;
};

struct Explanation {
    uint64_t samples = 0;  // of managed code, all methods
    int64_t interval_us = 0;
    std::vector<ExplainedHotMethod> methods;  // the hottest first
};

// Before any method is compiled, if the option is set: then what follows is told everything.
void initialize_explanation();
void explain_compilation(const CompileOutcome& outcome);
void explain_sample(const MethodCode& code);
void write_explanation();  // at the end of the process

std::string explanation_as_text(const Explanation& explanation);
std::string explanation_as_json(const Explanation& explanation);

}  // namespace celer
