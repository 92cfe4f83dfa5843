#if defined(__linux__)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <string.h>

#include "CURLHooks.h"

// libcurl is loaded by FoundationNetworking, and only there: its functions are looked up.

enum { info_type_mask = 0xf00000, info_string = 0x100000, info_long = 0x200000, info_off_t = 0x600000 };

typedef int (*getinfo_function)(void *easy, int info, ...);

int64_t curlhooks_info_number(void *easy, int info) {
    getinfo_function getinfo = (getinfo_function)dlsym(RTLD_DEFAULT, "curl_easy_getinfo");
    int64_t value = 0;  // a long and a curl_off_t are both 64 bits wide here
    if (!getinfo || (info & info_type_mask) == info_string) return 0;
    return getinfo(easy, info, &value) == 0 ? value : 0;
}

const char *curlhooks_info_string(void *easy, int info) {
    getinfo_function getinfo = (getinfo_function)dlsym(RTLD_DEFAULT, "curl_easy_getinfo");
    const char *value = NULL;
    if (!getinfo || (info & info_type_mask) != info_string) return NULL;
    return getinfo(easy, info, &value) == 0 ? value : NULL;
}

// CURLUPart and flags (part of libcurl's ABI).
enum { part_url = 0, flag_guess_scheme = 1 << 9, flag_url_encode = 1 << 7, flag_non_support_scheme = 1 << 3 };

struct url_functions {
    void *(*create)(void);
    void (*cleanup)(void *url);
    int (*set)(void *url, int part, const char *value, unsigned flags);
    int (*get)(void *url, int part, char **value, unsigned flags);
    void (*free)(void *value);
};

static int find_url_functions(struct url_functions *functions) {
    functions->create = (void *(*)(void))dlsym(RTLD_DEFAULT, "curl_url");
    functions->cleanup = (void (*)(void *))dlsym(RTLD_DEFAULT, "curl_url_cleanup");
    functions->set = (int (*)(void *, int, const char *, unsigned))dlsym(RTLD_DEFAULT, "curl_url_set");
    functions->get = (int (*)(void *, int, char **, unsigned))dlsym(RTLD_DEFAULT, "curl_url_get");
    functions->free = (void (*)(void *))dlsym(RTLD_DEFAULT, "curl_free");
    return functions->create && functions->cleanup && functions->set && functions->get && functions->free;
}

/// The parts of `base` with `reference` on top, then one part of that.
static char *url_get(const char *base, const char *reference, int part, int *code) {
    struct url_functions curl;
    *code = -1;
    if (!find_url_functions(&curl)) return NULL;
    void *url = curl.create();
    if (!url) return NULL;
    char *found = NULL, *copy = NULL;
    *code = base ? curl.set(url, part_url, base, flag_guess_scheme | flag_non_support_scheme) : 0;
    if (*code == 0) {
        unsigned flags = flag_non_support_scheme | (base ? flag_url_encode : flag_guess_scheme);
        *code = curl.set(url, part_url, reference, flags);
    }
    if (*code == 0) *code = curl.get(url, part, &found, 0);
    if (*code == 0 && found) copy = strdup(found);
    if (found) curl.free(found);
    curl.cleanup(url);
    return copy;
}

char *curlhooks_url_resolve(const char *base, const char *reference, int *code) {
    return url_get(base, reference, part_url, code);
}

char *curlhooks_url_part(const char *url, int part) {
    int code;
    return url_get(NULL, url, part, &code);
}

const char *curlhooks_error_text(int code) {
    const char *(*text)(int) = (const char *(*)(int))dlsym(RTLD_DEFAULT, "curl_easy_strerror");
    return text ? text(code) : NULL;
}

const char *curlhooks_version(void) {
    const char *(*version)(void) = (const char *(*)(void))dlsym(RTLD_DEFAULT, "curl_version");
    return version ? version() : NULL;
}

#endif
