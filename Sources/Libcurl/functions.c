#if defined(__linux__)

#define _GNU_SOURCE
#include "functions.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <string.h>

static struct libcurl_functions functions;
static bool is_complete = true, has_openssl = true, has_zlib = true;
static void *libcurl_handle;  // a release's own, FoundationNetworking's, or RTLD_NEXT if that is linked statically
static const struct link_map *urlsession, *own;  // what holds FoundationNetworking, and what holds this module
static pthread_once_t looked_up = PTHREAD_ONCE_INIT;

/// The library or executable with the address.
static const struct link_map *module_of(const void *address) {
    Dl_info info;
    struct link_map *module = NULL;
    return dladdr1(address, &info, (void **)&module, RTLD_DL_LINKMAP) ? module : NULL;
}

static void open_urlsession(void) {
    if (libcurl_opened) {
        libcurl_handle = libcurl_opened(NULL);
        return;
    }
    own = urlsession = module_of(&own);
    libcurl_handle = dlopen("libFoundationNetworking.so", RTLD_LAZY | RTLD_NOLOAD);
    if (libcurl_handle) {
        dlinfo(libcurl_handle, RTLD_DI_LINKMAP, &urlsession);
    } else {
        libcurl_handle = RTLD_NEXT;
    }
}

/// Stands for a function that libcurl lacks: there is no version, handle, share or URL.
static void *nothing(void) { return NULL; }

static bool begins(const char *name, const char *text) { return strncmp(name, text, strlen(text)) == 0; }

static void look_up(void) {
    open_urlsession();
    // libcurl has loaded it, unless it is built without.
    void *zlib = dlopen("libz.so.1", RTLD_LAZY | RTLD_LOCAL);
    const struct { void *function; const char *name; } names[] = {
#define LIBCURL_NAME(type, name, symbol, parameters) {&functions.name, symbol},
        LIBCURL_FUNCTIONS(LIBCURL_NAME)
#undef LIBCURL_NAME
    };
    for (size_t index = 0; index < sizeof names / sizeof *names; index++) {
        const char *name = names[index].name;
        const bool is_of_zlib = begins(name, "inflate");
        void *handle = is_of_zlib ? zlib : libcurl_handle;
        const void *symbol = handle ? dlsym(handle, name) : NULL;
        if (!symbol && begins(name, "curl_")) {
            is_complete = false;
            symbol = (void *)nothing;
        } else if (!symbol && is_of_zlib) {
            has_zlib = false;
        } else if (!symbol && !begins(name, "nghttp2_")) {
            has_openssl = false;
        }
        memcpy(names[index].function, &symbol, sizeof symbol);
    }
    // curl_version would wake up LDAP and SASL.
    const struct libcurl_version *version = functions.version_info(0);
    const char *tls = version && version->tls ? version->tls : "";
    if (!begins(tls, "OpenSSL/")) has_openssl = false;
}

const struct libcurl_functions *libcurl_real(void) {
    pthread_once(&looked_up, look_up);
    return &functions;
}

const struct libcurl_functions *libcurl_openssl(void) {
    libcurl_real();
    return has_openssl ? &functions : NULL;
}

const struct libcurl_functions *libcurl_zlib(void) {
    libcurl_real();
    return has_zlib ? &functions : NULL;
}

bool libcurl_is_complete(void) {
    libcurl_real();
    return is_complete;
}

void *libcurl_next(const void *caller, const char *name, void *real) {
    // Nobody else calls a release's functions, which it does not export.
    if (libcurl_opened) return real;
    libcurl_real();
    const struct link_map *module = module_of(caller);
    if (!module || module == urlsession) return real;
    const bool is_inside = module == own || module->l_name[0] == '\0';  // the executable
    void *handle = is_inside ? RTLD_NEXT : dlopen(module->l_name, RTLD_LAZY | RTLD_NOLOAD);
    void *function = handle ? dlsym(handle, name) : NULL;
    if (handle && !is_inside) dlclose(handle);
    return function ? function : real;
}

const char *libcurl_missing(void) {
    const char *reason = NULL;
    if (libcurl_opened) libcurl_opened(&reason);
    return reason;
}

#endif
