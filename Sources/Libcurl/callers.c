#if defined(__linux__)

#define _GNU_SOURCE
#include "callers.h"

#include <dlfcn.h>
#include <link.h>
#include <pthread.h>
#include <string.h>

static void *urlsession_handle;  // RTLD_NEXT if FoundationNetworking is linked statically; null: there is no libcurl
static const struct link_map *urlsession, *own;  // what holds FoundationNetworking, and what holds this module
static pthread_once_t looked_up = PTHREAD_ONCE_INIT;

/// The library or executable with the address.
static const struct link_map *module_of(const void *address) {
    Dl_info info;
    struct link_map *module = NULL;
    return dladdr1(address, &info, (void **)&module, RTLD_DL_LINKMAP) ? module : NULL;
}

static void look_up(void) {
    if (libcurl_opened) {
        urlsession_handle = libcurl_opened(NULL);
        return;
    }
    own = urlsession = module_of(&own);
    urlsession_handle = dlopen("libFoundationNetworking.so", RTLD_LAZY | RTLD_NOLOAD);
    if (urlsession_handle) {
        dlinfo(urlsession_handle, RTLD_DI_LINKMAP, &urlsession);
    } else {
        urlsession_handle = RTLD_NEXT;
    }
}

bool libcurl_find(const char *name, void *pointer) {
    pthread_once(&looked_up, look_up);
    void *symbol = urlsession_handle ? dlsym(urlsession_handle, name) : NULL;
    memcpy(pointer, &symbol, sizeof symbol);
    return symbol;
}

void *libcurl_next(const void *caller, const char *name, void *real) {
    // Nobody else calls a release's functions, which it does not export.
    if (libcurl_opened) return real;
    pthread_once(&looked_up, look_up);
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
