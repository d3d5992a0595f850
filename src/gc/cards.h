// What a collection does with cards (gc/barrier.h). World stopped.
#pragma once

#include "object/object.h"

namespace celer::gc {

class Marker;

// An interrupted frame holds the object: what it may be about to store to stays as good as logged. Before
// mark_from_logged().
void keep_cards(Object* object);

// A collection of young objects: marks what the old objects of logged lines refer to. All roots have been visited.
void mark_from_logged(Marker& marker);

// After marking, before the sweep: what was young is old. Lines that threads go on filling are young again.
void settle_cards();

}  // namespace celer::gc
