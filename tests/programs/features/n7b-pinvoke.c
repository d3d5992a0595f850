// What the generated and the built-in marshalling call.
#include <errno.h>
#include <stdint.h>
#include <unistd.h>

typedef struct { int32_t number; double part; } Pair;

// Like CreatePipe: two handles come back, and a BOOL; an odd size fails.
int32_t create_pipe(intptr_t* reader, intptr_t* writer, int32_t size)
{
    if (size % 2) {
        *reader = *writer = -1;
        errno = EINVAL;
        return 0;
    }
    *reader = 1000 + size;
    *writer = 2000 + size;
    errno = EAGAIN;  // success leaves an error code too, as calls do
    return 256;      // true, though its lowest byte is zero
}

int32_t close_handle(intptr_t handle) { errno = EBADF; return (int32_t)handle; }

int32_t negate_byte(uint8_t value) { return value ? 0 : 1; }
int32_t negate_int(int32_t value) { return value ? 0 : 1; }
uint8_t bytes_true(void) { return 2; }
int32_t sum(const int32_t* numbers, int32_t count)
{
    int32_t total = 0;
    for (int32_t i = 0; i < count; i++)
        total += numbers[i];
    return numbers ? total : -1;
}
void double_all(int32_t* numbers, int32_t count)
{
    for (int32_t i = 0; i < count; i++)
        numbers[i] *= 2;
}
double pair_sum(const Pair* pair) { return pair->number + pair->part; }
int32_t length_of(const char* text)
{
    int32_t length = 0;
    if (!text)
        return -1;
    while (text[length])
        length++;
    return length;
}
int32_t length_of_wide(const uint16_t* text)
{
    int32_t length = 0;
    if (!text)
        return -1;
    while (text[length])
        length++;
    return length;
}
int32_t call_back(int32_t (*function)(int32_t), int32_t value) { return function(value) + 1; }
void* own_function(void) { return (void*)negate_int; }
int64_t blittable(int8_t a, int16_t b, int64_t c, float d, double e, const void* f, uint8_t g) { return a + b + c + (int64_t)d + (int64_t)e + (f ? 1 : 0) + g; }
