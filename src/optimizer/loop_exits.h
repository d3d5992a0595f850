// Room behind loops that call something.
#pragma once

namespace llvm {
class TargetPassConfig;
}

namespace celer::optimizer {

// A loop that calls something, in another one that mostly goes past it: what lies in the frame during the calls comes
// back into registers where the ways meet, also for those who never left them, since there is no place that only the
// loop leads to. Adds a pass of the back end that makes one; it goes again if nothing is put there.
void make_room_behind_loops(llvm::TargetPassConfig& passes);

}  // namespace celer::optimizer
