// Objects that keep their memory from use to use. As many are made as are in use at the same time, by all threads.
#pragma once

#include <vector>

#include "base/lock.h"

namespace celer {

template <typename T>
class Pool {
  public:
    T* take() {
        LockGuard guard(lock_);
        if (free_.empty()) return new T;
        T* object = free_.back();
        free_.pop_back();
        return object;
    }
    void give_back(T* object) {
        LockGuard guard(lock_);
        free_.push_back(object);
    }

  private:
    Lock lock_{LockRank::Pool};
    std::vector<T*> free_;
};

}  // namespace celer
