#include <stdlib.h>
#include <string.h>
int call_in(int (*f)(char*)) { return f("ten"); }
int call_reference(int (*f)(char**), int null) { char* p = null ? NULL : malloc(8); if (p) strcpy(p, "in"); int r = f(&p); return r * 100 + (p ? (int)strlen(p) : -1); }
char* call_result(char* (*f)(void)) { return f(); }
int take_reference(char** p, int mode) { int n = *p ? (int)strlen(*p) : -1; if (mode == 1) { *p = malloc(8); strcpy(*p, "new"); } if (mode == 2) *p = NULL; return n; }
int take(char* p) { return p ? (int)strlen(p) : -1; }
