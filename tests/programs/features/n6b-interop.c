#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

typedef int32_t (*number_function)(int32_t);
static int32_t open_handles;
static number_function kept;

int32_t plain_add(int32_t a, int64_t b, double c) { return a + (int32_t)b + (int32_t)c; }
int32_t same(int32_t value) { return value; }
uint8_t same_byte(uint8_t value) { return value; }
int32_t fail_with(int32_t error) { errno = error; return error ? -1 : 0; }
int32_t error_now(void) { return errno; }

void *open_handle(void) { open_handles++; return malloc(16); }
int32_t close_handle(void *handle) { open_handles--; free(handle); return 1; }
int32_t count_handles(void) { return open_handles; }
int32_t use_handle(void *handle, number_function during) { memset(handle, 1, 16); return during(open_handles) + open_handles; }

int32_t fill_later(int32_t *value, int32_t count, number_function before) {
    before(count);
    for (int32_t i = 0; i < count; i++)
        value[i] = i + 1;
    return before(-count);
}

int32_t nested(number_function function, int32_t depth) { return depth ? function(depth) + 1 : 0; }
void keep(number_function function) { kept = function; }
int32_t call_kept(int32_t value) { return kept ? kept(value) : -1; }
