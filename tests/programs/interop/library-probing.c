int forty_two(void) { return 42; }
int add_ansiA(int a) { return a + 1; }
int add_wideW(int a) { return a + 2; }
