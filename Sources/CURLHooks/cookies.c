#if defined(__linux__)

#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>

#include "real.h"
#include "transfer.h"

// libcurl's share interface (part of its ABI).
enum { shares = 1, lock_function = 3, unlock_function = 4, user_data = 5 };  // CURLSHOPT_…
enum { data_cookies = 2 };                                                   // CURL_LOCK_DATA_COOKIE
enum { option_share = 10100, info_cookie_list = 0x400000 + 28 };

struct curlhooks_cookies {
    atomic_int holds;
    pthread_mutex_t lock;
    void *share;  // CURLSH
    int (*clean_up)(void *share);
    atomic_bool are_loaded;
};

static void lock(void *easy, int data, int access, void *context) {
    (void)easy, (void)data, (void)access;
    curlhooks_cookies *cookies = context;
    pthread_mutex_lock(&cookies->lock);
}

static void unlock(void *easy, int data, void *context) {
    (void)easy, (void)data;
    curlhooks_cookies *cookies = context;
    pthread_mutex_unlock(&cookies->lock);
}

curlhooks_cookies *curlhooks_cookies_create(void) {
    void *(*create)(void) = (void *(*)(void))dlsym(RTLD_DEFAULT, "curl_share_init");
    int (*set)(void *, int, ...) = (int (*)(void *, int, ...))dlsym(RTLD_DEFAULT, "curl_share_setopt");
    int (*clean_up)(void *) = (int (*)(void *))dlsym(RTLD_DEFAULT, "curl_share_cleanup");
    curlhooks_cookies *cookies = create && set && clean_up ? calloc(1, sizeof *cookies) : NULL;
    if (!cookies) return NULL;
    atomic_init(&cookies->holds, 1);
    pthread_mutex_init(&cookies->lock, NULL);
    cookies->clean_up = clean_up;
    cookies->share = create();
    if (!cookies->share || set(cookies->share, lock_function, lock) != 0
        || set(cookies->share, unlock_function, unlock) != 0
        || set(cookies->share, user_data, cookies) != 0
        || set(cookies->share, shares, data_cookies) != 0) {
        curlhooks_cookies_release(cookies);
        return NULL;
    }
    return cookies;
}

void curlhooks_cookies_release(curlhooks_cookies *cookies) {
    if (!cookies || atomic_fetch_sub(&cookies->holds, 1) != 1) return;
    // No easy handle uses it any more: each transfer keeps it as long as its handle exists.
    if (cookies->share) cookies->clean_up(cookies->share);
    pthread_mutex_destroy(&cookies->lock);
    free(cookies);
}

void curlhooks_share_cookies(curlhooks_transfer *transfer, curlhooks_cookies *cookies) {
    atomic_fetch_add(&cookies->holds, 1);
    transfer->cookies = cookies;
}

void curlhooks_cookies_loaded(curlhooks_cookies *cookies) {
    if (cookies) atomic_store(&cookies->are_loaded, true);
}

bool curlhooks_has_cookies(curlhooks_cookies *cookies) { return atomic_load(&cookies->are_loaded); }

bool curlhooks_each_cookie(
    curlhooks_cookies *cookies, void *context, void (*each)(void *context, const char *line)) {
    void *(*create)(void) = (void *(*)(void))dlsym(RTLD_DEFAULT, "curl_easy_init");
    int (*get)(void *, int, ...) = (int (*)(void *, int, ...))dlsym(RTLD_DEFAULT, "curl_easy_getinfo");
    void (*free_lines)(void *) = (void (*)(void *))dlsym(RTLD_DEFAULT, "curl_slist_free_all");
    // A handle that shares them, and makes no transfer.
    void *easy = create && get && free_lines ? create() : NULL;
    if (!easy) return false;
    struct curlhooks_line *lines = NULL;
    const bool is_read = curlhooks_real()->easy_setopt(easy, option_share, cookies->share) == 0
        && get(easy, info_cookie_list, &lines) == 0;
    for (const struct curlhooks_line *line = lines; line; line = line->next) each(context, line->text);
    if (lines) free_lines(lines);
    curlhooks_real()->easy_cleanup(easy);
    return is_read;
}

void *curlhooks_share_of(const curlhooks_cookies *cookies) { return cookies->share; }

#endif
