#define _GNU_SOURCE
#include "CProcess.h"

#include <stdlib.h>
#include <string.h>

#if defined(__linux__)
#include <sys/auxv.h>
#endif

static int argument_count;
static char **arguments;

#if defined(__GLIBC__)
// glibc passes the arguments of main to initialisers; other C libraries do not.
static void note_arguments(int count, char **values, char **environment) {
    (void)environment;
    argument_count = count;
    arguments = values;
}

__attribute__((section(".init_array"), used))
static void (*const initialiser)(int, char **, char **) = note_arguments;
#endif

char **cprocess_arguments(int *count) {
    *count = argument_count;
    return arguments;
}

#if defined(__linux__)
// CoreFoundation's cached path and name, which are empty without /proc.
extern const char **_CFGetProcessPath(void) __attribute__((weak));
extern const char **_CFGetProgname(void) __attribute__((weak));
#endif

void cprocess_name_executable(void) {
#if defined(__linux__)
    if (!_CFGetProcessPath || !_CFGetProgname) return;
    const char **path = _CFGetProcessPath(), **name = _CFGetProgname();
    if (!path || !name || (*path && **path)) return;
    const char *started = (const char *)getauxval(AT_EXECFN);
    char *found = started ? realpath(started, NULL) : NULL;
    // Any path in an existing directory will do: nothing is read from it.
    *path = found ? found : "/dev/null";
    *name = strrchr(*path, '/') + 1;
#endif
}
