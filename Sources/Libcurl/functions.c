#if defined(__linux__)

#include "functions.h"

#include <pthread.h>
#include <string.h>

#include "callers.h"

static struct libcurl_functions functions;
static bool is_complete = true;
static pthread_once_t looked_up = PTHREAD_ONCE_INIT;

/// Stands for a function that libcurl lacks: there is no version, handle, share or URL.
static void *nothing(void) { return NULL; }

static void look_up(void) {
    const struct { void *function; const char *name; } names[] = {
#define LIBCURL_NAME(type, name, symbol, arguments) {&functions.name, symbol},
        LIBCURL_FUNCTIONS(LIBCURL_NAME)
#undef LIBCURL_NAME
    };
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        if (libcurl_find(names[index].name, names[index].function)) continue;
        if (strncmp(names[index].name, "curl_", strlen("curl_")) != 0) continue;
        is_complete = false;
        const void *symbol = (void *)nothing;
        memcpy(names[index].function, &symbol, sizeof symbol);
    }
}

const struct libcurl_functions *libcurl_real(void) {
    pthread_once(&looked_up, look_up);
    return &functions;
}

bool libcurl_is_complete(void) {
    libcurl_real();
    return is_complete;
}

bool libcurl_uses_openssl(void) {
    const struct libcurl_version *version = libcurl_real()->version_info(0);
    return version && version->tls && strncmp(version->tls, "OpenSSL/", strlen("OpenSSL/")) == 0;
}

#endif
