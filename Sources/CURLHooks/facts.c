#if defined(__linux__)

#define _GNU_SOURCE
#include <ctype.h>
#include <dlfcn.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "CURLHooks.h"

// Only FoundationNetworking links libcurl, so its functions are looked up at run time.

enum { info_type_mask = 0xf00000, info_string = 0x100000, info_long = 0x200000, info_off_t = 0x600000 };

void curlhooks_prepare(void) {
    enum { everything = 3 };  // CURL_GLOBAL_ALL
    int (*initialise)(long) = (int (*)(long))dlsym(RTLD_DEFAULT, "curl_global_init");
    if (initialise) initialise(everything);
}

typedef int (*getinfo_function)(void *easy, int info, ...);

static getinfo_function found;

static void find(void) { found = (getinfo_function)dlsym(RTLD_DEFAULT, "curl_easy_getinfo"); }

static getinfo_function find_getinfo(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, find);
    return found;
}

int64_t curlhooks_info_number(void *easy, int info) {
    getinfo_function getinfo = find_getinfo();
    int64_t value = 0;  // a long and a curl_off_t are both 64 bits wide here
    if (!getinfo || (info & info_type_mask) == info_string) return 0;
    return getinfo(easy, info, &value) == 0 ? value : 0;
}

const char *curlhooks_info_string(void *easy, int info) {
    getinfo_function getinfo = find_getinfo();
    const char *value = NULL;
    if (!getinfo || (info & info_type_mask) != info_string) return NULL;
    return getinfo(easy, info, &value) == 0 ? value : NULL;
}

struct line {  // struct curl_slist
    const char *text;
    struct line *next;
};

void curlhooks_each_certificate_line(
    void *easy, void *context, void (*each)(void *context, int certificate, const char *line)) {
    enum { info_cert_info = 0x400000 + 34 };
    getinfo_function getinfo = find_getinfo();
    const struct { int count; struct line **lines; } *certificates = NULL;  // struct curl_certinfo
    if (!getinfo || getinfo(easy, info_cert_info, &certificates) != 0 || !certificates) return;
    for (int index = 0; index < certificates->count; index++) {
        for (const struct line *line = certificates->lines[index]; line; line = line->next) {
            each(context, index, line->text);
        }
    }
}

// CURLUPart and flags (part of libcurl's ABI).
enum { part_url = 0, part_user = 2, part_password = 3, part_options = 4, part_fragment = 9 };
enum {
    flag_default_port = 1 << 0,
    flag_non_support_scheme = 1 << 3,
    flag_path_as_is = 1 << 4,
    flag_url_encode = 1 << 7,
    flag_allow_space = 1 << 11,
};

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

/// Whether libcurl finds a scheme in the text; `host:80` has none.
static bool has_scheme(const char *text) {
    if (!isalpha((unsigned char)*text)) return false;
    while (isalnum((unsigned char)*text) || (*text && strchr("+-.", *text))) text++;
    return text[0] == ':' && text[1] == '/';
}

/// Sets a URL as the transfer parses it, with CURLOPT_DEFAULT_PROTOCOL http.
static int url_set_whole(const struct url_functions *curl, void *url, const char *text, unsigned flags) {
    flags |= flag_non_support_scheme;
    if (has_scheme(text)) return curl->set(url, part_url, text, flags);
    const char *scheme = "http://";
    char *whole = malloc(strlen(scheme) + strlen(text) + 1);
    if (!whole) return -1;
    strcat(strcpy(whole, scheme), text);
    int code = curl->set(url, part_url, whole, flags);
    free(whole);
    return code;
}

/// A libcurl URL of `reference` resolved against `base` (which may be null); null with `*code` set.
static void *url_parse(
    const struct url_functions *curl, const char *base, const char *reference, unsigned flags, int *code) {
    void *url = curl->create();
    *code = -1;
    if (!url) return NULL;
    *code = url_set_whole(curl, url, base ? base : reference, flags);
    if (*code == 0 && base) {
        // The flags with which libcurl reads Location.
        flags |= flag_url_encode | flag_allow_space;
        *code = curl->set(url, part_url, reference, flags);
    }
    if (*code == 0) return url;
    curl->cleanup(url);
    return NULL;
}

static char *url_get(const struct url_functions *curl, void *url, int part, int *code) {
    char *found = NULL, *copy = NULL;
    *code = curl->get(url, part, &found, part == part_url ? 0 : flag_default_port);
    if (*code == 0 && found) copy = strdup(found);
    if (found) curl->free(found);
    curl->cleanup(url);
    return copy;
}

char *curlhooks_url_resolve(const char *base, const char *reference, bool keep_dots, int *code) {
    struct url_functions curl;
    unsigned flags = keep_dots ? flag_path_as_is : 0;
    void *url = find_url_functions(&curl) ? url_parse(&curl, base, reference, flags, code) : NULL;
    return url ? url_get(&curl, url, part_url, code) : NULL;
}

char *curlhooks_url_part(const char *text, int part) {
    struct url_functions curl;
    int code;
    void *url = find_url_functions(&curl) ? url_parse(&curl, NULL, text, flag_path_as_is, &code) : NULL;
    return url ? url_get(&curl, url, part, &code) : NULL;
}

char *curlhooks_url_with_credentials(const char *text, const char *other) {
    const int parts[] = {part_user, part_password, part_options};
    struct url_functions curl;
    int code;
    void *url = find_url_functions(&curl) ? url_parse(&curl, NULL, text, flag_path_as_is, &code) : NULL;
    void *source = url ? url_parse(&curl, NULL, other, 0, &code) : NULL;
    char *own = NULL;
    if (source && curl.get(url, part_user, &own, 0) != 0) {
        for (size_t index = 0; index < sizeof parts / sizeof *parts; index++) {
            char *value = NULL;
            if (curl.get(source, parts[index], &value, 0) == 0) curl.set(url, parts[index], value, 0);
            if (value) curl.free(value);
        }
    }
    if (own) curl.free(own);
    if (source) curl.cleanup(source);
    return url ? url_get(&curl, url, part_url, &code) : NULL;
}

char *curlhooks_url_for_referer(const char *text) {
    struct url_functions curl;
    int code;
    void *url = find_url_functions(&curl) ? url_parse(&curl, NULL, text, flag_path_as_is, &code) : NULL;
    if (!url) return NULL;
    curl.set(url, part_fragment, NULL, 0);
    curl.set(url, part_user, NULL, 0);
    curl.set(url, part_password, NULL, 0);
    curl.set(url, part_options, NULL, 0);
    return url_get(&curl, url, part_url, &code);
}

const char *curlhooks_error_text(int code) {
    const char *(*text)(int) = (const char *(*)(int))dlsym(RTLD_DEFAULT, "curl_easy_strerror");
    return text ? text(code) : NULL;
}

const char *curlhooks_version(void) {
    const char *(*version)(void) = (const char *(*)(void))dlsym(RTLD_DEFAULT, "curl_version");
    return version ? version() : NULL;
}

struct version_info {  // the beginning of struct curl_version_info_data
    int age;
    const char *version;
    unsigned version_number;
    const char *host;
    int features;
    const char *tls_version;
};

static const struct version_info *version_info(void) {
    struct version_info *(*info)(int) = (struct version_info *(*)(int))dlsym(RTLD_DEFAULT, "curl_version_info");
    return info ? info(0) : NULL;
}

int curlhooks_features(void) {
    const struct version_info *found = version_info();
    return found ? found->features : 0;
}

const char *curlhooks_tls_version(void) {
    const struct version_info *found = version_info();
    return found ? found->tls_version : NULL;
}

#endif
