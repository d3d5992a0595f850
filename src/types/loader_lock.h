// The one lock of the type system; recursive. Held while anything in it is written. Do not throw managed exceptions out of its scope.
#pragma once

namespace celer {

class LoaderLock {
  public:
    LoaderLock();
    ~LoaderLock();
    LoaderLock(const LoaderLock&) = delete;
    LoaderLock& operator=(const LoaderLock&) = delete;
};

}  // namespace celer
