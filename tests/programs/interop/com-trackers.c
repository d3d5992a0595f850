// An object system with reference trackers: one manager, objects that may hold one managed target each.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef struct { uint8_t b[16]; } Guid;
typedef struct Target { void** vtable; } Target;
typedef struct { void** vtable; int count, tracker_count, connected, disconnected; Target* target; } Tracker;
typedef struct { void** vtable; int started, found, failed, completed, hosts; } Manager;

static int32_t manager_query(Manager* m, Guid* iid, void** result) { *result = NULL; return (int32_t)0x80004002; }
static uint32_t one(void* self) { return 1; }
static int32_t started(Manager* m) { m->started++; return 0; }
static int32_t find_completed(Manager* m, int failed) { m->found++; m->failed += failed; return 0; }
static int32_t completed(Manager* m) { m->completed++; return 0; }
static int32_t set_host(Manager* m, void* host) { m->hosts++; return 0; }
static void* manager_vtable[] = {manager_query, one, one, started, find_completed, completed, set_host};
static Manager manager = {manager_vtable};

static const uint8_t unknown_id[16] = {0, 0, 0, 0, 0, 0, 0, 0, 0xc0, 0, 0, 0, 0, 0, 0, 0x46};
static const uint8_t tracker_id[16] = {0x3a, 0xb1, 0xd3, 0x11, 0x0e, 0x18, 0x89, 0x47, 0xa8, 0xbe, 0x77, 0x12, 0x88, 0x28, 0x93, 0xe6};
static int32_t query(Tracker* t, Guid* iid, void** result)
{
    int known = !memcmp(iid, unknown_id, 16) || !memcmp(iid, tracker_id, 16);
    *result = known ? t : NULL;
    if (known) t->count++;
    return known ? 0 : (int32_t)0x80004002;
}
static uint32_t add(Tracker* t) { return (uint32_t)++t->count; }
static uint32_t drop(Tracker* t) { return (uint32_t)--t->count; }
static int32_t connect(Tracker* t) { t->connected++; return 0; }
static int32_t disconnect(Tracker* t) { t->disconnected++; return 0; }
static int32_t find(Tracker* t, Target* callback)
{
    if (!t->target) return 0;
    return ((int32_t (*)(void*, void*))callback->vtable[3])(callback, t->target);
}
static int32_t get_manager(Tracker* t, void** result) { *result = &manager; return 0; }
static int32_t add_source(Tracker* t) { t->tracker_count++; return 0; }
static int32_t drop_source(Tracker* t) { t->tracker_count--; return 0; }
static int32_t peg_source(Tracker* t) { return 0; }
static void* tracker_vtable[] = {query, add, drop, connect, disconnect, find, get_manager, add_source, drop_source, peg_source};

Tracker* new_tracker(void) { Tracker* t = calloc(1, sizeof *t); t->vtable = tracker_vtable; t->count = 1; return t; }
void hold(Tracker* t, Target* target) { t->target = target; ((uint32_t (*)(void*))target->vtable[3])(target); }
void let_go(Tracker* t) { ((uint32_t (*)(void*))t->target->vtable[4])(t->target); t->target = NULL; }
int counts(int which)
{
    int all[] = {manager.started, manager.found, manager.failed, manager.completed, manager.hosts};
    return all[which];
}
int connected(Tracker* t) { return t->connected * 1000 + t->disconnected * 100 + t->tracker_count; }
