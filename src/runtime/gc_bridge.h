// Joins the collector to threads, stacks and statics.
#pragma once

namespace celer {

void initialize_collector();        // before the first thread attaches
void initialize_collector_types();  // once CoreLib's types are loaded

}  // namespace celer
