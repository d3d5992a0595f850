/* What n5-interop.cs calls: functions of almost no work, so that the way there and back is what counts. */
#include <stdint.h>

struct Point
{
    int32_t x;
    double y;
};

int32_t add(int32_t a, int32_t b) { return a + b; }
int64_t sum(const int32_t *numbers, int32_t count)
{
    int64_t total = 0;
    for (int32_t i = 0; i < count; i++)
        total += numbers[i];
    return total;
}
double scale(struct Point point, double by) { return point.x * by + point.y; }
void move_by(struct Point *point, int32_t by) { point->x += by; }
int32_t exact_name(void) { return 1; }
int32_t exact_nameA(void) { return 2; }
int32_t exact_nameW(void) { return 3; }
int32_t only_ansiA(void) { return 4; }
