#define _GNU_SOURCE
#include "CProcess.h"

#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#if defined(__linux__)
#include <sys/auxv.h>
#endif
#if defined(__GLIBC__)
#include <gnu/libc-version.h>
#endif

static int argument_count;
// The arguments that the process shows, and copies of them.
static char **shown, **arguments;

const char *const cprocess_no_memory =
    "out of memory: the system gives too little for an upload (see ulimit -v)";

#if defined(__GLIBC__)
/// Whether this is a test bundle, which reads its own arguments.
static int is_test(void) {
    const char *path = (const char *)getauxval(AT_EXECFN), *suffix = ".xctest";
    size_t length = path ? strlen(path) : 0;
    return length > strlen(suffix) && strcmp(path + length - strlen(suffix), suffix) == 0;
}

/// Ends the process if it has too little memory for libraries to start and for the arguments to be read:
/// Swift's runtime and GnuTLS would end it by a signal.
static void require_memory(void) {
    enum { least = 4 << 20, status = 27 };
    if (cprocess_has_memory_for(0, least)) return;
    const char *parts[] = {"formpost: (27) ", cprocess_no_memory, "\n"};
    for (int index = 0; index < 3; index++) (void)!write(2, parts[index], strlen(parts[index]));
    _exit(status);
}

// glibc passes the arguments of main to initialisers; other C libraries do not. It is done here
// because secrets among them must not be seen for longer than can be helped.
static void take_arguments(int count, char **values, char **environment) {
    (void)environment;
    argument_count = count;
    arguments = shown = values;
    if (is_test()) return;
    require_memory();
    if (count < 2) return;
    char **copies = calloc((size_t)count + 1, sizeof *copies);
    for (int index = 0; copies && index < count; index++) {
        copies[index] = strdup(values[index]);
        if (!copies[index]) return;
    }
    if (!copies) return;
    arguments = copies;
    for (int index = 1; index < count; index++) memset(values[index], 'x', strlen(values[index]));
}

#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define FIRST ".init_array"  // after the sanitizer is ready
#else
#define FIRST ".preinit_array"  // before what libraries do at their start
#endif

__attribute__((section(FIRST), used))
static void (*const initialiser)(int, char **, char **) = take_arguments;
#endif

char **cprocess_arguments(int *count) {
    *count = argument_count;
    return arguments;
}

#if defined(__GLIBC__)
// Where Swift's runtime is linked statically, these take the place of its own, which searches
// /proc/self/maps for the arguments at each start.
#define REPLACEMENT __attribute__((weak, visibility("hidden")))

REPLACEMENT char **_swift_stdlib_getUnsafeArgvArgc(int *count) { return cprocess_arguments(count); }

REPLACEMENT void _swift_stdlib_overrideUnsafeArgvArgc(char **values, int count) {
    arguments = values;
    argument_count = count;
}
#endif

extern char **environ;

char **cprocess_environment(void) { return environ; }

void cprocess_show(int index, const char *text) {
    if (index >= argument_count || !shown || shown == arguments) return;
    memcpy(shown[index], text, strlen(shown[index]));
}

#if defined(__linux__)
// CoreFoundation's cached path and name.
extern const char **_CFGetProcessPath(void) __attribute__((weak));
extern const char **_CFGetProgname(void) __attribute__((weak));
#endif

void cprocess_name_executable(void) {
#if defined(__linux__)
    if (!_CFGetProcessPath || !_CFGetProgname) return;
    const char **path = _CFGetProcessPath(), **name = _CFGetProgname();
    if (!path || !name) return;
    *path = "/formpost";
    *name = *path + 1;
#endif
}

// What the command was built from.

#if defined(__linux__)
// A release is linked with an object that has it (build-release).
extern const char formpost_commit[] __attribute__((weak));

const char *cprocess_commit(void) { return formpost_commit ? formpost_commit : ""; }
#else
const char *cprocess_commit(void) { return ""; }
#endif

const char *cprocess_libc_version(void) {
#if defined(__GLIBC__)
    return gnu_get_libc_version();
#else
    return 0;
#endif
}

bool cprocess_has_static_runtime(void) {
    Dl_info runtime, own;
    void *symbol = dlsym(RTLD_DEFAULT, "swift_retain");
    if (!symbol) return true;
    return dladdr(symbol, &runtime) && dladdr((void *)cprocess_has_static_runtime, &own) &&
           runtime.dli_fbase == own.dli_fbase;
}
