#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Says in a file that it runs, and waits for another file.
__attribute__((constructor)) static void initialise_slowly(void)
{
    char path[4096];
    const char *folder = getenv("TMPDIR");
    snprintf(path, sizeof path, "%s/begun", folder);
    FILE *begun = fopen(path, "w");
    if (begun != NULL) fclose(begun);
    snprintf(path, sizeof path, "%s/go-on", folder);
    while (access(path, F_OK) != 0) usleep(1000);
}

int answer(void) { return 42; }
