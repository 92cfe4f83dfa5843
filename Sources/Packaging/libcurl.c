// What a release is linked with in place of libcurl: opens the system's when it is needed. So the command starts
// without libcurl and its thirty libraries, whatever versions its symbols have, and is built without one.

#define _GNU_SOURCE
#include <dlfcn.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdint.h>
#include <string.h>

static void *library;
static char reason[256];
static pthread_once_t is_opened = PTHREAD_ONCE_INIT;

static void open_library(void) {
    const char *names[] = {"libcurl.so.4", "libcurl-gnutls.so.4"};  // Debian's other one
    for (int index = 0; index < 2 && !library; index++) {
        library = dlopen(names[index], RTLD_LAZY | RTLD_LOCAL);
        if (!library && index == 0) strncpy(reason, dlerror(), sizeof reason - 1);
    }
}

void *libcurl_opened(const char **why);
void *libcurl_opened(const char **why) {
    pthread_once(&is_opened, open_library);
    if (!library && why) *why = reason;
    return library;
}

// Hands on five arguments, which no function of libcurl exceeds, none of them a floating-point number: on x86_64
// and arm64 they are in the same registers for functions with a fixed number of parameters and for others. Where
// CURLHooks has a function of the name, that is it.
#define FORWARD(name) \
    uintptr_t name(uintptr_t, uintptr_t, uintptr_t, uintptr_t, uintptr_t); \
    __attribute__((weak)) uintptr_t name(uintptr_t a, uintptr_t b, uintptr_t c, uintptr_t d, uintptr_t e) { \
        static uintptr_t (*_Atomic found)(uintptr_t, ...); \
        uintptr_t (*function)(uintptr_t, ...) = atomic_load(&found); \
        if (!function) { \
            void *symbol = libcurl_opened(NULL) ? dlsym(library, #name) : NULL; \
            memcpy(&function, &symbol, sizeof symbol); \
            atomic_store(&found, function); \
        } \
        return function ? function(a, b, c, d, e) : 0; \
    }

#include "forwarded.h"
