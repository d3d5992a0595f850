// AppContext.FirstChanceException, raised at every throw and rethrow before any handler is asked.
#pragma once

namespace celer {

struct Object;
struct Thread;

void notify_first_chance(Thread& thread, Object* exception);

}  // namespace celer
