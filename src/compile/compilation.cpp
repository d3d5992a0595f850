#include "compile/compilation.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/assert.h"
#include "base/options.h"
#include "base/pool.h"
#include "base/upcalls.h"
#include "code/compiler.h"
#include "code/jit_listing.h"
#include "platform/activity.h"
#include "platform/loader_heap.h"
#include "platform/memory.h"
#include "types/loader_lock.h"

namespace celer {

namespace {

CompileTimes g_times;
thread_local CompileTimes t_times;

struct PhaseRow {
    std::string_view name;
    bool is_optional;
};
constexpr PhaseRow phases[] = {
#define CELER_PHASE(name, is_optional, doc) {#name, is_optional},
#include "compile/phases.def"
#undef CELER_PHASE
};

// ImportedCode keeps its vectors' memory from method to method, so it is used again; one is enough unless threads
// compile at the same time or compiling one method runs into another.
Pool<ImportedCode>& import_pool() {
    static auto* pool = new Pool<ImportedCode>;
    return *pool;
}

// "FROM-TO", both included; what is missing does not bound.
bool is_in_range(std::string_view range, uint32_t number) {
    uint32_t from = 0;
    uint32_t to = ~0u;
    size_t dash = range.find('-');
    std::from_chars(range.data(), range.data() + range.size(), from);
    if (dash != std::string_view::npos) std::from_chars(range.data() + dash + 1, range.data() + range.size(), to);
    return number >= from && number <= to;
}

bool is_to_be_optimised(MethodDesc* method) {
    const Options& option = options();
    if (option.JITMinOpts) return false;
    if (*option.JitRange != 0 && !is_in_range(option.JitRange, method->id)) return false;
    return *option.JitOnly == 0 || is_in_method_set(option.JitOnly, method);
}

// The last optional phase that runs. A name that is none is the end of the process: bisecting would mislead.
int last_phase() {
    std::string_view name = options().JitLastPhase;
    if (name.empty()) return phase_count;
    auto found = std::ranges::find(phases, name, &PhaseRow::name);
    if (found == std::end(phases)) CELER_PANIC("JitLastPhase: no phase is called %s", options().JitLastPhase);
    return static_cast<int>(found - phases);
}

void add_times(const CompileTimes& one) {
    static_assert(sizeof(CompileTimes) == (5 + phase_count) * sizeof(uint64_t));
    auto* from = reinterpret_cast<const uint64_t*>(&one);
    auto* all = reinterpret_cast<uint64_t*>(&g_times);
    auto* of_thread = reinterpret_cast<uint64_t*>(&t_times);
    for (size_t i = 0; i < sizeof one / sizeof *from; i++) {
        if (from[i] == 0) continue;
        __atomic_fetch_add(&all[i], from[i], __ATOMIC_RELAXED);
        of_thread[i] += from[i];
    }
}

}  // namespace

const CompileTimes& compile_times() {
    return g_times;
}

const CompileTimes& thread_compile_times() {
    return t_times;
}

std::string phase_times_text() {
    std::string text;
    for (int phase = 0; phase < phase_count; phase++) {
        uint64_t time_ns = g_times.phase_ns[phase];
        if (time_ns == 0) continue;
        if (!text.empty()) text += ", ";
        text.append(phases[phase].name).append(" " + std::to_string(time_ns / 1000) + " us");
    }
    return text;
}

Compilation::Compilation(const CompileRequest& request)
    : request_(request),
      own_(import_pool().take()),
      code_(own_),
      is_optimised_(is_to_be_optimised(request.method)),
      is_timed_(options().JitTimes) {
    if (outlives_process(request.method)) request_.may_assume = false;
}

Compilation::Compilation(const CompileRequest& request, const ImportedCode& imported)
    : request_(request),
      code_(&imported),
      is_optimised_(is_to_be_optimised(request.method)),
      is_timed_(options().JitTimes) {}

Compilation::~Compilation() {
    if (own_ != nullptr) import_pool().give_back(own_);
}

bool Compilation::enter(Phase phase) {
    if (is_timed_) {
        uint64_t now = monotonic_time_ns();
        phase_ns_[static_cast<int>(phase_)] += now - phase_start_ns_;
        phase_start_ns_ = now;
    }
    phase_ = phase;
    if (!phases[static_cast<int>(phase)].is_optional) return true;
    return is_optimised_ && static_cast<int>(phase) <= last_phase();
}

Error Compilation::failure() const {
    const Error& error = *code_->invalid;
    bool is_out_of_memory = error.kind == ErrorKind::OutOfMemory && error.exception == nullptr;
    if (is_out_of_memory) return Error{ErrorKind::OutOfMemory, {}, {}};  // the exception that is there already
    return error;
}

void Compilation::check_form() const {
    if (!options().JitVerify) return;
    if (std::string broken = verify(*code_); !broken.empty())
        CELER_PANIC("%s: %s\n%s", display_name(request_.method).c_str(), broken.c_str(), print(*code_).c_str());
}

void Compilation::count(uint64_t start_ns, uint64_t imported_ns, const MethodCode& compiled) {
    CompileTimes one = {1, imported_ns - start_ns, monotonic_time_ns() - imported_ns, code_->il_size,
                        compiled.size_bytes};
    if (is_timed_) {
        phase_ns_[static_cast<int>(phase_)] += monotonic_time_ns() - phase_start_ns_;
        std::ranges::copy(phase_ns_, one.phase_ns);
    }
    add_times(one);
}

void Compilation::import() {
    if (own_ == nullptr) return;
    ActivityScope importing(Activity::Importing);
    ImportOptions import_options = {.may_assume = request_.may_assume};
    if (request_.body != nullptr) {
        import_supplied(request_.method, *request_.body, *own_, import_options);
    } else {
        import_method(request_.method, *own_, import_options);
    }
}

Result<MethodCode*> Compilation::run(Compiler& compiler) {
    std::optional<UnseenLoading> unseen;
    if (request_.priority == CompilePriority::Background) unseen.emplace();
    uint64_t start = phase_start_ns_ = monotonic_time_ns();
    import();
    uint64_t imported = monotonic_time_ns();
    if (code_->invalid) return std::unexpected(failure());
    check_form();
    bool is_optimising = request_.tier == CodeTier::Optimized;
    ActivityScope compiling(is_optimising ? Activity::Optimizing : Activity::Compiling);
    MethodCode* compiled = compiler.compile(*this);
    bool keeps_old_code = compiled == nullptr && request_.bodies_so_far != nullptr;
    if (is_optimising && !keeps_old_code && g_upcalls.compiled != nullptr)
        g_upcalls.compiled({request_, *code_, compiled, monotonic_time_ns() - start, remarks_});
    if (compiled == nullptr && request_.priority == CompilePriority::Background) return nullptr;
    if (compiled == nullptr) {
        request_.tier = CodeTier::Baseline;
        compiled = baseline().compile(*this);
    }
    count(start, imported, *compiled);
    if (is_dumped(*this)) write_dump(*compiled, compiler);
    list_compiled_method(compiled, code_->il_size, compiler.disassembler());
    return compiled;
}

void Compilation::write_dump(const MethodCode& compiled, Compiler& compiler) const {
    std::string text = "; Compilation " + std::to_string(request_.method->id) + " of " +
                       listing_name(request_.method, true) + " (" + tier_name(compiled) + ")\n";
    if (request_.osr_il_offset != no_osr) text += "; entered at IL " + std::to_string(request_.osr_il_offset) + "\n";
    if (request_.priority == CompilePriority::Background) text += "; in the background\n";
    if (!is_optimised_) text += "; without optional phases\n";
    text += print(*code_) + describe(compiled) + compiler.disassembler()(&compiled) + "\n";
    write_listing(text);
}

void Compilation::add_remarks(std::vector<Remark> remarks) {
    if (is_dumped(*this)) {
        std::string text = "remarks\n";
        for (const Remark& remark : remarks) text += describe(remark) + "\n";
        write_to_dump(*this, text);
    }
    remarks_.insert(remarks_.end(), std::make_move_iterator(remarks.begin()), std::make_move_iterator(remarks.end()));
}

bool is_dumped(const Compilation& compilation) {
    return *options().JitDump != 0 && is_in_method_set(options().JitDump, compilation.request().method);
}

bool passes_are_dumped(const Compilation& compilation) {
    return options().JitDumpPasses && is_dumped(compilation);
}

bool wants_remarks(const Compilation& compilation) {
    return g_upcalls.compiled != nullptr || is_dumped(compilation);
}

void note_cold_calls(Compilation& compilation) {
    compilation.note_cold_calls();
}

void add_remarks(Compilation& compilation, std::vector<Remark> remarks) {
    compilation.add_remarks(std::move(remarks));
}

void write_to_dump(const Compilation& compilation, const std::string& text) {
    if (is_dumped(compilation)) write_listing("; " + listing_name(compilation.request().method, true) + " " + text);
}

}  // namespace celer
