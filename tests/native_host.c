/* A host of its own: loads a runtime library by its path and uses it through the C interface, rightly and wrongly.
   Arguments: the runtime library, the list of trusted assemblies, the program's assembly, its simple name. */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int (*Initialize)(const char *, const char *, int, const char **, const char **, void **, unsigned *);
typedef int (*Execute)(void *, unsigned, int, const char **, const char *, unsigned *);
typedef int (*CreateDelegate)(void *, unsigned, const char *, const char *, const char *, void **);
typedef int (*Shutdown)(void *, unsigned, int *);
typedef int (*SetErrorWriter)(void (*)(const char *));

typedef int (*Add)(int, int);
typedef void (*Fill)(char *, int);

static Add add;

static void *from_a_thread(void *argument) {
    (void)argument;
    return (void *)(long)add(400, 2);
}

static void *symbol(void *library, const char *name) {
    void *found = dlsym(library, name);
    if (found == NULL) {
        printf("no %s\n", name);
        exit(1);
    }
    return found;
}

int main(int argc, char **argv) {
    if (argc != 5) return 2;
    void *library = dlopen(argv[1], RTLD_NOW);
    if (library == NULL) {
        printf("%s\n", dlerror());
        return 1;
    }
    Initialize initialize = (Initialize)symbol(library, "coreclr_initialize");
    Execute execute = (Execute)symbol(library, "coreclr_execute_assembly");
    CreateDelegate create_delegate = (CreateDelegate)symbol(library, "coreclr_create_delegate");
    Shutdown shutdown = (Shutdown)symbol(library, "coreclr_shutdown_2");
    symbol(library, "coreclr_shutdown");
    symbol(library, "coreclr_set_error_writer");

    const char *keys[] = {"TRUSTED_PLATFORM_ASSEMBLIES", "Host.Text", "System.Globalization.Invariant"};
    const char *values[] = {argv[2], "given by the host", "true"};
    void *handle = NULL;
    unsigned domain = 0;
    int result = initialize(argv[0], "native host", 3, keys, values, &handle, &domain);
    printf("initialize %x, handle %d, domain %u\n", result, handle != NULL, domain);
    if (result != 0) return 1;

    const char *assembly = argv[4];
    const char *names[][3] = {{assembly, "Entries", "Add"},         {assembly, "Entries", "Fill"},       {assembly, "Entries+Inner", "Add"},
                              {assembly, "Entries", "NoSuchMethod"}, {assembly, "NoSuchType", "Add"},    {"No.Such.Assembly", "Entries", "Add"},
                              {assembly, "Entries", "Throws"},       {"System.Private.CoreLib", "System.NoSuchType", "Add"}};
    void *entries[8] = {NULL};
    for (int i = 0; i < 8; i++) {
        result = create_delegate(handle, domain, names[i][0], names[i][1], names[i][2], &entries[i]);
        printf("create_delegate %s %s: %x, %d\n", names[i][1], names[i][2], result, result == 0 && entries[i] != NULL);
    }
    add = (Add)entries[0];
    printf("add %d %d\n", add(40, 2), add(-1, 1));
    pthread_t thread;
    void *sum = NULL;
    pthread_create(&thread, NULL, from_a_thread, NULL);
    pthread_join(thread, &sum);
    printf("from a thread %ld\n", (long)sum);
    char text[64] = "";
    ((Fill)entries[1])(text, sizeof text);
    printf("fill %s\n", text);
    void *again = NULL;
    create_delegate(handle, domain, assembly, "Entries", "Add", &again);
    printf("again %d\n", ((Add)again)(3, 4));

    const char *arguments[] = {"one", "two words", ""};
    for (int i = 0; i < 2; i++) {
        unsigned exit_code = 0;
        fflush(stdout);
        result = execute(handle, domain, 3 - i, arguments, argv[3], &exit_code);
        printf("execute %x, exit code %u\n", result, exit_code);
    }
    int latched = -1;
    fflush(stdout);
    result = shutdown(handle, domain, &latched);
    printf("shutdown %x, %d\n", result, latched);
    return 0;
}
