#if defined(__linux__)

#include "libcurl.h"

#include <pthread.h>
#include <string.h>

#include "callers.h"

static struct curlhooks_functions functions;
static bool is_complete = true;
static pthread_once_t looked_up = PTHREAD_ONCE_INIT;

/// Stands for a function that libcurl lacks: there is no version, handle, share or URL.
static void *nothing(void) { return NULL; }

static void look_up(void) {
    const struct { void *function; const char *name; } names[] = {
#define CURLHOOKS_NAME(type, name, symbol, arguments) {&functions.name, symbol},
        CURLHOOKS_FUNCTIONS(CURLHOOKS_NAME)
#undef CURLHOOKS_NAME
    };
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        void *symbol = curlhooks_symbol(names[index].name);
        if (!symbol && strncmp(names[index].name, "curl_", strlen("curl_")) == 0) {
            is_complete = false;
            symbol = (void *)nothing;
        }
        memcpy(names[index].function, &symbol, sizeof symbol);
    }
}

const struct curlhooks_functions *curlhooks_real(void) {
    pthread_once(&looked_up, look_up);
    return &functions;
}

bool curlhooks_has_libcurl(void) { return curlhooks_real()->send && is_complete; }

bool curlhooks_uses_openssl(void) {
    const struct curlhooks_version *version = curlhooks_real()->version_info(0);
    return version && version->tls && strncmp(version->tls, "OpenSSL/", strlen("OpenSSL/")) == 0;
}

#endif
