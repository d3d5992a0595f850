// References between the heap and objects that native code counts (ComWrappers). The runtime implements the interface.
#pragma once

#include <utility>
#include <vector>

#include "object/object.h"

namespace celer::gc {

class NativeReferences {
  public:
    // Whether native code keeps the target of a RefCounted handle alive.
    virtual bool is_rooted(Object* target) = 0;
    // All on the collecting thread, the world stopped. First: the pairs of which the second lives while the first does.
    virtual void collection_begins(std::vector<std::pair<Object*, Object*>>& pairs) = 0;
    virtual void marked() = 0;  // before finalizers: Liveness tells what died
    virtual void collection_ends() = 0;

  protected:
    ~NativeReferences() = default;
};

}  // namespace celer::gc
