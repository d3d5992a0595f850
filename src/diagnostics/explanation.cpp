#include "diagnostics/explanation.h"

#include <algorithm>
#include <unordered_map>

#include "base/lock.h"
#include "base/options.h"
#include "code/inline_tree.h"
#include "code/jit_listing.h"
#include "compile/compilation.h"
#include "diagnostics/report_file.h"
#include "runtime/engine.h"
#include "runtime/tiering.h"
#include "types/assembly.h"
#include "types/loader.h"
#include "types/loader_allocator.h"

namespace celer {

namespace {

class Collector {
  public:
    void add_sample(const MethodCode& code);
    void add(const CompileOutcome& outcome);
    void forget(LoaderAllocator& dying);
    Explanation result();

  private:
    size_t number_of(MethodDesc* method);

    Lock lock_{LockRank::Explanation};
    uint64_t samples_ = 0;
    std::unordered_map<const MethodDesc*, size_t> numbers_;  // in methods_; none that is unloaded
    std::vector<ExplainedHotMethod> methods_;
};

Collector* g_collector;

ExplainedMethod named(MethodDesc* method) {
    ExplainedMethod named;
    named.name = listing_name(method, false);
    if (method->kind != MethodKind::IL || method->owner == nullptr) return named;
    named.module = assembly_location(method->owner->module->assembly);
    named.token = method->token;
    return named;
}

// Names are made outside of the lock: to make one may load types.
size_t Collector::number_of(MethodDesc* method) {
    {
        LockGuard guard(lock_);
        auto known = numbers_.find(method);
        if (known != numbers_.end()) return known->second;
    }
    ExplainedMethod name = named(method);
    LockGuard guard(lock_);
    auto [place, is_new] = numbers_.try_emplace(method, methods_.size());
    if (is_new) methods_.push_back({.method = std::move(name)});
    return place->second;
}

void Collector::add_sample(const MethodCode& code) {
    size_t number = number_of(code.method);
    LockGuard guard(lock_);
    samples_++;
    ExplainedHotMethod& method = methods_[number];
    method.samples++;
    if (code.tier == CodeTier::Baseline) method.samples_of_tier0++;
}

std::vector<ExplainedNode> nodes_of(const MethodCode& code) {
    std::vector<ExplainedNode> nodes;
    nodes.push_back({.method = named(code.method)});
    for (const InlineNode& node : inline_tree_of(code))
        nodes.push_back({named(node.method), node.parent, node.call_il_offset});
    return nodes;
}

ExplainedRemark explained(const Remark& remark) {
    ExplainedRemark result = {remark.kind, remark.node, remark.il_offset, {}, {}, remark.text};
    if (remark.method != nullptr) result.method = listing_name(const_cast<MethodDesc*>(remark.method), false);
    if (remark.type != nullptr) result.type = display_name(TypeHandle(const_cast<MethodTable*>(remark.type)));
    return result;
}

void Collector::add(const CompileOutcome& outcome) {
    ExplainedCompilation made;
    made.is_osr = outcome.request.osr_il_offset != no_osr;
    if (made.is_osr) made.osr_il_offset = outcome.request.osr_il_offset;
    made.time_us = outcome.time_ns / 1000;
    if (outcome.code != nullptr) {
        made.code_bytes = outcome.code->size_bytes;
        made.nodes = nodes_of(*outcome.code);
    } else {
        made.nodes.push_back({.method = named(outcome.request.method)});
    }
    for (const Remark& remark : outcome.remarks) {
        if (remark.node < made.nodes.size()) made.remarks.push_back(explained(remark));
    }
    size_t number = number_of(outcome.request.method);
    LockGuard guard(lock_);
    ExplainedHotMethod& method = methods_[number];
    method.il_bytes = outcome.imported.il_size;
    method.compilations.push_back(std::move(made));
}

// With the world stopped.
void Collector::forget(LoaderAllocator& dying) {
    LockGuard guard(lock_);
    std::erase_if(numbers_, [&](const auto& known) { return loader_allocator_of(known.first) == &dying; });
}

Explanation Collector::result() {
    LockGuard guard(lock_);
    Explanation result = {samples_, options().TieringIntervalMicroseconds, methods_};
    std::ranges::sort(result.methods, std::ranges::greater{}, &ExplainedHotMethod::samples);
    return result;
}

}  // namespace

void write_explanation() {
    const char* path = options().Explain;
    Explanation explanation = g_collector->result();
    write_report(path, is_json_file(path) ? explanation_as_json(explanation) : explanation_as_text(explanation));
}

void explain_compilation(const CompileOutcome& outcome) {
    g_collector->add(outcome);
}

void explain_sample(const MethodCode& code) {
    g_collector->add_sample(code);
}

void initialize_explanation() {
    g_collector = new Collector;
    on_unload({.each = [](LoaderAllocator& dying) { g_collector->forget(dying); }});
}

}  // namespace celer
