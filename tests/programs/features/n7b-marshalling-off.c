// Plain values, of which none may be converted on the way.
#include <stdint.h>

typedef struct { uint8_t flag; uint16_t letter; int32_t number; } Mixed;

int32_t see_flag(uint8_t flag) { return flag; }
int32_t see_letter(uint16_t letter) { return letter; }
int32_t see_mixed(Mixed mixed) { return mixed.flag * 1000000 + mixed.letter * 1000 + mixed.number; }
uint8_t give_flag(int32_t value) { return (uint8_t)value; }
