// Calls back what it gets, with memory of its own; tells what it sees as numbers.
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>

typedef struct { int a; double b; } Plain;
typedef struct { int a; char* text; } Texts;

int plain_pointer(Plain* p, int add) { if (!p) return -1; int old = p->a; p->a += add; p->b *= 2; return old; }
int plain_pointer_pointer(Plain** p, int mode)
{
    if (!p) return -2;
    int old = *p ? (*p)->a : -1;
    if (mode == 1 && *p) (*p)->a += 100;
    if (mode == 2) *p = NULL;
    if (mode == 3) { *p = malloc(sizeof(Plain)); (*p)->a = 33; (*p)->b = 3.5; }
    return old;
}
int texts_pointer(Texts* p, int mode)
{
    if (!p) return -1;
    int length = p->text ? (int)strlen(p->text) : -5;
    if (mode == 1) { p->a *= 2; p->text = strdup("from native"); }
    return p->a * 1000 + length;
}
int texts_pointer_pointer(Texts** p, int mode)
{
    if (!p) return -2;
    int old = *p ? (*p)->a : -1;
    if (mode == 1 && *p) { (*p)->a += 1; (*p)->text = strdup("changed"); }
    if (mode == 2) *p = NULL;
    if (mode == 3) { *p = malloc(sizeof(Texts)); (*p)->a = 7; (*p)->text = strdup("new"); }
    return old;
}
Plain* make_plain(int a) { if (a == 0) return NULL; Plain* p = malloc(sizeof(Plain)); p->a = a; p->b = 0.5; return p; }
Texts* make_texts(int a) { if (a == 0) return NULL; Texts* p = malloc(sizeof(Texts)); p->a = a; p->text = strdup("made"); return p; }

int builder(char* text, int capacity, int mode)
{
    if (!text) return -1;
    int length = mode < 4 ? (int)strlen(text) : 0;
    if (mode % 4 == 1) strcpy(text, "built");
    if (mode % 4 == 2) { memset(text, 'x', (size_t)capacity); text[capacity] = 0; }
    if (mode % 4 == 3) text[0] = 0;
    return length;
}
int builder_reference(char** text, int mode)
{
    int length = *text ? (int)strlen(*text) : -1;
    if (mode == 1) *text = strdup("other");
    if (mode == 2) *text = NULL;
    return length;
}

// From native code to managed:
int call_plain(int (*f)(Plain*), int null) { Plain p = {5, 1.5}; int r = f(null ? NULL : &p); return r * 1000 + p.a; }
int call_plain_reference(int (*f)(Plain**), int null)
{
    Plain* p = null ? NULL : make_plain(6);
    int r = f(&p);
    return r * 10000 + (p ? p->a : -1) * 10 + (p == NULL);
}
int call_texts(int (*f)(Texts*), int null) { Texts t = {5, strdup("in")}; int r = f(null ? NULL : &t); return r * 1000 + t.a * 10 + (t.text ? (int)strlen(t.text) : -1); }
int call_texts_reference(int (*f)(Texts**), int null)
{
    Texts* p = null ? NULL : make_texts(6);
    int r = f(&p);
    return r * 10000 + (p ? p->a : -1) * 10 + (p && p->text ? (int)strlen(p->text) : -1);
}
int call_builder(int (*f)(char*), int null) { char buffer[64] = "start"; int r = f(null ? NULL : buffer); return r * 100 + (int)strlen(buffer); }
int call_builder_reference(int (*f)(char**)) { char* text = strdup("start"); int r = f(&text); return r * 100 + (text ? (int)strlen(text) : -1); }
int call_wide_builder(int (*f)(uint16_t*)) { uint16_t buffer[64] = {'a', 'b', 'c', 0}; int r = f(buffer), n = 0; while (buffer[n]) n++; return r * 100 + n; }
int call_string_reference(int (*f)(char**), int null) { char* text = null ? NULL : strdup("start"); int r = f(&text); return r * 100 + (text ? (int)strlen(text) : -1); }
int call_ints(int (*f)(int*, int), int null) { int a[4] = {1, 2, 3, 4}; int r = f(null ? NULL : a, 4); return r * 100 + a[0] + a[1] + a[2] + a[3]; }
int call_ints_reference(int (*f)(int**, int*), int null)
{
    int* a = null ? NULL : malloc(4 * sizeof(int));
    if (a) for (int i = 0; i < 4; i++) a[i] = i + 1;
    int n = 4;
    int r = f(&a, &n);
    return r * 1000 + (a ? a[0] * 10 : -10) + n;
}
int call_strings(int (*f)(char**, int)) { char* a[3] = {strdup("x"), NULL, strdup("zzz")}; int r = f(a, 3); int n = 0; for (int i = 0; i < 3; i++) n += a[i] ? (int)strlen(a[i]) : 10; return r * 100 + n; }
int call_bool_reference(int (*f)(int*)) { int b = 2; int r = f(&b); return r * 10 + b; }
int call_char_reference(int (*f)(char*)) { char c = 'q'; int r = f(&c); return r * 1000 + c; }
int call_handle(int (*f)(void*)) { return f((void*)77); }
int call_handle_reference(int (*f)(void**)) { void* h = (void*)77; int r = f(&h); return r * 100 + (int)(intptr_t)h; }
int call_delegate_reference(int (*f)(int (**)(int))) { int (*g)(int) = NULL; int r = f(&g); return r * 100 + (g ? g(4) : -1); }
int call_struct_reference(int (*f)(Texts*)) { Texts t = {5, strdup("in")}; int r = f(&t); return r * 1000 + t.a * 10 + (t.text ? (int)strlen(t.text) : -1); }
Texts call_struct_result(Texts (*f)(int)) { return f(3); }
int call_class_result(Texts* (*f)(int), int x) { Texts* t = f(x); return t ? t->a * 100 + (int)strlen(t->text) : -1; }
int call_string_result(char* (*f)(void)) { char* s = f(); int n = s ? (int)strlen(s) : -1; free(s); return n; }
int call_date_reference(int (*f)(double*)) { double d = 2.0; int r = f(&d); return r * 100 + (int)d; }
int call_currency_reference(int (*f)(int64_t*)) { int64_t c = 12345; int r = f(&c); return r * 100 + (int)(c / 10000); }
int call_any(int (*f)(void*)) { return f((void*)"text"); }
