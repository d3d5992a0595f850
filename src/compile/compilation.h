// One compilation of one method, by whichever compiler: it imports, checks, times, writes down what options ask for,
// and says which optional phases run. So a wrong program can be bisected: to the method, by its number (JitRange) or
// name (JitOnly), and then to the phase (JitLastPhase).
#pragma once

#include <span>
#include <string_view>

#include "base/result.h"
#include "compile/remarks.h"
#include "compile/request.h"
#include "import/code.h"

namespace celer {

class Compiler;

enum class Phase : uint8_t {
#define CELER_PHASE(name, is_optional, doc) name,
#include "compile/phases.def"
#undef CELER_PHASE
};
inline constexpr int phase_count = 0
#define CELER_PHASE(name, is_optional, doc) +1
#include "compile/phases.def"
#undef CELER_PHASE
    ;

struct CompileTimes {
    uint64_t methods = 0;
    uint64_t import_ns = 0;
    uint64_t compile_ns = 0;
    uint64_t il_bytes = 0;
    uint64_t code_bytes = 0;
    uint64_t phase_ns[phase_count] = {};  // with JitTimes only
};
const CompileTimes& compile_times();         // of all threads
const CompileTimes& thread_compile_times();  // of the calling thread
std::string phase_times_text();              // "Import 12 us, Emit 30 us", of all threads; with JitTimes only

class Compilation {
  public:
    explicit Compilation(const CompileRequest& request);
    // Of a form that is there already, for the Import phase to leave as it is.
    Compilation(const CompileRequest& request, const ImportedCode& imported);
    ~Compilation();
    Compilation(const Compilation&) = delete;
    Compilation& operator=(const Compilation&) = delete;

    // Imports and compiles. A method that cannot be imported is an error: the exception that calling it throws. Null:
    // the compiler leaves the method to tier 0, and nobody waits for code.
    Result<MethodCode*> run(Compiler& compiler);

    const CompileRequest& request() const { return request_; }
    const ImportedCode& code() const { return *code_; }
    // A compiler begins a phase. False: an optional one that is to be left out.
    bool enter(Phase phase);
    void add_remarks(std::vector<Remark> remarks);
    // A compiler left calls alone because their places were counted as cold.
    void note_cold_calls() { keeps_cold_calls_ = true; }
    bool keeps_cold_calls() const { return keeps_cold_calls_; }

  private:
    Error failure() const;
    void import();
    void check_form() const;
    void count(uint64_t start_ns, uint64_t imported_ns, const MethodCode& compiled);
    void write_dump(const MethodCode& compiled, Compiler& compiler) const;

    CompileRequest request_;
    ImportedCode* own_ = nullptr;  // from the pool
    const ImportedCode* code_;
    bool is_optimised_;  // optional phases run
    bool is_timed_;
    Phase phase_ = Phase::Import;
    uint64_t phase_start_ns_ = 0;
    uint64_t phase_ns_[phase_count] = {};
    std::vector<Remark> remarks_;
    bool keeps_cold_calls_ = false;
};

// A compilation by another compiler than tier 0's, as it ended.
struct CompileOutcome {
    const CompileRequest& request;
    const ImportedCode& imported;
    const MethodCode* code;  // null: the method stays at tier 0
    uint64_t time_ns;
    std::span<const Remark> remarks;
};

// For what a compiler has to say to who asked for a dump of the method (JitDump).
bool is_dumped(const Compilation& compilation);
bool passes_are_dumped(const Compilation& compilation);
void write_to_dump(const Compilation& compilation, const std::string& text);  // without effect for other methods
bool wants_remarks(const Compilation& compilation);                           // whether anybody asks for them
void add_remarks(Compilation& compilation, std::vector<Remark> remarks);
void note_cold_calls(Compilation& compilation);

// The record as text: frame, saved registers, clauses, homes of variables, IL map.
std::string describe(const MethodCode& code);

}  // namespace celer
