// The one lock of the type system; recursive. Held while anything in it is written. Do not throw managed exceptions out
// of its scope.
#pragma once

namespace celer {

class LoaderLock {
  public:
    LoaderLock();
    ~LoaderLock();
    LoaderLock(const LoaderLock&) = delete;
    LoaderLock& operator=(const LoaderLock&) = delete;
};

// Called around a wait for the lock; `begin` says whether `end` shall be called. runtime/ installs them.
struct LoaderWaitHooks {
    bool (*begin)() = nullptr;
    void (*end)() = nullptr;
};
void set_loader_wait_hooks(const LoaderWaitHooks& hooks);

}  // namespace celer
