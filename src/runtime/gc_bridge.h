// Joins the collector to threads, stacks and statics.
#pragma once

#include <cstdint>

namespace celer {

namespace gc {
class RootVisitor;
}
struct GcLayout;

void initialize_collector();        // before the first thread attaches
void initialize_collector_types();  // once CoreLib's types are loaded

// Thread statics of collectible types, in every thread.
void visit_thread_statics(gc::RootVisitor& visitor, uint32_t offset, const GcLayout* layout);
void clear_thread_statics(uint32_t offset, uint32_t size_bytes);

}  // namespace celer
