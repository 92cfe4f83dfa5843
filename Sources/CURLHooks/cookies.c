#if defined(__linux__)

#define _GNU_SOURCE
#include "transfer.h"

#include <stdlib.h>

// libcurl's share interface (part of its ABI).
enum { shares = 1, lock_function = 3, unlock_function = 4, user_data = 5 };  // CURLSHOPT_…
enum { data_cookies = 2 };                                                   // CURL_LOCK_DATA_COOKIE
enum { option_share = 10100, info_cookie_list = 0x400000 + 28 };

struct curlhooks_cookies {
    pthread_mutex_t lock;
    void *share;  // CURLSH
    atomic_bool are_loaded;
};

static void lock(void *easy, int data, int access, void *mutex) {
    (void)easy, (void)data, (void)access;
    pthread_mutex_lock(mutex);
}

static void unlock(void *easy, int data, void *mutex) {
    (void)easy, (void)data;
    pthread_mutex_unlock(mutex);
}

curlhooks_cookies *curlhooks_cookies_create(void) {
    const struct libcurl_functions *real = libcurl_real();
    curlhooks_cookies *cookies = calloc(1, sizeof *cookies);
    if (!cookies) return NULL;
    pthread_mutex_init(&cookies->lock, NULL);
    cookies->share = real->share_init();
    if (!cookies->share || real->share_setopt(cookies->share, lock_function, lock) != 0
        || real->share_setopt(cookies->share, unlock_function, unlock) != 0
        || real->share_setopt(cookies->share, user_data, &cookies->lock) != 0
        || real->share_setopt(cookies->share, shares, data_cookies) != 0) {
        curlhooks_cookies_free(cookies);
        return NULL;
    }
    return cookies;
}

void curlhooks_cookies_free(curlhooks_cookies *cookies) {
    if (cookies->share) libcurl_real()->share_cleanup(cookies->share);
    pthread_mutex_destroy(&cookies->lock);
    free(cookies);
}

int curlhooks_use_cookies(void *easy, const curlhooks_cookies *cookies) {
    return libcurl_real()->easy_setopt(easy, option_share, cookies->share);
}

void curlhooks_cookies_loaded(curlhooks_cookies *cookies) {
    if (cookies) atomic_store(&cookies->are_loaded, true);
}

bool curlhooks_has_cookies(curlhooks_cookies *cookies) { return atomic_load(&cookies->are_loaded); }

bool curlhooks_each_cookie(
    curlhooks_cookies *cookies, void *context, void (*each)(void *context, const char *line)) {
    // A handle that shares them, and makes no transfer.
    void *easy = libcurl_real()->easy_init();
    if (!easy) return false;
    struct libcurl_line *lines = NULL;
    const bool is_read = curlhooks_use_cookies(easy, cookies) == 0
        && libcurl_real()->easy_getinfo(easy, info_cookie_list, &lines) == 0;
    for (const struct libcurl_line *line = lines; line; line = line->next) each(context, line->text);
    libcurl_real()->slist_free_all(lines);
    libcurl_real()->easy_cleanup(easy);
    return is_read;
}

#endif
