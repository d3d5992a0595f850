// Loads of what was stored a moment ago.
#pragma once

namespace llvm {
class TargetPassConfig;
}

namespace celer::optimizer {

// Processors take what a store has written to `[register + offset]` from the register that was stored, without the
// latency of memory, where a plain load of 32 or 64 bits names the same address soon after (Zen 2 and later, Golden
// Cove and later). They do so for no load that also extends or computes: on Zen 4, `movsxd rcx, [rdi+24]` beside a
// store to [rdi+24] makes a loop of 2.2 ns a turn, `mov ecx, [rdi+24]` with `movsxd rcx, ecx` one of 0.5 ns. So in
// methods that also store to its address a load becomes an instruction of its own: a count or a position that is read,
// used as an index and written back, in a loop or by one call after the other.
void split_stored_loads(llvm::TargetPassConfig& passes);

}  // namespace celer::optimizer
