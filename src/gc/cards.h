// What a collection does with cards (gc/barrier.h). World stopped.
#pragma once

#include <cstddef>

#include "object/object.h"

namespace celer::gc {

class Marker;
class MarkingLimit;

// An interrupted frame holds the object: what it may be about to store to stays as good as logged. Before
// mark_from_logged().
void keep_cards(Object* object);

// A collection of young objects: marks what the old objects of logged lines refer to, in blocks of [first, end).
// Returns how many such lines there were. All roots have been visited. Several threads may do it, each for blocks of
// its own.
size_t mark_from_logged(Marker& marker, size_t first, size_t end);

// A full collection beside the program: the same for the lines that were logged since it began, in so many blocks, and
// drains. False: the limit was reached, and some of them are left.
bool mark_from_stored_to(Marker& marker, size_t blocks, MarkingLimit& limit);
void forget_stored_to();

// After marking, before the sweep: what was young is old. Lines that threads go on filling are young again.
void settle_cards();

}  // namespace celer::gc
