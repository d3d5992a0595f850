// P/Invoke, II.15.5: native targets of `pinvokeimpl` methods.
#pragma once

namespace celer {

void install_interop();  // hands the P/Invoke binder to the runtime

}  // namespace celer
